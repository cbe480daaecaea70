//! Tables before the match: lobbies, challenges and invitations.

use std::fmt::Write;

use crate::engine::catalog::players;
use crate::engine::list;
use crate::tables::{Person, SeatInfo, Snapshot, Stage, UserId};

use super::super::press::TableAct;
use super::super::ui::{Button, Limit, Message, MessageBuilder, Style, plain};
use super::{about, accent, act, by_side, link, title, told};

/// The lobby of a table, or a challenge. Does it ping those who are invited, and whom did no message reach?
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn lobby(snapshot: &Snapshot, pings: bool, unreached: &[UserId]) -> Result<Message, Limit> {
    let draft = about(snapshot, &format!("table {}", snapshot.table))
        .text(seats(snapshot))
        .text_cut(happened(snapshot))
        .text_cut(rules(snapshot))
        .text(missed(snapshot, unreached))
        .text(answer(snapshot));
    let pinged = snapshot.invited.iter().filter(|_| pings);
    let draft = pinged.fold(draft, |draft, person| draft.mention(person.id.0));
    let buttons = if snapshot.challenge {
        [
            act(snapshot, TableAct::Accept, "Accept", Style::Success),
            act(snapshot, TableAct::Decline, "Decline", Style::Secondary),
            act(snapshot, TableAct::Rules, "Rules", Style::Secondary),
            act(snapshot, TableAct::More, "⋯", Style::Secondary),
        ]
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?
    } else {
        vec![
            join(snapshot)?,
            act(snapshot, TableAct::Leave, "Leave", Style::Secondary)?,
            act(snapshot, TableAct::Options, "Options", Style::Secondary)?,
            act(snapshot, TableAct::Rules, "Rules", Style::Secondary)?,
            start(snapshot)?,
        ]
    };
    draft.buttons(buttons).build()
}

/// Nobody is invited to press what would only refuse them.
fn join(snapshot: &Snapshot) -> Result<Button, Limit> {
    if snapshot.people().count() < snapshot.seats.len() {
        return act(snapshot, TableAct::Join, "Join", Style::Success);
    }
    Ok(act(snapshot, TableAct::Join, "Full", Style::Secondary)?.greyed())
}

fn start(snapshot: &Snapshot) -> Result<Button, Limit> {
    match next_count(snapshot) - snapshot.people().count() {
        0 => act(snapshot, TableAct::Start, "Start", Style::Primary),
        missing => {
            Ok(act(snapshot, TableAct::Start, &format!("Start ({missing} more needed)"), Style::Secondary)?.greyed())
        }
    }
}

/// With how many the match can start next, those who are there included.
fn next_count(snapshot: &Snapshot) -> usize {
    let taken = snapshot.people().count();
    snapshot.counts.iter().map(|count| usize::from(*count)).find(|count| *count >= taken).unwrap_or(taken)
}

fn host(snapshot: &Snapshot) -> &str {
    snapshot.name_of(snapshot.host).unwrap_or("Somebody")
}

fn seats(snapshot: &Snapshot) -> String {
    let asked: Vec<String> = snapshot.invited.iter().map(|p| format!("<@{}>", p.id)).collect();
    let asked = list(&asked);
    if snapshot.challenge {
        return challenge(snapshot, &asked);
    }
    let mut text = opened(snapshot);
    let taken = snapshot.people().count();
    let shown = next_count(snapshot).max((taken + 1).min(snapshot.seats.len()));
    for (n, seat) in snapshot.seats.iter().enumerate().take(shown) {
        let name = seat.person.as_ref().map_or("–", |_| seat.name.as_str());
        let _ = write!(text, "\n`{}` {name}", n + 1);
    }
    text.push_str(&partners(snapshot));
    if !asked.is_empty() {
        let _ = match (snapshot.private, snapshot.invited.len()) {
            (true, _) => write!(text, "\nInvited: {asked}"),
            (false, 1) => write!(text, "\nA seat is kept for {asked}: **Join** takes it, **Leave** gives it up."),
            (false, _) => write!(text, "\nSeats are kept for {asked}: **Join** takes one, **Leave** gives it up."),
        };
    }
    text
}

/// Seats are not to be chosen at a challenge: who has accepted is all there is to say.
fn challenge(snapshot: &Snapshot, asked: &str) -> String {
    let host = host(snapshot);
    if snapshot.rematch_of.is_none() {
        return format!("**{host}** challenges {asked}.");
    }
    let mut text = format!("**{host}** asks for a rematch. Waiting for {asked}.");
    let others = snapshot.people().filter(|person| person.id != snapshot.host);
    let accepted: Vec<&str> = others.filter_map(|person| snapshot.name_of(person.id)).collect();
    if !accepted.is_empty() {
        let _ = write!(text, "\nAccepted: {}.", list(&accepted));
    }
    if snapshot.seats.len() > 2 {
        text.push_str("\n-# Each has the seat they had, where all accept.");
    }
    text
}

/// Who will play together, so that friends know which seats to take; nothing where all play alone.
fn partners(snapshot: &Snapshot) -> String {
    teams(playing(snapshot)).map_or_else(String::new, |teams| format!("\nTeams: {teams}."))
}

