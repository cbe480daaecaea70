//! Two writers on one database, one that refuses to write, and one that is being closed.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use upcard::discord::why_not;
use upcard::store::Store;
use upcard::tables::{Act, Answer, LobbyAct, MatchAct, NewTable, Outcome, Rejection, Request, Room, Stage, TableId};

use crate::common::*;

#[tokio::test]
async fn a_second_writer_is_stopped_by_the_key_and_reads_the_table_anew() {
    let dir = tempfile::tempdir().unwrap();
    let ours = open(&dir, Duration::from_secs(60)).await;
    let theirs = open(&dir, Duration::from_secs(60)).await;
    let table = begun(&ours, games()[0], 1).await;
    let snapshot = look(&theirs, &table).await;
    let (who, text) = some_move(&ours, &snapshot, &mut Dice::new(1)).await;
    let request = Request::new(who.clone(), MatchAct::Play(text.clone())).cause(cause());
    ours.ask(&table, request.clone()).await.unwrap();
    // The other process has not heard of it, but the journal's key shows it.
    let again = theirs.ask(&table, request).await.unwrap();
    assert_eq!((again.outcome, again.snapshot.play.moves()), (Outcome::Repeated, 1));
    let stale = look(&theirs, &table).await;
    let (who, text) = some_move(&theirs, &stale, &mut Dice::new(1)).await;
    let mut now = play(&ours, &table, &mut Dice::new(2), 4).await;
    // Whatever the cards: until that move is legal no more.
    while ours.suggest(&table, who.id, "", 25).await.unwrap_or_default().iter().any(|(legal, _)| *legal == text) {
        now = play(&ours, &table, &mut Dice::new(2), 1).await;
    }
    let behind = look(&theirs, &table).await;
    assert_eq!(behind.play.moves(), 1, "reads are behind, and so are refusals");
    let stale_move = theirs.ask(&table, Request::new(who, MatchAct::Play(text)).cause(cause())).await;
    assert!(matches!(stale_move, Err(Rejection::Refused(_))), "it was legal in what is past: {stale_move:?}");
    assert_eq!(look(&theirs, &table).await.play.moves(), now.play.moves(), "the key has stopped it");
    let theirs_now = play(&theirs, &table, &mut Dice::new(3), 3).await;
    let record = record(&ours, table).await;
    assert_eq!(record.journal.len(), theirs_now.play.moves() as usize);
    engine::catalog::replay(&record).unwrap();
    for who in [0, 1] {
        ask(&theirs, &table, who, LobbyAct::End).await.unwrap();
    }
    let late = play_one(&ours, &table).await;
    assert!(matches!(late, Err(Rejection::Gone)), "a match ended by another process is not played on");
    let channel = place(1).channel;
    assert_eq!(ours.at(channel).await.unwrap(), None, "what was heard of it is heeded");
    let next = begun(&theirs, games()[0], 1).await;
    assert_eq!(ours.at(channel).await.unwrap(), Some(next), "the next one is found, whoever opened it");
}

async fn play_one(room: &Room, table: &TableId) -> Result<Answer, Rejection> {
    let snapshot = look(room, table).await;
    assert_eq!(snapshot.stage, Stage::Playing, "not heard of it yet");
    let (who, text) = some_move(room, &snapshot, &mut Dice::new(9)).await;
    room.ask(table, Request::new(who, MatchAct::Play(text)).cause(cause())).await
}

#[tokio::test]
async fn a_commit_that_fails_is_our_fault_and_changes_nothing() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    let other = begun(&house.room, games()[0], 2).await;
    let mut changes = house.room.changes();
    let before = look(&house.room, &table).await;
    let (who, text) = some_move(&house.room, &before, &mut Dice::new(1)).await;
    let request = Request::new(who, MatchAct::Play(text)).cause(cause());
    let mut other_writer = SqliteConnection::connect(&url(&house.dir)).await.unwrap();
    let broken = format!(
        "CREATE TRIGGER broken BEFORE INSERT ON journal WHEN new.table_id = '{table}' \
         BEGIN SELECT RAISE(ABORT, 'disk trouble'); END"
    );
    sqlx::query(sqlx::AssertSqlSafe(broken)).execute(&mut other_writer).await.unwrap();
    let healthy = look(&house.room, &other).await;
    let (them, theirs) = some_move(&house.room, &healthy, &mut Dice::new(1)).await;
    let (rejection, fine) = tokio::join!(
        house.room.ask(&table, request.clone()),
        house.room.ask(&other, Request::new(them, MatchAct::Play(theirs)).cause(cause())),
    );
    let rejection = rejection.unwrap_err();
    assert!(matches!(rejection, Rejection::Fault(_)));
    let said = why_not(&rejection);
    assert!(said.starts_with("Something broke (id "), "{said}");
    assert_eq!(fine.unwrap().snapshot.play.moves(), 1, "a bad job in a batch hurts nobody else");
    let after = look(&house.room, &table).await;
    assert_eq!((after.rev, after.play.board().clone()), (before.rev, before.play.board().clone()));
    assert_eq!(changes.next().await.unwrap().table, other, "nobody was told");
    sqlx::query("DROP TRIGGER broken").execute(&mut other_writer).await.unwrap();
    let answer = house.room.ask(&table, request).await.unwrap();
    assert_eq!((answer.outcome, answer.snapshot.play.moves()), (Outcome::Done, 1));
    assert!(answer.said.is_some_and(|said| !said.is_empty()), "its mover is told in words what was played");
}

