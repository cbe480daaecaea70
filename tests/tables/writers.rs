//! Two writers on one database, one that refuses to write, and one that is being closed.

use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use upcard::tables::{Answer, LobbyAct, MatchAct, Outcome, Rejection, Request, Room, Stage, TableId};

use crate::common::*;

#[tokio::test]
async fn a_second_writer_makes_the_table_be_read_anew() {
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
    assert_eq!((again.outcome, again.snapshot.moves), (Outcome::Repeated, 1));
    play(&ours, &table, &mut Dice::new(2), 4).await;
    let stale = look(&theirs, &table).await;
    assert_eq!(stale.moves, 1, "reads may be behind");
    let stale_move = theirs.ask(&table, Request::new(who, MatchAct::Play(text)).cause(cause())).await;
    assert!(matches!(stale_move, Err(Rejection::Refused { .. })), "it was legal in what is past: {stale_move:?}");
    assert_eq!(look(&theirs, &table).await.moves, 5, "nor does a refusal rest on that");
    let theirs_now = play(&theirs, &table, &mut Dice::new(3), 3).await;
    let record = record(&ours, table).await;
    assert_eq!(record.journal.len(), theirs_now.moves as usize);
    upcard::engine::catalog::replay(&record).unwrap();
    ask(&theirs, &table, 0, LobbyAct::End).await.unwrap();
    let late = play_one(&ours, &table).await;
    assert_eq!(late.unwrap_err(), Rejection::Gone, "a match ended by another process is not played on");
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
    assert!(rejection.to_string().starts_with("Something broke (id "), "{rejection}");
    assert_eq!(fine.unwrap().snapshot.moves, 1, "a bad job in a batch hurts nobody else");
    let after = look(&house.room, &table).await;
    assert_eq!((after.rev, after.board.clone()), (before.rev, before.board.clone()));
    assert_eq!(changes.next().await.unwrap().table, other, "nobody was told");
    sqlx::query("DROP TRIGGER broken").execute(&mut other_writer).await.unwrap();
    let answer = house.room.ask(&table, request).await.unwrap();
    assert_eq!((answer.outcome, answer.snapshot.moves), (Outcome::Done, 1));
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
