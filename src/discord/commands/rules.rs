//! `/rules`.

use crate::engine::rules::{find, page};
use crate::tables::Act;

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
    let exact = find(page.text, topic).map(|section| section.anchor);
    let anchor = exact.or_else(|| screens::page_topics(page, topic).into_iter().next().map(|(_, anchor)| anchor));
    Ok(Reply::Whisper(match anchor {
        Some(anchor) => screens::rules(page, Some(&anchor))?,
        None => screens::no_section(page, topic)?,
    }))
}

/// The game of this channel's table.
async fn game_here(app: &App, from: &Incoming) -> Result<String, Trouble> {
    let Some(table) = app.room.at(from.place.channel).await? else {
        return Err(Trouble::say("Of which game? `/rules game:` names it."));
    };
    Ok(app.ask(from, &table, None, Act::Look).await?.snapshot.game.to_owned())
}
