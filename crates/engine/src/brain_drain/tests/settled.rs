//! The settled readings of the rules page, by their numbers.

use crate::{Reader, RefusalCode};
use serde_json::json;

use super::super::judge::{Puzzle, Wrong};
use super::super::options::{Means, Reading, Scheme};
use super::super::read::{Glossary, answer};
use super::super::solve::targets;
use super::{At, USUAL, kinds, told};
use crate::Awaiting;
use crate::cards::{Card, CardText};

/// An answer with the wrong cards, beyond all grace if `typo_grace` is 0.
const WRONG: &str = "99";

pub(super) fn pass_all(table: &mut At) {
    for who in table.asked() {
        table.act(who, "pass");
    }
}

/// The pack that [`At`] stacks when it is given no cards.
fn pack() -> Vec<String> {
    super::stack("")
}

/// Two players, the first of whom errs until the second has won this many cards.
fn given(cards: usize, options: serde_json::Value) -> At {
    let mut all = json!({"typo_grace": 0, "win_cards": 52});
    all.as_object_mut().unwrap().extend(options.as_object().unwrap().clone());
    let mut table = At::new("classic", 2, all, "");
    for _ in 0..cards {
        table.act(0, WRONG);
    }
    table
}

#[test]
fn settled_1_the_stock_is_made_anew_under_what_is_left_of_it() {
    let pack = pack();
    let mut table = given(9, json!({}));
    assert_eq!(table.cards("display"), pack[45..49].join(" "));
    assert_eq!(table.view()["stock"].as_array().unwrap().len(), 1, "two cards in unknown order");
    let facts = table.act(0, WRONG);
    assert!(kinds(&facts, None).contains(&"remade".to_owned()));
    assert_eq!(table.cards("display"), [&pack[50], &pack[51], &pack[0], &pack[1]].map(String::as_str).join(" "));
    assert_eq!(table.target(), pack[2]);
    assert_eq!(table.cards("waste"), "");
    table.act(0, WRONG);
    assert_eq!(
        table.cards("display"),
        [&pack[3], &pack[5], &pack[6], &pack[7]].map(String::as_str).join(" "),
        "the fifth card was won"
    );
}

#[test]
fn settled_1_presets() {
    for (variant, values, ascent) in
        [("classic", "base", false), ("high", "high", false), ("suit", "suit", false), ("ascent", "suit", true)]
    {
        let options = At::new(variant, 2, json!({}), "").view()["options"].clone();
        assert_eq!((&options["values"], &options["ascent"]), (&json!(values), &json!(ascent)));
        assert_eq!((&options["omit_one"], &options["powers"]), (&json!(false), &json!(false)));
    }
}

#[test]
fn settled_2_what_cannot_be_read_costs_nothing() {
    let mut table = At::classic(2, "8S 5S TS 3S KS");
    for text in ["(8+5", "8+5=13", "8^5", "8+5+10+3=2", "hello", "-8+5", ""] {
        assert_eq!(table.refused(0, text).code, RefusalCode::Unreadable, "{text}");
    }
    table.act(0, "8+5+10");
    assert_eq!(table.scores(), [0, 0], "its first slip");
    let mut table = At::new("classic", 2, json!({"reading": "left_to_right"}), "8S 5S TS 3S KS");
    assert_eq!(table.refused(0, "(8+5)*2").code, RefusalCode::Unreadable);
}

#[test]
fn settled_3_slips_are_forgiven_so_many_times_for_a_target() {
    for grace in [0_u8, 1, 3] {
        let mut table = At::new("classic", 3, json!({"typo_grace": grace}), "8S 5S TS 3S KS");
        for _ in 0..grace {
            assert_eq!(kinds(&table.act(0, "85-103"), Some(0)), ["slip"]);
            assert_eq!(table.asked(), [0, 1, 2]);
        }
        assert_eq!(kinds(&table.act(0, "8+5+10+3+3"), None), ["erred"]);
        assert_eq!(table.asked(), [1, 2]);
        assert_eq!(kinds(&table.act(1, "8+5+10+3"), None), ["erred"], "the right cards and a wrong value: at once");
        table.act(2, "pass");
        if grace > 0 {
            assert_eq!(kinds(&table.act(0, "1"), Some(0)), ["slip"], "a new target forgets");
        }
    }
}

