//! The house plays: it is given a seat, moves by itself, and goes on after a restart.

use std::sync::Arc;
use std::time::Duration;

use engine::catalog;
use sqlx::{Connection, SqliteConnection};
use upcard::store::Store;
use upcard::tables::{
    Changes, Level, LobbyAct, MatchAct, NewTable, Room, RoomConfig, Seeds, Snapshot, Stage, TableId, Unrated,
};

use crate::common::*;

/// More than any test takes.
const LONG: Duration = Duration::from_secs(120);

/// A table of Ada's with these seats of the house, at which nobody else can sit down.
async fn with(room: &Room, game: &str, channel: u64, houses: &[Level]) -> Arc<Snapshot> {
    let seats = Some(houses.len() as u8 + 1);
    let new = NewTable { houses: houses.to_vec(), seats, ..new_table(game, channel) };
    room.create(new).await.unwrap().snapshot
}

async fn lively() -> (House, Changes) {
    let at = House::new().await;
    let at = restarted(at).await;
    let changes = at.room.changes();
    (at, changes)
}

/// The same file, with a house that moves at once.
async fn restarted(at: House) -> House {
    at.room.shutdown().await;
    let room = paced(&at.dir, LONG, Duration::ZERO).await;
    House { dir: at.dir, room }
}

/// The next change after which somebody is asked, or the match is over.
async fn until_asked(room: &Room, changes: &mut Changes, table: &TableId) -> Arc<Snapshot> {
    let asked = |now: &Snapshot| now.stage == Stage::Over || !now.awaiting().is_empty();
    let now = look(room, table).await;
    if asked(&now) {
        return now;
    }
    loop {
        let next = tokio::time::timeout(LONG, changes.next()).await.unwrap().unwrap();
        if next.table == *table && next.rev > now.rev && asked(&next) {
            return next;
        }
    }
}

/// A match at which Ada has moved, and the house is to.
async fn until_it_moves(room: &Room) -> Arc<Snapshot> {
    let mut waiting = with(room, "gin-rummy", 1, &[Level::Medium]).await;
    for _ in 0..10 {
        if waiting.awaiting().is_empty() {
            break;
        }
        let (_, text) = some_move(room, &waiting, &mut Dice::new(1)).await;
        waiting = ask(room, &waiting.table, 0, MatchAct::Play(text)).await.unwrap().snapshot;
    }
    assert!(waiting.awaiting().is_empty(), "the house is to move");
    waiting
}

/// Ada plays what lists put first until the match is over.
async fn play_on(room: &Room, changes: &mut Changes, table: &TableId, most: usize) -> Arc<Snapshot> {
    for _ in 0..most {
        let now = until_asked(room, changes, table).await;
        if now.stage == Stage::Over {
            return now;
        }
        // In a race the house may just have been faster, or have ended the match.
        let moves = room.suggest(table, person(0).id, "", 1).await.unwrap_or_default();
        if let Some((text, _)) = moves.into_iter().next() {
            let _ = ask(room, table, 0, MatchAct::Play(text)).await;
        }
    }
    panic!("not over after {most} moves");
}

#[tokio::test]
async fn alone_against_the_house_a_match_begins_at_once_and_is_played_to_its_end_in_every_game() {
    let (at, mut changes) = lively().await;
    for (channel, game) in (1..).zip(catalog::games()) {
        let seats = *game.variants()[0].seats.start();
        let houses = &Level::ALL[..usize::from(seats) - 1];
        let begun = with(&at.room, game.id(), channel, houses).await;
        assert_eq!((begun.stage, begun.has_house()), (Stage::Playing, true), "{}", game.id());
        let over = play_on(&at.room, &mut changes, &begun.table, 5000).await;
        assert!(over.play.standings().is_some() && over.ratings == Err(Unrated::House), "{}", game.id());
    }
}

