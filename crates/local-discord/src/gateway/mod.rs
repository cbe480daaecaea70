//! The gateway: the WebSocket on which the bot is told what happens.

pub(super) mod sessions;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use super::ids::Id;
use super::room::Room;

/// How often the bot has to send a heartbeat, in milliseconds.
const HEARTBEAT_MS: u64 = 41_250;
/// How long a new connection may take to identify.
const IDENTIFY: Duration = Duration::from_secs(30);

/// Close codes of Discord's gateway.
mod close {
    pub const DECODE: u16 = 4002;
    pub const NOT_AUTHENTICATED: u16 = 4003;
    pub const AUTHENTICATION: u16 = 4004;
    pub const TIMED_OUT: u16 = 4009;
    pub const INVALID_SHARD: u16 = 4010;
}

/// `GET /gateway/`: upgrades to the WebSocket.
pub(super) async fn connect(State(room): State<Arc<Room>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        let mut link = Link { room, socket, session: None };
        if let Err(code) = link.run().await {
            // Where the other side has closed, the library's answer to that goes out first.
            let _ = link.socket.flush().await;
            let frame = CloseFrame { code, reason: "".into() };
            // The other side may be gone already.
            let _ = link.socket.send(Message::Close(Some(frame))).await;
        }
        link.leave();
    })
}

/// One connection. Its methods fail with the code to close it with.
struct Link {
    room: Arc<Room>,
    socket: WebSocket,
    session: Option<String>,
}

/// Close code of an ordinary end.
const DONE: u16 = 1000;

