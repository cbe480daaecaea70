//! Distances, as the page lists them for 4, 6 and 8 seats.

use serde_json::json;

use super::super::PegsAndJokers;
use super::super::track::Board;
use super::seat;
use crate::{Language, Preparing, Seat, Study};

fn steps(from: &str, to: &str, seats: u8) -> u64 {
    let question = json!({"distance": {"from": from, "to": to, "seats": seats}});
    PegsAndJokers::study(&question, Language::English).expect("a distance")["steps"].as_u64().expect("a number")
}

#[test]
fn track_distances_for_every_size_of_board() {
    for (seats, length) in [(4, 72), (6, 108), (8, 144)] {
        assert_eq!(Board::new(seats).length(), length);
        let length = u64::from(length);
        for (i, own) in Seat::all(seats).enumerate() {
            let here = |offset: &str| format!("{}{offset}", super::super::spots::letter(own));
            let there =
                |sides: u8, offset: &str| format!("{}{offset}", super::super::spots::letter(own.after(sides, seats)));
            assert_eq!(steps(&here("8"), &here("3"), seats), length - 5, "seat {i}");
            for n in 1..=5u64 {
                assert_eq!(steps(&here("8"), &here(&format!("H{n}")), seats), length - 5 + n);
                assert_eq!(steps(&here("0"), &here(&format!("H{n}")), seats), 3 + n);
            }
            assert_eq!((steps(&here("0"), &here("3"), seats), steps(&here("0"), &here("8"), seats)), (3, 8));
            assert_eq!(steps(&here("8"), &there(1, "0"), seats), 10);
            assert_eq!(steps(&here("8"), &there(1, "3"), seats), 13);
            assert_eq!(steps(&here("8"), &there(1, "8"), seats), 18);
            assert_eq!(steps(&here("8"), &there(2, "3"), seats), 31);
            assert_eq!(steps(&here("8"), &there(2, "8"), seats), 36);
            assert_eq!(steps(&here("3"), &here("8"), seats), 5);
        }
    }
}

#[test]
fn remarks_of_the_source_hold_on_this_board() {
    // 8 back from the come-out reaches the corner, which is 10 past the come-out of the neighbour upstream.
    assert_eq!(steps("B0", "B8", 4), 8);
    assert_eq!(steps("A8", "B0", 4), 10);
    // After 1, 2 or 3 forward, an 8 back reaches or passes the in-spot; those holes are 11, 12 and 13 past that
    // neighbour's come-out.
    for forward in 1..=3 {
        let back = (8 + forward) - 8;
        assert!(back <= 3);
        assert_eq!(steps("D8", &format!("A{back}"), 4), 10 + forward);
    }
    // The hole 10 short of a team-mate's come-out is 8 past the come-out of the opponent in between.
    assert_eq!(steps("B16", "C8", 4), 10);
    assert_eq!(steps("B8", "B16", 4), 8);
    assert_eq!(steps("A11", "B3", 4), 10);
}

#[test]
fn study_says_what_is_wrong() {
    let ask = |question| PegsAndJokers::study(&question, Language::English).expect_err("no answer");
    assert!(ask(json!({"distance": {"from": "A8", "to": "E3", "seats": 4}})).contains("`distance.to`"));
    assert!(ask(json!({"distance": {"from": "A8", "to": "A3", "seats": 5}})).contains("4, 6 or 8"));
    assert!(ask(json!({"distance": {"from": "AH3", "to": "AH1", "seats": 4}})).contains("never leave"));
    assert!(ask(json!({"distance": {"from": "A8", "to": "A3", "seats": "4"}})).contains("`distance.seats`"));
    assert!(ask(json!({"distances": 1})).contains("A question looks like"));
    assert_eq!(steps("AH1", "AH4", 4), 3);
    assert_eq!(steps("a17", "A18", 4), 1, "offset 18 is the next corner");
    assert_eq!(steps("D17", "A0", 4), 1);
    assert_eq!(steps("B3", "AH5", 8), 144 - 18 + 5);
}

#[test]
fn teams_are_every_other_seat() {
    for seats in [4, 6, 8] {
        let sides = super::PegsAndJokers::sides(&super::Options::default(), seats);
        assert!(sides.enumerate().all(|(seat, side)| side.0 == seat.number() % 2));
        assert_eq!(
            PegsAndJokers::study(&json!({"distance": {"from": "A0", "to": "A0", "seats": seats}}), Language::English),
            Ok(json!({"steps": 0}))
        );
    }
    assert_eq!(seat('c').number(), 2);
}
