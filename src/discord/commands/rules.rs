//! `/rules`: a game's rules page, by section.

use crate::engine::rules::page;

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;

/// Shows a section of a rules page.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let id = match line.text("game") {
        Some(id) => id.to_owned(),
        None => match game_here(app, from).await? {
            Some(id) => id,
            None => return Ok(Reply::Whisper(screens::pages()?)),
        },
    };
    let page = page(&id).map_err(HandlerError::Say)?;
    let Some(topic) = line.text("topic") else { return Ok(Reply::Whisper(screens::rules(page, None)?)) };
    // Whatever autocomplete would suggest first.
    Ok(Reply::Whisper(match screens::page_topics(page, topic).first() {
        Some((_, anchor)) => screens::rules(page, Some(anchor))?,
        None => screens::no_section(page, topic)?,
    }))
}

/// The game of this channel's table, if there is one.
async fn game_here(app: &App, from: &Incoming) -> Result<Option<String>, HandlerError> {
    let Some(table) = app.room.at(from.place.channel).await? else { return Ok(None) };
    Ok(Some(app.room.look(&table).await?.game.to_owned()))
}