#[test]
fn settled_4_either_reading_is_judged_by_the_canonical_text() {
    let limits = Means { reading: Reading::Either, ..USUAL };
    let judge = |text, target| {
        let glossary = Glossary { scheme: Scheme::Base, limits, display: &[], target_card: None, target };
        Puzzle { values: [1, 2, 3, 4], target, limits }.judge(&answer(text, &glossary).unwrap())
    };
    assert_eq!(judge("1+2*3+4", 11), Ok(()), "as in school");
    assert_eq!(judge("1+2*3+4", 13), Ok(()), "as it comes");
    assert_eq!(judge("1+(2*3)+4", 13), Ok(()), "brackets that are not needed are not there");
    assert_eq!(judge("1+2*(3+4)", 15), Ok(()));
    assert_eq!(judge("1+2*(3+4)", 13), Err(Wrong::Value(15)));
    assert_eq!(judge("1+2*(3+4)", 21), Err(Wrong::Value(15)));
}

#[test]
fn settled_5_a_pass_is_final_for_the_target() {
    let mut table = At::classic(3, "8S 5S TS 3S KS");
    table.act(1, "pass");
    assert_eq!(table.asked(), [0, 2]);
    assert_eq!(table.refused(1, "(8+5)/(10+3)").code, RefusalCode::NotYourTurn);
    let window = table.play.status().awaiting.window;
    table.act(0, "pass");
    assert_eq!(table.play.status().awaiting.window, window, "a pass leaves the others' clicks good");
    table.act(2, "pass");
    assert_ne!(table.play.status().awaiting.window, window);
    assert_eq!(table.asked(), [0, 1, 2]);
}

#[test]
fn settled_6_a_display_stays_for_as_many_swaps_as_the_stock_had_cards() {
    let pack = pack();
    let mut table = At::classic(2, "");
    for target in &pack[4..] {
        assert_eq!((table.cards("display"), &table.target()), (pack[..4].join(" "), target));
        pass_all(&mut table);
    }
    assert_eq!(table.cards("display"), pack[4..8].join(" "), "48 targets failed");
    assert_eq!((table.cards("waste"), table.target()), (pack[..4].join(" "), pack[8].clone()));
}

#[test]
fn settled_6_or_for_max_swaps() {
    let pack = pack();
    let mut table = At::new("classic", 2, json!({"max_swaps": 2}), "");
    for target in &pack[4..7] {
        assert_eq!(&table.target(), target);
        pass_all(&mut table);
    }
    assert_eq!((table.cards("display"), table.target()), (pack[7..11].join(" "), pack[11].clone()));
    let view = table.view();
    let known: Vec<_> = view["stock"].as_array().unwrap()[1..].to_vec();
    assert_eq!(json!(known), json!([[pack[4]], [pack[5]], [pack[6]]]), "all three lie under the stock");
}

#[test]
fn settled_7_an_error_gives_the_target_away_in_every_mode() {
    let options = |mode| json!({"mode": mode});
    let mut table = At::new("classic", 2, options("turns"), "8S 5S TS 3S KS");
    table.act(0, "pass");
    table.act(1, "8+5+10+3");
    assert_eq!(table.scores(), [1, 0], "to one who has passed, too");
    let mut table = At::new("classic", 2, options("sealed"), "8S 5S TS 3S KS");
    table.act(0, "8+5+10+3");
    table.act(1, "(8+5)/(10+3)");
    assert_eq!(table.scores(), [0, 1], "given, and the answer void");
    assert_eq!(table.view()["last_maker"], json!(null));
}

#[test]
fn settled_7_the_last_five_are_tried_in_order() {
    let mut table = given(47, json!({}));
    let view = table.view();
    assert_eq!((view["stock"].as_array().unwrap().len(), &view["waste"]), (0, &json!([])));
    let (display, target) = (table.cards("display"), table.target());
    let d: Vec<&str> = display.split(' ').collect();
    let tries = [
        (d[0], [&*target, d[1], d[2], d[3]]),
        (d[1], [&*target, d[0], d[2], d[3]]),
        (d[2], [&*target, d[0], d[1], d[3]]),
        (d[3], [&*target, d[0], d[1], d[2]]),
    ];
    for (new, lie) in tries {
        pass_all(&mut table);
        assert_eq!((table.target().as_str(), table.cards("display")), (new, lie.join(" ")));
    }
    table.act(0, "pass");
    let facts = table.act(1, "pass");
    assert!(table.over());
    assert_eq!(table.scores(), [0, 47], "nobody made an equation");
    assert!(told(&facts, None).iter().any(|line| line.ends_with("go to nobody, for nobody made an equation.")));
}

