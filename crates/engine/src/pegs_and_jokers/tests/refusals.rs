//! What a refusal says, and what it cites.

use super::{Desk, Options, seat, variant};
use crate::pegs_and_jokers::{Act, CardUse, Illegal, PegsAndJokers};
use crate::rules::find;
use crate::{Judging, Notation, Parts, Reader, SeatSet, Unreadable};

/// The rule that refuses a move, and what it says.
fn refused(desk: &Desk, text: &str) -> String {
    let m = desk.read(text).expect("readable");
    let why = PegsAndJokers::check(&desk.view(), &m).expect_err(text);
    format!("{}: {why}", crate::Refuse::rule(&why).0)
}

#[test]
fn what_is_no_move_says_what_would_be() {
    let desk = Desk::basic("a1 A8", "K 7 5");
    for text in [
        "",
        "hello",
        "5 z9",
        "5 a6",
        "7 a1+x",
        "X a1",
        "X a1>Z3",
        "5 a1 a1 a1",
        "send",
        "5 a1+99",
        "é é",
        "5 é",
        "5 a1→",
        "7: a1 A8→B2",
        "7 a1+3→",
    ] {
        let why = desk.read(text).expect_err(text);
        assert!(why.contains("Syntax") && why.len() > 20, "{text}: {why}");
    }
}

#[test]
fn what_was_typed_is_repeated_as_it_was() {
    let desk = Desk::basic("a1 A8", "K 7 10 X");
    for (typed, echo) in [
        ("K outside.", "`outside` is no peg here"),
        ("X start D8", "`start D8` is no peg here"),
        ("10 a 1", "`a 1` is no peg here"),
        ("X A1>Q8", "`Q8` is no hole"),
        ("K OUT Zed", "`Zed` is no colour"),
        ("Hello there", "`Hello` is no card"),
    ] {
        let why = desk.read(typed).expect_err(typed);
        assert!(why.contains(echo), "{typed}: {why}");
    }
    let why = desk.read(&format!("7 {}`", "long ".repeat(300))).expect_err("no peg");
    assert!(why.contains("long…` is no peg") && why.len() < 140, "{why}");
}

#[test]
fn a_card_or_peg_left_out_is_asked_for() {
    let desk = Desk::basic("a1 A8", "K 7");
    for (typed, says) in [
        ("drop", "you must move: with 7 or K"),
        ("count", "Say which card, such as `count 5`."),
        ("down", "Say which card, such as `down 4 as 10 a1`."),
        ("send", "A peg is missing"),
        ("X >D8", "A peg is missing"),
        ("X a1>", "Say onto which hole"),
        ("7 as", "Say which card"),
    ] {
        let why = desk.read(typed).expect_err(typed);
        assert!(why.contains(says) && !why.contains("``"), "{typed}: {why}");
    }
}

#[test]
fn a_home_out_of_reach_is_said_to_be_whoever_stands_before_it() {
    let desk = Desk::basic("a1 A3, a2 A8", "6");
    let why = refused(&desk, "6 a2h");
    assert!(why.starts_with("going-home: 6 steps do not bring a2"), "{why}");
}

#[test]
fn where_two_pegs_may_change_places_a_split_is_answered_by_how() {
    let desk = Desk::of(variant("north-carolina"), "a1 A8, b1 B12", "2");
    let why = desk.read("2 a1+1 b1+1").expect_err("no split");
    assert!(why.contains("To exchange the two, write `2 a1<>b1`."), "{why}");
}

#[test]
fn a_card_laid_with_nothing_declared_is_answered_by_a_move_of_the_hand() {
    let says = |options: Options, pegs: &str, typed: &str| {
        let why = Desk::of(options, pegs, "5 9 K").read(typed).expect_err(typed);
        why.split('"').nth(3 - usize::from(why.starts_with("Syntax")) * 2).expect("words").to_owned()
    };
    let bluffing = variant("bluffing");
    let asked = "Say what you declare, such as `down 5 as 5 a1`, or `drop 5` for no move.";
    assert_eq!(says(bluffing, "a1 A8", "down 5"), asked, "the truth, if it can be told");
    let asked = "Say what you declare, such as `down 5 as A out`, or `drop 5` for no move.";
    assert_eq!(says(bluffing, "b1 B9", "down 5"), asked);
    assert_eq!(says(bluffing, "a1 A8", "down"), "Say which card, such as `down 5 as 5 a1`.");
    assert_eq!(says(bluffing, "a1 A8", "down 4"), "You have no 4 in your hand.");
    let face_up = says(Options::default(), "a1 A8", "down 5");
    assert!(face_up.starts_with("Cards are played face up at this table"), "{face_up}");
}

