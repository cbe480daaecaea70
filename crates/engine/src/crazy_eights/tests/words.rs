//! How moves are typed, what the board says, and what is told.

use serde_json::json;

use super::*;
use crate::words::{Boards, Controls, Language, Study};

fn position() -> Table {
    Table::at(&options("jokers", ""), "9C 7S", &["7D 8S XB KH", "2S 3S", "4S 5S 6S"], "9S")
}

#[test]
fn moves_are_read_as_people_type_them() {
    let table = position();
    let reads = |typed: &str| table.try_read(typed).map(|m| CrazyEights::say(&m));
    for (typed, is) in [
        ("7d", "play 7D"),
        ("seven of diamonds", "play 7D"),
        ("Play: 7♦.", "play 7D"),
        ("discard 7D", "play 7D"),
        ("8S H", "play 8S as H"),
        ("8S as hearts", "play 8S as H"),
        ("play 8♠ and name ♥", "play 8S as H"),
        ("8s, diamonds", "play 8S as D"),
        ("8S → clubs", "play 8S as C"),
        ("joker", "play XB"),
        ("play jk", "play XB"),
        ("black joker", "play XB"),
        ("red joker", "play XR"),
        ("xb", "play XB"),
        ("take", "draw"),
        ("Draw a card", "draw"),
        ("skip", "pass"),
        ("J of hearts", "play JH"),
    ] {
        assert_eq!(reads(typed).as_deref(), Ok(is), "{typed}");
    }
    for typed in ["8S", "play 8♠"] {
        let suits = ["play 8S as S", "play 8S as H", "play 8S as D", "play 8S as C"].map(str::to_owned);
        assert_eq!(reads(typed), Err(Unreadable::Ambiguous(suits.to_vec())), "{typed}: a suit is never guessed");
    }
    for typed in ["", "J", "play", "take 7D", "8S as", "8S as trumps", "hearts", "xyz"] {
        let Err(Unreadable::Syntax(why)) = reads(typed) else { panic!("{typed} is no move") };
        assert!(why.ends_with(": write a card such as `play 8S as S` or `draw`."), "{typed}: {why}");
    }
}

#[test]
fn of_two_jokers_the_red_one_goes_first() {
    let table = Table::at(&options("jokers", "joker_then=name"), "7S", &["XB XR", "2S"], "");
    let suits = |joker: &str| ["S", "H", "D", "C"].map(|suit| format!("play {joker} as {suit}")).to_vec();
    assert_eq!(table.try_read("joker"), Err(Unreadable::Ambiguous(suits("XR"))));
    let named = table.try_read("joker as clubs").map(|m| CrazyEights::say(&m));
    assert_eq!(named.as_deref(), Ok("play XR as C"));
}

#[test]
fn the_board_says_what_fits() {
    let mut table = position();
    let reader = Reader::plain(3);
    let board = CrazyEights::board(&table.play.view(None), &reader);
    assert_eq!(board.headline, "hand 1 · to 150 · Seat 3 dealt");
    assert_eq!(
        board.body,
        "▸ Seat 1    0  4 cards\n  Seat 2    0  2 cards\n  Seat 3    0  3 cards\n  discards 7♠, 1 more \
         below\n  stock 43 cards"
    );
    assert_eq!(board.prompt.to_string(), "Seat 1 to play spades, 7, 8 or Joker, or draw.");
    let hand = CrazyEights::hand_text(&table.view(0), &reader);
    assert_eq!(hand, "8♠ | K♥ | 7♦ | black Joker\ncounts 117 if you are left with it");
    table.act("play 8S as H");
    let prompt = |table: &Table| CrazyEights::board(&table.play.view(None), &reader).prompt.to_string();
    assert_eq!(prompt(&table), "Seat 2 to play hearts, 8 or Joker, or draw.");
    let at = |variant: &str, changes: &str, stock: &str| {
        Table::short(&options(variant, changes), "7S", &["2S KH", "9S 4H"], stock)
    };
    let mut table = at("action", "", "5S 9D 9H");
    table.act("play 2S");
    assert_eq!(prompt(&table), "Seat 2 to play 2 or Joker, or draw 2 cards.");
    let mut table = at("plain", "", "5S");
    table.act("draw");
    assert_eq!(prompt(&table), "Seat 1 to play spades, 7 or 8, or pass.");
    let mut table = at("plain", "draw=until", "5S");
    table.act("draw");
    assert_eq!(prompt(&table), "Seat 1 to play spades, 7 or 8.");
    assert_eq!(
        prompt(&at("plain", "force_play=true", "5S")),
        "Seat 1 to play spades, 7 or 8, or draw if nothing fits."
    );
    assert_eq!(prompt(&at("plain", "", "")), "Seat 1 to play spades, 7 or 8, or pass if nothing fits.");
}

