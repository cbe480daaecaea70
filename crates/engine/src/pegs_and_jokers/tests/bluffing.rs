//! The Bluffing Joker: who is asked, what a doubt costs, and what stays hidden.

use super::{Desk, Options, seat, variant};
use crate::pegs_and_jokers::{Discard, PegsAndJokers, Phase};
use crate::picture::Zone;
use crate::suite::{fits_a_phone, odd_names};
use crate::{
    Boards, Chance, Control, Controls, Does, Imagining, Judging, Notation, Pictures, Reader, Seat, Seats, View,
};

fn bluffing(pegs: &str, hand: &str) -> Desk {
    Desk::of(variant("bluffing"), pegs, hand)
}

#[test]
fn settled_10_opponents_are_asked_singly_clockwise() {
    let mut desk = Desk::sized(variant("bluffing"), 6, "a1 A8", "5");
    desk.play("down 5 as 10 a1").expect("legal");
    for asked in ['B', 'D', 'F'] {
        assert_eq!(desk.state.public.asked(), seat(asked));
        assert_eq!(desk.legal(), ["trust", "doubt"]);
        desk.play("trust").expect("legal");
    }
    assert_eq!((desk.at("a1").as_str(), desk.state.public.turn), ("B0", seat('B')));
    assert_eq!(desk.state.public.discards, [Discard::Down(Seat::FIRST)], "and the card stays hidden");
}

#[test]
fn who_is_asked_reads_what_is_claimed_and_who_is_asked_next() {
    let prompt = |desk: &Desk| PegsAndJokers::board(&desk.view(), &people(desk)).prompt.to_string();
    let mut desk = bluffing("a1 A8, d1 D8", "4");
    assert_eq!(prompt(&desk), "Ada to lay a card face down and name it, truly or not.");
    desk.play("down 4 as X start>D8").expect("legal");
    assert_eq!(prompt(&desk), "Ben to doubt or trust Ada's joker. Then Dee is asked.");
    let cost = "Doubt it, and a bluff sends one of Ada's pegs back to start, a true joker one of yours.";
    let hand = |who| PegsAndJokers::hand_text(&View::new(&desk.state, Some(seat(who))), &people(&desk));
    assert!(hand('B').ends_with(cost) && !hand('D').contains("Doubt it"), "{}", hand('B'));
    let called = ["trust", "doubt"]
        .map(|m| PegsAndJokers::describe(&desk.view(), &desk.read(m).expect("a move"), &Reader::plain(8)));
    assert_eq!(called, ["trust it: let it pass", "doubt it: have the card turned over"], "as buttons say it");
    desk.play("trust").expect("legal");
    assert_eq!(prompt(&desk), "Dee to doubt or trust Ada's joker.");
    let mut eight = Desk::sized(variant("bluffing"), 8, "a1 A8", "5");
    eight.play("down 5 as 10 a1").expect("legal");
    assert_eq!(prompt(&eight), "Ben to doubt or trust Ada's 10. Then Dee, Fay and Hal are asked.");
}

fn people(desk: &Desk) -> Reader {
    let all = ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"];
    Reader::english(Seats::of(desk.state.public.seats(), |seat| all[seat.index()].to_owned()))
}

/// The prompt does not repeat the move; the line beside it tells it to each opponent who is asked.
#[test]
fn a_picture_says_what_is_claimed_until_the_last_has_answered() {
    let mut desk = bluffing("a1 A8, d1 D8", "4");
    desk.play("down 4 as X start>D8").expect("legal");
    for _ in ["Ben", "Dee"] {
        let picture = PegsAndJokers::picture(&desk.view(), &people(&desk));
        let ring = picture.zones.iter().find_map(|zone| if let Zone::Ring(ring) = zone { Some(ring) } else { None });
        let words = &ring.expect("a board").words;
        assert_eq!(words[1], "Ada claims a joker, face down, for peg a2 out to D8, peg d1 to start.");
        desk.play("trust").expect("legal");
    }
}