#[tokio::test]
async fn several_moves_of_the_house_are_one_change() {
    let (at, mut changes) = lively().await;
    let begun = with(&at.room, "crazy-eights", 1, &[Level::Easy, Level::Medium, Level::Hard]).await;
    let mut several = 0;
    for _ in 0..24 {
        let now = until_asked(&at.room, &mut changes, &begun.table).await;
        if now.stage == Stage::Over {
            break;
        }
        let first = at.room.suggest(&begun.table, person(0).id, "", 1).await.unwrap_or_default().pop();
        let text = first.map_or_else(String::new, |(text, _)| text);
        let Ok(answer) = ask(&at.room, &begun.table, 0, MatchAct::Play(text)).await else {
            assert!(look(&at.room, &begun.table).await.rev > now.rev, "a forced move has played itself");
            continue;
        };
        let own = answer.snapshot;
        while own.awaiting().is_empty() {
            let next = tokio::time::timeout(LONG, changes.next()).await.unwrap().unwrap();
            if next.rev <= own.rev {
                continue;
            }
            if next.stage == Stage::Over || !next.awaiting().is_empty() {
                several += usize::from(next.rev > own.rev + 1);
                break;
            }
            assert!(!next.news.results.is_empty(), "only how a hand ended is told between");
        }
    }
    assert!(several > 0, "the house never moved twice in a row");
    let thoughts = at.room.thoughts();
    assert!(Level::ALL.iter().all(|level| thoughts[level.id()].0 > 0), "{thoughts:?}");
    let metrics = upcard::ops::metrics::THOUGHTS;
    assert!(thoughts.keys().chain(&["hint", "review"]).all(|what| metrics.contains(what)), "{thoughts:?}");
}

#[tokio::test]
async fn after_a_restart_the_house_goes_on_without_being_asked() {
    let at = House::new().await;
    let waiting = until_it_moves(&at.room).await;
    at.room.shutdown().await;
    let room = paced(&at.dir, LONG, Duration::ZERO).await;
    let mut changes = room.changes();
    let table = waiting.table;
    let moved = async {
        while look(&room, &table).await.rev == waiting.rev {
            changes.next().await;
        }
    };
    tokio::time::timeout(LONG, moved).await.unwrap();
}

#[tokio::test]
async fn where_everybody_has_waited_for_the_house_for_long_the_table_says_so_once() {
    let at = House::new().await;
    let mut changes = at.room.changes();
    let mut waiting = with(&at.room, "gin-rummy", 1, &[Level::Medium]).await;
    for _ in 0..10 {
        if waiting.awaiting().is_empty() {
            break;
        }
        assert!(waiting.seating.lingering.is_empty(), "a person is waited for");
        let (_, text) = some_move(&at.room, &waiting, &mut Dice::new(1)).await;
        waiting = ask(&at.room, &waiting.table, 0, MatchAct::Play(text)).await.unwrap().snapshot;
    }
    let says = async {
        loop {
            let next = changes.next().await.unwrap();
            if !next.seating.lingering.is_empty() {
                return next;
            }
        }
    };
    let says = tokio::time::timeout(LONG, says).await.unwrap();
    let house = says.seating.seats.iter().find(|seat| seat.sitter.is_some_and(|who| who.house().is_some())).unwrap();
    assert_eq!((says.rev, says.seating.lingering.iter().collect::<Vec<_>>()), (waiting.rev, vec![house.seat]));
    assert_eq!(
        look(&at.room, &waiting.table).await.seating.lingering,
        says.seating.lingering,
        "whoever looks sees it, too"
    );
    assert!(tokio::time::timeout(Duration::from_secs(4), changes.next()).await.is_err(), "it is said once");
    let over = ask(&at.room, &waiting.table, 0, MatchAct::Resign).await.unwrap().snapshot;
    assert!(over.seating.lingering.is_empty());
}

