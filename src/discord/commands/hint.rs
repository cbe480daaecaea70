//! `/hint`: a good move for the caller; and the review of a hand. Both are for the caller's eyes only.

use crate::tables::{MatchAct, Rejection, TableId, Window};

use super::super::app::App;
use super::super::incoming::Incoming;
use super::super::press::TableAct;
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;
use super::one_meant;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Gives a hint, or asks at which table.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming) -> Handled {
    match one_meant(app, from, TableAct::Hint).await? {
        Ok(table) => give(app, from, table).await,
        Err(which) => Ok(which),
    }
}

/// A hint in an ephemeral message of its own: whatever was pressed for it stays as it is.
///
/// # Errors
/// Why there is none.
pub async fn give(app: &App, from: &Incoming, table: TableId) -> Handled {
    app.presenters.acts(table, from.person.id);
    // Nobody else waits while the house thinks.
    from.turn.pass();
    let (snapshot, hint) = app.room.hint(&table, from.person.id).await?;
    Ok(Reply::Whisper(screens::hint(&snapshot, &hint)?))
}

/// Plays the move of a hint. Its message says what came of that, so that its button goes; the hand follows as after
/// any move.
///
/// # Errors
/// Why it was not played.
pub async fn play(app: &App, from: &Incoming, table: TableId, window: u32, code: u32) -> Handled {
    let text = app.room.hinted(&table, from.person.id, code);
    let text = text.ok_or_else(|| HandlerError::say("I have forgotten that hint. `/hint` gives another."))?;
    match app.ask(from, &table, Some(Window::Hand(window)), MatchAct::Play(text.clone())).await {
        Ok(answer) => {
            let hand = answer.snapshot.hand_of(from.person.id);
            let said = answer.said.as_deref().unwrap_or(&text);
            Ok(Reply::Update(screens::played(&answer.snapshot, hand, said, from.place.channel)?))
        }
        Err(late @ Rejection::TooLate(_)) => Ok(Reply::Update(screens::refusal(&late, None)?)),
        Err(rejection) => Err(rejection.into()),
    }
}

/// The review of a hand of the caller's: in an ephemeral message of its own, or at one of its moments in that message.
///
/// # Errors
/// Why there is none.
pub async fn review(app: &App, from: &Incoming, table: TableId, hand: u32, at: u8) -> Handled {
    // Nobody else waits while the house thinks.
    from.turn.pass();
    let (snapshot, review) = app.room.review(&table, from.person.id, hand).await?;
    let look = app.look(from, snapshot.place.guild);
    let message = screens::review(&snapshot, &review, at.max(1), look)?;
    Ok(if at == 0 { Reply::Whisper(message) } else { Reply::Update(message) })
}
