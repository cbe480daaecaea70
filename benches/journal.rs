//! Journaled moves per second through the store's group commit, compared with plain SQLite commits of the same rows
//! in the same run: one row per transaction, write-ahead log, full synchronous, through the same driver.
//!
//! `cargo bench --bench journal`

#![allow(clippy::expect_used)] // A measurement that cannot go on stops.

use std::time::{Duration, Instant};

use engine::{Entry, Seat};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use upcard::store::{Append, Cause, ChannelId, Create, Place, Stage, Store, TableId, TableRow, UserId};

/// How long each measurement takes.
const SPAN: Duration = Duration::from_secs(3);
const ROUNDS: usize = 3;
/// How many seconds the paced measurement takes.
const PACED: u32 = 20;
const TABLES: [usize; 4] = [1, 16, 128, 1000];

fn row(channel: u64) -> TableRow {
    let place = Place { channel: ChannelId(channel), guild: None };
    let lobby = TableRow::lobby(TableId::random(12), place, "gin-rummy", "standard", UserId(1), "Ada", 0);
    TableRow { stage: Stage::Playing, ..lobby }
}

async fn fresh(tables: usize) -> (tempfile::TempDir, Store, Vec<TableId>) {
    // In the target directory, because a temporary directory may be in memory, where an fsync costs nothing.
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let store = Store::open(&url(&dir)).await.expect("a database");
    let mut ids = Vec::new();
    for channel in 0..tables {
        let row = row(channel as u64);
        ids.push(row.id);
        store.create(Create { row, cause: None, old: None }).await.expect("a table");
    }
    (dir, store, ids)
}

fn url(dir: &tempfile::TempDir) -> String {
    format!("sqlite://{}/bench.db", dir.path().display())
}

const MOVE: &str = "discard 9D";

/// Each table plays one move after another, all tables at once. Returns moves per second, and moves per commit.
async fn group_commit(tables: usize) -> (f64, f64) {
    let (_dir, store, ids) = fresh(tables).await;
    let before = store.stats();
    let begin = Instant::now();
    let mut tasks = Vec::new();
    for (t, table) in ids.into_iter().enumerate() {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let mut number = 0;
            while begin.elapsed() < SPAN {
                number += 1;
                let entry = Entry { seat: Seat::FIRST, text: MOVE.to_owned(), at: 1_786_752_000_000 };
                let cause = Some(Cause(u64::from(number) * 10_000 + t as u64));
                let append = Append { table, rev: 1, number, entry, cause, due: None, goes_on: false, finish: None };
                store.append(append).await.expect("a move");
            }
            u64::from(number)
        }));
    }
    let mut moves = 0;
    for task in tasks {
        moves += task.await.expect("a task");
    }
    let seconds = begin.elapsed().as_secs_f64();
    let commits = store.stats().commits - before.commits;
    store.close().await;
    (moves as f64 / seconds, moves as f64 / commits as f64)
}

/// How long a move takes to reach the disk if this many tables play one move per second each: median, 99th
/// percentile, worst.
async fn latency(tables: usize) -> [Duration; 3] {
    let (_dir, store, ids) = fresh(tables).await;
    let begin = Instant::now();
    let mut tasks = Vec::new();
    for (t, table) in ids.into_iter().enumerate() {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let mut took = Vec::new();
            for number in 1..=PACED {
                let due =
                    Duration::from_secs(u64::from(number) - 1) + Duration::from_secs(1) * t as u32 / tables as u32;
                tokio::time::sleep_until((begin + due).into()).await;
                let sent = Instant::now();
                let entry = Entry { seat: Seat::FIRST, text: MOVE.to_owned(), at: 1_786_752_000_000 };
                let cause = Some(Cause(u64::from(number) * 10_000 + t as u64));
                let append = Append { table, rev: 1, number, entry, cause, due: None, goes_on: false, finish: None };
                store.append(append).await.expect("a move");
                took.push(sent.elapsed());
            }
            took
        }));
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.expect("a task"));
    }
    store.close().await;
    all.sort_unstable();
    [all[all.len() / 2], all[all.len() * 99 / 100], all[all.len() - 1]]
}

/// The same rows, each in its own transaction.
async fn bare(tables: usize) -> f64 {
    let (dir, store, ids) = fresh(tables).await;
    store.close().await;
    let options: SqliteConnectOptions = url(&dir).parse().expect("options");
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full).foreign_keys(true);
    let conn = options.disable_statement_logging().connect().await.expect("a connection");
    // On a thread of the runtime, where a bot's commits are made too: the main thread would be woken sooner.
    tokio::spawn(one_by_one(conn, ids)).await.expect("a task")
}

/// How many commits per second, of one row each.
async fn one_by_one(mut conn: SqliteConnection, ids: Vec<TableId>) -> f64 {
    let tables = ids.len();
    let begin = Instant::now();
    let mut moves = 0_u64;
    while begin.elapsed() < SPAN {
        let table = ids[(moves % tables as u64) as usize];
        let number = (moves / tables as u64 + 1) as i64;
        sqlx::query("INSERT INTO journal (table_id, number, seat, move, at, cause) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .bind(table.as_str())
            .bind(number)
            .bind(0)
            .bind(MOVE)
            .bind(1_786_752_000_000_i64)
            .bind(number * 10_000 + (moves % tables as u64) as i64)
            .execute(&mut conn)
            .await
            .expect("a row");
        moves += 1;
    }
    let rate = moves as f64 / begin.elapsed().as_secs_f64();
    conn.close().await.expect("closed");
    rate
}

#[tokio::main]
async fn main() {
    println!("journaled moves a second, best of {ROUNDS} rounds of {} s", SPAN.as_secs());
    println!("{:>7} {:>14} {:>14} {:>7} {:>13}", "tables", "bare SQLite", "group commit", "ratio", "moves/commit");
    for tables in TABLES {
        let (mut ours, mut theirs, mut shared) = (0.0_f64, 0.0_f64, 0.0);
        for _ in 0..ROUNDS {
            theirs = theirs.max(bare(tables).await);
            let (rate, per_commit) = group_commit(tables).await;
            if rate > ours {
                (ours, shared) = (rate, per_commit);
            }
        }
        println!("{tables:>7} {theirs:>14.0} {ours:>14.0} {:>7.2} {shared:>13.1}", ours / theirs);
    }
    let [median, late, worst] = latency(200).await;
    println!("at 200 moves a second: median {median:.1?}, 99th percentile {late:.1?}, worst {worst:.1?}");
}
