//! Pegs and the places where they can be.
//!
//! Holes of the track are counted clockwise from the corner of the first seat's side, 18 a side; a peg is its colour (a
//! seat) and a number from 0 to 4.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

use crate::{MAX_SEATS, Seat};

/// Holes that a side of the board owns: its corner and 17 more.
pub const SIDE: u8 = 18;
/// The offset of the in-spot, where the way home branches off.
pub const IN_SPOT: u8 = 3;
/// The offset of the hole where pegs come out.
pub const COME_OUT: u8 = 8;
/// Pegs of one colour, and holes of its home.
pub const PEGS: u8 = 5;

/// Pegs of the largest table.
pub(super) const ALL_PEGS: usize = MAX_SEATS * PEGS as usize;
/// Holes of the largest track.
pub(super) const ALL_HOLES: usize = MAX_SEATS * SIDE as usize;

/// The letter of a colour: `A` for the first seat.
#[must_use]
pub const fn letter(colour: Seat) -> char {
    (b'A' + colour.number()) as char
}

/// One peg: `a1` to `h5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Peg(pub(super) u8);

impl Peg {
    /// Peg number `n` (0–4) of a colour.
    #[must_use]
    pub const fn new(colour: Seat, n: u8) -> Self {
        Self(colour.number() * PEGS + n)
    }

    /// The five pegs of a colour.
    pub fn of(colour: Seat) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..PEGS).map(move |n| Self::new(colour, n))
    }

    /// Every peg at a table for `seats`, by colour and number.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..seats * PEGS).map(Self)
    }

    /// Its colour, named by the seat it belongs to.
    #[must_use]
    pub const fn colour(self) -> Seat {
        Seat::FIRST.after(self.0 / PEGS, MAX_SEATS as u8)
    }

    /// Its number as it is said, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 % PEGS + 1
    }

    /// Its place among all pegs, by colour and number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Peg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.colour()).to_ascii_lowercase(), self.number())
    }
}

impl fmt::Debug for Peg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Peg {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Where a peg can be: in start, on a hole of the track, or in its home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot(u8);

impl Spot {
    /// The start of the peg's colour.
    pub const START: Self = Self(u8::MAX);
    const HOME: u8 = 200;

    /// A hole of the track.
    #[must_use]
    pub const fn track(hole: u8) -> Self {
        Self(hole)
    }

    /// Hole `n` (1–5) of the peg's home.
    #[must_use]
    pub const fn home(n: u8) -> Self {
        Self(Self::HOME + n)
    }

    /// The hole of the track, if it is one.
    #[must_use]
    pub const fn hole(self) -> Option<u8> {
        if self.0 < ALL_HOLES as u8 { Some(self.0) } else { None }
    }

    /// The number of the home hole, if it is one.
    #[must_use]
    pub const fn home_number(self) -> Option<u8> {
        if self.0 > Self::HOME && self.0 <= Self::HOME + PEGS { Some(self.0 - Self::HOME) } else { None }
    }

    /// Is it in a home?
    #[must_use]
    pub const fn is_home(self) -> bool {
        self.home_number().is_some()
    }

    #[must_use]
    pub const fn is_start(self) -> bool {
        self.0 == Self::START.0
    }

    /// Its name for a peg of this colour: `B12`, `AH3`, `AS`.
    #[must_use]
    pub fn name(self, colour: Seat) -> String {
        match (self.hole(), self.home_number()) {
            (Some(hole), _) => hole_name(hole),
            (_, Some(n)) => format!("{}H{n}", letter(colour)),
            _ => format!("{}S", letter(colour)),
        }
    }
}

/// The name of a hole of the track: `A0` to `H17`.
#[must_use]
pub fn hole_name(hole: u8) -> String {
    format!("{}{}", (b'A' + hole / SIDE) as char, hole % SIDE)
}

/// One peg's change of place within a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    pub peg: Peg,
    pub from: Spot,
    /// Where it is now.
    pub to: Spot,
    /// Did another peg push it there by landing on it?
    pub pushed: bool,
}

impl Serialize for Moved {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = to.serialize_struct("Moved", 4)?;
        fields.serialize_field("peg", &self.peg)?;
        fields.serialize_field("from", &self.from.name(self.peg.colour()))?;
        fields.serialize_field("to", &self.to.name(self.peg.colour()))?;
        fields.serialize_field("pushed", &self.pushed)?;
        fields.end()
    }
}

/// Every change of place of one move, in order: two parts of at most one chain each.
pub type Log = ArrayVec<Moved, 16>;
