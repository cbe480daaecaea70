//! A card room with the bot in it, and people who use it.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use local_discord::{LocalDiscord, LocalDiscordConfig};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use upcard::config::{Shards, Token};
use upcard::discord::gateway::{self, BotError, Connection};
use upcard::discord::presenter::Manners;
use upcard::ops::metrics::Metrics;
use upcard::store::Store;
use upcard::tables::{Room, RoomConfig, Seeds};

#[allow(unused_imports, reason = "each test uses its part")]
pub use super::message::{choices, components, id_of, is_ephemeral, lays, text};
use super::recorder::{Recorder, Trick};

/// The longest that anything may take.
pub const PATIENCE: Duration = Duration::from_secs(10);

pub struct World {
    pub room: Room,
    pub metrics: Arc<Metrics>,
    pub recorder: Recorder,
    playground: LocalDiscord,
    http: reqwest::Client,
    stop: Option<oneshot::Sender<()>>,
    bot: JoinHandle<Result<(), BotError>>,
    dir: tempfile::TempDir,
    speed: u32,
    /// How long the next hand waits.
    moment: Duration,
    /// So many milliseconds later it is for the puzzles of a day.
    pub ahead: Arc<AtomicI64>,
    emoji: bool,
}

impl World {
    /// A room whose boards are text, which tests can read.
    pub async fn start() -> Self {
        Self::in_words(1).await
    }

    /// The same, where time passes so much faster.
    pub async fn in_words(speed: u32) -> Self {
        Self::open(speed, Duration::ZERO, false).await.worded().await
    }

    /// A room in which the next hand waits so long.
    pub async fn with_moments(moment: Duration) -> Self {
        Self::open(1, moment, false).await.worded().await
    }

    /// Its boards are text.
    async fn worded(self) -> Self {
        let channel = self.channel("three").await;
        self.command("Ada", &channel, "settings server", json!({"boards": "text"})).await;
        self
    }

    /// Such a room, and one of its channels.
    pub async fn with_channel() -> (Self, String) {
        let world = Self::start().await;
        let channel = world.channel("one").await;
        (world, channel)
    }

    /// A room with its usual settings.
    pub async fn with_pictures() -> Self {
        Self::open(1, Duration::ZERO, false).await
    }

    /// A room whose bot shows cards as emoji, once it has uploaded them; before that, this goes wrong.
    pub async fn with_emoji(trick: Option<Trick>) -> Self {
        let mut world = Self::open(1, Duration::ZERO, false).await.worded().await;
        trick.into_iter().for_each(|trick| world.recorder.trick(trick));
        world.emoji = true;
        world.restart().await;
        world
    }

    /// The application's emoji.
    pub async fn emoji(&self) -> Vec<Value> {
        self.api(reqwest::Method::GET, "/emojis").await["items"].as_array().unwrap().clone()
    }

    /// Somebody deletes an emoji of the application.
    pub async fn loses_emoji(&self, name: &str) {
        let all = self.emoji().await;
        let gone = all.iter().find(|emoji| emoji["name"] == name).unwrap_or_else(|| panic!("no {name}: {all:?}"));
        self.api(reqwest::Method::DELETE, &format!("/emojis/{}", gone["id"].as_str().unwrap())).await;
    }

    /// A request as the bot's owner makes it.
    async fn api(&self, method: reqwest::Method, path: &str) -> Value {
        let base = self.playground.api_base();
        let send = async |method: reqwest::Method, url: String| {
            let request =
                self.http.request(method, url).header("Authorization", format!("Bot {}", self.playground.token()));
            let text = request.send().await.unwrap().text().await.unwrap();
            serde_json::from_str::<Value>(&text).unwrap_or_default()
        };
        let me = send(reqwest::Method::GET, format!("{base}/api/v10/users/@me")).await;
        send(method, format!("{base}/api/v10/applications/{}{path}", me["id"].as_str().unwrap())).await
    }

