//! Short messages: refusals, questions, notices.

use crate::discord::SPOKEN;
use std::fmt::Write;

use crate::tables::{
    Act, ChannelId, HandText, LobbyAct, MatchAct, MessageId, More, RefusedMove, Rejection, SeatInfo, Snapshot, Stage,
    TableId, UserId,
};
use engine::english::{either, list};
use engine::{Moment, figure, isolated, rules};

use super::super::press::{Press, TableAct};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Style, plain};
use super::board::has_hands;
use super::clock;
use super::happened::{ending, in_full, news, told};
use super::{accent, act, asks, by_side, link, message_address, message_link, narrow, title, why_not};

const _: fn(engine::Language) = |engine::Language::English| ();

/// A short message in our own words (Markdown).
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn note(words: &str) -> Result<Message, Limit> {
    MessageBuilder::new().text_cut(words).build()
}

/// Explains a refusal: the rule, a way to read it, and what may be done instead. For one person, who `typed` it.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn refusal(rejection: &Rejection, typed: Option<&str>) -> Result<Message, Limit> {
    let mut words = why_not(rejection);
    if let Some(typed) = typed {
        let _ = write!(words, " You typed: `{typed}`");
    }
    match rejection {
        Rejection::Refused(refused) => refused_move(refused, &words),
        Rejection::TooLate(_) => note(&plain(&words)),
        // Our own sentences hold commands in code marks, which stay; whatever a person or a game said is escaped where it
        // comes in.
        _ => note(&words),
    }
}

fn refused_move(refused: &RefusedMove, words: &str) -> Result<Message, Limit> {
    let mut draft = MessageBuilder::new().text_cut(plain(words));
    let mut buttons = Vec::new();
    if let Some(anchor) = refused.refusal.rule {
        let game = refused.now.terms.game;
        let section = rules::find(game.rules(), anchor);
        let (number, title) = section.map_or(("", anchor), |section| (section.number, section.title));
        let place = format!("{} {number}", game.id());
        draft = draft.accent(accent(game.id())).text(format!("-# Rule: {} ({}).", plain(title), place.trim()));
        buttons.push(Button::new(
            "Rules",
            Press::Rules(game.id().to_owned(), anchor.to_owned()).name()?,
            Style::Secondary,
        ));
    }
    let may: Vec<String> = refused.nearest().map(|m| format!("`{}`", m.replace('`', "'"))).collect();
    if !may.is_empty() {
        let may = match refused.more {
            More::None => may.join(", "),
            More::Listed(more) => format!("{}, and {more} more that `/move` lists", may.join(", ")),
            More::Others => format!("{} and more", may.join(", ")),
            More::Answers => format!("write an answer, or {}", either(&may)),
        };
        draft = draft.text_cut(format!("You may: {may}."));
    }
    draft.buttons(buttons).build()
}

/// Says to whoever opened a table that the bot can only answer in this channel.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn cannot_write() -> Result<Message, Limit> {
    note(
        "I may not write in this channel by myself: I need **View Channel** and **Send Messages** here (in threads **Send \
         Messages in Threads**). Without them the board changes only when somebody presses its buttons, and nobody is \
         told that it is their turn.",
    )
}

/// Asks for confirmation of something that cannot be undone.
fn sure(table: TableId, question: &str, yes: &str, press: &Press) -> Result<Message, Limit> {
    sure_or(table, question, None, yes, press)
}

/// The same with `another` way, which stands first.
fn sure_or(
    table: TableId,
    question: &str,
    another: Option<Button>,
    yes: &str,
    press: &Press,
) -> Result<Message, Limit> {
    let yes = Button::new(yes, press.name()?, Style::Danger);
    let no = Button::new("No", Press::Table(table, TableAct::Show).name()?, Style::Secondary);
    MessageBuilder::new().text(question).buttons(another.into_iter().chain([yes, no])).build()
}

/// Asks before somebody gives up a match they are in.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn sure_resign(snapshot: &Snapshot, user: UserId) -> Result<Message, Limit> {
    let table = snapshot.table;
    let mut question = format!("Give this match up? {}", price_of_resigning(snapshot, user));
    let may_leave = snapshot.seat_of(user).is_some_and(|seat| snapshot.seating.may_be_left.contains(seat.seat));
    let leave = may_leave.then(|| act(snapshot, TableAct::LeaveYes, "Let the house play on", Style::Primary));
    if may_leave {
        question.push_str(
            "\nOr leave your seat to the medium house, which plays on for you: then you are placed behind those who stay, unless you come back.",
        );
    }
    sure_or(table, &question, leave.transpose()?, "Resign", &Press::Table(table, TableAct::ResignYes))
}

