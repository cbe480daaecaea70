//! The worked examples of the rules, by their numbers.

use super::scenes::{Pack, Scene, knock_at_once, options, seat};
use super::solver::cards;
use crate::Turns;
use crate::game::Progress;
use crate::gin_rummy::deadwood::deadwood;
use crate::gin_rummy::scoring::{Outcome, Scorer, hand_score};
use crate::gin_rummy::{GinRummy, How, Illegal};

const NINE: &str = "4S 5S 6S 7S QH QS QC QD 6D 3C";
const TWENTY_SEVEN: &str = "2S 2H 2D 9H TH JH KC 8D 5D 4H";
const GIN: &str = "3S 4S 5S 6S QH QS QC 9C 9D 9S";

#[test]
fn example_1_knock() {
    assert_eq!(deadwood(cards(NINE)), 9);
    assert_eq!(deadwood(cards(TWENTY_SEVEN)), 27);
    assert_eq!(knock_at_once("classic", "", NINE, TWENTY_SEVEN, "7C").scores(), [18, 0]);
}

#[test]
fn example_2_gin() {
    assert_eq!(knock_at_once("classic", "", GIN, TWENTY_SEVEN, "7C").scores(), [52, 0]);
}

const FOUR: &str = "2S 2H 2D 9H TH JH KC KH KD 4H";

#[test]
fn example_3_undercut() {
    assert_eq!(knock_at_once("classic", "", NINE, FOUR, "7C").scores(), [0, 30]);
}

#[test]
fn example_4_tie() {
    let (six, other) = ("4S 5S 6S 7S QH QS QC QD 4D 2C", "2S 2H 2D 9H TH JH KC KH KD 6H");
    let tie = knock_at_once("classic", "", six, other, "7C");
    assert_eq!((tie.scores(), tie.dealer()), (vec![0, 0], 0));
    assert_eq!(knock_at_once("classic", "undercut_on_tie=true", six, other, "7C").scores(), [0, 25]);
    assert_eq!(knock_at_once("standard", "", six, other, "7C").scores(), [0, 25]);
}

#[test]
fn example_5_chain_layoff() {
    let (knocker, other) = ("7H 7D 7C 3S 4S 5S JD QD KD 2C", "9C 9D 9H 7S 6S 2S AS KC QC 4H");
    assert_eq!(deadwood(cards(other)), 40);
    assert_eq!(knock_at_once("classic", "", knocker, other, "TH").scores(), [22, 0]);
}

#[test]
fn example_6_undercut_through_layoff() {
    let (knocker, other) = ("8H 8D 8C AS 2S 3S TC JC QC 9D", "KH KD KS 6D 6C 6H 8S 4S 5S AC");
    assert_eq!(deadwood(cards(other)), 18);
    assert_eq!(knock_at_once("classic", "", knocker, other, "TH").scores(), [0, 33]);
}

#[test]
fn example_7_layout_choice() {
    assert_eq!(deadwood(cards("4S 5S 6S 4H 4D 7S 9C TC JC AD")), 1);
}

#[test]
fn example_8_run_before_set() {
    assert_eq!(deadwood(cards("3S 4S 5S 6S 7S 5H 5D 5C KD KC")), 20);
}

/// Ten unmatched: 6♦ and 4♣.
const TEN: &str = "4S 5S 6S 7S QH QS QC QD 6D 4C";

#[test]
fn example_9_knock_limit() {
    assert_eq!(knock_at_once("classic", "", TEN, TWENTY_SEVEN, "7C").scores(), [17, 0]);
    let drawn = Scene::new("classic", "knock_limit=9", &[Pack(TEN, TWENTY_SEVEN, "7C", "KH")]);
    let mut drawn = drawn.moves("0 pass, 1 pass, 0 stock");
    assert!(matches!(drawn.illegal(0, "knock KH"), Illegal::TooMuch { left: 10, limit: 9, .. }));
    assert!(!drawn.legal(0).iter().any(|m| m.starts_with("knock")));
}

