//! From a move to what people look at: how long after a move's commit the board, and the hands in direct messages, show
//! it or a later state, at 3, 25 and 100 moves a second.
//!
//! A small server in this process plays Discord, and limits nothing; the bot runs as it does on Discord, with pictures.
//! A hundred tables of the usual games, with two to four people each, are opened beforehand; then random ones of them
//! make a move by `/move`, chosen from what autocomplete offers. `BOARDS_RATES=25` measures that rate alone, and
//! `BOARDS_SECONDS` says for how long. What others did with the machine meanwhile is printed too: a disturbed round
//! says little. The goal on two cores: at 3 and 25 moves a second a median of at most 0.4 s and a 99th percentile of at
//! most 1.5 s, at 100 no board more than 5 s behind.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a measurement that cannot go on fails")]

#[path = "../tests/common/payload.rs"]
mod payload;
mod stand_in;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use upcard::store::Store;
use upcard::tables::{Room, RoomConfig, Seeds, Snapshot, Stage};

use payload::payload;
use stand_in::{DIRECT, Fake, Sent, command, percentile, typed};

const TABLES: u64 = 100;
/// What is played, over and over: the game and its seats.
const GAMES: [(&str, u64); 10] = [
    ("gin-rummy", 2),
    ("klaberjass", 2),
    ("key-of-the-door", 3),
    ("kings-rummy", 4),
    ("pegs-and-jokers", 4),
    ("gin-rummy", 3),
    ("klaberjass", 2),
    ("key-of-the-door", 2),
    ("kings-rummy", 3),
    ("gin-rummy", 2),
];

fn user(table: u64, seat: u64) -> u64 {
    10 * table + 10_000 + seat
}

/// Sits people down at a table, and starts it.
async fn open(fake: &Fake, table: u64) {
    let (game, seats) = GAMES[(table % 10) as usize];
    let options = json!([{"name": "game", "type": 3, "value": game}, {"name": "seats", "type": 4, "value": seats}]);
    fake.ask(2, command("play", options), table, user(table, 0)).await;
    let sub = |name: &str| command("table", json!([{"name": name, "type": 1, "options": []}]));
    for seat in 1..seats {
        fake.ask(2, sub("join"), table, user(table, seat)).await;
    }
    fake.ask(2, sub("start"), table, user(table, 0)).await;
}

/// What is known of the tables: every state of each, oldest first.
#[derive(Default)]
struct Known(Mutex<HashMap<u64, Vec<Arc<Snapshot>>>>);

impl Known {
    fn newest(&self, table: u64) -> Option<Arc<Snapshot>> {
        self.0.lock().unwrap().get(&table).and_then(|all| all.last().cloned())
    }

    /// Forgets all but the newest state of each table.
    fn forget(&self) {
        self.0.lock().unwrap().values_mut().for_each(|all| drop(all.drain(..all.len() - 1)));
    }
}

async fn listen(room: Room, known: Arc<Known>) {
    let mut changes = room.changes();
    while let Some(snapshot) = changes.next().await {
        let table = snapshot.place.channel.0 - 100;
        known.0.lock().unwrap().entry(table).or_default().push(snapshot);
    }
}

/// One move at a table, and how long its two interactions took; `None` if nobody could move there.
async fn play(fake: Fake, known: Arc<Known>, table: u64, pick: usize) -> Option<[Duration; 2]> {
    let newest = known.newest(table)?;
    if newest.stage != Stage::Playing {
        open(&fake, table).await;
        return None;
    }
    let mover = newest.awaiting().first()?.0;
    let (complete, offered) = fake.ask(4, typed("", true), table, mover).await;
    let choices = offered["data"]["choices"].as_array()?;
    let text = choices.get(pick % choices.len().clamp(1, 3))?["value"].as_str()?.to_owned();
    let (action, _) = fake.ask(2, typed(&text, false), table, mover).await;
    Some([complete, action])
}

