//! A board of holes round the table: one side of the track for each seat, with a lane that leads inwards and a yard
//! to wait in.

use serde::Serialize;

use super::{Group, Mark};
use crate::seats::{Seat, Seats};

/// A hole of a [`Ring`]. All are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RingHole {
    /// On the track, clockwise from the first hole of the first seat's side.
    Track(u8),
    /// In a seat's lane, from the track inwards.
    Lane(Seat, u8),
    /// In a seat's yard.
    Yard(Seat, u8),
}

/// How a board of holes is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Holes {
    /// The holes of the track on each side.
    pub side: u8,
    /// Behind which of them the lane begins.
    pub lane: u8,
    /// Beside which of them the yard lies.
    pub gate: u8,
    /// The holes of each lane, and of each yard.
    pub depth: u8,
}

/// Whose side it is.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct RingSide {
    /// The letter that holes and pegs of this side are named by: `A`.
    pub letter: String,
    /// The player.
    pub name: String,
    /// A few words each: whose pegs are moved, turns to come. May be empty.
    pub notes: Vec<String>,
    /// Framed as the one who is to act.
    pub lit: bool,
}

/// A peg in its hole.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct RingPeg {
    /// Whose it is, which gives its colour and its shape.
    pub owner: Seat,
    /// What it is called: `a1`.
    pub name: String,
    /// What sets it apart from others of its owner, if there is no room for the whole name: `1`.
    pub short: String,
    /// Where it is.
    pub place: RingHole,
    /// How it stands out: raised if it can be moved now, fresh if it has just been.
    pub mark: Mark,
}

/// A hole that the viewer's cards could bring a peg to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct RingTarget {
    /// Where it is. A peg may be there.
    pub place: RingHole,
    /// What brings one there: `9`. Empty if it is more than one rank, or a joker.
    pub by: String,
}

/// What an arrow means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Trace {
    /// A peg was moved.
    Made,
    /// A peg is to be moved: announced, but not done yet.
    Meant,
}

/// An arrow from hole to hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Arrow {
    /// From here.
    pub from: RingHole,
    /// To here.
    pub to: RingHole,
    /// What it means.
    pub trace: Trace,
}

/// The board with everything on it and within it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Ring {
    /// Whose side lies at the bottom, and whose pegs are larger: the viewer's.
    pub below: Option<Seat>,
    /// Whose sides they are, clockwise from the bottom.
    pub owners: Seats<RingSide>,
    /// How it is laid out.
    pub holes: Holes,
    /// Names of holes of the track, written beside them.
    pub labels: Vec<(RingHole, String)>,
    /// The pegs.
    pub pegs: Vec<RingPeg>,
    /// Where the viewer's cards could bring a peg; each hole once.
    pub targets: Vec<RingTarget>,
    /// What moved last, or is to move.
    pub arrows: Vec<Arrow>,
    /// The cards shown within the ring.
    pub cards: Vec<Group>,
    /// The words shown within the ring: what is asked, set in bold, and what happened.
    pub words: [String; 2],
    /// How to read the board, in a line or two below them.
    pub key: String,
}