/// Three seats: `maker` solves what can be made, and all pass otherwise, until this many cards are won.
fn made(cards: i32, maker: u8) -> At {
    let mut table = At::classic(3, "");
    while table.scores().iter().sum::<i32>() < cards {
        match solution(&table) {
            Some(text) => drop(table.act(maker, &text)),
            None => pass_all(&mut table),
        }
    }
    table
}

pub(super) fn solution(table: &At) -> Option<String> {
    let value = |card: &str| Scheme::Base.value(Card::parse(card).unwrap());
    let values: Vec<i64> = table.cards("display").split(' ').map(value).collect();
    let puzzle = Puzzle { values: values.try_into().unwrap(), target: value(&table.target()), limits: USUAL };
    puzzle.solutions().first().cloned()
}

#[test]
fn settled_7_the_last_cards_go_to_the_maker_of_the_last_equation() {
    let mut table = made(47, 2);
    assert!(!table.over());
    for _ in 0..5 {
        pass_all(&mut table);
    }
    assert_eq!((table.over(), table.scores()), (true, vec![0, 0, 52]), "all five");
    let mut table = made(47, 2);
    while let Some(who) = table.asked().first().copied() {
        match solution(&table) {
            Some(text) => drop(table.act(0, &text)),
            None => drop(table.act(who, "pass")),
        }
    }
    assert_eq!(table.scores(), [5, 0, 47], "the last four");
    let mut table = given(48, json!({}));
    assert_eq!((table.over(), table.scores()), (true, vec![0, 48]), "a gift is no equation");
    assert!(table.play.act(super::seat(0), "pass").is_err());
}

#[test]
fn settled_8_turns() {
    let mut table = At::new("classic", 3, json!({"mode": "turns"}), "8S 5S TS 3S KS 7H");
    assert_eq!(table.play.awaiting(), Awaiting::Turn(super::seat(0)));
    assert_eq!(
        table.refused(1, "pass").says(&Reader::plain(8)),
        "It is not your turn yet: here one answers after the other."
    );
    table.act(0, "8");
    assert_eq!(table.asked(), [0], "a slip keeps the turn");
    table.act(0, "8+5+10+3");
    assert_eq!(table.asked(), [1]);
    table.act(1, "pass");
    table.act(2, "pass");
    assert_eq!((table.target().as_str(), table.asked()), ("7H", vec![0]));
    table.act(0, "pass");
    table.act(1, "10+5-8*3/3");
    assert_eq!(table.asked(), [1], "a slip");
    table.act(1, "10+8/(5-3)-7*0");
    assert_eq!(table.asked(), [2], "it was the second");
    assert_eq!(table.view()["barred"], json!([1]));
    table.act(2, "pass");
    assert_eq!(table.asked(), [0], "the seat after the one that acted");
    let mut table = At::new("classic", 3, json!({"mode": "turns"}), "8S 5S TS 3S KS 7H");
    table.act(0, "pass");
    table.act(1, "8*5/10-3");
    assert_eq!((table.scores(), table.asked()), (vec![0, 1, 0], vec![2]));
}

#[test]
fn settled_9_sealed_answers_are_judged_in_the_order_of_their_receipt() {
    let mut table = At::new("classic", 4, json!({"mode": "sealed"}), "8S 5S TS 3S KS");
    assert_eq!(kinds(&table.act(3, "8"), Some(3)), ["slip"]);
    let facts = table.act(3, "8+5+10+3");
    assert_eq!(
        (kinds(&facts, Some(3)), kinds(&facts, None)),
        (vec!["kept".to_owned(), "sent".to_owned()], vec!["sent".to_owned()])
    );
    assert_eq!(table.asked(), [0, 1, 2]);
    assert!(!table.view().to_string().contains("8+5"), "nobody else sees it");
    assert!(table.play.view_json(Some(super::seat(3))).to_string().contains("8+5+10+3"), "its sender does");
    assert!(!table.play.view_json(Some(super::seat(0))).to_string().contains("8+5"));
    table.act(1, "pass");
    table.act(2, "8*5/10-3");
    let facts = table.act(0, "(8+5)/(10+3)");
    assert_eq!(kinds(&facts, None), ["sent", "erred", "passed", "made", "late", "dealt"]);
    assert_eq!(table.scores(), [0, 0, 1, 0], "the later one is void, and told to be");
    assert_eq!(table.asked(), [0, 1, 2, 3]);
}

