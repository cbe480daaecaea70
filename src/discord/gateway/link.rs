//! The connection of one shard to the gateway: what goes wrong with it is mended here, and costs no more sessions than
//! Discord allows.
//!
//! Events are handed over one by one, in the order in which they come.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tokio_util::sync::CancellationToken;

use super::BotError;
use super::pauses::Pauses;
use super::starts::{MayStart, Spent, Starts};
use crate::config::Token;
use crate::discord::api::Api;
use crate::tables::causes;

/// How long a connection may take until it is there, and each answer that is waited for on it.
const PATIENCE: Duration = Duration::from_secs(20);
/// After so many attempts in a row that led to nothing, a session is given up.
const RESUMES: u32 = 3;
/// For so long after a session goes on, what it missed may come.
const REPLAY: Duration = Duration::from_secs(30);
/// Below the bot's name, wherever Discord lists it.
const STATUS: &str = "/tables: is it your turn? · /play: a new table";
const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What all shards share.
pub(super) struct Links {
    pub(super) token: Token,
    /// Where sessions begin.
    pub(super) url: String,
    /// Sessions are gone on with there as well, wherever Discord says: what it says is not known behind a proxy.
    pub(super) stays: bool,
    /// How many shards there are in all processes.
    pub(super) total: u32,
    pub(super) api: Api,
    pub(super) starts: Starts,
    /// What is done with interactions; they may be old if their link has just gone on after it broke.
    pub(super) hear: Box<dyn Fn(Value, bool) + Send + Sync>,
    /// How many shards are connected.
    pub(super) connected: AtomicUsize,
    /// A shard is connected.
    pub(super) ready: tokio::sync::Notify,
    pub(super) stop: CancellationToken,
}

/// A session that can be gone on with after its connection broke.
struct Session {
    id: String,
    url: String,
    /// The last event that came in it.
    seen: u64,
}

/// Why a connection has ended.
enum Ended {
    /// The next one may be better.
    Broken(String),
    /// The same, and the session is lost.
    Lost(String),
    /// There is no use in another one.
    ForGood(BotError),
    /// We ended it.
    Stopped,
}

fn broken(why: impl Into<String>) -> Ended {
    Ended::Broken(why.into())
}

/// One shard.
pub(super) struct Link {
    links: Arc<Links>,
    shard: u32,
    session: Option<Session>,
    /// When the last session began, unless its end was accounted for.
    begun: Option<Instant>,
    /// Whether there was ever a session.
    again: bool,
    /// Whether this connection has its session.
    up: bool,
    /// When this connection asked to go on with a session, or last heard that it does.
    resumed: Option<Instant>,
    /// Whether this connection got as far as the gateway's first word.
    reached: bool,
    /// How many connections in a row got so far, and to no session.
    unresumed: u32,
    /// How many in a row did not get so far.
    unreached: u32,
    /// Between connections.
    pauses: Pauses,
    /// Before another session.
    starts: Pauses,
}

impl Link {
    pub(super) const fn new(links: Arc<Links>, shard: u32) -> Self {
        Self {
            links,
            shard,
            session: None,
            begun: None,
            again: false,
            up: false,
            resumed: None,
            reached: false,
            unresumed: 0,
            unreached: 0,
            // A connection that breaks is replaced at once, unless it broke at once.
            pauses: Pauses::new(SECOND, Duration::from_secs(60), Duration::from_secs(5)),
            // Even one session every ten minutes is far fewer than Discord allows.
            starts: Pauses::new(Duration::from_secs(2), Duration::from_secs(600), Duration::from_secs(600)),
        }
    }

    /// Keeps the shard connected until it is stopped, or that is of no use any more.
    pub(super) async fn run(mut self) -> Option<BotError> {
        loop {
            let opened = Instant::now();
            let Err(ended) = self.connection().await;
            self.down();
            let why = match ended {
                Ended::Broken(why) => why,
                Ended::Lost(why) => {
                    self.session = None;
                    why
                }
                Ended::ForGood(error) => return Some(error),
                Ended::Stopped => return None,
            };
            let pause = self.pause(opened);
            if pause.is_zero() {
                tracing::debug!(shard = self.shard, why, "the connection to the gateway broke: connecting anew");
            } else {
                let seconds = pause.as_secs_f32();
                tracing::warn!(
                    shard = self.shard,
                    why,
                    seconds,
                    "the connection to the gateway broke: connecting anew later"
                );
            }
            let stop = self.links.stop.clone();
            stop.run_until_cancelled(tokio::time::sleep(pause)).await?;
        }
    }

    /// How long to wait before the next connection.
    fn pause(&mut self, opened: Instant) -> Duration {
        // A network that is down says nothing about the session.
        let reached = std::mem::take(&mut self.reached);
        self.unresumed = if std::mem::take(&mut self.up) { 0 } else { self.unresumed + u32::from(reached) };
        self.unreached = if reached { 0 } else { self.unreached + 1 };
        self.resumed = None;
        if self.unresumed >= RESUMES {
            self.session = None;
        }
        let pause = self.pauses.after(opened.elapsed());
        match self.begun.take_if(|_| self.session.is_none()) {
            Some(begun) => {
                let long = self.starts.after(begun.elapsed());
                // As long as most of the day's sessions are left, nobody is away for longer than a minute.
                let long = if self.links.starts.are_plenty() { long.min(MINUTE) } else { long };
                long.max(pause)
            }
            None => pause,
        }
    }

