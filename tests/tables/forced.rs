//! Moves that play themselves because there is no other: which of them, when, and only once.

use std::sync::Arc;
use std::time::Duration;

use engine::{Forced, Play, Record, Seat};
use sqlx::{Connection, SqliteConnection};
use upcard::tables::{ForcedMoves, Level, LobbyAct, MatchAct, NewTable, Rejection, Room, Snapshot, Stage, TableId};

use crate::common::*;

/// More than any test takes.
const LONG: Duration = Duration::from_secs(120);
/// Long enough for a move that plays itself at once.
const SOON: Duration = Duration::from_millis(150);

/// A room in which moves play themselves after so long.
async fn at_pace(pace: Duration) -> House {
    let House { dir, room } = House::new().await;
    room.shutdown().await;
    let room = paced(&dir, LONG, pace).await;
    House { dir, room }
}

/// A match of two people.
async fn two(room: &Room, game: &str, channel: u64, forced: ForcedMoves) -> TableId {
    let table = room.create(new_table(game, channel)).await.unwrap().snapshot.table;
    ask(room, &table, 1, LobbyAct::Join).await.unwrap();
    if forced != ForcedMoves::Seen {
        ask(room, &table, 0, LobbyAct::SetForced(forced)).await.unwrap();
    }
    ask(room, &table, 0, LobbyAct::Start).await.unwrap();
    table
}

async fn play_text(room: &Room, now: &Snapshot, text: &str) -> Arc<Snapshot> {
    let who = now.awaiting()[0].0 - 1000;
    ask(room, &now.table, who, MatchAct::Play(text.to_owned())).await.unwrap().snapshot
}

/// Gin, after both have passed.
async fn passed_twice(room: &Room, channel: u64, forced: ForcedMoves) -> Arc<Snapshot> {
    let table = two(room, "gin-rummy", channel, forced).await;
    let now = play_text(room, &*look(room, &table).await, "pass").await;
    play_text(room, &now, "pass").await
}

async fn texts(room: &Room, table: TableId) -> Vec<String> {
    record(room, table).await.journal.into_iter().map(|entry| entry.text).collect()
}

/// The numbers of the entries, from 1, that nobody asked for.
async fn without_cause(room: &Room, table: TableId) -> Vec<u32> {
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}", room.store().path())).await.unwrap();
    let none = "SELECT number FROM journal WHERE table_id = ?1 AND cause IS NULL ORDER BY number";
    sqlx::query_scalar(none).bind(table.as_str()).fetch_all(&mut conn).await.unwrap()
}

