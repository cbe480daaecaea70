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
    let topic = line.text("topic");
    let anchor = topic.and_then(|typed| screens::page_topics(page, typed).into_iter().next()).map(|(_, anchor)| anchor);
    let exact = topic.filter(|typed| find(page.text, typed).is_some());
    if topic.is_some() && exact.is_none() && anchor.is_none() {
        return Err(Trouble::say(format!("{} has no such section. The list shows them all.", page.title)));
    }
    Ok(Reply::Whisper(screens::rules(page, exact.or(anchor.as_deref()))?))
}

/// The game of this channel's table.
async fn game_here(app: &App, from: &Incoming) -> Result<String, Trouble> {
    let Some(table) = app.room.at(from.place.channel).await? else {
        return Err(Trouble::say("Of which game? `/rules game:` names it."));
    };
    Ok(app.ask(from, &table, None, Act::Look).await?.snapshot.game.to_owned())
}
