//! The worked examples of the rules page, by their numbers.

use crate::RefusalCode;
use serde_json::json;

use super::super::BrainDrain;
use super::super::expr::Fault;
use super::super::judge::{Puzzle, Wrong};
use super::super::options::Means;
use super::super::options::Scheme;
use super::super::read::{Glossary, answer};
use super::settled::{climb_solution, pass_all, solution};
use super::{At, USUAL, kinds};
use crate::catalog::{Setup, game};
use crate::reading::plain;

fn judge(values: [i64; 4], target: i64, limits: Means, text: &str) -> Result<(), Wrong> {
    let glossary = Glossary { scheme: Scheme::Base, limits, display: &[], target_card: None, target };
    Puzzle { values, target, limits }.judge(&answer(&plain::<BrainDrain>(text), &glossary).unwrap())
}

const FIGURE: [i64; 4] = [8, 5, 10, 3];

#[test]
fn example_1_the_lost_fraction_bar() {
    assert_eq!(judge(FIGURE, 1, USUAL, "8+5/10+3"), Err(Wrong::Fault(Fault::Remainder(5, 10))));
    assert_eq!(judge(FIGURE, 1, USUAL, "(8+5)/(10+3)"), Ok(()));
    let left = Means { reading: super::Reading::LeftToRight, ..USUAL };
    assert_eq!(judge(FIGURE, 1, left, "8+5/10+3"), Err(Wrong::Fault(Fault::Remainder(13, 10))));
    let mut table = At::classic(3, "8S 5S TS 3S KS");
    assert!(kinds(&table.act(0, "8+5/10+3"), None).contains(&"erred".to_owned()));
    assert!(kinds(&table.act(1, "(8+5)/(10+3)"), None).contains(&"made".to_owned()));
    assert_eq!(table.scores(), [0, 1, 0]);
}

#[test]
fn example_2_each_division_exact_when_it_is_made() {
    let values = [5, 8, 10, 1];
    assert_eq!(judge(values, 3, USUAL, "5×8/10−1"), Ok(()));
    assert_eq!(judge(values, 3, USUAL, "(5×8/10)-1"), Ok(()));
    assert_eq!(judge(values, 3, USUAL, "5*(8/10)-1"), Err(Wrong::Fault(Fault::Remainder(8, 10))));
}

#[test]
fn example_3_five() {
    assert_eq!(judge([8, 10, 3, 1], 5, USUAL, "(10+8)/3-1"), Ok(()));
}

#[test]
fn example_4_the_misprint() {
    let values = [10, 5, 1, 3];
    assert_eq!(judge(values, 8, USUAL, "(10/5)+(1x3)"), Err(Wrong::Value(5)));
    assert_eq!(judge(values, 8, USUAL, "(10-5)+(1x3)"), Ok(()));
}

#[test]
fn example_5_ten_in_both_readings() {
    for reading in [super::Reading::Brackets, super::Reading::LeftToRight, super::Reading::Either] {
        let result = judge([8, 5, 3, 1], 10, Means { reading, ..USUAL }, "8+5-3*1");
        assert_eq!(result, Ok(()), "{reading:?}");
    }
}

#[test]
fn example_6_four_kings_make_twelve() {
    let kings = [13; 4];
    assert_eq!(judge(kings, 12, USUAL, "(13*13-13)/13"), Ok(()));
    assert!(matches!(judge(kings, 12, USUAL, "13-13/13"), Err(Wrong::Cards { .. })));
    assert_eq!(judge(kings, 12, Means { omit_one: true, ..USUAL }, "13-13/13"), Ok(()));
    let powers = Means { powers: true, ..USUAL };
    assert_eq!(judge(kings, 12, powers, "13-(13/13)^13"), Ok(()));
    assert_eq!(judge(kings, 12, powers, "13-13^(13-13)"), Ok(()));
}

#[test]
fn example_7_four_ones() {
    let can = |target| Puzzle { values: [1; 4], target, limits: USUAL }.can_be_made();
    assert!(can(4) && !can(5) && !can(10));
}

