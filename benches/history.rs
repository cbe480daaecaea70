//! How long a page of somebody's 10,000 finished matches takes to read, one after another: median, 99th percentile, worst.
//!
//! `cargo bench --bench history`

#![allow(clippy::expect_used)] // A measurement that cannot go on stops.

use std::time::{Duration, Instant};

use engine::{Entry, Seat, Side};
use upcard::store::{
    Append, Attendee, ChannelId, Create, Finish, FinishSeat, GuildId, HistoryQuery, MatchesOf, Place, RunningQuery,
    Stage, Store, TableId, TableRow, UserId,
};

const MATCHES: u64 = 10_000;
const GAMES: [&str; 3] = ["gin-rummy", "klaberjass", "brain-drain"];
const ADA: UserId = UserId(1);
/// Among so many others. One of them played with Ada only long ago, and one is often seen, but never with her.
const OTHERS: u64 = 40;
const LONG_AGO: UserId = UserId(1000);
const NEVER: UserId = UserId(1001);

fn people(n: u64) -> [UserId; 2] {
    match n {
        0 => [ADA, LONG_AGO],
        n if n % 5 == 4 => [UserId(2 + n % OTHERS), NEVER],
        n => [ADA, UserId(2 + n % OTHERS)],
    }
}

async fn play(store: &Store, n: u64) {
    let place = Place { channel: ChannelId(n + 1), guild: Some(GuildId(n % 7 + 1)) };
    let game = GAMES[if n.is_multiple_of(100) { 2 } else { n as usize % 2 }];
    let lobby = TableRow::lobby(TableId::random(6), place, game, "classic", ADA, "Ada", 0);
    let sitters: Vec<Attendee> = people(n).iter().map(|user| Attendee::new(*user, &format!("Player {user}"))).collect();
    let row = TableRow { stage: Stage::Playing, sitters, ..lobby };
    let table = row.id;
    let seat = |(seat, sits): (Seat, &Attendee)| FinishSeat {
        seat,
        who: sits.who,
        name: sits.name.clone(),
        account: sits.account.clone(),
        side: Side(seat.number()),
        place: seat.number() + 1,
        score: 104,
    };
    let seats = Seat::all(2).zip(&row.sitters).map(seat).collect();
    store.create(Create { row, cause: None, old: None }).await.expect("a table");
    let finish = Finish { game: game.to_owned(), variant: "classic".to_owned(), place, seats };
    let entry = Entry { seat: Seat::FIRST, text: "resign".to_owned(), at: 1_786_752_000_000 + n as i64 };
    let append =
        Append { table, rev: 1, number: 1, entry, cause: None, due: None, goes_on: false, finish: Some(finish) };
    store.append(append).await.expect("a result");
}

/// All pages in turn, as somebody turns them who reads all of it, at most so many. What `/history` asks for.
async fn turn(store: &Store, of: &MatchesOf, most: usize) -> Vec<Duration> {
    let (mut beside, mut took) = (None, Vec::new());
    while took.len() < most {
        let begin = Instant::now();
        if beside.is_none() {
            let running = RunningQuery { of: of.clone(), guild: None, lines: 10 };
            store.running(&running).await.expect("read");
        }
        let query = HistoryQuery { of: of.clone(), beside, newer: false, lines: 10 };
        let found = store.history(&query).await.expect("read");
        took.push(begin.elapsed());
        beside = found.matches.last().and_then(|last| last.bygone()).filter(|_| found.older);
    }
    took
}

fn main() {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
    let url = format!("sqlite://{}/bench.db", dir.path().display());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = Store::open(&url).await.expect("a database");
        for from in (0..MATCHES * 5 / 4).step_by(500) {
            futures_util::future::join_all((from..from + 500).map(|n| play(&store, n))).await;
        }
        let of = |game: Option<&str>, against| MatchesOf { user: ADA, game: game.map(str::to_owned), against };
        for (what, of, most) in [
            ("all", of(None, None), 2000),
            ("of one game", of(Some("gin-rummy"), None), 2000),
            ("of a game rarely played", of(Some("brain-drain"), None), 500),
            ("with one of forty", of(None, Some(UserId(9))), 500),
            ("with somebody of long ago", of(None, Some(LONG_AGO)), 500),
            ("with somebody never met", of(None, Some(NEVER)), 500),
        ] {
            let mut took = turn(&store, &of, most).await;
            took.sort();
            let at = |share: usize| took[(took.len() * share / 100).min(took.len() - 1)];
            println!("{what}: median {:.1?}, p99 {:.1?}, worst {:.1?}", at(50), at(99), at(100));
        }
        store.close().await;
    });
}
