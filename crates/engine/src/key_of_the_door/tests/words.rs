//! Notation, boards, hands, descriptions and controls.

use super::super::event::Event;
use super::super::illegal::{Illegal, Instead};
use super::super::moves::Move;
use super::{Desk, KeyOfTheDoor, options, place, seat};
use crate::cards::{Card, CardText};
use crate::catalog::{self, Setup};
use crate::game::Refuse;
use crate::seats::{Seat, Seats};
use crate::suite::{fits_a_phone, odd_names};
use crate::words::{Boards, Control, Controls, Does, Language, Narration, Notation, Pictures, Reader, Unreadable};
use crate::{Choosing, Parts, Preparing};

fn names() -> Reader {
    Reader::english(Seats::of(4, |s| ["Ada", "Ben", "Cyd", "Dan"][s.index()].to_owned()))
}

fn reads(desk: &Desk, text: &str) -> String {
    KeyOfTheDoor::say(&desk.read(0, text))
}

#[test]
fn moves_are_read_leniently() {
    let keys = ["S J 9 7", "H closed", "X1 7S"];
    let desk = Desk::at(options("table", ""), &keys, &["TS 7H 8S", "2C", "3C"]);
    for (text, canonical) in [
        ("8s", "play 8S"),
        ("  play 10♠  ", "play TS"),
        ("10S!", "play TS!"),
        ("play 8s claim", "play 8S!"),
        ("lay 8s face down", "play 8S?"),
        ("8S ?", "play 8S?"),
        ("8S>S!", "play 8S!"),
        ("7H", "play 7H>X1"),
        ("7h!", "play 7H>X1!"),
        ("play 7H", "play 7H"),
        ("7h > x1 !", "play 7H>X1!"),
        ("7h on joker 1 claim 21", "play 7H>X1!"),
        ("play 7H x", "play 7H>X1"),
        ("7h to x1?", "play 7H>X1?"),
        ("throw 7h", "discard 7H"),
        ("steal spades", "steal S"),
        ("steal ♠", "steal S"),
        ("take joker key 1", "steal X1"),
        ("Bust X1!", "bust X1"),
        ("PASS", "pass"),
        ("steal S;", "steal S"),
    ] {
        assert_eq!(reads(&desk, text), canonical, "{text}");
    }
}

