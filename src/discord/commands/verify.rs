//! `/verify`: what proves a deal.

use crate::tables::{Rejection, TableId};

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;
use super::{Meant, code_in, no_table_here, table_meant};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Says what was checked, for whoever asks.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let table = match line.text("match") {
        Some(code) => code_in(code).ok_or(HandlerError::Rejection(Rejection::NoTable))?,
        None => meant(app, from).await?,
    };
    let verified = app.room.verify(&table, from.person.id).await?;
    Ok(Reply::Whisper(screens::verified(&verified)?))
}

/// The newest table of this channel, or else the one at which they play.
async fn meant(app: &App, from: &Incoming) -> Result<TableId, HandlerError> {
    if let Some(table) = app.room.latest(from.place.channel).await? {
        return Ok(table);
    }
    match table_meant(app, from).await? {
        Meant::This(table) => Ok(table),
        Meant::Elsewhere(mine) if mine.len() == 1 => Ok(mine[0].table),
        Meant::Several(_) | Meant::Elsewhere(_) if from.place.guild.is_none() => {
            Err(HandlerError::say("You are in several matches. `/verify match:` takes the code of one of them."))
        }
        _ => Err(no_table_here()),
    }
}
