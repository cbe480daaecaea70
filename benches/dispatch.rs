//! Dispatch to callback: how long an interaction waits for its first answer at 200 interactions per second.
//!
//! A small server in this process plays Discord. Three bots are connected to it in turn, several times over: ours,
//! with people at fifty tables of gin who ask for their legal moves and play them (each move is on disk before its
//! answer); a bare serenity bot that acknowledges and does nothing else; and the same bare bot running an fsync
//! before it acknowledges a command, which no move can be faster than. Only turns at which a move was played count:
//! half of the times are for autocomplete, half for moves. If the person who asks turns out not to be on turn, the
//! other one asks as well, untimed, and moves instead. Ours should have a p99 of at most 25 ms, and of at most
//! twice the bare bot's; and of at most 1.5 times that where the house thinks at twenty more tables, which should take no
//! more than 64 MB.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a measurement that cannot go on fails")]

mod stand_in;

use std::io::{Seek, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;
use serenity::client::{ClientBuilder, Context, EventHandler};
use serenity::http::HttpBuilder;
use serenity::model::application::Interaction;
use serenity::model::gateway::GatewayIntents;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tokio::sync::mpsc;
use upcard::store::{ChannelId, GuildId, Place, Store, UserId};
use upcard::tables::{Level, MatchAct, NewTable, Person, Request, Room, Stage};

use stand_in::{Fake, command, percentile, typed};

const TABLES: u64 = 50;
/// So many more at which the house thinks, where it does.
const THOUGHTFUL: u64 = 20;
const RATE: u64 = 200;
const ROUND: Duration = Duration::from_secs(5);
/// Single rounds differ by a fifth and more, depending on what else the machine does: the median of this many is
/// taken.
const ROUNDS: usize = 15;

/// A bot that only acknowledges. With a file, it overwrites two pages and syncs them before it acknowledges a
/// command, as for a move.
struct Bare(Option<Arc<std::fs::File>>);

#[serenity::async_trait]
impl EventHandler for Bare {
    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let answer = match interaction.kind() {
            serenity::model::application::InteractionType::Autocomplete => json!({"type": 8, "data": {"choices": []}}),
            _ => json!({"type": 5}),
        };
        if let (Some(file), Interaction::Command(_)) = (&self.0, &interaction) {
            tokio::task::block_in_place(|| flush(file));
        }
        let sent = context.http.create_interaction_response(interaction.id(), interaction.token(), &answer, Vec::new());
        sent.await.unwrap();
    }
}

/// Sits two people down at a table of gin.
async fn open(fake: &Fake, table: u64) {
    let game = json!([{"name": "game", "type": 3, "value": "gin-rummy"}]);
    fake.ask(2, command("play", game), table, 2 * table + 1000).await;
    let sub = |name: &str| command("table", json!([{"name": name, "type": 1, "options": []}]));
    fake.ask(2, sub("join"), table, 2 * table + 1001).await;
    fake.ask(2, sub("start"), table, 2 * table + 1000).await;
}

/// A bot, and the people who use it.
#[derive(Clone)]
struct Bot {
    fake: Fake,
    people: People,
}

/// Who acts at a table of two.
#[derive(Clone)]
enum People {
    /// They take turns: the bare bot knows no game and answers everybody alike.
    Alternating,
    /// For each table, the player who is on turn as far as is known: 0 or 1.
    OnTurn(Arc<Mutex<Vec<u64>>>),
}

/// The times that the two interactions of a turn took.
struct Turn {
    complete: Duration,
    action: Duration,
}

fn user(table: u64, seat: u64) -> u64 {
    2 * table + 1000 + seat
}

/// Two interactions at one table: asking for somebody's legal moves, and playing one. `None` if nobody could move.
async fn turn(bot: Bot, table: u64, n: u64) -> Option<Turn> {
    match &bot.people {
        People::Alternating => Some(bare_turn(&bot.fake, table, n % 2).await),
        People::OnTurn(on_turn) => real_turn(&bot.fake, on_turn, table).await,
    }
}

/// The bare bot offers no moves: another command stands in for one.
async fn bare_turn(fake: &Fake, table: u64, seat: u64) -> Turn {
    let user = user(table, seat);
    let (complete, _) = fake.ask(4, typed("", true), table, user).await;
    let (action, _) = fake.ask(2, command("help", json!([])), table, user).await;
    Turn { complete, action }
}

