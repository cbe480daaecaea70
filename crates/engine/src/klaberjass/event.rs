//! What can happen at the table.

use serde::Serialize;

use super::scoring::Outcome;
use super::sequences::Said;
use super::state::{Count, Tricks};
use crate::cards::{Card, CardSet, Suit};
use crate::seats::{Seat, Seats};

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Dealt {
        hand: u32,
        dealer: Seat,
        turn_up: Card,
    },
    /// The cards dealt to a seat, told to it alone.
    Cards {
        cards: CardSet,
    },
    /// A call that makes no trumps.
    Called {
        seat: Seat,
        call: Call,
    },
    /// Trumps are made; three more cards each.
    Made {
        /// Who plays against the other.
        maker: Seat,
        trump: Suit,
    },
    /// Nobody plays this hand.
    Dead,
    /// The seven was swapped for the card turned up.
    Exchanged {
        seat: Seat,
        card: Card,
    },
    Declared {
        seat: Seat,
        /// Are sequences claimed?
        meld: bool,
    },
    /// The bottom card of the stock was shown.
    Bottom {
        card: Card,
    },
    Compared {
        /// Whose sequences count; `None` if they are equal, unless the non-dealer's count then.
        better: Option<Seat>,
        equal: bool,
        /// What was announced of each side's best, non-dealer's first.
        said: Vec<(Seat, Said)>,
        /// Does each side get ten points?
        ten_each: bool,
    },
    /// The better sequences were shown.
    Shown {
        seat: Seat,
        /// Each from low to high.
        sequences: Vec<Vec<Card>>,
        /// What they score.
        points: i32,
    },
    Played {
        seat: Seat,
        card: Card,
    },
    /// King and queen of trumps.
    Bella {
        seat: Seat,
    },
    Taken {
        seat: Seat,
        /// How many tricks that makes.
        tricks: u8,
        /// The card that was led.
        lead: Card,
        /// The card that answered it.
        reply: Card,
    },
    Scored(Box<Settled>),
    /// A player reached the target in the middle of a hand.
    ClaimedOut(Box<ClaimedOut>),
}

/// A call that makes no trumps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// Declines to make trumps.
    Pass,
    /// Offers to throw the hand in.
    Schmeiss,
    /// Agrees to throw the hand in.
    Yes,
    /// Refuses to throw the hand in.
    No,
}

/// A hand that ended before its last trick.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClaimedOut {
    /// Who reached the target: one, or both.
    pub seats: Vec<Seat>,
    /// What each has made of the hand so far.
    pub counts: Seats<Count>,
    /// Points for sequences that each has lost as long as it has no trick; they are not in the counts.
    pub lost: Seats<i32>,
    /// What that adds up to.
    pub totals: Seats<i32>,
    /// Points carried over from before; they lapse.
    pub pot: i32,
    /// Match scores, including this hand.
    pub scores: Seats<i32>,
    /// Its trumps and tricks; programs have seen them.
    #[serde(skip)]
    pub trump: Suit,
    #[serde(skip)]
    pub tricks: Tricks,
}

/// How a hand was settled.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settled {
    /// Who made trumps.
    pub maker: Seat,
    pub trump: Suit,
    /// What each made.
    pub counts: Seats<Count>,
    /// Points for sequences that each lost without a trick; they are not in the counts.
    pub lost: Seats<i32>,
    /// What that adds up to.
    pub totals: Seats<i32>,
    /// What each scores.
    pub gains: Seats<i32>,
    /// Points carried over from before.
    pub pot_before: i32,
    /// Points carried over to the next hand.
    pub pot: i32,
    pub scores: Seats<i32>,
    /// Its tricks; programs have seen them.
    #[serde(skip)]
    pub tricks: Tricks,
    /// How the maker fared; for words only, since programs see it in the totals.
    #[serde(skip)]
    pub outcome: Outcome,
}
