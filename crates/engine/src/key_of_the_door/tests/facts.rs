//! Facts checked by slow, independent calculation.

use super::super::study::suit_keys;
use super::super::sums::{Standing, Tally};
use super::KeyOfTheDoor;
use crate::chance::Chance;
use crate::words::{Language, Study};
use serde_json::json;

/// Does a multiset count 21, straight from the definition?
fn counts(key: &[u8]) -> bool {
    let sum: u8 = key.iter().sum();
    key.iter().any(|copy| sum + copy == 21)
}

/// Can some of `free` (counts by value, from 1) be added so that it counts 21? Tries all of them.
fn finishable(key: &mut Vec<u8>, free: &mut [u8; 11], from: u8) -> bool {
    if counts(key) {
        return true;
    }
    if key.iter().sum::<u8>() > 21 {
        return false;
    }
    (from..=10).any(|n| {
        if free[usize::from(n)] == 0 {
            return false;
        }
        free[usize::from(n)] -= 1;
        key.push(n);
        let done = finishable(key, free, n);
        key.pop();
        free[usize::from(n)] += 1;
        done
    })
}

fn slow_standing(key: &[u8], free: &mut [u8; 11]) -> Standing {
    if key.iter().sum::<u8>() > 21 {
        Standing::Bust
    } else if counts(key) {
        Standing::Complete
    } else if finishable(&mut key.to_vec(), free, 1) {
        Standing::Open
    } else {
        Standing::Bent
    }
}

fn tally(free: &[u8; 11]) -> Tally {
    (1..=10u8).flat_map(|n| (0..free[usize::from(n)]).map(move |_| n)).collect()
}

#[test]
fn suit_keys_stand_as_trying_everything_says() {
    for set in 0..1u16 << 10 {
        let key: Vec<u8> = (1..=10).filter(|n| set >> (n - 1) & 1 != 0).collect();
        let mut free = [1; 11];
        key.iter().for_each(|&n| free[usize::from(n)] = 0);
        let fast = Standing::of(&key.iter().copied().collect(), &tally(&free), false);
        assert_eq!(fast, slow_standing(&key, &mut free), "{key:?}");
        assert_eq!(fast == Standing::Bent, suit_keys(Standing::Bent).contains(&key));
    }
}

#[test]
fn keys_stand_as_trying_everything_says_with_cards_gone() {
    let mut dice = Chance::from_seed([9; 32]);
    let mut seen = [0; 4];
    for _ in 0..4000 {
        let most = if dice.below(2) == 0 { 1 } else { 4 };
        let mut free = [0; 11].map(|_: u8| dice.below(most + 1) as u8);
        let key: Vec<u8> = (0..dice.below(5)).map(|_| 1 + dice.below(10) as u8).collect();
        let fast = Standing::of(&key.iter().copied().collect(), &tally(&free), false);
        assert_eq!(fast, slow_standing(&key, &mut free), "{key:?} with {free:?} to come");
        seen[fast as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
}

#[test]
fn study_answers_and_says_what_is_wrong() {
    assert_eq!(
        KeyOfTheDoor::study(&json!({"key": ["A", "10"], "joker": false, "gone": []}), Language::English)
            .expect("an answer"),
        json!({"readings": [21, 12], "state": "complete", "finishers": ["5", "9"]})
    );
    let gone = KeyOfTheDoor::study(&json!({"key": ["6", "4", "A"], "gone": ["9", "5"]}), Language::English)
        .expect("an answer");
    assert_eq!((&gone["state"], &gone["finishers"]), (&json!("open"), &json!([])));
    let all = KeyOfTheDoor::study(&json!({"key": [7], "gone": ["A", 2, 3, 4, 5, 6, 8, 9, "T"]}), Language::English)
        .expect("an answer");
    assert_eq!(all["state"], "bent");
    let joker = KeyOfTheDoor::study(&json!({"key": ["7"], "joker": true, "gone": ["7", "7", "7"]}), Language::English)
        .expect("an answer");
    assert_eq!(joker["finishers"], json!([]));
    assert_eq!(
        KeyOfTheDoor::study(&json!({"enumerate": "complete"}), Language::English).expect("an answer")["keys"]
            .as_array()
            .map(Vec::len),
        Some(73)
    );
    assert_eq!(
        KeyOfTheDoor::study(&json!({"enumerate": "bent"}), Language::English).expect("an answer")["keys"][0],
        json!(["8", "T"])
    );
    for (question, word) in [
        (json!({"key": ["J"]}), "`key`"),
        (json!({"key": ["6", "6"]}), "`key`"),
        (json!({"key": ["6"], "gone": [11]}), "`gone`"),
        (json!({"key": ["6"], "joker": 1}), "`joker`"),
        (json!({"enumerate": "open"}), "`enumerate`"),
        (json!({"keys": []}), "keys"),
        (json!("key"), "key"),
    ] {
        let why = KeyOfTheDoor::study(&question, Language::English).expect_err("it is refused");
        assert!(why.contains(word), "{question}: {why}");
    }
}
