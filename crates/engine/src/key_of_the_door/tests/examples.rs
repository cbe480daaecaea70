//! The worked examples, by their numbers.

use super::super::event::{Event, Fault};
use super::super::illegal::{Illegal, Instead};
use super::super::keys::Opener;
use super::super::study::suit_keys;
use super::super::sums::{Standing, Tally, can_finish};
use super::{Desk, KeyOfTheDoor, options, place};
use crate::words::{Language, Study};
use serde_json::json;

fn ask(key: &[u8], joker: bool) -> serde_json::Value {
    KeyOfTheDoor::study(&json!({"key": key, "joker": joker}), Language::English).expect("an answer")
}

fn standing(key: &[u8]) -> Standing {
    let free = (1..=10).filter(|n| !key.contains(n)).collect();
    Standing::of(&key.iter().copied().collect(), &free, false)
}

#[test]
fn example_1_a_completed_hand_scores_48() {
    let keys = [
        ("S J 5 2 9", Opener::Jack, 4, 4),
        ("S Q 4 2 A 10", Opener::Queen, 5, 10),
        ("S Q A 9 7 3", Opener::Queen, 5, 10),
        ("S K 3 9", Opener::King, 3, 9),
        ("X1 2S 10S 4H 3S", Opener::Joker, 5, 15),
    ];
    let sum: i32 = keys
        .iter()
        .map(|(text, header, cards, points)| {
            let desk = Desk::at(options("table", ""), &[text], &["AS", "AH", "AD"]);
            let key = desk.key(&text[..text.find(' ').expect("a place")]).expect("it is open");
            assert_eq!((key.header, key.cards.len() + 1, key.points()), (*header, *cards, *points), "{text}");
            key.points()
        })
        .sum();
    assert_eq!(sum, 48);
    let copied: [(u16, &[u8]); 5] =
        [(5, &[5, 2, 9]), (4, &[4, 2, 1, 10]), (1, &[1, 9, 7, 3]), (9, &[3, 9]), (2, &[2, 10, 4, 3])];
    for (copy, key) in copied {
        let key: Tally = key.iter().copied().collect();
        assert_eq!(key.sum() + copy, 21);
        assert!(key.counts_21(false));
    }
}

/// The hand of 48 on the page, key by key.
#[test]
fn the_page_scores_a_hand_as_the_table_does() {
    let page = include_str!("../rules.md");
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains(" × "));
    let keys: Vec<(i32, String)> = rows
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let text = match cells[0].strip_prefix("Joker ") {
                Some(ranks) => {
                    format!("X1 {}", ranks.split(' ').map(|r| format!("{r}S")).collect::<Vec<_>>().join(" "))
                }
                None => format!("S {}", cells[0]),
            };
            let desk = Desk::at(options("table", ""), &[&text], &["AH", "AD", "AC"]);
            let key = desk.key(&text[..text.find(' ').expect("a place")]).expect("it is open");
            let ranks: Vec<u16> =
                cells[0].split(' ').skip(1).map(|r| if r == "A" { 1 } else { r.parse().expect("a rank") }).collect();
            let copied = if cells[1] == "A" { 1 } else { cells[1].parse().expect("a rank") };
            let sum: u16 = ranks.iter().sum();
            assert!(ranks.contains(&copied) && sum + copied == 21, "{row}");
            assert_eq!(cells[2], format!("{sum} + {copied}"));
            assert!(cells[3].ends_with(&format!(" = {}", key.points())), "{row}");
            (key.points(), cells[0].to_owned())
        })
        .collect();
    let points: Vec<String> = keys.iter().map(|(points, _)| points.to_string()).collect();
    let all = format!("{} = {}", points.join(" + "), keys.iter().map(|(points, _)| points).sum::<i32>());
    assert!(keys.len() == 5 && page.contains(&all), "{all} of {keys:?}");
}

#[test]
fn example_2_six_and_four_read_16_or_14() {
    assert_eq!(ask(&[6, 4], false)["readings"], json!([16, 14]));
}

#[test]
fn example_3_six_four_and_ace() {
    let suit = ask(&[6, 4, 1], false);
    assert_eq!((&suit["readings"], &suit["state"]), (&json!([17, 15, 12]), &json!("open")));
    assert_eq!(suit["finishers"], json!(["5", "9"]));
    assert_eq!(ask(&[6, 4, 1], true)["finishers"], json!(["4", "5", "6", "9"]));
}

