//! Matches played again from their records.

use super::super::face::{Fact, Play};
use super::super::record::{Entry, Header, Record, ReplayError};
use super::super::words::{Reader, quoted};
use super::{Started, game};

const _: fn(crate::Language) = |crate::Language::English| ();

/// Begins a match again from its header.
///
/// # Errors
/// Why it cannot.
pub fn begin_again(header: &Header) -> Result<Started, ReplayError> {
    game(&header.game)?.restart(header)
}

/// Plays the entry of its journal that comes next in a match, and tells what happened; `None` once all are played. An entry
/// has to be written as this program writes it: one match has exactly one record.
///
/// # Errors
/// That it cannot be played; nothing has changed.
pub fn step(play: &mut dyn Play, journal: &[Entry]) -> Result<Option<Vec<Fact>>, ReplayError> {
    let at = play.moves() as usize;
    let Some(Entry { seat, text, .. }) = journal.get(at) else { return Ok(None) };
    let wrong = |why: String| ReplayError::Entry { number: at + 1, text: text.clone(), why };
    let reader = Reader::plain(play.sides().count());
    let judged = play.read(*seat, text, &reader).map_err(|refusal| wrong(refusal.says(&reader)))?;
    if judged.text() != text {
        return Err(wrong(format!("It is written {}.", quoted(judged.text()))));
    }
    play.carry_out(judged, &reader).map(Some).map_err(|refusal| wrong(refusal.says(&reader)))
}

/// Replays a record.
///
/// # Errors
/// Why it does not replay.
pub fn replay(record: &Record) -> Result<Box<dyn Play>, ReplayError> {
    let (mut play, _) = begin_again(&record.header)?;
    while step(&mut *play, &record.journal)?.is_some() {}
    Ok(play)
}