#[test]
fn settled_10_ascent_piles_turn_and_gather() {
    let mut table = At::new("ascent", 2, json!({}), "AS 2S 3D KH 4D 5C 6S");
    assert_eq!(table.cards("display"), "AS KH 3D 5C", "the first card of each suit, S H D C");
    assert_eq!(table.asked(), [0]);
    assert_eq!(kinds(&table.act(0, "pass"), None), ["passed", "turned"]);
    assert_eq!((table.cards("display"), table.asked()), ("2S KH 3D 5C".to_owned(), vec![1]));
    assert_eq!(kinds(&table.act(1, "2"), Some(1)), ["slip"]);
    assert_eq!(kinds(&table.act(1, "2+2+3+5"), None), ["erred", "turned"]);
    assert_eq!((table.cards("display"), table.cards("waste")), ("2S KH 4D 5C".to_owned(), "AS 3D".to_owned()));
    assert_eq!(kinds(&table.act(0, "2"), Some(0)), ["slip"]);
    table.act(0, "pass");
    assert_eq!(kinds(&table.act(1, "6"), None), ["erred", "turned"], "slips count by number, not by turn");
}

#[test]
fn settled_10_covered_cards_are_gathered_in_the_order_in_which_they_were_covered() {
    let mut table = At::new("ascent", 2, json!({"ascent_last": 100}), "");
    // A success now and then, so that 52 failures in a row do not end the pack.
    let mut turned = 0;
    let mut last = Vec::new();
    while turned < 48 {
        let who = table.asked()[0];
        let facts = match climb_solution(&table).filter(|_| turned % 20 == 19) {
            Some(text) => table.act(who, &text),
            None => table.act(who, "pass"),
        };
        assert!(!kinds(&facts, None).contains(&"remade".to_owned()));
        turned += 1;
        last = table.cards("waste").split(' ').map(str::to_owned).collect();
    }
    assert_eq!(last.len(), 48);
    let who = table.asked()[0];
    let facts = table.act(who, "pass");
    assert_eq!(kinds(&facts, None), ["passed", "remade", "turned"]);
    assert!(table.cards("display").split(' ').any(|card| card == last[0]), "first covered, first turned again");
}

pub(super) fn climb_solution(table: &At) -> Option<String> {
    let values: Vec<i64> =
        table.cards("display").split(' ').map(|card| Scheme::Suit.value(Card::parse(card).unwrap())).collect();
    let target = table.view()["climb"]["target"].as_i64().unwrap();
    Puzzle { values: values.try_into().unwrap(), target, limits: USUAL }.solutions().first().cloned()
}

#[test]
fn settled_10_ascent_ends_with_its_last_number() {
    let mut table = At::new("ascent", 3, json!({"ascent_last": 4}), "");
    let mut scored = 0;
    while !table.over() {
        let (who, target) = (table.asked()[0], table.view()["climb"]["target"].as_i64().unwrap());
        let failed = !table.view()["climb"]["failed"].as_array().unwrap().is_empty();
        match climb_solution(&table).filter(|_| failed || target == 1) {
            Some(text) => {
                scored += if failed { target } else { 0 };
                table.act(who, &text);
            }
            None => drop(table.act(who, "pass")),
        }
    }
    assert_eq!(table.scores().iter().map(|&n| i64::from(n)).sum::<i64>(), scored);
}

#[test]
fn settled_11_targets_that_cannot_be_made_are_skipped() {
    let mut table = At::new("classic", 3, json!({"auto_skip_unsolvable": true}), "AS AH AD AC 9S 8S 4H 3D");
    assert_eq!((table.target().as_str(), table.cards("display").as_str()), ("4H", "AS AH AD AC"));
    assert_eq!(table.view()["fruitless"], json!(2));
    pass_all(&mut table);
    assert_eq!(table.target(), "3D");
    let mut turns =
        At::new("classic", 3, json!({"auto_skip_unsolvable": true, "mode": "turns"}), "AS AH AD AC 9S 4H 8S 3D");
    turns.act(0, "1+1+1+1");
    assert_eq!(turns.asked(), [1], "a skip keeps the turn");
}