fn is_there(seat: &SeatInfo) -> bool {
    !seat.is_given_up() && seat.sitter.is_some_and(|who| who.person().is_some())
}

/// What it costs: a side plays on as long as one of its people does, and a match as long as two sides do.
fn price_of_resigning(snapshot: &Snapshot, user: UserId) -> String {
    let mut playing = snapshot.seating.seats.clone();
    playing.retain(|seat| !seat.resigned && seat.sitter.is_some_and(|who| who != user));
    let sides = by_side(&playing);
    let mine = snapshot.seat_of(user).map(|seat| seat.side);
    match sides.as_slice() {
        // The house does not play alone.
        _ if playing.iter().any(|seat| seat.left_to.is_some()) && !playing.iter().any(is_there) => {
            "It ends, because nobody else is there.".to_owned()
        }
        _ if playing.iter().any(|seat| Some(seat.side) == mine) => {
            "Your side plays on, and your turns are played for you, without skill. In ratings you stand behind those who stay."
                .to_owned()
        }
        [winners] => {
            // Those who have resigned still win with their side.
            let side = snapshot.seating.seats.iter().filter(|seat| seat.side == winners[0].side);
            let names: Vec<&str> = side.map(|seat| seat.name.as_str()).collect();
            format!("It ends, and {} {}.", list(&names), if names.len() == 1 { "wins" } else { "win" })
        }
        _ => "The others play on, and you are placed behind them.".to_owned(),
    }
}

/// Asks before a hand is voided.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn sure_void(table: TableId, deal: u32) -> Result<Message, Limit> {
    let question = "Void this hand, as misdealt? It is dealt anew, and the match will not be rated.";
    sure(table, question, "Void the hand", &Press::Void(table, deal))
}

/// Asks before a table is closed, or before the others are asked.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn sure_end(snapshot: &Snapshot, user: UserId, now: i64) -> Result<Message, Limit> {
    let table = snapshot.table;
    let others = snapshot.asked_to_end(user, now);
    if others.is_empty() {
        let question = "Close this table? A match that is not over leaves no result.";
        return sure(table, question, "Close the table", &Press::Table(table, TableAct::EndYes));
    }
    let question = format!(
        "End this match without a result? That takes the word of {}. Without their word, leaving counts as resigning.",
        plain(&list(&others))
    );
    let buttons = [
        act(snapshot, TableAct::EndYes, "Ask the others", Style::Primary)?,
        act(snapshot, TableAct::Resign, "Resign", Style::Danger)?,
        act(snapshot, TableAct::Show, "Back", Style::Secondary)?,
    ];
    MessageBuilder::new().text(question).buttons(buttons).build()
}

/// What an act at a table means for the person who did it. What the channel tells everybody is not repeated.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn done(snapshot: &Snapshot, user: UserId, act: &Act, delivery: Delivery) -> Result<Message, Limit> {
    let words = match act {
        Act::Lobby(LobbyAct::Join | LobbyAct::Accept | LobbyAct::Start) | Act::Rematch
            if snapshot.stage == Stage::Playing =>
        {
            begun(snapshot, user, delivery)
        }
        Act::Lobby(LobbyAct::Join | LobbyAct::Accept) => seat_taken(snapshot, user),
        Act::Rematch => format!("The rematch begins once {} accepted.", asked(snapshot)),
        Act::Lobby(LobbyAct::Leave) if snapshot.stage == Stage::Closed => {
            "You have left, and the table is closed.".to_owned()
        }
        Act::Lobby(LobbyAct::Leave) => "Your seat is free again.".to_owned(),
        Act::Match(MatchAct::Leave) => "You have left the match, and the house plays on for you.".to_owned(),
        Act::Match(MatchAct::Next(_)) => "The next hand begins.".to_owned(),
        Act::Match(MatchAct::Return) => "You are back, and the seat is yours.".to_owned(),
        Act::Match(MatchAct::Resign) => "You have given the match up.".to_owned(),
        Act::Lobby(LobbyAct::End) if snapshot.stage == Stage::Playing => {
            "The others are asked. Until all have agreed, the match goes on.".to_owned()
        }
        Act::Lobby(LobbyAct::End) if snapshot.play.moves() > 0 => "Closed: this match leaves no result.".to_owned(),
        Act::Lobby(LobbyAct::End) => "Closed.".to_owned(),
        _ => return happened(snapshot),
    };
    note(&words)
}

/// How a person gets to see a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// By direct message.
    Direct,
    /// By a button on the board.
    Button,
}

