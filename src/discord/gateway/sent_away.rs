//! Tables of servers that the bot was sent away from. Discord tells of that only those who have the intent for all that
//! servers do; so it is asked, of servers at whose tables nothing has happened for a day: who was sent away by mistake
//! can be back by then. What is left of their matches is a record, in nobody's way.

use std::time::Duration;

use crate::tables::{Closing, GuildId, TableId, now};

use super::super::app::App;

/// How long nothing has happened, in milliseconds.
const QUIET: i64 = 24 * 3600 * 1000;
/// How often Discord is asked.
const INTERVAL: Duration = Duration::from_secs(24 * 3600);
/// The pause between requests.
const PACE: Duration = Duration::from_millis(250);

/// Puts such tables to rest, now and every day: those of servers that Discord does not know us in, and does not `again`
/// after this long. It may be wrong for a moment, and what is closed stays closed.
pub(super) async fn watch(app: &App, again: Duration) {
    loop {
        match app.store().quiet_since(now() - QUIET).await {
            Ok(quiet) => close_lost(app, quiet, again).await,
            Err(error) => tracing::warn!(%error, "which servers the bot was sent away from could not be asked"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn close_lost(app: &App, mut quiet: Vec<(GuildId, TableId)>, again: Duration) {
    let once = gone(app, quiet.iter().map(|(guild, _)| *guild)).await;
    if once.is_empty() {
        return;
    }
    tokio::time::sleep(again).await;
    let twice = gone(app, once.into_iter()).await;
    quiet.retain(|(guild, _)| twice.contains(guild));
    for (guild, table) in quiet {
        match app.room.close(&table, Closing::SentAway).await {
            Ok(()) => tracing::info!(%guild, %table, "the bot was sent away from a server: a table is closed"),
            Err(why) => tracing::warn!(%guild, %table, ?why, "a table of a lost server could not be closed"),
        }
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

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::Arc;

    use axum::http::StatusCode;
    use parking_lot::Mutex;
    use serde_json::{Value, json};

    use super::*;
    use crate::config::Token;
    use crate::discord::api::Api;
    use crate::discord::preferences::Preferences;
    use crate::discord::presenter::{Manners, Presenters};
    use crate::ops::metrics::Metrics;
    use crate::store::{ChannelId, Place, Store, UserId};
    use crate::tables::{NewTable, Person, Room, Stage};

    type Said = (u16, Value);

    /// Whether a table is closed where Discord answers like this, again and again the last.
    async fn closes(answers: Vec<Said>) -> bool {
        let left = Arc::new(Mutex::new(VecDeque::from(answers)));
        let answer = move || async move {
            let mut left = left.lock();
            let (status, body) = if left.len() > 1 { left.pop_front().unwrap() } else { left[0].clone() };
            (StatusCode::from_u16(status).unwrap(), axum::Json(body))
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(answer)).await });
        let (_dir, store) = Store::temporary().await;
        let metrics = Arc::new(Metrics::default());
        let http = crate::discord::gateway::http(&Token::new("x"), Some(&base));
        let api = Api::new(Arc::new(http), Arc::clone(&metrics));
        let preferences = Preferences::load(store.clone()).await.unwrap();
        let room = Room::open(store).await.unwrap();
        let place = Place { channel: ChannelId(3), guild: Some(GuildId(5)) };
        let new = NewTable::new("gin-rummy", place, Person::new(UserId(9), "Ada"));
        let table = room.create(new).await.unwrap().snapshot.table;
        let presenters = Presenters::new(api.clone(), room.clone(), preferences, Manners::default());
        let app = App { room, api, presenters, privacy: None, metrics };
        let quiet = app.store().quiet_since(now() + 1).await.unwrap();
        close_lost(&app, quiet, Duration::ZERO).await;
        app.room.look(&table).await.unwrap().stage == Stage::Closed
    }

    #[tokio::test]
    async fn p04_only_what_discord_says_is_gone_twice_and_by_its_own_codes_is_closed() {
        let gone = || (404, json!({"code": 10004, "message": "Unknown Guild"}));
        let shut = || (403, json!({"code": 50001, "message": "Missing Access"}));
        let there = || (200, json!({"id": "5"}));
        assert!(closes(vec![gone()]).await);
        assert!(closes(vec![shut(), gone()]).await);
        for hiccup in [
            vec![gone(), there()],
            vec![shut(), there()],
            vec![gone(), (403, json!({"code": 0}))],
            vec![(403, json!({"code": 0, "message": "403: Forbidden"}))],
            vec![(403, json!({"code": 50013}))],
            vec![(404, json!({"code": 0, "message": "404: Not Found"}))],
            vec![(404, json!({"code": 10003, "message": "Unknown Channel"}))],
            vec![(404, json!("a page of something in between"))],
        ] {
            assert!(!closes(hiccup.clone()).await, "{hiccup:?}");
        }
    }
}
