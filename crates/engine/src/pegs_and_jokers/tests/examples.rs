//! The worked examples of the reference page, by number. Four players, A and C against B and D.

use super::{Desk, last, variant};
use crate::pegs_and_jokers::Event;
use crate::{Progress, Seat};

#[test]
fn example_1_out_back_and_home() {
    let mut desk = Desk::basic("", "K 2 3 4 5 6");
    desk.again("K out", "8");
    assert_eq!(desk.at("a1"), "A8");
    desk.again("8 a1", "4 5 6 7 3");
    assert_eq!(desk.at("a1"), "A0");
    for (card, ends) in [("4", "AH1"), ("5", "AH2"), ("6", "AH3"), ("7", "AH4")] {
        let mut desk = Desk::basic("a1 A0", card);
        desk.play(&format!("{card} a1h")).expect("legal");
        assert_eq!(desk.at("a1"), ends);
    }
}

#[test]
fn example_2_on_the_in_spot() {
    assert_eq!(Desk::basic("a1 A3", "6").legal(), ["6 a1"]);
    assert_eq!(Desk::basic("a1 A3", "4").legal(), ["4 a1h", "4 a1m"]);
    let mut on = Desk::basic("a1 A3", "6");
    on.play("6 a1").expect("legal");
    assert_eq!(on.at("a1"), "A9");
    for (text, ends) in [("4 a1h", "AH4"), ("4 a1m", "A7")] {
        let mut desk = Desk::basic("a1 A3", "4");
        desk.play(text).expect("legal");
        assert_eq!(desk.at("a1"), ends);
    }
    let kilpatrick = Desk::of(variant("kilpatrick"), "a1 A3", "4 6");
    assert_eq!(kilpatrick.legal(), ["4 a1"], "home is the only way, and the 6 cannot be played");
}

#[test]
fn example_3_ten_reaches_the_next_corner() {
    let mut desk = Desk::basic("a1 A8, b2 B0", "J");
    desk.play("J a1").expect("legal");
    assert_eq!((desk.at("a1").as_str(), desk.at("b2").as_str()), ("B0", "BS"));
}

#[test]
fn example_4_a_team_mate_goes_to_its_in_spot() {
    let mut desk = Desk::basic("a1 B16, c1 C8", "10");
    desk.play("10 a1").expect("legal");
    assert_eq!((desk.at("a1").as_str(), desk.at("c1").as_str()), ("C8", "C3"));
    let mut taken = Desk::basic("a1 B16, c1 C8, c2 C3", "10");
    assert_eq!(taken.play("10 a1"), Err("landing-on-a-peg".to_owned()));
}

#[test]
fn example_5_coming_out_onto_a_team_mate() {
    let mut desk = Desk::basic("a1 C8", "");
    desk.state.public.turn = super::seat('C');
    desk.hand('C', "Q");
    desk.play("Q out").expect("legal");
    assert_eq!((desk.at("c1").as_str(), desk.at("a1").as_str()), ("C8", "A3"));
}

#[test]
fn example_6_chains() {
    let mut opponent = Desk::basic("a1 B16, c1 C8, d1 C3", "10");
    opponent.play("10 a1").expect("legal");
    assert_eq!([opponent.at("a1"), opponent.at("c1"), opponent.at("d1")], ["C8", "C3", "DS"]);
    let mut mates = Desk::basic("a1 A17, c1 B5, a2 C3", "6");
    mates.play("6 a1").expect("legal");
    assert_eq!([mates.at("a1"), mates.at("c1"), mates.at("a2")], ["B5", "C3", "A3"]);
    let mut voided = Desk::basic("a1 A17, c1 B5, a2 C3, a3 A3", "6");
    assert_eq!(voided.play("6 a1"), Err("landing-on-a-peg".to_owned()));
    let mut passing = Desk::basic("a1 B16, c1 C8, a2 C3", "10");
    assert_eq!(passing.play("10 a1"), Err("forward-and-back".to_owned()));
}

#[test]
fn example_7_own_pegs_block() {
    let desk = Desk::basic("a1 A3, a2 A6", "5");
    assert_eq!(desk.legal(), ["5 a1", "5 a2"]);
    let mut desk = desk;
    desk.play("5 a1").expect("home is free");
    assert_eq!(desk.at("a1"), "AH5");
}