/// At a table of eight, a player who looks away for a few turns must still find those turns among the few lines that
/// are kept.
#[test]
fn a_turn_that_all_trust_is_told_in_two_lines() {
    let mut desk = Desk::sized(variant("bluffing"), 8, "a1 A8", "5");
    for text in ["down 5 as 10 a1", "trust", "trust", "trust", "trust"] {
        desk.play(text).expect("legal");
    }
    let lines: Vec<String> = desk.told().into_iter().filter(|line| !line.is_empty()).collect();
    let claim = "Ada claims a 10, face down, for peg a1 from A8 to B0.";
    assert_eq!(lines, [claim, "Nobody doubted Ada's 10: peg a1 from A8 to B0."]);
}

#[test]
fn a_doubt_is_told_and_then_not_all_trusted() {
    let mut desk = bluffing("a1 A8, b1 B8, d1 D8", "10");
    for text in ["down 10 as 10 a1", "trust", "doubt", "send d1"] {
        desk.play(text).expect("legal");
    }
    let told = desk.told().join("\n");
    assert!(told.contains("Dee doubted. The card is a 10: Ada was honest."), "{told}");
    assert!(told.ends_with("\nAda played a 10: peg a1 from A8 to B0."), "{told}");
}

#[test]
fn any_rank_may_be_declared_with_any_card_and_no_move_needs_no_proof() {
    let desk = bluffing("a1 A8", "4");
    assert!(desk.has("down 4 as 8 a1") && desk.has("down 4 as 4 a1") && desk.has("down 4 as K a1"));
    assert!(desk.has("drop 4"), "play is not forced");
    let mut dropped = bluffing("a1 A8", "4 5");
    dropped.play("drop 4").expect("legal");
    assert_eq!(dropped.state.public.turn, seat('B'), "nobody is asked");
    assert_eq!(dropped.state.public.discards, [Discard::Down(Seat::FIRST)]);
    assert!(dropped.told()[0].contains("face down"));
    assert_eq!(dropped.play("5 b1"), Err("your-turn".to_owned()));
}

#[test]
fn a_victim_without_a_peg_out_gives_an_extra_turn() {
    let mut desk = bluffing("", "4");
    desk.play("down 4 as K out").expect("legal");
    desk.play("doubt").expect("legal");
    assert_eq!(desk.state.public.turn, seat('B'), "a bluff ends the turn");
    assert_eq!(desk.state.public.due, 1, "and the doubter, who is next, takes two turns");
    desk.hand('B', "5 6");
    desk.play("drop 5").expect("legal");
    assert_eq!((desk.state.public.turn, desk.state.public.due), (seat('B'), 0));
    desk.play("drop 6").expect("legal");
    assert_eq!(desk.state.public.turn, seat('C'));
}

#[test]
fn an_extra_turn_won_in_the_own_turn_waits_for_the_next() {
    let mut desk = bluffing("", "K");
    desk.play("down K as K out").expect("legal");
    desk.play("doubt").expect("legal");
    assert_eq!(desk.at("a1"), "A8", "the move is made at once");
    assert_eq!((desk.state.public.turn, desk.state.public.extra[Seat::FIRST]), (seat('B'), 1));
    let board = PegsAndJokers::board(&desk.view(), &Reader::plain(4)).body;
    assert!(board.ends_with("Seat 1 has 1 extra turn to come"), "{board}");
    fits_a_phone(&PegsAndJokers::board(&desk.view(), &odd_names(4)).body, "an extra turn");
    for whose in ['B', 'C', 'D'] {
        desk.hand(whose, "5");
        desk.play("drop 5").expect("legal");
    }
    assert_eq!((desk.state.public.turn, desk.state.public.due), (Seat::FIRST, 1));
}

#[test]
fn extra_turns_are_counted_however_many_there_are() {
    let mut desk = bluffing("", "K");
    desk.state.public.extra[Seat::FIRST] = 255;
    desk.play("down K as K out").expect("legal");
    desk.play("doubt").expect("legal");
    assert_eq!(desk.state.public.extra[Seat::FIRST], 256);
}

