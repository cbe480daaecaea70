//! Absence without a clock: what the others may do about somebody who does not move.

use std::sync::Arc;
use std::time::Duration;

use engine::SeatSet;
use sqlx::{Connection, SqliteConnection};
use upcard::discord::news;
use upcard::tables::{
    Clock, LobbyAct, MatchAct, NewTable, Occasion, Rejection, Room, Snapshot, Stage, TableId, UserId,
};

use crate::common::*;

const MINUTE: i64 = 60 * 1000;
const DAY: i64 = 24 * 60 * MINUTE;
/// More than any test takes.
const LONG: Duration = Duration::from_secs(120);

/// As if everything had happened so much earlier; `pace`: of the house.
async fn later(House { dir, room }: House, by: i64, pace: Duration) -> House {
    room.shutdown().await;
    let mut conn = SqliteConnection::connect(&url(&dir)).await.unwrap();
    for sql in [
        "UPDATE journal SET at = at - ?1",
        "UPDATE tables SET updated = updated - ?1, created = created - ?1",
        "UPDATE wishes SET at = at - ?1",
        "UPDATE stand_ins SET at = at - ?1",
    ] {
        sqlx::query(sql).bind(by).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
    let room = paced(&dir, LONG, pace).await;
    House { dir, room }
}

/// It waits for one alone: their number, and those of the others in the order of their seats.
async fn waits_for_one(room: &Room, table: &TableId) -> (u64, Vec<u64>) {
    for n in 0.. {
        let now = look(room, table).await;
        if let ([one], 1) = (now.waited_for().as_slice(), now.awaiting().len()) {
            let others = now.people().map(|person| person.id).filter(|user| user != one);
            return (one.0 - 1000, others.map(|user| user.0 - 1000).collect());
        }
        play(room, table, &mut Dice::new(n), 1).await;
    }
    unreachable!()
}

fn users(now: &Snapshot, seats: SeatSet) -> Vec<UserId> {
    now.at_seats(seats)
}

fn wish(now: &Snapshot) -> u32 {
    now.seating.wish.as_ref().unwrap().number
}

/// The house, and those who are asked, play to the end.
async fn to_the_end(room: &Room, table: &TableId) -> Arc<Snapshot> {
    let played = async {
        loop {
            let now = look(room, table).await;
            match now.awaiting().first() {
                _ if now.stage != Stage::Playing => return now,
                Some(user) => {
                    // It may just have played itself, and ended the match.
                    for (text, _) in room.suggest(table, *user, "", 1).await.into_iter().flatten() {
                        let _ = ask(room, table, user.0 - 1000, MatchAct::Play(text)).await;
                    }
                }
                None => tokio::time::sleep(Duration::from_millis(2)).await,
            }
        }
    };
    tokio::time::timeout(LONG, played).await.unwrap()
}

#[tokio::test]
async fn after_ten_quiet_minutes_the_others_may_have_whoever_is_awaited_called_once_an_hour() {
    let at = House::new().await;
    let (table, second) = (three_at_the_door(&at.room, 1).await, begun(&at.room, "gin-rummy", 2).await);
    let (slow, others) = waits_for_one(&at.room, &table).await;
    let why = words(at.room.nudge(&table, person(others[0]).id).await);
    assert_eq!(why, "Nobody has kept you waiting for ten minutes.");
    let at = later(at, 10 * MINUTE, Duration::ZERO).await;
    let room = &at.room;
    let mut changes = room.changes();
    let called = room.nudge(&table, person(others[0]).id).await.unwrap();
    assert_eq!(users(&called, called.occasion.called()), [person(slow).id]);
    let told = changes.next().await.unwrap();
    assert_eq!((told.rev, told.occasion), (called.rev, called.occasion), "presenters are told");
    let again = words(room.nudge(&table, person(others[1]).id).await);
    let name = person(slow);
    assert_eq!(again, format!("{} was called a while ago, and can be called again in 60 minutes.", name.name()));
    assert_eq!(words(room.nudge(&table, person(slow).id).await), why, "nobody calls themselves");
    assert_eq!(words(room.nudge(&table, person(7).id).await), words(Err::<(), _>(Rejection::NotSeated)));
    // Where the same person keeps others waiting elsewhere, too, they are not called a second time.
    let here = look(room, &second).await;
    let waited_for = here.waited_for();
    if waited_for == [person(slow).id] {
        let other = here.people().find(|one| one.id != waited_for[0]).unwrap().id;
        assert!(words(room.nudge(&second, other).await).contains("can be called again"));
    }
    // Whoever moves is not awaited any more.
    to_move(room, &table, slow).await;
    assert_eq!(words(room.nudge(&table, person(others[0]).id).await), why);
}

async fn to_move(room: &Room, table: &TableId, who: u64) {
    let (text, _) = room.suggest(table, person(who).id, "", 1).await.unwrap().remove(0);
    ask(room, table, who, MatchAct::Play(text)).await.unwrap();
}

#[tokio::test]
async fn boards_are_shown_again_when_the_others_may_do_more() {
    let House { room, dir } = House::new().await;
    let table = three_at_the_door(&room, 1).await;
    waits_for_one(&room, &table).await;
    let at = look(&room, &table).await.at;
    let still = async |from, to| room.store().still_between(from, to).await.unwrap();
    assert_eq!((still(at - 1, at).await, still(at, at + DAY).await), (vec![table], vec![]), "each time once");
    let house = later(House { room, dir }, 10 * MINUTE, Duration::ZERO).await;
    let mut changes = house.room.changes();
    let now = upcard::tables::now();
    house.room.show_waiting(now - MINUTE, now).await;
    let shown = tokio::time::timeout(LONG, changes.next()).await.unwrap().unwrap();
    assert!(shown.table == table && shown.occasion == Occasion::Waits && shown.at == at - 10 * MINUTE);
}

#[tokio::test]
async fn after_a_day_of_silence_the_house_plays_on_by_the_wish_of_all_others_who_are_there() {
    let at = House::new().await;
    let table = three_at_the_door(&at.room, 1).await;
    let (slow, others) = waits_for_one(&at.room, &table).await;
    let early = words(ask(&at.room, &table, others[0], LobbyAct::LetTheHouse).await);
    assert_eq!(early, "That can be asked for once somebody else has kept you waiting for a day.");
    let at = later(at, DAY, Duration::from_secs(24 * 3600)).await;
    assert_eq!(words(ask(&at.room, &table, slow, LobbyAct::LetTheHouse).await), early, "not for oneself");
    let asked = ask(&at.room, &table, others[0], LobbyAct::LetTheHouse).await.unwrap().snapshot;
    let (name, away) = (person(others[0]), person(slow));
    assert_eq!(
        news(&asked)[0],
        format!("{} wants the house to play on for {}, who is away.", name.name(), away.name())
    );
    assert!(asked.seating.seats.iter().all(|seat| seat.left_to.is_none()), "another is there, too");
    // The absent have no say but to move.
    let no = words(ask(&at.room, &table, slow, LobbyAct::PlayOn(wish(&asked))).await);
    assert_eq!(no, "The others wait for your move: it is the only answer.");
    let off = ask(&at.room, &table, others[1], LobbyAct::PlayOn(wish(&asked))).await.unwrap().snapshot;
    assert_eq!(off.seating.wish, None);
    let asked = ask(&at.room, &table, others[1], LobbyAct::LetTheHouse).await.unwrap().snapshot;
    let at = at.restart().await;
    let agreed = ask(&at.room, &table, others[0], LobbyAct::Agree(wish(&asked))).await.unwrap().snapshot;
    let seat = agreed.seat_of(away.id).unwrap();
    assert!(seat.left_to.is_some() && seat.away, "{:?}", news(&agreed));
    assert!(news(&agreed)[0].starts_with(&format!("{} is away: the medium house plays on.", away.name())));
    // They come back whenever they want.
    let back = ask(&at.room, &table, slow, MatchAct::Return).await.unwrap().snapshot;
    assert!(!back.seat_of(away.id).unwrap().away);
    assert_eq!(words(ask(&at.room, &table, others[0], LobbyAct::LetTheHouse).await), early, "they have a day again");
    let at = later(at, 0, Duration::ZERO).await;
    to_the_end(&at.room, &table).await;
}

#[tokio::test]
async fn whoever_moves_after_all_needs_nobody_in_their_place() {
    let at = House::new().await;
    let table = three_at_the_door(&at.room, 1).await;
    let (slow, others) = waits_for_one(&at.room, &table).await;
    let at = later(at, DAY, Duration::ZERO).await;
    let asked = ask(&at.room, &table, others[0], LobbyAct::LetTheHouse).await.unwrap().snapshot;
    to_move(&at.room, &table, slow).await;
    assert_eq!(look(&at.room, &table).await.seating.wish, None);
    let late = words(ask(&at.room, &table, others[1], LobbyAct::Agree(wish(&asked))).await);
    assert_eq!(late, "That is off: the match goes on.");
}

#[tokio::test]
async fn of_two_one_has_the_house_play_on_and_whoever_is_absent_at_the_end_is_rated_last() {
    let at = House::new().await;
    let table = begun(&at.room, "klaberjass", 1).await;
    let (slow, others) = waits_for_one(&at.room, &table).await;
    let at = later(at, DAY, Duration::ZERO).await;
    let gone = ask(&at.room, &table, others[0], LobbyAct::LetTheHouse).await.unwrap().snapshot;
    assert!(gone.seat_of(person(slow).id).unwrap().away, "nobody else has to be asked");
    assert_eq!(gone.ratings, Ok(Vec::new()), "it stays rated");
    let over = to_the_end(&at.room, &table).await;
    assert_eq!(over.stage, Stage::Over);
    let came_out = results(&at.room, table).await;
    let place = |who: u64| came_out.iter().find(|one| one.0 == person(who).id).unwrap();
    assert_eq!((place(others[0]).1, place(slow).1), (1, 2), "whoever wins on the board");
    assert!(place(slow).3.is_some_and(|(before, after)| after < before));
    assert!(over.seating.shares.iter().any(|(_, share)| share.house > 0));
}

#[tokio::test]
async fn whoever_is_absent_at_the_end_is_rated_last_though_their_partner_wins() {
    let at = House::new().await;
    let new = NewTable { variant: Some("four-hand".to_owned()), ..new_table("gin-rummy", 1) };
    let table = at.room.create(new).await.unwrap().snapshot.table;
    for who in 1..4 {
        ask(&at.room, &table, who, LobbyAct::Join).await.unwrap();
    }
    ask(&at.room, &table, 0, LobbyAct::Start).await.unwrap();
    let at = later(at, DAY, Duration::from_secs(24 * 3600)).await;
    let now = look(&at.room, &table).await;
    let silent = users(&now, now.seating.presence.silent(upcard::tables::now()));
    let others: Vec<u64> = (0..4).filter(|who| !silent.contains(&person(*who).id)).collect();
    assert!(!others.is_empty() && !silent.is_empty());
    let asked = ask(&at.room, &table, others[0], LobbyAct::LetTheHouse).await.unwrap().snapshot;
    let gone = match asked.seating.wish {
        Some(_) => ask(&at.room, &table, others[1], LobbyAct::Agree(wish(&asked))).await.unwrap().snapshot,
        None => asked,
    };
    let away = gone.seating.seats.iter().find(|seat| seat.away).unwrap().clone();
    assert!(silent.contains(&person(u64::from(away.seat.number())).id), "those who are silent, too, are not asked");
    let foes: Vec<u64> =
        gone.seating.seats.iter().filter(|seat| seat.side != away.side).map(|seat| seat.seat.number().into()).collect();
    for foe in foes {
        ask(&at.room, &table, foe, MatchAct::Resign).await.unwrap();
    }
    let places: Vec<u8> = results(&at.room, table).await.iter().map(|one| one.1).collect();
    let partner = gone.seating.seats.iter().find(|seat| seat.side == away.side && seat.seat != away.seat).unwrap();
    assert_eq!((places[partner.seat.index()], places[away.seat.index()]), (1, 4), "{places:?}");
}

#[tokio::test]
async fn after_a_day_of_silence_a_match_ends_unrated_by_the_wish_of_all_others_who_are_there() {
    let at = House::new().await;
    let table = three_at_the_door(&at.room, 1).await;
    play(&at.room, &table, &mut Dice::new(1), 12).await;
    let (slow, others) = waits_for_one(&at.room, &table).await;
    let now = look(&at.room, &table).await;
    assert_eq!(now.asked_to_end(person(others[0]).id, now.at).len(), 2, "until then all others are asked");
    let at = later(at, DAY, Duration::ZERO).await;
    let asked = ask(&at.room, &table, others[0], LobbyAct::End).await.unwrap().snapshot;
    assert_eq!(asked.stage, Stage::Playing);
    assert_eq!(asked.asked_to_end(person(others[0]).id, upcard::tables::now()).len(), 1, "not whoever is away");
    let no = words(ask(&at.room, &table, slow, LobbyAct::PlayOn(wish(&asked))).await);
    assert_eq!(no, "The others wait for your move: it is the only answer.");
    let ended = ask(&at.room, &table, others[1], LobbyAct::Agree(wish(&asked))).await.unwrap().snapshot;
    assert_eq!((ended.stage, ended.ratings.clone()), (Stage::Closed, Ok(Vec::new())));
}

#[tokio::test]
async fn before_a_match_is_contested_silence_takes_the_word_of_all_others_too() {
    let at = House::new().await;
    let table = three_at_the_door(&at.room, 1).await;
    let (_, others) = waits_for_one(&at.room, &table).await;
    let guest = *others.iter().find(|who| **who != 0).unwrap();
    assert!(ask(&at.room, &table, guest, LobbyAct::End).await.is_err(), "only its host, so early");
    let at = later(at, DAY, Duration::ZERO).await;
    let asked = ask(&at.room, &table, guest, LobbyAct::End).await.unwrap().snapshot;
    assert_eq!(asked.stage, Stage::Playing, "somebody else is there");
    let other = *others.iter().find(|who| **who != guest).unwrap();
    let ended = ask(&at.room, &table, other, LobbyAct::Agree(wish(&asked))).await.unwrap().snapshot;
    assert_eq!(ended.stage, Stage::Closed);
}

#[tokio::test]
async fn where_a_clock_runs_it_alone_looks_after_absence() {
    let House { room, dir: _dir } = House::new().await;
    let table =
        room.create(NewTable { clock: Clock::ThreeDays, ..new_table("gin-rummy", 1) }).await.unwrap().snapshot.table;
    ask(&room, &table, 1, LobbyAct::Join).await.unwrap();
    let now = ask(&room, &table, 0, LobbyAct::Start).await.unwrap().snapshot;
    let then = now.at + 2 * DAY;
    let presence = &now.seating.presence;
    assert!(presence.quiet(then).is_empty() && presence.silent(then).is_empty());
    assert!(!now.may_end(person(1).id, None, then), "they have another day");
    assert_eq!(room.store().still_between(0, then).await.unwrap(), []);
}