#[test]
fn what_is_declared_without_the_word_for_it_is_answered_by_that_word() {
    let desk = Desk::of(variant("bluffing"), "", "5");
    for typed in ["5 as K out", "play 5S As k OUT"] {
        let why = desk.read(typed).expect_err(typed);
        assert!(why.contains("Cards are laid face down here: write `down 5 as K out`."), "{why}");
    }
    assert_eq!(refused(&desk, "4 as K out"), "your-turn: You have no 4 in your hand.");
    assert!(refused(&desk, "5 as 6 a1").starts_with("coming-out: Peg a1 is still in start"));
    assert!(refused(&Desk::basic("", "5"), "5 as K out").starts_with("bluffing: Cards are played face up"));
}

#[test]
fn where_cards_are_laid_face_down_nobody_reads_that_he_must_move() {
    let laid = "lay a card with `down`, or `drop` one.";
    let desk = Desk::of(variant("bluffing"), "a1 A8", "5");
    let nothing = format!("bluffing: There is nothing to doubt or trust now: {laid}");
    assert_eq!([refused(&desk, "doubt"), refused(&desk, "trust")], [nothing.clone(), nothing]);
    assert_eq!(
        refused(&desk, "count 5"),
        format!("counting-stuck-turns: No peg comes out free where cards are played face down: {laid}")
    );
    assert_eq!(
        refused(&desk, "send a1"),
        format!("what-a-doubt-costs: No peg has to be sent back to start now: {laid}")
    );
    let face_up = Desk::basic("a1 A8", "5");
    for text in ["doubt", "count 5", "send a1"] {
        assert!(refused(&face_up, text).ends_with(": play a card, or `drop` one if none can move a peg."), "{text}");
    }
}

#[test]
fn a_card_that_could_do_much_is_answered_with_all_of_it() {
    let desk = Desk::of(variant("north-carolina"), "a1 A8, a2 B9", "7");
    let Err(Unreadable::Ambiguous(moves)) = PegsAndJokers::read(&desk.view(), "7", &Reader::plain(8)) else {
        panic!("several")
    };
    assert_eq!(moves, desk.legal());
    assert!(moves.len() > 6, "{moves:?}");
}

#[test]
fn a_discard_without_its_card_names_one_that_may_go_or_says_why_none_may() {
    let says = |hand: &str, typed: &str| Desk::basic("b1 B10", hand).read(typed).expect_err(typed);
    assert!(says("5 8", "drop").contains("Say which card, such as `drop 5`."));
    assert!(says("8 9", "Discard").contains("Say which card, such as `drop 8`."));
    assert!(says("5 K", "drop").contains("you must move: with K"), "{}", says("5 K", "drop"));
    let split = Desk::basic("a1 A5, a2 A9", "5").read("5 a1+2 a2+3").expect_err("no split");
    assert!(split.contains("A 5 is not split at this table: name one peg alone."), "{split}");
}

#[test]
fn refusals_teach_what_the_card_does() {
    let desk = Desk::basic("a1 AH2, a2 A5, a5 AH5, d1 D8", "X 2 9");
    assert_eq!(
        refused(&desk, "X a1>D8"),
        "jokers: Peg a1 is home: a joker takes pegs from start or the main track, never out of a home."
    );
    assert_eq!(
        refused(&desk, "X a3>D8"),
        "writing-moves: Peg a3 is in start, and a joker takes it from there by that word: write `X start>D8`."
    );
    assert_eq!(refused(&desk, "2 a5"), "going-home: 2 steps would take a5 past AH5, the last hole of its home.");
    assert_eq!(refused(&desk, "2 b1"), "whose-pegs-you-move: Peg b1 is not yours to move now: you move a1–a5.");
    assert_eq!(
        refused(&desk, "2 out"),
        "what-the-cards-do: A 2 does not do that at this table: it moves a peg 2 forward."
    );
    assert_eq!(
        refused(&desk, "drop 2"),
        "forced-play: A card of yours other than a joker can move a peg, so you must move: with 2, 9 or Joker."
    );
    assert_eq!(
        refused(&Desk::basic("a1 A8, a2 A5", "7"), "7 a1+3 a2+5"),
        "splitting-a-card: The two parts of a 7 both go forward and make 7, such as `7 a1+3 a2+4`."
    );
    let taken = refused(&Desk::basic("a1 A8", "K"), "K out");
    assert!(taken.starts_with("coming-out: Peg a1 stands on A8, where its colour comes out"), "{taken}");
    assert!(refused(&Desk::basic("a1 A5", "4"), "4 a2").starts_with("coming-out: Peg a2 is still in start"));
    let arizona = Desk::of(variant("arizona"), "a1 A5, d1 D8", "X");
    assert!(refused(&arizona, "X c2>D8").ends_with("write `X start c>D8`."));
    let carolina = Desk::of(variant("north-carolina"), "a1 A5, a2 B8", "10");
    assert_eq!(
        refused(&carolina, "10 a1"),
        "splitting-a-card: A 10 must be split at this table: say how far each of two pegs goes, such as `10 a1+4 a2+6`."
    );
}