/// The seats with which the match can start next.
pub(super) fn playing(snapshot: &Snapshot) -> &[SeatInfo] {
    &snapshot.seats[..next_count(snapshot).min(snapshot.seats.len())]
}

/// `Ada and Cyd against Ben and seat 4`; `None` where all play alone.
pub(super) fn teams(playing: &[SeatInfo]) -> Option<String> {
    let teams = by_side(playing);
    if teams.len() == playing.len() {
        return None;
    }
    let name = |seat: &&SeatInfo| match &seat.person {
        Some(_) => seat.name.clone(),
        None => format!("seat {}", seat.seat.number() + 1),
    };
    let teams: Vec<String> = teams.iter().map(|team| list(&team.iter().map(name).collect::<Vec<_>>())).collect();
    Some(teams.join(" against "))
}

/// What changed last; that it was opened is said already.
fn happened(snapshot: &Snapshot) -> String {
    if snapshot.rev > 1 { told(&snapshot.told) } else { String::new() }
}

/// Somebody has to tell those whom the invitation did not reach.
fn missed(snapshot: &Snapshot, unreached: &[UserId]) -> String {
    let missed = snapshot.invited.iter().filter(|person| unreached.contains(&person.id));
    let names: Vec<&str> = missed.map(Person::name).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("-# No messages reach {}, who can answer here.", list(&names))
    }
}

/// Whose the buttons of a challenge are: everybody sees them.
fn answer(snapshot: &Snapshot) -> String {
    if !snapshot.challenge || snapshot.invited.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = snapshot.invited.iter().map(Person::name).collect();
    format!("{}: **Accept** or **Decline**?", list(&names))
}

fn opened(snapshot: &Snapshot) -> String {
    let wanted = players(snapshot.counts.iter().copied());
    let taken = snapshot.people().count();
    let seats = if taken == 1 { "seat" } else { "seats" };
    let private =
        if snapshot.private { " Only those invited may join; the host invites under **Options**." } else { "" };
    // Who asked for it may have gone.
    let rematch = if snapshot.rematch_of.is_some() { "A rematch. " } else { "" };
    format!("{rematch}**{}** hosts this table, for {wanted}. {taken} {seats} taken.{private}", host(snapshot))
}

/// The house rules, small.
fn rules(snapshot: &Snapshot) -> String {
    let rules = if snapshot.house_rules.is_empty() { "All house rules as usual." } else { &snapshot.house_rules };
    format!("-# {}", plain(rules))
}

/// An invitation, in the direct messages of the one invited.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn invitation(snapshot: &Snapshot, user: UserId) -> Result<Message, Limit> {
    let draft = about(snapshot, &format!("{} · table {}", link(snapshot), snapshot.table));
    let waiting = snapshot.stage == Stage::Lobby && snapshot.invited.iter().any(|p| p.id == user);
    if !waiting {
        return draft.text_cut(answered(snapshot, user)).build();
    }
    let asks = match (snapshot.challenge, snapshot.rematch_of) {
        (true, Some(_)) => "asks for a rematch",
        (false, Some(_)) => "has a seat for you in a rematch",
        (true, None) => "challenges you",
        (false, None) => "invites you to a table",
    };
    let buttons = [
        act(snapshot, TableAct::Accept, "Accept", Style::Success)?,
        act(snapshot, TableAct::Decline, "Decline", Style::Secondary)?,
        act(snapshot, TableAct::Rules, "Rules", Style::Secondary)?,
    ];
    let asks = format!("**{}** {asks}.", host(snapshot));
    draft.text(asks).text_cut(rules(snapshot)).buttons(buttons).build()
}

/// That nobody takes a challenge up, for the one who made it; `None` where that is not what just happened.
pub fn declined(snapshot: &Snapshot) -> Option<Message> {
    // Once all have sat down the match began: it was closed, and nobody said no.
    let waits = snapshot.seats.iter().any(|seat| seat.person.is_none());
    let refused = snapshot.challenge && snapshot.stage == Stage::Closed && snapshot.invited.is_empty();
    if !refused || !waits || snapshot.told.is_empty() {
        return None;
    }
    let what = if snapshot.rematch_of.is_some() { "rematch" } else { "challenge" };
    let off = format!("Your {what} at {} in {} is off.", title(snapshot), link(snapshot));
    MessageBuilder::new().accent(accent(snapshot.game)).text_cut(told(&snapshot.told)).text(off).build().ok()
}

/// How a table came to be closed, or at least that it is.
pub(super) fn how_closed(snapshot: &Snapshot) -> String {
    if snapshot.told.is_empty() { "That table is closed.".to_owned() } else { told(&snapshot.told) }
}

fn answered(snapshot: &Snapshot, user: UserId) -> String {
    match (snapshot.stage, snapshot.seat_of(user)) {
        (Stage::Closed, _) => how_closed(snapshot),
        (_, Some(_)) => "You have taken a seat.".to_owned(),
        (Stage::Lobby, None) => "You have no seat there.".to_owned(),
        (Stage::Playing | Stage::Over, None) => "The match began without you.".to_owned(),
    }
}
