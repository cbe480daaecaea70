//! A room in a directory that vanishes, and people who play in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::Record;
use engine::catalog;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::TempDir;
pub use upcard::discord::news;
use upcard::discord::why_not;
use upcard::store::Store;
use upcard::tables::{
    Act, Answer, Cause, ChannelId, GuildId, LobbyAct, MatchAct, NewTable, Person, Place, Rejection, Request, Room,
    RoomConfig, Seeds, Snapshot, Stage, TableId, UserId,
};

static NEXT: AtomicU64 = AtomicU64::new(1);

/// A cause that no other request has.
pub fn cause() -> Cause {
    Cause(NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Person number `n`.
pub fn person(n: u64) -> Person {
    const NAMES: [&str; 8] = ["Ada", "Ben", "Cyd", "Dee", "Eli", "Fay", "Gus", "Hal"];
    Person::new(UserId(1000 + n), NAMES[n as usize % 8])
}

pub fn place(channel: u64) -> Place {
    Place { channel: ChannelId(channel), guild: Some(GuildId(7)) }
}

pub struct House {
    pub dir: TempDir,
    pub room: Room,
}

impl House {
    pub async fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let room = open(&dir, Duration::from_secs(60)).await;
        Self { dir, room }
    }

    /// Stops everything and opens the same file again.
    pub async fn restart(self) -> Self {
        self.room.shutdown().await;
        let room = open(&self.dir, Duration::from_secs(60)).await;
        Self { dir: self.dir, room }
    }
}

/// Changes what is stored, behind the back of whoever has it open.
pub async fn damage(house: &House, sql: &str) {
    let mut conn = SqliteConnection::connect(&url(&house.dir)).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

pub fn url(dir: &TempDir) -> String {
    format!("sqlite://{}", dir.path().join("upcard.db").display())
}

/// A room in which the house takes longer for a move than any test.
pub async fn open(dir: &TempDir, idle: Duration) -> Room {
    paced(dir, idle, Duration::from_secs(24 * 3600)).await
}

pub async fn paced(dir: &TempDir, idle: Duration, pace: Duration) -> Room {
    let store = Store::open(&url(dir)).await.unwrap();
    let config = RoomConfig { idle, pace, seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    Room::open_with(store, config).await.unwrap()
}

/// A new table of a game in a channel, opened by Ada.
pub fn new_table(game: &str, channel: u64) -> NewTable {
    NewTable { cause: Some(cause()), ..NewTable::new(game, place(channel), person(0)) }
}

/// Asks with a fresh cause.
pub async fn ask(room: &Room, table: &TableId, who: u64, act: impl Into<Act>) -> Result<Answer, Rejection> {
    room.ask(table, Request::new(person(who), act).cause(cause())).await
}

pub async fn look(room: &Room, table: &TableId) -> Arc<Snapshot> {
    room.look(table).await.unwrap()
}

/// Starts a match of a game's first variant, with the fewest people who may play it.
pub async fn begun(room: &Room, game: &str, channel: u64) -> TableId {
    let table = room.create(new_table(game, channel)).await.unwrap().snapshot.table;
    let seats = *catalog::game(game).unwrap().variants()[0].seats.start();
    for who in 1..u64::from(seats) {
        ask(room, &table, who, LobbyAct::Join).await.unwrap();
    }
    ask(room, &table, 0, LobbyAct::Start).await.unwrap();
    table
}

/// A match of Key of the Door for Ada, Ben and Cyd.
pub async fn three_at_the_door(room: &Room, channel: u64) -> TableId {
    let table = room.create(new_table("key-of-the-door", channel)).await.unwrap().snapshot.table;
    for who in [1, 2] {
        ask(room, &table, who, LobbyAct::Join).await.unwrap();
    }
    ask(room, &table, 0, LobbyAct::Start).await.unwrap();
    table
}

/// Somebody who is asked to act, and one of their legal moves. `dice` decides.
pub async fn some_move(room: &Room, snapshot: &Snapshot, dice: &mut Dice) -> (Person, String) {
    let awaited = snapshot.awaiting()[dice.below(snapshot.awaiting().len())];
    let person = snapshot.people().find(|p| p.id == awaited).unwrap().clone();
    let moves = room.suggest(&snapshot.table, awaited, "", 25).await.unwrap();
    assert!(!moves.is_empty(), "{} offers no move after {:?}", snapshot.terms.game.id(), news(snapshot));
    // Mostly the likeliest move, so that matches end: in King's Rummy going out, or else laying much.
    if dice.below(4) == 0 {
        return (person, moves[dice.below(moves.len())].0.clone());
    }
    let out = room.suggest(&snapshot.table, awaited, "out", 1).await.unwrap().pop();
    let out = out.filter(|(m, _)| m.starts_with("out ") || m.contains("; out "));
    let laid = moves.iter().filter(|(m, _)| m.contains("; ")).max_by_key(|(m, _)| m.matches("; ").count());
    let (text, _) = out.as_ref().or(laid).unwrap_or(&moves[0]);
    (person, text.clone())
}

/// Plays `moves` moves, or to the end of the match.
pub async fn play(room: &Room, table: &TableId, dice: &mut Dice, moves: usize) -> Arc<Snapshot> {
    let mut snapshot = look(room, table).await;
    for _ in 0..moves {
        if snapshot.stage != Stage::Playing {
            break;
        }
        let (who, text) = some_move(room, &snapshot, dice).await;
        let answer = room.ask(table, Request::new(who, MatchAct::Play(text)).cause(cause())).await.unwrap();
        assert!(answer.snapshot.rev > snapshot.rev, "every committed change has a greater revision");
        snapshot = answer.snapshot;
    }
    snapshot
}

/// Small reproducible randomness (xorshift).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n
    }
}

/// The games of the room.
pub fn games() -> Vec<&'static str> {
    catalog::games().iter().map(|g| g.id()).collect()
}

/// What a refusal says.
pub fn words<T: std::fmt::Debug>(result: Result<T, Rejection>) -> String {
    why_not(&result.unwrap_err())
}

/// How a seat finished, as the database has it: user, place, score, and the rating before and after.
pub type CameOut = (UserId, u8, i32, Option<(i64, i64)>);

type SeatRow = (i64, u8, i32, Option<i64>, Option<i64>);

/// The stored result of a match, in seat order; empty if it has none.
pub async fn results(room: &Room, table: TableId) -> Vec<CameOut> {
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}", room.store().path())).await.unwrap();
    let rows: Vec<SeatRow> = sqlx::query_as(
        "SELECT s.user, s.place, s.score, s.before, s.after FROM results r JOIN result_seats s ON s.result = r.id \
         WHERE r.table_id = ?1 ORDER BY s.seat",
    )
    .bind(table.as_str())
    .fetch_all(&mut conn)
    .await
    .unwrap();
    let seat = |(user, place, score, before, after): (i64, _, _, Option<i64>, Option<i64>)| {
        (UserId(user.cast_unsigned()), place, score, before.zip(after))
    };
    rows.into_iter().map(seat).collect()
}

/// The record of a match, whether it has ended or not.
pub async fn record(room: &Room, table: TableId) -> Record {
    let stored = room.store().load(table).await.unwrap().unwrap();
    Record { header: stored.row.header.unwrap(), journal: stored.journal }
}
