//! Clocks: what happens when somebody's time runs out, and that it is nobody else's.

use std::time::Duration;

use engine::RESIGN;
use upcard::discord::news;
use upcard::store::Store;
use upcard::tables::{Absent, Clock, LobbyAct, MatchAct, NewTable, Room, RoomConfig, Seeds, Snapshot, Stage, TableId};

use crate::common::*;

/// A minute passes in a tenth of a second.
const FAST: u32 = 600;
const LONG: Duration = Duration::from_secs(60);

async fn fast(dir: &tempfile::TempDir) -> Room {
    let config =
        RoomConfig { speed: FAST, pace: Duration::ZERO, seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    Room::open_with(Store::open(&url(dir)).await.unwrap(), config).await.unwrap()
}

/// Two play gin with this clock.
async fn with_clock(room: &Room, clock: Clock) -> TableId {
    let table = room.create(NewTable { clock, ..new_table("gin-rummy", 1) }).await.unwrap().snapshot.table;
    ask(room, &table, 1, LobbyAct::Join).await.unwrap();
    ask(room, &table, 0, LobbyAct::Start).await.unwrap();
    table
}

/// Until the table is so.
async fn until(room: &Room, table: &TableId, is_so: impl Fn(&Snapshot) -> bool) -> std::sync::Arc<Snapshot> {
    let waited = async {
        loop {
            let now = look(room, table).await;
            if is_so(&now) {
                return now;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(LONG, waited).await.unwrap()
}

/// Somebody plays what is suggested first.
async fn moves(room: &Room, table: &TableId) {
    let now = until(room, table, |now| !now.awaiting().is_empty()).await;
    let user = now.awaiting()[0];
    let (text, _) = room.suggest(table, user, "", 1).await.unwrap().remove(0);
    let _ = ask(room, table, user.0 - 1000, MatchAct::Play(text)).await;
}

fn is_away(now: &Snapshot) -> bool {
    now.seating.seats.iter().any(|seat| seat.away)
}

#[tokio::test]
async fn whoever_runs_out_of_time_is_played_for_and_the_second_time_the_house_takes_the_seat() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let table = with_clock(&room, Clock::Minute).await;
    let first = look(&room, &table).await;
    let time = first.seating.seats.iter().find_map(|seat| seat.time).unwrap();
    // A minute, and twice that from the bank, in a tenth of a second each.
    assert_eq!((time.due - first.at, time.bank), (300, 200));
    let late = until(&room, &table, |now| now.play.moves() > 0).await;
    assert!(news(&late)[0].ends_with("had no time left."), "{:?}", news(&late));
    let entry = record(&room, table).await.journal[0].clone();
    assert!(entry.at >= time.due && entry.text != RESIGN, "an ordinary entry with its time");
    let away = until(&room, &table, is_away).await;
    let gone: Vec<_> = away.seating.seats.iter().filter(|seat| seat.away).collect();
    assert_eq!(gone.len(), 1, "{:?}", news(&away));
    assert_eq!(away.stage, Stage::Playing);
    let whose = u64::from(gone[0].seat.number());
    let back = ask(&room, &table, whose, MatchAct::Return).await.unwrap().snapshot;
    assert!(!is_away(&back) && news(&back)[0].ends_with("is back."), "{:?}", news(&back));
}

#[tokio::test]
async fn a_move_that_plays_itself_leaves_it_at_that_somebodys_time_ran_out() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let table = with_clock(&room, Clock::TenMinutes).await;
    let late = look(&room, &table).await.awaiting()[0];
    until(&room, &table, |now| now.play.moves() > 0).await;
    let other = look(&room, &table).await.awaiting()[0];
    assert_ne!(late, other);
    ask(&room, &table, other.0 - 1000, MatchAct::Play("pass".to_owned())).await.unwrap();
    // Their draw was theirs, but no choice: they have still not been seen, so this is the second time in a row.
    let away = until(&room, &table, is_away).await;
    let texts: Vec<_> = record(&room, table).await.journal.into_iter().map(|entry| entry.text).collect();
    // The house, which has the seat now, may have played on.
    assert_eq!(texts[..3], ["pass", "pass", "stock"]);
    let gone: Vec<_> = away.seating.seats.iter().filter(|seat| seat.away).map(|seat| seat.seat).collect();
    assert_eq!(gone, [away.seat_of(late).unwrap().seat]);
}

#[tokio::test]
async fn where_everybody_is_away_the_match_waits_for_whoever_comes_back_first() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let table = with_clock(&room, Clock::Minute).await;
    let all = |now: &Snapshot| now.seating.seats.iter().all(|seat| seat.away);
    let away = until(&room, &table, all).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let later = look(&room, &table).await;
    assert_eq!((later.rev, later.stage), (away.rev, Stage::Playing), "nobody plays on alone");
    let back = ask(&room, &table, 0, MatchAct::Return).await.unwrap().snapshot;
    assert_eq!(back.stage, Stage::Playing);
    until(&room, &table, |now| now.rev > back.rev || !now.awaiting().is_empty()).await;
}

/// Two play gin, and this becomes of the seat of whoever is away.
async fn with_absent(room: &Room, absent: Absent) -> TableId {
    let new = NewTable { clock: Clock::Minute, ..new_table("gin-rummy", 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    ask(room, &table, 0, LobbyAct::SetAbsent(absent)).await.unwrap();
    ask(room, &table, 1, LobbyAct::Join).await.unwrap();
    ask(room, &table, 0, LobbyAct::Start).await.unwrap();
    table
}

#[tokio::test]
async fn whoever_is_away_resigns_where_that_was_agreed() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let table = with_absent(&room, Absent::Resigns).await;
    let over = until(&room, &table, |now| now.stage == Stage::Over).await;
    let journal = record(&room, table).await.journal;
    assert_eq!(journal.iter().filter(|entry| entry.text == RESIGN).count(), 1, "{:?}", news(&over));
}

#[tokio::test]
async fn the_table_moves_for_whoever_is_away_where_that_was_agreed_but_not_for_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let table = with_absent(&room, Absent::Table).await;
    let late = until(&room, &table, |now| now.play.moves() >= 4).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let later = look(&room, &table).await;
    assert!(!is_away(&later) && later.stage == Stage::Playing, "{:?}", news(&later));
    assert!(later.play.moves() <= late.play.moves() + 2, "where nobody is there it rests");
    let rests = look(&room, &table).await.play.moves();
    moves(&room, &table).await;
    let back = look(&room, &table).await;
    assert!(!news(&back).join(" ").contains("no time left"), "{:?}", news(&back));
    until(&room, &table, |now| now.play.moves() > rests + 1).await;
}

#[tokio::test]
async fn a_move_in_time_spends_the_bank_only_beyond_the_time_for_a_move() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let table = with_clock(&room, Clock::TenMinutes).await;
    let bank = |now: &Snapshot| now.seating.seats.iter().find_map(|seat| seat.time).unwrap().bank;
    for _ in 0..4 {
        assert_eq!(bank(look(&room, &table).await.as_ref()), 2000);
        moves(&room, &table).await;
    }
    let slow = look(&room, &table).await.awaiting()[0];
    tokio::time::sleep(Duration::from_millis(1300)).await;
    moves(&room, &table).await;
    let own = |now: &Snapshot| now.awaiting().contains(&slow);
    while !own(look(&room, &table).await.as_ref()) {
        moves(&room, &table).await;
    }
    let left = bank(look(&room, &table).await.as_ref());
    assert!((1000..=1700).contains(&left), "{left}");
    let shown = look(&room, &table).await.seating.seats.clone();
    room.shutdown().await;
    let room = fast(&dir).await;
    let again = look(&room, &table).await;
    let banks =
        |seats: &[upcard::tables::SeatInfo]| seats.iter().map(|one| one.time.map(|t| t.bank)).collect::<Vec<_>>();
    assert_eq!(banks(&again.seating.seats), banks(&shown), "it follows from the journal");
}

