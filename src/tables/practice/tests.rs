use std::collections::BTreeSet;
use std::time::Instant;

use super::hand::SEAT;
use super::*;
use crate::store::Store;
use crate::tables::{RoomConfig, Seeds};
use engine::catalog;

const ADA: UserId = UserId(1);

async fn room() -> (tempfile::TempDir, Room) {
    let (dir, store) = Store::temporary().await;
    let config = RoomConfig { seeds: Seeds::counted_from(1), ..RoomConfig::default() };
    (dir, Room::open_with(store, config).await.unwrap())
}

fn ok<T>(done: Result<T, NotPractised>) -> T {
    match done {
        Ok(done) => done,
        Err(NotPractised::Refused(now, refusal)) => panic!("{}", refusal.says(&now.reader)),
        Err(NotPractised::Late(_)) => panic!("late"),
        Err(NotPractised::NoAdvice(_)) => panic!("no advice"),
        Err(NotPractised::Gone) => panic!("gone"),
        Err(NotPractised::Fault(_)) => panic!("a fault"),
    }
}

#[tokio::test]
async fn a_practice_hand_of_every_game_comes_to_its_end_and_says_all_the_way_why() {
    let (_dir, room) = room().await;
    for game in catalog::games() {
        let since = Instant::now();
        let mut now = room.practise(&Person::new(ADA, "Ada"), *game).await.unwrap();
        println!("{}: dealt in {:?}", game.id(), since.elapsed());
        let mut meanings = BTreeSet::new();
        while !now.is_over() {
            assert!(now.play.awaiting().seats().contains(SEAT), "{}", game.id());
            let ways = now.ways(&[]);
            assert!((1..=9).contains(&ways.len()), "{}: {ways:?}", game.id());
            assert!(ways.iter().all(|way| !way.name.is_empty() && (20..200).contains(&way.why.len())), "{ways:?}");
            meanings.extend(now.met.iter().filter_map(|met| met.means));
            let made = now.made;
            if made.is_multiple_of(5) {
                now = ok(room.advise_practice(now).await);
                now = ok(room.play_advice(now).await);
            } else {
                let likeliest = now.play.likeliest(SEAT).unwrap();
                now = ok(room.play_practice(now, MatchAct::Play(likeliest)).await).0;
            }
            assert_eq!(now.made, made + 1);
        }
        meanings.extend(now.met.iter().filter_map(|met| met.means));
        let told: Vec<String> = now.met.iter().map(|met| met.fact.tell(&now.reader)).collect();
        println!("{} moves, {} meanings; at the end: {}", now.made, meanings.len(), told.join(" / "));
        assert!(!meanings.is_empty(), "{}: {meanings:?}", game.id());
        assert!(now.result.is_empty() == (now.made == now.lesson().moves), "{}", game.id());
        assert!(!now.screen().is_empty() && game.variant(now.lesson().variant).is_some());
    }
}

#[tokio::test]
async fn of_two_presses_at_once_one_plays_and_another_person_has_none_of_it() {
    let (_dir, room) = room().await;
    let gin = catalog::game("gin-rummy").unwrap();
    let now = room.practise(&Person::new(ADA, "Ada"), gin).await.unwrap();
    let window = now.window();
    let of = |user, window| room.practice(user, now.id, window);
    assert!(matches!(of(UserId(2), Some(window)), Err(NotPractised::Gone)));
    let (one, other) = (ok(of(ADA, Some(window))), ok(of(ADA, Some(window))));
    let pass = || MatchAct::Play("pass".to_owned());
    ok(room.play_practice(one, pass()).await);
    assert!(matches!(room.play_practice(other, pass()).await, Err(NotPractised::Late(_))));
    assert!(matches!(of(ADA, Some(window)), Err(NotPractised::Late(_))), "its buttons are from before");
    let refused = room.play_practice(ok(of(ADA, None)), MatchAct::Play("knock".to_owned())).await;
    assert!(matches!(refused, Err(NotPractised::Refused(..))));
    // Another one takes its place.
    room.practise(&Person::new(ADA, "Ada"), gin).await.unwrap();
    assert!(matches!(of(ADA, None), Err(NotPractised::Gone)));
    room.0.practices.forget(ADA);
    assert!(room.0.practices.0.lock().is_empty());
}
