//! What a player can do with a hand, in words: which pegs to move, what each card is good for, and what a doubt costs.

use std::ops::ControlFlow;

use super::cards::Face;
use super::mover::{Begin, Mover};
use super::phrases::{pegs_of, place};
use super::plays::{Act, Source, Uses};
use super::spots::{hole_name, letter};
use super::state::{Phase, Private, Public};
use super::track::Board;
use super::turn::{Offers, Turn};
use crate::english::either;
use crate::{Reader, Seat};

const _: fn(crate::Language) = |crate::Language::English| ();

/// Sentences about cards share a line of a picture while it has fewer characters than this.
const LINE: usize = 60;
/// What is said of a card that can do nothing now.
const NO_MOVE: &str = "no move";

/// Which pegs the player moves, and what each of their cards could do, in sentences.
pub(super) fn about_hand(public: &Public, seat: Seat, own: &Private, reader: &Reader) -> Vec<String> {
    let mover = Mover::new(public, seat);
    let mut lines = vec![format!("{}.", pegs_line(public, seat, own, reader))];
    lines.extend(Some(advice(public, seat, own).join(" ")).filter(|advice| !advice.is_empty()));
    let (idle, useful): (Vec<_>, Vec<_>) = uses(&mover, own).partition(|(_, uses)| uses == NO_MOVE);
    let idle: Vec<&str> = idle.iter().map(|(face, _)| face.name()).collect();
    let idle = (!idle.is_empty()).then(|| format!("{}: {NO_MOVE}.", idle.join(", ")));
    let useful = useful.iter().map(|(face, uses)| format!("{}: {uses}.", face.name()));
    lines.extend(in_lines(useful.chain(idle)));
    lines.extend(stakes(public, seat, reader).or_else(|| bluff(public).map(|bluff| format!("{bluff}."))));
    lines
}

/// The sentences in lines; short ones share a line.
fn in_lines(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for one in all {
        match lines.last_mut() {
            Some(line) if line.chars().count() + one.chars().count() < LINE => *line += &format!("  {one}"),
            _ => lines.push(one),
        }
    }
    lines
}

/// What a doubt costs one player or the other, for the one who may doubt.
pub(super) fn stakes(public: &Public, seat: Seat, reader: &Reader) -> Option<String> {
    let Phase::Doubt { claim, asked } = public.phase else { return None };
    let player = reader.name(public.turn);
    (asked == seat).then(|| {
        format!(
            "Doubt it, and a bluff sends one of {player}'s pegs back to start, a true {} one of yours.",
            claim.face.word()
        )
    })
}

/// What a player on turn would otherwise have to work out from all their cards: that none can move a peg, or that any
/// discard frees one.
pub(super) fn advice(public: &Public, seat: Seat, own: &Private) -> Vec<String> {
    // A card that is played face down can be declared as one that moves.
    if !public.plays_now(seat) || public.options.faces_down || own.hand.is_empty() {
        return Vec::new();
    }
    let turn = Turn::new(public, seat, own);
    let Offers { plays, count, .. } = turn.offers();
    let none = || "None of your cards can move a peg.".to_owned();
    let discard = || "Discard one.".to_owned();
    if count {
        let free = "Any discard now brings a peg out free.".to_owned();
        return if plays.is_empty() { vec![none(), free] } else { vec![free] };
    }
    match bringers(&turn.mover) {
        _ if !plays.is_empty() => Vec::new(),
        Some(cards) => vec![none(), format!("Only {cards} brings one out now."), discard()],
        None => vec![none(), discard()],
    }
}

/// `A, J, Q, K or a joker`: what would bring a peg out now, if all the pegs that the player moves are still in start.
fn bringers(mover: &Mover<'_>) -> Option<String> {
    let waits = |colour: Seat| mover.board.places(colour).iter().all(|spot| spot.is_start());
    let brings = |face: &Face| {
        let uses = Uses::of(*face, mover.options);
        (uses.out || uses.jump) && mover.can_play(*face)
    };
    let name = |face: Face| if face == Face::JOKER { "a joker" } else { face.name() };
    let cards: Vec<&str> = Face::all().filter(brings).map(name).collect();
    (mover.colours.iter().all(waits) && !cards.is_empty()).then(|| either(&cards))
}

