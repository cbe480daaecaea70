//! `/rules`.

use crate::engine::rules::page;

use super::super::dispatch::{App, Handled, Reply, Trouble};
use super::super::incoming::{Incoming, Line};
use super::super::screens;

/// Shows a section of a page of rules.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let id = match line.text("game") {
        Some(id) => id.to_owned(),
        None => game_here(app, from).await?,
    };
    let page = page(&id).map_err(Trouble::Say)?;
    let Some(topic) = line.text("topic") else { return Ok(Reply::Whisper(screens::rules(page, None)?)) };
    // Whatever autocomplete would offer first.
    Ok(Reply::Whisper(match screens::page_topics(page, topic).first() {
        Some((_, anchor)) => screens::rules(page, Some(anchor))?,
        None => screens::no_section(page, topic)?,
    }))
}

/// The game of this channel's table.
async fn game_here(app: &App, from: &Incoming) -> Result<String, Trouble> {
    let Some(table) = app.room.at(from.place.channel).await? else {
        return Err(Trouble::say("Of which game? `/rules game:` names it."));
    };
    Ok(app.room.look(&table).await?.game.to_owned())
}
