//! Ephemeral panels: the host's options, and the "⋯" of the board.

use crate::tables::{LobbyAct, Rejection, Snapshot, Stage, TableId, now};
use engine::english::list;

use super::app::App;
use super::incoming::Incoming;
use super::press::Part;
use super::presses::outdated;
use super::reply::{Handled, HandlerError, Reply};
use super::screens;
use super::ui::{Filled, plain};

const _: fn(engine::Language) = |engine::Language::English| ();

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
    let panel = screens::options(&snapshot, &in_force, changed, &[])?;
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

/// Opens the form of a part of the options.
///
/// # Errors
/// What to say instead.
pub async fn form(app: &App, from: &Incoming, table: TableId, part: Part) -> Handled {
    let snapshot = app.room.look(&table).await?;
    if !may_change(from, &snapshot) {
        return to_read(from, &snapshot);
    }
    let in_force = snapshot.terms.options.clone().map_err(Rejection::from)?;
    let form = screens::form(&snapshot, &in_force, part)?;
    form.map(Reply::Form).ok_or_else(outdated)
}

/// Such a form was sent; `stamp`: what it showed.
///
/// # Errors
/// What to say instead.
pub async fn filled(
    app: &App,
    from: &Incoming,
    table: TableId,
    (part, stamp): (Part, u32),
    filled: &Filled,
) -> Handled {
    let mut snapshot = app.room.look(&table).await?;
    if !may_change(from, &snapshot) {
        return to_read(from, &snapshot);
    }
    let in_force = snapshot.terms.options.clone().map_err(Rejection::from)?;
    let (acts, wrong) = match part {
        Part::Ways => (screens::ways(&snapshot.terms, filled), Vec::new()),
        Part::HouseRules(_) if screens::stamp(&snapshot.terms, &in_force) != stamp => {
            return Err(HandlerError::say(
                "The options have changed since that form was opened, so it changed nothing. Open it again.",
            ));
        }
        Part::HouseRules(n) => {
            let (changes, wrong) = screens::house_rules(&snapshot, &in_force, n, filled);
            (if changes.is_empty() { Vec::new() } else { vec![LobbyAct::SetOptions(changes)] }, wrong)
        }
    };
    let changed = !acts.is_empty();
    for act in acts {
        snapshot = app.ask(from, &table, None, act).await?.snapshot;
    }
    let in_force = snapshot.terms.options.clone().map_err(Rejection::from)?;
    Ok(Reply::alone(from, screens::options(&snapshot, &in_force, changed, &wrong)?))
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
    let called = plain(&list(&snapshot.names_at(snapshot.occasion.called())));
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
