//! The numbered worked examples, and the facts found by enumeration.

use super::super::deal::gain;
use super::super::event::Event;
use super::super::meld::{common, fourth, is_meld, mates, melds_among, third};
use super::super::{Options, Tile, Tiles};
use super::{canonical, card, carried_out, played, position, refused, set};
use crate::game::Progress;
use crate::seats::Seat;

/// The definition, part by part.
fn by_definition(cards: &[Tile]) -> bool {
    let part = |f: &dyn Fn(Tile) -> u8| {
        let mut values: Vec<u8> = cards.iter().map(|c| f(*c)).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let (numbers, items, kingdoms) = (part(&Tile::number), part(&Tile::item), part(&Tile::kingdom));
    let good = |values: &[u8]| values.len() == 1 || values.len() == cards.len();
    let run = cards.len() == 4 || numbers.len() == 1 || numbers == [1, 2, 3] || numbers == [2, 3, 4];
    (3..=4).contains(&cards.len()) && good(&numbers) && good(&items) && good(&kingdoms) && run
}

fn all_melds() -> Vec<Tiles> {
    let mut all = Vec::new();
    melds_among(Tile::pack().collect(), |meld| all.push(meld));
    all
}

#[test]
fn enumeration_finds_2080_melds_of_three_and_912_of_four() {
    let all = all_melds();
    let count = |size: u32, parts: u32| all.iter().filter(|m| m.len() == size && common(**m) == parts).count();
    assert_eq!([count(3, 0), count(3, 1), count(3, 2)], [1152, 768, 160]);
    assert_eq!([count(4, 0), count(4, 1), count(4, 2)], [576, 288, 48]);
    let mut distinct = all.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!((distinct.len(), all.len()), (2992, 2992), "each once");
    assert!(all.iter().all(|meld| by_definition(&meld.iter().collect::<Vec<_>>())));
}

#[test]
fn every_three_and_many_fours_agree_with_the_definition() {
    let pack: Vec<Tile> = Tile::pack().collect();
    let (mut threes, mut fours) = (0, 0);
    for a in 0..64 {
        for b in a + 1..64 {
            for c in b + 1..64 {
                let three = [pack[a], pack[b], pack[c]];
                let cards: Tiles = three.into_iter().collect();
                assert_eq!(is_meld(cards), by_definition(&three), "{cards}");
                threes += usize::from(is_meld(cards));
                fours += pack[c + 1..].iter().filter(|&&fourth| is_meld(cards.with(fourth))).count();
            }
        }
    }
    assert_eq!((threes, fours), (2080, 912));
}

#[test]
fn mates_are_the_cards_of_all_melds_with_two() {
    let all = all_melds();
    for (a, b) in [("1KG", "2SR"), ("2KY", "2AR"), ("1KG", "4KG"), ("3KY", "3KR")] {
        let (a, b) = (card(a), card(b));
        let pair = Tiles::one(a).with(b);
        let of = |size: u32| {
            let with = all.iter().filter(|m| m.len() <= size && pair.is_within(**m));
            with.fold(Tiles::EMPTY, |all, m| all.or(*m)).minus(pair)
        };
        assert_eq!(third(a, b), of(3));
        assert_eq!(mates(a, b), of(4));
    }
}

#[test]
fn example_1_nothing_in_common() {
    assert!(is_meld(set("1KG 2SR 3CY 4AB")));
}

#[test]
fn example_2_one_part_in_common() {
    for meld in ["2KY 2AR 2SG 2CB", "1SY 2SR 3SG 4SB", "1KY 2AY 3SY 4CY"] {
        assert!(is_meld(set(meld)) && common(set(meld)) == 1, "{meld}");
    }
}

#[test]
fn example_3_two_parts_in_common() {
    for meld in ["3KY 3KR 3KG 3KB", "4KB 4AB 4SB 4CB", "1AG 2AG 3AG 4AG"] {
        assert!(is_meld(set(meld)) && common(set(meld)) == 2, "{meld}");
    }
}

#[test]
fn example_4_runs_of_three_are_low_or_high() {
    assert!(is_meld(set("1KG 2SR 3CY")) && is_meld(set("2SR 3CY 4AB")));
    assert!(!is_meld(set("1KG 2SR 4AB")) && !is_meld(set("1KG 3CY 4AB")));
}

#[test]
fn example_5_simple_combinations_are_no_melds() {
    assert!(!is_meld(set("2KY 2KR 2SG")));
}

#[test]
fn example_6_unique_extension() {
    for (three, four) in [("1KG 2SR 3CY", "4AB"), ("2SR 3CY 4AB", "1KG"), ("2KY 2AR 2SG", "2CB")] {
        assert_eq!(fourth(set(three)), Some(card(four)));
    }
    for meld in all_melds().into_iter().filter(|m| m.len() == 3) {
        let extending: Vec<Tile> = Tile::pack().filter(|c| !meld.contains(*c) && is_meld(meld.with(*c))).collect();
        assert_eq!(extending.as_slice(), fourth(meld).as_slice(), "{meld}");
    }
}

#[test]
fn example_7_what_may_come_off_a_run_of_four() {
    let state = position(&Options::default(), &["1KG 2SR 3CY 4AB"], "1AR 1SY 4CY 4KR 4SG", None);
    assert_eq!(refused(&state, "pull 2SR@1; drop 1AR"), "what-a-meld-is");
    assert_eq!(refused(&state, "pull 3CY@1; drop 1AR"), "what-a-meld-is");
    canonical(&state, "pull 1KG@1; lay 1KG 1AR 1SY; drop 4CY");
    canonical(&state, "pull 4AB; lay 4AB 4CY 4KR; drop 1AR");
    let removable = |meld: Tiles| meld.iter().filter(|c| is_meld(meld.without(*c))).count();
    for meld in all_melds().into_iter().filter(|m| m.len() == 4) {
        let runs = meld.iter().any(|c| c.number() != meld.first().map_or(0, Tile::number));
        assert_eq!(removable(meld), if runs { 2 } else { 4 }, "{meld}");
    }
}

#[test]
fn example_8_take_and_use() {
    let state = position(&Options::default(), &["1KG 2SR 3CY 4AB"], "1AR 1SY 2KY", None);
    assert_eq!(canonical(&state, "pull 1KG@1; lay 1KG 1AR 1SY; drop 2KY"), "pull 1KG@1; lay 1KG 1AR 1SY; drop 2KY");
    let (after, _) = played(state, "pull 1kg; 1sy 1ar 1kg; drop 2ky");
    assert_eq!(after.public.table.as_slice(), [set("2SR 3CY 4AB"), set("1KG 1AR 1SY")]);
}

#[test]
fn example_9_swap() {
    let state = position(&Options::default(), &["1KG 2SR 3CY"], "4AB 1AR 1SY 2KY", None);
    let (after, _) = played(state, "swap 4AB/1KG@1; lay 1KG 1AR 1SY; drop 2KY");
    assert_eq!(after.public.table.as_slice(), [set("2SR 3CY 4AB"), set("1KG 1AR 1SY")]);
}

#[test]
fn example_10_swap_with_an_invalid_four_between() {
    let table = ["2KY 2AR 2SG"];
    let text = "swap 2SB/2SG@1; lay 2SG 2CG 2KG; drop 1KY";
    let state = position(&Options::default(), &table, "2SB 2CG 2KG 1KY", None);
    assert_eq!(canonical(&state, text), "swap 2SB/2SG@1; lay 2KG 2SG 2CG; drop 1KY");
    let options = Options { swap_needs_valid_four: true, ..Options::default() };
    assert_eq!(refused(&position(&options, &table, "2SB 2CG 2KG 1KY", None), text), "adding");
}

#[test]
fn example_11_a_shift_needs_a_table_card_in_a_new_meld() {
    // 4AB may leave the run of four, and it makes a meld of four with 1AB 2AB 3AB.
    let table = ["1KG 2SR 3CY 4AB", "1AB 2AB 3AB", "3KY 3KR 3KG 3KB"];
    let state = position(&Options::default(), &table, "3AR 3SR 1KY 2KY", None);
    assert_eq!(refused(&state, "shift 4AB@1>2; drop 1KY"), "shifting");
    let text = "pull 3KR@3; shift 4AB@1>2; lay 3KR 3AR 3SR; drop 1KY";
    assert_eq!(canonical(&state, text), text);
    assert_eq!(canonical(&state, "shift 4AB>2; pull 3KR; lay 3KR 3AR 3SR; drop 1KY"), text);
}

#[test]
fn example_12_score() {
    let hands = [set("4KY 4KR 3KY 2KY"), set("1KY 1KR 3AR")];
    assert_eq!(gain(hands.into_iter(), false), 18);
    assert_eq!(gain(hands.into_iter(), true), 36);
    let page = include_str!("../rules.md");
    let [one, other] = hands.map(|hand| gain([hand].into_iter(), false));
    let (single, double) = (gain(hands.into_iter(), false), gain(hands.into_iter(), true));
    let scored =
        format!("the winner scores {one} + {other} = {single}, and {double} if everything went down in one turn");
    assert!(page.contains(&scored), "the page says: {scored}");
}

fn goes_out(hand: &str, before: bool, text: &str) -> bool {
    let mut state = position(&Options::default(), &[], hand, None);
    state.public.played[Seat::FIRST] = before;
    let (after, facts) = played(state, text);
    let others = after.own[Seat::FIRST.next(2)].hand.value();
    let won = facts.iter().find_map(|told| match &told.event {
        Event::Won(won) => Some(won.clone()),
        _ => None,
    });
    let won = won.expect("the player is out");
    assert_eq!(won.gain, others * if won.double { 2 } else { 1 });
    won.double
}

#[test]
fn example_13_everything_in_one_turn_counts_double() {
    let (four, three, other) = ("1KG 2SR 3CY 4AB", "2KY 2AR 2SG", "3KY 3KR 3KG");
    let ten = format!("{four} {three} {other}");
    assert!(goes_out(&format!("{ten} 1CY"), false, &format!("lay {four}; lay {three}; lay {other}; drop 1CY")));
    assert!(goes_out(&format!("{ten} 1CY"), false, &format!("lay {four}; lay {three}; lay {other}; out 1CY")));
    assert!(goes_out(&format!("{ten} 3KB"), false, &format!("lay {four}; lay {three}; lay {other} 3KB; end")));
    assert!(!goes_out(&format!("{three} {other} 1CY"), true, &format!("lay {three}; lay {other}; drop 1CY")));
}

#[test]
fn example_14_reaching_the_target_wins() {
    let from = |score: i32| {
        let mut state = position(&Options::default(), &[], "2KY 2AR 2SG 1CY", None);
        state.public.scores[Seat::FIRST] = score;
        state.public.played[Seat::FIRST] = true;
        state.own[Seat::FIRST.next(2)].hand = set("4KY 4KR 3SY 3SR 2CB 2CR");
        let (after, _, progress) = carried_out(state, "lay 2KY 2AR 2SG; drop 1CY");
        assert_eq!(after.public.scores[Seat::FIRST], score + 18);
        progress
    };
    let Progress::MatchOver(standings) = from(190) else { panic!("208 of 200") };
    let places: Vec<(u8, i32)> = standings.0.into_iter().map(|placing| (placing.place, placing.score)).collect();
    assert_eq!(places, [(1, 208), (2, 0)]);
    assert!(matches!(from(182), Progress::MatchOver(_)), "exactly the target is enough");
    assert_eq!(from(181), Progress::HandOver);
}