#[test]
fn the_declared_move_may_become_impossible() {
    let pegs = "a1 A8, b1 B5, d1 D5";
    let mut desk = bluffing(pegs, "X");
    desk.play("down X as X a1>B5").expect("legal");
    desk.play("doubt").expect("legal");
    desk.play("send b1").expect("legal");
    assert!(matches!(desk.state.public.phase, Phase::Again { .. }));
    assert_eq!(desk.legal(), ["X start>D5", "X a1>D5", "drop X"]);
    let mut other = bluffing("a1 A8, b1 B5", "X");
    other.play("down X as X a1>B5").expect("legal");
    other.play("doubt").expect("legal");
    other.play("send b1").expect("legal");
    assert_eq!(other.state.public.turn, seat('B'), "no other move of a joker: the turn ends");
    assert_eq!(other.told().last().map(String::as_str), Some("Ada made no move with the joker."));
    desk.play("drop X").expect("legal");
    assert_eq!((desk.state.public.turn, desk.at("a1")), (seat('B'), "A8".to_owned()));
    assert_eq!(desk.state.public.discards.len(), 1, "the card was discarded once");
}

#[test]
fn pegs_at_home_count_as_out_unless_they_are_safe() {
    let pegs = "a1 AH2, a2 A9";
    let caught = |options: Options| {
        let mut desk = Desk::of(options, pegs, "4");
        desk.play("down 4 as 10 a2").expect("legal");
        desk.play("doubt").expect("legal");
        desk
    };
    assert_eq!(caught(variant("bluffing")).legal(), ["send a1", "send a2"]);
    let mut safe = caught(Options { home_safe_from_doubt: true, ..variant("bluffing") });
    assert_eq!(safe.legal(), ["send a2"], "one peg is chosen by a move all the same");
    assert_eq!(safe.play("send a1"), Err("what-a-doubt-costs".to_owned()));
}

#[test]
fn penalty_pegs_are_the_victims_own_colour_in_the_partner_phase_too() {
    let home = "a1 AH1, a2 AH2, a3 AH3, a4 AH4, a5 AH5, c1 C9";
    let mut desk = bluffing(home, "4");
    desk.play("down 4 as 5 c1").expect("legal");
    desk.play("doubt").expect("legal");
    assert_eq!(desk.legal().len(), 5);
    assert!(desk.legal().iter().all(|text| text.starts_with("send a")));
}

#[test]
fn only_who_laid_a_card_face_down_knows_it() {
    let mut desk = bluffing("a1 A8", "4 5");
    desk.play("down 4 as 10 a1").expect("legal");
    let mut dice = Chance::from_seed([9; 32]);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..60 {
        let view = View::new(&desk.state, Some(seat('B')));
        let other = super::PegsAndJokers::imagine(&view, &mut dice);
        seen.insert(other.own[Seat::FIRST].laid[0].number());
        let view = View::new(&desk.state, Some(Seat::FIRST));
        assert_eq!(
            super::PegsAndJokers::imagine(&view, &mut dice).own[Seat::FIRST].laid,
            desk.state.own[Seat::FIRST].laid
        );
    }
    assert!(seen.len() > 5);
}

/// Twelve buttons would fill a phone's screen.
#[test]
fn a_whole_hand_face_down_is_two_lists() {
    let lists = |hand: &str| -> Vec<(String, Vec<(String, Does)>)> {
        let desk = bluffing("a1 A8", hand);
        let list = |control| match control {
            Control::Select { placeholder, options } => {
                assert!(options.iter().all(|pick| pick.hint.chars().count() <= 100), "{options:?}");
                (placeholder, options.into_iter().map(|pick| (pick.label, pick.does)).collect())
            }
            Control::Button { label, does, .. } => (String::new(), vec![(label, does)]),
            other => panic!("{other:?}"),
        };
        PegsAndJokers::controls(&desk.view(), &[], &Reader::plain(8)).into_iter().map(list).collect()
    };
    let line = |label: &str, n| (label.to_owned(), Does::Step(n));
    let cards = |labels: [&str; 4], first: usize| labels.iter().zip(first..).map(|(label, n)| line(label, n)).collect();
    let lays = ["Lay 4 face down…", "Lay 5 face down…", "Lay 6 face down…", "Lay 10 face down…"];
    let drops = ["Discard 4", "Discard 5", "Discard 6", "Discard 10"];
    let down = ("Lay a card face down".to_owned(), cards(lays, 0));
    assert_eq!(lists("4 5 6 10"), [down, ("Discard without a move".to_owned(), cards(drops, 4))]);
    let few = lists("4 5");
    assert_eq!(
        few.iter().flat_map(|(_, lines)| lines.clone()).map(|(label, _)| label).collect::<Vec<_>>(),
        ["Lay 4 face down…", "Lay 5 face down…", "Discard 4", "Discard 5"]
    );
}

