//! The program as a process of its own, which can be killed, in a card room that outlives it.

use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use local_discord::{LocalDiscord, LocalDiscordConfig};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

/// The longest that anything may take.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A card room, and a folder for the program's database.
pub struct House {
    pub room: LocalDiscord,
    pub http: reqwest::Client,
    dir: tempfile::TempDir,
}

impl House {
    /// A room with these people and channels; without any, with the usual ones.
    pub async fn open(people: &[&str], channels: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut config = LocalDiscordConfig::new("127.0.0.1:0".parse().unwrap(), dir.path().join("room"));
        if !people.is_empty() {
            config.people = people.iter().map(|&name| name.to_owned()).collect();
            config.channels = channels.iter().map(|&name| name.to_owned()).collect();
        }
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { room: LocalDiscord::start(config).await.unwrap(), http, dir }
    }

    /// Where the program works.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    pub fn database(&self) -> String {
        format!("sqlite://{}", self.dir().join("upcard.db").display())
    }

    /// The settings with which the program is this room's bot, reached by way of `api`.
    pub fn settings<'a>(&self, program: &'a mut Command, api: &str) -> &'a mut Command {
        program
            .current_dir(self.dir())
            .env("DISCORD_TOKEN", self.room.token())
            .env("DISCORD_PROXY_URL", api)
            .env("DATABASE_URL", self.database())
            .env_remove("UPCARD_HTTP")
            // The system's proxy, if there is one, must not be asked for what is on this machine.
            .env("HTTP_PROXY", "http://127.0.0.1:1")
            .env_remove("NO_PROXY")
            .env_remove("no_proxy")
            .env("RUST_LOG", "warn")
    }

    pub async fn get(&self, path: &str) -> Value {
        self.ask(self.http.get(self.url(path))).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.ask(self.http.post(self.url(path)).json(body)).await
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.room.api_base())
    }

    async fn ask(&self, request: reqwest::RequestBuilder) -> Value {
        request.timeout(PATIENCE).send().await.unwrap().json().await.unwrap()
    }

    /// What somebody does with the bot, and how it was answered.
    pub async fn act(&self, who: &Value, channel: &Value, kind: &str, details: Value) -> Value {
        self.post("/room/interactions", &json!({"person": who, "channel": channel, kind: details})).await
    }

    /// Waits until the bot is there; returns what the room holds.
    pub async fn online(&self) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let state = self.get("/room/state").await;
            if state["bot"]["online"] == true && !state["commands"].as_array().unwrap().is_empty() {
                return state;
            }
            assert!(Instant::now() < deadline, "the bot comes back");
            sleep(Duration::from_millis(5)).await;
        }
    }
}

/// `kill -9`.
pub fn kill(bot: &mut Child) {
    bot.kill().unwrap();
    bot.wait().unwrap();
}

/// A slash command as somebody sends it, or while it is being typed (`focused` names the option).
pub fn command(state: &Value, name: &str, path: &[&str], options: Value, focused: Option<&str>) -> Value {
    let known = state["commands"].as_array().unwrap().iter().find(|c| c["name"] == name);
    let id = &known.unwrap_or_else(|| panic!("no /{name}"))["id"];
    json!({"id": id, "path": path, "options": options, "focused": focused})
}
