//! The numbered worked examples.

use serde_json::json;

use super::super::Klaberjass;
use super::super::moves::replies;
use super::super::options::{RankOrder, TieRule};
use super::super::rank::{beats, pack, points, suit_set};
use super::super::scoring::{Outcome, Shares, share};
use super::{Table, cards, set, stacked};
use crate::cards::{Card, CardSet, Suit};
use crate::words::{Language, Study};

pub(super) const FULL_DEAL: &str = "8C AC KH TC 7H 7C JS JH QH AH 9D TD 9H 8S TS JD JC QS 8D 8H 7D KS KD TH 7S AD 9S AS \
                                    9C KC QD QC";

fn card(text: &str) -> Card {
    cards(text)[0]
}

#[test]
fn example_1_a_maker_with_more_scores_his_own() {
    assert_eq!(share(55, 50, 0, TieRule::Carry), Shares { outcome: Outcome::Made, maker: 55, defender: 50, pot: 0 });
}

#[test]
fn example_2_a_maker_with_less_is_bete() {
    assert_eq!(share(55, 70, 0, TieRule::Carry), Shares { outcome: Outcome::Bete, maker: 0, defender: 125, pot: 0 });
}

#[test]
fn example_3_a_tie_is_carried_to_the_next_decided_hand() {
    let tied = share(60, 60, 0, TieRule::Carry);
    assert_eq!(tied, Shares { outcome: Outcome::Equal(TieRule::Carry), maker: 0, defender: 0, pot: 120 });
    assert_eq!(
        share(70, 40, tied.pot, TieRule::Carry),
        Shares { outcome: Outcome::Made, maker: 190, defender: 40, pot: 0 }
    );
    assert_eq!(
        share(40, 70, tied.pot, TieRule::Carry),
        Shares { outcome: Outcome::Bete, maker: 0, defender: 230, pot: 0 }
    );
    assert_eq!(share(10, 10, tied.pot, TieRule::Carry).pot, 140, "repeated ties add up");
    assert_eq!(
        share(60, 60, 0, TieRule::DefenderOnly),
        Shares { outcome: Outcome::Equal(TieRule::DefenderOnly), maker: 0, defender: 60, pot: 0 }
    );
    assert_eq!(
        share(60, 60, 0, TieRule::Both),
        Shares { outcome: Outcome::Equal(TieRule::Both), maker: 60, defender: 60, pot: 0 }
    );
}

#[test]
fn example_4_card_points() {
    let count = |text: &str| cards(text).iter().map(|c| points(*c, Suit::Hearts)).sum::<i32>();
    assert_eq!(count("JH 9H JS 9S"), 36);
    for trump in Suit::ALL {
        let of = |suit: Suit| suit_set(suit).iter().map(|c| points(c, trump)).sum::<i32>();
        assert_eq!(of(trump), 62);
        assert_eq!(pack().map(|c| points(c, trump)).sum::<i32>(), 152);
    }
}

#[test]
fn example_5_the_two_orders_differ_in_the_ten() {
    let (ten, queen) = (card("TS"), card("QS"));
    assert!(beats(queen, ten, Suit::Hearts, RankOrder::Book));
    assert!(!beats(queen, ten, Suit::Hearts, RankOrder::Standard));
    let hand = set("KH 7H 8S");
    assert_eq!(replies(hand, card("TH"), Suit::Hearts, RankOrder::Book), set("KH"));
    assert_eq!(replies(hand, card("TH"), Suit::Hearts, RankOrder::Standard), set("KH 7H"));
}

fn to_the_tricks(variant: &str) -> Table {
    let mut table = Table::new(variant, &[], &[FULL_DEAL]);
    table.moves("take, meld, dix meld");
    table
}

#[test]
fn example_6_full_deal_dealt_exchanged_and_compared() {
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    let hand = |table: &Table, seat| -> CardSet {
        let view = table.play.view_json(Some(seat));
        view["own"]["hand"].as_array().expect("cards").iter().map(|c| card(c.as_str().expect("a card"))).collect()
    };
    assert_eq!(hand(&table, super::N), set("8C AC KH JS JH QH"));
    assert_eq!(hand(&table, super::d()), set("TC 7H 7C AH 9D TD"));
    assert_eq!(table.public()["turn_up"], "9H");
    table.moves("take");
    assert_eq!(hand(&table, super::N), set("8C AC KH JS JH QH 8S TS JD"));
    assert_eq!(hand(&table, super::d()), set("TC 7H 7C AH 9D TD JC QS 8D"));
    table.moves("meld, dix meld");
    assert_eq!(hand(&table, super::d()), set("TC 9H 7C AH 9D TD JC QS 8D"));
    assert_eq!(table.public()["turn_up"], "7H");
    assert_eq!(table.last("bottom")["card"], "QC");
    let compared = table.last("compared");
    assert_eq!(compared["better"], 0);
    assert_eq!(compared["said"], json!([[0, {"class": 20, "top": "K"}], [1, {"class": 20, "top": "T"}]]));
}

