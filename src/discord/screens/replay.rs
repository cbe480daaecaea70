//! A match that is over, looked at again move by move.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::tables::{Film, Replayed, Snapshot};
use engine::picture::Screen;
use engine::{Fact, Lazily, Reader, Seat, Seen};

use super::super::preferences::Look;
use super::super::press::{Press, ReplayAct, Still, value_of_seat};
use super::super::ui::{Button, CustomId, LINES, Limit, Message, MessageBuilder, Select, SelectLine, Style, plain};
use super::happened::{in_full, told};
use super::over::hands;
use super::{about, narrow, shown, table};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Who looks at a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watching {
    /// Whoever asked for it; they may share it where others read.
    Alone { may_share: bool },
    /// Everybody in the channel.
    Together,
}

/// The match after one of its moves, and where to go from there.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn replay(
    now: &Snapshot,
    then: &Replayed,
    seat: Option<Seat>,
    look: Look,
    who: Watching,
) -> Result<Message, Limit> {
    let seen = then.seen(seat);
    // The buttons remember what was asked for, also where a picture cannot be drawn.
    let still = Still { at: then.at, seat, picture: look.picture };
    shown(look, &seen.screen, |look| draw(now, then, &seen, still, look, who))
}

fn draw(
    now: &Snapshot,
    then: &Replayed,
    seen: &Seen,
    still: Still,
    look: Look,
    who: Watching,
) -> Result<Message, Limit> {
    let mut heading = format!("replay · table {} · {}", now.table, place(then));
    if let Some(seat) = still.seat {
        // So that it is known whose “your hand” is.
        heading.push_str(&format!("\n-# {}", plain(&as_seen(now, seat))));
    }
    if !look.picture {
        heading.push_str(&format!("\n-# {}", plain(&seen.board.headline)));
    }
    let (lines, laid_out) = what_happened(now, then, still.seat);
    let draft = board(about(now, &heading).text_cut(told(&lines)), look, seen, &seen.screen)
        .code(&narrow(&laid_out))
        .code(&if look.picture || still.seat.is_some() { String::new() } else { hands(then.sheet().as_ref()) })
        .text(format!("-# {}", plain(&asked(then, seen))));
    let ids = |act| Press::Replay(now.table, still, act).name();
    let mut draft = draft.buttons(steps(then, ids)?).buttons(ways(look, who, ids)?).select(seats(now, still, ids)?);
    let places = places(now, then, ids)?;
    if let Some(places) = places {
        draft = draft.select(places);
    }
    let small = "-# Anybody may step through it.";
    if who == Watching::Together { draft.text(small) } else { draft }.build()
}

/// `move 12 of 74 · hand 3`
fn place(then: &Replayed) -> String {
    let (at, all, hand) = (then.at, then.film.moves(), then.hand());
    match at {
        0 => format!("before the first of {all} moves · hand {hand}"),
        at => format!("move {at} of {all} · hand {hand}"),
    }
}

/// What the last move told, and the cards that it laid out if a hand ended with it.
fn what_happened(now: &Snapshot, then: &Replayed, seat: Option<Seat>) -> (Vec<String>, String) {
    let (mut lines, mut laid_out) = (Vec::new(), Vec::new());
    let facts: Vec<Fact> = then.told(seat).cloned().collect();
    for (words, fact) in in_full(now, &facts).into_iter().zip(&facts) {
        match words.split_once('\n').filter(|_| fact.is_result()) {
            Some((first, rest)) => {
                lines.push(first.trim_end().to_owned());
                laid_out.push(rest.to_owned());
            }
            None => lines.push(words),
        }
    }
    if let Some(by) = then.by.filter(|_| lines.iter().all(|line| line.trim().is_empty())) {
        lines = vec![format!("{} moved.", name(now, by))];
    }
    (lines, laid_out.join("\n"))
}

fn board(draft: MessageBuilder, look: Look, seen: &Seen, screen: &Lazily<Arc<Screen>>) -> MessageBuilder {
    if look.picture {
        return table(draft, look, screen, "");
    }
    draft.code(&narrow(&seen.text)).code(&narrow(&seen.board.body))
}

/// Who was asked what then; at the end, how it ended.
fn asked(then: &Replayed, seen: &Seen) -> String {
    let prompt = seen.board.prompt.to_string();
    match then.at == then.film.moves() {
        true if then.sheet().is_none() => "The match was ended here, undecided.".to_owned(),
        true => prompt,
        false => format!("Then: {prompt}"),
    }
}

