//! What those who manage a server decide in `/settings server`: who plays, what is played, and how many tables there are.

use std::fmt::Write;

use crate::store::{Blocked, Decision, Deed, Limits, StoreError};
use crate::tables::{Fault, GuildId, Person, now};
use engine::{catalog, isolated};

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::HandlerError;
use super::super::screens::limits_in_words;

const _: fn(engine::Language) = |engine::Language::English| ();

/// How many of those who are blocked, and of what was done lately, the panel shows.
const SHOWN: usize = 10;
const LATELY: u32 = 5;

/// Carries out what the options name. Returns whether that changed anything.
///
/// # Errors
/// What to say instead.
pub async fn decide(app: &App, from: &Incoming, line: &Line, guild: GuildId) -> Result<bool, HandlerError> {
    let mut changed = false;
    for what in decisions(app, from, line, guild).await? {
        let deed = Deed { at: now(), guild: Some(guild), who: Some(from.person.id), what };
        changed |= app
            .store()
            .decide(deed)
            .await
            .map_err(|error| Fault::of_store(app.store(), "a decision could not be stored", &error))?;
    }
    if line.somebody("block").is_some() {
        app.room.leave_blocked().await.map_err(|error| unread(app, &error))?;
    }
    Ok(changed)
}

/// Notes what else a manager has set.
pub async fn note(app: &App, from: &Incoming, guild: GuildId, words: String) {
    let deed = Deed { at: now(), guild: Some(guild), who: Some(from.person.id), what: Decision::Note(words, None) };
    if let Err(error) = app.store().decide(deed).await {
        tracing::warn!(%error, "what a manager has set was not noted");
    }
}

async fn decisions(app: &App, from: &Incoming, line: &Line, guild: GuildId) -> Result<Vec<Decision>, HandlerError> {
    let mut all = Vec::new();
    match line.somebody("block") {
        Some((_, true)) => return Err(HandlerError::say("Bots take no seats: there is nothing to block.")),
        Some((person, _)) if person.id == from.person.id => {
            return Err(HandlerError::say("You cannot block yourself."));
        }
        Some((person, _)) => {
            if blocks(app, person, guild).await?.iter().any(|block| *block != Blocked::Everywhere) {
                return Err(unchanged(format!("{} is blocked on this server already.", isolated(person.name()))));
            }
            all.push(Decision::Block(person.id));
        }
        None => {}
    }
    if let Some((person, _)) = line.somebody("unblock") {
        let blocks = blocks(app, person, guild).await?;
        if !blocks.contains(&Blocked::Here) {
            let name = isolated(person.name());
            let by_owner = "whoever runs the bot, and only they can lift that";
            return Err(unchanged(match blocks.first() {
                Some(Blocked::Everywhere) => format!("{name} is blocked everywhere by {by_owner}."),
                Some(_) => format!("{name} is blocked on this server by {by_owner}."),
                None => format!("{name} is not blocked on this server."),
            }));
        }
        all.push(Decision::Unblock(person.id));
    }
    if line.text("forbid").is_some() && line.text("forbid") == line.text("allow") {
        return Err(unchanged("A game cannot be both forbidden and allowed.".to_owned()));
    }
    let before = app.store().limits(guild).await.map_err(|error| unread(app, &error))?;
    let limits = limited(before.clone(), line);
    if limits != before {
        let words = format!("set: {}", limits_in_words(&limits));
        all.push(Decision::Limit(limits, words));
    }
    Ok(all)
}

/// What is allowed once the options are applied.
fn limited(mut limits: Limits, line: &Line) -> Limits {
    match line.text("allow") {
        Some("all") => limits.forbidden.clear(),
        Some(game) => limits.forbidden.retain(|id| id != game),
        None => {}
    }
    if let Some(game) = line.text("forbid")
        && !limits.forbidden.iter().any(|id| id == game)
        && catalog::game(game).is_ok()
    {
        limits.forbidden.push(game.to_owned());
    }
    let count = |name| line.number(name).map(|n| u32::try_from(n).ok().filter(|n| *n > 0));
    limits.most = count("tables").unwrap_or(limits.most);
    limits.idle = count("idle").unwrap_or(limits.idle);
    limits
}

/// How things stand on a server, in words for those who manage it.
///
/// # Errors
/// If the database cannot be read.
pub async fn standing(app: &App, guild: GuildId) -> Result<String, HandlerError> {
    let store = app.store();
    let (limits, blocked) = (store.limits(guild).await, store.blocked(Some(guild)).await);
    let (limits, blocked) = (limits.map_err(|e| unread(app, &e))?, blocked.map_err(|e| unread(app, &e))?);
    let mut words = format!("**Tables** {}.\n**Blocked** ", limits_in_words(&limits));
    let named: Vec<String> = blocked.iter().take(SHOWN).map(|user| format!("<@{user}>")).collect();
    words.push_str(if named.is_empty() { "nobody" } else { "" });
    words.push_str(&named.join(", "));
    if blocked.len() > SHOWN {
        let _ = write!(words, " and {} more", blocked.len() - SHOWN);
    }
    let morning = store.morning(guild).await.map_err(|error| unread(app, &error))?;
    let morning = morning.map_or_else(|| "nowhere".to_owned(), |channel| format!("in <#{channel}>"));
    let _ = write!(words, "\n**Daily puzzle** announced {morning}");
    for done in store.deeds(Some(guild), LATELY).await.map_err(|error| unread(app, &error))? {
        let who = done.who.map_or_else(|| "Whoever runs the bot".to_owned(), |who| somebody(who.0));
        let whom = done.user.map_or_else(String::new, |user| format!(" {}", somebody(user.0)));
        let _ = write!(words, "\n-# <t:{}:f> {who} {}{whom}", done.at / 1000, isolated(&done.what));
    }
    Ok(words)
}

/// A person, as Discord shows them; somebody who was forgotten has no name.
fn somebody(user: u64) -> String {
    if crate::tables::UserId(user).is_nobody() { "somebody".to_owned() } else { format!("<@{user}>") }
}

async fn blocks(app: &App, person: &Person, guild: GuildId) -> Result<Vec<Blocked>, HandlerError> {
    Ok(app.store().blocks_of(person.id, Some(guild)).await.map_err(|error| unread(app, &error))?)
}

/// Of all that a command names, nothing is done where a part of it would do nothing.
fn unchanged(why: String) -> HandlerError {
    HandlerError::say(format!("{why} Nothing was changed."))
}

fn unread(app: &App, error: &StoreError) -> Fault {
    Fault::of_store(app.store(), "what a server has decided could not be read", error)
}
