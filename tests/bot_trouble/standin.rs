//! A stand-in for Discord that breaks off, refuses and repeats as it is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::{broadcast, oneshot};
use tokio::task::JoinHandle;
use upcard::config::{Shards, Token};
use upcard::discord::gateway::{self, BotError, Connection};
use upcard::discord::presenter::Manners;
use upcard::ops::metrics::Metrics;
use upcard::store::Store;
use upcard::tables::{Room, RoomConfig, Seeds};

use crate::common::world::PATIENCE;

/// What the gateway does with a connection that has just opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// Lets it in.
    Open,
    /// Says nothing at all.
    Silent,
    /// Closes after its hello.
    Hello,
    /// Closes with this code when it hears IDENTIFY or RESUME.
    Closes(u16),
    /// Says that the session is invalid.
    Invalid,
    /// Never says READY.
    Unready,
    /// Says READY, and closes with this code.
    Brief(u16),
}

/// What the gateway was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    Identify,
    Resume,
}

/// One request, and when it came.
#[derive(Clone, Debug)]
pub struct Asked {
    pub at: Instant,
    pub method: String,
    pub path: String,
}

impl Asked {
    /// Whether it answers this interaction.
    pub fn answers(&self, interaction: u64) -> bool {
        self.path.contains(&format!("/interactions/{interaction}/"))
            || self.path.contains(&format!("/token{interaction}"))
    }

    /// Whether nobody asked for it: a message in a channel.
    pub fn is_unasked(&self) -> bool {
        self.path.contains("/channels/") && self.path.contains("/messages")
    }
}

type Rule = Box<dyn FnMut(&Asked) -> Option<Response> + Send>;

#[derive(Clone, Debug)]
enum Push {
    Event(Value),
    Raw(String),
    Break,
}

#[derive(Clone)]
pub struct StandIn(Arc<Inner>);

struct Inner {
    base: String,
    next: AtomicU64,
    sequence: AtomicU64,
    gate: Mutex<Gate>,
    starts: Mutex<Value>,
    rule: Mutex<Option<Rule>>,
    asked: Mutex<Vec<Asked>>,
    told: Mutex<Vec<(Instant, Told)>>,
    pushes: broadcast::Sender<Push>,
    /// What came while no link was there.
    missed: Mutex<Vec<Value>>,
    hangs: AtomicBool,
}