/// From here to there. At either end there is nowhere to go.
fn steps(then: &Replayed, ids: impl Fn(ReplayAct) -> Result<CustomId, Limit>) -> Result<Vec<Button>, Limit> {
    let (first, last) = (then.at == 0, then.at == then.film.moves());
    let all = [
        ("First", ReplayAct::First, first),
        ("Back", ReplayAct::Back, first),
        ("Next", ReplayAct::Next, last),
        ("Last", ReplayAct::Last, last),
        ("Next hand", ReplayAct::NextHand, next_hand(&then.film, then.at).is_none()),
    ];
    let button = |(label, act, greyed)| {
        let style = if act == ReplayAct::Next { Style::Primary } else { Style::Secondary };
        let button = Button::new(label, ids(act)?, style);
        Ok(if greyed { button.greyed() } else { button })
    };
    all.into_iter().map(button).collect()
}

/// After how many moves the next hand begins.
#[must_use]
pub fn next_hand(film: &Film, at: u32) -> Option<u32> {
    film.hands().iter().copied().find(|begins| *begins > at)
}

/// Other ways to look at it.
fn ways(look: Look, who: Watching, ids: impl Fn(ReplayAct) -> Result<CustomId, Limit>) -> Result<Vec<Button>, Limit> {
    let mut all = Vec::new();
    if who == (Watching::Alone { may_share: true }) {
        all.push(Button::new("Share", ids(ReplayAct::Share)?, Style::Secondary));
    }
    let label = if look.picture { "As text" } else { "As pictures" };
    all.push(Button::new(label, ids(ReplayAct::Look)?, Style::Secondary));
    Ok(all)
}

fn name(now: &Snapshot, seat: Seat) -> String {
    now.play.reader().name(seat).to_owned()
}

fn as_seen(now: &Snapshot, seat: Seat) -> String {
    format!("As {} saw it", name(now, seat))
}

fn seats(now: &Snapshot, still: Still, ids: impl Fn(ReplayAct) -> Result<CustomId, Limit>) -> Result<Select, Limit> {
    let all = std::iter::once(None).chain(now.seating.seats.iter().map(|one| Some(one.seat)));
    let line = |seat: Option<Seat>| {
        let label = seat.map_or_else(|| "As it was watched".to_owned(), |seat| as_seen(now, seat));
        Ok(SelectLine::new(&label, "", value_of_seat(seat))?.chosen(seat == still.seat))
    };
    Select::new(ids(ReplayAct::Seat)?, "From which seat…", all.map(line).collect::<Result<_, Limit>>()?)
}

/// Where somebody may want to go in a match: what it is called, what happened there, and after how many moves.
pub struct Milestone {
    pub at: u32,
    pub label: String,
    pub hint: String,
}

/// Where hands begin and end, and what else stands out.
#[must_use]
pub fn milestones(film: &Film, reader: &Reader) -> Vec<Milestone> {
    let mut all: BTreeMap<u32, (String, String)> = BTreeMap::new();
    for (number, at) in (1..).zip(film.hands()) {
        // Where several hands went by at once, the last of them is what is seen.
        all.insert(*at, (format!("Hand {number}"), String::new()));
    }
    let at_end = || ("The end".to_owned(), String::new());
    all.entry(film.moves()).or_insert_with(at_end);
    for (at, fact) in film.ends() {
        let words = fact.tell(reader);
        let first = words.lines().next().unwrap_or_default().trim();
        let (_, hint) = all.entry(*at).or_insert_with(|| (format!("Move {at}"), String::new()));
        if hint.is_empty() {
            first.clone_into(hint);
        }
    }
    let milestone = |(at, (label, hint)): (u32, (String, String))| {
        let hint = [if at == 0 { "the deal".to_owned() } else { format!("move {at}") }, hint];
        Milestone {
            at,
            label,
            hint: hint.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" · "),
        }
    };
    all.into_iter().map(milestone).collect()
}

/// The milestones around here.
fn places(
    now: &Snapshot,
    then: &Replayed,
    ids: impl Fn(ReplayAct) -> Result<CustomId, Limit>,
) -> Result<Option<Select>, Limit> {
    let all = milestones(&then.film, now.play.reader());
    if all.len() < 2 {
        return Ok(None);
    }
    let here = all.iter().rposition(|one| one.at <= then.at).unwrap_or_default();
    let from = here.saturating_sub(LINES / 2).min(all.len().saturating_sub(LINES));
    let line = |one: &Milestone| SelectLine::new(&one.label, &one.hint, one.at.to_string());
    let lines = all.iter().skip(from).take(LINES).map(line).collect::<Result<_, Limit>>()?;
    Select::new(ids(ReplayAct::Jump)?, "Jump to…", lines).map(Some)
}

/// A button that opens a replay.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub(super) fn opens(now: &Snapshot, label: &str, at: u32, seat: Option<Seat>) -> Result<Button, Limit> {
    let still = Still { at, seat, picture: true };
    Ok(Button::new(label, Press::Replay(now.table, still, ReplayAct::Open).name()?, Style::Secondary))
}