#[test]
fn what_happens_is_told_in_short_lines() {
    let reader = Reader::plain(3);
    let mut table = Table::at(&options("action", ""), "7S", &["2S 4S", "XB 5S", "AS 3S"], "9C 9D KS");
    let events = table.acts("0 play 2S, 1 play XB, 0 draw");
    let told: Vec<String> = events.iter().map(|event| CrazyEights::tell(event, &reader)).collect();
    assert_eq!(
        told,
        [
            "Seat 1 played 2♠.",
            "Seat 2 played the black Joker.",
            "Seat 3 loses a turn.",
            "Seat 3 drew the 2 cards owed.",
            "You drew 9♣ 9♦.",
            "Seat 1 drew 1 card.",
            "You drew K♠.",
        ]
    );
    let events = table.acts("0 pass, 1 play 5S");
    assert_eq!(
        CrazyEights::tell(events.last().expect("the hand is over, and the next one dealt"), &reader),
        "",
        "a hand is shown, not told"
    );
    assert_eq!(
        CrazyEights::tell(&Event::Scored(Box::new(scored(&events).clone())), &reader),
        "Seat 2 is out and scores 36.\nSeat 1: 4♠ K♠ = 14\nSeat 3: A♠ 3♠ 9♦ 9♣ = 22\nSeat 1 0 · Seat 2 36 · Seat 3 0"
    );
}

#[test]
fn cards_and_then_suits_are_pressed() {
    use crate::words::Control;
    let table = position();
    let labels = |so_far: &[Move]| -> Vec<String> {
        let label = |control| match control {
            Control::Select { placeholder, options } => {
                [vec![placeholder], options.into_iter().map(|pick| pick.button).collect()].concat()
            }
            Control::Button { label, .. } => vec![label],
            other => panic!("{other:?}"),
        };
        CrazyEights::controls(&table.view(0), so_far, &Reader::plain(3)).into_iter().flat_map(label).collect()
    };
    assert_eq!(labels(&[]), ["Play a card", "Play 8♠…", "Play 7♦", "Play black Joker", "Draw a card"]);
    let eight = Move::Play { card: cards("8S")[0], suit: None };
    assert_eq!(
        labels(&[eight]),
        [
            "Name a suit, that held most first",
            "Name hearts (you hold 1)",
            "Name diamonds (you hold 1)",
            "Name spades (you hold 0)",
            "Name clubs (you hold 0)"
        ]
    );
}

#[test]
fn questions_are_answered() {
    let asks = |question| CrazyEights::study(&question, Language::English);
    let fits = |suit, rank| json!({"fits": {"hand": ["9H", "4C", "8D", "XR", "KS"], "suit": suit, "rank": rank}});
    let eights = ["play 8D as C", "play 8D as D", "play 8D as H", "play 8D as S"];
    let with = |others: [&str; 1], more: &[&str]| {
        let mut all: Vec<&str> = eights.into_iter().chain(others).chain(more.iter().copied()).collect();
        all.sort_unstable();
        Ok(json!({ "moves": all }))
    };
    assert_eq!(asks(fits(json!("C"), json!("9"))), with(["play XR"], &["play 9H", "play 4C"]));
    assert_eq!(asks(fits(json!(null), json!(null))), with(["play XR"], &["play 9H", "play 4C", "play KS"]));
    assert_eq!(asks(fits(json!("spades"), json!(null))), with(["play XR"], &["play KS"]));
    let mut named = fits(json!("C"), json!(null));
    named["joker_then"] = json!("name");
    let jokers = ["play XR as C", "play XR as D", "play XR as H", "play XR as S"];
    assert_eq!(asks(named), with(["play 4C"], &jokers));
    let owed = json!({"fits": {"hand": ["2H", "8D", "XR"], "suit": "C", "rank": "2", "owed": 2}});
    assert_eq!(asks(owed), Ok(json!({"moves": ["play 2H", "play XR"]})));
    assert_eq!(asks(json!({"count": ["8S", "XR", "KH", "TD", "AC", "7D"]})), Ok(json!({"points": 128})));
    assert_eq!(asks(json!({"count": ["XR", "XB"], "joker_points": 20})), Ok(json!({"points": 40})));
    for (question, why) in [
        (json!({"fits": {"hand": [], "suit": "X", "rank": null}}), "`suit` takes S, H, D or C or null, not `X`."),
        (json!({"count": ["8S", "8S"]}), "`count` names 8S twice."),
        (json!({"count": ["ZZ"]}), "`count` takes a list of cards such as \"8S\" or \"XR\"; `ZZ` is none."),
    ] {
        assert_eq!(asks(question).as_ref().map_err(String::as_str), Err(why));
    }
}
