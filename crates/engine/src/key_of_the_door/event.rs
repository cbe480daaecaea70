//! What can happen.

use serde::Serialize;

use crate::cards::Card;
use crate::{Seat, Seats};

use super::keys::{KeyPlace, Opener};
use super::state::Won;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Dealt {
        /// The number of the deal, from 1.
        deal: u32,
        /// How many deals the match has.
        of: u32,
        dealer: Seat,
        first: Seat,
    },
    /// A card was played face up.
    Played {
        seat: Seat,
        card: Card,
        key: KeyPlace,
    },
    /// A card was laid face down.
    LaidDown {
        seat: Seat,
        key: KeyPlace,
    },
    Discarded {
        seat: Seat,
        card: Card,
    },
    /// Told to its player alone: the card drawn.
    Drew {
        card: Card,
    },
    /// A seat passed: a turn without a card.
    Passed {
        seat: Seat,
    },
    /// A key was taken, claimed or stolen.
    Won {
        seat: Seat,
        /// Where it lay.
        key: KeyPlace,
        header: Opener,
        /// Its cards, the header counted.
        cards: u8,
        /// What it scores.
        points: i32,
        stolen: bool,
        /// If it was stolen: what was wrong with it, which is no longer a secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        fault: Option<Fault>,
    },
    /// A claim of 21 was wrong.
    WrongClaim {
        seat: Seat,
        key: KeyPlace,
    },
    /// The next key opens.
    Opened {
        key: KeyPlace,
        header: Opener,
    },
    /// A suit has no header left and no Joker waits.
    Closed {
        key: KeyPlace,
    },
    /// A steal failed. Nothing more is said: while its last card can still be called, the key may be sound, or past
    /// 21 because of that card.
    StealFailed {
        /// Who tried.
        seat: Seat,
        key: KeyPlace,
        /// What it costs.
        penalty: i32,
        /// Can its last card still be called bust?
        callable: bool,
        /// Are there cards enough on it to be past 21? Programs can tell that from the table.
        #[serde(skip)]
        can_be_past: bool,
        /// Are there no more steals this turn?
        last: bool,
    },
    /// A card was called bust and goes back.
    TakenBack {
        /// Whose card.
        seat: Seat,
        /// Who called.
        by: Seat,
        card: Card,
        key: KeyPlace,
    },
    /// A card was called bust but is not.
    WrongCall {
        /// Who called.
        seat: Seat,
        key: KeyPlace,
    },
    DealOver {
        deal: u32,
        /// Its keys, in the order in which they were won.
        won: Vec<Won>,
        /// Points lost by false steals, by seat.
        penalties: Seats<i32>,
        points: Seats<i32>,
        totals: Seats<i32>,
    },
}

/// Why a key can be stolen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It counted 21, and nobody claimed that.
    Unclaimed,
    /// It is past 21.
    Bust,
    /// It can never count 21 any more.
    Bent,
}