#[test]
fn example_4_one_card_and_two() {
    assert_eq!(ask(&[7], false)["readings"], json!([14]));
    assert_eq!(ask(&[7, 2], false)["readings"], json!([16, 11]));
}

#[test]
fn example_5_above_21_is_bust_and_21_undoubled_is_bent() {
    assert_eq!(standing(&[9, 7, 6]), Standing::Bust);
    assert_eq!(standing(&[9, 7, 5]), Standing::Bent);
}

#[test]
fn example_6_bent_keys_of_the_source() {
    assert_eq!(standing(&[2, 4, 6, 8]), Standing::Bent);
    assert_eq!(standing(&[1, 4, 5, 9]), Standing::Bent);
    let joker = ask(&[1, 4, 5, 9], true);
    assert_eq!((&joker["state"], &joker["finishers"]), (&json!("open"), &json!(["A"])));
}

#[test]
fn example_7_lower_bent_keys() {
    let bent = suit_keys(Standing::Bent);
    let of_sum = |sum: u8| bent.iter().filter(|key| key.iter().sum::<u8>() == sum).count();
    assert_eq!((14..=21).map(of_sum).collect::<Vec<_>>(), [3, 1, 1, 4, 8, 8, 16, 33]);
    assert_eq!(bent.len(), 74, "none below 14");
    let named: [&[u8]; 7] =
        [&[8, 10], &[2, 7, 8], &[2, 3, 4, 5], &[1, 3, 4, 6], &[1, 2, 5, 6], &[1, 2, 3, 4, 5], &[1, 2, 3, 4, 6]];
    for key in named {
        assert!(bent.iter().any(|b| b == key), "{key:?}");
    }
}

#[test]
fn example_8_three_card_keys() {
    let keys = suit_keys(Standing::Complete);
    let short: Vec<_> = keys.iter().filter(|key| key.len() == 2).cloned().collect();
    assert_eq!(short, [[1, 10], [3, 9], [5, 8], [6, 9]]);
    let copies: Vec<u8> = short.iter().map(|key| 21 - key.iter().sum::<u8>()).collect();
    assert_eq!(copies, [10, 9, 8, 6]);
}

#[test]
fn example_9_six_card_keys_are_thirteen() {
    let keys = suit_keys(Standing::Complete);
    let of_cards = |n: usize| keys.iter().filter(|key| key.len() + 1 == n).count();
    assert_eq!([3, 4, 5, 6, 7].map(of_cards), [4, 22, 34, 13, 0]);
    assert_eq!(keys.len(), 73);
    for more in [[1, 2, 3, 5, 8], [1, 2, 3, 6, 7], [1, 2, 4, 5, 7]] {
        assert!(keys.iter().any(|key| *key == more), "{more:?}");
        assert_eq!(21 - more.iter().sum::<u8>(), 2, "the 2 is copied");
    }
}

