//! What is written: tables, moves, and the end of a match.

use engine::{Entry, Seat, Side};

use super::ids::{Cause, Place, TableId};
use super::rows::TableRow;
use super::sitters::Sitter;

#[derive(Clone)]
pub struct Create {
    /// The table; its revision is 1.
    pub row: TableRow,
    /// The interaction behind it, which from then on leads to the new table.
    pub cause: Option<Cause>,
    /// The table that this is the rematch of, as it should be saved.
    pub old: Option<TableRow>,
}

/// A change of a table other than by a move.
#[derive(Clone)]
pub struct Save {
    /// The table as it should be; its revision is one more than that of the table it was changed from.
    pub row: TableRow,
    /// The interaction behind it.
    pub cause: Option<Cause>,
}

/// The next entry of a table's journal, with the end of the match if this move decides it.
#[derive(Clone)]
pub struct Append {
    pub table: TableId,
    /// The revision of the table's row against which the move was judged.
    pub rev: u64,
    /// The number of the entry, from 1.
    pub number: u32,
    pub entry: Entry,
    /// The interaction behind it.
    pub cause: Option<Cause>,
    /// When its clock next asks for something, where it has one.
    pub due: Option<i64>,
    /// A move plays itself after it.
    pub goes_on: bool,
    /// The end of the match, if the move ends it.
    pub finish: Option<Finish>,
}

/// The end of a match, written together with its last move.
#[derive(Clone, PartialEq, Debug)]
pub struct Finish {
    pub game: String,
    pub variant: String,
    pub place: Place,
    /// Everybody at the table, in seat order.
    pub seats: Vec<FinishSeat>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishSeat {
    pub seat: Seat,
    pub who: Sitter,
    pub name: String,
    pub account: String,
    /// The side, whose seats win together.
    pub side: Side,
    /// 1 for the winners; those who tie share a place.
    pub place: u8,
    /// The side's final score.
    pub score: i32,
}