/// Asks for the moves of the player on turn, and plays the likeliest. If nobody can move, the match is over and the
/// next one begins.
async fn real_turn(fake: &Fake, on_turn: &Mutex<Vec<u64>>, table: u64) -> Option<Turn> {
    let at = table as usize;
    let guess = on_turn.lock().unwrap()[at];
    let (complete, first) = offered(fake, table, guess).await;
    let (seat, text) = match first {
        Some(text) => (guess, text),
        None => match offered(fake, table, 1 - guess).await.1 {
            Some(text) => (1 - guess, text),
            None => {
                open(fake, table).await;
                return None;
            }
        },
    };
    let (action, _) = fake.ask(2, typed(&text, false), table, user(table, seat)).await;
    on_turn.lock().unwrap()[at] = if ends_turn(&text) { 1 - seat } else { seat };
    Some(Turn { complete, action })
}

/// How long autocomplete took for a seat, and the first move that it offered.
async fn offered(fake: &Fake, table: u64, seat: u64) -> (Duration, Option<String>) {
    let (took, answer) = fake.ask(4, typed("", true), table, user(table, seat)).await;
    (took, answer["data"]["choices"][0]["value"].as_str().map(str::to_owned))
}

/// Whether the other player is on turn after this move. That is so after most moves of gin, but a player who draws
/// also discards.
fn ends_turn(text: &str) -> bool {
    !["stock", "take"].iter().any(|draw| text.starts_with(draw))
}

/// The times of one round: the 50th and 99th percentile of all, and the 99th of autocomplete and of moves alone.
struct Took {
    p50: Duration,
    p99: Duration,
    complete: Duration,
    moves: Duration,
    /// How many moves were played.
    played: usize,
    /// At how many turns nobody could move.
    idle: usize,
}

/// One round at the full rate.
async fn round(bot: &Bot, from: u64) -> Took {
    let (took, mut all) = mpsc::unbounded_channel();
    let mut ticks = tokio::time::interval(Duration::from_micros(2 * 1_000_000 / RATE));
    let begun = Instant::now();
    let mut n = from;
    while begun.elapsed() < ROUND {
        ticks.tick().await;
        let (bot, took) = (bot.clone(), took.clone());
        tokio::spawn(async move {
            let _ = took.send(turn(bot, n % TABLES, n / TABLES).await);
        });
        n += 1;
    }
    drop(took);
    let (mut turns, mut idle) = (Vec::new(), 0);
    while let Some(turn) = all.recv().await {
        match turn {
            Some(turn) => turns.push(turn),
            None => idle += 1,
        }
    }
    summed(&turns, idle)
}

fn summed(turns: &[Turn], idle: usize) -> Took {
    let complete: Vec<Duration> = turns.iter().map(|t| t.complete).collect();
    let moves: Vec<Duration> = turns.iter().map(|t| t.action).collect();
    let all = [complete.clone(), moves.clone()].concat();
    Took {
        p50: percentile(all.clone(), 50),
        p99: percentile(all, 99),
        complete: percentile(complete, 99),
        moves: percentile(moves, 99),
        played: turns.len(),
        idle,
    }
}

async fn bare(flushed: Option<std::fs::File>) -> Bot {
    let fake = Fake::start().await;
    let http = HttpBuilder::new("token").proxy(fake.base()).ratelimiter_disabled(true).build();
    let mut client = ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .event_handler(Bare(flushed.map(Arc::new)))
        .await
        .unwrap();
    tokio::spawn(async move { client.start().await });
    Bot { fake, people: People::Alternating }
}

async fn ours(url: &str) -> (Bot, Room) {
    let fake = Fake::start().await;
    let room = Room::open(Store::open(url).await.unwrap()).await.unwrap();
    fake.connect(room.clone());
    for table in 0..TABLES {
        open(&fake, table).await;
    }
    let on_turn = Mutex::new(vec![0; TABLES as usize]);
    (Bot { fake, people: People::OnTurn(Arc::new(on_turn)) }, room)
}

