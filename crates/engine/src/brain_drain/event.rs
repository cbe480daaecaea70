//! What happens at a table: the facts of which players and programs are told.

use serde::Serialize;

use super::expr::Answer;
use super::judge::{Puzzle, Wrong};
use super::moves::Move;
use super::state::Laid;
use crate::cards::Card;
use crate::{Seat, Seats};

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Pack {
        /// Which, from 1.
        number: u32,
        /// How many packs the match has.
        of: u8,
    },
    /// Four cards and a target lie open.
    Dealt {
        display: Vec<Card>,
        /// The card to be made; none in Ascent.
        target: Option<Card>,
        /// What is left of the stock.
        stock: u32,
    },
    /// The waste became a new stock.
    Remade {
        /// How many cards it has now.
        stock: u32,
    },
    /// Another target for the same display.
    Target {
        /// The new one.
        card: Card,
    },
    Passed {
        seat: Seat,
        /// In Ascent, for the first to fail at a number: what that number scores from now on.
        #[serde(skip_serializing_if = "Option::is_none")]
        worth: Option<i64>,
    },
    /// A sealed answer (or pass) is in.
    Sent { seat: Seat },
    /// A sealed answer came after the one that settled the target.
    Late { seat: Seat, answer: Answer },
    /// To its sender alone: what was sent.
    Kept {
        /// The sender.
        seat: Seat,
        sent: Move,
    },
    /// To its sender alone: the wrong cards, forgiven.
    Slip {
        /// The sender.
        seat: Seat,
        answer: Answer,
        /// What was to be made.
        puzzle: Puzzle,
        /// What is wrong with it.
        wrong: Wrong,
        /// How many more are forgiven for this target.
        left: u8,
    },
    /// To its sender alone: the verdict on a wrong answer, which everybody is told as [`Self::Erred`]. A player who
    /// typed it somewhere other than beside the board sees nothing else.
    Wrong(Box<Failure>),
    /// A wrong answer.
    Erred(Box<Failure>),
    Made {
        seat: Seat,
        answer: Answer,
        /// What was to be made.
        puzzle: Puzzle,
        /// Ascent: what it scores.
        points: Option<i32>,
        /// The cards.
        #[serde(skip)]
        laid: Laid,
    },
    /// Nobody made the target.
    Missed {
        /// What was to be made.
        puzzle: Puzzle,
        /// Nobody was asked, because nobody could have made it.
        skipped: bool,
        /// The cards.
        #[serde(skip)]
        laid: Laid,
    },
    /// A card was turned onto its pile.
    Turned { card: Card },
    /// The last cards of the pack.
    Last {
        /// Who gets them: nobody, if nobody made an equation.
        to: Option<Seat>,
        cards: Vec<Card>,
    },
    /// Nobody made anything for too long.
    Stopped,
    PackOver {
        /// What each seat scored in it.
        scores: Seats<i32>,
        /// What each seat has in all.
        totals: Seats<i32>,
        last: bool,
    },
}

/// A wrong answer and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failure {
    pub seat: Seat,
    pub answer: Answer,
    /// What was to be made.
    pub puzzle: Puzzle,
    /// What is wrong with it.
    pub wrong: Wrong,
    /// Who is given the target because of it.
    pub to: Option<Seat>,
    /// Is it a failed try of Ascent?
    pub climb: bool,
    /// The cards.
    #[serde(skip)]
    pub laid: Laid,
}