    fn rise(&mut self) {
        if !std::mem::replace(&mut self.up, true) {
            self.links.connected.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn down(&self) {
        if self.up {
            self.links.connected.fetch_sub(1, Ordering::Relaxed);
        }
    }

    async fn connection(&mut self) -> Result<Infallible, Ended> {
        let links = Arc::clone(&self.links);
        let turn = match self.session {
            Some(_) => None,
            None => {
                Some(links.starts.turn(self.shard, self.again).await.map_err(|spent| Ended::ForGood(spent.into()))?)
            }
        };
        // Where a session goes on may be gone; it goes on elsewhere as well.
        let session = self.session.as_ref().filter(|_| self.unreached < RESUMES);
        let url = session.map_or(&links.url, |session| &session.url);
        let late = |_| broken("no answer");
        let mut socket = timeout(PATIENCE, connect(url)).await.map_err(late)??;
        let interval = timeout(PATIENCE, self.hello(&mut socket)).await.map_err(late)??;
        self.reached = true;
        self.introduce(&mut socket, turn).await?;
        self.listen(&mut socket, interval).await
    }

    /// How often the gateway wants a heartbeat, which is the first thing it says.
    async fn hello(&self, socket: &mut Socket) -> Result<Duration, Ended> {
        loop {
            let frame = self.next(socket).await?;
            if frame["op"] == 10 {
                let interval = frame["d"]["heartbeat_interval"].as_u64().filter(|interval| *interval > 0);
                return interval.map(Duration::from_millis).ok_or_else(|| broken("a hello without an interval"));
            }
        }
    }

    /// Goes on with the session, or begins one.
    async fn introduce(&mut self, socket: &mut Socket, turn: Option<MayStart>) -> Result<(), Ended> {
        let links = Arc::clone(&self.links);
        let token = links.token.reveal().trim_start_matches("Bot ");
        if let Some(session) = &self.session {
            self.resumed = Some(Instant::now());
            let resume = json!({"token": token, "session_id": session.id, "seq": session.seen});
            return say(socket, &json!({"op": 6, "d": resume})).await;
        }
        let properties = json!({"os": std::env::consts::OS, "browser": "upcard", "device": "upcard"});
        // The same for everybody who sees it, on every server: it can say where to look, not whose turn it is.
        let status = json!({"type": 4, "name": "Custom Status", "state": STATUS});
        let presence = json!({"status": "online", "afk": false, "since": null, "activities": [status]});
        // Interactions arrive without any intent.
        let identify = json!({"token": token, "intents": 0, "properties": properties, "presence": presence,
            "shard": [self.shard, links.total]});
        // It counts even if we never hear of it again.
        links.starts.begun();
        (self.begun, self.again) = (Some(Instant::now()), true);
        let said = say(socket, &json!({"op": 2, "d": identify})).await;
        if let Some(turn) = turn {
            turn.used();
        }
        said
    }

    async fn listen(&mut self, socket: &mut Socket, interval: Duration) -> Result<Infallible, Ended> {
        let stop = self.links.stop.clone();
        let patience = Instant::now() + PATIENCE;
        let mut beat = Instant::now() + interval.mul_f32(rand::random());
        let mut heard = true;
        loop {
            tokio::select! {
                frame = self.next(socket) => match frame? {
                    frame if frame["op"] == 11 => heard = true,
                    frame => self.hear(socket, frame).await?,
                },
                () = tokio::time::sleep_until(beat.into()) => {
                    if !std::mem::take(&mut heard) {
                        return Err(broken("the gateway has fallen silent"));
                    }
                    self.beat(socket).await?;
                    beat = Instant::now() + interval;
                }
                () = tokio::time::sleep_until(patience.into()), if !self.up => return Err(broken("no session")),
                () = stop.cancelled() => {
                    let frame = CloseFrame { code: CloseCode::Normal, reason: "".into() };
                    let _ = socket.close(Some(frame)).await;
                    return Err(Ended::Stopped);
                }
            }
        }
    }

    async fn beat(&self, socket: &mut Socket) -> Result<(), Ended> {
        let seen = self.session.as_ref().map(|session| session.seen);
        say(socket, &json!({"op": 1, "d": seen})).await
    }

    /// The next frame of the gateway's own kind.
    async fn next(&self, socket: &mut Socket) -> Result<Value, Ended> {
        loop {
            let text = match socket.next().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(frame))) => return Err(closed(frame.map(|frame| frame.code.into()))),
                Some(Ok(_)) => continue,
                Some(Err(error)) => return Err(broken(causes(&error))),
                None => return Err(broken("closed")),
            };
            match serde_json::from_str::<Value>(&text) {
                Ok(frame) if frame["op"].is_u64() => return Ok(frame),
                _ => {
                    self.links.api.metrics().link().dropped("unreadable");
                    tracing::warn!(shard = self.shard, "the gateway sent what cannot be read");
                }
            }
        }
    }

    async fn hear(&mut self, socket: &mut Socket, mut frame: Value) -> Result<(), Ended> {
        if let (Some(session), Some(number)) = (&mut self.session, frame["s"].as_u64()) {
            session.seen = number;
        }
        match frame["op"].as_u64() {
            Some(0) => self.event(&frame["t"].take(), frame["d"].take(), frame["s"].as_u64()),
            Some(1) => self.beat(socket).await,
            Some(7) => Err(broken("the gateway asks for another connection")),
            Some(9) if frame["d"] == true => Err(broken("the gateway asks for the session to be gone on with")),
            Some(9) => Err(Ended::Lost("the gateway does not know the session".to_owned())),
            _ => Ok(()),
        }
    }

    fn event(&mut self, name: &Value, data: Value, number: Option<u64>) -> Result<(), Ended> {
        match name.as_str() {
            Some("READY") => {
                let id = data["session_id"].as_str().ok_or_else(|| broken("a session without an id"))?.to_owned();
                let there = data["resume_gateway_url"].as_str().filter(|_| !self.links.stays);
                let url = there.unwrap_or(&self.links.url).to_owned();
                self.session = Some(Session { id, url, seen: number.unwrap_or_default() });
                if let Some(id) = data["application"]["id"].as_str().and_then(|id| id.parse().ok()) {
                    self.links.api.is_application(id);
                }
                self.rise();
                tracing::info!(shard = self.shard, "connected");
                self.links.ready.notify_one();
            }
            Some("RESUMED") => {
                self.resumed = Some(Instant::now());
                self.rise();
            }
            Some("INTERACTION_CREATE") => {
                let may_be_old = self.resumed.is_some_and(|at| !self.up || at.elapsed() < REPLAY);
                (self.links.hear)(data, may_be_old);
            }
            _ => {}
        }
        Ok(())
    }
}

