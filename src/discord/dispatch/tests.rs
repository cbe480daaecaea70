use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::config::Token;
use crate::discord::api::Api;
use crate::discord::arrivals::InLine;
use crate::discord::gateway;
use crate::discord::preferences::Preferences;
use crate::discord::presenter::{Manners, Presenters};
use crate::ops::metrics::Metrics;
use crate::store::Store;
use crate::tables::{Cause, Room};

/// A bot whose requests go to a server that takes everything; and what it was sent.
async fn bot() -> (tempfile::TempDir, Dispatch, Arc<Mutex<Vec<String>>>) {
    let sent = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&sent);
    let answer = move |body: axum::body::Bytes| async move {
        noted.lock().push(String::from_utf8_lossy(&body).into_owned());
        axum::Json(json!({"id": "5", "flags": 64}))
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(answer)).await });
    let (dir, store) = Store::temporary().await;
    let metrics = Arc::new(Metrics::default());
    let api = Api::new(Arc::new(gateway::http(&Token::new("x"), Some(&base))), Arc::clone(&metrics));
    api.is_application(1);
    let preferences = Preferences::load(store.clone()).await.unwrap();
    let room = Room::open(store).await.unwrap();
    let presenters = Presenters::new(api.clone(), room.clone(), preferences, Manners::default());
    (dir, Dispatch::new(Arc::new(App { room, api, presenters, privacy: None, metrics })), sent)
}

fn incoming() -> Incoming {
    command("help")
}

fn command(name: &str) -> Incoming {
    let user = json!({"id": "9", "username": "ada", "discriminator": "0", "avatar": null});
    let event = json!({"id": "77", "application_id": "1", "type": 2, "data": {"id": "5", "name": name, "type": 1},
        "channel_id": "3", "user": user, "token": "token", "version": 1, "locale": "en-US", "entitlements": [],
        "authorizing_integration_owners": {}, "context": 1, "attachment_size_limit": 1,
        "app_permissions": "0"});
    Incoming::read(event).unwrap().unwrap()
}

#[tokio::test]
async fn r3_a_handler_that_panics_is_answered_with_an_id() {
    let (_dir, dispatch, sent) = bot().await;
    let incoming = incoming();
    let ticket = || Ticket::new(dispatch.app.api.clone(), incoming.cause, "token".to_owned(), Origin::Command);
    let soon = async { panic!("the ace of spades") };
    let late = async {
        tokio::time::sleep(ACKNOWLEDGE_AFTER * 2).await;
        panic!("the ace of spades")
    };
    dispatch.answered(&incoming, ACKNOWLEDGE_AFTER, ticket(), soon, ticket, "command").await.unwrap();
    dispatch.answered(&incoming, ACKNOWLEDGE_AFTER, ticket(), late, ticket, "command").await.unwrap();
    let sent = sent.lock();
    let told: Vec<_> = sent.iter().filter(|body| body.contains("Something broke (id ")).collect();
    assert_eq!(told.len(), 2, "{sent:?}");
    assert!(!sent.iter().any(|body| body.contains("ace")), "{sent:?}");
    assert!(dispatch.app.metrics.text().contains("upcard_faults_total 2"));
}

#[tokio::test]
async fn c2_what_is_old_already_is_acknowledged_at_once() {
    let (_dir, dispatch, sent) = bot().await;
    let dispatch = Arc::new(dispatch);
    let made = |millisecond: u64| Cause(millisecond << 22);
    // Somebody else stands first in the line of the channel, for half a second.
    let first = InLine::default();
    dispatch.lines.queue(incoming().place.channel, &first).await;
    dispatch.time.lock().age(made(1_000_000), Instant::now(), false);
    dispatch.arrive(Incoming { cause: made(998_600), ..command("table") }, true);
    dispatch.under_way.close();
    dispatch.under_way.wait().await;
    let sent = sent.lock();
    assert!(sent[0].contains("\"type\":5"), "it waits as if it were new: {sent:?}");
}

#[test]
fn p13_only_the_name_of_a_field_is_told() {
    assert_eq!(missing("missing field `channel_id`").as_deref(), Some("without `channel_id`"));
    assert_eq!(missing("missing field `channel_id` at line 1").as_deref(), Some("without `channel_id`"));
    for secret in [
        "invalid type: string \"discard 9D\", expected a map",
        "missing field `discard 9D`",
        "unknown variant `discard`, expected one of",
    ] {
        assert_eq!(missing(secret), None, "{secret}");
    }
}
