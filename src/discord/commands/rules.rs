//! `/rules`: a game's rules page, by section.

use engine::rules::{Page, look_up, page};

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;

/// Shows a section of a rules page.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let here = match line.text("game") {
        Some(id) => Some(page(id)?),
        None => page_here(app, from).await?,
    };
    let look = app.look(from, from.place.guild);
    let Some(topic) = line.text("topic") else {
        return Ok(Reply::Whisper(here.map_or_else(screens::pages, |page| screens::rules(page, None, look))?));
    };
    // Whatever autocomplete would suggest first.
    let looked_up = look_up(here, topic);
    let first = looked_up.found.first();
    Ok(Reply::Whisper(match (first, first.map(|(page, _)| *page).or(here)) {
        (Some((page, section)), _) if !looked_up.is_slip => screens::rules(*page, Some(&section.anchor), look)?,
        (_, Some(page)) => screens::no_section(page, topic)?,
        (_, None) => screens::pages()?,
    }))
}

/// The page of the game of this channel's table, if there is one.
async fn page_here(app: &App, from: &Incoming) -> Result<Option<Page>, HandlerError> {
    let Some(table) = app.room.at(from.place.channel).await? else { return Ok(None) };
    Ok(page(app.room.look(&table).await?.terms.game.id()).ok())
}
