//! Tables of servers that the bot was sent away from. Discord tells of that only those who have the intent for all that
//! servers do; so it is asked, of servers at whose tables nothing has happened for a day: who was sent away by mistake
//! can be back by then. What is left of their matches is a record, in nobody's way.

use std::sync::Arc;
use std::time::Duration;

use crate::tables::{Closing, GuildId, now};

use super::super::app::App;

/// How long nothing has happened, in milliseconds.
const QUIET: i64 = 24 * 3600 * 1000;
/// How often Discord is asked.
const INTERVAL: Duration = Duration::from_secs(24 * 3600);
/// The pause between requests.
const PACE: Duration = Duration::from_millis(250);

/// Puts such tables to rest, now and every day.
pub(super) async fn watch(app: Arc<App>) {
    loop {
        match app.store().quiet_since(now() - QUIET).await {
            Ok(mut quiet) => {
                let gone = gone(&app, quiet.iter().map(|(guild, _)| *guild)).await;
                quiet.retain(|(guild, _)| gone.contains(guild));
                for (guild, table) in quiet {
                    match app.room.close(&table, Closing::SentAway).await {
                        Ok(()) => {
                            tracing::info!(%guild, %table, "the bot was sent away from a server: a table is closed")
                        }
                        Err(why) => {
                            tracing::warn!(%guild, %table, %why, "a table of a lost server could not be closed")
                        }
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "which servers the bot was sent away from could not be asked"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Those of these servers, each after another, that the bot is not in.
async fn gone(app: &App, guilds: impl Iterator<Item = GuildId>) -> Vec<GuildId> {
    let mut gone = Vec::new();
    let mut last = None;
    for guild in guilds {
        if last.replace(guild) == Some(guild) {
            continue;
        }
        match app.api.is_in(guild).await {
            Ok(true) => {}
            Ok(false) => gone.push(guild),
            // Nothing is closed because Discord has trouble.
            Err(failure) => tracing::debug!(%failure, "whether the bot is in a server is not known"),
        }
        tokio::time::sleep(PACE).await;
    }
    gone
}
