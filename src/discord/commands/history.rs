//! `/history`: somebody's matches, each with its code.

use crate::store::{HistoryQuery, MatchesOf, RunningQuery};
use crate::tables::{Fault, TableId};

use super::super::app::App;
use super::super::incoming::{Incoming, Line, Used};
use super::super::press::HistoryAct;
use super::super::presses::outdated;
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;
use super::replay;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Lists them, of the caller or of somebody else.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    let user = match line.somebody("user") {
        Some((_, true)) => {
            return Err(HandlerError::say(
                "Matches are listed for people. One with the house is among those of whoever played it.",
            ));
        }
        Some((person, false)) => person.id,
        None => from.person.id,
    };
    let of = MatchesOf { user, game: line.text("game").map(str::to_owned), against: None };
    show(app, from, of, HistoryAct::Newest).await
}

/// Something was pressed beside such a list.
///
/// # Errors
/// What to say instead.
pub async fn turn(app: &App, from: &Incoming, of: MatchesOf, act: HistoryAct, used: &Used) -> Handled {
    match act {
        HistoryAct::Open => {
            let table: TableId = used.value().and_then(|code| code.parse().ok()).ok_or_else(outdated)?;
            replay::open(app, from, table, None, None).await
        }
        HistoryAct::Against => {
            let person = used.people.first();
            let person = person.ok_or_else(|| HandlerError::say("Bots are not listed; pick a person."))?;
            show(app, from, MatchesOf { against: Some(person.id), ..of }, HistoryAct::Newest).await
        }
        HistoryAct::Anybody => show(app, from, MatchesOf { against: None, ..of }, HistoryAct::Newest).await,
        HistoryAct::Newest | HistoryAct::Older(_) | HistoryAct::Newer(_) => show(app, from, of, act).await,
    }
}

async fn show(app: &App, from: &Incoming, of: MatchesOf, act: HistoryAct) -> Handled {
    let (beside, newer) = match act {
        HistoryAct::Older(one) => (Some(one), false),
        HistoryAct::Newer(one) => (Some(one), true),
        _ => (None, false),
    };
    let lines = screens::MATCHES_A_PAGE;
    let store = app.store();
    let unread = |error| Fault::of_store(store, "somebody's matches could not be read", &error);
    // What others play elsewhere is for those who can look there.
    let own = of.user == from.person.id;
    let running = match beside {
        None if own || from.place.guild.is_some() => {
            let guild = from.place.guild.filter(|_| !own);
            store.running(&RunningQuery { of: of.clone(), guild, lines }).await.map_err(unread)?
        }
        _ => Vec::new(),
    };
    let found = store.history(&HistoryQuery { of: of.clone(), beside, newer, lines }).await.map_err(unread)?;
    Ok(Reply::alone(from, screens::history(&of, from.person.id, &running, &found)?))
}