#[test]
fn settled_11_nothing_below_nought_where_the_table_forbids_it() {
    let limits = Means { allow_negative: false, ..USUAL };
    let judge = |text, target| {
        let glossary = Glossary { scheme: Scheme::Base, limits, display: &[], target_card: None, target };
        Puzzle { values: [1, 2, 3, 4], target, limits }.judge(&answer(text, &glossary).unwrap())
    };
    assert_eq!(judge("1-2+3+4", 6), Err(Wrong::Fault(super::super::expr::Fault::Negative(-1))));
    assert_eq!(judge("3-2-1+4", 4), Ok(()), "0 stays allowed");
    assert_eq!(judge("3+4+1-2", 6), Ok(()));
    assert_eq!(targets(&[1, 1, 1, 1], limits), [1, 2, 3, 4]);
}

#[test]
fn settled_11_packs_add_up_and_the_first_moves_left() {
    let mut table = At::new("classic", 2, json!({"matches": 3, "win_cards": 2, "typo_grace": 0, "mode": "turns"}), "");
    assert_eq!(table.asked(), [0]);
    table.act(0, WRONG);
    table.act(1, WRONG);
    let facts = table.act(0, WRONG);
    assert_eq!(kinds(&facts, None), ["erred", "pack_over", "pack", "dealt"]);
    assert_eq!((table.play.status().hand, table.asked(), table.scores()), (2, vec![1], vec![1, 2]));
    table.act(1, WRONG);
    table.act(0, "pass");
    table.act(1, WRONG);
    assert_eq!((table.play.status().hand, table.asked(), table.scores()), (3, vec![0], vec![3, 2]));
    table.act(0, WRONG);
    table.act(1, "pass");
    table.act(0, WRONG);
    assert_eq!((table.over(), table.scores()), (true, vec![3, 4]));
    assert_eq!(table.play.standings().unwrap().winners().map(|s| s.0).collect::<Vec<_>>(), [1]);
}

#[test]
fn settled_11_each_pack_counts_anew_what_nobody_made_and_who_made_the_last_equation() {
    let options = json!({"matches": 2, "win_cards": 2, "typo_grace": 0});
    let mut table = At::new("classic", 2, options, "8S 5S TS 3S KS");
    table.act(0, "(8+5)/(10+3)");
    assert_eq!(table.view()["last_maker"], json!(0));
    table.act(1, WRONG);
    assert_eq!((table.play.status().hand, table.scores()), (2, vec![2, 0]), "the pack ended with one not made");
    assert_eq!(table.view()["last_maker"], json!(null));
    let mut failed = 0;
    while !table.over() {
        pass_all(&mut table);
        failed += 1;
    }
    assert_eq!(failed, 52);
}

#[test]
fn settled_12_fifty_two_failures_end_the_pack() {
    let mut table = At::classic(2, "");
    let mut failed = 0;
    while !table.over() {
        pass_all(&mut table);
        failed += 1;
    }
    assert_eq!((failed, table.scores()), (52, vec![0, 0]));
}

#[test]
fn settled_12_a_target_given_away_is_not_made() {
    let mut table = given(40, json!({}));
    assert_eq!(table.view()["fruitless"], json!(40));
    for _ in 0..11 {
        pass_all(&mut table);
    }
    assert!(!table.over());
    let facts = table.act(0, WRONG);
    assert_eq!(kinds(&facts, None), ["erred", "stopped", "pack_over"], "the 52nd, though it is taken");
    assert_eq!((table.over(), table.scores()), (true, vec![0, 41]));
    let mut table = At::new("classic", 2, json!({"typo_grace": 0}), "8S 5S TS 3S KS");
    table.act(0, "pass");
    table.act(1, WRONG);
    assert_eq!(table.view()["fruitless"], json!(1));
    while table.view()["fruitless"] != json!(0) {
        match solution(&table) {
            Some(text) => drop(table.act(0, &text)),
            None => pass_all(&mut table),
        }
    }
    assert_eq!(table.scores(), [2, 0], "an equation made begins the count anew");
}
