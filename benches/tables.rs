//! The cost of ten thousand live tables, each with a clock: the time until a room is ready after a restart, its memory then, and its
//! memory after each table was woken in turn, of which a room keeps only a limited number awake.
//!
//! `cargo bench --bench tables`

#![allow(clippy::expect_used)] // A measurement that cannot go on stops.

use std::time::Instant;

use engine::catalog::{self, Setup};
use engine::{Entry, Seat};
use upcard::store::{
    Append, Attendee, Cause, ChannelId, Clock, Create, GuildId, Place, Stage, Store, TableId, TableRow, UserId,
};
use upcard::tables::{Room, now};

const TABLES: u64 = 10_000;
const MOVES: usize = 20;
/// In milliseconds.
const DAY: i64 = 86_400_000;

/// Resident memory of this process in MB, as Linux counts it (pages of 4 kB).
fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 = statm.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(f64::NAN);
    pages * 4096.0 / 1e6
}

/// The first moves of one match, with the likeliest choice of whichever player is asked.
fn opening() -> (TableRow, Vec<Entry>) {
    let game = catalog::games()[0];
    let (mut play, _) = game.start(Setup { seed: [9; 32], ..Setup::default() }).expect("a match");
    let mut journal = Vec::new();
    while journal.len() < MOVES {
        let Some(seat) = play.awaiting().seats().iter().next() else { break };
        let Some(text) = play.likeliest(seat) else { break };
        play.act(seat, &text).expect("a legal move");
        // A start leaves tables alone that nobody has touched for long.
        journal.push(Entry { seat, text, at: now() });
    }
    let header = play.header().clone();
    let name = |n: u8| format!("Player {n}");
    let sitter = |n: u8| Attendee::new(UserId(u64::from(n) + 1), &name(n));
    let place = Place { channel: ChannelId(0), guild: Some(GuildId(1)) };
    let lobby = TableRow::lobby(TableId::random(0), place, &header.game, &header.variant, UserId(1), &name(0), 0);
    let row = TableRow {
        stage: Stage::Playing,
        sitters: Seat::all(header.seats).map(|seat| sitter(seat.number())).collect(),
        header: Some(header),
        clock: Clock::ThreeDays,
        ..lobby
    };
    (row, journal)
}

async fn fill(store: &Store) -> Vec<TableId> {
    let (row, journal) = opening();
    let (row, journal) = (&row, &journal);
    let tables = (0..TABLES).map(|n| async move {
        let place = Place { channel: ChannelId(n + 1), ..row.place };
        let row = TableRow { id: TableId::random(9), place, ..row.clone() };
        let (table, due) = (row.id, now() + DAY);
        store.create(Create { row, cause: None, old: None }).await.expect("a table");
        for (i, entry) in journal.iter().enumerate() {
            let cause = Some(Cause(n * 1000 + i as u64 + 1));
            let append = Append {
                table,
                rev: 1,
                number: i as u32 + 1,
                entry: entry.clone(),
                cause,
                finish: None,
                due: Some(due),
                goes_on: false,
            };
            store.append(append).await.expect("a move");
        }
        table
    });
    futures_util::future::join_all(tables).await
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime")
}

/// The second process: opens what the first one has written, so that its memory holds nothing else.
fn measure(url: &str) {
    runtime().block_on(async {
        let idle = resident();
        let begin = Instant::now();
        let room = Room::open(Store::open(url).await.expect("a database")).await.expect("a room");
        let opened = begin.elapsed();
        let table = room.at(ChannelId(TABLES / 2)).await.expect("read").expect("a table");
        room.look(&table).await.expect("an answer");
        let answered = begin.elapsed();
        println!("ready after {opened:.1?}, first answer after {answered:.1?}");
        println!("memory: {idle:.1} MB before, {:.1} MB when ready", resident());
        let begin = Instant::now();
        let unpainted = room.unpainted().await.expect("read");
        println!("{} boards to paint were found in {:.1?}", unpainted.len(), begin.elapsed());
        let begin = Instant::now();
        for some in unpainted.chunks(200) {
            let asks = some.iter().map(|table| room.look(table));
            for answer in futures_util::future::join_all(asks).await {
                answer.expect("an answer");
            }
        }
        let (took, awake) = (begin.elapsed(), room.awake());
        println!("each woken in turn within {took:.1?}, {awake} stay awake: {:.1} MB", resident());
        room.shutdown().await;
    });
}

fn main() {
    if let Some(url) = std::env::args().skip(1).find(|arg| arg.starts_with("sqlite:")) {
        return measure(&url);
    }
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let url = format!("sqlite://{}/bench.db", dir.path().display());
    runtime().block_on(async {
        let begin = Instant::now();
        let store = Store::open(&url).await.expect("a database");
        let tables = fill(&store).await;
        let stats = store.stats();
        store.close().await;
        println!("{} live tables of {MOVES} moves written in {:.1?} ({stats:?})", tables.len(), begin.elapsed());
    });
    let this = std::env::current_exe().expect("this program");
    let done = std::process::Command::new(this).arg(&url).status().expect("a second process");
    assert!(done.success(), "the measuring process failed");
}