#[test]
fn example_8_within_home() {
    let pegs = "a1 AH2, a2 A1";
    assert_eq!(Desk::basic(pegs, "3").legal(), ["3 a1", "3 a2h", "3 a2m"]);
    assert_eq!(Desk::basic(pegs, "4").legal(), ["4 a2"]);
    assert_eq!(Desk::basic(pegs, "5").legal(), ["5 a2"]);
    for (card, text, ends) in [("3", "3 a2h", "AH1"), ("3", "3 a2m", "A4"), ("4", "4 a2", "A5"), ("5", "5 a2", "A6")] {
        let mut desk = Desk::basic(pegs, card);
        desk.play(text).expect("legal");
        assert_eq!(desk.at("a2"), ends);
    }
    let mut on = Desk::basic(pegs, "3");
    on.play("3 a1").expect("legal");
    assert_eq!(on.at("a1"), "AH5");
}

#[test]
fn example_9_no_passing_own_pegs_backward() {
    let mut desk = Desk::basic("a1 A8, a2 A2", "8");
    assert_eq!(desk.play("8 a1"), Err("forward-and-back".to_owned()));
    assert!(desk.has("8 a2"));
}

#[test]
fn example_10_split_seven() {
    let mut desk = Desk::basic("a1 AH1, a2 A14", "7");
    desk.play("7 a1+2 a2+5").expect("legal");
    assert_eq!((desk.at("a1").as_str(), desk.at("a2").as_str()), ("AH3", "B1"));
    assert_eq!(Desk::basic("a1 A14", "7").legal(), ["7 a1"], "one peg out: no split");
}

#[test]
fn example_11_jokers() {
    let mut desk = Desk::basic("d1 D12", "X");
    assert_eq!(desk.starting("X"), ["X start>D12"]);
    desk.play("X start>D12").expect("legal");
    assert_eq!((desk.at("a1").as_str(), desk.at("d1").as_str()), ("D12", "DS"));
    assert_eq!(Desk::basic("a1 A8", "X").legal(), ["drop X"], "own pegs only: the joker is unplayable");
}

#[test]
fn example_12_forced_play() {
    let desk = Desk::basic("a1 A2, b1 B10", "5 8 X");
    assert_eq!(desk.legal(), ["5 a1h", "5 a1m", "8 a1", "X start>B10", "X a1>B10"]);
    let mut back = Desk::basic("a1 A2, b1 B10", "5 8 X");
    assert_eq!(back.play("drop 5"), Err("forced-play".to_owned()));
    back.play("8 a1").expect("legal");
    assert_eq!(back.at("a1"), "D12");
    assert_eq!(Desk::basic("b1 B10", "5 8 X").legal(), ["X start>B10", "drop 5", "drop 8", "drop X"]);
}

#[test]
fn example_13_a_team_mate_on_its_own_in_spot_is_never_hit() {
    let mut desk = Desk::basic("a1 B17, c1 C3", "4");
    assert_eq!(desk.play("4 a1"), Err("landing-on-a-peg".to_owned()));
}

#[test]
fn example_14_arizona_nine() {
    let mut desk = Desk::of(variant("arizona"), "a1 A8, c1 C8", "9");
    desk.play("9 a1-5 c1+4").expect("legal");
    assert_eq!((desk.at("a1").as_str(), desk.at("c1").as_str()), ("A3", "C12"));
}

#[test]
fn example_15_the_second_part_moves_the_peg_that_was_hit() {
    let mut desk = Desk::of(variant("arizona"), "a1 B5, c1 B8", "7");
    assert_eq!(desk.play("7 a1+3 c1+4h").as_deref(), Ok("7 a1+3 c1+4h"));
    assert_eq!((desk.at("a1").as_str(), desk.at("c1").as_str()), ("B8", "CH4"));
}

#[test]
fn example_16_north_carolina_ten() {
    let mut desk = Desk::of(variant("north-carolina"), "a1 A8, c1 C8", "10");
    desk.play("10 a1-5 c1-5").expect("legal");
    assert_eq!((desk.at("a1").as_str(), desk.at("c1").as_str()), ("A3", "C3"));
    assert!(!desk.has("10 a1"));
}

#[test]
fn example_17_north_carolina_ace() {
    let mut desk = Desk::of(variant("north-carolina"), "a1 D8", "A");
    assert_eq!(desk.legal(), ["A out", "A a1", "A a1-1", "A a1+11"]);
    desk.play("A a1+11").expect("legal");
    assert_eq!(desk.at("a1"), "A1");
}

#[test]
fn example_18_exchange() {
    let mut desk = Desk::of(variant("north-carolina"), "a1 A5, b1 D17", "2");
    assert_eq!(desk.legal(), ["2 a1", "2 a1<>b1"]);
    desk.play("2 a1<>b1").expect("legal");
    assert_eq!((desk.at("a1").as_str(), desk.at("b1").as_str()), ("D17", "A5"));
}

