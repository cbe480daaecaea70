//! Decided matches, as they are read again.

use engine::{Level, Seat, Side};

use super::ids::{TableId, UserId};

/// A decided match. Its record is its table: header and journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    pub table: TableId,
    pub game: String,
    pub variant: String,
    /// When, in milliseconds since 1970.
    pub finished: i64,
    /// How many entries its journal has.
    pub moves: u32,
    /// By seat.
    pub seats: Vec<DecidedSeat>,
}

/// How a seat did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidedSeat {
    pub seat: Seat,
    /// `None`: the house.
    pub user: Option<UserId>,
    /// Of the house.
    pub level: Option<Level>,
    pub side: Side,
    /// From 1.
    pub place: u8,
    pub score: i32,
    /// The rating of this game before and after it; `None` where it was not rated.
    pub rating: Option<(i64, i64)>,
}