#[test]
fn no_peg_is_said_to_be_where_it_is_not() {
    let back = "forward-and-back: Peg a1 is on the main track, and pegs never go back into a home: leave the `h` out.";
    assert_eq!(refused(&Desk::basic("a1 A8", "8"), "8 a1h"), back);
    assert_eq!(refused(&Desk::of(variant("north-carolina"), "a1 A8", "A"), "A a1-1h"), back);
    let within = refused(&Desk::basic("a1 AH3, a2 A9", "8"), "8 a1h");
    assert_eq!(within, "forward-and-back: Peg a1 is home: pegs never go back into or within a home.");
    assert!(refused(&Desk::basic("a1 A8", "8"), "8 a2h").starts_with("coming-out: Peg a2 is still in start"));
}

#[test]
fn an_opponents_peg_is_not_led_home_and_that_is_said() {
    let never = "splitting-a-card: Peg b1 is an opponent's, and those are never led into or inside their homes.";
    let carolina = variant("north-carolina");
    assert_eq!(refused(&Desk::of(carolina, "a1 A9, b1 B0", "10"), "10 a1+4 b1+6h"), never);
    assert_eq!(refused(&Desk::of(carolina, "a1 A9, b1 BH2", "10"), "10 a1+8 b1+2"), never);
    let strict = Options { pass_inspot: false, ..carolina };
    assert_eq!(
        refused(&Desk::of(strict, "a1 A9, b1 B0", "10"), "10 a1+4 b1+6"),
        "going-home: Peg b1 may not pass its in-spot here, and as an opponent's it is never led into its home."
    );
    assert_eq!(
        refused(&Desk::of(strict, "a1 A0, a2 A9", "6"), "6 a1m"),
        "going-home: Peg a1 may not pass its in-spot here: it must turn in."
    );
}

#[test]
fn a_peg_in_start_that_was_named_is_answered_by_the_word_for_it() {
    let out = |written: &str| {
        format!("writing-moves: Peg a1 is still in start, and a jack brings a peg out by that word: write `{written}`.")
    };
    assert_eq!(refused(&Desk::basic("", "J"), "J a1"), out("J out"));
    assert_eq!(refused(&Desk::of(variant("arizona"), "", "J"), "J a1"), out("J out a"));
    assert_eq!(refused(&Desk::of(variant("bluffing"), "", "4"), "down 4 as J a1"), out("down 4 as J out"));
    let taken = refused(&Desk::basic("a1 A8", "J"), "J a2");
    assert!(taken.starts_with("coming-out: Peg a1 stands on A8"), "{taken}");
    // A joker that is not in hand is refused first, and so is a hole that it cannot go to.
    let none = "your-turn: You have no joker in your hand.";
    assert_eq!(refused(&Desk::basic("d1 D8", "5"), "X a1>D8"), none);
    assert_eq!(refused(&Desk::of(variant("bluffing"), "d1 D8", "5"), "X a1>D8"), none);
    assert!(refused(&Desk::basic("d1 D8", "X"), "X a1>D9").starts_with("jokers: A joker needs a peg"));
    let laid = refused(&Desk::of(variant("bluffing"), "d1 D8", "5"), "down 5 as X a1>D8");
    assert!(laid.ends_with("write `down 5 as X start>D8`."), "{laid}");
}