    async fn open(speed: u32, moment: Duration, emoji: bool) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut config = LocalDiscordConfig::new("127.0.0.1:0".parse().unwrap(), dir.path().join("room"));
        config.channels = vec!["one".to_owned(), "two".to_owned(), "three".to_owned()];
        config.people = ["Ada", "Ben", "Cyd", "Dee"].map(str::to_owned).to_vec();
        let playground = LocalDiscord::start(config).await.unwrap();
        let recorder = Recorder::start(playground.api_base()).await;
        let url = database(&dir);
        let ahead = Arc::default();
        let (room, metrics, stop, bot) =
            Self::bot(&url, &recorder, playground.token(), (speed, moment, emoji), &ahead).await;
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let world =
            Self { room, metrics, recorder, playground, http, stop: Some(stop), bot, dir, speed, moment, ahead, emoji };
        world.until_online().await;
        world
    }

    async fn bot(
        url: &str,
        recorder: &Recorder,
        token: &str,
        (speed, moment, emoji): (u32, Duration, bool),
        ahead: &Arc<AtomicI64>,
    ) -> (Room, Arc<Metrics>, oneshot::Sender<()>, JoinHandle<Result<(), BotError>>) {
        let (seeds, pace, ahead) = (deals(), Duration::from_millis(10), Arc::clone(ahead));
        let config = RoomConfig { seeds, pace, speed, moment, ahead, ..RoomConfig::default() };
        let room = Room::open_with(Store::open(url).await.unwrap(), config).await.unwrap();
        let metrics = Arc::new(Metrics::default());
        let connection = Connection {
            token: Token::new(token),
            proxy: Some(recorder.base.clone()),
            shards: Shards::All,
            privacy: None,
            emoji,
            manners: Manners {
                patience: Duration::from_millis(50),
                idle: Duration::from_millis(300),
                again: Duration::from_millis(100),
            },
        };
        let (stop, stopped) = oneshot::channel();
        let run = gateway::run(connection, room.clone(), Arc::clone(&metrics), async {
            let _ = stopped.await;
        });
        (room, metrics, stop, tokio::spawn(run))
    }

    async fn until_online(&self) {
        self.until("the bot is there", async || {
            let state = self.state().await;
            state["bot"]["online"] == true && !state["commands"].as_array().unwrap().is_empty()
        })
        .await;
    }

    /// Stops the bot as a signal does, and starts it again with the same database and the same server.
    pub async fn restart(&mut self) {
        self.stop().await;
        let (url, token) = (database(&self.dir), self.playground.token());
        let (room, metrics, stop, bot) =
            Self::bot(&url, &self.recorder, token, (self.speed, self.moment, self.emoji), &self.ahead).await;
        (self.room, self.metrics, self.stop, self.bot) = (room, metrics, Some(stop), bot);
        self.until_online().await;
    }

    pub async fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.send(()).unwrap();
            tokio::time::timeout(PATIENCE, &mut self.bot).await.expect("the bot stops").unwrap().unwrap();
            self.room.shutdown().await;
        }
    }

    /// Changes the database while no bot is at work on it.
    pub async fn alter(&self, sql: &str) {
        use sqlx::Connection;
        let mut conn = sqlx::SqliteConnection::connect(&database(&self.dir)).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
    }

    /// What the files of the database hold just now.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let files = std::fs::read_dir(self.dir.path()).unwrap().map(|file| file.unwrap().path());
        let ours = files.filter(|file| file.file_name().unwrap().to_str().unwrap().starts_with("upcard.db"));
        ours.map(|file| (file.display().to_string(), std::fs::read(&file).unwrap())).collect()
    }

    /// A file that a message holds.
    pub async fn attached(&self, message: &Value) -> Value {
        let url = message["attachments"][0]["url"].as_str().unwrap();
        let url = if url.starts_with("http") { url.to_owned() } else { format!("{}{url}", self.playground.api_base()) };
        let text = self.http.get(url).send().await.unwrap().text().await.unwrap();
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
    }

    async fn send(&self, method: reqwest::Method, path: &str, body: Option<Value>) -> Value {
        let url = format!("{}{path}", self.playground.api_base());
        let mut request = self.http.request(method, url).timeout(PATIENCE);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let text = request.send().await.unwrap().text().await.unwrap();
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}: {text}"))
    }

    /// Ada and Ben want their hands by the button on the board, not as direct messages.
    pub async fn hands_by_button(&self, channel: &str) {
        for name in ["Ada", "Ben"] {
            self.command(name, channel, "settings me", json!({"hands": "button"})).await;
        }
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(reqwest::Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.send(reqwest::Method::POST, path, Some(body)).await
    }

    /// Archives a thread, as Discord does if nobody has written in it for a day, and as moderators do who lock it.
    pub async fn archive(&self, thread: &str, locked: bool) {
        let url = format!("{}/api/v10/channels/{thread}", self.playground.api_base());
        let request = self.http.patch(url).header("Authorization", format!("Bot {}", self.playground.token()));
        let answer = request.json(&json!({"archived": true, "locked": locked})).send().await.unwrap();
        assert!(answer.status().is_success(), "{answer:?}");
    }

    pub async fn state(&self) -> Value {
        self.get("/room/state").await
    }

    /// A channel or thread, as the room has it.
    pub async fn place(&self, id: &str) -> Value {
        let state = self.state().await;
        let found = state["channels"].as_array().unwrap().iter().find(|channel| channel["id"] == id);
        found.unwrap_or_else(|| panic!("no channel {id}")).clone()
    }

    async fn named(&self, list: &str, name: &str) -> String {
        let state = self.state().await;
        let found = state[list].as_array().unwrap().iter().find(|item| item["name"] == name);
        found.unwrap_or_else(|| panic!("no {name} among {list}"))["id"].as_str().unwrap().to_owned()
    }

    pub async fn person(&self, name: &str) -> String {
        self.named("people", name).await
    }

    pub async fn channel(&self, name: &str) -> String {
        self.named("channels", name).await
    }

    pub async fn direct(&self, name: &str) -> String {
        let person = self.person(name).await;
        self.post("/room/dms", json!({"person": person})).await["id"].as_str().unwrap().to_owned()
    }

    /// From now on this person accepts direct messages (`open`), or none.
    pub async fn messages_of(&self, name: &str, open: bool) {
        let path = format!("/room/people/{}", self.person(name).await);
        self.send(reqwest::Method::PATCH, &path, Some(json!({"dms_open": open}))).await;
    }

    /// This person leaves the server, or comes back.
    pub async fn leaves(&self, name: &str, left: bool) {
        let path = format!("/room/people/{}", self.person(name).await);
        self.send(reqwest::Method::PATCH, &path, Some(json!({"left": left}))).await;
    }

    /// From now on the bot may write in a channel, or may not.
    pub async fn may_write(&self, channel: &str, may: bool) {
        let path = format!("/room/channels/{channel}");
        self.send(reqwest::Method::PATCH, &path, Some(json!({"bot_may_write": may}))).await;
    }

    async fn act(&self, who: &str, channel: &str, kind: &str, details: Value) -> Value {
        let person = self.person(who).await;
        self.post("/room/interactions", json!({"person": person, "channel": channel, kind: details})).await
    }

    /// A slash command (`/table join` is `table join`). It must be answered.
    pub async fn command(&self, who: &str, channel: &str, line: &str, options: Value) {
        let answer = self.typed(who, channel, "command", line, options, None).await;
        assert_eq!(answer["outcome"], "answered", "/{line} of {who}: {answer}");
    }

    /// A command from the menu of a person. It must be answered.
    pub async fn about(&self, who: &str, channel: &str, command: &str, whom: &str) {
        let id = self.named("commands", command).await;
        let answer = self.act(who, channel, "command", json!({"id": id, "target": whom})).await;
        assert_eq!(answer["outcome"], "answered", "{command} of {who}: {answer}");
    }

    /// `/board`, answered or not.
    pub async fn typed_board(&self, who: &str, channel: &str) -> Value {
        self.typed(who, channel, "command", "board", json!({}), None).await
    }

    /// The values that autocomplete offers.
    pub async fn complete(&self, who: &str, channel: &str, line: &str, options: Value, focused: &str) -> Vec<String> {
        let answer = self.typed(who, channel, "autocomplete", line, options, Some(focused)).await;
        assert_eq!(answer["outcome"], "choices", "/{line} of {who}: {answer}");
        answer["choices"].as_array().unwrap().iter().map(|c| c["value"].as_str().unwrap().to_owned()).collect()
    }

    async fn typed(
        &self,
        who: &str,
        channel: &str,
        kind: &str,
        line: &str,
        options: Value,
        focused: Option<&str>,
    ) -> Value {
        let mut words = line.split(' ');
        let id = self.named("commands", words.next().unwrap()).await;
        let path: Vec<&str> = words.collect();
        self.act(who, channel, kind, json!({"id": id, "path": path, "options": options, "focused": focused})).await
    }

    /// Uses a component by its custom id.
    pub async fn press_id(&self, who: &str, channel: &str, message: &Value, id: &str, values: &[String]) -> Value {
        let details = json!({"message": message["id"], "custom_id": id, "values": values});
        self.act(who, channel, "component", details).await
    }

    /// Presses the button with this label. It must be answered.
    pub async fn press(&self, who: &str, channel: &str, message: &Value, label: &str) -> Value {
        let id = id_of(message, label).unwrap_or_else(|| panic!("no {label} on\n{}", text(message)));
        let answer = self.press_id(who, channel, message, &id, &[]).await;
        assert_ne!(answer["outcome"], "failed", "{who} pressed {label}: {answer}");
        assert!(answer.get("error").is_none(), "{who} pressed {label}: {answer}");
        answer
    }

    /// Fills in the form that a press opened.
    pub async fn fill(&self, who: &str, channel: &str, opened: &Value, text: &str) {
        let field = opened["modal"]["components"][0]["component"]["custom_id"].as_str().unwrap();
        self.submit(who, channel, opened, json!({field: text})).await;
    }

    async fn submit(&self, who: &str, channel: &str, opened: &Value, values: Value) {
        let details = json!({"interaction": opened["interaction"], "values": values});
        let answer = self.act(who, channel, "modal", details).await;
        assert_eq!(answer["outcome"], "answered", "{answer}");
    }

    /// Opens the form behind a button, changes these of its fields, and sends it with the others as they stand there.
    pub async fn change(&self, who: &str, channel: &str, message: &Value, button: &str, changes: Value) {
        let opened = self.press(who, channel, message, button).await;
        let mut values = json!({});
        for label in opened["modal"]["components"].as_array().unwrap() {
            let input = &label["component"];
            let chosen = || input["options"].as_array().unwrap().iter().filter(|line| line["default"] == true);
            let now = match input["type"].as_u64() {
                Some(4) => input["value"].clone(),
                Some(22) => chosen().map(|line| line["value"].clone()).collect(),
                _ => chosen().next().unwrap()["value"].clone(),
            };
            values[input["custom_id"].as_str().unwrap()] = now;
        }
        for (field, value) in changes.as_object().unwrap() {
            assert!(values.get(field).is_some(), "no field {field} in {opened}");
            values[field] = value.clone();
        }
        self.submit(who, channel, &opened, values).await;
    }

    /// What somebody sees in a channel, oldest first.
    pub async fn messages(&self, who: &str, channel: &str) -> Vec<Value> {
        let person = self.person(who).await;
        let page = self.get(&format!("/room/messages?person={person}&channel={channel}")).await;
        page["messages"].as_array().unwrap_or_else(|| panic!("{page}")).clone()
    }

    /// Waits for a message that fits, and returns the newest one.
    pub async fn wait(&self, who: &str, channel: &str, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let all = self.messages(who, channel).await;
            if let Some(found) = all.iter().rev().find(|m| fits(m)) {
                return found.clone();
            }
            let seen: Vec<String> = all.iter().map(text).collect();
            assert!(
                tokio::time::Instant::now() < deadline,
                "{who} waits for {what} and sees\n{}",
                seen.join("\n---\n")
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits for a message with these words.
    pub async fn sees(&self, who: &str, channel: &str, words: &str) -> Value {
        self.wait(who, channel, words, |m| text(m).contains(words)).await
    }

    /// Waits for something to become true.
    pub async fn until(&self, what: &str, is: impl AsyncFn() -> bool) {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while !is().await {
            assert!(tokio::time::Instant::now() < deadline, "waited for: {what}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// The same deals each time; others if `UPCARD_DEALS` gives a number.
fn deals() -> Seeds {
    Seeds::counted_from(std::env::var("UPCARD_DEALS").map_or(1, |first| first.parse().unwrap()))
}

fn database(dir: &tempfile::TempDir) -> String {
    format!("sqlite://{}", dir.path().join("upcard.db").display())
}
