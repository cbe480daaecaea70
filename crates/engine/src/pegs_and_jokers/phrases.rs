//! Phrases that several texts share: pegs, cards, places and changes of place.

use super::cards::{Face, Faces};
use super::spots::{Moved, PEGS, Peg, Spot, letter};
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

/// A place in a sentence about pegs of this colour: `A8`, `home 3`, `start`. A home is named without its letter, which is
/// the peg's.
pub(super) fn place(spot: Spot, colour: Seat) -> String {
    match spot.home_number() {
        Some(n) => format!("home {n}"),
        None if spot.is_start() => "start".to_owned(),
        None => spot.name(colour),
    }
}

/// Where a peg stands: `on A8`, `in home 3`.
pub(super) fn stands(spot: Spot, colour: Seat) -> String {
    let how = if spot.hole().is_some() { "on" } else { "in" };
    format!("{how} {}", place(spot, colour))
}

/// Where the pegs of a colour are: `peg a1 on A8, a2 in home 3, 3 in start`. Heard, `b1` and `B1` are one word, so holes
/// stand behind `on` or `to`, and pegs before it.
pub(super) fn whereabouts(board: &Board, colour: Seat) -> String {
    let out = Peg::of(colour).filter(|&peg| !board.at(peg).is_start());
    let mut all: Vec<String> = out.map(|peg| format!("{peg} {}", stands(board.at(peg), colour))).collect();
    let waiting = usize::from(PEGS) - all.len();
    match all.first_mut() {
        None => return format!("all {waiting} in start"),
        Some(first) => first.insert_str(0, "peg "),
    }
    all.extend((waiting > 0).then(|| format!("{waiting} in start")));
    all.join(", ")
}

/// Whose pegs have which letter: `Ada (A)`, in so many columns.
pub(super) fn lettered(seat: Seat, columns: usize, reader: &Reader) -> String {
    format!("{} ({})", cut(reader.name(seat), columns), letter(seat))
}

/// One change of place: `peg a1 from A8 to A15`, `peg b2 to start`, `peg c1 pushed to C3`.
fn change(moved: &Moved) -> String {
    let Moved { peg, from, to, pushed } = *moved;
    let name = place(to, peg.colour());
    match (pushed, to.is_start(), from.is_start()) {
        (true, true, _) => format!("peg {peg} to start"),
        (true, false, _) => format!("peg {peg} pushed to {name}"),
        (false, _, true) => format!("peg {peg} out to {name}"),
        (false, _, false) => format!("peg {peg} from {} to {name}", place(from, peg.colour())),
    }
}

/// All changes of a move in one line.
pub(super) fn changes(log: &[Moved]) -> String {
    log.iter().map(change).collect::<Vec<_>>().join(", ")
}
