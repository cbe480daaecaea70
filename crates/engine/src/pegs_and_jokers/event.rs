//! What happens at the table: the facts of which players and programs are told.

use serde::Serialize;

use super::cards::Face;
use super::spots::Log;
use super::track::Board;
use crate::{Seat, SeatSet};

/// Something that happened. All of it is public: players look at their hands instead of being told about them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Dealt {
        first: Seat,
        hand: u8,
    },
    /// `again`: in place of a declared move that had become impossible. `trusted`: with a card face down, which no
    /// opponent doubted; programs can tell that from the events before.
    Played {
        seat: Seat,
        face: Face,
        again: bool,
        #[serde(skip)]
        trusted: bool,
        moved: Log,
    },
    /// `face` is left out where cards are discarded face down. `stuck` is the number of stuck turns in a row, `of`
    /// the number that frees a peg.
    Dropped {
        seat: Seat,
        face: Option<Face>,
        stuck: u8,
        of: Option<u8>,
    },
    Counted {
        seat: Seat,
        face: Face,
        moved: Log,
    },
    Declared {
        seat: Seat,
        face: Face,
        moved: Log,
    },
    Trusted {
        seat: Seat,
    },
    Doubted {
        seat: Seat,
        player: Seat,
        shown: Face,
        honest: bool,
    },
    Sent {
        seat: Seat,
        moved: Log,
    },
    NoMove {
        seat: Seat,
        face: Face,
    },
    /// Won by this seat, because the victim of the penalty has no peg out.
    ExtraTurn {
        seat: Seat,
        victim: Seat,
    },
    TurnAgain {
        seat: Seat,
    },
    Reshuffled {
        cards: u16,
    },
    /// `left`: pegs of the losers that are not home. `end`: for pictures; programs have seen it.
    Won {
        winners: SeatSet,
        losers: SeatSet,
        left: i32,
        #[serde(skip)]
        end: Box<End>,
    },
}

/// How the board stood at the end, and what brought the last peg home.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    pub board: Board,
    pub by: Option<Event>,
}