/// Every way to split what is left of the suit into `parts` complete keys.
fn partitions(keys: &[u16], left: u16, parts: usize) -> Vec<Vec<u16>> {
    if parts == 0 {
        return if left == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let lowest = left & left.wrapping_neg();
    let with = keys.iter().filter(|&&key| key & lowest != 0 && key & !left == 0);
    with.flat_map(|&key| {
        partitions(keys, left & !key, parts - 1).into_iter().map(move |rest| [vec![key], rest].concat())
    })
    .collect()
}

fn complete_sets() -> Vec<u16> {
    suit_keys(Standing::Complete).iter().map(|key| key.iter().fold(0, |set, n| set | 1 << n)).collect()
}

fn bits(key: &[u16]) -> u16 {
    key.iter().fold(0, |set, n| set | 1 << n)
}

#[test]
fn example_10_a_whole_suit_in_four_keys() {
    let four = partitions(&complete_sets(), 0x7fe, 4);
    assert_eq!(four.len(), 3);
    let named: [[&[u16]; 4]; 3] = [
        [&[1, 10], &[2, 6, 7], &[3, 9], &[4, 5, 8]],
        [&[1, 10], &[2, 3, 8], &[4, 5, 7], &[6, 9]],
        [&[1, 10], &[2, 4, 6, 7], &[3, 9], &[5, 8]],
    ];
    for keys in named {
        let keys = keys.map(bits);
        assert!(four.iter().any(|found| keys.iter().all(|key| found.contains(key))), "{keys:?}");
    }
    assert!(!complete_sets().contains(&bits(&[4, 8])));
}

#[test]
fn example_11_a_whole_suit_in_three_keys_but_not_in_two() {
    let three = partitions(&complete_sets(), 0x7fe, 3);
    assert_eq!(three.len(), 9);
    let named = [bits(&[1, 9, 10]), bits(&[3, 7, 8]), bits(&[2, 4, 5, 6])];
    assert!(three.iter().any(|found| named.iter().all(|key| found.contains(key))));
    assert!(partitions(&complete_sets(), 0x7fe, 2).is_empty());
}

#[test]
fn example_12_a_joker_key_of_two_sevens() {
    let mut desk = Desk::at(options("table", ""), &["S closed", "H closed", "X1 7S"], &["7H", "AD", "AC"]);
    let told = desk.act(0, "7H>X1!");
    assert!(
        told.iter().any(|event| matches!(event, Event::Won { cards: 3, points: 9, stolen: false, .. })),
        "{told:?}"
    );
    assert_eq!(desk.points(0), 9);
}

#[test]
fn example_13_unclaimed_with_a_card_more() {
    let mut desk = Desk::at(options("table", ""), &["S J 3"], &["9S TH", "AS", "2H"]);
    let told = desk.acts("0 9S; 1 AS; 2 steal S");
    let won = told.iter().find(|event| matches!(event, Event::Won { .. })).expect("it is stolen");
    let expected = Event::Won {
        seat: super::seat(2),
        key: place("S"),
        header: Opener::Jack,
        cards: 4,
        points: 4,
        stolen: true,
        fault: Some(Fault::Unclaimed),
    };
    assert_eq!(*won, expected);
    assert_eq!(desk.key("S").map(|key| key.header), Some(Opener::Queen));
}

#[test]
fn example_14_a_face_down_card_counts_as_a_card() {
    let mut desk = Desk::at(options("table", ""), &["S Q 9 4"], &["TS", "6S 2H", "AS"]);
    let told = desk.acts("0 TS?; 1 6S; 2 AS!");
    assert!(told.iter().any(|event| matches!(event, Event::Won { cards: 6, points: 12, .. })), "{told:?}");
    assert_eq!(desk.points(2), 12);
}

#[test]
fn example_15_a_card_that_fits_a_joker_key_waits_for_the_suit() {
    let at =
        |changes: &str| Desk::at(options("table", changes), &["S J 6 9", "H J 8 10", "X1"], &["TS 2H", "AD", "AC"]);
    let strict = at("bust=refuse");
    assert_eq!(strict.legal(0)[..2], ["play 2H", "play 2H!"]);
    assert_eq!(strict.legal(0).iter().filter(|m| m.starts_with("play")).count(), 2);
    assert_eq!(
        strict.refused(0, "TS"),
        Illegal::NoFit(super::set("TS").iter().next().expect("a card"), place("S"), Instead::Play)
    );
    assert_eq!(strict.refused(0, "2H>X1"), Illegal::SuitFirst);
    let lax = at("");
    assert!(lax.legal(0).contains(&"play TS".to_owned()));
    assert_eq!(lax.refused(0, "TS>X1"), Illegal::SuitFirst);
}

#[test]
fn example_16_the_third_king_closes_its_suit() {
    let keys = ["S K 9", "H K 9", "C K 9"];
    let mut desk = Desk::at(options("table", ""), &keys, &["3S AD", "3H 2D", "3C 4D"]);
    let told = desk.acts("0 3S!; 1 3H!; 2 3C!");
    let opened = told.iter().filter(|event| matches!(event, Event::Opened { header: Opener::Joker, .. })).count();
    assert_eq!(opened, 2);
    assert!(told.contains(&Event::Closed { key: place("C") }));
    assert!(desk.key("C").is_none() && desk.key("X1").is_some() && desk.key("X2").is_some());
    assert!(desk.key("X3").is_none());
    assert_eq!(desk.play.public().table.jokers_left, 0);
}

#[test]
fn can_finish_needs_no_more_than_the_key_where_it_counts_21() {
    assert!(can_finish(&[3, 9].into_iter().collect(), &Tally::default(), false));
    assert!(!can_finish(&Tally::default(), &Tally::default(), true));
}
