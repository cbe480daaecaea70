//! Dispatch to callback: how long an interaction waits for its first answer at 200 interactions a second.
//!
//! A small server in this process plays Discord. Two bots are connected to it in turn, several times over: ours, with people
//! at fifty tables of gin who ask for their legal moves and play them (each move is on disk before its answer), and a bare
//! serenity bot that acknowledges and does nothing else. Ours should have a p99 of at most 25 ms, and of at most
//! twice the other's.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a measurement that cannot go on fails")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};
use serenity::client::{ClientBuilder, Context, EventHandler};
use serenity::http::HttpBuilder;
use serenity::model::application::Interaction;
use serenity::model::gateway::GatewayIntents;
use tokio::sync::{mpsc, oneshot};
use upcard::config::{Shards, Token};
use upcard::discord::gateway::{self, Connection};
use upcard::discord::presenter::Manners;
use upcard::ops::metrics::Metrics;
use upcard::store::Store;
use upcard::tables::Room;

const TABLES: u64 = 50;
const RATE: u64 = 200;
const ROUND: Duration = Duration::from_secs(5);
/// Single rounds differ by a fifth and more with what else the machine does: the middle one of so many counts.
const ROUNDS: usize = 15;

/// A server that plays Discord for one bot.
#[derive(Clone)]
struct Fake(Arc<Inner>);

struct Inner {
    base: String,
    events: mpsc::UnboundedSender<Value>,
    queue: tokio::sync::Mutex<mpsc::UnboundedReceiver<Value>>,
    waiting: Mutex<HashMap<u64, oneshot::Sender<(Instant, Value)>>>,
    next: Mutex<u64>,
}

impl Fake {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (events, queue) = mpsc::unbounded_channel();
        let fake = Self(Arc::new(Inner {
            base: format!("http://{}", listener.local_addr().unwrap()),
            events,
            queue: tokio::sync::Mutex::new(queue),
            waiting: Mutex::default(),
            next: Mutex::new(1_000_000),
        }));
        let app = Router::new()
            .route("/gateway", get(connect))
            .route("/gateway/", get(connect))
            .fallback(rest)
            .with_state(fake.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        fake
    }

    fn id(&self) -> u64 {
        let mut next = self.0.next.lock().unwrap();
        *next += 1;
        *next
    }

    /// Sends an interaction; how long its first answer took, and the answer.
    async fn ask(&self, kind: u8, data: Value, table: u64, user: u64) -> (Duration, Value) {
        let id = self.id();
        let (answered, answer) = oneshot::channel();
        self.0.waiting.lock().unwrap().insert(id, answered);
        let person =
            json!({"id": user.to_string(), "username": format!("user{user}"), "discriminator": "0", "avatar": null});
        let member = json!({"user": person, "roles": [], "joined_at": "2026-01-01T00:00:00Z", "deaf": false, "mute": false,
            "flags": 0, "permissions": "2147483647"});
        let event = json!({"id": id.to_string(), "application_id": "1", "type": kind, "data": data, "guild_id": "2",
            "channel_id": (100 + table).to_string(), "member": member, "token": format!("token{id}"), "version": 1,
            "channel": {"id": (100 + table).to_string(), "type": 0, "name": "c"}, "app_permissions": "2147483647",
            "locale": "en-US", "entitlements": [], "authorizing_integration_owners": {"0": "2"}, "context": 0,
            "attachment_size_limit": 10_485_760});
        let sent = Instant::now();
        self.0.events.send(event).unwrap();
        let (at, body) = tokio::time::timeout(Duration::from_secs(10), answer).await.expect("an answer").unwrap();
        (at.duration_since(sent), body)
    }
}

async fn connect(State(fake): State<Fake>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| feed(fake, socket))
}

