//! Whether a stored match can go on: without telling the story that a table tells when it is woken.

use crate::store::{Stage, Stored};
use engine::catalog::{self};
use engine::{Header, Play, Record, ReplayError};

/// Why a stored match cannot go on, or, if it has ended, cannot be shown; without anything hidden.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stuck {
    /// Its game cannot begin it any more, and says why.
    #[error("{0}")]
    Rules(ReplayError),
    #[error("how it began is missing")]
    Beginning,
    #[error("entry {0} of its journal is missing")]
    Missing(u32),
    #[error("entry {0} of its journal cannot be played")]
    Entry(usize),
    #[error("it is for {seats}, and {people} sit there")]
    Seats { seats: usize, people: usize },
    #[error("it is decided, and was not ended")]
    Decided,
    #[error("it was ended, and is not decided")]
    Undecided,
}

/// Whether a stored table can go on, or, if it has ended, can be shown.
///
/// # Errors
/// The reason.
pub fn replays(stored: &Stored) -> Result<(), Stuck> {
    catalog::game(&stored.row.game).map_err(|why| Stuck::Rules(why.into()))?;
    let Some(header) = &stored.row.header else { return begun(stored) };
    whole(stored, header)?;
    let record = Record { header: header.clone(), journal: stored.journal.clone() };
    let play = catalog::replay(&record).map_err(Stuck::Rules)?;
    ended(stored.row.stage, play.as_ref())
}

/// A match that has begun has a header.
fn begun(stored: &Stored) -> Result<(), Stuck> {
    match stored.row.stage {
        Stage::Playing | Stage::Over => Err(Stuck::Beginning),
        Stage::Lobby | Stage::Closed => Ok(()),
    }
}

/// Whether everything is there: each entry of the journal, and everybody who plays.
pub(super) fn whole(stored: &Stored, header: &Header) -> Result<(), Stuck> {
    let (people, seats) = (stored.row.sitters.len(), usize::from(header.seats));
    match stored.missing {
        Some(number) => Err(Stuck::Missing(number)),
        None if people != seats => Err(Stuck::Seats { seats, people }),
        None => Ok(()),
    }
}

/// A match is over when it is decided, and not before.
pub(super) fn ended(stage: Stage, play: &dyn Play) -> Result<(), Stuck> {
    match (stage, play.standings().is_some()) {
        (Stage::Playing, true) => Err(Stuck::Decided),
        (Stage::Over, false) => Err(Stuck::Undecided),
        _ => Ok(()),
    }
}
