//! The listing of turns, checked against an independent one: every order of parts is tried, and of those that leave
//! the same position, the shortest and first is kept.

use crate::{Choosing, Judging};
use std::collections::{BTreeMap, BTreeSet};

use super::super::draft::Draft;
use super::super::generate::Builder;
use super::super::meld::melds_among;
use super::super::moves::{Finish, Move, Part};
use super::super::options::Rearrange;
use super::super::{KingsRummy, Options, Step, Tile, Tiles};
use super::{position, position_of};
use crate::chance::Chance;
use crate::game::{State, View};
use crate::seats::Seat;
use crate::words::Notation;

/// All parts that touch the table, legal or not.
fn conceivable(draft: &Draft<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    let melds = draft.table.len() as u8;
    for meld in 0..melds {
        for card in draft.table[usize::from(meld)] {
            parts.push(Part::Pull { meld, card });
            parts.extend(draft.hand.iter().map(|held| Part::Swap { meld, card: held, out: card }));
            parts.extend((0..melds).map(|to| Part::Shift { from: meld, to, card }));
        }
        parts.extend(draft.hand.iter().map(|card| Part::Add { meld, card }));
    }
    parts
}

type Position = (Vec<Tiles>, Tiles, Tiles);

/// Every position of the table that parts lead to, with the shortest and first way there.
fn reachable<'a>(start: Draft<'a>) -> BTreeMap<Position, Draft<'a>> {
    let key = |draft: &Draft<'_>| (draft.table.to_vec(), draft.hand, draft.pending);
    let mut all = BTreeMap::from([(key(&start), start.clone())]);
    let mut layer = vec![start];
    while !layer.is_empty() {
        let mut next: BTreeMap<Position, Draft<'a>> = BTreeMap::new();
        for draft in &layer {
            for part in conceivable(draft) {
                let mut after = draft.clone();
                if after.make(part).is_err() || all.contains_key(&key(&after)) {
                    continue;
                }
                let best = next.entry(key(&after)).or_insert_with(|| after.clone());
                if after.parts < best.parts {
                    *best = after;
                }
            }
        }
        layer = next.values().cloned().collect();
        all.extend(next);
    }
    all
}

/// Every set of new melds, in card order, that uses all pending cards.
fn all_lays(draft: &Draft<'_>, least: Option<Tile>, laid: &mut Vec<Tiles>, out: &mut Vec<(Vec<Tiles>, Tiles)>) {
    if draft.pending.is_empty() {
        out.push((laid.clone(), draft.hand));
    }
    let mut melds = Vec::new();
    melds_among(draft.hand.or(draft.pending), |meld| melds.push(meld));
    for meld in melds.into_iter().filter(|meld| meld.first() > least) {
        let mut after = draft.clone();
        if after.make(Part::Lay(meld)).is_ok() {
            laid.push(meld);
            all_lays(&after, meld.first(), laid, out);
            laid.pop();
        }
    }
}

fn by_brute_force(view: &View<'_, KingsRummy>) -> BTreeSet<String> {
    let start = Draft::new(view.public(), view.own().expect("a seat").hand);
    let stuck = view.public().stuck();
    let mut texts = BTreeSet::new();
    for draft in reachable(start).into_values() {
        if draft.shifted && !draft.used {
            continue;
        }
        let mut lays = Vec::new();
        all_lays(&draft, None, &mut Vec::new(), &mut lays);
        for (melds, hand) in lays {
            let mut parts = draft.parts.to_vec();
            parts.extend(melds.into_iter().map(Part::Lay));
            let mut add = |finish| {
                texts.insert(KingsRummy::say(&Move::Turn(super::super::Turn { parts: parts.clone(), finish })));
            };
            hand.minus(stuck).iter().for_each(|card| add(Finish::Drop(card)));
            if hand.is_empty() {
                add(Finish::End);
            } else if hand.len() == 1 {
                hand.minus(stuck).iter().for_each(|card| add(Finish::Out(card)));
            }
        }
    }
    texts
}