/// What else cards could do where they are played face down.
pub(super) fn bluff(public: &Public) -> Option<&'static str> {
    public.options.faces_down.then_some("Any of them may be said to be another")
}

/// On one's turn, the cards that can do nothing now: what the others can do stands on their buttons.
pub(super) fn idle(mover: &Mover<'_>, own: &Private) -> Option<String> {
    let idle: Vec<&str> = uses(mover, own).filter(|(_, uses)| uses == NO_MOVE).map(|(face, _)| face.name()).collect();
    (!idle.is_empty()).then(|| format!("{}: {NO_MOVE}", idle.join(", ")))
}

/// What each rank of the hand could do now.
pub(super) fn uses(mover: &Mover<'_>, own: &Private) -> impl Iterator<Item = (Face, String)> {
    own.faces().iter().map(move |face| (face, uses_line(mover, face)))
}

/// `Your pegs: a1–a5`, and how many stuck turns are counted.
pub(super) fn pegs_line(public: &Public, seat: Seat, own: &Private, reader: &Reader) -> String {
    let mover = Mover::new(public, seat);
    let pegs: Vec<String> = mover.colours.iter().map(pegs_of).collect();
    let whose = match pegs.len() {
        _ if !mover.colours.contains(seat) => format!("You move {}'s pegs", reader.name(mover.colour)),
        1 => "Your pegs".to_owned(),
        _ => "Your team's pegs".to_owned(),
    };
    format!("{whose}: {}{}", pegs.join(", "), row(public, seat, own))
}

/// `; stuck turn 2, on number 3 a peg comes out free`, where stuck turns are counted and this seat has had one.
fn row(public: &Public, seat: Seat, own: &Private) -> String {
    let stuck = public.stuck[seat];
    let Some(of) = public.options.free_turn().filter(|_| stuck > 0) else { return String::new() };
    let now = (stuck + 1 == of && public.plays_now(seat)).then(|| Turn::new(public, seat, own).offers());
    match now {
        Some(Offers { count: true, .. }) => format!("; {stuck} stuck turns in a row"),
        Some(Offers { stuck: true, .. }) => format!("; stuck turn {of}, but no peg can come out free"),
        _ => format!("; stuck turn {stuck}, on number {of} a peg comes out free"),
    }
}

/// What a card could do now, in one line.
pub(super) fn uses_line(mover: &Mover<'_>, face: Face) -> String {
    let mut ones: Vec<String> = Vec::new();
    let (mut split, mut swap) = (false, false);
    let _all_seen = mover.starts(face, |begin| {
        match begin {
            Begin::Whole(act) => ones.push(short(mover, &act)),
            Begin::Joker(source) => ones.push(joker_line(mover, source)),
            Begin::Split(_) => split = true,
            Begin::Swap(_) => swap = true,
        }
        ControlFlow::Continue(())
    });
    let shown = if ones.len() > 5 { 4 } else { ones.len() };
    let more = ones.len() - shown;
    ones.truncate(shown);
    ones.extend((more > 0).then(|| format!("{more} more")));
    ones.extend(split.then(|| "split between two pegs".to_owned()));
    ones.extend(swap.then(|| "exchange two pegs".to_owned()));
    if ones.is_empty() { NO_MOVE.to_owned() } else { ones.join(", ") }
}

/// `a1 to A15`, `out to A8`.
fn short(mover: &Mover<'_>, act: &Act) -> String {
    match act {
        Act::Out(named) => format!("out to {}", hole_name(Board::come_out(named.unwrap_or(mover.colour)))),
        Act::One(part) => {
            let to = mover.resolve(mover.board, *part).map(|to| place(to, part.peg.colour())).unwrap_or_default();
            format!("{} to {to}", part.peg)
        }
        _ => String::new(),
    }
}

/// `a1 onto B12 or C4`.
fn joker_line(mover: &Mover<'_>, source: Source) -> String {
    let from = match source {
        Source::Start(Some(colour)) => format!("from start ({})", letter(colour).to_ascii_lowercase()),
        Source::Start(None) => "from start".to_owned(),
        Source::Peg(peg) => peg.to_string(),
    };
    let mut holes: Vec<String> = mover.targets(source).map(hole_name).collect();
    let more = holes.len().saturating_sub(4);
    holes.truncate(4);
    holes.extend((more > 0).then(|| format!("{more} more")));
    format!("{from} onto {}", either(&holes))
}
