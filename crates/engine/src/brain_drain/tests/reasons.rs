//! What the house answers, and what it says of it.

use super::{At, game};
use crate::random::seed;
use crate::{Level, Reader, Thinking, Thought};
use serde_json::json;

/// What a level thinks at the first seat, by one of many seeds.
fn thought(table: &At, level: Level, number: u64) -> Thought {
    let mut thinking = Thinking { level, seed: seed(number), go_on: &mut |_| false };
    table.play.think(crate::Seat::FIRST, &mut thinking, &Reader::plain(2)).unwrap()
}

/// How often each level answers these cards rightly, of a hundred tries.
fn right(table: &At, ways: u64) -> Vec<usize> {
    let of_level = |level: Level| {
        let judged = |number: u64| {
            let best = thought(table, level, number).candidates.remove(0);
            match best.text.as_str() {
                "pass" => assert!(best.why.starts_with("It has not seen a way") || ways == 0, "{}", best.why),
                _ if ways == 1 => assert!(best.why.starts_with("It is the only way") || level == Level::Easy),
                _ => {}
            }
            let claims = best.why.contains(&format!("of {ways} ways")) || best.why.starts_with("It is the only way");
            claims && best.text != "pass"
        };
        (0..100).filter(|&number| judged(number)).count()
    };
    Level::ALL.map(of_level).to_vec()
}

fn ways(values: [i64; 4], target: i64) -> u64 {
    let question = json!({"solve": {"values": values, "target": target}});
    let answer = game("brain-drain").unwrap().study(&question, crate::Language::English).unwrap();
    answer["count"].as_u64().unwrap()
}

#[test]
fn each_level_sees_more_than_the_one_below_and_says_in_how_many_ways_it_can_be_done() {
    // Of all targets for these cards, the one that can be made in the fewest ways.
    let of = |target: &i64| ways([8, 5, 10, 3], *target);
    let target = (1..10).filter(|t| *t != 8 && *t != 5 && *t != 3 && of(t) > 0).min_by_key(of).unwrap();
    let card = if target == 1 { "A".to_owned() } else { target.to_string() };
    let table = At::classic(2, &format!("8S 5H TD 3C {card}S"));
    let seen = right(&table, of(&target));
    assert!(seen[0] < seen[1] && seen[1] < seen[2] && seen[0] > 20, "{seen:?}");
}

#[test]
fn what_cannot_be_made_is_passed_with_that_reason() {
    assert_eq!(ways([1, 1, 1, 1], 9), 0);
    let table = At::classic(2, "AS AH AC AD 9S");
    for level in Level::ALL {
        let thought = thought(&table, level, 1);
        assert_eq!(thought.candidates[0].text, "pass");
        assert_eq!(thought.candidates[0].why, "These four cannot make 9.");
    }
}

#[test]
fn a_weaker_level_takes_longer_for_the_same_cards() {
    let table = At::classic(2, "8S 5H TD 3C AS");
    let mean = |level| (0..50).map(|n| u64::from(thought(&table, level, n).takes.unwrap())).sum::<u64>() / 50;
    let [easy, medium, hard] = Level::ALL.map(mean);
    assert!(easy > medium && medium > hard && hard >= 4000, "{easy} {medium} {hard}");
}
