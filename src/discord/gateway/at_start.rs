//! What is done once the bot is connected: the commands are registered, and whatever changed in the meantime is
//! shown.

use std::iter;
use std::time::Duration;

use crate::store::MessageKind;
use crate::tables::{Fault, Rejection, TableId};

use super::super::api::Failure;
use super::super::app::App;

/// The pause between messages that a start catches up with: half the rate that Discord allows one bot.
const PACE: Duration = Duration::from_millis(40);

/// How often tables are tried that cannot be read.
const ROUNDS: usize = 8;

/// Shows what changed while no presenter ran.
pub(super) async fn catch_up(app: &App) {
    let mut pauses = pauses();
    let mut tables = loop {
        match app.room.unpainted().await {
            Ok(tables) => break tables,
            Err(fault) => tracing::error!(fault = %fault.id, "the tables to be painted could not be read"),
        }
        pause(&mut pauses).await;
    };
    for _ in 0..ROUNDS {
        let mut left = Vec::new();
        for table in tables {
            let messages = paint(app, table).await.unwrap_or_else(|rejection| {
                tracing::warn!(%table, why = ?rejection, "a table could not be painted");
                left.push(table);
                1
            });
            // These messages share the overall request limit with those for people who are playing.
            tokio::time::sleep(PACE * messages).await;
        }
        if left.is_empty() {
            return;
        }
        tables = left;
        pause(&mut pauses).await;
    }
}

/// Has a table shown as it stands. Returns the most messages that may take: its board, and a hand for each player.
async fn paint(app: &App, table: TableId) -> Result<u32, Rejection> {
    let snapshot = app.room.look(&table).await?;
    let known = app.store().messages(&table).await;
    let known =
        known.map_err(|error| Fault::of_store(app.store(), "the messages of a table could not be read", &error))?;
    let shown = known.iter().find(|posted| posted.kind == MessageKind::Board).map_or(0, |posted| posted.rev);
    let results = app.room.results_after(&table, shown).await?;
    let messages = 1 + snapshot.players().count() as u32;
    app.presenters.missed(snapshot, results);
    Ok(messages)
}

/// Registers the commands, retrying as often as it takes while Discord is unavailable.
pub(super) async fn register(app: &App, commands: &[serde_json::Value]) {
    let mut pauses = pauses();
    loop {
        match app.api.register(commands).await {
            Ok(true) => return tracing::info!("the commands are registered"),
            Ok(false) => return tracing::debug!("the commands are as they were"),
            Err(failure) => tracing::error!(%failure, "the commands could not be registered"),
        }
        pause(&mut pauses).await;
    }
}

/// Has the application know the cards as emoji. Where it cannot, or not yet, they are words, which is said once.
pub(super) async fn teach_cards(app: &App) {
    let (mut pauses, mut said) = (pauses(), false);
    loop {
        match teach_missing(app).await {
            Ok(0) => return tracing::debug!("the emoji of the cards are as they were"),
            Ok(made) => return tracing::info!(made, "the cards are emoji"),
            Err(failure) if failure.passes() => {
                if !std::mem::replace(&mut said, true) {
                    tracing::warn!(%failure, "not all cards are emoji yet: the others are words until it works");
                }
            }
            Err(failure) => return tracing::warn!(%failure, "not all cards can be emoji: the others stay words"),
        }
        pause(&mut pauses).await;
    }
}

/// Draws and sends the cards that the application lacks. Returns how many.
async fn teach_missing(app: &App) -> Result<usize, Failure> {
    let missing = app.api.untaught_cards().await?;
    for face in missing.iter().copied() {
        match tokio::task::spawn_blocking(move || render::emoji(face)).await {
            Ok(Ok(png)) => app.api.teach_card(face, &png).await?,
            Ok(Err(error)) => tracing::error!(%error, "a card could not be drawn as an emoji"),
            Err(error) => tracing::error!(%error, "the drawing of an emoji broke"),
        }
    }
    Ok(missing.len())
}

/// The pauses after failures: each twice as long as the last, up to ten minutes.
fn pauses() -> impl Iterator<Item = Duration> {
    iter::successors(Some(Duration::from_secs(5)), |pause| Some((2 * *pause).min(Duration::from_secs(600))))
}

async fn pause(pauses: &mut impl Iterator<Item = Duration>) {
    if let Some(pause) = pauses.next() {
        tokio::time::sleep(pause).await;
    }
}
