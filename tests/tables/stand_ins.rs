//! Seats that people leave to the house during a match: who may, how the house plays on, and what becomes of the result.

use std::sync::Arc;
use std::time::Duration;

use engine::{RESIGN, Seat, catalog};
use upcard::discord::news;
use upcard::tables::{
    Act, Level, LobbyAct, MatchAct, NewTable, Outcome, Rejection, Request, Room, Snapshot, Stage, TableId,
};

use crate::common::*;

/// More than any test takes.
const LONG: Duration = Duration::from_secs(120);

/// A house that moves at once.
async fn lively() -> House {
    let House { dir, room } = House::new().await;
    room.shutdown().await;
    let room = paced(&dir, LONG, Duration::ZERO).await;
    House { dir, room }
}

async fn restarted(House { dir, room }: House) -> House {
    room.shutdown().await;
    let room = paced(&dir, LONG, Duration::ZERO).await;
    House { dir, room }
}

/// Until a person is asked, or the match is over.
async fn until_asked(room: &Room, table: &TableId) -> Arc<Snapshot> {
    let asked = async {
        loop {
            let now = look(room, table).await;
            if now.stage == Stage::Over || !now.awaiting().is_empty() {
                return now;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(LONG, asked).await.unwrap()
}

/// Those who are asked play, so many moves at most.
async fn play_on(room: &Room, table: &TableId, most: usize) -> Arc<Snapshot> {
    for _ in 0..most {
        let now = until_asked(room, table).await;
        if now.stage == Stage::Over {
            return now;
        }
        let user = now.awaiting()[0];
        // A forced move may have played itself in the meantime.
        let played = match room.suggest(table, user, "", 1).await.unwrap().pop() {
            Some((text, _)) => ask(room, table, user.0 - 1000, MatchAct::Play(text)).await.map(drop),
            None => Err(Rejection::Busy),
        };
        assert!(played.is_ok() || look(room, table).await.rev > now.rev, "{played:?}");
    }
    until_asked(room, table).await
}

fn names(now: &Snapshot) -> Vec<&str> {
    now.seating.seats.iter().map(|seat| seat.name.as_str()).collect()
}

#[tokio::test]
async fn the_house_plays_on_for_whoever_leaves_and_after_a_restart_too() {
    let at = lively().await;
    let table = three_at_the_door(&at.room, 1).await;
    play_on(&at.room, &table, 5).await;
    let before = record(&at.room, table).await.journal.len();
    let left = ask(&at.room, &table, 2, MatchAct::Leave).await.unwrap().snapshot;
    assert_eq!(news(&left)[0], "Cyd left; the medium house plays on.");
    assert_eq!(names(&left), ["Ada", "Ben", "🏠 Cyd"]);
    assert_eq!(left.seating.seats[2].left_to, Some(Level::Medium));
    assert!(!left.has_house() && !left.gives_hints(), "the match of those who stay is rated");
    let hand = left.hand_of(person(2).id).unwrap();
    assert!(hand.has_cards() && hand.controls.is_empty(), "who has left looks on");
    for act in [MatchAct::Play("7♠".to_owned()), MatchAct::Build(Vec::new()), MatchAct::Resign, MatchAct::Leave] {
        let refused = words(ask(&at.room, &table, 2, act).await);
        assert_eq!(refused, "The house plays on for you: **I am back** gives you your seat again.");
    }
    assert!(at.room.suggest(&table, person(2).id, "", 5).await.is_err());
    // A kill at any time: the same table, told the same.
    let at = restarted(at).await;
    play_on(&at.room, &table, 20).await;
    let told = look(&at.room, &table).await;
    let at = restarted(at).await;
    let again = look(&at.room, &table).await;
    assert_eq!((again.rev, again.at, news(&again)), (told.rev, told.at, news(&told)));
    let ended = at.room.results_after(&table, 0).await.unwrap();
    let over = play_on(&at.room, &table, 5000).await;
    assert_eq!(over.stage, Stage::Over);
    let later = at.room.results_after(&table, 0).await.unwrap();
    assert_eq!(later[..ended.len()], ended[..], "how hands ended keeps its revision");
    let record = record(&at.room, table).await;
    let seat = Seat::new(2).unwrap();
    let own = record.journal[before..].iter().filter(|entry| entry.seat == seat);
    assert!(own.clone().count() > 3 && own.clone().all(|entry| entry.text != RESIGN), "its moves are entries");
    assert!(catalog::replay(&record).unwrap().standings().is_some(), "the record needs nothing else");
    let came_out = results(&at.room, table).await;
    assert_eq!((came_out[2].0, came_out[2].1), (person(2).id, 3), "whoever left is last of those who were there");
    assert!(came_out[..2].iter().all(|one| one.1 < 3), "{came_out:?}");
    assert!(came_out.iter().all(|one| one.3.is_some()), "all are rated: {came_out:?}");
    assert!(came_out[2].3.is_some_and(|(before, after)| after < before));
    let at = restarted(at).await;
    assert_eq!(names(look(&at.room, &table).await.as_ref()), ["Ada", "Ben", "🏠 Cyd"]);
    let ended = at.room.results_after(&table, 0).await.unwrap();
    assert_eq!(ended, later, "also those after it");
}

#[tokio::test]
async fn revisions_are_the_same_after_a_restart() {
    let at = House::new().await;
    let table = three_at_the_door(&at.room, 1).await;
    play(&at.room, &table, &mut Dice::new(3), 4).await;
    let left = ask(&at.room, &table, 1, MatchAct::Leave).await.unwrap().snapshot;
    let at = at.restart().await;
    let again = look(&at.room, &table).await;
    assert_eq!((again.rev, again.at, news(&again)), (left.rev, left.at, news(&left)));
}

#[tokio::test]
async fn whoever_comes_back_plays_their_seat_again_and_is_rated_by_what_comes_of_it() {
    let at = lively().await;
    let table = three_at_the_door(&at.room, 1).await;
    play_on(&at.room, &table, 5).await;
    let refused = words(ask(&at.room, &table, 2, MatchAct::Return).await);
    assert_eq!(refused, "The seat is yours already.");
    ask(&at.room, &table, 2, MatchAct::Leave).await.unwrap();
    play_on(&at.room, &table, 7).await;
    // The house may be thinking at this moment.
    let request = Request::new(person(2), MatchAct::Return).cause(cause());
    let back = at.room.ask(&table, request.clone()).await.unwrap().snapshot;
    assert_eq!(news(&back)[0], "Cyd is back.");
    assert_eq!((names(&back), back.seating.seats[2].left_to), (vec!["Ada", "Ben", "Cyd"], None));
    assert_eq!(at.room.ask(&table, request).await.unwrap().outcome, Outcome::Repeated);
    let at = restarted(at).await;
    let again = look(&at.room, &table).await;
    assert_eq!((again.rev, news(&again)), (back.rev, news(&back)));
    while until_asked(&at.room, &table).await.awaiting() != [person(2).id] {
        play_on(&at.room, &table, 1).await;
    }
    let before = record(&at.room, table).await.journal.len();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(record(&at.room, table).await.journal.len(), before, "nobody plays for whoever is back");
    let over = play_on(&at.room, &table, 5000).await;
    let places = over.play.standings().unwrap();
    let came_out = results(&at.room, table).await;
    let own = places.iter().find(|one| one.names.contains(&"Cyd".to_owned())).unwrap();
    assert_eq!(came_out[2].1, own.place, "as if they had been there all the time");
    // What the house did there is said all the same.
    let [(seat, share)] = over.seating.shares[..] else { panic!("{:?}", over.seating.shares) };
    let moved = record(&at.room, table).await.journal.iter().filter(|entry| entry.seat == seat).count();
    assert!(seat.index() == 2 && share.own > 0 && share.house > 0);
    assert_eq!((share.own + share.house) as usize, moved);
}

/// Four who play two against two: Ada and Cyd, Ben and Dee.
async fn partners(room: &Room, channel: u64) -> TableId {
    let new = NewTable { variant: Some("four-hand".to_owned()), ..new_table("gin-rummy", channel) };
    let table = room.create(new).await.unwrap().snapshot.table;
    for who in 1..4 {
        ask(room, &table, who, LobbyAct::Join).await.unwrap();
    }
    ask(room, &table, 0, LobbyAct::Start).await.unwrap();
    table
}

#[tokio::test]
async fn whoever_resigned_is_rated_last_though_their_partner_wins() {
    let House { room, dir: _dir } = House::new().await;
    let table = partners(&room, 1).await;
    play(&room, &table, &mut Dice::new(1), 4).await;
    for who in [3, 0, 2] {
        ask(&room, &table, who, MatchAct::Resign).await.unwrap();
    }
    let over = look(&room, &table).await;
    assert_eq!(over.play.standings().unwrap()[0].names, ["Ben", "Dee"], "the board shows the game's places");
    let came_out = results(&room, table).await;
    assert_eq!(came_out.iter().map(|one| one.1).collect::<Vec<_>>(), [3, 1, 2, 4]);
    let moved: Vec<i64> = came_out.iter().map(|one| one.3.map(|(before, after)| after - before).unwrap()).collect();
    assert!(moved[1] > 0 && moved[3] < moved[0] && moved[0] < moved[2], "{moved:?}");
}

#[tokio::test]
async fn whoever_resigned_does_not_come_back() {
    let at = House::new().await;
    let table = three_at_the_door(&at.room, 1).await;
    ask(&at.room, &table, 1, MatchAct::Resign).await.unwrap();
    let why = words(ask(&at.room, &table, 1, MatchAct::Return).await);
    assert_eq!(why, words(ask(&at.room, &table, 1, MatchAct::Resign).await), "not that the seat is theirs");
}

#[tokio::test]
async fn one_press_leaves_once() {
    let at = House::new().await;
    let table = three_at_the_door(&at.room, 1).await;
    let request = Request::new(person(1), MatchAct::Leave).cause(cause());
    at.room.ask(&table, request.clone()).await.unwrap();
    let at = at.restart().await;
    let again = at.room.ask(&table, request).await.unwrap();
    assert_eq!(again.outcome, Outcome::Repeated);
}

#[tokio::test]
async fn a_seat_is_left_only_where_others_go_on_with_the_match() {
    let at = House::new().await;
    let two = begun(&at.room, "gin-rummy", 1).await;
    let why = "The house takes a seat over only where more than two sides play and somebody else stays.";
    assert!(look(&at.room, &two).await.seating.may_be_left.is_empty());
    assert_eq!(words(ask(&at.room, &two, 1, MatchAct::Leave).await), why);
    let three = three_at_the_door(&at.room, 2).await;
    ask(&at.room, &three, 1, MatchAct::Resign).await.unwrap();
    assert!(words(ask(&at.room, &three, 1, MatchAct::Leave).await).contains("resigned"));
    let left = ask(&at.room, &three, 0, MatchAct::Leave).await.unwrap().snapshot;
    assert!(left.seating.may_be_left.is_empty(), "one is there");
    assert!(left.may_end(person(2).id, None, left.at), "its host has left");
    assert_eq!(words(ask(&at.room, &three, 2, MatchAct::Leave).await), why);
    assert_eq!(words(ask(&at.room, &three, 3, MatchAct::Leave).await), words(Err::<(), _>(Rejection::NotSeated)));
    // A rematch is for all of them again.
    ask(&at.room, &three, 2, MatchAct::Resign).await.unwrap();
    let again = ask(&at.room, &three, 2, Act::Rematch).await.unwrap().snapshot;
    assert!(again.seating.seats.iter().all(|seat| seat.left_to.is_none()));
}

#[tokio::test]
async fn where_all_leave_the_last_who_was_there_is_first() {
    let at = lively().await;
    let new = NewTable { seats: Some(4), ..new_table("crazy-eights", 1) };
    let table = at.room.create(new).await.unwrap().snapshot.table;
    for who in 1..4 {
        ask(&at.room, &table, who, LobbyAct::Join).await.unwrap();
    }
    ask(&at.room, &table, 0, LobbyAct::Start).await.unwrap();
    ask(&at.room, &table, 3, MatchAct::Leave).await.unwrap();
    ask(&at.room, &table, 1, MatchAct::Resign).await.unwrap();
    ask(&at.room, &table, 0, MatchAct::Leave).await.unwrap();
    let at = restarted(at).await;
    ask(&at.room, &table, 2, MatchAct::Resign).await.unwrap();
    let over = until_asked(&at.room, &table).await;
    assert_eq!(over.stage, Stage::Over);
    let places: Vec<u8> = results(&at.room, table).await.iter().map(|one| one.1).collect();
    assert_eq!(places, [2, 3, 1, 4]);
}
