//! Whether a stored match can go on: without telling the story that a table tells when it is woken.

use crate::store::{Stage, Stored};
use engine::catalog::{self};
use engine::{Header, Play, Record};

/// Why a stored table cannot go on, or, if it has ended, cannot be shown; in words without anything hidden.
///
/// # Errors
/// The reason.
pub fn replays(stored: &Stored) -> Result<(), String> {
    catalog::game(&stored.row.game)?;
    let Some(header) = &stored.row.header else { return begun(stored) };
    whole(stored, header)?;
    let record = Record { header: header.clone(), journal: stored.journal.clone() };
    let play = catalog::replay(&record).map_err(|error| error.to_string())?;
    ended(stored.row.stage, play.as_ref())
}

/// A match that has begun has a header.
fn begun(stored: &Stored) -> Result<(), String> {
    match stored.row.stage {
        Stage::Playing | Stage::Over => Err("how it began is missing".to_owned()),
        Stage::Lobby | Stage::Closed => Ok(()),
    }
}

/// Whether everything is there: each entry of the journal, and everybody who plays.
pub(super) fn whole(stored: &Stored, header: &Header) -> Result<(), String> {
    let (people, seats) = (stored.row.sitters.len(), usize::from(header.seats));
    match stored.missing {
        Some(number) => Err(format!("entry {number} of its journal is missing")),
        None if people != seats => Err(format!("it is for {seats}, and {people} sit there")),
        None => Ok(()),
    }
}

/// A match is over when it is decided, and not before.
pub(super) fn ended(stage: Stage, play: &dyn Play) -> Result<(), String> {
    match (stage, play.standings().is_some()) {
        (Stage::Playing, true) => Err("it is decided, and was not ended".to_owned()),
        (Stage::Over, false) => Err("it was ended, and is not decided".to_owned()),
        _ => Ok(()),
    }
}
