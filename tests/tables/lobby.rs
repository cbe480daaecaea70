//! The lobby's house rules.

use engine::catalog;
use upcard::tables::{Act, LobbyAct, MatchAct, NewTable, Rejection, Request, Snapshot, Stage};

use crate::common::*;

#[tokio::test]
async fn people_join_leave_and_hand_the_table_on() {
    let House { room, dir: _dir } = House::new().await;
    let game = games()[0];
    let opened = room.create(new_table(game, 1)).await.unwrap().snapshot;
    let table = opened.table;
    assert_eq!((opened.stage, news(&opened).as_slice()), (Stage::Lobby, ["Ada opened a table.".to_owned()].as_slice()));
    assert_eq!(room.at(place(1).channel).await.unwrap(), Some(table));
    assert!(words(ask(&room, &table, 0, LobbyAct::Join).await).contains("already"));
    ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
    assert!(words(ask(&room, &table, 1, LobbyAct::Start).await).contains("Only the host, Ada"));
    let handed = ask(&room, &table, 0, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!(handed.seating.host, person(1).id);
    assert_eq!(news(&handed), ["Ada left.", "Ben is the host now."]);
    assert!(matches!(ask(&room, &table, 0, LobbyAct::Leave).await, Err(Rejection::NotSeated)));
    let closed = ask(&room, &table, 1, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!(closed.stage, Stage::Closed);
    assert_eq!(room.at(place(1).channel).await.unwrap(), None);
    assert!(matches!(ask(&room, &table, 1, LobbyAct::Join).await, Err(Rejection::Gone)));
}

/// If two people have the same name, public lines say which of them is meant.
#[tokio::test]
async fn namesakes_are_told_apart_in_what_all_are_told() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table(games()[0], 1)).await.unwrap().snapshot.table;
    let (ada, namesake) = (0, 8);
    let told = async |who, act: LobbyAct| news(&ask(&room, &table, who, act).await.unwrap().snapshot);
    assert_eq!(told(namesake, LobbyAct::Join).await, ["Ada 2 joined."]);
    assert_eq!(told(ada, LobbyAct::Kick(person(namesake).id.into())).await, ["Ada sent Ada 2 away."]);
    let back = LobbyAct::Invite(person(namesake));
    assert_eq!(told(ada, back).await, ["Ada let Ada 2 back in."]);
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
        assert_eq!((snapshot.terms.counts[0], snapshot.terms.counts.last()), (*range.start(), Some(range.end())));
        if *range.start() > 1 {
            assert!(words(ask(&room, &table, 0, LobbyAct::Start).await).contains("needed"));
        }
        for who in 1..u64::from(*range.end()) {
            ask(&room, &table, who, LobbyAct::Join).await.unwrap();
        }
        assert!(words(ask(&room, &table, 77, LobbyAct::Join).await).contains("taken"));
        let started = ask(&room, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
        assert_eq!((started.stage, started.play.deal(), started.play.moves()), (Stage::Playing, 1, 0));
        assert!(words(ask(&room, &table, 77, LobbyAct::Join).await).contains("begun"));
        assert!(words(ask(&room, &table, 0, LobbyAct::Leave).await).contains("resign"));
        let kick = words(ask(&room, &table, 0, LobbyAct::Kick(person(1).id.into())).await);
        assert!(kick.contains("`/table resign`") && kick.contains("`/table end`"), "{kick}");
    }
}

#[tokio::test]
async fn hosts_send_away_and_moderators_end() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table(games()[0], 1)).await.unwrap().snapshot.table;
    ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
    assert!(words(ask(&room, &table, 1, LobbyAct::Kick(person(0).id.into())).await).contains("Only the host, Ada"));
    assert!(words(ask(&room, &table, 0, LobbyAct::Kick(person(0).id.into())).await).contains("leave"));
    let kicked = ask(&room, &table, 0, LobbyAct::Kick(person(1).id.into())).await.unwrap().snapshot;
    assert_eq!((kicked.people().count(), news(&kicked)[0].as_str()), (1, "Ada sent Ben away."));
    assert!(words(ask(&room, &table, 1, LobbyAct::End).await).contains("Only the host, Ada"));
    let end = |channel| Request::new(person(1), LobbyAct::End).cause(cause()).moderates(Some(place(channel).channel));
    assert!(words(room.ask(&table, end(2)).await).contains("Only the host"), "a moderator elsewhere");
    assert_eq!(room.ask(&table, end(1)).await.unwrap().snapshot.stage, Stage::Closed);
    assert!(matches!(ask(&room, &table, 0, LobbyAct::End).await, Err(Rejection::Gone)));
}