fn listed(view: &View<'_, KingsRummy>) -> Vec<String> {
    fn walk(view: &View<'_, KingsRummy>, so_far: &mut Vec<Step>, out: &mut Vec<String>) {
        let choices = KingsRummy::choices(view, so_far);
        assert!(choices.done.is_some() || !choices.steps.is_empty(), "a dead end after {so_far:?}");
        if let Some(m) = choices.done {
            assert_eq!(KingsRummy::check(view, &m), Ok(()), "{m:?}");
            out.push(KingsRummy::say(&m));
        }
        for step in choices.steps {
            so_far.push(step);
            walk(view, so_far, out);
            so_far.pop();
        }
    }
    let mut out = Vec::new();
    walk(view, &mut Vec::new(), &mut out);
    out
}

/// The turns that the search for all of them finds, each once.
fn searched(view: &View<'_, KingsRummy>) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let all = KingsRummy::each_move(view, "", usize::MAX, &mut |m| {
        assert_eq!(KingsRummy::check(view, &m), Ok(()), "{m:?}");
        assert!(texts.insert(KingsRummy::say(&m)), "{m:?} is found once");
        true
    });
    assert!(all, "small positions are looked at to the end");
    texts
}

/// A table of random melds, and a hand near them.
fn random_position(options: &Options, melds: u32, hand: u32, dice: &mut Chance) -> State<KingsRummy> {
    let mut free: Tiles = Tile::pack().collect();
    let mut table = Vec::new();
    for _ in 0..melds {
        let mut all = Vec::new();
        melds_among(free, |meld| all.push(meld));
        let fours: Vec<Tiles> = all.iter().filter(|m| m.len() == 4).copied().collect();
        let from = if dice.below(2) == 0 && !fours.is_empty() { fours } else { all };
        // Melds near the one before share cards that would extend it.
        let near: Vec<Tiles> = from
            .iter()
            .filter(|m| {
                table
                    .last()
                    .is_some_and(|last: &Tiles| super::super::meld::fourth(**m).is_some_and(|c| last.contains(c)))
            })
            .copied()
            .collect();
        let from = if dice.below(2) == 0 && !near.is_empty() { near } else { from };
        let meld = from[dice.below(from.len() as u32) as usize];
        free = free.minus(meld);
        table.push(meld);
    }
    let mut cards: Vec<Tile> = free.iter().collect();
    dice.shuffle(&mut cards);
    let hand: Tiles = cards.into_iter().take(hand as usize).collect();
    let taken = if dice.below(3) == 0 { hand.first() } else { None };
    position_of(options, &table, hand, taken)
}

/// What was found of one position.
#[derive(Default)]
struct Found {
    all: usize,
    shifts: bool,
}

fn compare(options: &Options, melds: u32, hand: u32, dice: &mut Chance) -> Found {
    let state = random_position(options, melds, hand, dice);
    let view = View::new(&state, Some(Seat::FIRST));
    let theirs = by_brute_force(&view);
    let can_finish = Builder::new(Draft::new(view.public(), state.own[Seat::FIRST].hand)).can_finish();
    assert_eq!(can_finish, !theirs.is_empty(), "{:?} with {}", state.public.table, state.own[Seat::FIRST].hand);
    if !can_finish {
        assert!(searched(&view).is_empty());
        return Found::default();
    }
    let ours = listed(&view);
    let ours_set: BTreeSet<String> = ours.iter().cloned().collect();
    let what = format!("{:?} with {}", state.public.table, state.own[Seat::FIRST].hand);
    assert_eq!(ours_set.len(), ours.len(), "{what}: each once");
    let extra: Vec<&String> = ours_set.difference(&theirs).take(5).collect();
    assert!(extra.is_empty(), "{what}: extra {extra:?}");
    let missing: Vec<&String> = theirs.difference(&ours_set).take(5).collect();
    assert!(missing.is_empty(), "{what}: missing {missing:?}");
    assert_eq!(searched(&view), theirs, "{what}: all turns at once");
    Found { all: theirs.len(), shifts: ours.iter().any(|t| t.contains("shift")) }
}

#[test]
fn the_listing_is_that_of_an_independent_search() {
    let mut dice = Chance::from_seed([11; 32]);
    let (mut turns, mut with_shifts) = (0, 0);
    for n in 0..60u32 {
        let found = compare(&Options::default(), 2 + n % 4, 2 + n % 5, &mut dice);
        turns += found.all;
        with_shifts += usize::from(found.shifts);
    }
    assert!(turns > 2_000, "{turns}");
    assert!(with_shifts > 3, "{with_shifts}");
}

