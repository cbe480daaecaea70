//! The bot as a process, killed without warning at random moments of a running match: afterwards every acknowledged
//! move is there, none of them twice, and the match ends as its record replays.
//!
//! `UPCARD_CHAOS_KILLS` sets how often it is killed (default 8; 200 in the long form).

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "common/program.rs"]
mod program;

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::{Entry, Record, catalog};
use rand::RngExt;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tokio::sync::Mutex;
use tokio::time::sleep;
use upcard::store::Store;
use upcard::tables::{ChannelId, MatchAct, Person, Request, Room, Stage, TableId, UserId};

use program::{House, command, kill};

/// So many moves somebody makes at least: the house has moved between.
const ENOUGH: usize = 4;

/// A minute of a clock passes in a fifth of a second.
const SPEED: &str = "300";

fn bot(house: &House) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_upcard"));
    let settings = house.settings(&mut program, house.room.api_base());
    settings.env("UPCARD_CLOCK_SPEED", SPEED).stdout(Stdio::null()).spawn().unwrap()
}

/// Kills the bot and starts it again, `kills` times, at random moments, each within so many milliseconds; then lets it
/// run.
async fn killer(house: Arc<House>, kills: u32, pause: u64, bot: Arc<Mutex<Child>>, done: Arc<AtomicBool>) -> u32 {
    let mut killed = 0;
    while killed < kills && !done.load(Ordering::SeqCst) {
        let pause = rand::rng().random_range(0..pause);
        sleep(Duration::from_millis(pause)).await;
        let mut bot = bot.lock().await;
        kill(&mut bot);
        *bot = self::bot(&house);
        killed += 1;
        drop(bot);
        house.online().await;
    }
    killed
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_move_survives_a_kill_and_none_is_played_twice() {
    survives_kills(json!({"game": "gin-rummy", "options": "target=1000"}), &[(1, "join"), (0, "start")], 400).await;
}

/// The house takes its time, so it is killed while it thinks, while it waits, and while it moves.
#[tokio::test(flavor = "multi_thread")]
async fn the_house_plays_on_after_a_kill_and_nobody_s_move_is_lost_or_played_twice() {
    let opening = json!({"game": "gin-rummy", "options": "target=1000", "computers": 1, "level": "hard"});
    survives_kills(opening, &[], 4000).await;
}

/// People take their time, so it is killed while clocks run out, before and after.
#[tokio::test(flavor = "multi_thread")]
async fn a_kill_around_the_end_of_somebody_s_time_loses_and_doubles_nothing() {
    let opening = json!({"game": "gin-rummy", "options": "target=1000", "clock": "1m"});
    survives_kills(opening, &[(1, "join"), (0, "start")], 4000).await;
}

/// Does the answer to this interaction say that the move was played?
async fn played(house: &House, who: &Value, channel: &Value, answer: &Value) -> bool {
    let page = house.get(&format!("/room/messages?person={}&channel={}", plain(who), plain(channel))).await;
    let answers = |message: &&Value| message["interaction_metadata"]["id"] == answer["interaction"];
    let said = page["messages"].as_array().into_iter().flatten().find(answers).map(Value::to_string);
    said.is_some_and(|said| said.contains("Played"))
}

/// Whoever ran out of time twice takes their seat back.
async fn comes_back(house: &House, who: &Value, channel: &Value) {
    let page = house.get(&format!("/room/messages?person={}&channel={}", plain(who), plain(channel))).await;
    let ids = |message: &Value| {
        let all = message.to_string();
        let id = all.split('"').find(|part| part.ends_with("back!")).map(str::to_owned);
        id.map(|id| json!({"message": message["id"], "custom_id": id, "values": []}))
    };
    if let Some(press) = page["messages"].as_array().into_iter().flatten().rev().find_map(ids) {
        house.act(who, channel, "component", press).await;
    }
}

fn plain(id: &Value) -> &str {
    id.as_str().unwrap()
}

/// Opens a table, does what else begins its match, and plays it with kills between.
async fn survives_kills(opening: Value, begins: &[(usize, &str)], pause: u64) {
    let kills = std::env::var("UPCARD_CHAOS_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let house = Arc::new(House::open(&[], &[]).await);
    let bot = Arc::new(Mutex::new(bot(&house)));
    let state = house.online().await;
    let clock = opening.get("clock").is_some();
    let (people, channel) = (state["people"].as_array().unwrap().clone(), state["channels"][0].clone());
    let play = command(&state, "play", &[], opening, None);
    assert_eq!(house.act(&people[0]["id"], &channel["id"], "command", play).await["outcome"], "answered");
    for (who, what) in begins {
        let details = command(&state, "table", &[what], json!({}), None);
        let answer = house.act(&people[*who]["id"], &channel["id"], "command", details).await;
        assert_eq!(answer["outcome"], "answered", "{what}");
    }
    let done = Arc::new(AtomicBool::new(false));
    let killing = tokio::spawn(killer(Arc::clone(&house), kills, pause, Arc::clone(&bot), Arc::clone(&done)));
    let mut acknowledged: Vec<String> = Vec::new();
    // On a busy machine no move may get through between two kills; another kill follows at the end.
    while !killing.is_finished() || acknowledged.len() < ENOUGH {
        let state = house.online().await;
        for person in &people {
            let typed = command(&state, "move", &[], json!({"move": ""}), Some("move"));
            let offered = house.act(&person["id"], &channel["id"], "autocomplete", typed).await;
            let choices: Vec<&str> =
                offered["choices"].as_array().into_iter().flatten().filter_map(|c| c["value"].as_str()).collect();
            if choices.is_empty() {
                if clock {
                    comes_back(&house, &person["id"], &channel["id"]).await;
                }
                continue;
            }
            if clock {
                sleep(Duration::from_millis(rand::rng().random_range(0..700))).await;
            }
            let text = choices[rand::rng().random_range(0..choices.len())].to_owned();
            let move_ = command(&state, "move", &[], json!({"move": text}), None);
            let answer = house.act(&person["id"], &channel["id"], "command", move_).await;
            // The clock may have been quicker, and then the answer says so.
            if answer["outcome"] == "answered"
                && (!clock || played(&house, &person["id"], &channel["id"], &answer).await)
            {
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
    let by_house = |entry: &&Entry| stored.row.sitters[entry.seat.index()].who.house().is_some();
    let (of_house, of_people): (Vec<&Entry>, Vec<&Entry>) = record.journal.iter().partition(by_house);
    assert_eq!(of_house.is_empty(), !begins.is_empty(), "the house plays where it sits");
    let late = unasked(&house, &of_people).await;
    assert_eq!(late > 0, clock, "where there is a clock, time has run out");
    let mut journal = of_people.iter().map(|entry| entry.text.as_str());
    for (n, text) in acknowledged.iter().enumerate() {
        assert!(journal.any(|t| t == text), "acknowledged move {n} ({text}) is gone after {killed} kills");
    }
    let more = of_people.len() - late - acknowledged.len();
    assert!(more <= killed as usize, "{more} more moves than acknowledged after {killed} kills: one was played twice");
    let replayed = catalog::replay(&record).expect("the record replays");
    assert_eq!(replayed.moves() as usize, record.journal.len());
    the_end_is_the_one_that_the_record_replays(&room, &store, table, &people[0]).await;
    println!("{killed} kills, {} moves acknowledged, {more} more on the disk, {late} by the clock", acknowledged.len());
}

/// How many of these entries nobody asked for: no interaction is behind them.
async fn unasked(house: &House, of_people: &[&Entry]) -> usize {
    let mut database = SqliteConnection::connect(&house.database()).await.unwrap();
    let all: Vec<(i64, i64)> = sqlx::query_as("SELECT seat, at FROM journal WHERE cause IS NULL ORDER BY number")
        .fetch_all(&mut database)
        .await
        .unwrap();
    let of_people = |(seat, at): &&(i64, i64)| {
        of_people.iter().any(|entry| i64::from(entry.seat.number()) == *seat && entry.at == *at)
    };
    all.iter().filter(of_people).count()
}

async fn the_end_is_the_one_that_the_record_replays(room: &Room, store: &Store, table: TableId, resigns: &Value) {
    let id = UserId(resigns["id"].as_str().unwrap().parse().unwrap());
    let request = |act| Request::new(Person::new(id, "Ada"), act);
    let _ = room.ask(&table, request(MatchAct::Return)).await;
    let request = request(MatchAct::Resign);
    let answer = room.ask(&table, request).await.unwrap();
    let told: Vec<(u8, i32)> = answer.snapshot.play.standings().iter().flatten().map(|p| (p.place, p.score)).collect();
    let stored = store.load(table).await.unwrap().unwrap();
    assert_eq!(stored.row.stage, Stage::Over);
    let record = Record { header: stored.row.header.unwrap(), journal: stored.journal };
    let replayed = catalog::replay(&record).unwrap();
    let ended: Vec<(u8, i32)> = replayed.standings().unwrap().0.iter().map(|p| (p.place, p.score)).collect();
    assert_eq!(told, ended);
}
