//! Tables before the match: lobbies, challenges and invitations.

use crate::discord::SPOKEN;
use std::fmt::Write;

use crate::tables::{ForcedMoves, NextHand, SeatInfo, Snapshot, Stage, UserId};
use engine::english::list;
use engine::english::players;
use engine::{Level, capital, isolated};

use super::super::press::{Press, TableAct};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Select, SelectLine, Style, plain};
use super::clock;
use super::happened::{news, told};
use super::hint::unusual;
use super::options::{follows, when};
use super::proof::posted;
use super::{about, accent, act, by_side, link, title};

const _: fn(engine::Language) = |engine::Language::English| ();

/// The lobby of a table, or a challenge. `pings`: whether it pings those invited; `unreached`: those whom no
/// message reached.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn lobby(snapshot: &Snapshot, pings: bool, unreached: &[UserId]) -> Result<Message, Limit> {
    let draft = about(snapshot, &format!("table {}", snapshot.table))
        .text(seats(snapshot))
        .text_cut(happened(snapshot))
        .text_cut(rules(snapshot))
        .text(missed(snapshot, unreached))
        .text(answer(snapshot))
        .text(posted(snapshot));
    let pinged = snapshot.seating.invited.iter().filter(|_| pings);
    let draft = pinged.fold(draft, |draft, person| draft.mention(person.id.0));
    let buttons = if snapshot.terms.challenge {
        let mut buttons = answers(snapshot)?.to_vec();
        buttons.push(act(snapshot, TableAct::More, "More…", Style::Secondary)?);
        buttons
    } else {
        vec![
            join(snapshot)?,
            act(snapshot, TableAct::Leave, "Leave", Style::Secondary)?,
            act(snapshot, TableAct::Options, "Options", Style::Secondary)?,
            act(snapshot, TableAct::Rules, "Rules", Style::Secondary)?,
            start(snapshot)?,
            act(snapshot, TableAct::Word, "My word", Style::Secondary)?,
        ]
    };
    let draft = draft.buttons(buttons);
    match add_house(snapshot)? {
        Some(list) => draft.select(list).build(),
        None => draft.build(),
    }
}

/// The list by which the host gives the house a free seat.
fn add_house(snapshot: &Snapshot) -> Result<Option<Select>, Limit> {
    if snapshot.terms.challenge || snapshot.taken() >= snapshot.seating.seats.len() {
        return Ok(None);
    }
    let line = |level| SelectLine::new(&capital(level_words(level).0), level_words(level).1, level.id());
    let lines = Level::ALL.into_iter().map(line).collect::<Result<_, _>>()?;
    Select::new(Press::Table(snapshot.table, TableAct::House).name()?, "Add the house…", lines).map(Some)
}

/// A level, and what it means.
const fn level_words(level: Level) -> (&'static str, &'static str) {
    match level {
        Level::Easy => ("easy", "plays like somebody who has just learnt the game"),
        Level::Medium => ("medium", "knows what it is doing"),
        Level::Hard => ("hard", "thinks about what you may hold"),
    }
}

/// The buttons for those invited.
fn answers(snapshot: &Snapshot) -> Result<[Button; 3], Limit> {
    Ok([
        act(snapshot, TableAct::Accept, "Accept", Style::Success)?,
        act(snapshot, TableAct::Decline, "Decline", Style::Secondary)?,
        act(snapshot, TableAct::Rules, "Rules", Style::Secondary)?,
    ])
}

/// The button to join; disabled if the table is full, so that nobody is invited to press it just to be refused.
fn join(snapshot: &Snapshot) -> Result<Button, Limit> {
    if snapshot.taken() < snapshot.seating.seats.len() || snapshot.has_house() {
        return act(snapshot, TableAct::Join, "Join", Style::Success);
    }
    Ok(act(snapshot, TableAct::Join, "Full", Style::Secondary)?.greyed())
}

