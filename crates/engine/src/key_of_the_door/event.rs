//! What can happen.

use serde::Serialize;

use crate::cards::Card;
use crate::{Seat, Seats};

use super::keys::{Header, Place};
use super::state::Won;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A deal begins.
    Dealt {
        /// The number of the deal, from 1.
        deal: u32,
        /// How many deals the match has.
        of: u32,
        /// Who dealt.
        dealer: Seat,
        /// Who plays first.
        first: Seat,
    },
    /// A card was played face up.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
        /// On which key.
        key: Place,
    },
    /// A card was laid face down.
    LaidDown {
        /// By whom.
        seat: Seat,
        /// On which key.
        key: Place,
    },
    /// A card was discarded.
    Discarded {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// Told to its player alone: the card drawn.
    Drew {
        /// Which.
        card: Card,
    },
    /// A seat passed: a turn without a card.
    Passed {
        /// Whose.
        seat: Seat,
    },
    /// A key was taken, claimed or stolen.
    Won {
        /// By whom.
        seat: Seat,
        /// Where it lay.
        key: Place,
        /// Its header.
        header: Header,
        /// Its cards, the header counted.
        cards: u8,
        /// What it scores.
        points: i32,
        /// Was it stolen?
        stolen: bool,
        /// If it was stolen: what was wrong with it, which is no longer a secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        fault: Option<Fault>,
    },
    /// A claim of 21 was wrong.
    WrongClaim {
        /// Whose.
        seat: Seat,
        /// On which key.
        key: Place,
    },
    /// The next key opens.
    Opened {
        /// Where.
        key: Place,
        /// Its header.
        header: Header,
    },
    /// A suit has no header left and no Joker waits.
    Closed {
        /// Which.
        key: Place,
    },
    /// A steal failed. Nothing more is said: while its last card can still be called, the key may be sound, or past
    /// 21 because of that card.
    StealFailed {
        /// Who tried.
        seat: Seat,
        /// Which key.
        key: Place,
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
        /// Which card.
        card: Card,
        /// From which key.
        key: Place,
    },
    /// A card was called bust but is not.
    WrongCall {
        /// Who called.
        seat: Seat,
        /// On which key.
        key: Place,
    },
    /// A deal ended.
    DealOver {
        /// Which.
        deal: u32,
        /// Its keys, in the order in which they were won.
        won: Vec<Won>,
        /// Points lost by false steals, by seat.
        penalties: Seats<i32>,
        /// What each seat made.
        points: Seats<i32>,
        /// Totals, by side.
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
