//! How moves are typed, and how boards and hands read.

use super::{Desk, Options, PegsAndJokers, card, last, seat, variant};
use crate::pegs_and_jokers::options::Counting;
use crate::picture::Zone;
use crate::rules::find;
use crate::suite::{fits_a_phone, odd_names};
use crate::teach::Teaching;
use crate::{Boards, Language, Narration, Notation, Parts, Pictures, Preparing, Reader, Seats, View};

fn names(seats: u8) -> Reader {
    Reader::english(Seats::of(seats, |s| {
        ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"][s.index()].to_owned()
    }))
}

#[test]
fn moves_are_read_as_people_write_them() {
    let desk = Desk::of(variant("north-carolina"), "a1 A8, a2 B2, b1 B9", "K 7 10 2 X A 9");
    let same = [
        ("K out", "K out"),
        ("ks OUT", "K out"),
        ("king out", "K out"),
        ("k out a", "K out"),
        ("7s a1+3 a2+4", "7 a1+3 a2+4"),
        ("7 A1 +3, A2 +4", "7 a1+3 a2+4"),
        ("7 a1 3 a2 4", "7 a1+3 a2+4"),
        ("7 a1+3 a2", "7 a1+3 a2+4"),
        ("T a1−5 a2+5", "10 a1-5 a2+5"),
        ("2 b1<>a1", "2 a1<>b1"),
        ("joker a1 > b9", "X a1>B9"),
        ("xr start>B9", "X start>B9"),
        ("a a1+11", "A a1+11"),
        ("9 a1+2 a2", "9 a1+2 a2-7"),
        ("discard KS", "drop K"),
        ("h10 a1-5 a2+5", "10 a1-5 a2+5"),
        ("10 of hearts: a1–5 a2➕5", "10 a1-5 a2+5"),
        ("ace♠ a1+11", "A a1+11"),
        ("the king of diamonds out.", "K out"),
        ("drop s7", "drop 7"),
    ];
    for (typed, meant) in same {
        assert_eq!(desk.read(typed).map(|m| PegsAndJokers::say(&m)), Ok(meant.to_owned()), "{typed}");
    }
    for place in ["d10 a1-5 a2+5", "drop d5", "c2 a1", "B9"] {
        assert!(desk.read(place).is_err(), "{place} begins with a hole or a peg, not with a card");
    }
    let bluffing = Desk::of(variant("bluffing"), "a1 A8", "5");
    assert_eq!(bluffing.read("pass").map(|m| PegsAndJokers::say(&m)), Ok("trust".to_owned()));
    assert_eq!(Desk::basic("a1 A8", "5").read("5").map(|m| PegsAndJokers::say(&m)), Ok("5 a1".to_owned()));
}

#[test]
fn every_option_is_explained_in_the_rules_page() {
    let section = find(PegsAndJokers::RULES, "options").expect("a section on options");
    for knob in PegsAndJokers::knobs() {
        assert!(section.text.contains(&format!("`{}`", knob.key)), "{} is not explained", knob.key);
    }
}

#[test]
fn an_eight_seat_board_fits_a_phone() {
    let mut desk = Desk::sized(variant("arizona"), 8, "a1 A8, c2 C3, h5 H17, b1 A0, d3 DH5", "7 9 X K 3");
    desk.play("7 a1").expect("legal");
    fits_a_phone(&PegsAndJokers::board(&desk.view(), &odd_names(8)).body, "odd names");
    let mut long = names(8);
    long.names[seat('C')] = "An exceedingly long name, longer than fits".to_owned();
    let board = PegsAndJokers::board(&desk.view(), &long);
    fits_a_phone(&board.body, "a long name");
    assert!(!board.body.contains("Ada played 7"), "what happened stands below the board, once");
    assert!(board.body.chars().count() < 1400);
}

#[test]
fn a_board_says_where_every_peg_is_once() {
    let desk = Desk::basic("a1 A8, a2 AH3, b1 B0, c1 A3, d5 DH1", "7");
    let board = PegsAndJokers::board(&desk.view(), &names(4));
    let said = "Ada (A): peg a1 on A8, a2 in home 3, 3\n  in start\nBen (B): peg b1 on B0, 4 in start\n";
    assert!(board.body.contains(said), "{}", board.body);
    for peg in ["a1", "a2", "b1", "c1", "d5"] {
        assert_eq!(board.body.matches(peg).count(), 1, "{peg} in\n{}", board.body);
    }
}

#[test]
fn a_hand_says_what_each_card_can_do() {
    let mut desk = Desk::of(variant("north-carolina"), "a1 A1, a2 B9, b1 B12, c1 C4", "K 3 7 2 10");
    desk.drawn('A', "X");
    let text = PegsAndJokers::hand_text(&desk.view(), &names(4));
    assert_eq!(text, "2♠  3♠  7♠  10♠  K♠  red Joker   (red Joker just drawn)\nYour pegs: a1–a5", "the buttons say it");
    desk.state.public.turn = seat('B');
    let text = PegsAndJokers::hand_text(&View::new(&desk.state, Some(seat('A'))), &names(4));
    assert!(text.contains("K: out to A8, a1 to A11"), "{text}");
    assert!(text.contains("3: a1 to home 1, a1 to A4, a2 to B12"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 130), "{text}");
    let spectator = crate::View::new(&desk.state, None);
    assert_eq!(PegsAndJokers::hand_text(&spectator, &names(4)), "");
}