/// A table at which the house thinks as hard as it can as long as `on`: the person there moves at once.
async fn thoughtful(room: Room, n: u64, on: Arc<AtomicBool>) {
    let ada = Person::new(UserId(9000 + n), "Ada");
    let place = Place { channel: ChannelId(9000 + n), guild: Some(GuildId(9)) };
    loop {
        let new = NewTable { houses: vec![Level::Hard], ..NewTable::new("gin-rummy", place, ada.clone()) };
        let table = room.create(new).await.unwrap().snapshot.table;
        while room.look(&table).await.unwrap().stage == Stage::Playing {
            let asked =
                if on.load(Ordering::Relaxed) { room.suggest(&table, ada.id, "", 1).await } else { Ok(Vec::new()) };
            match asked.unwrap_or_default().into_iter().next() {
                Some((text, _)) => drop(room.ask(&table, Request::new(ada.clone(), MatchAct::Play(text))).await),
                None => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }
}

/// Resident memory of this process in MB, as Linux counts it (pages of 4 kB).
fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 = statm.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(f64::NAN);
    pages * 4096.0 / 1e6
}

/// Overwrites two pages and syncs them, as for a move. Returns how long the sync took.
fn flush(mut file: &std::fs::File) -> Duration {
    file.rewind().unwrap();
    file.write_all(&[1; 2 * 4096]).unwrap();
    let begun = Instant::now();
    file.sync_data().unwrap();
    begun.elapsed()
}

/// The time that the disk alone takes, at the pace of moves: the 50th and 98th percentile, because every second
/// interaction waits for one.
fn flushes(file: &std::fs::File) -> [Duration; 2] {
    flush(file);
    let times: Vec<Duration> = (0..500)
        .map(|_| {
            std::thread::sleep(Duration::from_micros(2 * 1_000_000 / RATE));
            flush(file)
        })
        .collect();
    [50, 98].map(|percent| percentile(times.clone(), percent))
}

/// How many moves are on disk.
async fn journaled(url: &str) -> i64 {
    let options: SqliteConnectOptions = url.parse().unwrap();
    let mut database = options.connect().await.unwrap();
    sqlx::query_scalar("SELECT COUNT(*) FROM journal").fetch_one(&mut database).await.unwrap()
}

#[tokio::main]
async fn main() {
    // In the target directory, because a temporary directory may be in memory, where an fsync costs nothing.
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let url = format!("sqlite://{}", dir.path().join("upcard.db").display());
    let flushed = std::fs::File::create(dir.path().join("flushed")).unwrap();
    let [flush, slow_flush] = flushes(&flushed);
    let (bare, flushing, (ours, room)) = (bare(None).await, bare(Some(flushed)).await, ours(&url).await);
    let (mut theirs, mut between, mut mine, mut thinking) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let on = Arc::new(AtomicBool::new(false));
    for n in 0..THOUGHTFUL {
        tokio::spawn(thoughtful(room.clone(), n, Arc::clone(&on)));
    }
    let (mut thoughts, mut memory) = (0, 0.0_f64);
    for i in 0..ROUNDS as u64 {
        // The bare bot has the machine to itself: after a round, ours draws and sends boards for some seconds more.
        ours.fake.quiet().await;
        theirs.push(round(&bare, i * 10_000).await);
        between.push(round(&flushing, i * 10_000).await);
        mine.push(round(&ours, i * 10_000).await);
        let before = resident();
        on.store(true, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_secs(2)).await;
        thoughts += room.thinking();
        thinking.push(round(&ours, i * 10_000 + 5_000).await);
        memory = memory.max(resident() - before);
        on.store(false, Ordering::Relaxed);
    }
    let (played, idle) =
        mine.iter().chain(&thinking).fold((0, 0), |(played, idle), t| (played + t.played, idle + t.idle));
    for rounds in [&mut theirs, &mut between, &mut mine, &mut thinking] {
        rounds.sort_by_key(|t| t.p99);
    }
    let [bare, flushing, ours, beside] = [&theirs, &between, &mine, &thinking].map(|rounds| &rounds[ROUNDS / 2]);
    println!("dispatch to callback at {RATE} interactions a second (half autocomplete, half moves on disk)");
    for (name, took) in
        [("bare serenity", bare), ("with a flush", flushing), ("upcard", ours), ("while it thinks", beside)]
    {
        let Took { p50, p99, complete, moves, .. } = took;
        println!("  {name:<15} p50 {p50:>9.2?}  p99 {p99:>9.2?}  (autocomplete {complete:.2?}, moves {moves:.2?})");
    }
    println!("  p99 of at most 25 ms: {}", if ours.p99 <= Duration::from_millis(25) { "yes" } else { "no" });
    println!("  p99 beside the bare one: {:.2} times", ours.p99.as_secs_f64() / bare.p99.as_secs_f64());
    let slower = beside.p99.as_secs_f64() / ours.p99.as_secs_f64();
    let at_once = thoughts as f64 / ROUNDS as f64;
    println!(
        "  p99 while it thinks at {THOUGHTFUL} tables ({at_once:.1} thoughts at once): {slower:.2} times; {memory:.1} MB more at most"
    );
    println!("  the disk alone, for each move: p50 {flush:.2?}, p98 {slow_flush:.2?}");
    println!("  {played} moves played, {} on disk; {idle} turns not counted, a match was over", journaled(&url).await);
}
