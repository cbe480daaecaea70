//! What a deal leaves of the hand before, and whom it tells what.

use serde_json::Value;

use super::super::catalog::counts_of;
use super::super::chance::Chance;
use super::super::game::{Facts, Legal, Progress, State, View};
use super::super::match_::Match;
use super::super::random::seed;
use super::super::seats::Seat;
use super::look::seen;
use super::{Probe, matches};

/// How many deals of a match are looked at.
pub(super) const LOOKED_AT: u32 = 3;

/// Pairs of cards that change places in a pack.
const SWAPS: u32 = 60;

/// Plays once more the move that ended a hand, and deals the same pack in that position and at a table that has not
/// played yet: all that everybody may read is the same, but for what a match carries from hand to hand.
pub(super) fn nothing_is_left<G: Probe>(mut used: State<G>, seat: Seat, m: G::Move, what: &str) {
    let (mut dice, mut facts) = (Chance::from_seed(seed(8)), Facts::<G>::new());
    let legal = Legal::checked(&View::new(&used, Some(seat)), m).unwrap_or_else(|why| panic!("{what}: {why:?}"));
    let over = G::apply(&mut used, seat, legal, &mut dice, &mut facts);
    // Where the move made a new pile of other cards, chance may have kept this hand going.
    if over != Progress::HandOver {
        return;
    }
    let mut fresh = G::open(G::options_of(&used.public), used.own.count(), Seat::FIRST);
    let [used, fresh] = [&mut used, &mut fresh].map(|state| {
        G::deal(state, &mut Chance::from_seed(seed(9)), &mut facts);
        let mut public = serde_json::to_value(&state.public).expect("views are JSON");
        without::<G>(&mut public);
        public
    });
    assert_eq!(used, fresh, "{what}: something is left of the hand before");
}

/// Takes out what a match carries from hand to hand, wherever it stands.
fn without<G: Probe>(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            fields.retain(|key, _| !G::CARRIED.contains(&key.as_str()));
            fields.values_mut().for_each(without::<G>);
        }
        Value::Array(all) => all.iter_mut().for_each(without::<G>),
        _ => {}
    }
}

/// Two cards change places in the pack that a match begins with: whoever then sees the same position is told the same.
pub(crate) fn beginnings<G: Probe>() {
    for variant in G::variants() {
        let options = (variant.options)();
        for seats in counts_of::<G>(variant, &options) {
            let tried: u32 = (0..matches()).map(|n| begin_twice::<G>(&options, seats, n, variant.id)).sum();
            assert!(tried > 0, "{} for {seats}: everybody sees every card", variant.id);
        }
    }
}

/// Returns for how many viewers the two beginnings looked the same.
fn begin_twice<G: Probe>(options: &G::Options, seats: u8, n: u64, variant: &str) -> u32 {
    let begin = |order: &[u16]| {
        let mut facts = Facts::<G>::new();
        let chance = Chance::stacked(seed(n), vec![order.into()]);
        (Match::<G>::start(options, seats, Some(Seat::FIRST), chance, &mut facts), facts)
    };
    let mut dice = Chance::from_seed(seed(n ^ 0xdea1));
    let mut order: Vec<u16> = (0..G::pack(options, seats).len() as u16).collect();
    dice.shuffle(&mut order);
    let (play, facts) = begin(&order);
    let mut tried = 0;
    for _ in 0..SWAPS {
        let mut swapped = order.clone();
        let [a, b] = [(); 2].map(|()| dice.below(order.len() as u32) as usize);
        swapped.swap(a, b);
        let (other, told) = begin(&swapped);
        for viewer in Seat::all(seats).map(Some).chain([None]) {
            if a == b || seen(&play.view(viewer)) != seen(&other.view(viewer)) {
                continue;
            }
            let [one, two] = [&facts, &told].map(|facts| facts.iter().filter(|told| told.to.reaches(viewer)));
            assert!(one.eq(two), "{variant} for {seats}: {viewer:?} is told of hidden cards");
            tried += 1;
        }
    }
    tried
}