/// One gateway connection: hello, ready, heartbeats, and the interactions.
async fn feed(fake: Fake, mut socket: WebSocket) {
    let text = |v: Value| Message::Text(v.to_string().into());
    socket.send(text(json!({"op": 10, "d": {"heartbeat_interval": 41250}, "s": null, "t": null}))).await.unwrap();
    let mut queue = fake.0.queue.lock().await;
    let mut sequence = 1_u64;
    loop {
        tokio::select! {
            event = queue.recv() => {
                sequence += 1;
                let Some(event) = event else { return };
                let frame = json!({"op": 0, "t": "INTERACTION_CREATE", "s": sequence, "d": event});
                if socket.send(text(frame)).await.is_err() { return }
            }
            frame = socket.recv() => {
                let Some(Ok(frame)) = frame else { return };
                let Ok(frame) = serde_json::from_slice::<Value>(&frame.into_data()) else { continue };
                let answer = match frame["op"].as_u64() {
                    Some(1) => json!({"op": 11, "d": null, "s": null, "t": null}),
                    Some(2) => json!({"op": 0, "t": "READY", "s": 1, "d": {"v": 10, "session_id": "s", "guilds": [],
                        "user": {"id": "1", "username": "bot", "discriminator": "0", "avatar": null, "bot": true},
                        "resume_gateway_url": "ws://127.0.0.1", "application": {"id": "1", "flags": 0}, "shard": [0, 1]}}),
                    _ => continue,
                };
                if socket.send(text(answer)).await.is_err() { return }
            }
        }
    }
}

async fn rest(State(fake): State<Fake>, request: Request) -> Response {
    let at = Instant::now();
    let path = request.uri().path().to_owned();
    let method = request.method().clone();
    let body: Bytes = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
    if let Some(rest) = path.strip_prefix("/api/v10/interactions/") {
        let id = rest.split('/').next().unwrap().parse().unwrap();
        if let Some(waiting) = fake.0.waiting.lock().unwrap().remove(&id) {
            let _ = waiting.send((at, serde_json::from_slice(&body).unwrap()));
        }
        return axum::http::StatusCode::NO_CONTENT.into_response();
    }
    let id = fake.id().to_string();
    let answer = match path.trim_start_matches("/api/v10") {
        "/gateway" => json!({"url": format!("{}/gateway", fake.0.base.replace("http", "ws"))}),
        "/gateway/bot" => json!({"url": format!("{}/gateway", fake.0.base.replace("http", "ws")), "shards": 1,
            "session_start_limit": {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}}),
        "/users/@me" => json!({"id": "1", "username": "bot"}),
        other if other.ends_with("/commands") => json!([]),
        _ if method == axum::http::Method::DELETE => return axum::http::StatusCode::NO_CONTENT.into_response(),
        _ => json!({"id": id, "type": 0}),
    };
    axum::Json(answer).into_response()
}

/// A bot that acknowledges.
struct Bare;

#[serenity::async_trait]
impl EventHandler for Bare {
    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let answer = match interaction.kind() {
            serenity::model::application::InteractionType::Autocomplete => json!({"type": 8, "data": {"choices": []}}),
            _ => json!({"type": 5}),
        };
        let sent = context.http.create_interaction_response(interaction.id(), interaction.token(), &answer, Vec::new());
        sent.await.unwrap();
    }
}

fn command(name: &str, options: Value) -> Value {
    json!({"id": "5", "name": name, "type": 1, "options": options})
}

fn typed(text: &str, focused: bool) -> Value {
    let mut option = json!({"name": "move", "type": 3, "value": text});
    if focused {
        option["focused"] = json!(true);
    }
    command("move", json!([option]))
}

/// Sits two people down at a table of gin.
async fn open(fake: &Fake, table: u64) {
    let game = json!([{"name": "game", "type": 3, "value": "gin-rummy"}]);
    fake.ask(2, command("play", game), table, 2 * table + 1000).await;
    let sub = |name: &str| command("table", json!([{"name": name, "type": 1, "options": []}]));
    fake.ask(2, sub("join"), table, 2 * table + 1001).await;
    fake.ask(2, sub("start"), table, 2 * table + 1000).await;
}

