//! Requests to a server that answers as Discord might.

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::OriginalUri;
use axum::handler::Handler;
use axum::http::{Method, StatusCode};
use axum::response::IntoResponse;
use serenity::http::HttpBuilder;

use super::*;
use crate::discord::ui::MessageBuilder;

/// A server that makes every message with these flags, and the number of deletions it was asked for.
async fn server(flags: u64) -> (String, Arc<AtomicUsize>) {
    let deleted = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&deleted);
    let answer = move |method: Method| async move {
        if method == Method::DELETE {
            count.fetch_add(1, Ordering::Relaxed);
            return StatusCode::NO_CONTENT.into_response();
        }
        axum::Json(json!({"id": "5", "flags": flags})).into_response()
    };
    (serve(answer).await, deleted)
}

/// Starts a server that gives this answer to everything. Returns its address.
async fn serve<H: Handler<T, ()>, T: 'static>(answer: H) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(answer)).await });
    base
}

fn api(base: String) -> Api {
    let http = HttpBuilder::new("token").proxy(base).ratelimiter_disabled(true).build();
    http.set_application_id(raw::ApplicationId::new(1));
    Api::new(Arc::new(http), Arc::default())
}

#[tokio::test]
async fn a_message_that_nobody_asked_for_gives_way_to_an_answer() {
    let paths = Arc::new(parking_lot::Mutex::new(Vec::new()));
    let noted = Arc::clone(&paths);
    let answer = move |OriginalUri(uri): OriginalUri| async move {
        noted.lock().push(uri.path().to_owned());
        axum::Json(json!({"id": "5"}))
    };
    let api = api(serve(answer).await);
    let board = MessageBuilder::new().text("the board").build().unwrap();
    let waiting = api.answering().wait();
    let edited = api.edit(ChannelId(7), MessageId(8), &board);
    let answered = async {
        let answered = api.respond(1, "token", &Callback::Later(Audience::Caller), false).await;
        drop(waiting);
        answered
    };
    let (edited, answered) = tokio::join!(edited, answered);
    edited.and(answered).unwrap();
    let paths = paths.lock();
    assert!(paths[0].ends_with("/callback") && paths[1].ends_with("/messages/8"), "{paths:?}");
}

#[tokio::test]
async fn how_many_starts_are_left_is_read() {
    let limit = json!({"total": 1000, "remaining": 3, "reset_after": 60_000, "max_concurrency": 1});
    let known = json!({"url": "wss://x", "shards": 4, "session_start_limit": limit});
    let left = StartsLeft { left: 3, shards: 4, again: Duration::from_secs(60) };
    for (answer, starts) in [(known, Some(left)), (json!({"url": "wss://x"}), None), (json!([]), None)] {
        let api = api(serve(move || async move { axum::Json(answer) }).await);
        assert_eq!(api.starts_left().await, Ok(starts));
    }
}

#[tokio::test]
async fn what_one_person_waits_for_is_sent_again_if_discord_has_trouble_and_a_thread_is_not() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let answer = move || async move {
        let fails = count.fetch_add(1, Ordering::Relaxed) == 0;
        let status = if fails { StatusCode::BAD_GATEWAY } else { StatusCode::OK };
        (status, axum::Json(json!({"id": "5", "flags": EPHEMERAL})))
    };
    let api = api(serve(answer).await);
    let message = MessageBuilder::new().text("psst").build().unwrap();
    assert_eq!(api.whisper("token", &message).await, Ok(MessageId(5)));
    assert_eq!(asked.swap(0, Ordering::Relaxed), 2);
    assert_eq!(api.thread(ChannelId(7), false, "a table").await, Err(Failure::Down(502)));
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_whisper_that_everybody_sees_goes_at_once() {
    for (flags, ephemeral) in [(EPHEMERAL, true), (0, false), (LOADING, false)] {
        let (base, deleted) = server(flags).await;
        let api = api(base);
        let message = MessageBuilder::new().text("psst").build().unwrap();
        let made = api.whisper("token", &message).await;
        assert_eq!(made, if ephemeral { Ok(MessageId(5)) } else { Err(Failure::Answered) });
        assert_eq!(deleted.load(Ordering::Relaxed), usize::from(!ephemeral));
    }
}
