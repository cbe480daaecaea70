//! What ends before it is decided: lobbies, matches and hands.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use upcard::tables::{
    Act, Closing, Level, LobbyAct, MatchAct, NewTable, Rejection, Request, Room, Snapshot, Stage, TableId, Unrated,
};

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

/// What becomes of a wish to end a match at which two have moved twice, or of three.
async fn contested(room: &Room, channel: u64, people: u64) -> TableId {
    let table =
        if people == 2 { begun(room, "gin-rummy", channel).await } else { three_at_the_door(room, channel).await };
    let played = play(room, &table, &mut Dice::new(1), 12).await;
    assert_eq!((played.stage, played.asked_to_end(person(0).id, played.at).len() as u64), (Stage::Playing, people - 1));
    table
}

fn wish(now: &Snapshot) -> u32 {
    now.seating.wish.as_ref().unwrap().number
}

#[tokio::test]
async fn before_every_side_has_moved_twice_a_host_ends_a_match_alone() {
    let House { room, dir: _dir } = House::new().await;
    let table = begun(&room, "gin-rummy", 1).await;
    let mut now = look(&room, &table).await;
    for moves in 0.. {
        assert!(!now.may_end(person(1).id, None, now.at) || moves >= 4, "only the host, after {moves} moves");
        if !now.asked_to_end(person(0).id, now.at).is_empty() {
            assert!(moves >= 4, "{moves}");
            break;
        }
        now = play(&room, &table, &mut Dice::new(moves), 1).await;
    }
    assert_eq!(now.asked_to_end(person(0).id, now.at), ["Ben"]);
}

#[tokio::test]
async fn a_contested_match_ends_without_a_result_once_all_who_are_there_agree() {
    let mut at = House::new().await;
    for (channel, people) in [(1, 2), (2, 3)] {
        let table = contested(&at.room, channel, people).await;
        let asked = ask(&at.room, &table, 0, LobbyAct::End).await.unwrap().snapshot;
        assert_eq!(
            (asked.stage, news(&asked)[0].as_str()),
            (Stage::Playing, "Ada wants to end the match without a result.")
        );
        let number = wish(&asked);
        assert!(words(ask(&at.room, &table, 0, LobbyAct::End).await).contains("It waits for the others"));
        assert_eq!(
            words(ask(&at.room, &table, 5, LobbyAct::Agree(number)).await),
            words(Err::<(), _>(Rejection::NotSeated))
        );
        if people == 3 {
            let one = ask(&at.room, &table, 1, LobbyAct::Agree(number)).await.unwrap().snapshot;
            assert_eq!((one.stage, news(&one)[0].as_str()), (Stage::Playing, "Ben agrees."));
            // The same after a restart.
            at = at.restart().await;
            let again = look(&at.room, &table).await;
            assert_eq!((again.rev, again.at, news(&again)), (one.rev, one.at, news(&one)));
            assert_eq!(again.seating.wish, one.seating.wish);
        }
        // Asking for the same is agreeing.
        let ended = ask(&at.room, &table, people - 1, LobbyAct::End).await.unwrap().snapshot;
        assert_eq!((ended.stage, ended.ratings.clone()), (Stage::Closed, Ok(Vec::new())));
        assert_eq!(news(&ended), ["All who are there agreed to end the match without a result."]);
        assert!(results(&at.room, table).await.is_empty());
    }
}

#[tokio::test]
async fn a_wish_is_gone_when_somebody_plays_on_or_whoever_wished_moves() {
    let at = House::new().await;
    let table = contested(&at.room, 1, 2).await;
    let asked = ask(&at.room, &table, 0, LobbyAct::End).await.unwrap().snapshot;
    let on = ask(&at.room, &table, 1, LobbyAct::PlayOn(wish(&asked))).await.unwrap().snapshot;
    assert_eq!((on.seating.wish.clone(), news(&on)[0].as_str()), (None, "Ben wants to play on."));
    let late = LobbyAct::Agree(wish(&asked));
    assert_eq!(words(ask(&at.room, &table, 1, late.clone()).await), "That is off: the match goes on.");
    let again = ask(&at.room, &table, 0, LobbyAct::End).await.unwrap().snapshot;
    assert_eq!(words(ask(&at.room, &table, 1, late).await), "That is off: the match goes on.", "it was for the first");
    let mut now = again;
    for n in 0.. {
        let moves = now.play.moves();
        let who = now.awaiting()[0];
        now = play(&at.room, &table, &mut Dice::new(n), 1).await;
        assert_eq!(now.play.moves(), moves + 1);
        if who == person(0).id {
            break;
        }
        assert!(now.seating.wish.is_some(), "the others may move");
    }
    assert_eq!(now.seating.wish, None);
    let at = at.restart().await;
    let again = look(&at.room, &table).await;
    assert_eq!((again.rev, again.seating.wish.clone()), (now.rev, None));
    assert_eq!(news(&again), news(&now));
}

