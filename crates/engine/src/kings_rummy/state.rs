//! A position: what everybody may read, what one seat may read, and what nobody may.

use arrayvec::ArrayVec;
use serde::Serialize;

use super::KingsRummy;
use super::options::Options;
use super::tile::{Tile, Tiles};
use crate::game::{Awaiting, Turns, View};
use crate::seats::{Seat, Seats};

/// The most melds that 64 cards make.
pub(super) const MOST_MELDS: usize = 21;

/// The melds on the table, in the order in which they were laid; meld 1 is the first.
pub type Table = ArrayVec<Tiles, MOST_MELDS>;

/// What is asked of the seat on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Phase {
    /// To draw a card from the pile or the discards.
    Draw,
    /// To play the rest of the turn.
    Play {
        /// The card taken from the discards, if that is where it came from.
        taken: Option<Tile>,
    },
    /// Nothing: the hand is over.
    Over {
        /// Does the same player deal again?
        same_dealer: bool,
    },
}

/// What everybody may read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Public {
    /// The table's options.
    pub options: Options,
    /// Which hand, from 1.
    pub hand: u32,
    pub dealer: Seat,
    /// Match scores by side.
    pub scores: Seats<i32>,
    /// What is asked.
    pub phase: Phase,
    /// The seat that is asked, which is on turn.
    pub turn: Seat,
    /// The melds.
    pub table: Table,
    /// The discards, first discarded first.
    pub discards: ArrayVec<Tile, 64>,
    /// How many cards the draw pile has.
    pub pile: u8,
    /// How often the discards were turned over in this hand.
    pub recycles: u32,
    /// Has a card gone to the table since the discards were last turned over, or since the deal?
    pub moving: bool,
    /// The cards that were turned over last.
    pub recycled: Tiles,
    /// Cards that a seat took from the discards and has not played since.
    pub held: Seats<Tiles>,
    /// Who has played a card to the table in this hand.
    pub played: Seats<bool>,
}

/// What one seat may read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Private {
    pub hand: Tiles,
    /// The card drawn in this turn.
    pub drawn: Option<Tile>,
}

/// What nobody may read.
#[derive(Clone, PartialEq)]
pub struct Secret {
    /// The draw pile, top card last.
    pub pile: ArrayVec<Tile, 64>,
    /// The card with which a player went out face down.
    pub buried: Option<Tile>,
}

impl Public {
    /// The card that may not be discarded in this turn.
    pub(super) fn stuck(&self) -> Tiles {
        match self.phase {
            Phase::Play { taken: Some(tile) } if !self.options.return_taken => Tiles::one(tile),
            _ => Tiles::EMPTY,
        }
    }
}

pub(super) fn hand_of(view: &View<'_, KingsRummy>) -> Tiles {
    view.own().map_or(Tiles::EMPTY, |own| own.hand)
}

impl Turns for KingsRummy {
    fn options_of(public: &Public) -> &Options {
        &public.options
    }

    fn awaiting(public: &Public) -> Awaiting {
        match public.phase {
            Phase::Over { .. } => Awaiting::Nobody,
            _ => Awaiting::Turn(public.turn),
        }
    }

    fn backs(own: &Private) -> u8 {
        own.hand.len() as u8
    }

    fn hand(public: &Public) -> u32 {
        public.hand
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores.clone()
    }
}
