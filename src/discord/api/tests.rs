//! Requests to a server that answers as Discord might.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

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
    let left = StartsLeft { left: 3, total: 1000, shards: 4, again: Duration::from_secs(60), at_once: 1 };
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

#[test]
fn only_discord_itself_is_reached_through_the_systems_proxy() {
    // The debug output of a client that uses the system's proxy says so, whether the system has a proxy or not.
    let asks_the_system = |proxy| format!("{:?}", client(proxy)).contains("proxies");
    assert!(asks_the_system(None));
    assert!(!asks_the_system(Some("http://127.0.0.1:3000")));
}

/// When requests to each channel came, and how many were refused.
#[derive(Default)]
struct Came {
    at: HashMap<String, Vec<Instant>>,
    refused: usize,
}

/// A server that takes two requests a channel in half a second, says so, and refuses more.
async fn strict() -> (String, Arc<parking_lot::Mutex<Came>>) {
    let came = Arc::new(parking_lot::Mutex::new(Came::default()));
    let noted = Arc::clone(&came);
    let answer = move |OriginalUri(uri): OriginalUri| async move {
        let (window, now) = (Duration::from_millis(500), Instant::now());
        let channel = uri.path().split('/').nth(4).unwrap_or_default().to_owned();
        let mut came = noted.lock();
        let times = came.at.entry(channel).or_default();
        let recent: Vec<Instant> = times.iter().copied().filter(|at| now - *at < window).collect();
        let anew = recent.first().map_or(window, |first| window - (now - *first)).as_secs_f64();
        let left = 2_usize.saturating_sub(recent.len() + 1);
        let headers = [
            ("x-ratelimit-bucket", "messages".to_owned()),
            ("x-ratelimit-remaining", left.to_string()),
            ("x-ratelimit-reset-after", anew.to_string()),
        ];
        if recent.len() >= 2 {
            came.refused += 1;
            let body = json!({"message": "slow", "retry_after": anew, "global": false});
            return (StatusCode::TOO_MANY_REQUESTS, headers, axum::Json(body)).into_response();
        }
        times.push(now);
        (headers, axum::Json(json!({"id": "5"}))).into_response()
    };
    (serve(answer).await, came)
}

fn kept_by(base: String, keeper: Keeper) -> Api {
    let http = HttpBuilder::new("token").proxy(base).ratelimiter_disabled(true).build();
    Api::limited_by(Arc::new(http), Arc::default(), keeper)
}

/// Edits messages in three channels all at once. Returns how long it took.
async fn edits(api: &Api) -> Duration {
    let board = MessageBuilder::new().text("the board").build().unwrap();
    let begun = Instant::now();
    let all = (0..18).map(|n| api.edit(ChannelId(1 + n % 3), MessageId(8 + n), &board));
    for edited in futures_util::future::join_all(all).await {
        edited.unwrap();
    }
    begun.elapsed()
}

#[tokio::test]
async fn c1_without_a_proxy_the_limits_of_routes_are_kept_and_no_route_waits_for_another() {
    let (base, came) = strict().await;
    let took = edits(&kept_by(base, Keeper::We)).await;
    let came = came.lock();
    assert_eq!(came.refused, 0, "what headers say is enough to be refused nothing");
    assert!(came.at.len() == 3 && came.at.values().all(|times| times.len() == 6));
    assert!(took >= Duration::from_millis(1000), "six a channel, two in half a second: {took:?}");
    let last = came.at.values().map(|times| times[5]).min().unwrap();
    assert!(came.at.values().all(|times| times[1] < last), "all channels go on side by side");
}

#[tokio::test]
async fn c1_behind_a_proxy_its_headers_hold_nothing_up_and_its_refusals_do() {
    let (base, came) = strict().await;
    edits(&kept_by(base, Keeper::Proxy)).await;
    assert!(came.lock().refused > 0, "the proxy is the one to keep limits");
    assert!(came.lock().at.values().all(|times| times.len() == 6));
}

/// A long wait is read before any time-out can cut it, and nothing is sent meanwhile.
#[tokio::test]
async fn c1_who_is_told_to_wait_longer_than_anybody_would_sends_nothing() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let answer = move || async move {
        count.fetch_add(1, Ordering::Relaxed);
        let body = json!({"message": "slow", "retry_after": 60, "global": true});
        (StatusCode::TOO_MANY_REQUESTS, axum::Json(body))
    };
    let api = kept_by(serve(answer).await, Keeper::We);
    let board = MessageBuilder::new().text("the board").build().unwrap();
    for _ in 0..3 {
        let failure = api.edit(ChannelId(1), MessageId(8), &board).await.unwrap_err();
        assert!(matches!(failure, Failure::Limited(wait) if wait > Duration::from_secs(55)), "{failure:?}");
    }
    assert_eq!(api.direct(UserId(9)).await.unwrap_err().reason(), "limited", "it holds for all");
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn c1_what_somebody_waits_for_goes_before_what_nobody_asked_for() {
    let paths = Arc::new(parking_lot::Mutex::new(Vec::new()));
    let noted = Arc::clone(&paths);
    let answer = move |OriginalUri(uri): OriginalUri| async move {
        noted.lock().push(uri.path().to_owned());
        axum::Json(json!({"id": "5"}))
    };
    let api = kept_by(serve(answer).await, Keeper::We);
    let board = MessageBuilder::new().text("the board").build().unwrap();
    let boards = (0..40).map(|n| api.edit(ChannelId(n + 1), MessageId(8), &board));
    let boards = futures_util::future::join_all(boards);
    let thread = async {
        tokio::time::sleep(Duration::from_millis(60)).await;
        api.thread(ChannelId(7), false, "a table").await.unwrap();
    };
    tokio::join!(boards, thread);
    let at = paths.lock().iter().position(|path| path.ends_with("/threads")).unwrap();
    assert!(at < 20, "after {at} boards of 40");
}