fn closed(code: Option<u16>) -> Ended {
    let words = match code {
        Some(4004) => return Ended::ForGood(BotError::Token),
        Some(4010) => "it does not take these shards; DISCORD_SHARDS=all lets it choose",
        Some(4011) => "a shard has too many servers; DISCORD_SHARDS needs a larger total",
        Some(4012) => "it does not speak our version of its protocol any more; a newer upcard may",
        Some(4013 | 4014) => "it does not accept what we ask to be told",
        // It does not know the session, or not how far we are in it.
        Some(code @ (4003 | 4007 | 4009)) => return Ended::Lost(format!("closed with {code}")),
        Some(code) => return Ended::Broken(format!("closed with {code}")),
        None => return broken("closed"),
    };
    Ended::ForGood(BotError::Gateway(words.to_owned()))
}

impl From<Spent> for BotError {
    fn from(Spent { left, total, again }: Spent) -> Self {
        let minutes = again.as_secs().div_ceil(60);
        Self::Starts { left, total, hours: minutes / 60, minutes: minutes % 60 }
    }
}

async fn connect(url: &str) -> Result<Socket, Ended> {
    let connected = tokio_tungstenite::connect_async(versioned(url)).await;
    connected.map(|(socket, _)| socket).map_err(|error| broken(causes(&error)))
}

/// The address with the version that we speak.
fn versioned(url: &str) -> String {
    let has_path = url.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
    format!("{url}{}?v=10&encoding=json", if has_path { "" } else { "/" })
}

async fn say(socket: &mut Socket, frame: &Value) -> Result<(), Ended> {
    socket.send(Message::Text(frame.to_string().into())).await.map_err(|error| broken(causes(&error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_get_the_version() {
        assert_eq!(versioned("wss://gateway.discord.gg"), "wss://gateway.discord.gg/?v=10&encoding=json");
        assert_eq!(versioned("ws://127.0.0.1:1/gateway"), "ws://127.0.0.1:1/gateway?v=10&encoding=json");
    }

    #[test]
    fn p02_only_what_another_connection_cannot_mend_ends_the_program() {
        for code in [4004, 4010, 4011, 4012, 4013, 4014] {
            assert!(matches!(closed(Some(code)), Ended::ForGood(_)), "{code}");
        }
        for code in [1000, 1001, 1006, 4000, 4001, 4002, 4005, 4008, 4999] {
            assert!(matches!(closed(Some(code)), Ended::Broken(_)), "{code}");
        }
        assert!([4003, 4007, 4009].iter().all(|code| matches!(closed(Some(*code)), Ended::Lost(_))));
        assert!(matches!(closed(None), Ended::Broken(_)));
    }

    /// Discord's own gateway is reached by TLS: what that needs must be there.
    #[tokio::test]
    async fn a_server_that_speaks_no_tls_is_an_error() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("wss://localhost:{}", listener.local_addr().unwrap().port());
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                drop(socket);
            }
        });
        assert!(matches!(connect(&url).await, Err(Ended::Broken(_))));
    }
}
