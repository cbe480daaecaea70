//! `/board`: posts the board again.

use super::super::app::App;
use super::super::incoming::Incoming;
use super::super::presenter::On;
use super::super::reply::{Handled, Reply};
use super::no_table_here;

/// Posts the board of this channel's table at the bottom, as the answer.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming) -> Handled {
    let table = app.room.latest(from.place.channel).await?.ok_or_else(no_table_here)?;
    let hold = app.presenters.hold(table);
    let snapshot = app.room.look(&table).await?;
    Ok(Reply::Table(snapshot, hold, On::Anew))
}
