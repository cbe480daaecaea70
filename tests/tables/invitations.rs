//! Private tables, invitations and challenges.

use serde_json::json;
use upcard::tables::{Act, LobbyAct, MatchAct, NewTable, Stage};

use crate::common::*;

#[tokio::test]
async fn private_tables_are_for_the_invited() {
    let House { room, dir: _dir } = House::new().await;
    let new = NewTable { private: true, ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    assert!(words(ask(&room, &table, 1, LobbyAct::Join).await).contains("private"));
    let invited = ask(&room, &table, 0, LobbyAct::Invite(person(1))).await.unwrap().snapshot;
    assert_eq!(invited.seating.invited, [person(1)]);
    assert!(words(ask(&room, &table, 2, LobbyAct::Accept).await).contains("not asked"));
    let joined = ask(&room, &table, 1, LobbyAct::Accept).await.unwrap().snapshot;
    assert_eq!((joined.people().count(), joined.seating.invited.len(), joined.stage), (2, 0, Stage::Lobby));
}

#[tokio::test]
async fn a_private_table_keeps_no_seats_and_whoever_of_the_invited_comes_first_has_one() {
    let House { room, dir: _dir } = House::new().await;
    let new = NewTable { private: true, seats: Some(2), ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    for guest in [1, 2] {
        ask(&room, &table, 0, LobbyAct::Invite(person(guest))).await.unwrap();
    }
    let joined = ask(&room, &table, 1, LobbyAct::Accept).await.unwrap().snapshot;
    assert_eq!((joined.people().count(), joined.seating.invited.as_slice()), (2, &[person(2)][..]));
    assert!(words(ask(&room, &table, 2, LobbyAct::Accept).await).contains("taken"));
}

const ASKED_OFTEN: &str = "You have asked Ben 10 times within ten minutes. Give them some time.";

#[tokio::test]
async fn who_is_sent_away_again_and_again_is_not_invited_without_end() {
    let House { room, dir: _dir } = House::new().await;
    let new = NewTable { private: true, ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    let invite = |who| ask(&room, &table, 0, LobbyAct::Invite(person(who)));
    for _ in 0..10 {
        invite(1).await.unwrap();
        ask(&room, &table, 0, LobbyAct::Kick(person(1).id.into())).await.unwrap();
    }
    assert_eq!(words(invite(1).await), ASKED_OFTEN);
    invite(2).await.unwrap();
    // Other changes ask nobody again.
    for seats in [2, 0].into_iter().cycle().take(12) {
        ask(&room, &table, 0, LobbyAct::SetSeats(seats)).await.unwrap();
    }
    ask(&room, &table, 0, LobbyAct::Kick(person(2).id.into())).await.unwrap();
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
    let new = NewTable { private: true, ..new_table(games()[0], 1) };
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
    let challenge = |who| room.create(NewTable { invited: Some(person(who)), ..new_table(games()[0], 1) });
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
        let new = NewTable { invited: Some(person(1)), ..new_table(games()[0], 1) };
        let made = room.create(new).await.unwrap().snapshot;
        assert_eq!((news(&made)[0].as_str(), made.terms.challenge), ("Ada challenges Ben.", true));
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
    let new = NewTable { invited: Some(person(0)), ..new_table(games()[0], 1) };
    assert!(words(room.create(new).await).contains("yourself"));
}

#[tokio::test]
async fn who_leaves_is_not_asked_to_come() {
    let House { room, dir: _dir } = House::new().await;
    let new = NewTable { private: true, ..new_table(games()[0], 1) };
    let table = room.create(new).await.unwrap().snapshot.table;
    ask(&room, &table, 0, LobbyAct::Invite(person(1))).await.unwrap();
    let joined = ask(&room, &table, 1, LobbyAct::Accept).await.unwrap().snapshot;
    assert_eq!((joined.people().count(), joined.seating.invited.len()), (2, 0));
    assert!(words(ask(&room, &table, 0, LobbyAct::Invite(person(1))).await).contains("Ben is seated already"));
    let left = ask(&room, &table, 1, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!((left.people().count(), left.seating.invited.len()), (1, 0));

    let old = begun(&room, "pegs-and-jokers", 2).await;
    for partner in [0, 2] {
        ask(&room, &old, partner, MatchAct::Resign).await.unwrap();
    }
    let again = ask(&room, &old, 1, Act::Rematch).await.unwrap().snapshot.table;
    ask(&room, &again, 0, LobbyAct::Accept).await.unwrap();
    let left = ask(&room, &again, 0, LobbyAct::Leave).await.unwrap().snapshot;
    assert_eq!(news(&left), ["Ada left.", "That seat is free now."]);
    assert_eq!(
        (left.stage, left.terms.challenge, left.seating.invited.as_slice()),
        (Stage::Lobby, false, &[person(2), person(3)][..])
    );
}
