//! The lobby's house rules.

use std::sync::Arc;

use serde_json::json;
use upcard::engine::catalog;
use upcard::tables::{Act, LobbyAct, MatchAct, Outcome, Rejection, Request, Room, Snapshot, Stage, TableId};

use crate::common::*;

#[tokio::test]
async fn people_join_leave_and_hand_the_table_on() {
    let House { room, dir: _dir } = House::new().await;
    let game = games()[0];
    let opened = room.create(new_table(game, 1)).await.unwrap().snapshot;
    let table = opened.table;
    assert_eq!((opened.stage, opened.told.as_slice()), (Stage::Lobby, ["Ada opened a table.".to_owned()].as_slice()));
    assert_eq!(room.at(place(1).channel).await.unwrap(), Some(table));
    assert!(words(ask(&room, &table, 0, LobbyAct::Join).await).contains("already"));
    ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
    assert!(words(ask(&room, &table, 1, LobbyAct::Start).await).contains("Only the host, Ada"));
    let handed = ask(&room, &table, 0, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!(handed.host, person(1).id);
    assert_eq!(handed.told, ["Ada left.", "Ben is the host now."]);
    assert_eq!(ask(&room, &table, 0, LobbyAct::Leave).await.unwrap_err(), Rejection::NotSeated);
    let closed = ask(&room, &table, 1, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!(closed.stage, Stage::Closed);
    assert_eq!(room.at(place(1).channel).await.unwrap(), None);
    assert_eq!(ask(&room, &table, 1, LobbyAct::Join).await.unwrap_err(), Rejection::Gone);
}

/// If two people have the same name, public lines say which of them is meant.
#[tokio::test]
async fn namesakes_are_told_apart_in_what_all_are_told() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table(games()[0], 1)).await.unwrap().snapshot.table;
    let (ada, namesake) = (0, 8);
    let told = async |who, act: LobbyAct| ask(&room, &table, who, act).await.unwrap().snapshot.told.clone();
    assert_eq!(told(namesake, LobbyAct::Join).await, ["Ada 2 joined."]);
    assert_eq!(told(ada, LobbyAct::Kick(person(namesake).id)).await, ["Ada sent Ada 2 away."]);
    told(namesake, LobbyAct::Join).await;
    assert_eq!(told(ada, LobbyAct::Leave).await, ["Ada left.", "Ada is the host now."]);
    told(ada, LobbyAct::Join).await;
    assert_eq!(told(ada, LobbyAct::Leave).await, ["Ada 2 left."]);
}