fn start(snapshot: &Snapshot) -> Result<Button, Limit> {
    match next_count(snapshot) - snapshot.taken() {
        0 => act(snapshot, TableAct::Start, "Start", Style::Primary),
        missing => {
            Ok(act(snapshot, TableAct::Start, &format!("Start ({missing} more needed)"), Style::Secondary)?.greyed())
        }
    }
}

/// The number of players with which the match can start next, those already there included.
fn next_count(snapshot: &Snapshot) -> usize {
    let taken = snapshot.taken();
    snapshot.terms.counts.iter().map(|count| usize::from(*count)).find(|count| *count >= taken).unwrap_or(taken)
}

fn host(snapshot: &Snapshot) -> &str {
    snapshot.name_of(snapshot.seating.host).unwrap_or("Somebody")
}

fn seats(snapshot: &Snapshot) -> String {
    let asked: Vec<String> = snapshot.seating.invited.iter().map(|p| format!("<@{}>", p.id)).collect();
    let asked = list(&asked);
    if snapshot.terms.challenge {
        return challenge(snapshot, &asked);
    }
    let mut text = opened(snapshot);
    let taken = snapshot.taken();
    let shown = next_count(snapshot).max((taken + 1).min(snapshot.seating.seats.len()));
    for (n, seat) in snapshot.seating.seats.iter().enumerate().take(shown) {
        let name = seat.sitter.map_or("–", |_| seat.name.as_str());
        let _ = write!(text, "\n`{}` {name}", n + 1);
    }
    if snapshot.has_house() {
        text.push_str(
            "\n-# Matches with the house are not rated. Whoever joins a full table takes a seat of the house.",
        );
    }
    text.push_str(&partners(snapshot));
    if !asked.is_empty() {
        let _ = match (snapshot.terms.private, snapshot.seating.invited.len()) {
            (true, _) => write!(text, "\nInvited: {asked}"),
            (false, 1) => write!(text, "\nA seat is kept for {asked}: **Join** takes it, **Leave** gives it up."),
            (false, _) => write!(text, "\nSeats are kept for {asked}: **Join** takes one, **Leave** gives it up."),
        };
    }
    text
}

/// In a challenge nobody chooses a seat: all there is to say is who has accepted.
fn challenge(snapshot: &Snapshot, asked: &str) -> String {
    let host = host(snapshot);
    if snapshot.terms.rematch_of.is_none() {
        return format!("**{host}** challenges {asked}.");
    }
    let mut text = format!("**{host}** asks for a rematch. Waiting for {asked}.");
    let others = snapshot.people().filter(|person| person.id != snapshot.seating.host);
    let accepted: Vec<&str> = others.filter_map(|person| snapshot.name_of(person.id)).collect();
    if !accepted.is_empty() {
        let _ = write!(text, "\nAccepted: {}.", list(&accepted));
    }
    if snapshot.seating.seats.len() > 2 {
        text.push_str("\n-# Each has the seat they had, where all accept.");
    }
    text
}

/// Who will play together, so that friends know which seats to take; empty if everybody plays alone.
fn partners(snapshot: &Snapshot) -> String {
    teams(playing(snapshot)).map_or_else(String::new, |teams| format!("\nTeams: {teams}."))
}

/// The seats with which the match can start next.
pub(super) fn playing(snapshot: &Snapshot) -> &[SeatInfo] {
    &snapshot.seating.seats[..next_count(snapshot).min(snapshot.seating.seats.len())]
}

/// `Ada and Cyd against Ben and seat 4`; `None` if everybody plays alone.
pub(super) fn teams(playing: &[SeatInfo]) -> Option<String> {
    let teams = by_side(playing);
    if teams.len() == playing.len() {
        return None;
    }
    let name = |seat: &&SeatInfo| match seat.sitter {
        Some(_) => seat.name.clone(),
        None => format!("seat {}", seat.seat.number() + 1),
    };
    let teams: Vec<String> = teams.iter().map(|team| list(&team.iter().map(name).collect::<Vec<_>>())).collect();
    Some(teams.join(" against "))
}

