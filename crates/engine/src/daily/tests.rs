//! Puzzles of many days.

use super::*;

/// 30 November 2026, a Monday.
const MONDAY: u32 = 20_787;

#[test]
fn a_day_begins_at_midnight_utc_and_five_of_a_week_are_harder() {
    assert_eq!(day_of(begins(MONDAY)), MONDAY);
    assert_eq!(day_of(begins(MONDAY) - 1), MONDAY - 1);
    assert_eq!((number(MONDAY), number(EVE + 1)), (334, 1));
    let week = [true, true, true, true, true, false, false];
    assert_eq!(std::array::from_fn(|n| is_harder(MONDAY + n as u32)), week);
    assert!(!is_harder(2) && !is_harder(3) && is_harder(4), "3 and 4 January 1970 were a weekend");
}

#[test]
fn each_day_of_a_year_has_a_sum_that_can_be_made_and_harder_ones_have_fewer_ways() {
    let (mut harder, mut easier, mut seen) = (Vec::new(), Vec::new(), std::collections::HashSet::new());
    for day in EVE + 1..=EVE + 365 {
        let sum = DailySum::of(day);
        seen.insert(sum.question());
        for way in sum.ways() {
            let answer = sum.read(way).unwrap();
            assert_eq!(sum.judge(&answer), Ok(()), "{}", sum.question());
        }
        if is_harder(day) { &mut harder } else { &mut easier }.push(sum.ways().len());
    }
    assert!(easier.iter().min() > harder.iter().max(), "{:?} {:?}", easier.iter().min(), harder.iter().max());
    assert!(*harder.iter().min().unwrap() > 0);
    assert!(seen.len() > 350, "{} different sums", seen.len());
}

/// Whoever computes them elsewhere comes to these, and a version that came to others would be another puzzle.
#[test]
fn the_sums_of_three_days_are_pinned() {
    let said = [0, 1, 5].map(|n| DailySum::of(MONDAY + n).question());
    assert_eq!(said, PINNED);
}
const PINNED: [&str; 3] = ["Make 4 from 3, 1, 13, 8", "Make 6 from 13, 1, 5, 10", "Make 11 from 1, 11, 10, 9"];

#[test]
fn answers_are_read_as_people_type_them_and_mistakes_are_told() {
    let sum = DailySum::of(MONDAY);
    let way = sum.ways()[0].replace('*', "×").replace('/', ":");
    assert_eq!(sum.judge(&sum.read(&format!(" {way} = {}", sum.target())).unwrap()), Ok(()));
    assert!(sum.read("eight").unwrap_err().contains("no part of an answer"));
    let wrong = sum.judge(&sum.read("1+1").unwrap()).unwrap_err();
    assert!(wrong.contains("has the wrong cards"), "{wrong}");
}

#[test]
fn the_hand_of_a_day_is_judged_the_same_each_time_and_every_discard_has_a_verdict() {
    let hand = DailyHand::of(MONDAY);
    assert!(hand == DailyHand::of(MONDAY), "the same for everybody");
    assert_eq!(hand.cards().len(), 11);
    let best = hand.best();
    for card in hand.cards() {
        let told = hand.judge(*card).unwrap();
        assert!((told.by == 0.0) == (*card == best.card), "{card}");
        assert!(!told.why.is_empty());
    }
    let foreign = crate::cards::Card::pack().find(|card| !hand.cards().contains(card)).unwrap();
    assert!(hand.judge(foreign).is_none());
}