#[test]
fn a_bare_card_that_can_do_nothing_is_answered_by_what_can_be_done() {
    let says = |desk: &Desk, text: &str, wanted: &str| {
        let why = desk.read(text).expect_err(text);
        assert!(why.contains(wanted), "{text}: {why}");
    };
    says(&Desk::basic("a1 AH5", "9 4"), "9", "A 9 can move no peg now: `drop 9` discards it.");
    says(&Desk::basic("a1 AH1", "9 3"), "9", "A 9 can move no peg now: you must move with 3.");
    let mut third = Desk::of(variant("north-carolina"), "", "9 4");
    third.state.public.stuck[seat('A')] = 2;
    says(&third, "9", "A 9 can move no peg now: `count 9` discards it, and a peg comes out free.");
    let bluffing = Desk::of(variant("bluffing"), "", "9 4");
    says(&bluffing, "9", "A 9 can move no peg now: declare another card, or `drop 9`.");
    says(&bluffing, "down 4 as 9", "declare another card, or `drop 4`.");
    assert_eq!(refused(&Desk::basic("a1 AH5", "4"), "9"), "your-turn: You have no 9 in your hand.");
}

#[test]
fn a_discard_that_could_free_a_peg_is_told_so() {
    let mut desk = Desk::of(variant("north-carolina"), "", "3 4");
    desk.drawn('A', "K");
    desk.state.public.stuck[seat('A')] = 2;
    assert_eq!(
        refused(&desk, "drop 4"),
        "counting-stuck-turns: Either move with K, or bring a peg out free with this discard: write `count 4`."
    );
    assert!(desk.has("count 4"));
}

#[test]
fn every_refusal_cites_a_section_of_the_rules_page() {
    use super::super::illegal::Laid;
    let (p, q, f) = (super::peg("a1"), super::peg("a2"), super::super::Face::TEN);
    let s = seat('A');
    let play = CardUse { face: f, act: Act::Out(None) };
    let all = [
        Illegal::NotInHand(f),
        Illegal::NotInHandToLay { play, other: f },
        Illegal::NoSuchUse(f, super::super::plays::Uses::of(f, &Options::default())),
        Illegal::MustSplit(f),
        Illegal::NotYours(p, SeatSet::one(s)),
        Illegal::ColourNotYours(s, SeatSet::one(s)),
        Illegal::InStart(p),
        Illegal::SayOut { peg: p, play, laid: None },
        Illegal::StaysHome(p),
        Illegal::NeverBack(p),
        Illegal::NeverBackIn(p),
        Illegal::NotLedHome(p),
        Illegal::Blocked { peg: p, by: q },
        Illegal::ComeOutTaken(p),
        Illegal::NotHome { peg: p, steps: 4 },
        Illegal::PastHome { peg: p, steps: 2 },
        Illegal::PassesInSpot(p),
        Illegal::StopsAtInSpot(p),
        Illegal::NoRefuge(p),
        Illegal::SayWay(p),
        Illegal::OnlyOneWay(p),
        Illegal::CannotSplit(f),
        Illegal::SplitSum(f),
        Illegal::SamePeg,
        Illegal::OtherOrder,
        Illegal::NoneInStart(s),
        Illegal::SayColour,
        Illegal::OneColour,
        Illegal::NobodyThere(4),
        Illegal::StartFirst,
        Illegal::SayStart { peg: p, play, laid: Some(f) },
        Illegal::NotOutOfHome(p),
        Illegal::OffTrack(p),
        Illegal::SameColour,
        Illegal::MustMove([f].into_iter().collect()),
        Illegal::MustMoveOrCount { cards: [f].into_iter().collect(), discard: f, named: None },
        Illegal::MustCount,
        Illegal::NoFreePeg(Laid::FaceUp),
        Illegal::NoFreePeg(Laid::FaceDown),
        Illegal::AnswerFirst,
        Illegal::NothingToDoubt(Laid::FaceUp),
        Illegal::NothingToDoubt(Laid::FaceDown),
        Illegal::NothingToSend(Laid::FaceUp),
        Illegal::SendFirst(s),
        Illegal::NotTheVictim(p, s),
        Illegal::NotOut { peg: p, home_is_safe: false },
        Illegal::NotOut { peg: p, home_is_safe: true },
        Illegal::MoveThat(f),
        Illegal::FaceDown,
        Illegal::FaceUp,
    ];
    for why in all {
        let anchor = crate::Refuse::rule(&why).0;
        assert!(find(PegsAndJokers::RULES, anchor).is_some(), "{why:?} cites {anchor}");
        assert!(why.to_string().ends_with(['.', ')', '`']), "{why}");
    }
}
