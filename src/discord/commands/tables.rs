//! `/tables`: the caller's tables everywhere.

use futures_util::future::join_all;

use crate::store::MessageKind;
use crate::tables::Summary;

use super::super::app::App;
use super::super::incoming::Incoming;
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Lists them, those that wait for the caller first.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming) -> Handled {
    let mine = app.room.of(from.person.id).await?;
    if mine.is_empty() {
        return Err(HandlerError::say(
            "You sit at no table. `/play` in a server's channel opens one, and `/challenge` asks one person to it.",
        ));
    }
    let with_board = async |table: Summary| {
        // Without its board a line still says where the table is.
        let known = app.store().messages(&table.table).await.unwrap_or_default();
        let board = known.into_iter().find(|posted| posted.kind == MessageKind::Board);
        (table, board)
    };
    let mine = app.room.by_turn(from.person.id, mine).await;
    Ok(Reply::Whisper(screens::tables(&join_all(mine.into_iter().map(with_board)).await)?))
}