#[test]
fn example_8_possible_and_impossible() {
    let solutions = |values, target| Puzzle { values, target, limits: USUAL }.solutions();
    assert!(solutions([2; 4], 7).is_empty());
    assert!(solutions([5; 4], 7).contains(&"5+(5+5)/5".to_owned()), "{:?}", solutions([5; 4], 7));
    assert!(solutions([9; 4], 10).contains(&"(9*9+9)/9".to_owned()));
    assert!(solutions([7, 7, 8, 8], 3).is_empty());
    assert_eq!(judge([5; 4], 7, USUAL, "5+(5+5)/5"), Ok(()));
}

#[test]
fn example_9_invalid_submissions() {
    assert!(matches!(judge(FIGURE, 1, USUAL, "8+5+10"), Err(Wrong::Cards { .. })), "a card unused");
    assert!(matches!(judge(FIGURE, 1, USUAL, "8+5+10+3+3"), Err(Wrong::Cards { .. })), "a card twice");
    assert!(matches!(judge(FIGURE, 1, USUAL, "85-10-3"), Err(Wrong::Cards { .. })), "joined digits");
    assert_eq!(judge([7, 2, 1, 1], 1, USUAL, "7/2-1-1"), Err(Wrong::Fault(Fault::Remainder(7, 2))));
    assert_eq!(judge([8, 5, 5, 1], 1, USUAL, "8/(5-5)+1"), Err(Wrong::Fault(Fault::ByNought(8))));
    let mut table = At::classic(2, "3S 8S TS 5S KS");
    assert_eq!(table.refused(0, "-3+8+10-5").code, RefusalCode::Unreadable);
}

#[test]
fn example_10_all_out_or_passed_buries_the_target() {
    let mut table = At::classic(3, "8S 5S TS 3S KS 7H");
    table.act(0, "8+5+10+3");
    assert_eq!(table.asked(), [1, 2]);
    assert_eq!(table.refused(0, "(8+5)/(10+3)").code, RefusalCode::NotYourTurn);
    table.act(1, "pass");
    let facts = table.act(2, "pass");
    assert_eq!(kinds(&facts, None), ["passed", "missed", "target"]);
    assert_eq!((table.target(), table.cards("display")), ("7H".to_owned(), "8S 5S TS 3S".to_owned()));
    assert_eq!(table.asked(), [0, 1, 2], "the bar is lifted");
    assert_eq!(table.view()["stock"].as_array().unwrap().last().unwrap(), &json!(["KS"]), "under the stock");
}

#[test]
fn example_11_two_players_an_error_gives_the_card_away() {
    let mut table = At::classic(2, "8S 5S TS 3S KS");
    let facts = table.act(0, "8+5+10+3");
    assert_eq!(kinds(&facts, None), ["erred", "dealt"]);
    assert_eq!(table.scores(), [0, 1]);
    assert_eq!(table.view()["last_maker"], json!(null), "not an equation made");
}

#[test]
fn example_12_of_two_the_first_to_have_twelve_wins() {
    let mut table = At::classic(2, "");
    let errs = |table: &mut At, who| {
        let wrong = table.cards("display").split(' ').map(value).collect::<Vec<_>>().join("-");
        table.act(who, &format!("{wrong}-99"));
        table.act(who, &format!("{wrong}-99"));
    };
    for _ in 0..9 {
        errs(&mut table, 0);
    }
    for _ in 0..12 {
        assert!(!table.over());
        errs(&mut table, 1);
    }
    assert!(table.over());
    assert_eq!(table.scores(), [12, 9]);
    assert_eq!(table.play.standings().unwrap().winners().map(|s| s.0).collect::<Vec<_>>(), [0]);
}

#[test]
fn example_12_of_four_the_maker_of_the_last_equation_takes_the_last_four() {
    let mut table = At::classic(4, "");
    let won = |table: &At| table.scores().iter().sum::<i32>();
    while won(&table) < 47 {
        let maker = [0, 1, 3][won(&table) as usize % 3];
        match solution(&table) {
            Some(text) => drop(table.act(maker, &text)),
            None => pass_all(&mut table),
        }
    }
    let before = table.scores();
    while solution(&table).is_none() {
        pass_all(&mut table);
    }
    assert_eq!((table.over(), before[2]), (false, 0));
    let text = solution(&table).unwrap();
    table.act(2, &text);
    assert!(table.over(), "48 are won");
    assert_eq!(table.scores(), [before[0], before[1], 1 + 4, before[3]]);
    assert_eq!(won(&table), 52);
}

