//! Rematches: who is asked, who plays first, and what a refusal leaves.

use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use upcard::tables::{Act, LobbyAct, MatchAct, Outcome, Rejection, Request, Snapshot, Stage};

use crate::common::*;

#[tokio::test]
async fn a_rematch_keeps_the_seats_and_passes_the_first_move_on() {
    let House { room, dir: _dir } = House::new().await;
    let old = begun(&room, games()[0], 1).await;
    assert!(words(ask(&room, &old, 1, Act::Rematch).await).contains("not over"));
    ask(&room, &old, 0, MatchAct::Resign).await.unwrap();
    assert!(matches!(ask(&room, &old, 5, Act::Rematch).await, Err(Rejection::NotSeated)));
    let cause = cause();
    let wish = Request::new(person(1), Act::Rematch).cause(cause);
    let asked = room.ask(&old, wish.clone()).await.unwrap();
    let new = asked.snapshot.table;
    assert_ne!(new, old);
    assert_eq!((asked.snapshot.terms.rematch_of, asked.snapshot.stage), (Some(old), Stage::Lobby));
    assert_eq!(look(&room, &old).await.terms.rematch, Some(new));
    let again = room.ask(&old, wish).await.unwrap();
    assert_eq!((again.snapshot.table, again.outcome), (new, Outcome::Repeated));
    let started = ask(&room, &old, 0, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((started.table, started.stage), (new, Stage::Playing));
    let first = |record: engine::Record| (record.header.first.unwrap().number(), record.header.seats);
    let (before, seats) = first(record(&room, old).await);
    let (after, _) = first(record(&room, new).await);
    assert_eq!(after, (before + 1) % seats);
    let names = |s: &Snapshot| s.people().map(|p| p.name().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&started), names(&*look(&room, &old).await), "everybody keeps their seat");
}

#[tokio::test]
async fn one_of_several_who_declines_a_rematch_leaves_a_seat_free() {
    let House { room, dir: _dir } = House::new().await;
    let old = begun(&room, "pegs-and-jokers", 1).await;
    for partner in [0, 2] {
        ask(&room, &old, partner, MatchAct::Resign).await.unwrap();
    }
    let new = ask(&room, &old, 1, Act::Rematch).await.unwrap().snapshot.table;
    assert!(ask(&room, &new, 0, LobbyAct::Accept).await.unwrap().snapshot.terms.challenge);
    let not_begun = "The match has not begun yet: it begins once Cyd and Dee have accepted.";
    assert_eq!(words(ask(&room, &new, 0, MatchAct::Resign).await), not_begun);
    let kick = LobbyAct::Kick(person(3).id.into());
    assert!(words(ask(&room, &new, 1, kick).await).starts_with("A rematch is played as the match before it."));
    let declined = ask(&room, &new, 3, LobbyAct::Decline).await.unwrap().snapshot;
    assert_eq!(news(&declined), ["Dee declined.", "That seat is free now."]);
    let not_begun = "The match has not begun yet: the host of the table presses **Start**.";
    assert_eq!(words(ask(&room, &new, 0, MatchAct::Resign).await), not_begun);
    assert_eq!(
        (declined.stage, declined.terms.challenge, declined.seating.invited.as_slice()),
        (Stage::Lobby, false, &[person(2)][..])
    );
    // Who declined may think again.
    let back = ask(&room, &old, 3, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((back.table, news(&back).as_slice()), (new, &["Dee joined.".to_owned()][..]));
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
    assert!(
        news(&declined)[1].ends_with("the host picks another number of seats under Options."),
        "{:?}",
        news(&declined)
    );
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
    assert_eq!((declined.stage, news(&declined).as_slice()), (Stage::Closed, &["Ada declined.".to_owned()][..]));
    let wish = Request::new(person(0), Act::Rematch).cause(cause());
    let second = room.ask(&old, wish.clone()).await.unwrap().snapshot;
    assert_ne!(second.table, first);
    assert_eq!((second.terms.rematch_of, second.seating.host), (Some(old), person(0).id));
    let again = room.ask(&old, wish).await.unwrap();
    assert_eq!((again.snapshot.table, again.outcome), (second.table, Outcome::Repeated));
    // Asking once more, at the match that names the first rematch, accepts the second one.
    let accepted = ask(&room, &old, 1, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((accepted.table, accepted.stage), (second.table, Stage::Playing));
    // Asking at an old result, once the second rematch was played, asks for a third.
    assert!(words(ask(&room, &old, 0, Act::Rematch).await).contains("begun"));
    ask(&room, &second.table, 0, MatchAct::Resign).await.unwrap();
    let third = ask(&room, &old, 0, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((third.terms.rematch_of, third.stage), (Some(second.table), Stage::Lobby));
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
    assert_eq!(news(&asked), ["Big Ben asks for a rematch."]);
    let begun = room.ask(&old, afar(0)).await.unwrap().snapshot;
    assert_eq!(begun.people().map(|p| p.name().to_owned()).collect::<Vec<_>>(), ["Ada", "Big Ben"]);
}

/// As if everything at this table had happened so many days before.
async fn days_pass(house: House, days: i64) -> House {
    let House { room, dir } = house;
    room.shutdown().await;
    let mut conn = SqliteConnection::connect(&format!("sqlite://{}", room.store().path())).await.unwrap();
    let day = 24 * 3600 * 1000;
    for sql in ["UPDATE journal SET at = at - ?1", "UPDATE tables SET updated = updated - ?1, created = created - ?1"] {
        sqlx::query(sql).bind(days * day).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
    House { room: open(&dir, Duration::from_secs(60)).await, dir }
}

#[tokio::test]
async fn r4_the_week_for_a_rematch_counts_from_the_end_of_the_match() {
    let late = "That match ended more than a week ago. `/play` opens a new table.";
    let house = House::new().await;
    let old = begun(&house.room, games()[0], 1).await;
    ask(&house.room, &old, 0, MatchAct::Resign).await.unwrap();
    let mut house = days_pass(house, 2).await;
    // Each time it is asked for, declined and asked for again, the match is as old as it was.
    for _ in 0..2 {
        let asked = ask(&house.room, &old, 1, Act::Rematch).await.unwrap().snapshot.table;
        ask(&house.room, &asked, 0, LobbyAct::Decline).await.unwrap();
        house = days_pass(house, 2).await;
    }
    // Asked for in time, it can be accepted later, at the old match too.
    let asked = ask(&house.room, &old, 1, Act::Rematch).await.unwrap().snapshot.table;
    house = days_pass(house, 2).await;
    let accepted = ask(&house.room, &old, 0, Act::Rematch).await.unwrap().snapshot;
    assert_eq!((accepted.table, accepted.stage), (asked, Stage::Playing));
    ask(&house.room, &asked, 1, LobbyAct::End).await.unwrap();
    assert_eq!(words(ask(&house.room, &old, 0, Act::Rematch).await), late);
    assert_eq!(words(ask(&house.room, &old, 1, Act::Rematch).await), late);
    house.room.shutdown().await;
}
