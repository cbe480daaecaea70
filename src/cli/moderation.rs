//! `upcard block`, `unblock`, `limit` and `log`: who plays, and where, as whoever runs the bot decides. They work beside a
//! running bot, which looks each time somebody opens or joins a table.

use std::num::NonZeroU32;

use time::OffsetDateTime;
use time::macros::format_description;

use crate::config::Config;
use crate::discord::limits_in_words;
use crate::store::{Decision, Deed, Done, Store, UserId};
use crate::tables::{GuildId, now};
use engine::catalog;

use super::tables::beside;
use super::{Ending, id, say};

/// Whom it concerns, and where.
#[derive(clap::Args)]
pub(super) struct Whom {
    /// Their id on Discord (Developer Mode → Copy User ID)
    #[arg(value_parser = id)]
    user: u64,
    /// On this server only (its id); without it everywhere
    #[arg(long, value_name = "ID", value_parser = id)]
    server: Option<u64>,
}

/// What a server allows.
#[derive(clap::Args)]
pub(super) struct SetLimits {
    /// The server (its id)
    #[arg(value_parser = id)]
    server: u64,
    /// A game that is not played there any more, such as gin-rummy
    #[arg(long, value_name = "GAME")]
    forbid: Vec<String>,
    /// A game that is played there again; all: every game
    #[arg(long, value_name = "GAME")]
    allow: Vec<String>,
    /// The most tables at once; 0: as many as people like
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=500))]
    tables: Option<u32>,
    /// Close tables at which nothing has happened for so many days; 0: never
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(0..=365))]
    idle: Option<u32>,
}

/// Blocks or unblocks somebody.
pub(super) async fn block(config: Config, whom: Whom, blocked: bool) -> Result<(), Ending> {
    let (user, guild) = (UserId(whom.user), whom.server.map(GuildId));
    let what = if blocked { Decision::Block(user) } else { Decision::Unblock(user) };
    let changed = decide(&config, guild, what).await?;
    let place = guild.map_or_else(|| "everywhere".to_owned(), |guild| format!("on server {guild}"));
    say(match (blocked, changed) {
        (true, true) => format!(
            "{user} is blocked {place}: they open and join no tables, leave lobbies as soon as the bot runs, and may finish the \
             matches that they play."
        ),
        (true, false) => format!("{user} is blocked {place} already: nothing was changed."),
        (false, true) => format!("{user} is no longer blocked {place}."),
        (false, false) => format!("{user} is not blocked {place}: nothing was changed."),
    });
    if !blocked && guild.is_some() && beside(&config).await?.blocked(None).await?.contains(&user) {
        say(format_args!("They are blocked everywhere: `upcard unblock {user}` lifts that."));
    }
    Ok(())
}

/// Changes what a server allows, and says what that is.
pub(super) async fn limit(config: Config, wanted: SetLimits) -> Result<(), Ending> {
    let guild = GuildId(wanted.server);
    let mut limits = beside(&config).await?.limits(guild).await?;
    let before = limits.clone();
    for game in wanted.forbid.iter().chain(wanted.allow.iter().filter(|game| *game != "all")) {
        catalog::game(game).map_err(Ending::not_offered)?;
    }
    if let Some(both) = wanted.forbid.iter().find(|game| wanted.allow.contains(game)) {
        return Err(Ending::setting(format!("{both} cannot be both forbidden and allowed: nothing was changed.")));
    }
    limits.forbidden.retain(|id| !wanted.allow.iter().any(|game| game == id || game == "all"));
    for game in wanted.forbid {
        if !limits.forbidden.contains(&game) {
            limits.forbidden.push(game);
        }
    }
    let count = |n: u32| NonZeroU32::new(n).map(NonZeroU32::get);
    limits.most = wanted.tables.map_or(limits.most, count);
    limits.idle = wanted.idle.map_or(limits.idle, count);
    let words = limits_in_words(&limits);
    let now = if limits == before { "" } else { " from now on" };
    if limits != before {
        decide(&config, Some(guild), Decision::Limit(limits, format!("set: {words}"))).await?;
    }
    say(format_args!("Server {guild}{now}: {words}."));
    Ok(())
}

