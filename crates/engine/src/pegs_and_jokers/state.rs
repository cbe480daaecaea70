//! A position: what everybody may read, what one seat may read, and what nobody may.

use serde::{Serialize, Serializer};

use super::cards::{Face, Faces};
use super::event::Event;
use super::options::Options;
use super::plays::CardUse;
use super::spots::{PEGS, Peg};
use super::track::Board;
use super::{PegsAndJokers, options, state};
use crate::cards::Card;
use crate::{Awaiting, Seat, Seats, Side, Turns};

/// What the player on turn, or somebody else, is asked.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Phase {
    /// To play a card.
    Turn,
    /// To doubt or trust a card that was laid face down.
    Doubt {
        /// What it was declared as.
        claim: CardUse,
        asked: Seat,
    },
    /// To choose the peg that goes back to start.
    Send {
        /// Who chooses.
        by: Seat,
        /// Whose peg it is.
        victim: Seat,
        /// The declared move, which is made afterwards if the doubt was wrong.
        then: Option<CardUse>,
    },
    /// To make another move of a card that was shown, because the declared one has become impossible.
    Again {
        /// The card.
        face: Face,
    },
}

/// A card in the discards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discard {
    /// Face up.
    Open(Card),
    /// Face down, laid by this seat, whose own `laid` cards hold it.
    Down(Seat),
}

impl Serialize for Discard {
    /// A card's code, or the number of the seat that laid it face down.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Open(card) => card.serialize(to),
            Self::Down(seat) => seat.serialize(to),
        }
    }
}

/// What everybody may read.
#[derive(Clone, PartialEq, Serialize)]
pub struct Public {
    /// The knobs.
    pub options: Options,
    /// Where every peg is.
    #[serde(rename = "pegs")]
    pub board: Board,
    pub first: Seat,
    pub turn: Seat,
    /// What is asked.
    pub phase: Phase,
    /// Turns that the player on turn still has to take after this one.
    pub due: u32,
    /// Extra turns that each seat has won and takes after its next regular turn.
    pub extra: Seats<u32>,
    /// Stuck turns in a row, where they are counted.
    pub stuck: Seats<u8>,
    /// Cards in the draw pile.
    pub pile: u16,
    /// What was played and discarded since the pile was last made, in order.
    pub discards: Vec<Discard>,
    pub last: Option<Event>,
}

impl Public {
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.board.seats()
    }

    /// How many extra turns a seat still has to take.
    #[must_use]
    pub fn extra_turns(&self, seat: Seat) -> u32 {
        self.extra[seat] + if self.turn == seat { self.due } else { 0 }
    }

    #[must_use]
    pub const fn asked(&self) -> Seat {
        match self.phase {
            Phase::Turn | Phase::Again { .. } => self.turn,
            Phase::Doubt { asked, .. } => asked,
            Phase::Send { by, .. } => by,
        }
    }

    /// Is it this seat's turn to play a card?
    #[must_use]
    pub fn plays_now(&self, seat: Seat) -> bool {
        self.turn == seat && self.phase == Phase::Turn && !self.is_won()
    }

    /// Pegs at home, by side.
    #[must_use]
    pub fn scores(&self) -> Seats<i32> {
        let mut homed = [0; 2];
        for seat in Seat::all(self.seats()) {
            homed[side_of(seat).index()] += i32::from(self.board.homed(seat));
        }
        Seats::of(2, |side| homed[side.index()])
    }

    /// Pegs that a side has in all.
    #[must_use]
    pub const fn pegs_of_side(&self) -> u8 {
        PEGS * (self.seats() / 2)
    }

    /// Does a side have all its pegs home?
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.scores().iter().any(|&homed| homed == i32::from(self.pegs_of_side()))
    }

    /// May the penalty for a doubt send this peg back?
    #[must_use]
    pub fn exposed(&self, peg: Peg) -> bool {
        let spot = self.board.at(peg);
        spot.hole().is_some() || spot.is_home() && !self.options.home_safe_from_doubt
    }

    pub(super) const fn awaiting(&self) -> Awaiting {
        Awaiting::Turn(self.asked())
    }
}

/// The side of a seat: every other seat.
#[must_use]
pub const fn side_of(seat: Seat) -> Side {
    Side(seat.number() % 2)
}

/// What one seat may read.
#[derive(Clone, PartialEq, Default, Serialize)]
pub struct Private {
    /// The cards in hand, in the order in which they came.
    pub hand: Vec<Card>,
    /// The card drawn last, while it is in hand.
    pub drawn: Option<Card>,
    /// The cards that the seat laid face down among the discards, in order.
    pub laid: Vec<Card>,
}

impl Private {
    /// The ranks in the hand.
    #[must_use]
    pub fn faces(&self) -> Faces {
        self.hand.iter().map(|&card| Face::of(card)).collect()
    }

    /// How many cards of a rank the hand has.
    #[must_use]
    pub fn count(&self, face: Face) -> usize {
        self.hand.iter().filter(|&&card| Face::of(card) == face).count()
    }

    /// Takes a card of this rank out of the hand; of several, the one that came first.
    pub(super) fn take(&mut self, face: Face) -> Option<Card> {
        let place = self.hand.iter().position(|&card| Face::of(card) == face)?;
        let card = self.hand.remove(place);
        if self.drawn.is_some_and(|drawn| !self.hand.contains(&drawn)) {
            self.drawn = None;
        }
        Some(card)
    }
}

/// What nobody may read.
#[derive(Clone, PartialEq, Default)]
pub struct Secret {
    /// The draw pile; the top card is the last.
    pub pile: Vec<Card>,
}

/// What everybody sees of a seat's cards.
#[derive(PartialEq, Eq, Serialize)]
pub struct Backs {
    pub hand: usize,
}

impl Turns for PegsAndJokers {
    fn options_of(public: &Public) -> &Options {
        &public.options
    }

    fn awaiting(public: &Public) -> Awaiting {
        public.awaiting()
    }

    fn backs(own: &Private) -> Backs {
        Backs { hand: own.hand.len() }
    }

    fn lets_see(public: &Public, viewer: Seat, whose: Seat) -> bool {
        public.options.table_talk == options::TableTalk::Team && state::side_of(viewer) == state::side_of(whose)
    }

    fn hand(_public: &Public) -> u32 {
        1
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores()
    }
}