impl StandIn {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let starts = json!({"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1});
        let stand_in = Self(Arc::new(Inner {
            base: format!("http://{}", listener.local_addr().unwrap()),
            next: AtomicU64::new(0),
            sequence: AtomicU64::new(1),
            gate: Mutex::new(Gate::Open),
            starts: Mutex::new(starts),
            rule: Mutex::default(),
            asked: Mutex::default(),
            told: Mutex::default(),
            pushes: broadcast::channel(4096).0,
            missed: Mutex::default(),
            hangs: AtomicBool::new(false),
        }));
        let app = Router::new().route("/gateway", get(connect)).fallback(rest).with_state(stand_in.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        stand_in
    }

    pub fn gate(&self, gate: Gate) {
        *self.0.gate.lock() = gate;
    }

    pub fn starts(&self, remaining: u64, reset_after: Duration) {
        let millis = u64::try_from(reset_after.as_millis()).unwrap();
        *self.0.starts.lock() =
            json!({"total": 1000, "remaining": remaining, "reset_after": millis, "max_concurrency": 1});
    }

    /// From now on requests are answered by this, where it has an answer.
    pub fn rule(&self, rule: impl FnMut(&Asked) -> Option<Response> + Send + 'static) {
        *self.0.rule.lock() = Some(Box::new(rule));
    }

    /// From now on all is well.
    pub fn be_good(&self) {
        *self.0.rule.lock() = None;
        self.0.hangs.store(false, Ordering::Relaxed);
    }

    /// From now on no request is answered.
    pub fn hang(&self) {
        self.0.hangs.store(true, Ordering::Relaxed);
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.0.asked.lock().clone()
    }

    pub fn told(&self) -> Vec<(Instant, Told)> {
        self.0.told.lock().clone()
    }

    pub fn times(&self, told: Told) -> usize {
        self.told().iter().filter(|(_, t)| *t == told).count()
    }

    /// A fresh id, as old as this.
    pub fn id(&self, age: Duration) -> u64 {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap() - age;
        let millis = u64::try_from(now.as_millis()).unwrap() - 1_420_070_400_000;
        millis << 22 | self.0.next.fetch_add(1, Ordering::Relaxed) & 0x3f_ffff
    }

    /// Breaks all links.
    pub fn break_links(&self) {
        let _ = self.0.pushes.send(Push::Break);
    }

    pub fn push_raw(&self, text: &str) {
        self.0.pushes.send(Push::Raw(text.to_owned())).unwrap();
    }

    pub fn push(&self, event: Value) {
        self.0.pushes.send(Push::Event(event)).unwrap();
    }

    /// What is delivered when a link is gone on with.
    pub fn miss(&self, event: Value) {
        self.0.missed.lock().push(event);
    }

    /// Sends a command, and waits for an answer to it.
    pub async fn command(&self, user: u64, channel: u64, name: &str, options: Value) -> Asked {
        let event = self.interaction(2, command(name, options), user, channel);
        let id = id_of(&event);
        self.push(event);
        self.answer(id).await
    }

    pub fn interaction(&self, kind: u8, data: Value, user: u64, channel: u64) -> Value {
        self.aged(Duration::ZERO, kind, data, user, channel)
    }

    pub fn aged(&self, age: Duration, kind: u8, data: Value, user: u64, channel: u64) -> Value {
        let id = self.id(age);
        let person =
            json!({"id": user.to_string(), "username": format!("user{user}"), "discriminator": "0", "avatar": null});
        let member = json!({"user": person, "roles": [], "joined_at": "2026-01-01T00:00:00Z", "deaf": false, "mute": false,
            "flags": 0, "permissions": "2147483647"});
        let mut event = json!({"id": id.to_string(), "application_id": "1", "type": kind, "data": data, "guild_id": "2",
            "channel_id": channel.to_string(), "member": member, "token": format!("token{id}"), "version": 1,
            "channel": {"id": channel.to_string(), "type": 0, "name": "c"}, "app_permissions": "2147483647",
            "locale": "en-US", "entitlements": [], "authorizing_integration_owners": {"0": "2"}, "context": 0,
            "attachment_size_limit": 10_485_760});
        if kind == 5 {
            event["message"] = json!({"id": "77", "channel_id": channel.to_string(), "author": person, "content": "",
                "timestamp": "2026-01-01T00:00:00Z", "edited_timestamp": null, "tts": false, "mention_everyone": false,
                "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": false, "type": 0});
        }
        event
    }

    /// Waits for the first answer to an interaction.
    pub async fn answer(&self, interaction: u64) -> Asked {
        let found = || self.asked().into_iter().find(|asked| asked.answers(interaction));
        self.until("an answer", || found().is_some()).await;
        found().unwrap()
    }

    pub async fn until(&self, what: &str, is: impl Fn() -> bool) {
        let deadline = Instant::now() + 3 * PATIENCE;
        while !is() {
            assert!(Instant::now() < deadline, "waited for: {what}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

pub fn id_of(event: &Value) -> u64 {
    event["id"].as_str().unwrap().parse().unwrap()
}

pub fn command(name: &str, options: Value) -> Value {
    json!({"id": "5", "name": name, "type": 1, "options": options})
}

pub fn sub(name: &str) -> Value {
    json!([{"name": name, "type": 1, "options": []}])
}

async fn connect(State(stand_in): State<StandIn>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(|socket| async move {
        link(&stand_in, socket).await;
    })
}

/// One link, until it breaks.
async fn link(stand_in: &StandIn, mut socket: WebSocket) -> Option<()> {
    let inner = &stand_in.0;
    let gate = *inner.gate.lock();
    if gate == Gate::Silent {
        return std::future::pending().await;
    }
    say(&mut socket, &json!({"op": 10, "d": {"heartbeat_interval": 41250}, "s": null, "t": null})).await?;
    if gate == Gate::Hello {
        return None;
    }
    let mut pushes = inner.pushes.subscribe();
    loop {
        tokio::select! {
            frame = socket.recv() => {
                let frame: Value = serde_json::from_slice(&frame?.ok()?.into_data()).ok()?;
                let told = match frame["op"].as_u64()? {
                    1 => {
                        say(&mut socket, &json!({"op": 11})).await?;
                        continue;
                    }
                    2 => Told::Identify,
                    6 => Told::Resume,
                    _ => continue,
                };
                inner.told.lock().push((Instant::now(), told));
                introduced(stand_in, &mut socket, gate, told).await?;
            }
            push = pushes.recv() => match push.ok()? {
                Push::Event(event) => dispatch(stand_in, &mut socket, "INTERACTION_CREATE", &event).await?,
                Push::Raw(text) => socket.send(Message::Text(text.into())).await.ok()?,
                Push::Break => return close(&mut socket, 4000).await,
            },
        }
    }
}

async fn introduced(stand_in: &StandIn, socket: &mut WebSocket, gate: Gate, told: Told) -> Option<()> {
    match (gate, told) {
        (Gate::Closes(code), _) => return close(socket, code).await,
        (Gate::Invalid, _) => return say(socket, &json!({"op": 9, "d": false})).await,
        (Gate::Unready, _) => return Some(()),
        (_, Told::Identify) => {
            let ready = json!({"v": 10, "session_id": "s", "guilds": [], "resume_gateway_url": "ws://127.0.0.1:9",
                "user": {"id": "1", "username": "bot", "discriminator": "0", "avatar": null, "bot": true},
                "application": {"id": "1", "flags": 0}, "shard": [0, 1]});
            dispatch(stand_in, socket, "READY", &ready).await?;
        }
        (_, Told::Resume) => {
            let missed = std::mem::take(&mut *stand_in.0.missed.lock());
            for event in missed {
                dispatch(stand_in, socket, "INTERACTION_CREATE", &event).await?;
            }
            dispatch(stand_in, socket, "RESUMED", &json!({})).await?;
        }
    }
    if let Gate::Brief(code) = gate { close(socket, code).await } else { Some(()) }
}

async fn dispatch(stand_in: &StandIn, socket: &mut WebSocket, name: &str, data: &Value) -> Option<()> {
    let number = stand_in.0.sequence.fetch_add(1, Ordering::Relaxed);
    say(socket, &json!({"op": 0, "t": name, "s": number, "d": data})).await
}

async fn say(socket: &mut WebSocket, frame: &Value) -> Option<()> {
    socket.send(Message::Text(frame.to_string().into())).await.ok()
}

async fn close(socket: &mut WebSocket, code: u16) -> Option<()> {
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await;
    None
}

async fn rest(State(stand_in): State<StandIn>, request: Request) -> Response {
    let inner = &stand_in.0;
    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
    drop(axum::body::to_bytes(request.into_body(), 16 << 20).await.unwrap());
    let asked = Asked { at: Instant::now(), method, path };
    inner.asked.lock().push(asked.clone());
    if inner.hangs.load(Ordering::Relaxed) {
        return std::future::pending().await;
    }
    if let Some(answer) = inner.rule.lock().as_mut().and_then(|rule| rule(&asked)) {
        return answer;
    }
    let url = format!("{}/gateway", inner.base.replace("http", "ws"));
    let answer = match asked.path.trim_start_matches("/api/v10") {
        "/gateway" => json!({"url": url}),
        "/gateway/bot" => json!({"url": url, "shards": 1, "session_start_limit": *inner.starts.lock()}),
        "/users/@me" => json!({"id": "1", "username": "bot"}),
        other if other.ends_with("/commands") => json!([]),
        _ if asked.method == "DELETE" => return StatusCode::NO_CONTENT.into_response(),
        _ => json!({"id": stand_in.id(Duration::ZERO).to_string(), "type": 0, "flags": 64}),
    };
    axum::Json(answer).into_response()
}

/// A 429 with these headers and this body.
pub fn limited(headers: &[(&'static str, String)], body: impl IntoResponse) -> Response {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.insert(*name, value.parse().unwrap());
    }
    (StatusCode::TOO_MANY_REQUESTS, map, body).into_response()
}

/// A bot that takes the stand-in for Discord.
pub struct Bot {
    pub room: Room,
    pub metrics: Arc<Metrics>,
    pub stand_in: StandIn,
    stop: Option<oneshot::Sender<()>>,
    pub running: JoinHandle<Result<(), BotError>>,
    _dir: tempfile::TempDir,
}

impl Bot {
    pub async fn start(stand_in: &StandIn) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", dir.path().join("upcard.db").display());
        let config =
            RoomConfig { seeds: Seeds::counted_from(1), idle: Duration::from_millis(400), ..RoomConfig::default() };
        let room = Room::open_with(Store::open(&url).await.unwrap(), config).await.unwrap();
        let metrics = Arc::new(Metrics::default());
        let connection = Connection {
            token: Token::new("a.b.c"),
            proxy: Some(stand_in.0.base.clone()),
            shards: Shards::All,
            privacy: None,
            emoji: false,
            manners: Manners {
                patience: Duration::from_millis(50),
                idle: Duration::from_millis(300),
                again: Duration::from_millis(100),
            },
        };
        let (stop, stopped) = oneshot::channel();
        let run = gateway::run(connection, room.clone(), Arc::clone(&metrics), async { drop(stopped.await) });
        let running = tokio::spawn(run);
        Self { room, metrics, stand_in: stand_in.clone(), stop: Some(stop), running, _dir: dir }
    }

    /// Such a bot, once it is there.
    pub async fn connected(stand_in: &StandIn) -> Self {
        let bot = Self::start(stand_in).await;
        stand_in.until("the bot is there", || bot.metrics.connection().is_ok()).await;
        bot
    }

    /// The number that a metric has.
    pub fn metric(&self, name: &str) -> f64 {
        let text = self.metrics.text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().unwrap()
    }

    pub fn signal(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    pub async fn stop(mut self) {
        self.signal();
        tokio::time::timeout(PATIENCE, &mut self.running).await.expect("the bot stops").unwrap().unwrap();
        self.room.shutdown().await;
    }
}
