//! The moment between two hands.

use std::time::Duration;

use upcard::store::Store;
use upcard::tables::{
    Clock, Level, LobbyAct, MatchAct, NewTable, NextHand, Rejection, Room, RoomConfig, Seeds, Snapshot, TableId,
};

use crate::common::*;

/// Longer than any test.
const LONG: Duration = Duration::from_secs(3600);
const SHORT: Duration = Duration::from_millis(300);

async fn open(dir: &tempfile::TempDir, moment: Duration, pace: Duration) -> Room {
    let config = RoomConfig { moment, pace, seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    Room::open_with(Store::open(&url(dir)).await.unwrap(), config).await.unwrap()
}

/// Two play gin until a hand has ended.
async fn a_hand(room: &Room, table: &TableId) -> std::sync::Arc<Snapshot> {
    let (mut dice, deal) = (Dice::new(3), look(room, table).await.play.deal());
    loop {
        let now = play(room, table, &mut dice, 1).await;
        if now.play.deal() > deal {
            return now;
        }
    }
}

#[tokio::test]
async fn the_next_hand_waits_until_anybody_at_the_table_wants_it_or_the_moment_is_over() {
    let dir = tempfile::tempdir().unwrap();
    let room = open(&dir, LONG, LONG).await;
    let table = begun(&room, "gin-rummy", 1).await;
    let ended = a_hand(&room, &table).await;
    let deal = ended.play.deal();
    assert_eq!((ended.news.next, ended.news.results.len()), (Some(deal), 1));
    assert_eq!(look(&room, &table).await.news.next, Some(deal), "also for who comes to look");
    let stranger = ask(&room, &table, 5, MatchAct::Next(deal)).await.unwrap_err();
    assert!(matches!(stranger, Rejection::NotSeated), "{stranger:?}");
    let earlier = ask(&room, &table, 0, MatchAct::Next(deal - 1)).await.unwrap();
    assert_eq!(earlier.snapshot.news.next, Some(deal), "a button of an earlier hand changes nothing");
    for who in [1, 0] {
        let answer = ask(&room, &table, who, MatchAct::Next(deal)).await.unwrap();
        assert_eq!((answer.snapshot.news.next, answer.snapshot.rev), (None, ended.rev), "nothing was played");
    }
    room.shutdown().await;

    let room = open(&dir, SHORT, LONG).await;
    assert_eq!(look(&room, &table).await.news.next, None, "after a start the match goes on");
    let mut changes = room.changes();
    let ended = a_hand(&room, &table).await;
    let told = async {
        loop {
            let told = changes.next().await.unwrap();
            if told.rev == ended.rev && told.news.next.is_none() {
                return told;
            }
        }
    };
    let told = tokio::time::timeout(Duration::from_secs(10), told).await.expect("the moment ends by itself");
    assert_eq!(told.news.results, ended.news.results);
    room.shutdown().await;
}

#[tokio::test]
async fn whoever_plays_at_once_ends_the_moment_and_a_table_may_have_none() {
    let dir = tempfile::tempdir().unwrap();
    let room = open(&dir, LONG, LONG).await;
    let table = begun(&room, "gin-rummy", 1).await;
    assert!(a_hand(&room, &table).await.news.next.is_some());
    let next = play(&room, &table, &mut Dice::new(1), 1).await;
    assert_eq!(next.news.next, None, "the move was played, so the hand is shown");

    let table = room.create(new_table("gin-rummy", 2)).await.unwrap().snapshot.table;
    ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
    ask(&room, &table, 0, LobbyAct::SetNextHand(NextHand::AtOnce)).await.unwrap();
    ask(&room, &table, 0, LobbyAct::Start).await.unwrap();
    assert_eq!(a_hand(&room, &table).await.news.next, None);
    room.shutdown().await;
}

#[tokio::test]
async fn neither_clocks_nor_the_house_go_on_between_hands() {
    let dir = tempfile::tempdir().unwrap();
    let room = open(&dir, LONG, Duration::ZERO).await;
    let new = NewTable { houses: vec![Level::Easy], clock: Clock::Minute, ..new_table("gin-rummy", 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    let mut changes = room.changes();
    let ended = loop {
        let now = look(&room, &table).await;
        if now.news.next.is_some() {
            break now;
        }
        if let Some(user) = now.awaiting().first() {
            let (text, _) = room.suggest(&table, *user, "", 1).await.unwrap().remove(0);
            // The moment may have begun by a move of the house.
            let _ = ask(&room, &table, 0, MatchAct::Play(text)).await;
        } else {
            tokio::time::timeout(Duration::from_secs(10), changes.next()).await.expect("the house plays");
        }
    };
    if let Some(time) = ended.seating.seats[0].time {
        assert!(time.due - ended.at >= LONG.as_millis() as i64, "what is not shown takes no time");
    }
    tokio::time::sleep(SHORT).await;
    assert_eq!(look(&room, &table).await.rev, ended.rev, "the house waits");
    ask(&room, &table, 0, MatchAct::Next(ended.play.deal())).await.unwrap();
    // Whoever has to begin can.
    let goes_on = async {
        loop {
            let now = look(&room, &table).await;
            match now.awaiting().first() {
                Some(user) => {
                    let (text, _) = room.suggest(&table, *user, "", 1).await.unwrap().remove(0);
                    return ask(&room, &table, 0, MatchAct::Play(text)).await.unwrap();
                }
                None => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), goes_on).await.expect("the match goes on");
    room.shutdown().await;
}
