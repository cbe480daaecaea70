//! The bot as a process, killed without warning at random moments of a running match: afterwards every acknowledged
//! move is there, none of them twice, and the match ends as its record replays.
//!
//! `UPCARD_CHAOS_KILLS` sets how often it is killed (default 8; 200 in the long form).

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::RngExt;
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};
use upcard::engine::{Record, catalog};
use upcard::playground::{Playground, PlaygroundConfig};
use upcard::store::Store;
use upcard::tables::{ChannelId, MatchAct, Person, Request, Room, Stage, TableId, UserId};

const PATIENCE: Duration = Duration::from_secs(20);

struct House {
    room: Playground,
    http: reqwest::Client,
    dir: tempfile::TempDir,
}

impl House {
    async fn open() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let config = PlaygroundConfig::new("127.0.0.1:0".parse().unwrap(), dir.path().join("room"));
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { room: Playground::start(config).await.unwrap(), http, dir }
    }

    fn database(&self) -> String {
        format!("sqlite://{}", self.dir.path().join("upcard.db").display())
    }

    fn bot(&self) -> Child {
        Command::new(env!("CARGO_BIN_EXE_upcard"))
            .current_dir(self.dir.path())
            .env("DISCORD_TOKEN", self.room.token())
            .env("DISCORD_PROXY_URL", self.room.api_base())
            .env("DATABASE_URL", self.database())
            .env_remove("UPCARD_HTTP")
            // The system's proxy, if there is one, must not be asked for what is on this machine.
            .env("HTTP_PROXY", "http://127.0.0.1:1")
            .env_remove("NO_PROXY")
            .env_remove("no_proxy")
            .env("RUST_LOG", "warn")
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    async fn get(&self, path: &str) -> Value {
        let url = format!("{}{path}", self.room.api_base());
        self.http.get(url).timeout(PATIENCE).send().await.unwrap().json().await.unwrap()
    }

    async fn act(&self, who: &Value, channel: &Value, kind: &str, details: Value) -> Value {
        let url = format!("{}/room/interactions", self.room.api_base());
        let body = json!({"person": who["id"], "channel": channel["id"], kind: details});
        self.http.post(url).timeout(PATIENCE).json(&body).send().await.unwrap().json().await.unwrap()
    }

    async fn online(&self) -> Value {
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
fn kill(bot: &mut Child) {
    bot.kill().unwrap();
    bot.wait().unwrap();
}

fn command(state: &Value, name: &str) -> Value {
    state["commands"].as_array().unwrap().iter().find(|c| c["name"] == name).unwrap()["id"].clone()
}

/// Kills the bot and starts it again, `kills` times, at random moments; then lets it run.
async fn killer(house: Arc<House>, kills: u32, bot: Arc<Mutex<Child>>, done: Arc<AtomicBool>) -> u32 {
    let mut killed = 0;
    while killed < kills && !done.load(Ordering::SeqCst) {
        let pause = rand::rng().random_range(0..400);
        sleep(Duration::from_millis(pause)).await;
        let mut bot = bot.lock().await;
        kill(&mut bot);
        *bot = house.bot();
        killed += 1;
        drop(bot);
        house.online().await;
    }
    killed
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_move_survives_a_kill_and_none_is_played_twice() {
    let kills = std::env::var("UPCARD_CHAOS_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let house = Arc::new(House::open().await);
    let bot = Arc::new(Mutex::new(house.bot()));
    let state = house.online().await;
    let (people, channel) = (state["people"].as_array().unwrap().clone(), state["channels"][0].clone());
    let options = json!({"game": "gin-rummy", "options": "target=1000"});
    let details = json!({"id": command(&state, "play"), "path": [], "options": options, "focused": null});
    assert_eq!(house.act(&people[0], &channel, "command", details).await["outcome"], "answered");
    for (who, what) in [(1, "join"), (0, "start")] {
        let details = json!({"id": command(&state, "table"), "path": [what], "options": {}, "focused": null});
        assert_eq!(house.act(&people[who], &channel, "command", details).await["outcome"], "answered", "{what}");
    }
    let done = Arc::new(AtomicBool::new(false));
    let killing = tokio::spawn(killer(Arc::clone(&house), kills, Arc::clone(&bot), Arc::clone(&done)));
    let mut acknowledged: Vec<String> = Vec::new();
    // On a busy machine no move may get through between two kills; another kill follows at the end.
    while !killing.is_finished() || acknowledged.is_empty() {
        let state = house.online().await;
        for person in &people {
            let typed = json!({"id": command(&state, "move"), "path": [], "options": {"move": ""}, "focused": "move"});
            let offered = house.act(person, &channel, "autocomplete", typed).await;
            let choices: Vec<&str> =
                offered["choices"].as_array().into_iter().flatten().filter_map(|c| c["value"].as_str()).collect();
            if choices.is_empty() {
                continue;
            }
            let text = choices[rand::rng().random_range(0..choices.len())].to_owned();
            let move_ = json!({"id": command(&state, "move"), "path": [], "options": {"move": text}, "focused": null});
            if house.act(person, &channel, "command", move_).await["outcome"] == "answered" {
                acknowledged.push(text);
            }
        }
    }
    let killed = killing.await.unwrap();
    done.store(true, Ordering::SeqCst);
    kill(&mut *bot.lock().await);

    // What is on the disk: the same table, its journal, and the record.
    let store = Store::open(&house.database()).await.unwrap();
    let room = Room::open(store.clone()).await.unwrap();
    let table = room.at(ChannelId(channel["id"].as_str().unwrap().parse().unwrap())).await.unwrap().unwrap();
    let stored = store.load(table).await.unwrap().unwrap();
    let record = Record { header: stored.row.header.clone().expect("the match has begun"), journal: stored.journal };
    let mut journal = record.journal.iter().map(|entry| entry.text.as_str());
    for (n, text) in acknowledged.iter().enumerate() {
        assert!(journal.any(|t| t == text), "acknowledged move {n} ({text}) is gone after {killed} kills");
    }
    let more = record.journal.len() - acknowledged.len();
    assert!(more <= killed as usize, "{more} more moves than acknowledged after {killed} kills: one was played twice");
    let replayed = catalog::replay(&record).expect("the record replays");
    assert_eq!(replayed.moves() as usize, record.journal.len());
    the_end_is_the_one_that_the_record_replays(&room, &store, table, &people).await;
    println!("{killed} kills, {} moves acknowledged, {more} more on the disk", acknowledged.len());
}

async fn the_end_is_the_one_that_the_record_replays(room: &Room, store: &Store, table: TableId, people: &[Value]) {
    let id = UserId(people[1]["id"].as_str().unwrap().parse().unwrap());
    let request = Request::new(Person::new(id, "Ben"), MatchAct::Resign);
    let answer = room.ask(&table, request).await.unwrap();
    let told: Vec<(u8, i32)> = answer.snapshot.standings.iter().flatten().map(|p| (p.place, p.score)).collect();
    let stored = store.load(table).await.unwrap().unwrap();
    assert_eq!(stored.row.stage, Stage::Over);
    let record = Record { header: stored.row.header.unwrap(), journal: stored.journal };
    let replayed = catalog::replay(&record).unwrap();
    let ended: Vec<(u8, i32)> = replayed.standings().unwrap().0.iter().map(|p| (p.place, p.score)).collect();
    assert_eq!(told, ended);
}