/// Moves at this rate for a while. Returns how long each interaction took.
async fn moves(fake: &Fake, known: &Arc<Known>, rate: u64, lasts: Duration) -> Vec<Duration> {
    let (took, mut all) = mpsc::unbounded_channel();
    let mut rng = SmallRng::seed_from_u64(rate);
    let busy: Arc<Mutex<HashSet<u64>>> = Arc::default();
    let mut ticks = tokio::time::interval(Duration::from_micros(1_000_000 / rate));
    let begun = Instant::now();
    while begun.elapsed() < lasts {
        ticks.tick().await;
        let table = std::iter::repeat_with(|| rng.random_range(0..TABLES)).find(|t| busy.lock().unwrap().insert(*t));
        let (Some(table), pick) = (table, rng.random_range(0..3)) else { continue };
        let (fake, known, took, busy) = (fake.clone(), Arc::clone(known), took.clone(), Arc::clone(&busy));
        tokio::spawn(async move {
            if let Some(times) = play(fake, known, table, pick).await {
                let _ = took.send(times);
            }
            busy.lock().unwrap().remove(&table);
        });
    }
    drop(took);
    let mut times = Vec::new();
    while let Some(both) = all.recv().await {
        times.extend(both);
    }
    times
}

/// Words without what sets them off.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric() || "♠♥♦♣→".contains(*c)).collect()
}

/// What a message says has just happened, and what is asked now.
type Gist = (String, String);

/// The gist of a state as the board has it, or as this person's hand does.
fn gist(snapshot: &Snapshot, of: Option<u64>) -> Option<Gist> {
    let all = |lines: &[String]| bare(&lines.concat());
    let Some(user) = of else {
        return Some((all(&upcard::discord::news(snapshot)), bare(&snapshot.play.board().prompt.to_string())));
    };
    let hand = snapshot.hand_of(upcard::tables::UserId(user))?;
    let prompt = &hand.seen.board.prompt;
    let prompt = if prompt.is_empty() { "Nothing to do just now.".to_owned() } else { prompt.to(hand.seat) };
    let said = |fact: &engine::Fact| fact.tell(snapshot.play.reader()).lines().next().unwrap_or_default().to_owned();
    Some((all(&hand.lately.now.iter().map(said).collect::<Vec<_>>()), bare(&prompt)))
}

/// The gist of a message.
fn read(body: &[u8]) -> Option<Gist> {
    let body: Value = serde_json::from_slice(payload(body)).ok()?;
    let blocks = body["components"][0]["components"].as_array()?;
    let words: Vec<&str> = blocks.iter().filter_map(|block| block["content"].as_str()).collect();
    let at = words.iter().rposition(|words| words.starts_with("**"))?;
    let before = words[..at].last().filter(|words| !words.starts_with("###") && !words.starts_with("```"))?;
    Some((bare(&before.lines().filter(|line| !line.starts_with("-# ")).collect::<String>()), bare(words[at])))
}

/// How far messages were behind the moves of a round.
#[derive(Default)]
struct Behind {
    delays: Vec<Duration>,
    /// Messages that could not be told apart, and moves that were never shown.
    strange: usize,
    missing: usize,
}

impl Behind {
    /// One message's states, the first of them from before the round, and what was sent.
    fn count(&mut self, states: &[Arc<Snapshot>], of: Option<u64>, sent: &[&Sent]) {
        let gists: Vec<Option<Gist>> = states.iter().map(|state| gist(state, of)).collect();
        let mut shown = 0;
        for sent in sent {
            let said = read(&sent.body);
            let fits = |at: &usize| match states[*at].stage {
                Stage::Playing => said.is_some() && gists[*at] == said,
                // Whatever comes after the end shows it.
                _ => since(&states[*at], sent.at).is_some(),
            };
            match (shown + 1..states.len()).find(fits) {
                Some(at) => {
                    self.delays.extend(states[shown + 1..=at].iter().filter_map(|state| since(state, sent.at)));
                    shown = at;
                }
                // A notice, or the same once more.
                None if !sent.body.starts_with(b"--") || gists[shown] == said => {}
                None => self.strange += 1,
            }
        }
        self.missing += states.len() - 1 - shown;
    }