/// Says that the match has begun, and where this person plays it.
fn begun(snapshot: &Snapshot, user: UserId, delivery: Delivery) -> String {
    let play = match snapshot.hand_of(user) {
        None => return "The match has begun.".to_owned(),
        Some(hand) if !hand.has_cards() => "you play on the board.",
        Some(_) if delivery == Delivery::Direct => "your hand comes by direct message.",
        Some(_) => "**My hand** on the board shows your cards.",
    };
    format!("The match has begun: {play}")
}

fn seat_taken(snapshot: &Snapshot, user: UserId) -> String {
    if snapshot.terms.challenge && !snapshot.seating.invited.is_empty() {
        return format!("You are in. The match begins once {} accepted.", asked(snapshot));
    }
    let seat = snapshot.seat_of(user).map(|seat| format!("Seat {} is yours.", seat.seat.number() + 1));
    seat.unwrap_or_else(|| "You are in.".to_owned())
}

/// "Ben has", "Ben and Cyd have": those whose answer is still missing.
fn asked(snapshot: &Snapshot) -> String {
    let names: Vec<String> = snapshot.seating.invited.iter().map(|person| isolated(person.name())).collect();
    match names.as_slice() {
        [] => "everybody has".to_owned(),
        [one] => format!("{one} has"),
        all => format!("{} have", list(all)),
    }
}

/// Tells the person who caused it what just happened at a table.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn happened(snapshot: &Snapshot) -> Result<Message, Limit> {
    let told = told(&news(snapshot));
    let words = if told.is_empty() { "Done.".to_owned() } else { told };
    MessageBuilder::new()
        .accent(accent(snapshot.terms.game.id()))
        .text_cut(words)
        .text(format!("-# Table {}", snapshot.table))
        .build()
}

/// Answers a typed move: first what came of it, then the move as it was read, for the mover alone; then the cards of a mover
/// who goes on, a new hand named as new.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn played(snapshot: &Snapshot, hand: Option<&HandText>, said: &str, here: ChannelId) -> Result<Message, Limit> {
    let own = hand.map_or(&[][..], |hand| &hand.told);
    let ended = snapshot.news.results.iter().map(|ended| ending(snapshot, ended)).collect();
    let came = told(&[ended, news(snapshot), in_full(snapshot, own)].concat());
    // A move typed elsewhere goes to the one table at which the person plays, which should be no surprise.
    let at = if snapshot.place.channel == here { String::new() } else { format!(" in {}", link(snapshot)) };
    let small = if came.is_empty() { "" } else { "-# " };
    let words = format!("{small}Played{at}: {}", plain(said));
    let dealt = snapshot.news.facts.iter().any(|fact| fact.moment == Moment::Deal);
    let goes_on = hand.filter(|hand| hand.has_cards() && (dealt || !hand.controls.is_empty()));
    let cards = goes_on.map_or_else(String::new, |hand| narrow(&hand.seen.text));
    let whose = if goes_on.is_some() && dealt { "**Your new hand**" } else { "" };
    MessageBuilder::new()
        .accent(accent(snapshot.terms.game.id()))
        .text_cut(came)
        .text_cut(words)
        .text(whose)
        .code(&cards)
        .build()
}

/// What cards and places are worth in this match, which no board repeats.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn what_counts(snapshot: &Snapshot) -> Result<Message, Limit> {
    let words = snapshot.terms.what_counts();
    let lines: Vec<String> = words.lines().map(|line| format!("- {}", plain(line))).collect();
    MessageBuilder::new()
        .accent(accent(snapshot.terms.game.id()))
        .text(format!("**{}: what counts**", title(snapshot)))
        .text_cut(lines.join("\n"))
        .build()
}

/// What is being played, by whom and by which rules, with the way to the options for the person who may change
/// them.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn summary(snapshot: &Snapshot, user: UserId) -> Result<Message, Limit> {
    let stage = match snapshot.stage {
        Stage::Lobby => "waiting for players".to_owned(),
        Stage::Playing if snapshot.play.moves() == 1 => "1 move".to_owned(),
        Stage::Playing => format!("{} moves", snapshot.play.moves()),
        Stage::Over => "over".to_owned(),
        Stage::Closed => "closed".to_owned(),
    };
    let mut people = String::new();
    for seat in &snapshot.seating.seats {
        let host = if seat.sitter.is_some_and(|who| who == snapshot.seating.host) { " (host)" } else { "" };
        let name = if seat.name.is_empty() { "–" } else { &seat.name };
        let score =
            if snapshot.stage == Stage::Lobby { String::new() } else { format!("  **{}**", figure(seat.score)) };
        let _ = writeln!(people, "`{}` {name}{host}{score}", seat.seat.number() + 1);
    }
    let changes = snapshot.stage == Stage::Lobby && snapshot.seating.host == user && !snapshot.terms.challenge;
    let options = changes.then(|| act(snapshot, TableAct::Options, "Options", Style::Secondary)).transpose()?;
    MessageBuilder::new()
        .accent(accent(snapshot.terms.game.id()))
        .text(format!("### {}\n-# table {} · {stage} · {}", title(snapshot), snapshot.table, link(snapshot)))
        .text_cut(people.trim_end())
        .text_cut(plain(&snapshot.terms.house_rules(SPOKEN)))
        .text_cut(plain(&asks(snapshot)))
        .buttons(options)
        .build()
}

