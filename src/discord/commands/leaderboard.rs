//! `/leaderboard`: a page of a ranking, with the caller's own rank.

use crate::store::{Leaderboard, LeaderboardQuery, Period, Scope};
use crate::tables::{Fault, now};
use engine::catalog;

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::press::{Leaders, Whose};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Shows a leaderboard.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let default = if from.place.guild.is_some() { "server" } else { "everywhere" };
    let what = Leaders {
        whose: if line.text("scope").unwrap_or(default) == "server" { Whose::Server } else { Whose::Everywhere },
        game: line.text("game").map(str::to_owned),
        period: match line.text("period") {
            Some("month") => Period::Month,
            Some("all") => Period::AllTime,
            _ => Period::Season,
        },
        page: line.number("page").and_then(|n| u32::try_from(n).ok()).unwrap_or(1).max(1),
    };
    show(app, from, &what).await
}

/// Shows a page, or the last one if there are not so many: in a new message, or in the one that was pressed.
///
/// # Errors
/// What to say instead.
pub async fn show(app: &App, from: &Incoming, what: &Leaders) -> Handled {
    let scope = match (what.whose, from.place.guild) {
        (Whose::Server, Some(guild)) => Scope::Server(guild),
        (Whose::Server, None) => {
            return Err(HandlerError::say("There is no server here. `scope: Everywhere` shows everybody."));
        }
        (Whose::Everywhere, _) => Scope::Everywhere,
    };
    let title = match &what.game {
        Some(id) => catalog::game(id)?.title(),
        None => "All games",
    };
    let Leaders { ref game, period, page, .. } = *what;
    let (at, lines, caller) = (now(), screens::LEADERS_A_PAGE, from.person.id);
    let mut query = LeaderboardQuery { scope, game: game.clone(), period, at, page, lines, caller };
    let mut found = read(app, &query).await?;
    if found.lines.is_empty() && found.ranked > 0 {
        query.page = screens::leader_pages(found.ranked);
        found = read(app, &query).await?;
    }
    let what = Leaders { page: query.page, ..what.clone() };
    let message = screens::leaders(&what, title, &found, app.look(from, from.place.guild))?;
    Ok(Reply::alone(from, message))
}

async fn read(app: &App, query: &LeaderboardQuery) -> Result<Leaderboard, Fault> {
    let read = app.store().leaderboard(query).await;
    read.map_err(|error| Fault::of_store(app.store(), "a leaderboard could not be read", &error))
}
