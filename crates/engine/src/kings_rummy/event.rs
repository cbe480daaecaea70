//! What happens at the table: the facts of which players and programs are told.

use serde::{Serialize, Serializer};

use super::moves::Part;
use super::notation::say_part;
use super::tile::{Tile, Tiles};
use crate::seats::{Seat, Seats};

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Dealt {
        hand: u32,
        dealer: Seat,
        /// The first discard.
        up: Option<Tile>,
    },
    /// To one seat: the cards it was dealt.
    Cards {
        cards: Tiles,
    },
    /// The discards were turned over.
    TurnedOver {
        /// How many cards the new pile has.
        cards: u8,
    },
    /// The hand is blocked: nobody scores, and the same player deals again.
    Blocked {
        scores: Seats<i32>,
    },
    /// A card was drawn from the pile.
    Drew {
        seat: Seat,
    },
    /// To one seat: the card it drew.
    DrewCard {
        card: Tile,
    },
    /// The top discard was taken.
    Took {
        seat: Seat,
        card: Tile,
    },
    Played {
        seat: Seat,
        /// What was done on the table, in canonical notation.
        #[serde(serialize_with = "texts")]
        parts: Vec<Part>,
        /// The discard.
        dropped: Option<Tile>,
        /// Did the last card go face down?
        face_down: bool,
    },
    /// A player has few cards left.
    Few {
        seat: Seat,
        cards: u32,
    },
    Won(Box<Won>),
}

/// How a hand was won.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Won {
    pub seat: Seat,
    pub double: bool,
    /// The others' cards.
    pub hands: Seats<Tiles>,
    /// What the winner scores.
    pub gain: i32,
    pub scores: Seats<i32>,
    /// The melds that the last turn laid or changed; programs have seen that.
    #[serde(skip)]
    pub melds: Vec<Tiles>,
}

fn texts<S: Serializer>(parts: &[Part], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(parts.iter().map(|part| say_part(*part)))
}
