//! Phrases that several texts share: pegs, cards, places and changes of place.

use super::cards::{Face, Faces};
use super::spots::{Moved, PEGS, Peg, letter};
use super::state::Public;
use super::track::Board;
use crate::columns::{PHONE, cut};
use crate::english::counted;
use crate::english::either;
use crate::{Reader, Seat, SeatSet, Side};

const _: fn(crate::Language) = |crate::Language::English| ();

/// `2, 9 or Joker`.
pub(super) fn any_of(cards: Faces) -> String {
    either(&cards.iter().map(Face::name).collect::<Vec<_>>())
}

/// `a1–a5`.
pub(super) fn pegs_of(colour: Seat) -> String {
    format!("{0}1–{0}5", letter(colour).to_ascii_lowercase())
}

/// `a1–a5 or c1–c5`.
pub(super) fn pegs_of_any(colours: SeatSet) -> String {
    either(&colours.iter().map(pegs_of).collect::<Vec<_>>())
}

/// How many pegs a team has home: `3 of 10 home`.
pub(super) fn home(public: &Public, side: Side) -> String {
    format!("{} of {} home", public.scores()[side], public.pegs_of_side())
}

/// `Ben has 1 extra turn to come`, for each player who has any.
pub(super) fn extra_turns(public: &Public, reader: &Reader) -> impl Iterator<Item = String> {
    Seat::all(public.seats()).filter_map(|seat| {
        let turns = Some(public.extra_turns(seat)).filter(|turns| *turns > 0)?;
        let what = format!(" has {} to come", counted(turns, "extra turn"));
        Some(cut(reader.name(seat), PHONE - what.len()) + &what)
    })
}

/// Where the pegs of a colour are: `a1 A8, a2 AH3, 3 in start`
pub(super) fn whereabouts(board: &Board, colour: Seat) -> String {
    let out = Peg::of(colour).filter(|&peg| !board.at(peg).is_start());
    let mut all: Vec<String> = out.map(|peg| format!("{peg} {}", board.at(peg).name(colour))).collect();
    let waiting = usize::from(PEGS) - all.len();
    if waiting > 0 {
        let who = if all.is_empty() { format!("all {waiting} of {}", letter(colour)) } else { waiting.to_string() };
        all.push(format!("{who} in start"));
    }
    all.join(", ")
}

/// One change of place: `a1 A8→A15`, `b2 to start`, `c1 pushed to C3`.
fn change(moved: &Moved) -> String {
    let Moved { peg, from, to, pushed } = *moved;
    let name = to.name(peg.colour());
    match (pushed, to.is_start(), from.is_start()) {
        (true, true, _) => format!("{peg} to start"),
        (true, false, _) => format!("{peg} pushed to {name}"),
        (false, _, true) => format!("{peg} out to {name}"),
        (false, _, false) => format!("{peg} {}→{name}", from.name(peg.colour())),
    }
}

/// All changes of a move in one line.
pub(super) fn changes(log: &[Moved]) -> String {
    log.iter().map(change).collect::<Vec<_>>().join(", ")
}
