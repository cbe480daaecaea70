//! A move between its reading and its playing.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::record::Header;
use crate::seats::Seat;
use crate::words::Late;

/// A move (or `resign`, `void`) that was read and found legal where a match stands, and is not played yet.
pub struct Judged {
    pub(super) seat: Seat,
    pub(super) text: String,
    pub(super) said: Option<String>,
    pub(super) late: Option<Late>,
    /// Where it was read: in which match, after how many acts.
    pub(super) at: (Arc<Header>, u32),
    /// A `SeatAct` of that match's game.
    pub(super) act: Box<dyn Any + Send + Sync>,
}

impl Judged {
    /// Who plays it.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// In canonical notation, as the journal keeps it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Described for its mover, from where the match stood: it may name hidden cards. `None` for `resign` and `void`.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Does it answer what is settled by now? See [`Notation::too_late`](crate::Notation::too_late).
    #[must_use]
    pub const fn late(&self) -> Option<Late> {
        self.late
    }
}

impl fmt::Debug for Judged {
    /// Neither its text nor its description: both may name hidden cards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judged").field("seat", &self.seat).finish_non_exhaustive()
    }
}