#[test]
fn what_is_no_move_is_refused_with_words() {
    let keys = ["S J 9 7", "H closed", "X2 7S"];
    let desk = Desk::at(options("table", ""), &keys, &["TS 7H 8S", "2C", "3C"]);
    for text in [
        "",
        "7",
        "7X",
        "play",
        "8S?!",
        "8S>H",
        "7H>X9",
        "7H>",
        "steal Q",
        "pass now",
        "bust",
        "steal S; 8S",
        "x1",
        "é",
        "8S!!",
        "8S??",
        "8S claim claim",
        "8S! claim",
        "7H>>X1",
        "7H on on X1",
        "7H>X1>X1",
        "play play 8S",
        "pass pass",
    ] {
        match desk.try_read(0, text) {
            Err(Unreadable::Syntax(why)) => assert!(why.len() > 20, "{text}: {why}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let both = vec!["play 7H>X1".to_owned(), "play 7H>X2".to_owned()];
    assert_eq!(desk.try_read(0, "7H"), Err(Unreadable::Ambiguous(both)));
    assert!(matches!(desk.try_read(0, "steal"), Err(Unreadable::Ambiguous(_))));
    let Err(Unreadable::Syntax(two)) = desk.try_read(0, "steal S; 8S!") else { panic!("two moves") };
    assert!(two.contains("`steal S`") && two.contains("`8S!`"), "{two}");
    let Err(Unreadable::Syntax(two)) = desk.try_read(0, "8S!; steal S") else { panic!("two moves") };
    assert!(two.contains("a play ends the turn") && !two.contains("then"), "{two}");
    let long = "x".repeat(5000);
    for (text, echo) in [
        ("steal S Steal H", "`S Steal H` names no key."),
        ("Play 7Z > X1", "`7Z > X1` names no card."),
        ("7H>X9", "`7H>X9` names no key."),
        ("throw Away", "`Away` names no card."),
        ("play", "That names no card."),
        (&format!("7S>{long}"), &format!("`7S>{}…` names no key.", &long[..36])),
    ] {
        let Err(Unreadable::Syntax(why)) = desk.try_read(0, text) else { panic!("{text} is no move") };
        assert!(why.starts_with(echo), "{text}: {why}");
    }
}

#[test]
fn a_bare_card_could_be_several_moves_only_if_several_are_legal() {
    let keys = ["C closed", "X1 7S", "X2 7S TD"];
    let refused =
        |hands: &[&str], changes: &str, text| Desk::at(options("assisted", changes), &keys, hands).refused(0, text);
    let hands = ["2C 3D", "AH", "2S"];
    assert_eq!(refused(&hands, "", "2C"), Illegal::SuitFirst, "3♦ fits on its own key");
    assert_eq!(refused(&hands, "", "2C!"), Illegal::AutoClaims);
    assert_eq!(refused(&hands, "", "AC"), Illegal::NotHeld(Card::parse("AC").expect("a card")));
    let one = Desk::at(options("assisted", ""), &keys, &["8C", "AH", "2S"]);
    assert_eq!(reads(&one, "8c"), "play 8C>X1", "it does not fit on the other");
    assert_eq!(reads(&one, "8c on clubs"), "play 8C", "who names the closed key is told that it is closed");
    let both = Desk::at(options("assisted", ""), &keys, &["2C", "AH", "2S"]);
    assert!(matches!(both.try_read(0, "2C"), Err(Unreadable::Ambiguous(all)) if all.len() == 2));
    let none = Desk::at(options("assisted", ""), &["C closed", "X1 7S 9S", "X2 7S TD"], &["8C", "AH", "2S"]);
    assert_eq!(none.refused(0, "8C"), Illegal::NoFit(Card::parse("8C").expect("a card"), place("X1"), Instead::Pass));
}

#[test]
fn a_call_out_of_turn_is_told_what_is_wrong_with_it() {
    let says = |seats: u8, options: &str, moves: &str, (n, call): (u8, &str)| {
        let changes = crate::options::read_overrides(KeyOfTheDoor::knobs(), options).expect("options");
        let setup = Setup { seats: Some(seats), first: Some(seat(0)), options: changes, ..Setup::default() };
        let (mut play, _) = catalog::game(KeyOfTheDoor::ID).and_then(|g| g.start(setup)).expect("it starts");
        for n in moves.chars().filter_map(|n| n.to_digit(10)) {
            let n = seat(n as u8);
            let m = if play.awaiting().seats().contains(n) { play.fallback(n) } else { Some("bust".to_owned()) };
            play.act(n, &m.expect("a move")).expect("legal");
        }
        let refusal = play.read(seat(n), call, &Reader::plain(8)).expect_err("refused");
        (refusal.rule, refusal.says(&Reader::plain(8)))
    };
    let bust = Some("calling-a-card-bust");
    assert_eq!(says(4, "partners=true", "0", (2, "bust")), (bust, Illegal::OwnSide.to_string()), "the partner");
    assert_eq!(says(4, "", "0", (0, "bust")), (bust, Illegal::OwnSide.to_string()), "the player");
    assert_eq!(says(4, "", "02", (2, "bust!")), (bust, Illegal::CalledAlready.to_string()));
    assert_eq!(says(4, "", "", (2, "bust S")), (bust, Illegal::NothingToCall.to_string()));
    assert_eq!(says(4, "", "0", (0, "pass")), (None, "It is not your turn.".to_owned()));
}

#[test]
fn closed_keys_and_keys_not_open_yet_cite_how_keys_follow_each_other() {
    let desk = Desk::at(options("table", ""), &["C closed", "X1 7S"], &["2C 3D", "AH", "2S"]);
    for text in ["play 2C", "steal C", "steal X2", "play 2C>X2"] {
        assert_eq!(desk.refused(0, text).rule().0, "the-next-key", "{text}");
    }
}

#[test]
fn headers_are_refused_as_what_no_hand_holds() {
    let desk = Desk::at(options("table", ""), &[], &["2C 3D", "AH", "2S"]);
    let header = desk.refused(0, "JS");
    assert_eq!(header.to_string(), "J♠ is never in a hand: courts and Jokers are headers, which open keys.");
    assert_eq!((header.rule().0, desk.refused(0, "play KD>X1").rule().0), ("the-cards", "the-cards"));
}

/// Everything that a seat is shown.
fn shown(desk: &Desk, n: u8) -> String {
    let view = desk.play.view(Some(seat(n)));
    let board = KeyOfTheDoor::board(&view, &names());
    let moves: Vec<String> =
        desk.legal(n).iter().map(|m| KeyOfTheDoor::describe(&view, &desk.read(n, m), &Reader::plain(8))).collect();
    let controls = format!("{:?}", KeyOfTheDoor::controls(&view, &[], &Reader::plain(8)));
    [
        board.headline,
        board.body,
        board.prompt.to_string(),
        KeyOfTheDoor::hand_text(&view, &names()),
        moves.join("\n"),
        controls,
    ]
    .join("\n")
}

#[test]
fn the_plain_table_shows_no_sums_and_orders_nothing_by_them() {
    let keys = ["S J 6 9", "H J 3", "D J 9 7 5"];
    let hands = ["TS 9H 2H", "2C", "3C"];
    let called = Desk::at(options("table", ""), &keys, &hands);
    // What the words of a heading mean is said whatever the keys count.
    let text = shown(&called, 0).replace("that is bust, bent or has 21 unclaimed", "");
    for word in ["has 15", "has", "(17", "(25", "(21", "makes", "past", "bent"] {
        assert!(!text.contains(word), "{word} in {text}");
    }
    let view = called.play.view(Some(seat(0)));
    let rank = |m: &str| KeyOfTheDoor::likelihood(&view, &called.read(0, m));
    assert!(rank("TS") == rank("9H") && rank("9H") == rank("2H"));
    let auto = Desk::at(options("assisted", "bust=honour"), &keys, &hands);
    let text = shown(&auto, 0);
    assert!(text.contains("J♠: 6 9, has 15") && text.contains("play 9♥ on the heart key (makes 21)"), "{text}");
    assert!(text.contains("10♠ on the spade key (25, past 21)"), "{text}");
    let view = auto.play.view(Some(seat(0)));
    let rank = |m: &str| KeyOfTheDoor::likelihood(&view, &auto.read(0, m));
    assert!(rank("9H") < rank("2H") && rank("2H") < rank("TS"));
}

#[test]
fn the_board_reads_well() {
    let keys = ["S J 7 10 _", "H Q", "D K 9 A 5", "C closed", "X1 7S 7H"];
    let mut desk = Desk::at(options("table", ""), &keys, &["2D 3D", "AH 4H 5H", "TH", "2S"]);
    let board = KeyOfTheDoor::board(&desk.play.view(None), &names());
    let expected = "\
J♠: 7 10, 1 face down
Q♥: empty
K♦: 9 A 5
clubs: closed
Joker 1: 7♠ 7♥
▸ Ada    0  2 cards
  Ben    0  3 cards
  Cyd    0  1 card
  Dan    0  1 card";
    assert_eq!(board.body, expected);
    assert_eq!(board.headline, "deal 1 of 4 · Dan dealt · 1 Joker waits");
    assert_eq!(board.prompt.to_string(), "Ada to play a card.");
    desk.act(0, "2D");
    let board = KeyOfTheDoor::board(&desk.play.view(None), &names());
    assert_eq!(board.prompt.to_string(), "Ben to play a card. Ada's card on the diamond key may be called bust.");
    let hand = KeyOfTheDoor::hand_text(&desk.play.view(Some(seat(1))), &names());
    assert_eq!(hand, "A♥ 4♥ 5♥");
}

#[test]
fn the_board_says_who_won_which_keys() {
    let keys = ["S J 3", "H closed", "D closed", "C closed"];
    for (more, cards) in [("", ""), (",show_won=true", "\n  Ada's J♠: 3 9")] {
        let options = options("table", &format!("false_steal=penalty:5{more}"));
        let mut desk = Desk::at(options, &keys, &["9S 4H", "AC 2S", "3H", "AD"]);
        desk.acts("0 steal S; 0 9S!");
        let body = KeyOfTheDoor::board(&desk.play.view(None), &names()).body;
        let won = format!(
            "    −2 this deal: J♠ 3, false steals −5\n▸ Ben    0  2 cards\n  Cyd    0  1 card\n  Dan    0  1 card{cards}"
        );
        assert!(body.ends_with(&won), "{body}");
    }
}

#[test]
fn t3_a_no_to_a_steal_says_nothing_else() {
    let told = |key, card, other| {
        let mut desk = Desk::at(options("table", ""), &[key], &[card, other, "AC"]);
        let told = desk.acts(&format!("0 {card}; 1 steal S"));
        KeyOfTheDoor::tell(told.last().expect("a failed try"), &names())
    };
    let no = "Ben tried to steal the spade key, and the answer is no. No more steals this turn.";
    assert_eq!(told("S J", "9S", "3S AD"), no);
    assert_eq!(told("S J 9 7", "8S", "AD"), no, "its last card is bust, which is for players to notice");
    let page = crate::rules::find(KeyOfTheDoor::RULES, "stealing").expect("a section");
    assert!(page.text.contains("a no says nothing else, and a yes what was wrong"), "{}", page.text);
}

#[test]
fn the_board_says_what_the_keys_need_where_sums_are_no_secret() {
    let keys = ["S J 6 9", "H J 3 7", "D closed", "C J 10 8", "X1 7S TD"];
    let desk = Desk::at(options("assisted", ""), &keys, &["2S 3D", "AH", "2C"]);
    let body = KeyOfTheDoor::board(&desk.play.view(None), &names()).body;
    let expected = [
        "J♠: 6 9, has 15, 21 with 3",
        "J♥: 3 7, has 10, 21 with 4 or 8",
        "diamonds: closed",
        "J♣: 10 8, has 18",
        "Joker 1: 7♠ 10♦, has 17, 21 with 2",
    ];
    assert_eq!(body.lines().take(5).collect::<Vec<_>>(), expected);
}

#[test]
fn a_sum_of_21_is_said_to_be_too_much_and_backs_are_counted() {
    let desk = Desk::at(options("assisted", ""), &["S J 10 9 2", "H J 4 _ _ _"], &["2C 3D", "AH", "AC"]);
    let view = desk.play.view(Some(seat(0)));
    assert!(KeyOfTheDoor::board(&view, &names()).body.contains("has 21: too much with a copy"));
    let alt = KeyOfTheDoor::picture(&view, &names()).alt;
    assert!(alt.contains("4♥ 3 face down, adds up to 4"), "{alt}");
}

#[test]
fn what_is_no_card_is_told_the_forms_of_its_table_only() {
    let says = |variant: &str, changes: &str| match Desk::at(options(variant, changes), &[], &["2C", "AH", "AC"])
        .try_read(0, "hello")
    {
        Err(Unreadable::Syntax(why)) => why,
        other => panic!("{other:?}"),
    };
    assert!(says("table", "").ends_with("or `steal S`, `bust S`, `pass`.") && says("table", "").contains("claim 21"));
    let assisted = says("assisted", "steal=false,p4=discard");
    assert!(assisted.ends_with("or `discard 7S`.") && !assisted.contains("claim"), "{assisted}");
}

#[test]
fn a_list_of_one_line_is_a_button() {
    let labels = |desk: &Desk| -> Vec<String> {
        let controls = KeyOfTheDoor::controls(&desk.play.view(Some(seat(0))), &[], &Reader::plain(8));
        let label = |control| if let Control::Button { label, .. } = control { label } else { String::new() };
        controls.into_iter().map(label).collect()
    };
    let desk = Desk::at(options("assisted", ""), &["S J 3 2"], &["4S", "2C", "3C"]);
    assert_eq!(labels(&desk), ["Play 4♠ on the spade key (9)", "Steal the J♠ key (2 cards and the header)"]);
    let desk = Desk::at(options("table", ""), &["S J 3"], &["4S", "2C", "3C"]);
    let alone =
        ["Play 4♠ on the spade key", "Claim 21 with 4♠ on the spade key", "Steal the J♠ key (1 card and the header)"];
    assert_eq!(labels(&desk), alone);
    let keys = ["S closed", "H closed", "D closed", "C closed"];
    let desk = Desk::at(options("table", "p4=discard"), &keys, &["4S", "2C", "3C"]);
    assert_eq!(labels(&desk), ["Discard 4♠"]);
}

#[test]
fn the_board_fits_a_phone_whatever_lies_on_it() {
    let many = "X1 AS 2S 3S 4S 5S 6S 7S 8S 9S TS AD 2D 3D 4D 5D 6D 7D 8D 9D TD";
    let odd = odd_names(4);
    for changes in ["partners=true", "claims=auto", "show_won=true"] {
        let desk = Desk::at(options("table", changes), &[many, "S J 9 7 5"], &["AH", "2H", "3H", "4H"]);
        for like in Seat::all(4) {
            let wide = Reader::english(Seats::of(4, |_| odd.name(like).to_owned()));
            fits_a_phone(&KeyOfTheDoor::board(&desk.play.view(None), &wide).body, changes);
        }
    }
}

#[test]
fn events_are_told_in_short_lines() {
    let keys = ["S J 3", "H K 8 10", "D J 9 7 2", "C closed"];
    let mut desk = Desk::at(options("table", ""), &keys, &["9S 2S", "AC 5D", "3H 8D 4C", "AD"]);
    let told = desk.acts("0 9S!; 1 steal H; 1 5D!; 3 bust D; 1 5D>X1; 0 bust; 2 steal D; 2 8D>X1; 3 AD; 0 2S");
    let told: Vec<String> = told.iter().map(|event| KeyOfTheDoor::tell(event, &names())).collect();
    let expected = [
        "Ada played 9♠.",
        "Ada made 21 and won the J♠ key: 3 cards, 3 points.",
        "Next comes the Q♠ key.",
        "Ben stole the K♥ key (it was bent: 21 was out of reach): 3 cards, 9 points. Hearts are closed.",
        "Joker key 1 opened.",
        "Ben played 5♦.",
        "Ben claimed 21 on the diamond key, wrongly.",
        "Dan called 5♦ bust, past 21: Ben takes it back and plays again.",
        "Ben played 5♦ on Joker key 1.",
        "Ada called Joker key 1 bust, wrongly: it is not past 21.",
        "Cyd tried to steal the diamond key, and the answer is no. No more steals this turn.",
        "Cyd played 8♦ on Joker key 1.",
        "Dan played A♦.",
        "Ada played 2♠.",
    ];
    assert_eq!(told, expected);
    let mut idle = Desk::at(options("table", "p4=discard"), &["S J 9 7", "H closed"], &["8S", "2H", "AC"]);
    let told = idle.acts("0 8S?; 1 discard 2H");
    let told: Vec<String> = told.iter().map(|event| KeyOfTheDoor::tell(event, &names())).collect();
    assert_eq!(told, ["Ada laid a card face down on the spade key.", "Ben discarded 2♥."]);
}

#[test]
fn a_result_lists_the_keys_of_each_player() {
    let keys = ["S J 3", "H closed", "D closed", "C closed"];
    let mut desk = Desk::at(options("table", "false_steal=penalty:5"), &keys, &["9S 4H", "AC 2S", "3H", "AD"]);
    let told = desk.acts("0 steal S; 0 9S!; 1 2S; 2 pass; 3 pass; 0 pass; 1 pass");
    let over = told.iter().find(|event| matches!(event, Event::DealOver { .. })).expect("it is over");
    let expected = "\
Deal 1 is over and brings Ada −2 · Ben 0 · Cyd 0 · Dan 0.
  Ada  −2: J♠ 3, false steals −5
  Ben  0: no keys
  Cyd  0: no keys
  Dan  0: no keys
In all: Ada −2 · Ben 0 · Cyd 0 · Dan 0";
    assert_eq!(KeyOfTheDoor::tell(over, &names()), expected);
}

#[test]
fn controls_build_every_common_move() {
    let keys = ["S J 9 7", "H J 3", "X1 7S"];
    let desk = Desk::at(options("table", ""), &keys, &["8S 2H", "2C", "3C"]);
    let view = desk.play.view(Some(seat(0)));
    let all = KeyOfTheDoor::controls(&view, &[], &Reader::plain(8));
    for (control, menu, way) in [(&all[0], "Play a card", 0), (&all[1], "Play and claim 21", 1)] {
        let Control::Select { placeholder, options } = control else { panic!("a list of cards") };
        assert_eq!(placeholder, menu);
        let lines: Vec<String> = options.iter().map(|pick| format!("{}: {}", pick.label, pick.hint)).collect();
        assert_eq!(
            lines,
            [
                ["Play 8♠: on the spade key", "Play 2♥: on the heart key"],
                ["Claim 21 with 8♠: on the spade key", "Claim 21 with 2♥: on the heart key"]
            ][way]
        );
        assert_eq!(options[0].does, Does::Path(vec![0, way]), "one press plays it");
        assert_eq!(options[0].button, ["Play 8♠", "Claim 21 with 8♠"][way], "a few characters are enough for a button");
    }
    // A claim that cannot be right is not offered: one card never counts 21.
    let first = Desk::at(options("table", ""), &["S J", "H J"], &["8S 2H", "2C", "3C"]);
    let Control::Select { options, .. } =
        &KeyOfTheDoor::controls(&first.play.view(Some(seat(0))), &[], &Reader::plain(8))[0]
    else {
        panic!("a list of cards")
    };
    let lines: Vec<String> = options.iter().map(|pick| format!("{}: {}", pick.label, pick.hint)).collect();
    assert_eq!(lines, ["Play 8♠: on the spade key", "Play 2♥: on the heart key"]);
    let first = KeyOfTheDoor::choices(&view, &[]).steps[0];
    let ways = KeyOfTheDoor::controls(&view, &[first], &Reader::plain(8));
    let [Control::Select { placeholder, options }] = ways.as_slice() else { panic!("{ways:?}") };
    let labels: Vec<&str> = options.iter().map(|pick| pick.button.as_str()).collect();
    assert_eq!(
        (placeholder.as_str(), labels),
        ("8♠ goes", vec!["Play 8♠ on the spade key", "Claim 21 with 8♠ on the spade key"])
    );
    let Control::Select { placeholder, options } = &all[2] else { panic!("a list of keys") };
    assert_eq!((placeholder.as_str(), options.len()), ("Steal a key that is bust, bent or has 21 unclaimed", 3));
}

#[test]
fn the_shared_button_calls_the_last_card_whatever_it_is() {
    let mut desk = Desk::at(options("table", ""), &["S J 9"], &["2S", "2C", "3C"]);
    desk.act(0, "2S");
    assert_eq!(KeyOfTheDoor::shared_controls(desk.play.public(), &Reader::plain(8)), [], "two cards are never past 21");
    let mut desk = Desk::at(options("table", ""), &["S J 9 A"], &["2S", "2C", "3C"]);
    let prompt = |desk: &Desk| KeyOfTheDoor::board(&desk.play.view(None), &names()).prompt.to_string();
    assert_eq!(KeyOfTheDoor::shared_controls(desk.play.public(), &Reader::plain(8)), []);
    desk.act(0, "2S");
    let shared = KeyOfTheDoor::shared_controls(desk.play.public(), &Reader::plain(8));
    let [Control::Button { label, does: Does::Say(text), .. }] = shared.as_slice() else { panic!("{shared:?}") };
    assert_eq!((label.as_str(), text.as_str()), ("Call bust on the spade key", "bust S"));
    assert_eq!(desk.read(2, text), Move::Bust(place("S")));
    desk.act(1, "bust S");
    assert_eq!(KeyOfTheDoor::shared_controls(desk.play.public(), &Reader::plain(8)).len(), 1, "another may still call");
    assert!(prompt(&desk).ends_with("may be called bust."));
    desk.act(2, "bust S");
    assert_eq!(
        KeyOfTheDoor::shared_controls(desk.play.public(), &Reader::plain(8)),
        [],
        "each has one call for each card"
    );
    assert_eq!(prompt(&desk), "Ben to play a card.");
}

#[test]
fn a_wrong_call_leaves_the_clicks_of_others_alone() {
    let mut desk = Desk::at(options("table", ""), &["S J 9"], &["2S 3S", "2C", "3C"]);
    desk.act(0, "2S");
    let windows = |desk: &Desk| [None, Some(seat(1)), Some(seat(2))].map(|s| desk.play.window(s));
    let before = windows(&desk);
    desk.act(2, "bust S");
    let after = windows(&desk);
    assert_eq!(before[..2], after[..2]);
    assert_ne!(before[2], after[2], "the caller's own moves have changed");
    desk.act(1, "2C");
    assert!(windows(&desk).iter().zip(&after).all(|(new, old)| new > old));
}

/// A second click on one button must not be a second steal, which may cost points or hit the key opened since.
#[test]
fn a_steal_makes_earlier_clicks_void() {
    let keys = ["S J 3", "H J 8 10"];
    let mut desk = Desk::at(options("table", "false_steal=penalty:5"), &keys, &["9S 2S", "5D", "AC"]);
    let window = |desk: &Desk| desk.play.window(Some(seat(0)));
    for steal in ["steal S", "steal H"] {
        let before = window(&desk);
        desk.act(0, steal);
        assert!(window(&desk) > before, "{steal}");
    }
    assert_eq!(desk.points(0), 3 - 5, "one failed, one did not");
}

#[test]
fn house_rules_in_one_line() {
    let line = |variant, changes| KeyOfTheDoor::house_rules(&options(variant, changes), Language::English);
    assert_eq!(
        line("table", ""),
        "players claim keys that count 21 (one numeral counted twice) · players notice cards past 21 themselves"
    );
    assert_eq!(
        line("assisted", "jokers=4,false_steal=penalty:3,deals=1"),
        "keys that count 21 (one numeral counted twice) are claimed for you · cards past 21 are refused · a false steal costs 3 · 4 Jokers · 1 deal"
    );
}