#[tokio::test]
async fn a_host_who_is_losing_wipes_out_nothing() {
    let House { room, dir: _dir } = House::new().await;
    let table = contested(&room, 1, 2).await;
    ask(&room, &table, 0, LobbyAct::End).await.unwrap();
    let end = ask(&room, &table, 0, MatchAct::Resign).await.unwrap().snapshot;
    assert_eq!((end.stage, end.ratings.as_ref().map(Vec::len)), (Stage::Over, Ok(2)));
    assert_eq!(results(&room, table).await.iter().map(|one| one.1).collect::<Vec<_>>(), [2, 1]);
}

#[tokio::test]
async fn whoever_has_given_up_has_no_say_and_whoever_is_left_may_ask() {
    let House { room, dir: _dir } = House::new().await;
    let table = contested(&room, 1, 3).await;
    let asked = ask(&room, &table, 1, LobbyAct::End).await.unwrap().snapshot;
    assert_eq!(asked.asked_to_end(person(1).id, asked.at), ["Ada", "Cyd"], "not only the host asks");
    ask(&room, &table, 2, MatchAct::Resign).await.unwrap();
    let no = words(ask(&room, &table, 2, LobbyAct::PlayOn(wish(&asked))).await);
    assert_eq!(no, "Only those who still play have a say in that.");
    assert_eq!(words(ask(&room, &table, 2, LobbyAct::End).await), no);
    assert_eq!(ask(&room, &table, 0, LobbyAct::Agree(wish(&asked))).await.unwrap().snapshot.stage, Stage::Closed);
}

#[tokio::test]
async fn a_wish_comes_to_pass_when_the_last_whose_word_it_waits_for_resigns() {
    let House { room, dir: _dir } = House::new().await;
    let table = contested(&room, 1, 3).await;
    let asked = ask(&room, &table, 0, LobbyAct::End).await.unwrap().snapshot;
    ask(&room, &table, 1, LobbyAct::Agree(wish(&asked))).await.unwrap();
    assert_eq!(ask(&room, &table, 2, MatchAct::Resign).await.unwrap().snapshot.stage, Stage::Playing);
    let ended = look(&room, &table).await;
    assert_eq!(
        (ended.stage, news(&ended)),
        (Stage::Closed, vec!["All who are there agreed to end the match without a result.".to_owned()])
    );
}

#[tokio::test]
async fn a_moderator_closes_a_contested_match_but_not_one_that_they_play() {
    let House { room, dir: _dir } = House::new().await;
    let end = |who| Request::new(person(who), LobbyAct::End).cause(cause()).moderates(Some(place(1).channel));
    let table = contested(&room, 1, 2).await;
    assert_eq!(room.ask(&table, end(1)).await.unwrap().snapshot.stage, Stage::Playing, "Ben plays, and asks");
    assert!(room.store().deeds(place(1).guild, 9).await.unwrap().is_empty());
    assert_eq!(room.ask(&table, end(5)).await.unwrap().snapshot.stage, Stage::Closed);
    assert_eq!(room.store().deeds(place(1).guild, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn against_the_house_alone_nobody_is_asked() {
    let House { room, dir } = House::new().await;
    room.shutdown().await;
    let room = paced(&dir, Duration::from_secs(120), Duration::ZERO).await;
    let new = NewTable { houses: vec![Level::Easy], ..new_table("gin-rummy", 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    let mut moved = 0;
    while moved < 4 {
        let now = look(&room, &table).await;
        match now.awaiting().first() {
            Some(user) => {
                let (text, _) = room.suggest(&table, *user, "", 1).await.unwrap().remove(0);
                moved += u32::from(ask(&room, &table, 0, MatchAct::Play(text)).await.is_ok());
            }
            None => tokio::time::sleep(Duration::from_millis(2)).await,
        }
    }
    assert_eq!(ask(&room, &table, 0, LobbyAct::End).await.unwrap().snapshot.stage, Stage::Closed);
}
