//! `/profile`: how somebody has done. The user command *Profile* is the same, of whoever was pointed at.

use crate::store::{ProfileQuery, Scope};
use crate::tables::{Fault, Person, UserId};
use engine::catalog;

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Shows a profile: the caller's own, if nobody is named.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let who = match line.somebody("user") {
        Some((_, true)) => {
            return Err(HandlerError::say(
                "Bots have no profile. Your own, by `/profile`, says how you do against the house.",
            ));
        }
        Some((person, false)) => person.clone(),
        None => from.person.clone(),
    };
    show(app, from, who, line.text("game")).await
}

/// Shows the profile of somebody who is known by their id alone, as a list of them is.
///
/// # Errors
/// What to say instead.
pub async fn show_of(app: &App, from: &Incoming, user: UserId, game: Option<&str>) -> Handled {
    show(app, from, Person::new(user, ""), game).await
}

async fn show(app: &App, from: &Incoming, who: Person, game: Option<&str>) -> Handled {
    if let Some(id) = game {
        catalog::game(id)?;
    }
    let scope = from.place.guild.map_or(Scope::Everywhere, Scope::Server);
    let (opponents, course) = (screens::RIVALS, screens::COURSE);
    let query = ProfileQuery { user: who.id, game: game.map(str::to_owned), scope, opponents, course };
    let found = app.store().profile(&query).await;
    let found = found.map_err(|error| Fault::of_store(app.store(), "a profile could not be read", &error))?;
    let who = if found.name.is_empty() { who } else { Person::new(who.id, &found.name) };
    let message = screens::profile(&who, game, &found, app.look(from, from.place.guild))?;
    Ok(Reply::alone(from, message))
}
