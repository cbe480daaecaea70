//! The day's puzzle is announced where servers want that, once a day, soon after midnight UTC: or whenever the bot is back,
//! the same day.

use std::sync::Arc;
use std::time::Duration;

use crate::store::{Morning, StoreError};

use super::super::api::Failure;
use super::super::app::App;
use super::super::screens;

/// How often it is looked whether a new day has begun.
const LOOK: Duration = Duration::from_secs(2);
/// How long is waited where something went wrong that may pass.
const LATER: Duration = Duration::from_secs(60);
/// The pause between two of these messages: half the rate that Discord allows one bot.
const PACE: Duration = Duration::from_millis(40);
/// What tells these messages from others in a channel, besides the day.
const NONCE: u64 = 0xda11 << 48;

/// Announces each day's puzzle. Never ends.
pub(super) async fn announce(app: Arc<App>) {
    let mut done = None;
    loop {
        tokio::time::sleep(LOOK).await;
        let (_, day) = app.room.today();
        if done == Some(day) {
            continue;
        }
        match round(&app, day).await {
            Ok(()) => done = Some(day),
            Err(why) => {
                tracing::warn!(%why, "the puzzle of the day is not announced everywhere yet");
                tokio::time::sleep(LATER).await;
            }
        }
    }
}

/// Announces it to every server that was not told yet: where it fails, the others are.
async fn round(app: &App, day: u32) -> Result<(), String> {
    let mornings = app.store().mornings(day).await.map_err(|error| error.to_string())?;
    let mut done = Ok(());
    for morning in mornings {
        done = done.and(tell(app, day, morning).await);
        tokio::time::sleep(PACE).await;
    }
    done
}

/// Announces it to one server. An error may pass.
async fn tell(app: &App, day: u32, Morning { guild, channel }: Morning) -> Result<(), String> {
    let failed = |error: StoreError| error.to_string();
    let yesterday = app.store().solvers(guild, day.saturating_sub(1)).await.map_err(failed)?;
    let message = screens::morning(day, &yesterday).map_err(|limit| limit.to_string())?;
    match app.api.post(channel, &message, NONCE | u64::from(day)).await {
        Ok(_) => {}
        Err(Failure::NoChannel) => {
            tracing::info!(%guild, "the channel is gone in which the puzzle of the day was announced");
            return app.store().put_morning(guild, None, day).await.map(drop).map_err(failed);
        }
        Err(failure) if failure.passes() => return Err(failure.to_string()),
        Err(failure) => tracing::info!(%guild, %failure, "the puzzle of the day could not be announced"),
    }
    app.store().announced(guild, day).await.map_err(failed)
}