    fn print(&self, what: &str) {
        let part = |percent| percentile(self.delays.clone(), percent).as_secs_f64();
        let worst = self.delays.iter().max().copied().unwrap_or_default().as_secs_f64();
        println!(
            "  {what:<7} median {:>6.3} s   p99 {:>6.3} s   worst {worst:>6.3} s   ({} counted, {} never, {} strange)",
            part(50),
            part(99),
            self.delays.len(),
            self.missing,
            self.strange
        );
    }
}

/// How long after a state's commit this was.
fn since(state: &Snapshot, at: SystemTime) -> Option<Duration> {
    let committed = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(state.at).ok()?);
    at.duration_since(committed).ok()
}

/// Seconds of processor time: this process's, and the whole machine's. Linux counts them in hundredths.
fn processor() -> (f64, f64) {
    let numbers = |path: &str, skip: &str, from: usize, count: usize| -> f64 {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default();
        let rest = line.rsplit_once(skip).map_or(line, |(_, rest)| rest);
        rest.split_whitespace().skip(from).take(count).filter_map(|n| n.parse::<f64>().ok()).sum::<f64>() / 100.0
    };
    let all = numbers("/proc/stat", "cpu ", 0, 3) + numbers("/proc/stat", "cpu ", 5, 3);
    (numbers("/proc/self/stat", ")", 11, 2), all)
}

async fn measure(fake: &Fake, known: &Arc<Known>, rate: u64, lasts: Duration) {
    fake.quiet().await;
    known.forget();
    drop(fake.sent());
    let (begun, before) = (Instant::now(), processor());
    let answers = moves(fake, known, rate, lasts).await;
    let (took, after) = (begun.elapsed(), processor());
    fake.quiet().await;
    let sent = fake.sent();
    let pictures = sent.iter().filter(|sent| sent.body.starts_with(b"--")).count();
    let mut to: HashMap<u64, Vec<&Sent>> = HashMap::new();
    sent.iter().for_each(|sent| to.entry(sent.channel).or_default().push(sent));
    let empty = Vec::new();
    let (mut boards, mut hands) = (Behind::default(), Behind::default());
    for (table, states) in known.0.lock().unwrap().iter() {
        boards.count(states, None, to.get(&(100 + table)).unwrap_or(&empty));
        for seat in 0..GAMES[(table % 10) as usize].1 {
            let user = user(*table, seat);
            hands.count(states, Some(user), to.get(&(DIRECT + user)).unwrap_or(&empty));
        }
    }
    let (own, all) = (after.0 - before.0, after.1 - before.1);
    println!("{rate} moves a second: {} interactions, {pictures} pictures sent", answers.len());
    boards.print("boards");
    hands.print("hands");
    println!(
        "  answers p50 {:.2?}  p99 {:.2?}; this process used {:.2} cores, others {:.2}",
        percentile(answers.clone(), 50),
        percentile(answers.clone(), 99),
        own / took.as_secs_f64(),
        (all - own) / took.as_secs_f64()
    );
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

#[tokio::main]
async fn main() {
    // In the target directory, because a temporary directory may be in memory, where an fsync costs nothing.
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let url = format!("sqlite://{}", dir.path().join("upcard.db").display());
    let fake = Fake::start().await;
    let config = RoomConfig { seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    let room = Room::open_with(Store::open(&url).await.unwrap(), config).await.unwrap();
    let known = Arc::new(Known::default());
    tokio::spawn(listen(room.clone(), Arc::clone(&known)));
    fake.connect(room);
    for table in 0..TABLES {
        open(&fake, table).await;
    }
    let lasts = Duration::from_secs(number("BOARDS_SECONDS").unwrap_or(30));
    for rate in number("BOARDS_RATES").map_or_else(|| vec![3, 25, 100], |rate| vec![rate]) {
        measure(&fake, &known, rate, lasts).await;
    }
}
