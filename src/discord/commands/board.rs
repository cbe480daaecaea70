//! `/board`: posts the board anew.

use crate::tables::Act;

use super::super::dispatch::{App, Handled, Reply};
use super::super::incoming::Incoming;
use super::super::presenter::On;
use super::no_table_here;

/// Posts the board of this channel's table at the bottom, as the answer.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming) -> Handled {
    let table = app.room.latest(from.place.channel).await?.ok_or_else(no_table_here)?;
    let hold = app.presenters.hold(table);
    let answer = app.ask(from, &table, None, Act::Look).await?;
    Ok(Reply::Table(answer.snapshot, hold, On::Anew))
}
