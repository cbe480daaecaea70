//! What one card can be used for.

use super::cards::Face;
use super::options::{AcePlus, Options, Split7, Split9, Ten};
use super::split::{Split, SplitKind, Whose};
use super::spots::Peg;
use crate::Seat;

/// Which of two ways a part goes; written only where both are legal at the moment it is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// The only way there is.
    Only,
    /// `h`: into home.
    Home,
    /// `m`: on along the main track.
    Main,
}

/// One peg's part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub peg: Peg,
    /// Steps forward, or back if negative.
    pub steps: i8,
    /// Which of two ways.
    pub way: Way,
}

impl Part {
    const fn unmarked(self) -> Self {
        Self { peg: self.peg, steps: self.steps, way: Way::Only }
    }
}

/// What a joker takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The lowest-numbered peg in start; its colour is named where the team's pegs may all be moved.
    Start(Option<Seat>),
    /// A peg that is out.
    Peg(Peg),
}

/// What a card is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// The lowest-numbered peg in start comes out; its colour is named where the team's pegs may all be moved.
    Out(Option<Seat>),
    /// One peg moves.
    One(Part),
    /// Two pegs move, in this order.
    Two(Part, Part),
    /// A joker's peg goes to this hole of the track.
    Jump(Source, u8),
    /// Two pegs change places.
    Swap(Peg, Peg),
}

impl Act {
    /// The same use, without saying which way its parts go.
    #[must_use]
    pub const fn unmarked(self) -> Self {
        match self {
            Self::One(part) => Self::One(part.unmarked()),
            Self::Two(first, second) => Self::Two(first.unmarked(), second.unmarked()),
            other => other,
        }
    }
}

/// A card and its use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardUse {
    /// Which card.
    pub face: Face,
    /// What it is used for.
    pub act: Act,
}

/// What a rank can be used for at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uses {
    /// Brings a peg out of start.
    pub out: bool,
    /// Moves one peg by any of these steps.
    pub singles: &'static [i8],
    pub split: Option<Split>,
    /// Exchanges two pegs.
    pub swap: bool,
    /// Takes a peg onto one of another colour, as a joker does.
    pub jump: bool,
}

impl Uses {
    /// What a rank can be used for with these options.
    #[must_use]
    pub fn of(face: Face, options: &Options) -> Self {
        const PLAIN: [[i8; 1]; 10] = [[1], [2], [3], [4], [5], [6], [7], [-8], [9], [10]];
        let split = |kind, whose| Some(Split { kind, whose });
        let mut uses = Self { out: false, singles: &[], split: None, swap: false, jump: false };
        match face.number() {
            14 => uses.jump = true,
            11.. => (uses.out, uses.singles) = (true, &PLAIN[9]),
            n => uses.singles = &PLAIN[usize::from(n) - 1],
        }
        match (face.number(), options) {
            (1, _) => {
                uses.out = true;
                uses.singles = if options.ace_plus == AcePlus::Nc { &[1, -1, 11] } else { &[1] };
            }
            (2, _) => uses.swap = options.two_swaps,
            (7, _) => {
                let whose = if options.split7 == Split7::Team { Whose::Team } else { Whose::Own };
                uses.split = split(SplitKind::Seven, whose);
            }
            (9, Options { split9: Split9::Own, .. }) => uses.split = split(SplitKind::Nine, Whose::Own),
            (9, Options { split9: Split9::Team, .. }) => uses.split = split(SplitKind::Nine, Whose::Team),
            (10, Options { ten: Ten::Split, .. }) => {
                (uses.singles, uses.split) = (&[], split(SplitKind::Ten, Whose::Any));
            }
            (10, Options { ten: Ten::Minus1, .. }) => uses.singles = &[10, -1],
            _ => {}
        }
        uses
    }
}