#[tokio::test]
async fn after_the_shutdown_nothing_is_taken_in() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    house.room.shutdown().await;
    assert!(words(house.room.look(&table).await).contains("being restarted"));
    assert!(house.room.create(new_table(games()[0], 3)).await.is_err());
}

/// Stops the room while a change of it waits for somebody else's writing to end.
async fn stopped_meanwhile<T>(house: &House, change: impl Future<Output = T>) -> T {
    let mut other = SqliteConnection::connect(&url(&house.dir)).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let ends = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        sqlx::query("COMMIT").execute(&mut other).await.unwrap();
        other.close().await.unwrap();
    };
    let stops = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        house.room.shutdown().await;
    };
    tokio::join!(change, stops, ends).0
}

#[tokio::test]
async fn c06_who_opens_a_table_while_we_stop_is_not_told_to_try_again() {
    let challenge = || NewTable { invited: Some(person(1)), ..new_table(games()[0], 3) };
    for new in [new_table(games()[0], 3), challenge()] {
        let house = House::new().await;
        let asked = stopped_meanwhile(&house, house.room.create(new.clone())).await.unwrap_err();
        assert!(asked.may_be_done() && !why_not(&asked).contains("try again"), "{asked:?}");
        let again = house.restart().await;
        let there = again.room.create(new).await.unwrap();
        assert_eq!(there.outcome, Outcome::Repeated, "it is open");
    }
}

#[tokio::test]
async fn c06_who_asks_for_a_rematch_while_we_stop_is_not_told_to_try_again() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    ask(&house.room, &table, 0, MatchAct::Resign).await.unwrap();
    let wish = Request::new(person(1), Act::Rematch).cause(cause());
    let asked = stopped_meanwhile(&house, house.room.ask(&table, wish.clone())).await.unwrap_err();
    assert!(asked.may_be_done() && !why_not(&asked).contains("try again"), "{asked:?}");
    let again = house.restart().await;
    assert!(look(&again.room, &table).await.terms.rematch.is_some());
    assert_eq!(again.room.ask(&table, wish).await.unwrap().outcome, Outcome::Repeated, "it is open");
}

#[tokio::test]
async fn r06_a_refusal_stays_one_where_the_database_cannot_be_read() {
    let house = House::new().await;
    let table = begun(&house.room, games()[0], 1).await;
    let lobby = house.room.create(new_table(games()[0], 2)).await.unwrap().snapshot.table;
    let acts: [(&TableId, u64, Act); 4] = [
        (&table, 0, MatchAct::Play("make me a sandwich".to_owned()).into()),
        (&table, 5, MatchAct::Resign.into()),
        (&table, 0, LobbyAct::Start.into()),
        (&lobby, 0, Act::Rematch),
    ];
    let mut before = Vec::new();
    for (table, who, act) in acts.clone() {
        before.push(words(ask(&house.room, table, who, act).await));
    }
    let occupied = words(house.room.create(new_table(games()[0], 2)).await);
    let mut other = SqliteConnection::connect(&url(&house.dir)).await.unwrap();
    for broken in ["ALTER TABLE causes RENAME TO causes_away", "ALTER TABLE tables RENAME TO tables_away"] {
        sqlx::query(broken).execute(&mut other).await.unwrap();
        let mut after = Vec::new();
        for (table, who, act) in acts.clone() {
            after.push(words(ask(&house.room, table, who, act).await));
        }
        assert_eq!(before, after, "{broken}");
    }
    assert!(occupied.starts_with("This channel has a table already"), "{occupied}");
    house.room.shutdown().await;
}

#[tokio::test]
async fn p08_moves_that_fail_one_after_another_are_one_line_in_the_log() {
    let lines = Lines::default();
    let writer = lines.clone();
    let log = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _logged = tracing::subscriber::set_default(log);
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open_within(&url(&dir), Duration::from_millis(20)).await.unwrap();
    let room = Room::open(store).await.unwrap();
    let table = begun(&room, games()[0], 1).await;
    let before = look(&room, &table).await;
    let (who, text) = some_move(&room, &before, &mut Dice::new(1)).await;
    let move_now = || Request::new(who.clone(), MatchAct::Play(text.clone())).cause(cause());
    let mut other = SqliteConnection::connect(&url(&dir)).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let said = words(room.ask(&table, move_now()).await);
    for _ in 0..20 {
        assert_eq!(words(room.ask(&table, move_now()).await), said, "one trouble, one id");
        assert_eq!(words(room.create(new_table(games()[0], 7)).await), said);
    }
    let id = said.split(['(', ')']).nth(1).unwrap().replace("id ", "fault=");
    let log = lines.text();
    let errors: Vec<_> = log.lines().filter(|line| line.contains("ERROR") || line.contains("WARN")).collect();
    assert!(errors.len() == 1 && errors[0].contains(&id) && errors[0].contains("is locked"), "{id}: {log}");
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    room.ask(&table, move_now()).await.unwrap();
    room.shutdown().await;
}

/// What is logged.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