#[test]
fn the_listing_under_other_options_is_too() {
    let mut dice = Chance::from_seed([12; 32]);
    let all = [
        Options { swap_needs_valid_four: true, ..Options::default() },
        Options { return_taken: true, ..Options::default() },
        Options { table_rearrange: Rearrange::Simple, ..Options::default() },
    ];
    for options in &all {
        let found = (0..12u32).map(|n| compare(options, 1 + n % 4, 2 + n % 4, &mut dice));
        let turns: usize = found.map(|found| found.all).sum();
        assert!(turns > 40, "{options:?}: {turns}");
    }
}

/// Most of the melds that could be laid together here are ones for which no room can be made on the table.
#[test]
fn a_search_for_few_turns_gives_up_sooner_than_one_for_all_and_says_so() {
    let table = [
        "1AY 2SR 3CB",
        "4KY 4AG 4SR",
        "2CG 3SR 4KB",
        "2KY 3SY 4AY",
        "1CG 2SY 3KB 4AR",
        "1SG 2KB 3CR",
        "1KR 1AB 1CY",
        "4KG 4SB 4CR",
        "4KR 4SY 4CB",
        "2KG 3AG 4CG",
        "2SG 3SG 4SG",
        "1KB 1SB 1CB",
    ];
    let state = position(&Options::default(), &table, "2AY 3KG 3AB 3SB 3CG 4AB 4CY", None);
    let view = View::new(&state, Some(Seat::FIRST));
    let mut few = BTreeSet::new();
    let seen_all = KingsRummy::each_move(&view, "", 500, &mut |m| few.insert(KingsRummy::say(&m)));
    let all = searched(&view);
    assert!(!seen_all && few.len() > 100, "{} found", few.len());
    assert!(few.len() < all.len() && all.len() < 500 && few.is_subset(&all), "{} of {}", few.len(), all.len());
}

/// Only the added 4KR lets 1CY shift, and only that lets 4CG come off its meld.
#[test]
fn a_path_of_steps_leads_through_additions_and_shifts_that_only_together_make_room() {
    let table = ["1CY 2SG 3AB", "1AR 2SB 3CG", "2KG 3SY 4AR", "2CR 3CB 4CG"];
    let state = position(&Options::default(), &table, "1AG 1CB 1CR 2KY 3AR 4AB 4AY 4KR", Some("2KY"));
    let view = View::new(&state, Some(Seat::FIRST));
    let chain = "swap 2KY/2SB@2; add 4KR@1; shift 1CY@1>4; pull 4CG@4; lay 2SB 3AR 4CG; drop 1AG";
    assert!(listed(&view).iter().any(|text| text == chain));
    assert!(searched(&view).contains(chain));
}

/// A card taken from the discards may not be discarded. The rest of the hand goes into a new meld, so the taken card
/// must be added, or begin a meld of cards that others of the table make room for: a path of steps leads to both.
#[test]
fn a_path_of_steps_leads_to_a_place_for_a_card_that_may_not_be_discarded() {
    let added = (
        ["2CG 3SY 4KB", "1CY 2KR 3AB 4SG", "1AG 2SB 3KY 4CR", "1SY 2AR 3KG 4CB", "2CB 3SR 4KG"],
        "1AR 2KY 3AY",
        "1AR",
        "pull 1CY@2; add 1AR@1; lay 1CY 2KY 3AY; end",
    );
    let laid = (
        ["1CG 2SB 3AY 4KR", "1SB 2KG 3AR 4CY", "1KY 1KR 1KG 1KB", "2CG 3SR 4KB", "1CB 2KR 3AG 4SY"],
        "1CY 4AB",
        "1CY",
        "pull 4KR@1; pull 1SB@2; pull 1KG@3; pull 4SY@5; lay 1KG 1SB 1CY; lay 4KR 4AB 4SY; end",
    );
    for (table, hand, taken, turn) in [added, laid] {
        let state = position(&Options::default(), &table, hand, Some(taken));
        let view = View::new(&state, Some(Seat::FIRST));
        assert!(listed(&view).iter().any(|text| text == turn), "{turn}");
    }
}