/// What changed last; that the table was opened is already said.
fn happened(snapshot: &Snapshot) -> String {
    if snapshot.rev > 1 { told(&news(snapshot)) } else { String::new() }
}

/// Names those whom the invitation did not reach, so that somebody tells them.
fn missed(snapshot: &Snapshot, unreached: &[UserId]) -> String {
    let missed = snapshot.seating.invited.iter().filter(|person| unreached.contains(&person.id));
    let names: Vec<String> = missed.map(|person| isolated(person.name())).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("-# No messages reach {}, who can answer here.", list(&names))
    }
}

/// Says whom the buttons of a challenge are for, because everybody sees them.
fn answer(snapshot: &Snapshot) -> String {
    if !snapshot.terms.challenge || snapshot.seating.invited.is_empty() {
        return String::new();
    }
    let names: Vec<String> = snapshot.seating.invited.iter().map(|person| isolated(person.name())).collect();
    format!("{}: **Accept** or **Decline**?", list(&names))
}

fn opened(snapshot: &Snapshot) -> String {
    let wanted = players(snapshot.terms.counts.iter().copied());
    let taken = snapshot.taken();
    let seats = if taken == 1 { "seat" } else { "seats" };
    let private =
        if snapshot.terms.private { " Only those invited may join; the host invites under **Options**." } else { "" };
    // The person who asked for the rematch may have left.
    let rematch = if snapshot.terms.rematch_of.is_some() { "A rematch. " } else { "" };
    format!("{rematch}**{}** hosts this table, for {wanted}. {taken} {seats} taken.{private}", host(snapshot))
}

/// The house rules, in small print.
fn rules(snapshot: &Snapshot) -> String {
    let rules = snapshot.terms.house_rules(SPOKEN);
    let rules = if rules.is_empty() { "All house rules as usual." } else { &rules };
    let forced = match snapshot.terms.forced {
        ForcedMoves::Seen => String::new(),
        forced => format!("Forced moves {}.", when(forced)),
    };
    let next = match snapshot.terms.next_hand {
        NextHand::Waits => String::new(),
        next @ NextHand::AtOnce => format!("The next hand {}.", follows(next)),
    };
    let clock = clock::unusual(snapshot.terms.clock, snapshot.terms.absent);
    let all = [format!("-# {}", plain(rules)), unusual(snapshot.terms.hints), clock, forced, next];
    all.into_iter().filter(|one| !one.is_empty()).collect::<Vec<_>>().join(" ")
}

/// An invitation, in the direct messages of the person invited.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn invitation(snapshot: &Snapshot, user: UserId) -> Result<Message, Limit> {
    let draft = about(snapshot, &format!("{} · table {}", link(snapshot), snapshot.table));
    let waiting = snapshot.stage == Stage::Lobby && snapshot.seating.invited.iter().any(|p| p.id == user);
    if !waiting {
        return draft.text_cut(answered(snapshot, user)).build();
    }
    let asks = match (snapshot.terms.challenge, snapshot.terms.rematch_of) {
        (true, Some(_)) => "asks for a rematch",
        (false, Some(_)) => "has a seat for you in a rematch",
        (true, None) => "challenges you",
        (false, None) => "invites you to a table",
    };
    let asks = format!("**{}** {asks}.", host(snapshot));
    draft.text(asks).text_cut(rules(snapshot)).buttons(answers(snapshot)?).build()
}

