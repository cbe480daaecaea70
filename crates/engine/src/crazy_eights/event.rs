//! What can happen at the table.

use serde::Serialize;

use super::state::Cards;
use crate::cards::{Card, CardSet, Suit};
use crate::seats::{Seat, Seats};

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Dealt {
        hand: u32,
        dealer: Seat,
        start: Card,
        /// What was turned up before it and put under the stock, lowest first.
        buried: Cards,
    },
    /// The cards that a seat was dealt, told to it alone.
    Cards {
        cards: CardSet,
    },
    /// The cards that a seat drew, told to it alone.
    Taken {
        cards: Cards,
    },
    Played {
        seat: Seat,
        card: Card,
        #[serde(skip_serializing_if = "Option::is_none")]
        suit: Option<Suit>,
    },
    Skipped {
        seat: Seat,
    },
    /// An ace turned the direction round.
    TurnedRound {
        backward: bool,
    },
    Drew {
        seat: Seat,
        cards: u8,
        /// Does nothing fit, so that the turn is over?
        stuck: bool,
    },
    /// A seat drew what was owed, or what was to be had of it.
    Paid {
        seat: Seat,
        cards: u8,
        owed: u8,
    },
    /// The stock was made again of the discards.
    Remade {
        cards: u8,
    },
    Passed {
        seat: Seat,
    },
    Scored(Box<Scored>),
}

/// The end of a hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scored {
    /// Did everybody pass?
    pub blocked: bool,
    /// The cards that each had left.
    pub hands: Seats<CardSet>,
    /// What those count.
    pub counts: Seats<i32>,
    /// What each scores.
    pub gains: Seats<i32>,
    pub scores: Seats<i32>,
    /// Who went out, and with what; programs have seen that.
    #[serde(skip)]
    pub out: Option<(Seat, Card)>,
}