/// Everything else that this person may do at a table at `now`; `ends`: including closing it.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn more(snapshot: &Snapshot, user: UserId, ends: bool, now: i64) -> Result<Message, Limit> {
    let seated = snapshot.seat_of(user).is_some_and(|seat| !seat.is_given_up());
    let host = snapshot.seating.host == user;
    let playing = snapshot.stage == Stage::Playing;
    let alone = snapshot.asked_to_end(user, now).is_empty();
    let waited_for = snapshot.seat_of(user).map(|own| snapshot.seating.presence.quiet(now).without(own.seat));
    let waited_for = waited_for.unwrap_or_default();
    let ending = if alone { "Close the table" } else { "End without a result" };
    let all = [
        (seated && playing && has_hands(snapshot), TableAct::Hand, "My hand", Style::Secondary),
        (true, TableAct::Rules, "Rules", Style::Secondary),
        (playing, TableAct::WhatCounts, "What counts?", Style::Secondary),
        (seated && snapshot.stage == Stage::Lobby, TableAct::Word, "My word", Style::Secondary),
        (seated && !waited_for.is_empty(), TableAct::Nudge, "Nudge", Style::Secondary),
        (seated && playing, TableAct::Resign, "Resign", Style::Danger),
        (host && snapshot.voidable().is_some(), TableAct::Void, "Void the hand", Style::Danger),
        (ends, TableAct::End, ending, Style::Danger),
    ];
    let buttons = all
        .into_iter()
        .filter(|(may, ..)| *may)
        .map(|(_, what, label, style)| act(snapshot, what, label, style))
        .collect::<Result<Vec<_>, _>>()?;
    let house = snapshot.terms.house_rules(SPOKEN);
    let house = if house.is_empty() { house } else { format!("-# {}", plain(&house)) };
    MessageBuilder::new()
        .accent(accent(snapshot.terms.game.id()))
        .text(format!("**{}** · table {}", title(snapshot), snapshot.table))
        .text_cut(house)
        .buttons(buttons)
        .build()
}

/// What the board asks of this person only, such as `draw`.
#[must_use]
pub fn asked_now(snapshot: &Snapshot, user: UserId) -> Option<&str> {
    snapshot.play.board().prompt.asked_of(snapshot.seat_of(user)?.seat)
}

/// Where somebody's buttons are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveAt {
    /// On the board.
    Board(ChannelId, MessageId),
    /// Beside their hand, by direct message.
    Hand(ChannelId, MessageId),
}

/// The notice that it is somebody's turn, with a link to where they can move. It pings, but for a race: that is called
/// without a sound.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn turn(snapshot: &Snapshot, at: Option<MoveAt>, user: UserId) -> Result<Message, Limit> {
    let races = snapshot.racing().contains(&user);
    let words = match asked_now(snapshot, user) {
        Some(asked) if races => format!("<@{user}>, anyone may answer: {}.", plain(asked)),
        Some(asked) => format!("<@{user}>, it is your turn to {}.", plain(asked)),
        None => format!("<@{user}>, the others wait for you."),
    };
    let link = at.map(|at| match at {
        MoveAt::Board(channel, message) => {
            format!(" · [to the board]({})", message_link(snapshot, (channel, message)))
        }
        MoveAt::Hand(channel, message) => {
            format!(" · [to your hand]({})", message_address(None, (channel, message)))
        }
    });
    let link = link.unwrap_or_default();
    let time = snapshot.seat_of(user).map(|seat| clock::running(snapshot, Some(seat.seat))).unwrap_or_default();
    let lines = [words, time, format!("-# {}{link}", title(snapshot))];
    let lines = lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let message = MessageBuilder::new().mention(user.0).text(lines.join("\n")).build()?;
    Ok(if races { message.silent() } else { message })
}

/// Says that a table was opened somewhere other than where it was asked for.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn welcome(snapshot: &Snapshot) -> Result<Message, Limit> {
    note(&format!("Table {} is open in {}.", snapshot.table, link(snapshot)))
}
