//! The moves, and the steps by which one is put together.

use super::PegsAndJokers;
use super::cards::Face;
use super::choices::choices;
use super::fallback::fallback;
use super::plays::{Act, CardUse, Source, Way};
use super::spots::Peg;
use crate::{Choices, Choosing, Seat, View};

impl Choosing for PegsAndJokers {
    fn choices(view: &View<'_, Self>, so_far: &[Step]) -> Choices<Self> {
        choices(view, so_far)
    }

    fn fallback(view: &View<'_, Self>) -> Move {
        fallback(view)
    }

    /// The one peg that a penalty can send back. Which cards can be played is seen in the hand alone.
    fn goes_without_saying(_: &View<'_, Self>, m: &Move) -> bool {
        matches!(m, Move::Send(_))
    }
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Move {
    /// A card and its use.
    Play(CardUse),
    /// A card discarded without a move.
    Drop(Face),
    /// A card discarded while a peg comes out free; its colour is named where the team's pegs may all be moved.
    Count(Face, Option<Seat>),
    /// A card laid face down, and what it is declared as.
    Down(Face, CardUse),
    /// The declared card is doubted.
    Doubt,
    /// The declared card is trusted.
    Trust,
    /// This peg goes back to start.
    Send(Peg),
}

/// One step on the way to a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// This card is played for a move.
    Play(Face),
    /// This card is discarded without one.
    Drop(Face),
    /// This card is discarded, and a peg comes out free.
    Count(Face),
    /// The colour of the peg that comes out free.
    Free(Seat),
    /// This card is laid face down.
    Down(Face),
    /// The card laid face down is declared as this.
    As(Face),
    /// The whole use of the card.
    Do(Act),
    /// The peg of a split's first part.
    First(Peg),
    /// How far a part of a split goes, and which way.
    Go(i8, Way),
    /// The peg of a split's second part.
    Second(Peg),
    Take(Source),
    /// The hole that a joker takes it to.
    Onto(u8),
    /// The lower peg of an exchange.
    Swap(Peg),
    /// The higher peg of an exchange.
    With(Peg),
    /// The declared card is doubted.
    Doubt,
    /// The declared card is trusted.
    Trust,
    /// This peg goes back to start.
    Send(Peg),
}
