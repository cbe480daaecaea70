//! `/leaderboard`.

use crate::engine::catalog;
use crate::store::{Ask, Period, Scope};
use crate::tables::{Fault, now};

use super::super::dispatch::{App, Handled, Reply, Trouble};
use super::super::incoming::{Incoming, Line};
use super::super::screens::{self, Leaders};

/// Shows a leaderboard.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let default = if from.place.guild.is_some() { "server" } else { "everywhere" };
    let what = Leaders {
        scope: if line.text("scope").unwrap_or(default) == "server" { 's' } else { 'e' },
        game: line.text("game").unwrap_or("*").to_owned(),
        period: match line.text("period") {
            Some("month") => 'm',
            Some("all") => 'a',
            _ => 'q',
        },
        page: line.number("page").and_then(|n| u32::try_from(n).ok()).unwrap_or(1).max(1),
    };
    show(app, from, &what, false).await
}

/// Shows a page: in a message of its own, or in the one that was pressed.
///
/// # Errors
/// What to say instead.
pub async fn show(app: &App, from: &Incoming, what: &Leaders, here: bool) -> Handled {
    let scope = match (what.scope, from.place.guild) {
        ('s', Some(guild)) => Scope::Server(guild),
        ('s', None) => return Err(Trouble::say("There is no server here. `scope: Everywhere` shows everybody.")),
        _ => Scope::Everywhere,
    };
    let game = (what.game != "*").then(|| what.game.clone());
    let title = match &game {
        Some(id) => catalog::game(id).map_err(Trouble::Say)?.title(),
        None => "All games",
    };
    let period = match what.period {
        'q' => Period::Season,
        'm' => Period::Month,
        _ => Period::AllTime,
    };
    let ask = Ask { scope, game, period, at: now(), page: what.page, lines: Leaders::LINES, caller: from.person.id };
    let found =
        app.store().leaderboard(&ask).await.map_err(|error| Fault::log("a leaderboard could not be read", &error))?;
    let message = screens::leaders(what, title, &found, app.look(from, from.place.guild))?;
    Ok(if here { Reply::Update(message) } else { Reply::Whisper(message) })
}