/// Tells a challenger that nobody takes up the challenge; `None` if that is not what just happened.
pub fn declined(snapshot: &Snapshot) -> Option<Result<Message, Limit>> {
    // If everyone had sat down, the match had begun: then the table was closed, and nobody declined.
    let waits = snapshot.seating.seats.iter().any(|seat| seat.sitter.is_none());
    let refused = snapshot.terms.challenge && snapshot.stage == Stage::Closed && snapshot.seating.invited.is_empty();
    if !refused || !waits || snapshot.news.is_empty() {
        return None;
    }
    let what = if snapshot.terms.rematch_of.is_some() { "rematch" } else { "challenge" };
    let off = format!("Your {what} at {} in {} is off.", title(snapshot), link(snapshot));
    Some(
        MessageBuilder::new()
            .accent(accent(snapshot.terms.game.id()))
            .text_cut(told(&news(snapshot)))
            .text(off)
            .build(),
    )
}

/// Why a table was closed, or at least that it is.
pub(super) fn how_closed(snapshot: &Snapshot) -> String {
    if snapshot.news.is_empty() { "That table is closed.".to_owned() } else { told(&news(snapshot)) }
}

fn answered(snapshot: &Snapshot, user: UserId) -> String {
    match (snapshot.stage, snapshot.seat_of(user)) {
        (Stage::Closed, _) => how_closed(snapshot),
        (_, Some(_)) => "You have taken a seat.".to_owned(),
        (Stage::Lobby, None) => "You have no seat there: you declined, or the host sent you away.".to_owned(),
        (Stage::Playing | Stage::Over, None) => "The match began without you.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::Value;

    use super::*;
    use crate::discord::ui::Audience;
    use crate::store::{ChannelId, Place, Store};
    use crate::tables::{LobbyAct, NewTable, Person, Request, Room};

    fn person(n: u64) -> Person {
        Person::new(UserId(n), ["Ada", "Ben", "Cyd"][n as usize - 1])
    }

    /// A private table of Ada's, to which Ben is invited; then what happens at it.
    async fn invited(then: &[(u64, LobbyAct)]) -> Arc<Snapshot> {
        let (_dir, store) = Store::temporary().await;
        let room = Room::open(store).await.unwrap();
        let new = NewTable {
            private: true,
            ..NewTable::new("gin-rummy", Place { channel: ChannelId(1), guild: None }, person(1))
        };
        let table = room.create(new).await.unwrap().snapshot.table;
        for (who, act) in [(1, LobbyAct::Invite(person(2)))].iter().chain(then) {
            room.ask(&table, Request::new(person(*who), act.clone())).await.unwrap();
        }
        let snapshot = room.look(&table).await.unwrap();
        room.shutdown().await;
        snapshot
    }

    #[tokio::test]
    async fn those_invited_are_pinged_when_they_are_and_not_with_every_change() {
        let snapshot = invited(&[]).await;
        let pinged = |pings| {
            let message = lobby(&snapshot, pings, &[]).unwrap().reply(Audience::Everybody);
            assert!(message.to_string().contains("Invited: <@2>"), "{message}");
            message["allowed_mentions"]["users"].as_array().map_or(0, Vec::len)
        };
        assert_eq!([true, false].map(pinged), [1, 0]);
    }

    #[tokio::test]
    async fn an_invitation_can_be_answered_for_as_long_as_there_is_a_lobby() {
        let invitation = async |then: &[(u64, LobbyAct)]| -> Value {
            invitation(&*invited(then).await, UserId(2)).unwrap().reply(Audience::Everybody)
        };
        let answers = |message: &Value| ["Accept", "Decline"].map(|label| message.to_string().contains(label));
        assert_eq!(answers(&invitation(&[]).await), [true; 2]);
        let begun = [(1, LobbyAct::Invite(person(3))), (3, LobbyAct::Accept), (1, LobbyAct::Start)];
        for (then, says) in [
            (&[(1, LobbyAct::End)][..], "Ada closed the table."),
            (&begun[..], "The match began without you."),
            (&[(1, LobbyAct::Kick(UserId(2).into()))][..], "the host sent you away."),
        ] {
            let message = invitation(then).await;
            assert!(answers(&message) == [false; 2] && message.to_string().contains(says), "{message}");
            assert_eq!(message["allowed_mentions"]["users"].as_array().map_or(0, Vec::len), 0);
        }
    }
}