#[tokio::test]
async fn a_person_takes_a_seat_of_the_house_before_the_start_and_only_then() {
    let at = House::new().await;
    let table = at.room.create(new_table("crazy-eights", 1)).await.unwrap().snapshot.table;
    let told = async |who, act: LobbyAct| news(&ask(&at.room, &table, who, act).await.unwrap().snapshot);
    ask(&at.room, &table, 0, LobbyAct::SetSeats(3)).await.unwrap();
    assert_eq!(told(0, LobbyAct::AddHouse(Level::Easy)).await, ["Ada gave 🏠 Easy House a seat."]);
    assert_eq!(told(0, LobbyAct::AddHouse(Level::Easy)).await, ["Ada gave 🏠 Easy House 2 a seat."]);
    let refused = |answer| words(answer);
    assert_eq!(refused(ask(&at.room, &table, 0, LobbyAct::AddHouse(Level::Hard)).await), "All 3 seats are taken.");
    let others = refused(ask(&at.room, &table, 1, LobbyAct::AddHouse(Level::Hard)).await);
    assert!(others.contains("Ada"), "{others}");
    assert_eq!(told(1, LobbyAct::Join).await, ["Ben joined in the place of 🏠 Easy House 2."]);
    ask(&at.room, &table, 0, LobbyAct::Start).await.unwrap();
    let late = refused(ask(&at.room, &table, 2, LobbyAct::Join).await);
    assert!(!late.is_empty());
    let begun = refused(ask(&at.room, &table, 0, LobbyAct::AddHouse(Level::Hard)).await);
    assert!(!begun.is_empty());
}

#[tokio::test]
async fn more_houses_than_seats_are_refused_and_no_table_is_opened() {
    let at = House::new().await;
    let new = NewTable { houses: vec![Level::Easy; 2], ..new_table("klaberjass", 1) };
    assert_eq!(words(at.room.create(new).await), "Both seats are taken.");
    assert!(at.room.at(place(1).channel).await.unwrap().is_none());
}

#[tokio::test]
async fn the_house_does_not_play_on_alone() {
    let (at, mut changes) = lively().await;
    let begun = with(&at.room, "crazy-eights", 1, &[Level::Easy, Level::Medium]).await;
    ask(&at.room, &begun.table, 0, MatchAct::Resign).await.unwrap();
    let over = async {
        while look(&at.room, &begun.table).await.stage != Stage::Over {
            changes.next().await;
        }
    };
    tokio::time::timeout(LONG, over).await.unwrap();
}

#[tokio::test]
async fn a_rematch_with_the_house_begins_at_once() {
    let (at, mut changes) = lively().await;
    let begun = with(&at.room, "gin-rummy", 1, &[Level::Easy]).await;
    ask(&at.room, &begun.table, 0, MatchAct::Resign).await.unwrap();
    let again = ask(&at.room, &begun.table, 0, upcard::tables::Act::Rematch).await.unwrap().snapshot;
    assert_eq!((again.stage, again.table == begun.table), (Stage::Playing, false));
    until_asked(&at.room, &mut changes, &again.table).await;
}

#[tokio::test]
async fn a_table_that_could_not_be_read_at_the_start_is_tried_again() {
    let at = House::new().await;
    let waiting = until_it_moves(&at.room).await;
    at.room.shutdown().await;
    let store = Store::open(&url(&at.dir)).await.unwrap();
    let mut conn = SqliteConnection::connect(&url(&at.dir)).await.unwrap();
    let rename = async |conn: &mut SqliteConnection, from: &str, to: &str| {
        let rename = format!("ALTER TABLE journal RENAME COLUMN {from} TO {to}");
        sqlx::query(sqlx::AssertSqlSafe(rename)).execute(conn).await.unwrap();
    };
    rename(&mut conn, "move", "away").await;
    let config = RoomConfig { pace: Duration::ZERO, seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    let room = Room::open_with(store, config).await.unwrap();
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(room.look(&waiting.table).await.is_err(), "or this test tells nothing");
    rename(&mut conn, "away", "move").await;
    let moved = async {
        while record(&room, waiting.table).await.journal.len() as u32 == waiting.play.moves() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(LONG, moved).await.unwrap();
}
