//! Ephemeral panels: the host's options, and the "⋯" of the board.

use serde_json::Value;

use crate::tables::{LobbyAct, Rejection, Snapshot, Stage, TableId, now};
use engine::{Knob, Overrides, list};

use super::app::App;
use super::incoming::Incoming;
use super::reply::{Handled, HandlerError, Reply};
use super::screens;
use super::ui::{Limit, plain};

/// The host's options panel after a change to the table: as a new message, or in the panel that was pressed.
/// Anyone who may not change the options sees those in force, and changes nothing.
///
/// # Errors
/// What to say instead.
pub async fn options(app: &App, from: &Incoming, table: TableId, change: Option<LobbyAct>) -> Handled {
    let before = app.room.look(&table).await?;
    if !may_change(from, &before) && (from.is_in_ephemeral() || change.is_none()) {
        return to_read(from, &before);
    }
    let changed = change.is_some();
    let snapshot = match change {
        Some(act) => app.ask(from, &table, None, act).await?.snapshot,
        None => before,
    };
    let in_force = snapshot.terms.options.clone().map_err(Rejection::from)?;
    let panel = screens::options(&snapshot, &in_force, changed)?;
    Ok(Reply::alone(from, panel))
}

fn to_read(from: &Incoming, snapshot: &Snapshot) -> Handled {
    if snapshot.stage == Stage::Closed {
        return Err(HandlerError::Rejection(Rejection::Gone));
    }
    let in_force = snapshot.terms.options.clone().map_err(Rejection::from)?;
    Ok(Reply::alone(from, screens::options_in_force(snapshot, &in_force)?))
}

/// Whether this person is the host and the match has not begun. A challenge's options are fixed.
fn may_change(from: &Incoming, snapshot: &Snapshot) -> bool {
    snapshot.stage == Stage::Lobby && snapshot.seating.host == from.person.id && !snapshot.terms.challenge
}

/// The table in a few lines: as a new message, or in the panel that was pressed.
///
/// # Errors
/// What to say instead.
pub async fn show(app: &App, from: &Incoming, table: TableId) -> Handled {
    let snapshot = app.room.look(&table).await?;
    let summary = screens::summary(&snapshot, from.person.id)?;
    Ok(Reply::alone(from, summary))
}

fn knob_of(snapshot: &Snapshot, key: &str) -> Result<&'static Knob, HandlerError> {
    snapshot.terms.game.knob(key).ok_or_else(|| HandlerError::say("There is no such option (any more)."))
}

/// An option was picked: shows its values, or a button to type one.
///
/// # Errors
/// What to say instead.
pub async fn knob(app: &App, from: &Incoming, table: TableId, key: &str) -> Handled {
    let page = |snapshot: &Snapshot, in_force: &Value, knob: &Knob| {
        screens::knob_page(snapshot, in_force, knob).map(Reply::Update)
    };
    about_knob(app, from, table, key, page).await
}

/// The value of an option is to be typed.
///
/// # Errors
/// What to say instead.
pub async fn knob_form(app: &App, from: &Incoming, table: TableId, key: &str) -> Handled {
    let form = |snapshot: &Snapshot, in_force: &Value, knob: &Knob| {
        screens::knob_form(snapshot, in_force, knob).map(Reply::Form)
    };
    about_knob(app, from, table, key, form).await
}

/// Replies about an option to whoever may change it.
async fn about_knob(
    app: &App,
    from: &Incoming,
    table: TableId,
    key: &str,
    reply: impl FnOnce(&Snapshot, &Value, &Knob) -> Result<Reply, Limit>,
) -> Handled {
    let snapshot = app.room.look(&table).await?;
    if !may_change(from, &snapshot) {
        return to_read(from, &snapshot);
    }
    let knob = knob_of(&snapshot, key)?;
    let in_force = snapshot.terms.options.clone().map_err(Rejection::from)?;
    Ok(reply(&snapshot, &in_force, knob)?)
}

/// The value of an option was picked or typed.
///
/// # Errors
/// What to say instead.
pub async fn set_knob(app: &App, from: &Incoming, table: TableId, key: &str, value: &str) -> Handled {
    let snapshot = app.room.look(&table).await?;
    if !may_change(from, &snapshot) {
        return to_read(from, &snapshot);
    }
    let knob = knob_of(&snapshot, key)?;
    let value = knob.typed(value)?;
    let change = Overrides::from_iter([(key.to_owned(), value)]);
    options(app, from, table, Some(LobbyAct::SetOptions(change))).await
}

/// Calls those who keep the presser waiting.
///
/// # Errors
/// What to say instead.
pub async fn nudge(app: &App, from: &Incoming, table: TableId) -> Handled {
    let snapshot = app.room.look(&table).await?;
    let mut others = snapshot.at_seats(snapshot.seating.presence.quiet(now()));
    others.retain(|user| *user != from.person.id);
    let want_none = others.iter().all(|user| app.presenters.is_uncalled(*user, snapshot.place.guild));
    if want_none && !others.is_empty() {
        return Err(HandlerError::say(
            "They want no notices. After a day in which nobody moves, the board offers more.",
        ));
    }
    let snapshot = app.room.nudge(&table, from.person.id).await?;
    let called = plain(&list(&snapshot.names_at(snapshot.seating.reminded)));
    Ok(Reply::alone(from, screens::note(&format!("Called: {called}."))?))
}

/// Opens the form for a word of somebody who sits at the table.
///
/// # Errors
/// What to say instead.
pub async fn word(app: &App, from: &Incoming, table: TableId) -> Handled {
    let snapshot = app.room.look(&table).await?;
    if snapshot.stage != Stage::Lobby {
        return Err(HandlerError::say("The cards are dealt already: a word is added before the match."));
    }
    snapshot.seat_of(from.person.id).ok_or(HandlerError::Rejection(Rejection::NotSeated))?;
    Ok(Reply::Form(screens::word_form(&snapshot)?))
}

/// Everything else that can be done at a table.
///
/// # Errors
/// What to say instead.
pub async fn more(app: &App, from: &Incoming, table: TableId) -> Handled {
    let snapshot = app.room.look(&table).await?;
    let (user, now) = (from.person.id, now());
    let panel = screens::more(&snapshot, user, snapshot.may_end(user, from.moderates, now), now)?;
    Ok(Reply::alone(from, panel))
}