fn value(card: &str) -> String {
    match &card[..1] {
        "A" | "J" | "Q" | "K" => "1".to_owned(),
        "T" => "10".to_owned(),
        n => n.to_owned(),
    }
}

#[test]
fn example_13_face_values() {
    let mut table = At::new("classic", 3, json!({"score": "face"}), "AS 6S KS JS 7S  AH 2H TH 3H KH  AC 4D 3D 2D TC");
    table.act(0, "6+1*1*1");
    table.act(0, "(10-3*2)/1-3");
    assert_eq!(table.scores(), [7, 0, 0], "the second answer had the wrong cards");
    table.act(0, "(10-2)/1/3*3");
    assert_eq!(table.asked(), [1, 2]);
    table.act(1, "10-3*(2+1)");
    table.act(0, "4+3*2*1");
    assert_eq!(table.scores(), [17, 1, 0]);
    let all = [7, 13, 10].map(|n| Scheme::Base.value(super::Card::pack().nth(n - 1).unwrap()));
    assert_eq!(all.iter().sum::<i64>(), 18);
}

#[test]
fn example_14_ascent_scores_after_failures_only() {
    // Tops A♠ A♥ 2♦ 2♣; every card turned after them is known.
    let mut table = At::new("ascent", 2, json!({}), "AS AH 2D 2C");
    table.act(0, "1*1*2/2");
    assert_eq!(table.scores(), [0, 0], "a first try scores nothing");
    table.act(1, "pass");
    let (number, ways) = target_and_ways(&table);
    assert_eq!(number, 2);
    table.act(0, &ways[0]);
    assert_eq!(table.scores(), [2, 0], "one failure before");
    table.act(1, "pass");
    table.act(0, "pass");
    let (_, ways) = target_and_ways(&table);
    table.act(1, &ways[0]);
    assert_eq!(table.scores(), [2, 3], "two failures before, one of them its own");
}

fn target_and_ways(table: &At) -> (i64, Vec<String>) {
    let view = table.view();
    let values: Vec<i64> = table
        .cards("display")
        .split(' ')
        .map(|card| Scheme::Suit.value(super::CardText::parse(card).unwrap()))
        .collect();
    let target = view["climb"]["target"].as_i64().unwrap();
    (target, Puzzle { values: values.try_into().unwrap(), target, limits: USUAL }.solutions())
}

#[test]
fn example_15_the_sums_of_the_sample() {
    let table = (0..50).find_map(sample).expect("some pack lets the first try make all that score nothing");
    assert_eq!(table.scores(), [51, 46]);
}

/// The first to play makes 4, 14, 16 and 17 after a failure, the other 6, 7, 15 and 18; all else is made at the
/// first try. `None` if the cards do not allow that.
fn sample(seed: u8) -> Option<At> {
    let options = json!({"ascent_last": 18}).as_object().unwrap().clone();
    let setup = Setup {
        variant: Some("ascent".to_owned()),
        options,
        seats: Some(2),
        seed: [seed; 32],
        first: Some(super::seat(0)),
        ..Setup::default()
    };
    let mut table = At { play: game("brain-drain").unwrap().start(setup).unwrap().0 };
    while !table.over() {
        let climb = table.view()["climb"].clone();
        let (who, failed) = (table.asked()[0], !climb["failed"].as_array().unwrap().is_empty());
        let owner = match climb["target"].as_i64().unwrap() {
            4 | 14 | 16 | 17 => Some(0),
            6 | 7 | 15 | 18 => Some(1),
            _ => None,
        };
        match (owner, climb_solution(&table)) {
            (None, None) => return None,
            (None, Some(text)) => drop(table.act(who, &text)),
            (Some(owner), Some(text)) if owner == who && failed => drop(table.act(who, &text)),
            (Some(_), _) => drop(table.act(who, "pass")),
        }
    }
    Some(table)
}
