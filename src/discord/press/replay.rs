//! Where a replay stands, and what its buttons do.

use engine::Seat;

use super::{acts, number};

/// What a replay shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Still {
    /// The match after so many moves.
    pub at: u32,
    /// As this seat saw it, or those who watched.
    pub seat: Option<Seat>,
    /// As a picture, or in words.
    pub picture: bool,
}

acts! {
    /// What a replay's button or list does.
    ReplayAct:
    /// Opens the replay there, for the presser alone.
    Open = "o",
    First = "f",
    Back = "b",
    Next = "n",
    Last = "l",
    /// Where the next hand begins.
    NextHand = "h",
    /// The picked value is the number of moves.
    Jump = "j",
    /// The picked value is a [seat](value_of_seat).
    Seat = "s",
    /// From a picture to words, or back.
    Look = "t",
    /// Posts it where everybody in the channel can step.
    Share = "x",
}

/// The name of a seat, or of those who watch.
#[must_use]
pub fn value_of_seat(seat: Option<Seat>) -> String {
    seat.map_or_else(|| "-".to_owned(), |seat| seat.number().to_string())
}

/// The seat of this name.
#[must_use]
pub fn seat_in(value: &str) -> Option<Option<Seat>> {
    if value == "-" { Some(None) } else { Seat::new(number(value)?).map(Some) }
}

pub(super) fn name(Still { at, seat, picture }: Still, act: ReplayAct) -> String {
    let form = if picture { "p" } else { "w" };
    format!("{at}:{}:{form}:{}", value_of_seat(seat), act.word())
}

pub(super) fn parse(name: &str) -> Option<(Still, ReplayAct)> {
    let parts: Vec<&str> = name.split(':').collect();
    let [at, seat, form, word] = parts.as_slice() else { return None };
    let picture = match *form {
        "p" => true,
        "w" => false,
        _ => return None,
    };
    let act = ReplayAct::ALL.iter().find(|act| act.word() == *word)?;
    Some((Still { at: number(at)?, seat: seat_in(seat)?, picture }, *act))
}
