//! Matches whose record was damaged: what is said of them, and how they end.

use upcard::store::{Blocks, Store, StoreError};
use upcard::tables::{Closing, LobbyAct, MatchAct, Room, Stage, TableId, replays};

use crate::common::*;

/// What `upcard doctor` finds wrong, while the room is open or not.
async fn found(house: &House, all: bool) -> Vec<(TableId, String)> {
    let beside = Store::beside(&url(&house.dir)).await.unwrap();
    let mut wrong = Vec::new();
    for table in beside.begun(all).await.unwrap() {
        let why = match beside.load(table).await {
            Ok(stored) => replays(&stored.unwrap()).map_err(|why| why.to_string()),
            Err(StoreError::Row { what, .. }) => Err(what.to_owned()),
            Err(error) => panic!("{error}"),
        };
        wrong.extend(why.err().map(|why| (table, why)));
    }
    wrong
}

#[tokio::test]
async fn p03_a_live_match_that_does_not_replay_is_named_and_counted_when_it_is_woken() {
    for (damaged, why) in [
        ("UPDATE journal SET move = 'knock AS' WHERE number = 5 AND table_id = '?'", "entry 5 "),
        ("UPDATE journal SET move = 'DRAW  stock' WHERE number = 1 AND table_id = '?'", "entry 1 "),
        ("UPDATE journal SET seat = 1 - seat WHERE number = 5 AND table_id = '?'", "entry 5 "),
        ("UPDATE journal SET seat = 99 WHERE number = 5 AND table_id = '?'", "journal"),
        ("DELETE FROM journal WHERE number = 1 AND table_id = '?'", "entry 1 of its journal is missing"),
        ("DELETE FROM journal WHERE number = 5 AND table_id = '?'", "entry 5 of its journal is missing"),
        ("DELETE FROM seats WHERE seat = 1 AND table_id = '?'", "it is for 2, and 1 sit there"),
        ("UPDATE tables SET header = NULL WHERE id = '?'", "how it began is missing"),
        ("UPDATE tables SET header = '{}' WHERE id = '?'", "header"),
        ("UPDATE tables SET game = 'whist' WHERE id = '?'", "whist"),
        ("UPDATE tables SET header = replace(header, 'gin-rummy', 'klaberjass') WHERE id = '?'", ""),
        ("UPDATE tables SET header = json_set(header, '$.rules_rev', 999) WHERE id = '?'", "revision 999"),
        ("UPDATE tables SET stage = 2 WHERE id = '?'", "it was ended, and is not decided"),
    ] {
        let mut house = House::new().await;
        let (table, other) = (begun(&house.room, "gin-rummy", 1).await, begun(&house.room, "gin-rummy", 2).await);
        for table in [table, other] {
            play(&house.room, &table, &mut Dice::new(3), 8).await;
        }
        assert_eq!(found(&house, true).await, []);
        house = house.restart().await;
        damage(&house, &damaged.replace('?', table.as_str())).await;
        let all = damaged.contains("stage = 2");
        let [(named, said)] = &found(&house, all).await[..] else { panic!("{damaged}") };
        assert!(*named == table && said.contains(why), "{damaged}: {said}");
        assert!(!said.contains("AS"), "no card: {said}");
        let _ = house.room.look(&table).await;
        look(&house.room, &other).await;
        assert_eq!(house.room.broken(), u64::from(why != "how it began is missing"), "{damaged}");
        house.room.shutdown().await;
    }
}

#[tokio::test]
async fn p03_a_match_that_has_ended_is_replayed_where_all_are() {
    let house = House::new().await;
    let table = begun(&house.room, "gin-rummy", 1).await;
    play(&house.room, &table, &mut Dice::new(3), 4).await;
    ask(&house.room, &table, 0, MatchAct::Resign).await.unwrap();
    damage(&house, "DELETE FROM journal WHERE move = 'resign'").await;
    assert_eq!(found(&house, false).await, []);
    assert_eq!(found(&house, true).await, [(table, "it was ended, and is not decided".to_owned())]);
    house.room.shutdown().await;
}

async fn closed(room: &Room, table: &TableId) {
    assert_eq!(look(room, table).await.stage, Stage::Closed);
    let stored = room.store().load(*table).await.unwrap().unwrap();
    assert!(results(room, *table).await.is_empty() && stored.ratings.is_empty());
}

#[tokio::test]
async fn p04_the_house_ends_lobbies_matches_and_what_no_longer_replays_and_nobody_is_held_there() {
    let mut house = House::new().await;
    let lobby = house.room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
    ask(&house.room, &lobby, 1, LobbyAct::Join).await.unwrap();
    let (playing, stuck) = (begun(&house.room, "gin-rummy", 2).await, begun(&house.room, "gin-rummy", 3).await);
    play(&house.room, &stuck, &mut Dice::new(3), 6).await;
    house = house.restart().await;
    damage(&house, &format!("DELETE FROM journal WHERE number = 2 AND table_id = '{stuck}'")).await;
    let room = &house.room;
    assert_eq!(room.store().forget(person(1).id, Blocks::Go).await.unwrap().live.len(), 3);
    for (table, why) in [(lobby, Closing::Idle(3)), (playing, Closing::SentAway), (stuck, Closing::Owner)] {
        room.close(&table, why).await.unwrap();
        closed(room, &table).await;
        room.close(&table, why).await.unwrap_err();
    }
    assert_eq!(room.store().forget(person(1).id, Blocks::Go).await.unwrap().live, []);
    // The record is what it was, but for who sat there, and what is played there next is another table.
    assert_eq!(room.store().load(playing).await.unwrap().unwrap().row.rev, 5);
    begun(room, "gin-rummy", 2).await;
    house = house.restart().await;
    closed(&house.room, &playing).await;
    house.room.shutdown().await;
}

#[tokio::test]
async fn p04_a_table_that_cannot_be_read_is_put_away_unread() {
    let mut house = House::new().await;
    let table = begun(&house.room, "gin-rummy", 2).await;
    house = house.restart().await;
    damage(&house, "UPDATE tables SET header = 'x'").await;
    house.room.close(&table, Closing::Owner).await.unwrap_err();
    house.room.store().put_away(table, upcard::tables::now()).await.unwrap();
    assert_eq!(house.room.store().forget(person(1).id, Blocks::Go).await.unwrap().live, []);
    assert_eq!(house.room.at(place(2).channel).await.unwrap(), None);
    house.room.shutdown().await;
}
