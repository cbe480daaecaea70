//! `/hand`: the caller's cards, for the caller's eyes only.

use crate::tables::{Rejection, Stage, TableId};

use super::super::app::App;
use super::super::incoming::Incoming;
use super::super::press::TableAct;
use super::super::reply::{HandReply, Handled, HandlerError, Reply};
use super::super::screens::{self, Showing, Surface};
use super::one_meant;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Shows the hand, or asks at which table.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming) -> Handled {
    match one_meant(app, from, TableAct::Hand).await? {
        Ok(table) => show(app, from, table).await,
        Err(which) => Ok(which),
    }
}

/// A hand in an ephemeral message: a new one, or the one that was pressed.
///
/// # Errors
/// What to say instead.
pub async fn show(app: &App, from: &Incoming, table: TableId) -> Handled {
    app.presenters.acts(table, from.person.id);
    let snapshot = app.room.look(&table).await?;
    let Some(hand) = snapshot.hand_of(from.person.id) else {
        return Err(match snapshot.seat_of(from.person.id) {
            None => HandlerError::Rejection(Rejection::NotSeated),
            Some(_) => match snapshot.stage {
                Stage::Lobby => HandlerError::say("The match has not begun yet."),
                // The match cannot be continued by this version's rules, which its board says.
                Stage::Playing => HandlerError::say(screens::asks(&snapshot)),
                Stage::Over => HandlerError::say("The match is over."),
                Stage::Closed => HandlerError::Rejection(Rejection::Gone),
            },
        });
    };
    let here = from.is_in_ephemeral();
    let unreached = !here && app.presenters.is_closed(from.person.id);
    let message = screens::hand(
        &snapshot,
        hand,
        Showing { on: Surface::Ephemeral, unreached, ..Showing::in_look(app.look(from, snapshot.place.guild)) },
    )?;
    Ok(Reply::Hand(HandReply { message, snapshot, here, building: None }))
}