impl Link {
    async fn run(&mut self) -> Result<(), u16> {
        self.say(&json!({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": null, "t": null})).await?;
        let mut events = timeout(IDENTIFY, self.introduce()).await.map_err(|_| close::TIMED_OUT)??;
        let room = self.room.clone();
        let patience = Duration::from_millis(HEARTBEAT_MS * 2);
        let mut deadline = Instant::now() + patience;
        loop {
            tokio::select! {
                frame = self.socket.recv() => {
                    let Some(frame) = read(frame)? else { continue };
                    deadline = Instant::now() + patience;
                    self.hear(&frame).await?;
                }
                event = events.recv() => {
                    let event = event.ok_or(4000_u16)?;
                    self.socket.send(Message::Text(event.into())).await.map_err(|_| DONE)?;
                }
                () = tokio::time::sleep_until(deadline) => return Err(close::TIMED_OUT),
                () = room.stopped() => return Err(1001),
            }
        }
    }

    async fn say(&mut self, value: &Value) -> Result<(), u16> {
        self.socket.send(Message::Text(value.to_string().into())).await.map_err(|_| DONE)
    }

    /// Waits until the connection has identified or resumed.
    async fn introduce(&mut self) -> Result<mpsc::Receiver<String>, u16> {
        loop {
            let frame = self.socket.recv().await;
            let Some(frame) = read(frame)? else { continue };
            match frame["op"].as_u64() {
                Some(1) => self.say(&json!({"op": 11})).await?,
                Some(2) => return self.identify(&frame["d"]),
                Some(6) => {
                    if let Some(events) = self.resume(&frame["d"])? {
                        return Ok(events);
                    }
                    self.say(&json!({"op": 9, "d": false})).await?;
                }
                _ => return Err(close::NOT_AUTHENTICATED),
            }
        }
    }

    fn check_token(&self, data: &Value) -> Result<(), u16> {
        let token = data["token"].as_str().unwrap_or_default();
        let token = token.strip_prefix("Bot ").unwrap_or(token);
        if token == self.room.token { Ok(()) } else { Err(close::AUTHENTICATION) }
    }

    fn identify(&mut self, data: &Value) -> Result<mpsc::Receiver<String>, u16> {
        self.check_token(data)?;
        let shard = match &data["shard"] {
            Value::Null => (0, 1),
            pair => (pair[0].as_u64().ok_or(close::INVALID_SHARD)?, pair[1].as_u64().ok_or(close::INVALID_SHARD)?),
        };
        if shard.0 >= shard.1 {
            return Err(close::INVALID_SHARD);
        }
        let intents = data["intents"].as_u64().ok_or(close::DECODE)?;
        let id = super::secret();
        let mut inner = self.room.lock();
        let events = inner.sessions.open(id.clone(), shard, intents);
        let mine = (inner.house.guild.0 >> 22) % shard.1 == shard.0;
        let ready = inner.ready_json(&id, shard, mine, &format!("ws://{}/gateway", self.room.authority));
        inner.sessions.send(&id, "READY", &ready);
        if mine && intents & sessions::intent::GUILDS != 0 {
            let guild = inner.guild_create_json();
            inner.sessions.send(&id, "GUILD_CREATE", &guild);
        }
        inner.tell_page(&json!({"t": "bot", "online": true}));
        drop(inner);
        self.session = Some(id);
        Ok(events)
    }

    fn resume(&mut self, data: &Value) -> Result<Option<mpsc::Receiver<String>>, u16> {
        self.check_token(data)?;
        let id = data["session_id"].as_str().ok_or(close::DECODE)?.to_owned();
        let seen = data["seq"].as_u64().ok_or(close::DECODE)?;
        let mut inner = self.room.lock();
        let events = inner.sessions.resume(&id, seen);
        if events.is_some() {
            inner.tell_page(&json!({"t": "bot", "online": true}));
            drop(inner);
            self.session = Some(id);
        }
        Ok(events)
    }

    /// Handles what an identified bot may send.
    async fn hear(&mut self, frame: &Value) -> Result<(), u16> {
        match frame["op"].as_u64() {
            Some(1) => self.say(&json!({"op": 11})).await,
            Some(2 | 6) => Err(4005),
            // Presence and voice state: accepted, without effect in this room.
            Some(3 | 4) => Ok(()),
            Some(8) => {
                self.members(&frame["d"]);
                Ok(())
            }
            _ => Err(4001),
        }
    }

    /// Answers a request for members.
    fn members(&self, data: &Value) {
        let Some(session) = &self.session else { return };
        let mut inner = self.room.lock();
        let wanted: Vec<Id> = serde_json::from_value(data["user_ids"].clone()).unwrap_or_default();
        let query = data["query"].as_str().unwrap_or_default().to_lowercase();
        let fits = |id: &Id, name: &str| {
            if wanted.is_empty() { name.to_lowercase().starts_with(&query) } else { wanted.contains(id) }
        };
        let mut members: Vec<Value> =
            inner.people.values().filter(|p| fits(&p.id, &p.name)).map(|p| inner.member_json(p.id)).collect();
        if fits(&inner.house.bot, &inner.bot_name) {
            members.push(inner.member_json(inner.house.bot));
        }
        let chunk = json!({"guild_id": inner.house.guild, "members": members, "chunk_index": 0, "chunk_count": 1,
            "not_found": [], "nonce": data["nonce"]});
        inner.sessions.send(session, "GUILD_MEMBERS_CHUNK", &chunk);
    }

    /// Leaves the session behind, so that it can be resumed.
    fn leave(&mut self) {
        if let Some(id) = self.session.take() {
            let mut inner = self.room.lock();
            inner.sessions.disconnected(&id);
            let online = inner.sessions.connected();
            inner.tell_page(&json!({"t": "bot", "online": online}));
        }
    }
}

/// The JSON of a frame; `None` for frames without any.
fn read(frame: Option<Result<Message, axum::Error>>) -> Result<Option<Value>, u16> {
    match frame {
        Some(Ok(Message::Text(text))) => serde_json::from_str(&text).map(Some).map_err(|_| close::DECODE),
        Some(Ok(Message::Binary(bytes))) => serde_json::from_slice(&bytes).map(Some).map_err(|_| close::DECODE),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(DONE),
    }
}
