//! Two writers on one database, and a database that refuses to write.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use upcard::tables::{LobbyAct, MatchAct, Outcome, Rejection, Request, Stage};

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

async fn play_one(
    room: &upcard::tables::Room,
    table: &upcard::tables::TableId,
) -> Result<upcard::tables::Answer, Rejection> {
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

/// The program, in a folder of its own and with only the given variables set.
fn upcard(folder: &Path, arguments: &[&str], set: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_upcard"));
    command.args(arguments).current_dir(folder).env_clear().envs(set.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Opens a card room.
fn card_room(folder: &Path) -> Child {
    let mut room = upcard(folder, &[], &[("UPCARD_ROOM", "127.0.0.1:0"), ("RUST_LOG", "info")]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(room.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("The card room is open"), "{line}");
    room
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn ended(command: &mut Command) -> (Option<i32>, Output) {
    let output = command.output().unwrap();
    (output.status.code(), output)
}

#[test]
fn a_second_program_on_the_same_database_ends_and_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let mut first = card_room(dir.path());
    let database = format!("sqlite://{}", dir.path().join("data/upcard.db").display());
    let json = [("UPCARD_ROOM", "127.0.0.1:0"), ("UPCARD_LOG", "json"), ("DATABASE_URL", &database)];
    let elsewhere = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        let second = scope.spawn(|| ended(&mut upcard(elsewhere.path(), &["run"], &json)));
        let forgets = scope.spawn(|| ended(&mut upcard(dir.path(), &["forget", "1", "--yes"], &[])));
        let (code, doctor) = ended(&mut upcard(elsewhere.path(), &["doctor"], &json));
        let said = text(&doctor.stdout);
        assert!(said.contains("upcard.db is up to date; a running upcard has it\n"), "{said}");
        assert_eq!(code, Some(0), "{said}");
        let (code, known) = ended(&mut upcard(dir.path(), &["forget", "1"], &[]));
        assert_eq!((code, text(&known.stdout)), (Some(0), "Nothing is known of 1.\n".to_owned()), "to look is free");
        let (code, second) = second.join().unwrap();
        let lines = text(&second.stderr);
        let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0]["database"], dir.path().join("data/upcard.db").display().to_string());
        assert_eq!((code, &lines.last().unwrap()["exit_code"]), (Some(3), &3.into()));
        let (code, forgets) = forgets.join().unwrap();
        let why = text(&forgets.stderr);
        assert!(code == Some(3) && why.contains("\nAnother upcard is at work on the database "), "{why}");
    });
    first.kill().unwrap();
    first.wait().unwrap();
    let (code, after) = ended(&mut upcard(dir.path(), &["forget", "1"], &[]));
    assert_eq!(
        (code, text(&after.stdout)),
        (Some(0), "Nothing is known of 1.\n".to_owned()),
        "a kill frees the database"
    );
}

#[test]
fn wrong_settings_are_a_line_of_the_log_where_that_is_json() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join(".env"), "UPCARD_LOG=json\nUPCARD_HTTP=nowhere\n").unwrap();
    let (code, run) = ended(&mut upcard(dir.path(), &[], &[]));
    let line: serde_json::Value = serde_json::from_str(&text(&run.stderr)).unwrap();
    assert_eq!((code, &line["level"], &line["exit_code"]), (Some(2), &"ERROR".into(), &2.into()));
    assert!(line["message"].as_str().unwrap().starts_with("UPCARD_HTTP is "), "{line}");
    std::fs::remove_file(dir.path().join(".env")).unwrap();
    for url in ["sqlite::memory:", "sqlite://data/upcard.db?mode=ro", "sqlite://data/upcard.db?colour=red"] {
        for command in [&["run"][..], &["doctor"], &["forget", "1"]] {
            let (code, ended) = ended(&mut upcard(dir.path(), command, &[("DATABASE_URL", url)]));
            let said = text(&[ended.stdout, ended.stderr].concat());
            assert!(code == Some(2) && said.contains("DATABASE_URL is "), "{command:?} with {url}: {code:?} {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_program_whose_terminal_is_closed_stops_as_if_it_was_asked_to() {
    let dir = tempfile::tempdir().unwrap();
    let mut room = card_room(dir.path());
    assert!(Command::new("kill").args(["-HUP", &room.id().to_string()]).status().unwrap().success());
    assert_eq!(room.wait().unwrap().code(), Some(0));
    let mut log = String::new();
    room.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.trim_end().ends_with("stopped"), "{log}");
    assert!(!dir.path().join("data/upcard.db-wal").exists(), "the log is moved into the file");
}
