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
    /// A hand was dealt.
    Dealt {
        /// Which hand.
        hand: u32,
        /// Who dealt.
        dealer: Seat,
        /// The first discard.
        up: Option<Tile>,
    },
    /// To one seat: the cards it was dealt.
    Cards {
        /// The cards.
        cards: Tiles,
    },
    /// The discards were turned over.
    TurnedOver {
        /// How many cards the new pile has.
        cards: u8,
    },
    /// The hand is blocked: nobody scores, and the same player deals again.
    Blocked {
        /// Match scores.
        scores: Seats<i32>,
    },
    /// A card was drawn from the pile.
    Drew {
        /// By whom.
        seat: Seat,
    },
    /// To one seat: the card it drew.
    DrewCard {
        /// The card.
        card: Tile,
    },
    /// The top discard was taken.
    Took {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Tile,
    },
    /// A turn was played.
    Played {
        /// By whom.
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
        /// Who.
        seat: Seat,
        /// How many.
        cards: u32,
    },
    /// A hand was won.
    Won(Box<Won>),
}

/// How a hand was won.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Won {
    /// By whom.
    pub seat: Seat,
    /// Does it count double?
    pub double: bool,
    /// The others' cards.
    pub hands: Seats<Tiles>,
    /// What the winner scores.
    pub gain: i32,
    /// Match scores.
    pub scores: Seats<i32>,
}

fn texts<S: Serializer>(parts: &[Part], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(parts.iter().map(|part| say_part(*part)))
}