/// Two interactions of one table: the moves of whoever may move, and one of them (or help, where nobody may).
async fn turn(fake: Fake, table: u64, n: u64, took: mpsc::UnboundedSender<(bool, Duration)>) {
    let user = 2 * table + 1000 + n % 2;
    let (first, offered) = fake.ask(4, typed("", true), table, user).await;
    let _ = took.send((false, first));
    let choices = offered["data"]["choices"].as_array().cloned().unwrap_or_default();
    let data = match choices.first() {
        Some(choice) => typed(choice["value"].as_str().unwrap(), false),
        None => command("help", json!([])),
    };
    let _ = took.send((true, fake.ask(2, data, table, user).await.0));
}

/// What one round took: the 50th and the 99th percentile of all, and the 99th of autocomplete and of moves alone.
struct Took {
    p50: Duration,
    p99: Duration,
    complete: Duration,
    moves: Duration,
}

fn percentile(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort();
    times[times.len() * percent / 100]
}

/// One round at the full rate.
async fn round(fake: &Fake, from: u64) -> Took {
    let (took, mut all) = mpsc::unbounded_channel();
    let mut ticks = tokio::time::interval(Duration::from_micros(2 * 1_000_000 / RATE));
    let begun = Instant::now();
    let mut n = from;
    while begun.elapsed() < ROUND {
        ticks.tick().await;
        tokio::spawn(turn(fake.clone(), n % TABLES, n / TABLES, took.clone()));
        n += 1;
    }
    drop(took);
    let mut times = Vec::new();
    while let Some(time) = all.recv().await {
        times.push(time);
    }
    let of = |moves: bool| times.iter().filter(|t| t.0 == moves).map(|t| t.1).collect::<Vec<_>>();
    let all: Vec<Duration> = times.iter().map(|t| t.1).collect();
    Took {
        p50: percentile(all.clone(), 50),
        p99: percentile(all, 99),
        complete: percentile(of(false), 99),
        moves: percentile(of(true), 99),
    }
}

async fn bare() -> Fake {
    let fake = Fake::start().await;
    let http = HttpBuilder::new("token").proxy(&fake.0.base).ratelimiter_disabled(true).build();
    let mut client = ClientBuilder::new_with_http(http, GatewayIntents::empty()).event_handler(Bare).await.unwrap();
    tokio::spawn(async move { client.start().await });
    fake
}

async fn ours(dir: &std::path::Path) -> Fake {
    let fake = Fake::start().await;
    let url = format!("sqlite://{}", dir.join("upcard.db").display());
    let room = Room::open(Store::open(&url).await.unwrap()).await.unwrap();
    let connection = Connection {
        token: Token::new("token"),
        proxy: Some(fake.0.base.clone()),
        shards: Shards::All,
        manners: Manners::default(),
    };
    tokio::spawn(gateway::run(connection, room, Arc::new(Metrics::default()), std::future::pending()));
    for table in 0..TABLES {
        open(&fake, table).await;
    }
    fake
}

#[tokio::main]
async fn main() {
    let dir = tempfile::tempdir().unwrap();
    let (bare, ours) = (bare().await, ours(dir.path()).await);
    let (mut theirs, mut mine) = (Vec::new(), Vec::new());
    for i in 0..ROUNDS as u64 {
        theirs.push(round(&bare, i * 10_000).await);
        mine.push(round(&ours, i * 10_000).await);
    }
    theirs.sort_by_key(|t| t.p99);
    mine.sort_by_key(|t| t.p99);
    let (bare, ours) = (&theirs[ROUNDS / 2], &mine[ROUNDS / 2]);
    println!("dispatch to callback at {RATE} interactions a second (half autocomplete, half moves on disk)");
    for (name, took) in [("bare serenity", bare), ("upcard", ours)] {
        let Took { p50, p99, complete, moves } = took;
        println!("  {name:<14} p50 {p50:>9.2?}  p99 {p99:>9.2?}  (autocomplete {complete:.2?}, moves {moves:.2?})");
    }
    println!("  p99 of at most 25 ms: {}", if ours.p99 <= Duration::from_millis(25) { "yes" } else { "no" });
    println!("  p99 beside the bare one: {:.2} times", ours.p99.as_secs_f64() / bare.p99.as_secs_f64());
}
