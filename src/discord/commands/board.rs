//! `/board`: posts the board anew.

use crate::tables::{Act, Sorry};

use super::super::dispatch::{App, Handled, Reply, Trouble};
use super::super::incoming::Incoming;
use super::super::screens;

/// Posts the board of this channel's table at the bottom.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming) -> Handled {
    let table = app.room.latest(from.place.channel).await?.ok_or(Trouble::Sorry(Sorry::NoTable))?;
    let answer = app.ask(from, &table, None, Act::Look).await?;
    app.presenters.anew(answer.snapshot);
    Ok(Reply::Whisper(screens::note("Here is the board.")?))
}