#[test]
fn only_who_lands_on_a_peg_is_told_that_they_did() {
    let means = |pegs: &str, hand: &str, text: &str| {
        let mut desk = Desk::basic(pegs, hand);
        desk.play(text).expect("legal");
        PegsAndJokers::meaning(last(&desk), Language::English)
    };
    assert_eq!(means("a1 A2, a2 A14", "7", "7 a1+2m a2+5"), None, "two pegs moved, and nobody was hit");
    let lands = means("a1 A2, a2 A14, d1 A4", "7", "7 a1+2m a2+5").unwrap_or_default();
    assert!(lands.starts_with("It landed on another peg"), "{lands}");
    let out = means("", "K", "K out").unwrap_or_default();
    assert!(out.contains("come-out"), "{out}");
}

#[test]
fn a_hand_that_can_move_nothing_says_so_to_its_player_alone() {
    let text = |desk: &Desk| PegsAndJokers::hand_text(&desk.view(), &names(4));
    let none = "None of your cards can move a peg";
    let first = Desk::basic("", "2 5 X");
    assert!(text(&first).ends_with(&format!("{none}.\nOnly A, J, Q or K brings one out now.\nDiscard one.")));
    let line = |zone: Zone| if let Zone::Line(line) = zone { Some(line) } else { None };
    let pictured = PegsAndJokers::hand_picture(&first.view(), &names(4)).into_iter().find_map(line).expect("words");
    let pictured: Vec<&str> = pictured.lines().collect();
    let only = format!("{none}. Only A, J, Q or K brings one out now. Discard one.");
    assert_eq!(pictured[..3], ["Your pegs: a1–a5.", &only, "2, 5, Joker: no move."]);
    let asked = |desk: &Desk, who: char| {
        let view = View::new(&desk.state, Some(seat(who)));
        PegsAndJokers::board(&view, &names(4)).prompt.to_string()
    };
    assert_eq!(asked(&first, 'A'), "Ada to discard: none of your cards can move a peg.");
    assert_eq!(asked(&first, 'B'), "Ada to play a card.", "nobody else knows");
    // With somebody to land on, a joker does too.
    assert!(text(&Desk::basic("b1 B5", "2 5")).contains("Only A, J, Q, K or a joker brings one out now."));
    let some_out = text(&Desk::basic("a1 AH5", "2"));
    assert!(some_out.ends_with(&format!("{none}.\nDiscard one.")), "{some_out}");
    for quiet in [Desk::basic("a1 A8", "2 5"), Desk::of(variant("bluffing"), "", "2 5")] {
        assert!(!text(&quiet).contains(none), "{}", text(&quiet));
    }
    let mut waiting = Desk::basic("", "2");
    waiting.hand('B', "3");
    let other = View::new(&waiting.state, Some(seat('B')));
    let board = PegsAndJokers::board(&waiting.view(), &names(4));
    let seen = [PegsAndJokers::hand_text(&other, &names(4)), board.headline, board.body, board.prompt.to_string()];
    assert!(seen.iter().all(|words| !words.contains(none)), "{seen:?}");
}

#[test]
fn the_turn_that_frees_a_peg_is_not_spoken_of_as_one_to_come() {
    let text = |options: Options, pegs: &str, stuck: u8| {
        let mut desk = Desk::of(options, pegs, "3 4 5");
        desk.state.public.stuck[seat('A')] = stuck;
        PegsAndJokers::hand_text(&desk.view(), &names(4))
    };
    let carolina = variant("north-carolina");
    let before = text(carolina, "", 1);
    assert!(before.contains("stuck turn 1, on number 3 a peg comes out free"), "{before}");
    let now = text(carolina, "", 2);
    assert!(now.contains("a1–a5; 2 stuck turns in a row\n"), "{now}");
    let free = "None of your cards can move a peg.\nAny discard now brings a peg out free.";
    assert!(now.ends_with(free), "{now}");
    // Nobody waits in start, and the pegs on their in-spots wait for an ace.
    let full = "a1 AH5, a2 AH4, a3 AH3, a4 AH2, a5 A3, c1 CH5, c2 CH4, c3 CH3, c4 CH2, c5 C3";
    let in_vain = text(Options { counting: Counting::Third, ..variant("kilpatrick") }, full, 2);
    assert!(in_vain.contains("stuck turn 3, but no peg can come out free"), "{in_vain}");
}

#[test]
fn house_rules_are_one_line() {
    assert_eq!(PegsAndJokers::house_rules(&Options::default(), Language::English), "");
    for variant in PegsAndJokers::variants() {
        let line = PegsAndJokers::house_rules(&(variant.options)(), Language::English);
        println!("{}: {line}", variant.id);
        assert!(!line.contains('\n') && line.chars().count() < 160);
    }
    assert_eq!(card("X").number(), 14);
}

#[test]
fn team_talk_lets_partners_see_hands() {
    use crate::pegs_and_jokers::options::TableTalk;
    let mut desk = Desk::of(Options { table_talk: TableTalk::Team, ..Options::default() }, "a1 A8", "5");
    desk.hand('B', "6");
    desk.hand('C', "K Q");
    assert!(PegsAndJokers::hand_text(&desk.view(), &names(4)).contains("Cyd holds Q♠  K♠"));
    assert!(desk.view().shown(seat('B')).is_none() && desk.view().shown(seat('C')).is_some());
    let quiet = Desk::basic("a1 A8", "5");
    assert!(quiet.view().shown(seat('C')).is_none());
}
