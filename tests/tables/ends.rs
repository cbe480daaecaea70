//! What ends before it is decided: lobbies, matches and hands.

use std::sync::Arc;

use serde_json::json;
use upcard::tables::{Act, Closing, LobbyAct, MatchAct, Room, Snapshot, Stage, Unrated};

use crate::common::*;

#[tokio::test]
async fn a_lobby_whose_channel_is_gone_is_closed_and_a_match_goes_on() {
    let house = House::new().await;
    let room = &house.room;
    let lobby = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
    room.close(&lobby, Closing::Unreachable).await.unwrap();
    assert_eq!(look(room, &lobby).await.stage, Stage::Closed);
    assert_eq!(room.at(place(1).channel).await.unwrap(), None);
    let playing = begun(room, "gin-rummy", 1).await;
    room.close(&playing, Closing::Unreachable).await.unwrap_err();
    assert_eq!(look(room, &playing).await.stage, Stage::Playing);
}

#[tokio::test]
async fn a_match_left_alone_for_a_day_may_be_ended_by_those_at_it() {
    let House { room, dir: _dir } = House::new().await;
    let lobby = room.create(new_table(games()[0], 1)).await.unwrap().snapshot;
    let hour = 3600 * 1000;
    assert!(
        !lobby.may_end(person(7).id, None, lobby.at + hour - 1) && lobby.may_end(person(7).id, None, lobby.at + hour)
    );
    let table = begun(&room, games()[0], 2).await;
    let played = play(&room, &table, &mut Dice::new(1), 3).await;
    let day = played.at + 24 * hour;
    assert!(played.may_end(person(0).id, None, played.at), "the host at any time");
    assert!(!played.may_end(person(1).id, None, day - 1) && played.may_end(person(1).id, None, day));
    assert!(!played.may_end(person(7).id, None, day), "not those who only look on");
    assert!(words(ask(&room, &table, 1, LobbyAct::End).await).contains("After a day in which nobody moves"));
}

#[tokio::test]
async fn once_the_host_has_resigned_those_at_the_match_may_close_it_and_nobody_else() {
    let House { room, dir: _dir } = House::new().await;
    let table = three_at_the_door(&room, 1).await;
    let before = look(&room, &table).await;
    assert!(!before.may_end(person(1).id, None, before.at));
    let resigned = ask(&room, &table, 0, MatchAct::Resign).await.unwrap().snapshot;
    assert_eq!(resigned.stage, Stage::Playing, "the others play on");
    for (who, may) in [(1, true), (2, true), (5, false)] {
        assert_eq!(resigned.may_end(person(who).id, None, resigned.at), may, "{}", person(who).name());
    }
    assert!(words(ask(&room, &table, 5, LobbyAct::End).await).starts_with("Only the host, Ada, and those"));
    assert_eq!(ask(&room, &table, 1, LobbyAct::End).await.unwrap().snapshot.stage, Stage::Closed);
}

/// A match of gin with this many people, whose host may void hands.
async fn with_misdeals(room: &Room, channel: u64, variant: &str, seats: u8) -> Arc<Snapshot> {
    let mut new = new_table("gin-rummy", channel);
    (new.variant, new.seats) = (Some(variant.to_owned()), Some(seats));
    new.options.insert("misdeal_bonus".to_owned(), json!(true));
    let opened = room.create(new).await.unwrap().snapshot;
    assert_eq!(opened.voidable(), None, "nothing is dealt yet");
    for who in 1..u64::from(seats) {
        ask(room, &opened.table, who, LobbyAct::Join).await.unwrap();
    }
    let begun = ask(room, &opened.table, 0, LobbyAct::Start).await.unwrap().snapshot;
    assert_eq!(begun.voidable(), Some(1));
    begun
}

#[tokio::test]
async fn a_hand_is_voided_once_however_many_sit_there() {
    let House { room, dir: _dir } = House::new().await;
    for (channel, variant, seats) in [(1, "classic", 2), (2, "three-hand", 3), (3, "four-hand", 4)] {
        let table = with_misdeals(&room, channel, variant, seats).await.table;
        for by_another in [MatchAct::Void(None), MatchAct::Void(Some(1)), MatchAct::Play("void".to_owned())] {
            let refused = words(ask(&room, &table, 1, by_another).await);
            assert_eq!(refused, "Only the host of the table can void a hand.", "{variant}");
        }
        let void = |deal| ask(&room, &table, 0, MatchAct::Void(deal));
        let next = void(Some(1)).await.unwrap().snapshot;
        assert_eq!(next.voidable(), Some(2), "{variant}: the next hand was dealt");
        assert!(words(void(Some(1)).await).contains("That hand is over already"), "{variant}: pressed twice");
        let again = void(None).await.unwrap().snapshot;
        assert_eq!(again.voidable(), Some(3), "{variant}: whichever is played");
    }
}

#[tokio::test]
async fn once_a_hand_is_voided_nothing_is_rated_and_hints_are_given() {
    let at = House::new().await;
    let begun = with_misdeals(&at.room, 1, "classic", 2).await;
    assert!(!begun.gives_hints(), "people play a rated match");
    let voided = ask(&at.room, &begun.table, 0, MatchAct::Void(None)).await.unwrap().snapshot;
    assert!(voided.gives_hints());
    let at = at.restart().await;
    assert!(look(&at.room, &begun.table).await.gives_hints());
}

#[tokio::test]
async fn a_host_who_gave_up_voids_nothing_and_is_not_rated() {
    let House { room, dir: _dir } = House::new().await;
    let two = with_misdeals(&room, 1, "classic", 2).await.table;
    ask(&room, &two, 0, MatchAct::Void(None)).await.unwrap();
    let end = ask(&room, &two, 0, MatchAct::Resign).await.unwrap().snapshot;
    assert!(end.voidable().is_none() && end.play.standings().is_some());
    assert_eq!(end.ratings, Err(Unrated::Voided), "a host who may throw hands away is not rated by what is left");
    let three = with_misdeals(&room, 3, "three-hand", 3).await.table;
    let without = ask(&room, &three, 0, MatchAct::Resign).await.unwrap().snapshot;
    assert!(without.play.standings().is_none() && without.voidable().is_none(), "the others play on without the host");
    assert!(words(ask(&room, &three, 0, MatchAct::Void(None)).await).contains("You have resigned this match."));
    let plain = begun(&room, "gin-rummy", 2).await;
    assert_eq!(look(&room, &plain).await.voidable(), None);
    assert_eq!(ask(&room, &plain, 0, MatchAct::Resign).await.unwrap().snapshot.ratings.as_ref().map(Vec::len), Ok(2));
}

#[tokio::test]
async fn an_undecided_match_that_is_ended_moves_no_rating() {
    let House { room, dir: _dir } = House::new().await;
    let table = begun(&room, games()[0], 1).await;
    play(&room, &table, &mut Dice::new(1), 3).await;
    let ended = ask(&room, &table, 0, LobbyAct::End).await.unwrap().snapshot;
    assert_eq!((ended.stage, ended.play.standings(), ended.ratings.clone()), (Stage::Closed, None, Ok(Vec::new())));
    assert!(results(&room, table).await.is_empty());
    assert!(ask(&room, &table, 0, Act::Rematch).await.is_err());
}