#[test]
fn example_19_kilpatrick_in_spot() {
    let desk = Desk::of(variant("kilpatrick"), "a1 A1", "9");
    assert_eq!(desk.legal(), ["drop 9"]);
    let mut basic = Desk::basic("a1 A1", "9");
    basic.play("9 a1").expect("legal");
    assert_eq!(basic.at("a1"), "A10");
}

#[test]
fn example_20_alaska_ten() {
    let mut desk = Desk::of(variant("alaska"), "a1 A4", "10");
    assert_eq!(desk.legal(), ["10 a1", "10 a1-1"]);
    desk.play("10 a1-1").expect("legal");
    assert_eq!(desk.at("a1"), "A3");
}

#[test]
fn example_21_counting_stuck_turns() {
    let mut desk = Desk::of(variant("north-carolina"), "", "3 4 5 6 7 9");
    for stuck in 1..=2 {
        assert!(desk.legal().iter().all(|text| text.starts_with("drop")));
        desk.again("drop 5", "3 4 5 6 7 9");
        assert_eq!(desk.state.public.stuck[Seat::FIRST], stuck);
    }
    assert!(desk.legal().iter().all(|text| text.starts_with("count")));
    assert_eq!(desk.play("drop 5"), Err("counting-stuck-turns".to_owned()));
    desk.again("count 5", "3 4");
    assert_eq!((desk.at("a1").as_str(), desk.state.public.stuck[Seat::FIRST]), ("A8", 0));
    desk.state.public.stuck[Seat::FIRST] = 2;
    desk.again("4 a1", "3");
    assert_eq!(desk.state.public.stuck[Seat::FIRST], 0, "any move starts the count again");
}

#[test]
fn example_22_a_doubt() {
    let pegs = "a1 A8, a2 A12, b1 B9, b2 B3";
    let mut bluff = Desk::of(variant("bluffing"), pegs, "4");
    bluff.play("down 4 as 10 a2").expect("anything may be declared");
    bluff.play("doubt").expect("B is asked first");
    assert!(matches!(last(&bluff), Event::Doubted { honest: false, .. }));
    assert_eq!(bluff.legal(), ["send a1", "send a2"], "the doubter chooses");
    assert_eq!(bluff.state.public.asked(), super::seat('B'));
    bluff.play("send a2").expect("legal");
    assert_eq!([bluff.at("a1"), bluff.at("a2")], ["A8", "AS"], "and no move is made");
    assert_eq!(bluff.state.public.turn, super::seat('B'));

    let mut honest = Desk::of(variant("bluffing"), pegs, "10");
    honest.play("down 10 as 10 a2").expect("legal");
    honest.play("doubt").expect("legal");
    assert_eq!(honest.state.public.asked(), Seat::FIRST);
    honest.play("send b1").expect("legal");
    assert_eq!([honest.at("a2"), honest.at("b1"), honest.at("b2")], ["B4", "BS", "B3"]);
}

#[test]
fn example_23_coming_out_where_a_peg_stands() {
    assert_eq!(Desk::basic("a1 A8", "K").legal(), ["K a1"]);
    let mut hit = Desk::basic("b1 A8", "K");
    hit.play("K out").expect("legal");
    assert_eq!((hit.at("a1").as_str(), hit.at("b1").as_str()), ("A8", "BS"));
}

#[test]
fn example_24_a_team_wins_at_once() {
    let pegs = "a1 AH1, a2 AH2, a3 AH3, a4 AH4, a5 AH5, c1 CH2, c2 CH3, c3 CH4, c4 CH5, c5 C3, b1 BH5";
    let mut desk = Desk::basic(pegs, "A");
    assert_eq!(desk.legal(), ["A c5h", "A c5m"]);
    desk.play("A c5h").expect("legal");
    let Progress::MatchOver(standings) = &desk.progress else { panic!("not over: {:?}", desk.progress) };
    assert_eq!(standings.0.iter().map(|p| (p.side.0, p.place, p.score)).collect::<Vec<_>>(), [(0, 1, 10), (1, 2, 1)]);
    assert_eq!(
        desk.told()[1],
        "Ada and Cyd win: all their pegs are home.\nBen and Dee still had 9 pegs to bring home."
    );
}

#[test]
fn example_25_partner_phase() {
    let mut desk = Desk::basic("a1 AH1, a2 AH2, a3 AH3, a4 AH4, a5 AH5", "K");
    desk.play("K out").expect("legal");
    assert_eq!(desk.at("c1"), "C8");
    let not_yet = Desk::basic("a1 AH1, a2 AH2, a3 AH3, a4 AH4, c1 C8", "4");
    assert_eq!(not_yet.legal(), ["drop 4"]);
}