async fn until(room: &Room, table: TableId, entries: usize) -> Vec<String> {
    let there = async {
        loop {
            let all = texts(room, table).await;
            if all.len() >= entries {
                return all;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(LONG, there).await.unwrap()
}

/// The match as its record replays it.
async fn replayed(room: &Room, table: TableId) -> Box<dyn Play> {
    engine::catalog::replay(&record(room, table).await).unwrap()
}

fn forced(play: &dyn Play) -> Option<(Seat, Forced)> {
    play.awaiting().seats().iter().find_map(|seat| Some((seat, play.forced(seat)?)))
}

/// Plays what lists put first until `done`, and waits for whatever plays itself.
async fn play_until(
    room: &Room,
    table: TableId,
    plays: impl Fn(&Forced) -> bool,
    done: impl Fn(&dyn Play) -> bool,
) -> Arc<Snapshot> {
    let mut now = look(room, &table).await;
    for _ in 0..2000 {
        let play = replayed(room, table).await;
        if play.moves() != now.play.moves() {
            now = look(room, &table).await;
            continue;
        }
        if done(&*play) || now.stage == Stage::Over {
            return now;
        }
        if now.awaiting().is_empty() || forced(&*play).is_some_and(|(_, only)| plays(&only)) {
            until(room, table, now.play.moves() as usize + 1).await;
            now = look(room, &table).await;
            continue;
        }
        let (text, _) = room.suggest(&table, now.awaiting()[0], "", 1).await.unwrap().remove(0);
        now = play_text(room, &now, &text).await;
    }
    panic!("not done");
}

#[tokio::test]
async fn the_draw_after_two_passes_plays_itself_as_an_entry_without_a_cause() {
    let at = at_pace(Duration::ZERO).await;
    let mut changes = at.room.changes();
    let passed = passed_twice(&at.room, 1, ForcedMoves::Seen).await;
    assert_eq!(until(&at.room, passed.table, 3).await, ["pass", "pass", "stock"]);
    assert_eq!(without_cause(&at.room, passed.table).await, [3]);
    let now = look(&at.room, &passed.table).await;
    assert_eq!(now.awaiting(), passed.awaiting(), "it is still their turn");
    let hand = now.hand_of(now.awaiting()[0]).unwrap();
    assert!(hand.seen.text.contains("\njust drawn "), "who has drawn sees what: {}", hand.seen.text);
    assert!(news(&now)[0].ends_with("drew from the stock, 30 left."), "{:?}", news(&now));
    while changes.next().await.unwrap().rev < now.rev {}
}

#[tokio::test]
async fn the_last_card_of_a_hand_plays_itself_and_both_are_one_change() {
    let at = at_pace(Duration::ZERO).await;
    let mut changes = at.room.changes();
    let table = two(&at.room, "klaberjass", 1, ForcedMoves::Seen).await;
    let over = play_until(&at.room, table, |only| only.hides_nothing, |play| play.status().hand > 1).await;
    let all = texts(&at.room, table).await;
    assert_eq!(all.iter().filter(|text| text.starts_with("play ")).count(), 18, "{all:?}");
    assert_eq!(without_cause(&at.room, table).await, [all.len() as u32 - 1, all.len() as u32]);
    let mut revs = Vec::new();
    while revs.last() != Some(&over.rev) {
        revs.push(changes.next().await.unwrap().rev);
    }
    assert!(!revs.contains(&(over.rev - 1)) && revs.contains(&(over.rev - 2)), "{revs:?}");
}

#[tokio::test]
async fn a_move_that_plays_itself_does_not_say_that_its_player_plays_on() {
    let at = at_pace(Duration::from_millis(500)).await;
    let table = two(&at.room, "klaberjass", 1, ForcedMoves::Seen).await;
    let is_due = |play: &dyn Play| forced(play).is_some_and(|(_, only)| only.hides_nothing);
    let due = play_until(&at.room, table, |_| false, is_due).await;
    let who = due.awaiting()[0].0 - 1000;
    let asked = ask(&at.room, &table, who, LobbyAct::End).await.unwrap().snapshot;
    assert_eq!((asked.stage, asked.seating.wish.is_some()), (Stage::Playing, true));
    until(&at.room, table, due.play.moves() as usize + 2).await;
    assert!(look(&at.room, &table).await.seating.wish.is_some());
    let at = at.restart().await;
    assert!(look(&at.room, &table).await.seating.wish.is_some(), "read again");
    assert_eq!(ask(&at.room, &table, 1 - who, LobbyAct::End).await.unwrap().snapshot.stage, Stage::Closed);
}

/// Klaberjass until somebody without a sequence is to declare.
async fn to_declare(room: &Room, table: TableId) -> Arc<Snapshot> {
    let is_due = |play: &dyn Play| forced(play).is_some_and(|(_, only)| only.text == "nomeld");
    play_until(room, table, |only| only.hides_nothing, is_due).await
}

#[tokio::test]
async fn to_declare_nothing_plays_itself_where_nobody_is_there_from_whom_a_sequence_could_be_hidden() {
    let at = at_pace(Duration::ZERO).await;
    let hides = two(&at.room, "klaberjass", 1, ForcedMoves::Seen).await;
    let due = to_declare(&at.room, hides).await;
    tokio::time::sleep(SOON).await;
    assert_eq!(look(&at.room, &hides).await.rev, due.rev, "who has a sequence may keep it to themselves, too");
    let all = two(&at.room, "klaberjass", 2, ForcedMoves::All).await;
    assert!(declared_by_itself(&at.room, all).await, "the host has it so");
    let new = NewTable { houses: vec![Level::Easy], ..new_table("klaberjass", 3) };
    let alone = at.room.create(new).await.unwrap().snapshot.table;
    assert!(declared_by_itself(&at.room, alone).await, "the house does not look at the clock");
}

/// Has a person's declaration of nothing played itself?
async fn declared_by_itself(room: &Room, table: TableId) -> bool {
    play_until(room, table, |_| true, |play| play.status().hand > 12).await;
    let (entries, itself) = (record(room, table).await.journal, without_cause(room, table).await);
    let seat = look(room, &table).await.seating.seats.iter().find(|seat| seat.name == "Ada").unwrap().seat;
    itself.iter().map(|n| &entries[*n as usize - 1]).any(|entry| entry.text == "nomeld" && entry.seat == seat)
}

#[tokio::test]
async fn the_only_legal_move_in_pegs_and_jokers_plays_itself_where_all_do() {
    let at = at_pace(Duration::ZERO).await;
    let new = NewTable { houses: vec![Level::Easy; 3], seats: Some(4), ..new_table("pegs-and-jokers", 1) };
    let table = at.room.create(new).await.unwrap().snapshot.table;
    play_until(&at.room, table, |_| true, |play| play.moves() > 80).await;
    let (itself, Record { header, journal }) = (without_cause(&at.room, table).await, record(&at.room, table).await);
    let own = itself.iter().map(|n| *n as usize - 1).filter(|at| journal[*at].seat == Seat::FIRST);
    let own: Vec<usize> = own.collect();
    assert!(!own.is_empty(), "Ada always had a choice");
    for at in own {
        let before = Record { header: header.clone(), journal: journal[..at].to_vec() };
        let only = engine::catalog::replay(&before).unwrap().forced(Seat::FIRST).unwrap();
        assert_eq!((&only.text, only.hides_nothing), (&journal[at].text, false), "it tells of the hand");
    }
}

#[tokio::test]
async fn where_the_host_wants_none_nothing_plays_itself() {
    let at = at_pace(Duration::ZERO).await;
    let passed = passed_twice(&at.room, 1, ForcedMoves::Never).await;
    tokio::time::sleep(SOON).await;
    assert_eq!(texts(&at.room, passed.table).await, ["pass", "pass"]);
    let drawn = play_text(&at.room, &passed, "stock").await;
    assert_eq!((drawn.play.moves(), without_cause(&at.room, passed.table).await), (3, vec![]));
}

#[tokio::test]
async fn the_board_is_seen_for_a_moment_before_a_move_plays_itself() {
    let at = at_pace(Duration::from_millis(700)).await;
    let passed = passed_twice(&at.room, 1, ForcedMoves::Seen).await;
    tokio::time::sleep(SOON).await;
    assert_eq!(texts(&at.room, passed.table).await.len(), 2);
    until(&at.room, passed.table, 3).await;
}

#[tokio::test]
async fn a_move_that_was_to_play_itself_when_the_program_was_killed_does_after_a_restart_once() {
    let at = House::new().await;
    let passed = passed_twice(&at.room, 1, ForcedMoves::Seen).await;
    let at = at.restart().await;
    tokio::time::sleep(SOON).await;
    assert_eq!(texts(&at.room, passed.table).await.len(), 2, "or this test tells nothing");
    at.room.shutdown().await;
    // Nobody looks at the table.
    let room = paced(&at.dir, LONG, Duration::ZERO).await;
    assert_eq!(until(&room, passed.table, 3).await, ["pass", "pass", "stock"]);
    room.shutdown().await;
    let room = paced(&at.dir, LONG, Duration::ZERO).await;
    look(&room, &passed.table).await;
    tokio::time::sleep(SOON).await;
    assert_eq!(texts(&room, passed.table).await.len(), 3);
}

#[tokio::test]
async fn a_press_and_a_move_that_plays_itself_in_the_same_instant_are_one_of_them() {
    let at = at_pace(Duration::from_millis(20)).await;
    let (mut pressed, mut late) = (0, 0);
    for channel in 1..40 {
        let passed = passed_twice(&at.room, channel, ForcedMoves::Seen).await;
        tokio::time::sleep(Duration::from_micros(18_000 + 100 * channel)).await;
        let who = passed.awaiting()[0].0 - 1000;
        let window = upcard::tables::Window::Hand(passed.window_of(passed.awaiting()[0]).unwrap());
        let press = upcard::tables::Request::new(person(who), MatchAct::Play("stock".to_owned())).cause(cause());
        match at.room.ask(&passed.table, press.window(window)).await {
            Ok(_) => pressed += 1,
            Err(Rejection::TooLate(_)) => late += 1,
            Err(other) => panic!("{other:?}"),
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
        assert_eq!(texts(&at.room, passed.table).await, ["pass", "pass", "stock"]);
        ask(&at.room, &passed.table, 0, MatchAct::Resign).await.unwrap();
    }
    assert_eq!(pressed + late, 39);
}
