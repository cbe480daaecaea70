//! A small server in this process that plays Discord for one bot: it sends interactions, and notes what it is sent.
#![allow(dead_code, reason = "each benchmark uses its part")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use upcard::config::{Shards, Token};
use upcard::discord::gateway::{self, Connection};
use upcard::discord::presenter::Manners;
use upcard::ops::metrics::Metrics;
use upcard::tables::Room;

/// A bot that has sent nothing for this long has drawn and sent whatever its last round brought about.
const QUIET: Duration = Duration::from_secs(1);
/// The channel of somebody's direct messages has the person's number and this.
pub const DIRECT: u64 = 1 << 40;

/// A server that plays Discord for one bot.
#[derive(Clone)]
pub struct Fake(Arc<Inner>);

/// A message that the bot has posted or changed in a channel.
pub struct Sent {
    pub at: SystemTime,
    pub channel: u64,
    pub body: Bytes,
}

struct Inner {
    base: String,
    events: mpsc::UnboundedSender<Value>,
    queue: tokio::sync::Mutex<mpsc::UnboundedReceiver<Value>>,
    waiting: Mutex<HashMap<u64, oneshot::Sender<(Instant, Value)>>>,
    next: Mutex<u64>,
    /// When the last request came.
    heard: Mutex<Instant>,
    /// What was sent to channels, if anybody asked for it.
    sent: Mutex<Option<Vec<Sent>>>,
}

impl Fake {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        // Without this, small frames wait for delayed acknowledgements: 40 ms that would be the server's doing, not
        // a bot's.
        let listener = listener.tap_io(|connection| connection.set_nodelay(true).unwrap());
        let (events, queue) = mpsc::unbounded_channel();
        let fake = Self(Arc::new(Inner {
            base: format!("http://{address}"),
            events,
            queue: tokio::sync::Mutex::new(queue),
            waiting: Mutex::default(),
            next: Mutex::new(1_000_000),
            heard: Mutex::new(Instant::now()),
            sent: Mutex::default(),
        }));
        let app = Router::new()
            .route("/gateway", get(connect))
            .route("/gateway/", get(connect))
            .fallback(rest)
            .with_state(fake.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        fake
    }

    /// Starts our bot, which plays at it.
    pub fn connect(&self, room: Room) {
        let connection = Connection {
            token: Token::new("token"),
            proxy: Some(self.base().to_owned()),
            shards: Shards::All,
            privacy: None,
            emoji: false,
            manners: Manners::default(),
        };
        tokio::spawn(gateway::run(connection, room, Arc::new(Metrics::default()), std::future::pending()));
    }

    /// The address of its API.
    pub fn base(&self) -> &str {
        &self.0.base
    }

    fn id(&self) -> u64 {
        let mut next = self.0.next.lock().unwrap();
        *next += 1;
        *next
    }

    /// Sends an interaction. Returns how long its first answer took, and the answer.
    pub async fn ask(&self, kind: u8, data: Value, table: u64, user: u64) -> (Duration, Value) {
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

    /// Waits until the bot has nothing left to send.
    pub async fn quiet(&self) {
        while self.0.heard.lock().unwrap().elapsed() < QUIET {
            tokio::time::sleep(QUIET / 10).await;
        }
    }

    /// What was sent to channels since the last time, from now on.
    pub fn sent(&self) -> Vec<Sent> {
        self.0.sent.lock().unwrap().replace(Vec::new()).unwrap_or_default()
    }

    fn note(&self, path: &str, body: &Bytes) {
        let Some(channel) = path.strip_prefix("/channels/").and_then(|rest| rest.split('/').next()) else { return };
        if let (Some(sent), Ok(channel)) = (self.0.sent.lock().unwrap().as_mut(), channel.parse()) {
            sent.push(Sent { at: SystemTime::now(), channel, body: body.clone() });
        }
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
    *fake.0.heard.lock().unwrap() = at;
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
    let path = path.trim_start_matches("/api/v10");
    fake.note(path, &body);
    let answer = match path {
        "/gateway" => json!({"url": format!("{}/gateway", fake.0.base.replace("http", "ws"))}),
        "/gateway/bot" => json!({"url": format!("{}/gateway", fake.0.base.replace("http", "ws")), "shards": 1,
            "session_start_limit": {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}}),
        "/users/@me" => json!({"id": "1", "username": "bot"}),
        "/users/@me/channels" => {
            let asked: Value = serde_json::from_slice(&body).unwrap();
            let user: u64 = asked["recipient_id"].as_str().unwrap().parse().unwrap();
            json!({"id": (DIRECT + user).to_string(), "type": 1})
        }
        other if other.ends_with("/commands") => json!([]),
        _ if method == axum::http::Method::DELETE => return axum::http::StatusCode::NO_CONTENT.into_response(),
        _ => json!({"id": fake.id().to_string(), "type": 0}),
    };
    axum::Json(answer).into_response()
}

/// A slash command, as an interaction has it.
pub fn command(name: &str, options: Value) -> Value {
    json!({"id": "5", "name": name, "type": 1, "options": options})
}

/// `/move` with this text; `focused`: it is still being typed.
pub fn typed(text: &str, focused: bool) -> Value {
    let mut option = json!({"name": "move", "type": 3, "value": text});
    if focused {
        option["focused"] = json!(true);
    }
    command("move", json!([option]))
}

/// One of those times: so many percent are shorter.
pub fn percentile(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort();
    times.get(times.len() * percent / 100).copied().unwrap_or_default()
}