#[tokio::test]
async fn a_channel_has_one_live_table() {
    let House { room, dir: _dir } = House::new().await;
    let game = games()[0];
    let table = room.create(new_table(game, 1)).await.unwrap().snapshot.table;
    let refused = words(room.create(new_table(game, 1)).await);
    assert!(refused.contains(&format!("already: Gin Rummy with Ada ({table})")), "{refused}");
    room.create(new_table(game, 2)).await.unwrap();
    assert_eq!(room.of(person(0).id).await.unwrap().len(), 2, "a person may sit at many tables");
    ask(&room, &table, 0, LobbyAct::End).await.unwrap();
    let next = room.create(new_table(game, 1)).await.unwrap().snapshot.table;
    assert_eq!(room.latest(place(1).channel).await.unwrap(), Some(next));
    assert_eq!(room.of(person(0).id).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_match_needs_its_seats_filled() {
    let House { room, dir: _dir } = House::new().await;
    for (n, game) in games().into_iter().enumerate() {
        let snapshot = room.create(new_table(game, n as u64)).await.unwrap().snapshot;
        let table = snapshot.table;
        let range = catalog::game(game).unwrap().variants()[0].seats.clone();
        assert_eq!((snapshot.counts[0], snapshot.counts.last()), (*range.start(), Some(range.end())));
        if *range.start() > 1 {
            assert!(words(ask(&room, &table, 0, LobbyAct::Start).await).contains("needed"));
        }
        for who in 1..u64::from(*range.end()) {
            ask(&room, &table, who, LobbyAct::Join).await.unwrap();
        }
        assert!(words(ask(&room, &table, 77, LobbyAct::Join).await).contains("taken"));
        let started = ask(&room, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
        assert_eq!((started.stage, started.hand, started.moves), (Stage::Playing, 1, 0));
        assert!(words(ask(&room, &table, 77, LobbyAct::Join).await).contains("begun"));
        assert!(words(ask(&room, &table, 0, LobbyAct::Leave).await).contains("resign"));
        let kick = words(ask(&room, &table, 0, LobbyAct::Kick(person(1).id)).await);
        assert!(kick.contains("`/table resign`") && kick.contains("`/table end`"), "{kick}");
    }
}

#[tokio::test]
async fn hosts_send_away_and_moderators_end() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table(games()[0], 1)).await.unwrap().snapshot.table;
    ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
    assert!(words(ask(&room, &table, 1, LobbyAct::Kick(person(0).id)).await).contains("Only the host, Ada"));
    assert!(words(ask(&room, &table, 0, LobbyAct::Kick(person(0).id)).await).contains("leave"));
    let kicked = ask(&room, &table, 0, LobbyAct::Kick(person(1).id)).await.unwrap().snapshot;
    assert_eq!((kicked.people().count(), kicked.told[0].as_str()), (1, "Ada sent Ben away."));
    assert!(words(ask(&room, &table, 1, LobbyAct::End).await).contains("Only the host, Ada"));
    let end = |channel| Request::new(person(1), LobbyAct::End).cause(cause()).moderates(Some(place(channel).channel));
    assert!(words(room.ask(&table, end(2)).await).contains("Only the host"), "a moderator elsewhere");
    assert_eq!(room.ask(&table, end(1)).await.unwrap().snapshot.stage, Stage::Closed);
    assert_eq!(ask(&room, &table, 0, LobbyAct::End).await.unwrap_err(), Rejection::Gone);
}

#[tokio::test]
async fn a_lobby_whose_channel_is_gone_is_closed_and_a_match_goes_on() {
    let house = House::new().await;
    let room = &house.room;
    let lobby = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
    room.unreachable(&lobby).await.unwrap();
    assert_eq!(look(room, &lobby).await.stage, Stage::Closed);
    assert_eq!(room.at(place(1).channel).await.unwrap(), None);
    let playing = begun(room, "gin-rummy", 1).await;
    room.unreachable(&playing).await.unwrap_err();
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

/// A match of Key of the Door for Ada, Ben and Cyd.
async fn three_at_the_door(room: &Room, channel: u64) -> TableId {
    let table = room.create(new_table("key-of-the-door", channel)).await.unwrap().snapshot.table;
    for who in [1, 2] {
        ask(room, &table, who, LobbyAct::Join).await.unwrap();
    }
    ask(room, &table, 0, LobbyAct::Start).await.unwrap();
    table
}

/// A match of gin with this many people, whose host may void hands.
async fn with_misdeals(room: &Room, channel: u64, variant: &str, seats: u8) -> Arc<Snapshot> {
    let mut new = new_table("gin-rummy", channel);
    (new.variant, new.seats) = (Some(variant.to_owned()), Some(seats));
    new.options.insert("misdeal_bonus".to_owned(), json!(true));
    let opened = room.create(new).await.unwrap().snapshot;
    assert_eq!(opened.voidable, None, "nothing is dealt yet");
    for who in 1..u64::from(seats) {
        ask(room, &opened.table, who, LobbyAct::Join).await.unwrap();
    }
    let begun = ask(room, &opened.table, 0, LobbyAct::Start).await.unwrap().snapshot;
    assert_eq!(begun.voidable, Some(1));
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
        assert_eq!(next.voidable, Some(2), "{variant}: the next hand was dealt");
        assert!(words(void(Some(1)).await).contains("That hand is over already"), "{variant}: pressed twice");
        let again = void(None).await.unwrap().snapshot;
        assert_eq!(again.voidable, Some(3), "{variant}: whichever is played");
    }
}

#[tokio::test]
async fn a_host_who_gave_up_voids_nothing_and_is_not_rated() {
    let House { room, dir: _dir } = House::new().await;
    let two = with_misdeals(&room, 1, "classic", 2).await.table;
    ask(&room, &two, 0, MatchAct::Void(None)).await.unwrap();
    let end = ask(&room, &two, 0, MatchAct::Resign).await.unwrap().snapshot;
    assert!(end.voidable.is_none() && end.standings.is_some());
    assert!(end.ratings.is_empty(), "a host who may throw hands away is not rated by what is left");
    let three = with_misdeals(&room, 3, "three-hand", 3).await.table;
    let without = ask(&room, &three, 0, MatchAct::Resign).await.unwrap().snapshot;
    assert!(without.standings.is_none() && without.voidable.is_none(), "the others play on without the host");
    assert!(words(ask(&room, &three, 0, MatchAct::Void(None)).await).contains("You have resigned this match."));
    let plain = begun(&room, "gin-rummy", 2).await;
    assert_eq!(look(&room, &plain).await.voidable, None);
    assert_eq!(ask(&room, &plain, 0, MatchAct::Resign).await.unwrap().snapshot.ratings.len(), 2);
}

#[tokio::test]
async fn an_undecided_match_that_is_ended_moves_no_rating() {
    let House { room, dir: _dir } = House::new().await;
    let table = begun(&room, games()[0], 1).await;
    play(&room, &table, &mut Dice::new(1), 3).await;
    let ended = ask(&room, &table, 0, LobbyAct::End).await.unwrap().snapshot;
    assert_eq!((ended.stage, ended.standings.clone(), ended.ratings.len()), (Stage::Closed, None, 0));
    assert!(results(&room, table).await.is_empty());
    assert!(ask(&room, &table, 0, Act::Rematch).await.is_err());
}

#[tokio::test]
async fn options_are_the_hosts_and_are_checked() {
    let House { room, dir: _dir } = House::new().await;
    let game = catalog::game(games()[0]).unwrap();
    // The first option, the number of players, would turn it into another variant.
    let knob = game.knobs()[1];
    let table = room.create(new_table(game.id(), 1)).await.unwrap().snapshot.table;
    ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
    let set = |value: serde_json::Value| LobbyAct::SetOptions([(knob.key.to_owned(), value)].into_iter().collect());
    assert!(words(ask(&room, &table, 1, set(json!(true))).await).contains("Only the host, Ada"));
    let wrong = words(ask(&room, &table, 0, set(json!("no such value"))).await);
    assert!(wrong.contains(knob.key), "{wrong}");
    let good = knob.kind.read(knob.kind.examples().last().unwrap()).unwrap();
    let changed = ask(&room, &table, 0, set(good.clone())).await.unwrap().snapshot;
    assert_eq!(changed.told, [format!("Ada set {} to {}.", knob.title(), knob.words(&good))]);
    let back = ask(&room, &table, 0, set(serde_json::Value::Null)).await.unwrap().snapshot;
    assert_eq!(back.told, [format!("Ada set {} back to usual.", knob.title())]);
    assert!(words(ask(&room, &table, 0, LobbyAct::SetSeats(9)).await).contains("not 9"));
    assert!(words(ask(&room, &table, 0, LobbyAct::SetVariant("chess".into())).await).contains("no variant"));
    assert_eq!(room.options(&table).await.unwrap(), game.variants()[0].options, "nothing is changed any more");
    let kept = [(knob.key.to_owned(), good.clone())].into_iter().collect();
    ask(&room, &table, 0, LobbyAct::SetOptions(kept)).await.unwrap();
    assert_eq!(room.options(&table).await.unwrap()[knob.key], good);
    let last = game.variants().last().unwrap().clone();
    let varied = ask(&room, &table, 0, LobbyAct::SetVariant(last.id.to_owned())).await.unwrap().snapshot;
    assert_eq!(varied.variant_title, last.title);
}

#[tokio::test]
async fn a_number_of_seats_gives_way_to_a_variant_that_it_does_not_fit_and_can_be_left_open_again() {
    let House { room, dir: _dir } = House::new().await;
    let two = upcard::tables::NewTable { seats: Some(2), ..new_table("gin-rummy", 1) };
    let table = room.create(two).await.unwrap().snapshot.table;
    let three = ask(&room, &table, 0, LobbyAct::SetVariant("three-hand".to_owned())).await.unwrap().snapshot;
    assert_eq!(three.counts, [3]);
    let table = room.create(new_table("key-of-the-door", 2)).await.unwrap().snapshot;
    let fixed = ask(&room, &table.table, 0, LobbyAct::SetSeats(3)).await.unwrap().snapshot;
    assert_eq!(fixed.counts, [3]);
    let kept = ask(&room, &table.table, 0, LobbyAct::SetVariant("assisted".to_owned())).await.unwrap().snapshot;
    assert_eq!(kept.counts, [3], "what fits stays");
    let open = ask(&room, &table.table, 0, LobbyAct::SetSeats(0)).await.unwrap().snapshot;
    assert!(open.counts.len() > 1);
}

#[tokio::test]
async fn another_variant_has_its_own_options_and_none_of_those_set_before() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
    let target = [("target".to_owned(), json!(50))].into_iter().collect();
    ask(&room, &table, 0, LobbyAct::SetOptions(target)).await.unwrap();
    let varied = ask(&room, &table, 0, LobbyAct::SetVariant("oklahoma".to_owned())).await.unwrap().snapshot;
    let told = "Ada chose the variant Oklahoma; its own options hold, those set before do not.";
    assert_eq!(varied.told, [told]);
    let oklahoma = catalog::game("gin-rummy").unwrap().variant("oklahoma").unwrap();
    assert_eq!(room.options(&table).await.unwrap(), oklahoma.options);
}

