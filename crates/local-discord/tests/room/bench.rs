//! A room under test, and the plain clients that talk to it.

use std::path::Path;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use local_discord::{LocalDiscord, LocalDiscordConfig};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The longest that anything in a test may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Discord's error code in an answer.
pub(crate) fn code(answer: &(u16, Value)) -> u64 {
    answer.1["code"].as_u64().unwrap_or_else(|| panic!("no error code in {answer:?}"))
}

pub(crate) struct Bench {
    pub(crate) room: LocalDiscord,
    http: Client,
    _dir: Option<tempfile::TempDir>,
}

impl Bench {
    pub(crate) async fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut bench = Self::start_in(dir.path()).await;
        bench._dir = Some(dir);
        bench
    }

    pub(crate) async fn start_in(dir: &Path) -> Self {
        let config = LocalDiscordConfig::new("127.0.0.1:0".parse().unwrap(), dir);
        Self {
            room: LocalDiscord::start(config).await.unwrap(),
            http: Client::builder().no_proxy().build().unwrap(),
            _dir: None,
        }
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let url = format!("{}{path}", self.room.api_base());
        let mut request = self.http.request(method, url).timeout(PATIENCE);
        request = request.header("authorization", format!("Bot {}", self.room.token()));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.send(Method::GET, &format!("/api/v10{path}"), None).await
    }
    pub(crate) async fn delete(&self, path: &str) -> (u16, Value) {
        self.send(Method::DELETE, &format!("/api/v10{path}"), None).await
    }
    pub(crate) async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, &format!("/api/v10{path}"), Some(body)).await
    }
    pub(crate) async fn put(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::PUT, &format!("/api/v10{path}"), Some(body)).await
    }
    pub(crate) async fn patch(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::PATCH, &format!("/api/v10{path}"), Some(body)).await
    }
    pub(crate) async fn room_get(&self, path: &str) -> Value {
        self.send(Method::GET, path, None).await.1
    }
    pub(crate) async fn room_post(&self, path: &str, body: Value) -> Value {
        self.send(Method::POST, path, Some(body)).await.1
    }
    pub(crate) async fn room_patch(&self, path: &str, body: Value) -> Value {
        self.send(Method::PATCH, path, Some(body)).await.1
    }

    /// Sends a message with a file.
    pub(crate) async fn upload(&self, path: &str, payload: &Value, name: &'static str, bytes: &[u8]) -> (u16, Value) {
        self.upload_by(Method::POST, path, payload, name, bytes).await
    }

    /// Sends or edits a message, with a file.
    pub(crate) async fn upload_by(
        &self,
        method: Method,
        path: &str,
        payload: &Value,
        name: &'static str,
        bytes: &[u8],
    ) -> (u16, Value) {
        let part = reqwest::multipart::Part::bytes(bytes.to_vec()).file_name(name);
        let form = reqwest::multipart::Form::new().text("payload_json", payload.to_string()).part("files[0]", part);
        let url = format!("{}/api/v10{path}", self.room.api_base());
        let request = self.http.request(method, url).header("authorization", format!("Bot {}", self.room.token()));
        let answer = request.multipart(form).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }

    pub(crate) async fn state(&self) -> Value {
        self.room_get("/room/state").await
    }

    async fn named(&self, list: &str, name: &str) -> String {
        let state = self.state().await;
        let found = state[list].as_array().unwrap().iter().find(|item| item["name"] == name);
        found.unwrap_or_else(|| panic!("no {name} in {state}"))["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn person(&self, name: &str) -> String {
        self.named("people", name).await
    }
    pub(crate) async fn channel(&self, name: &str) -> String {
        self.named("channels", name).await
    }

    pub(crate) async fn dm(&self, person: &str) -> String {
        self.room_post("/room/dms", json!({"person": person})).await["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn until_online(&self) {
        for _ in 0..200 {
            let state = self.state().await;
            if state["bot"]["online"] == true && !state["commands"].as_array().unwrap().is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the bot did not come");
    }

    pub(crate) async fn put_commands(&self, list: Value) {
        let app = self.state().await["bot"]["id"].as_str().unwrap().to_owned();
        let answer = self.put(&format!("/applications/{app}/commands"), list).await;
        assert_eq!(answer.0, 200, "{answer:?}");
    }

    /// One thing that a person does with the bot.
    pub(crate) async fn act(&self, person: &str, channel: &str, kind: &str, details: Value) -> Value {
        self.room_post("/room/interactions", json!({"person": person, "channel": channel, kind: details})).await
    }

    pub(crate) async fn command(
        &self,
        person: &str,
        channel: &str,
        kind: &str,
        name: &str,
        mut details: Value,
    ) -> Value {
        details["id"] = json!(self.named("commands", name).await);
        self.act(person, channel, kind, details).await
    }

    pub(crate) async fn press(&self, person: &str, channel: &str, message: &Value, custom_id: &str) -> Value {
        self.act(person, channel, "component", json!({"message": message["id"], "custom_id": custom_id})).await
    }

    /// What a person sees in a channel, oldest first.
    pub(crate) async fn messages(&self, person: &str, channel: &str) -> Vec<Value> {
        let page = self.room_get(&format!("/room/messages?person={person}&channel={channel}")).await;
        page["messages"].as_array().unwrap_or_else(|| panic!("{page}")).clone()
    }

    /// Waits until a message with this content is there.
    pub(crate) async fn wait_for(&self, person: &str, channel: &str, content: &str) -> Vec<Value> {
        for _ in 0..200 {
            let list = self.messages(person, channel).await;
            if list.iter().any(|m| m["content"] == content) {
                return list;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("no message says {content}");
    }

    async fn connect(&self) -> Gateway {
        let url = format!("ws://{}/gateway/?v=10&encoding=json", self.room.addr());
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let mut gateway = Gateway { socket, session: String::new(), sequence: 0, guilds: 0 };
        assert_eq!(gateway.frame().await["op"], 10);
        gateway
    }

    /// A plain gateway connection of one shard, with all intents.
    pub(crate) async fn gateway(&self, shard: u64, of: u64) -> Gateway {
        let mut gateway = self.connect().await;
        let data = json!({"token": self.room.token(), "intents": 65535, "shard": [shard, of], "properties": {}});
        gateway.send(json!({"op": 2, "d": data})).await;
        let ready = gateway.next("READY").await;
        gateway.session = ready["session_id"].as_str().unwrap().to_owned();
        gateway.guilds = ready["guilds"].as_array().unwrap().len();
        gateway
    }

    pub(crate) async fn resume(&self, session: &str, seen: u64) -> Gateway {
        let mut gateway = self.connect().await;
        let data = json!({"token": self.room.token(), "session_id": session, "seq": seen});
        gateway.send(json!({"op": 6, "d": data})).await;
        gateway
    }
}

pub(crate) struct Gateway {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) session: String,
    pub(crate) sequence: u64,
    pub(crate) guilds: usize,
}

impl Gateway {
    async fn send(&mut self, frame: Value) {
        self.socket.send(Message::Text(frame.to_string().into())).await.unwrap();
    }

    pub(crate) async fn frame(&mut self) -> Value {
        let next = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("nothing came");
        let Message::Text(text) = next.unwrap().unwrap() else { panic!("no text frame") };
        serde_json::from_str(&text).unwrap()
    }

    /// The next event of this name; others are skipped.
    pub(crate) async fn next(&mut self, name: &str) -> Value {
        loop {
            let mut frame = self.frame().await;
            self.sequence = frame["s"].as_u64().unwrap_or(self.sequence);
            if frame["t"] == name {
                return frame["d"].take();
            }
        }
    }
}