fn oklahoma(up: &str, hand: &str, changes: &str) -> Result<(), Illegal> {
    let other = "2S 2H 2D 9H TH JH KS 8D 5D 8H";
    let mut scene = Scene::new("oklahoma", changes, &[Pack(hand, other, up, "KH")]).moves("0 pass, 1 pass, 0 stock");
    match scene.try_move(0, "knock KH") {
        Ok(()) => Ok(()),
        Err(crate::Refused::Illegal(why)) => Err(why),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn example_10_oklahoma_limits() {
    let eight = "4S 5S 6S 7S QH QS QC QD 6D 2C";
    let seven = "4S 5S 6S 7S QH QS QC QD 6D AC";
    let one = "4S 5S 6S 7S QH QS QC QD 8S AC";
    assert!(matches!(oklahoma("7H", eight, ""), Err(Illegal::TooMuch { left: 8, limit: 7, .. })));
    assert_eq!(oklahoma("7H", seven, ""), Ok(()));
    assert!(matches!(oklahoma("AD", one, ""), Err(Illegal::TooMuch { left: 1, limit: 0, .. })));
    assert_eq!(oklahoma("AD", one, "ace_gin_only=false"), Ok(()));
    assert_eq!(oklahoma("KC", TEN, ""), Ok(()));
    assert_eq!(oklahoma("KC", TEN, "knock_limit=5"), Ok(()), "the upcard alone sets the limit");
}

#[test]
fn example_11_a_spade_doubles() {
    let points = |doubles: &str, how, k, o| {
        hand_score(&options("oklahoma", &format!("okla_spade_doubles={doubles}")), true, how, k, o).1.points
    };
    assert_eq!(points("points_only", How::Knock, 7, 25), 36);
    assert_eq!(points("points_only", How::Gin, 0, 27), 79);
    assert_eq!(points("points_only", How::Knock, 7, 3), 33);
    assert_eq!(
        [points("all", How::Knock, 7, 25), points("all", How::Gin, 0, 27), points("all", How::Knock, 7, 3)],
        [36, 104, 58]
    );
    // And through a whole hand: 7♠ turned, 7 against 25.
    let seven = "4S 5S 6S QH QS QC QD 6D AC 3S";
    let other = "2S 2H 2D 9H TH JH KS 8D 4D 3H";
    for (doubles, score) in [("points_only", 36), ("off", 18)] {
        let scene = knock_at_once("oklahoma", &format!("okla_spade_doubles={doubles}"), seven, other, "7S");
        assert_eq!(scene.scores(), [score, 0], "{doubles}");
    }
}

#[test]
fn example_12_match_end() {
    let end = |changes: &str| {
        let used = Scene::new("classic", changes, &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]).with(&[86, 63], &[3, 3]);
        let done = used.moves("0 pass, 1 pass, 0 stock, 0 knock KH");
        assert!(matches!(done.play.progress(), Progress::MatchOver(_)));
        done.scores()
    };
    assert_eq!(end(""), [304, 63]);
    assert_eq!(end("line_bonus_both=true"), [304, 138]);
}

#[test]
fn example_13_shutout() {
    let end = |changes: &str| {
        let used = Scene::new("classic", changes, &[Pack(NINE, TWENTY_SEVEN, "7C", "KH")]).with(&[86, 0], &[4, 0]);
        used.moves("0 pass, 1 pass, 0 stock, 0 knock KH").scores()
    };
    assert_eq!(end(""), [533, 0]);
    assert_eq!(end("shutout_doubles_line=true"), [658, 0]);
}

#[test]
fn example_14_four_hand_rounds() {
    let round = |first: Outcome, second: Outcome| {
        let mut state = Scene::new("four-hand", "", &[]).play.state().clone();
        state.public.book(0, first, &mut Vec::new());
        state.public.book(1, second, &mut Vec::new());
        GinRummy::scores(&state.public).iter().copied().collect::<Vec<i32>>()
    };
    let won = |n, points| Outcome::Won(seat(n), points);
    assert_eq!(round(won(0, 17), won(3, 12)), [5, 0]);
    assert_eq!(round(won(0, 30), won(2, 4)), [34, 0]);
    assert_eq!(round(won(0, 20), won(3, 20)), [0, 0]);
    assert_eq!(round(won(1, 20), won(2, 4)), [0, 16]);
}

#[test]
fn example_15_three_hand_roles() {
    let scene = Scene::new("three-hand", "", &[]);
    let old = scene.play.public().roles.unwrap();
    let mut state = scene.play.state().clone();
    state.public.book(0, Outcome::Won(old.on_deck, 23), &mut Vec::new());
    let new = state.public.roles.unwrap();
    assert_eq!((new.solo, new.on_deck, new.rester), (old.on_deck, old.rester, old.solo));
    let total = |who| state.public.totals[state.public.side(who)];
    assert_eq!([total(old.solo), total(old.on_deck), total(old.rester)], [0, 23, 23]);
}

#[test]
fn example_16_misdeal() {
    let mut scene = Scene::new("classic", "misdeal_bonus=true", &[]);
    scene.play.void(seat(0), &mut Vec::new()).unwrap();
    assert_eq!((scene.scores(), scene.dealer()), (vec![10, 0], 1));
}

#[test]
fn scores_by_count() {
    let classic = options("classic", "");
    assert_eq!(hand_score(&classic, false, How::Gin, 0, 0).0, Scorer::Knocker, "gin against nothing is won too");
    assert_eq!(hand_score(&classic, false, How::Gin, 0, 0).1.points, 25);
    assert_eq!(hand_score(&classic, false, How::Knock, 5, 5).0, Scorer::Nobody);
}