#[tokio::test]
async fn no_terms_are_set_that_are_for_fewer_than_sit_there() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table("key-of-the-door", 1)).await.unwrap().snapshot.table;
    for who in [1, 2] {
        ask(&room, &table, who, LobbyAct::Join).await.unwrap();
    }
    let two = words(ask(&room, &table, 0, LobbyAct::SetSeats(2)).await);
    assert_eq!(two, "3 people are seated, and that would be for 2.");
    ask(&room, &table, 0, LobbyAct::SetSeats(3)).await.unwrap();
}

#[tokio::test]
async fn who_sits_where_is_the_hosts_to_say() {
    let house = House::new().await;
    let room = &house.room;
    let table = room.create(new_table("pegs-and-jokers", 1)).await.unwrap().snapshot.table;
    for user in 1..4 {
        ask(room, &table, user, LobbyAct::Join).await.unwrap();
    }
    let up = |user: u64| LobbyAct::MoveUp(person(user).id);
    let moved = ask(room, &table, 0, up(2)).await.unwrap().snapshot;
    assert_eq!(moved.told, ["Ada gave Cyd seat 2, before Ben."]);
    assert_eq!(words(ask(room, &table, 1, up(3)).await), "Only the host, Ada, can do that.");
    assert_eq!(words(ask(room, &table, 0, up(0)).await), "Ada has the first seat.");
    assert_eq!(words(ask(room, &table, 0, up(4)).await), "That person has no seat at this table.");
    let seated = |snapshot: &upcard::tables::Snapshot| snapshot.people().map(|person| person.id).collect::<Vec<_>>();
    let order = [0, 2, 1, 3].map(|user| person(user).id);
    assert_eq!(seated(&moved), order);
    // The next owner of the table sees them where they were put.
    let House { room: again, dir: _dir } = house.restart().await;
    let begun = ask(&again, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
    assert_eq!((begun.stage, seated(&begun)), (Stage::Playing, order.to_vec()));
    assert_eq!(words(ask(&again, &table, 0, up(2)).await), "The match has begun.");
}

#[tokio::test]
async fn a_table_is_called_by_the_variant_whose_options_it_has() {
    let House { room, dir: _dir } = House::new().await;
    let players = |n: u8| [("players".to_owned(), json!(n))].into_iter().collect();
    let table = room.create(new_table("gin-rummy", 1)).await.unwrap().snapshot.table;
    let named =
        async |options| ask(&room, &table, 0, LobbyAct::SetOptions(options)).await.unwrap().snapshot.variant.clone();
    assert_eq!(named(players(3)).await, "three-hand");
    assert_eq!(named(players(4)).await, "four-hand");
    assert_eq!(named([("partners_talk".to_owned(), json!(true))].into_iter().collect()).await, "four-hand");
    let opened = upcard::tables::NewTable { options: players(3), ..new_table("gin-rummy", 2) };
    assert_eq!(room.create(opened).await.unwrap().snapshot.variant, "three-hand");
}

#[tokio::test]
async fn private_tables_are_for_the_invited() {
    let House { room, dir: _dir } = House::new().await;
    let new = upcard::tables::NewTable { private: true, ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    assert!(words(ask(&room, &table, 1, LobbyAct::Join).await).contains("private"));
    let invited = ask(&room, &table, 0, LobbyAct::Invite(person(1))).await.unwrap().snapshot;
    assert_eq!(invited.invited, [person(1)]);
    assert!(words(ask(&room, &table, 2, LobbyAct::Accept).await).contains("not asked"));
    let joined = ask(&room, &table, 1, LobbyAct::Accept).await.unwrap().snapshot;
    assert_eq!((joined.people().count(), joined.invited.len(), joined.stage), (2, 0, Stage::Lobby));
}

#[tokio::test]
async fn a_private_table_keeps_no_seats_and_whoever_of_the_invited_comes_first_has_one() {
    let House { room, dir: _dir } = House::new().await;
    let new = upcard::tables::NewTable { private: true, seats: Some(2), ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    for guest in [1, 2] {
        ask(&room, &table, 0, LobbyAct::Invite(person(guest))).await.unwrap();
    }
    let joined = ask(&room, &table, 1, LobbyAct::Accept).await.unwrap().snapshot;
    assert_eq!((joined.people().count(), joined.invited.as_slice()), (2, &[person(2)][..]));
    assert!(words(ask(&room, &table, 2, LobbyAct::Accept).await).contains("taken"));
}

const ASKED_OFTEN: &str = "You have asked Ben 10 times within ten minutes. Give them some time.";

#[tokio::test]
async fn who_is_sent_away_again_and_again_is_not_invited_without_end() {
    let House { room, dir: _dir } = House::new().await;
    let new = upcard::tables::NewTable { private: true, ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    let invite = |who| ask(&room, &table, 0, LobbyAct::Invite(person(who)));
    for _ in 0..10 {
        invite(1).await.unwrap();
        ask(&room, &table, 0, LobbyAct::Kick(person(1).id)).await.unwrap();
    }
    assert_eq!(words(invite(1).await), ASKED_OFTEN);
    invite(2).await.unwrap();
    // Other changes ask nobody again.
    for seats in [2, 0].into_iter().cycle().take(12) {
        ask(&room, &table, 0, LobbyAct::SetSeats(seats)).await.unwrap();
    }
    ask(&room, &table, 0, LobbyAct::Kick(person(2).id)).await.unwrap();
    invite(2).await.unwrap();
    // Nor does it count against those who come whenever they are asked.
    for act in [LobbyAct::Accept, LobbyAct::Leave].into_iter().cycle().take(24) {
        ask(&room, &table, 2, act.clone()).await.unwrap();
        if act == LobbyAct::Leave {
            invite(2).await.unwrap();
        }
    }
}

#[tokio::test]
async fn no_more_people_are_invited_than_a_message_can_mention() {
    let House { room, dir: _dir } = House::new().await;
    let new = upcard::tables::NewTable { private: true, ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    for guest in 1..=25 {
        ask(&room, &table, 0, LobbyAct::Invite(person(guest))).await.unwrap();
    }
    let more = words(ask(&room, &table, 0, LobbyAct::Invite(person(26))).await);
    assert_eq!(more, "No more than 25 people can be invited.");
}

#[tokio::test]
async fn nobody_is_challenged_without_end() {
    let House { room, dir: _dir } = House::new().await;
    let challenge =
        |who| room.create(upcard::tables::NewTable { invited: Some(person(who)), ..new_table(games()[0], 1) });
    for _ in 0..10 {
        let table = challenge(1).await.unwrap().snapshot.table;
        ask(&room, &table, 0, LobbyAct::End).await.unwrap();
    }
    assert_eq!(words(challenge(1).await), ASKED_OFTEN);
    challenge(2).await.unwrap();
}

#[tokio::test]
async fn challenges_start_when_accepted_and_close_when_declined() {
    let House { room, dir: _dir } = House::new().await;
    for answer in [LobbyAct::Accept, LobbyAct::Join, LobbyAct::Decline] {
        let new = upcard::tables::NewTable { invited: Some(person(1)), ..new_table(games()[0], 1) };
        let made = room.create(new).await.unwrap().snapshot;
        assert_eq!((made.told[0].as_str(), made.challenge), ("Ada challenges Ben.", true));
        assert!(words(ask(&room, &made.table, 2, LobbyAct::Join).await).contains("waits for Ben"));
        assert!(words(ask(&room, &made.table, 2, LobbyAct::Decline).await).contains("not asked"));
        assert!(words(ask(&room, &made.table, 0, LobbyAct::Start).await).contains("waits for Ben"));
        let not_begun = "The match has not begun yet: it begins once Ben has accepted.";
        assert_eq!(words(ask(&room, &made.table, 0, MatchAct::Resign).await), not_begun);
        let target = [("target".to_owned(), json!(50))].into_iter().collect();
        let oklahoma = LobbyAct::SetVariant("oklahoma".to_owned());
        for change in [LobbyAct::SetSeats(2), LobbyAct::SetSeats(0), LobbyAct::SetOptions(target), oklahoma] {
            assert!(words(ask(&room, &made.table, 0, change).await).starts_with("A challenge stands"));
        }
        // Everybody sees the buttons, including the challenger.
        assert!(words(ask(&room, &made.table, 0, LobbyAct::Accept).await).starts_with("That is for Ben to accept."));
        assert!(words(ask(&room, &made.table, 0, LobbyAct::Decline).await).starts_with("That is for Ben to decline."));
        assert!(words(ask(&room, &made.table, 2, LobbyAct::Accept).await).contains("waits for Ben"));
        let after = ask(&room, &made.table, 1, answer.clone()).await.unwrap().snapshot;
        let stage = if answer == LobbyAct::Decline { Stage::Closed } else { Stage::Playing };
        assert_eq!(after.stage, stage);
        if stage == Stage::Playing {
            ask(&room, &made.table, 0, LobbyAct::End).await.unwrap();
        }
    }
    let new = upcard::tables::NewTable { invited: Some(person(0)), ..new_table(games()[0], 1) };
    assert!(words(room.create(new).await).contains("yourself"));
}

#[tokio::test]
async fn one_of_several_who_declines_a_rematch_leaves_a_seat_free() {
    let House { room, dir: _dir } = House::new().await;
    let old = begun(&room, "pegs-and-jokers", 1).await;
    for partner in [0, 2] {
        ask(&room, &old, partner, MatchAct::Resign).await.unwrap();
    }
    let new = ask(&room, &old, 1, Act::Rematch).await.unwrap().snapshot.table;
    assert!(ask(&room, &new, 0, LobbyAct::Accept).await.unwrap().snapshot.challenge);
    let not_begun = "The match has not begun yet: it begins once Cyd and Dee have accepted.";
    assert_eq!(words(ask(&room, &new, 0, MatchAct::Resign).await), not_begun);
    let kick = LobbyAct::Kick(person(3).id);
    assert!(words(ask(&room, &new, 1, kick).await).starts_with("A rematch is played as the match before it."));
    let declined = ask(&room, &new, 3, LobbyAct::Decline).await.unwrap().snapshot;
    assert_eq!(declined.told, ["Dee declined.", "That seat is free now."]);
    let not_begun = "The match has not begun yet: the host of the table presses **Start**.";
    assert_eq!(words(ask(&room, &new, 0, MatchAct::Resign).await), not_begun);
    assert_eq!(
        (declined.stage, declined.challenge, declined.invited.as_slice()),
        (Stage::Lobby, false, &[person(2)][..])
    );
    // Who declined may think again.
    let back = ask(&room, &old, 3, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((back.table, back.told.as_slice()), (new, &["Dee joined.".to_owned()][..]));
    ask(&room, &new, 3, LobbyAct::Leave).await.unwrap();
    // Anybody may have the seat. Somebody who was asked may still answer, either at the old table or here: their
    // seat is kept.
    ask(&room, &new, 4, LobbyAct::Join).await.unwrap();
    assert_eq!(words(ask(&room, &new, 5, LobbyAct::Join).await), "Every free seat is kept for Cyd.");
    let answered = ask(&room, &old, 2, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((answered.table, answered.stage), (new, Stage::Lobby));
    assert_eq!(ask(&room, &new, 1, LobbyAct::Start).await.unwrap().snapshot.stage, Stage::Playing);
}

#[tokio::test]
async fn where_fewer_may_play_a_declined_rematch_says_how() {
    let House { room, dir: _dir } = House::new().await;
    let old = three_at_the_door(&room, 1).await;
    for who in [1, 2] {
        ask(&room, &old, who, MatchAct::Resign).await.unwrap();
    }
    let new = ask(&room, &old, 0, Act::Rematch).await.unwrap().snapshot.table;
    let declined = ask(&room, &new, 2, LobbyAct::Decline).await.unwrap().snapshot;
    assert!(declined.told[1].ends_with("the host picks another number of seats under Options."), "{:?}", declined.told);
    ask(&room, &new, 1, LobbyAct::Accept).await.unwrap();
    ask(&room, &new, 0, LobbyAct::SetSeats(2)).await.unwrap();
    assert_eq!(ask(&room, &new, 0, LobbyAct::Start).await.unwrap().snapshot.stage, Stage::Playing);
}

#[tokio::test]
async fn a_rematch_begins_without_the_seat_that_was_to_play_first() {
    let House { room, dir: _dir } = House::new().await;
    let mut channel = 0;
    let old = loop {
        channel += 1;
        let table = three_at_the_door(&room, channel).await;
        // The rematch would begin at the last seat.
        if record(&room, table).await.header.first.unwrap().number() == 1 {
            break table;
        }
    };
    for who in [1, 2] {
        ask(&room, &old, who, MatchAct::Resign).await.unwrap();
    }
    let new = ask(&room, &old, 0, Act::Rematch).await.unwrap().snapshot.table;
    ask(&room, &new, 2, LobbyAct::Decline).await.unwrap();
    ask(&room, &new, 1, LobbyAct::Accept).await.unwrap();
    ask(&room, &new, 0, LobbyAct::SetSeats(2)).await.unwrap();
    ask(&room, &new, 0, LobbyAct::Start).await.unwrap();
    let header = record(&room, new).await.header;
    assert!(header.seats == 2 && header.first.unwrap().number() < 2);
}

#[tokio::test]
async fn a_rematch_that_was_declined_may_be_asked_for_again() {
    let House { room, dir: _dir } = House::new().await;
    let old = begun(&room, games()[0], 1).await;
    ask(&room, &old, 0, MatchAct::Resign).await.unwrap();
    let first = ask(&room, &old, 1, Act::Rematch).await.unwrap().snapshot.table;
    // Somebody who was asked has no seat to leave, but may decline in this way.
    let declined = ask(&room, &first, 0, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!((declined.stage, declined.told.as_slice()), (Stage::Closed, &["Ada declined.".to_owned()][..]));
    let wish = Request::new(person(0), Act::Rematch).cause(cause());
    let second = room.ask(&old, wish.clone()).await.unwrap().snapshot;
    assert_ne!(second.table, first);
    assert_eq!((second.rematch_of, second.host), (Some(old), person(0).id));
    let again = room.ask(&old, wish).await.unwrap();
    assert_eq!((again.snapshot.table, again.outcome), (second.table, Outcome::Repeated));
    // Asking once more, at the match that names the first rematch, accepts the second one.
    let accepted = ask(&room, &old, 1, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((accepted.table, accepted.stage), (second.table, Stage::Playing));
    // Asking at an old result, once the second rematch was played, asks for a third.
    assert!(words(ask(&room, &old, 0, Act::Rematch).await).contains("begun"));
    ask(&room, &second.table, 0, MatchAct::Resign).await.unwrap();
    let third = ask(&room, &old, 0, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((third.rematch_of, third.stage), (Some(second.table), Stage::Lobby));
    let accepted = ask(&room, &old, 1, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((accepted.table, accepted.stage), (third.table, Stage::Playing));
}

/// In a direct message, nobody knows a person's nickname on the server.
#[tokio::test]
async fn a_rematch_by_direct_message_keeps_the_names_of_the_server() {
    let House { room, dir: _dir } = House::new().await;
    let old = room.create(new_table(games()[0], 0)).await.unwrap().snapshot.table;
    let ben = person(1).nicknamed("Big Ben");
    room.ask(&old, Request::new(ben, LobbyAct::Join)).await.unwrap();
    ask(&room, &old, 0, LobbyAct::Start).await.unwrap();
    ask(&room, &old, 0, MatchAct::Resign).await.unwrap();
    let afar = |n| Request { afar: true, ..Request::new(person(n), Act::Rematch) };
    let asked = room.ask(&old, afar(1)).await.unwrap().snapshot;
    assert_eq!(asked.told, ["Big Ben asks for a rematch."]);
    let begun = room.ask(&old, afar(0)).await.unwrap().snapshot;
    assert_eq!(begun.people().map(|p| p.name().to_owned()).collect::<Vec<_>>(), ["Ada", "Big Ben"]);
}

#[tokio::test]
async fn who_leaves_is_not_asked_to_come() {
    let House { room, dir: _dir } = House::new().await;
    let new = upcard::tables::NewTable { private: true, ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    ask(&room, &table, 0, LobbyAct::Invite(person(1))).await.unwrap();
    let joined = ask(&room, &table, 1, LobbyAct::Accept).await.unwrap().snapshot;
    assert_eq!((joined.people().count(), joined.invited.len()), (2, 0));
    assert!(words(ask(&room, &table, 0, LobbyAct::Invite(person(1))).await).contains("Ben is seated already"));
    let left = ask(&room, &table, 1, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!((left.people().count(), left.invited.len()), (1, 0));

    let old = begun(&room, "pegs-and-jokers", 2).await;
    for partner in [0, 2] {
        ask(&room, &old, partner, MatchAct::Resign).await.unwrap();
    }
    let again = ask(&room, &old, 1, Act::Rematch).await.unwrap().snapshot.table;
    ask(&room, &again, 0, LobbyAct::Accept).await.unwrap();
    let left = ask(&room, &again, 0, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!(left.told, ["Ada left.", "That seat is free now."]);
    assert_eq!(
        (left.stage, left.challenge, left.invited.as_slice()),
        (Stage::Lobby, false, &[person(2), person(3)][..])
    );
}

#[tokio::test]
async fn a_rematch_keeps_the_seats_and_passes_the_first_move_on() {
    let House { room, dir: _dir } = House::new().await;
    let old = begun(&room, games()[0], 1).await;
    assert!(words(ask(&room, &old, 1, Act::Rematch).await).contains("not over"));
    ask(&room, &old, 0, MatchAct::Resign).await.unwrap();
    assert_eq!(ask(&room, &old, 5, Act::Rematch).await.unwrap_err(), Rejection::NotSeated);
    let cause = cause();
    let wish = Request::new(person(1), Act::Rematch).cause(cause);
    let asked = room.ask(&old, wish.clone()).await.unwrap();
    let new = asked.snapshot.table;
    assert_ne!(new, old);
    assert_eq!((asked.snapshot.rematch_of, asked.snapshot.stage), (Some(old), Stage::Lobby));
    assert_eq!(look(&room, &old).await.rematch, Some(new));
    let again = room.ask(&old, wish).await.unwrap();
    assert_eq!((again.snapshot.table, again.outcome), (new, Outcome::Repeated));
    let started = ask(&room, &old, 0, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((started.table, started.stage), (new, Stage::Playing));
    let first = |record: upcard::engine::Record| (record.header.first.unwrap().number(), record.header.seats);
    let (before, seats) = first(record(&room, old).await);
    let (after, _) = first(record(&room, new).await);
    assert_eq!(after, (before + 1) % seats);
    let names = |s: &upcard::tables::Snapshot| s.people().map(|p| p.name().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&started), names(&*look(&room, &old).await), "everybody keeps their seat");
}