#[tokio::test]
async fn who_sits_where_is_the_hosts_to_say() {
    let house = House::new().await;
    let room = &house.room;
    let table = room.create(new_table("pegs-and-jokers", 1)).await.unwrap().snapshot.table;
    for user in 1..4 {
        ask(room, &table, user, LobbyAct::Join).await.unwrap();
    }
    let up = |user: u64| LobbyAct::MoveUp(person(user).id.into());
    let moved = ask(room, &table, 0, up(2)).await.unwrap().snapshot;
    assert_eq!(news(&moved), ["Ada gave Cyd seat 2, before Ben."]);
    assert_eq!(words(ask(room, &table, 1, up(3)).await), "Only the host, Ada, can do that.");
    assert_eq!(words(ask(room, &table, 0, up(0)).await), "Ada has the first seat.");
    assert_eq!(words(ask(room, &table, 0, up(4)).await), "That person has no seat at this table.");
    let seated = |snapshot: &Snapshot| snapshot.people().map(|person| person.id).collect::<Vec<_>>();
    let order = [0, 2, 1, 3].map(|user| person(user).id);
    assert_eq!(seated(&moved), order);
    // The next owner of the table sees them where they were put.
    let House { room: again, dir: _dir } = house.restart().await;
    let begun = ask(&again, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
    assert_eq!((begun.stage, seated(&begun)), (Stage::Playing, order.to_vec()));
    assert_eq!(words(ask(&again, &table, 0, up(2)).await), "The match has begun.");
}

const SENT_AWAY: &str = "You were sent away from this table. Its host, Ada, can let you back in, under **Options**.";

/// By no way in: the button, an invitation's button, or the old match's.
#[tokio::test]
async fn q19_who_was_sent_away_comes_back_only_by_the_hosts_word() {
    let mut house = House::new().await;
    for private in [false, true] {
        let new = NewTable { private, ..new_table(games()[0], 1) };
        let table = house.room.create(new).await.unwrap().snapshot.table;
        if private {
            ask(&house.room, &table, 0, LobbyAct::Invite(person(1))).await.unwrap();
        }
        ask(&house.room, &table, 1, LobbyAct::Join).await.unwrap();
        let kicked = ask(&house.room, &table, 0, LobbyAct::Kick(person(1).id.into())).await.unwrap().snapshot;
        assert_eq!(kicked.seating.sent_away, [person(1)]);
        house = house.restart().await;
        let room = &house.room;
        for act in [LobbyAct::Join, LobbyAct::Accept, LobbyAct::Join] {
            assert_eq!(words(ask(room, &table, 1, act).await), SENT_AWAY);
        }
        assert!(words(ask(room, &table, 1, LobbyAct::Invite(person(1))).await).contains("Only the host, Ada"));
        let back = ask(room, &table, 0, LobbyAct::Invite(person(1))).await.unwrap().snapshot;
        let told = if private { "Ada invited Ben." } else { "Ada let Ben back in." };
        assert_eq!((news(&back).as_slice(), back.seating.sent_away.len()), (&[told.to_owned()][..], 0));
        assert_eq!(ask(room, &table, 1, LobbyAct::Join).await.unwrap().snapshot.people().count(), 2);
        ask(room, &table, 0, LobbyAct::End).await.unwrap();
    }
}

#[tokio::test]
async fn q19_the_next_host_has_that_word() {
    let House { room, dir: _dir } = House::new().await;
    let table = room.create(new_table("key-of-the-door", 1)).await.unwrap().snapshot.table;
    for user in [1, 2] {
        ask(&room, &table, user, LobbyAct::Join).await.unwrap();
    }
    ask(&room, &table, 0, LobbyAct::Kick(person(2).id.into())).await.unwrap();
    ask(&room, &table, 0, LobbyAct::Leave).await.unwrap();
    assert_eq!(words(ask(&room, &table, 2, LobbyAct::Join).await), SENT_AWAY.replace("Ada", "Ben"));
    assert!(words(ask(&room, &table, 0, LobbyAct::Invite(person(2))).await).contains("Only the host, Ben"));
    ask(&room, &table, 1, LobbyAct::Invite(person(2))).await.unwrap();
    ask(&room, &table, 2, LobbyAct::Join).await.unwrap();
    // Who left by themselves comes back as they like, and nobody is let in who was not sent away.
    ask(&room, &table, 0, LobbyAct::Join).await.unwrap();
    let nobody = words(ask(&room, &table, 1, LobbyAct::Invite(person(4))).await);
    assert_eq!(nobody, "Anybody may join this table; nobody needs to be invited.");
}

/// A seat that is kept for somebody, in what was a rematch, is given away in the same manner.
#[tokio::test]
async fn q19_whose_kept_seat_was_given_away_does_not_take_another() {
    let House { room, dir: _dir } = House::new().await;
    let old = three_at_the_door(&room, 1).await;
    for who in [1, 2] {
        ask(&room, &old, who, MatchAct::Resign).await.unwrap();
    }
    let new = ask(&room, &old, 0, Act::Rematch).await.unwrap().snapshot.table;
    ask(&room, &new, 2, LobbyAct::Decline).await.unwrap();
    let kicked = ask(&room, &new, 0, LobbyAct::Kick(person(1).id.into())).await.unwrap().snapshot;
    assert_eq!(news(&kicked), ["Ada waits for Ben no longer."]);
    assert_eq!(words(ask(&room, &old, 1, Act::Rematch).await), SENT_AWAY);
    for act in [LobbyAct::Join, LobbyAct::Accept] {
        assert_eq!(words(ask(&room, &new, 1, act).await), SENT_AWAY);
    }
}