/// The moves as `/move` lists them before anything is typed.
fn listed(desk: &Desk) -> Vec<String> {
    let view = desk.view();
    let mut all = Vec::new();
    let _seen = PegsAndJokers::each_move(&view, "", usize::MAX, &mut |m| {
        all.push(m);
        true
    });
    all.sort_by_key(|m| PegsAndJokers::likelihood(&view, m));
    all.iter().map(PegsAndJokers::say).collect()
}

#[test]
fn honest_moves_are_listed_first_and_no_claim_again_for_each_card() {
    let desk = bluffing("a1 A9, a2 B4, b1 A6, b2 C9, d1 D12, d2 B15", "A 4 6 9 K");
    let lines = listed(&desk);
    let parts = |line: &String| line.split_once(" as ").map(|(card, claim)| (card[5..].to_owned(), claim.to_owned()));
    let honest = |line: &String| parts(line).is_some_and(|(card, claim)| claim.split(' ').next() == Some(&card));
    let truths = lines.iter().take_while(|line| honest(line)).count();
    assert_eq!(truths, lines.iter().filter(|line| honest(line)).count(), "{lines:?}");
    for wanted in ["down A as A out", "down K as K out", "down 4 as 4 a1"] {
        assert!(lines[..truths].iter().any(|line| line == wanted), "{wanted}: {lines:?}");
    }
    assert_eq!(lines[truths], "drop 4", "and what costs least, too");
    let on_page: Vec<String> = lines[truths + 1..25].iter().map(|line| parts(line).expect("a bluff").1).collect();
    let claims: std::collections::BTreeSet<&String> = on_page.iter().collect();
    assert_eq!(claims.len(), on_page.len(), "each claim once: {on_page:?}");
    assert!(lines[truths + 1..25].iter().all(|line| line.starts_with("down 4 as ")), "{lines:?}");
    // Nobody needs to bluff with a rank that they hold.
    let needless = lines.iter().position(|line| line == "down 4 as K out").expect("it is legal");
    let dear = lines.iter().position(|line| line == "down K as X a1>D12").expect("it is legal");
    assert!(dear < needless, "{lines:?}");
    let mut all = lines.clone();
    all.sort();
    let mut legal = desk.legal();
    legal.sort();
    assert_eq!(all, legal, "nothing is left out");
}

#[test]
fn a_plain_move_is_taken_for_an_honest_one() {
    let mut desk = bluffing("a1 A8", "10");
    assert_eq!(desk.play("10 a1").as_deref(), Ok("down 10 as 10 a1"));
    assert_eq!(bluffing("a1 A8", "4").play("8 a2"), Err("your-turn".to_owned()));
}

#[test]
fn who_lacks_the_card_of_a_plain_move_is_told_how_to_bluff() {
    let refused = |desk: &Desk, text: &str| {
        let m = desk.read(text).expect("readable");
        PegsAndJokers::check(&desk.view(), &m).expect_err(text).to_string()
    };
    let mut desk = bluffing("a1 A4", "9 4");
    let hint = "You have no king in your hand, but may lay another card as one: `down 4 as K out`.";
    assert_eq!(refused(&desk, "K out"), hint);
    assert_eq!(refused(&desk, "down K as K out"), hint);
    assert_eq!(desk.play("K out"), Err("bluffing".to_owned()));
    assert_eq!(refused(&desk, "down K as 5 a1"), "You have no king in your hand.", "that would be a bluff already");
    desk.play("down 4 as K out").expect("what was proposed is legal");
    let taken = refused(&bluffing("a1 A8", "4"), "K out");
    assert_eq!(taken, "You have no king in your hand.", "nothing is proposed that is not legal");
}