#[test]
fn example_6_full_deal_standard_line() {
    let mut table = to_the_tricks("standard");
    table.moves("play JH, play AH, play AC, play 7C, play TS, play QS, play KH, play 9H");
    assert_eq!(table.told_of("bella"), 0);
    table.moves("play TD, play JD, play TC, play 8C, play JC, play QH");
    assert_eq!(table.last("bella")["seat"], 0);
    table.moves("play JS, play 8D, play 8S, play 9D");
    let scored = table.last("scored");
    assert_eq!(scored["counts"][0], json!({"taken": 6, "tricks": 62, "last": 10, "bella": 20, "sequences": 20}));
    assert_eq!(scored["totals"], json!([112, 40]));
    assert_eq!(table.scores(), [112, 40]);
    assert_eq!(table.last("shown")["points"], 20);
}

#[test]
fn example_6_full_deal_book_line() {
    let mut table = to_the_tricks("book");
    table.moves("play JH, play AH, play AC, play 7C, play TS, play QS, play 9H, play QH, play TD, play JD");
    assert_eq!(table.turn(), super::N);
    table.moves("play KH, play 8D, play JS, play 9D, play 8S, play JC, play 8C, play TC");
    let scored = table.last("scored");
    assert_eq!(scored["totals"], json!([102, 50]));
    assert_eq!(scored["counts"][0]["tricks"], 62);
    assert_eq!(scored["counts"][1]["tricks"], 40, "card points 102 in all, as in the other line");
    assert_eq!(table.scores(), [102, 50]);
}

#[test]
fn example_6_full_deal_with_the_dealer_as_maker_is_bete() {
    let mut table = Table::new("standard", &[], &[FULL_DEAL]);
    table.moves("pass, take, meld, dix meld");
    table.moves("play JH, play AH, play AC, play 7C, play TS, play QS, play KH, play 9H");
    table.moves("play TD, play JD, play TC, play 8C, play JC, play QH, play JS, play 8D, play 8S, play 9D");
    assert_eq!(table.scores(), [152, 0]);
}

#[test]
fn example_7_a_trump_led_must_be_beaten() {
    let mut table = to_the_tricks("standard");
    table.moves("play JH, play AH, play AC, play 7C, play TS, play QS, play KH");
    assert_eq!(table.legal(), ["play 9H"]);
    assert_eq!(table.refused("play TD"), "following");
    table.moves("9h");
    let hand = &table.play.view_json(Some(super::d()))["own"]["hand"];
    assert!(hand.as_array().is_some_and(|cards| cards.iter().all(|c| !c.as_str().unwrap_or("H").ends_with('H'))));
}

#[test]
fn example_8_no_exchange_when_the_suit_turned_up_was_rejected() {
    let deck = stacked("7S 8C 9C JC KD AD QD 8D TD", "7H AH KH JS QS 9S TC 9D JD", "9H");
    let mut table = Table::new("book", &[], &[&deck]);
    table.moves("pass, pass, trump S");
    assert_eq!(table.refused("dix nomeld"), "the-exchange");
    table.moves("nomeld");
    assert_eq!(table.refused("dix nomeld"), "the-exchange");
}

#[test]
fn example_9_equal_sequences() {
    let (nine, other) = ("7S 8S 9S AH KD QC AC JH 7H", "7D 8D 9D TH KC AS JS QH 7C");
    let declared = |options: &[(&str, serde_json::Value)], turn_up: &str| {
        let mut table = Table::new("book", options, &[&stacked(nine, other, turn_up)]);
        table.moves("take, meld, meld");
        let led = table.legal()[0].clone();
        table.moves(&led);
        let answered = table.legal()[0].clone();
        table.moves(&answered);
        let counts = table.public()["counts"].clone();
        [counts[0]["sequences"].clone(), counts[1]["sequences"].clone()]
    };
    assert_eq!(declared(&[], "8H"), [0, 0]);
    assert_eq!(declared(&[("seq_tie", json!("nondealer"))], "8H"), [20, 0]);
    assert_eq!(declared(&[("seq_tie", json!("ten_each"))], "8H"), [10, 10]);
    assert_eq!(declared(&[], "QD"), [0, 20], "trumps beat a plain suit");
}

#[test]
fn example_10_a_long_run_is_one_fifty() {
    let study = |cards: &[&str]| {
        let answer =
            Klaberjass::study(&json!({"sequences": cards, "trump": "H"}), Language::English).expect("an answer");
        let all = answer["sequences"].as_array().expect("a list").clone();
        all.iter().map(|s| s["points"].as_i64().expect("points")).collect::<Vec<_>>()
    };
    assert_eq!(study(&["AC", "KC", "QC", "JC", "TC"]), [50]);
    assert_eq!(study(&["AS", "KS", "QS", "9D", "8D", "7D"]), [20, 20]);
    let mine = "AS KS QS 9D 8D 7D AC 7H 7C";
    let mut table = Table::new("book", &[], &[&stacked(mine, "KC QC JC 9H JD KD 9S 8S TH", "AH")]);
    table.moves("take, meld, meld, play AC, play JC");
    assert_eq!(table.public()["counts"][0]["sequences"], 40, "ace high wins, and all own sequences score");
    assert_eq!(table.public()["counts"][1]["sequences"], 0);
}

#[test]
fn example_11_four_passes_are_a_dead_hand() {
    let mut table = Table::new("book", &[], &[FULL_DEAL]);
    table.moves("pass, pass, pass, pass");
    assert_eq!(table.scores(), [0, 0]);
    assert_eq!((table.play.status().hand, table.turn()), (2, super::d()), "the other player deals");
}