/// Says what was done, the newest last.
pub(super) async fn log(config: Config, server: Option<u64>, most: u32) -> Result<(), Ending> {
    let done = beside(&config).await?.deeds(server.map(GuildId), most).await?;
    if done.is_empty() {
        say("Nothing was done.");
    }
    done.iter().rev().for_each(|done| say(line(done)));
    Ok(())
}

/// `2026-11-28 00:41 UTC  server 5: 7 blocked 9`
fn line(done: &Done) -> String {
    let at = OffsetDateTime::from_unix_timestamp(done.at.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let at = at.format(format_description!("[year]-[month]-[day] [hour]:[minute]")).unwrap_or_default();
    let place = done.guild.map_or_else(|| "everywhere".to_owned(), |guild| format!("server {guild}"));
    let person = |user: UserId| if user.is_nobody() { "somebody".to_owned() } else { user.to_string() };
    let who = done.who.map_or_else(|| "the owner".to_owned(), person);
    let whom = done.user.map_or_else(String::new, |user| format!(" {}", person(user)));
    format!("{at} UTC  {place}: {who} {}{whom}", done.what)
}

async fn decide(config: &Config, guild: Option<GuildId>, what: Decision) -> Result<bool, Ending> {
    // What is no database of this version is refused, or migrated, as everywhere.
    drop(beside(config).await?);
    Ok(Store::decide_beside(&config.database, Deed { at: now(), guild, who: None, what }).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn o05_the_owner_blocks_limits_and_reads_the_log_beside_a_running_bot() {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/upcard.db", dir.path().display());
        let config = || Config::read(|name| (name == "DATABASE_URL").then(|| url.clone())).unwrap();
        let _alone = Store::alone(&url).await.unwrap();
        let store = Store::open(&url).await.unwrap();
        let whom = |server| Whom { user: 9, server };
        for blocked in [true, true, false, true] {
            block(config(), whom(None), blocked).await.unwrap();
        }
        block(config(), whom(Some(5)), true).await.unwrap();
        assert_eq!(store.blocked(None).await.unwrap(), [UserId(9)]);
        assert_eq!(store.blocked(Some(GuildId(5))).await.unwrap(), [UserId(9)]);
        let set = |forbid: &[&str], allow: &[&str], tables, idle| {
            let all = |games: &[&str]| games.iter().map(|game| (*game).to_owned()).collect();
            SetLimits { server: 5, forbid: all(forbid), allow: all(allow), tables, idle }
        };
        let now = async || store.limits(GuildId(5)).await.unwrap();
        limit(config(), set(&["gin-rummy", "klaberjass"], &[], Some(3), Some(7))).await.unwrap();
        limit(config(), set(&[], &["gin-rummy"], None, Some(0))).await.unwrap();
        assert_eq!(
            (now().await.forbidden, now().await.most, now().await.idle),
            (vec!["klaberjass".to_owned()], Some(3), None)
        );
        limit(config(), set(&[], &["all"], Some(0), None)).await.unwrap();
        assert_eq!(now().await, crate::store::Limits::default());
        assert_eq!(limit(config(), set(&["whist"], &[], None, None)).await.unwrap_err().code, 2);
        let both = limit(config(), set(&["gin-rummy"], &["gin-rummy"], Some(3), None)).await.unwrap_err();
        assert!(both.code == 2 && both.words.contains("both"), "{}", both.words);
        assert_eq!(now().await, crate::store::Limits::default());
        let lines: Vec<String> =
            beside(&config()).await.unwrap().deeds(None, 100).await.unwrap().iter().map(line).collect();
        assert_eq!(lines.len(), 7, "what was so already is not noted: {lines:?}");
        assert!(lines[6].ends_with("everywhere: the owner blocked 9"), "{}", lines[6]);
        assert!(lines[3].ends_with("server 5: the owner blocked 9"), "{}", lines[3]);
        assert!(lines[0].contains("server 5: the owner set: every game, as many tables"), "{}", lines[0]);
        log(config(), Some(5), 50).await.unwrap();
        store.close().await;
    }
}