#[tokio::test]
async fn the_time_in_which_the_bot_was_away_is_nobodys() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let table = with_clock(&room, Clock::Minute).await;
    // It has been noted by then that the bot is alive.
    tokio::time::sleep(Duration::from_millis(60)).await;
    let before = look(&room, &table).await;
    room.shutdown().await;
    tokio::time::sleep(Duration::from_millis(1000)).await;
    let room = fast(&dir).await;
    let after = look(&room, &table).await;
    assert_eq!(after.play.moves(), 0, "nobody is charged for that");
    let due = |now: &Snapshot| now.seating.seats.iter().find_map(|seat| seat.time).unwrap().due;
    assert!(due(&after) >= due(&before) + 1000, "{} {}", due(&after), due(&before));
    until(&room, &table, |now| now.play.moves() > 0).await;
}

#[tokio::test]
async fn while_discord_cannot_be_reached_no_time_runs() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let table = with_clock(&room, Clock::Minute).await;
    room.reach(false).await;
    tokio::time::sleep(Duration::from_millis(800)).await;
    assert_eq!(look(&room, &table).await.play.moves(), 0);
    room.reach(true).await;
    assert_eq!(look(&room, &table).await.play.moves(), 0);
    until(&room, &table, |now| now.play.moves() > 0).await;
}

#[tokio::test]
async fn a_sleeping_table_wakes_when_it_is_due_after_a_restart_too() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    let mut tables = Vec::new();
    for channel in 0..20 {
        let new = NewTable { clock: Clock::Minute, ..new_table("gin-rummy", 100 + channel) };
        let table = room.create(new).await.unwrap().snapshot.table;
        ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
        ask(&room, &table, 0, LobbyAct::Start).await.unwrap();
        tables.push(table);
    }
    room.shutdown().await;
    let room = fast(&dir).await;
    let store = room.store().clone();
    let played = async {
        for table in &tables {
            // Nobody looks at the table itself.
            while store.load(*table).await.unwrap().unwrap().journal.is_empty() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    };
    tokio::time::timeout(LONG, played).await.unwrap();
}

#[tokio::test]
async fn of_a_move_and_the_end_of_its_time_one_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let room = fast(&dir).await;
    for n in 0..12u64 {
        let new = NewTable { clock: Clock::Minute, ..new_table("gin-rummy", 200 + n) };
        let table = room.create(new).await.unwrap().snapshot.table;
        ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
        let begun = ask(&room, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
        let user = begun.awaiting()[0];
        tokio::time::sleep(Duration::from_millis(280 + 4 * n)).await;
        let _ = ask(&room, &table, user.0 - 1000, MatchAct::Play("pass".to_owned())).await;
        let now = until(&room, &table, |now| now.play.moves() > 0).await;
        let own = record(&room, table).await.journal.iter().filter(|entry| entry.at - begun.at < 350).count();
        assert!(own == 1, "{n}: {:?}", news(&now));
        room.close(&table, upcard::tables::Closing::Owner).await.unwrap();
    }
}
