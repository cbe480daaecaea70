//! What the rules did when they were last checked: hashes of random matches, for every variant at every seat count
//! and with every option changed, and the number of ways to play the first moves. A change of rules shows up here
//! even if no example of a rules page covers it; `UPCARD_BLESS=1 cargo test --test perft --test golden` accepts the
//! new results.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod pinned;

use std::fmt::Write;

use engine::catalog::counts_of;
use engine::random::{asked_seat, by};
use engine::{Facts, Match, Overrides, Progress, Seat, Variant, Words, resolve};
use pinned::{Pinned, chance, hold};

/// The number of moves in a random match.
const MOVES: usize = 250;
/// How many moves come before a resignation; what is played for that seat from then on is pinned too. A
/// match that is over by then has none.
const RESIGNS_AFTER: usize = 20;
/// A level of the tree with more positions than this is counted, but not expanded.
const WIDE: usize = 60;
/// The deepest level that is counted.
const DEEP: usize = 5;

each_game!(check);

fn check<G: Pinned>() {
    let mut text = format!(
        "# {}, revision {} of its rules.\n# variant seats seed, options changed: moves, scores, FNV-1a of the transcript\n\
         # \"seat 1 resigns\": after 20 moves; what is played for it from then on follows from the record\n\
         # variant seats seed, tree: ways to play the first move, the first two and so on\n",
        G::TITLE,
        G::RULES_REV
    );
    for variant in G::variants() {
        for seats in counts_of::<G>(variant, &(variant.options)()) {
            for seed in 1..=2 {
                line::<G>(&mut text, variant, &Overrides::new(), seats, seed, false);
            }
            // With more than two players, also a match that goes on after a resignation.
            if seats > 2 {
                line::<G>(&mut text, variant, &Overrides::new(), seats, 4, true);
            }
        }
        tree::<G>(&mut text, variant);
    }
    for changes in each_option_changed::<G>() {
        let variant = &G::variants()[0];
        let options = resolve(&(variant.options)(), G::knobs(), &changes).expect("an example is in range");
        if let Some(&seats) = counts_of::<G>(variant, &options).first() {
            line::<G>(&mut text, variant, &changes, seats, 3, false);
        }
    }
    hold(&format!("tests/perft/{}.txt", G::ID), &text);
}

/// Each option with each value that a lobby suggests, one at a time.
fn each_option_changed<G: Words>() -> Vec<Overrides> {
    let of_knob = |knob: &engine::Knob| -> Vec<Overrides> {
        let values = knob.kind.examples().into_iter().filter_map(|text| knob.kind.read(&text));
        values.map(|value| Overrides::from_iter([(knob.key.to_owned(), value)])).collect()
    };
    G::knobs().iter().flat_map(of_knob).collect()
}

fn line<G: Pinned>(
    text: &mut String,
    variant: &Variant<G::Options>,
    changes: &Overrides,
    seats: u8,
    seed: u64,
    resigns: bool,
) {
    let options = resolve(&(variant.options)(), G::knobs(), changes).expect("an example is in range");
    let (mut dice, mut facts) = (chance(seed ^ 0xd1ce), Facts::<G>::new());
    let mut play = Match::<G>::start(&options, seats, None, chance(seed), &mut facts);
    let mut hash = Fnv::default();
    for n in 0..MOVES {
        if resigns && n == RESIGNS_AFTER && !is_over(&play) {
            let second = Seat::new(1).expect("there is one");
            assert_eq!(play.resign(second, &mut facts), Ok(()), "the match goes on");
        }
        for told in facts.drain(..) {
            hash.add(&format!("{:?} {}", told.to, serde_json::to_string(&told.event).expect("events are JSON")));
        }
        let Some(seat) = asked_seat(play.awaiting(), by(&mut dice)) else { break };
        let m = G::pick(&play.view(Some(seat)), &mut dice);
        hash.add(&format!("{} {}", seat.number(), G::say(&m)));
        assert_eq!(play.act(seat, m, &mut facts), Ok(()), "it was offered");
    }
    let scores: Vec<i32> = play.scores().iter().copied().collect();
    let over = if is_over(&play) { ", over" } else { "" };
    let mut with: String = changes.iter().map(|(key, value)| format!(", {key}={value}")).collect();
    if resigns {
        with.push_str(", seat 1 resigns");
    }
    writeln!(text, "{} {seats} {seed}{with}: {}{over}, {scores:?}, {:016x}", variant.id, play.moves(), hash.0).unwrap();
}

fn is_over<G: Pinned>(play: &Match<G>) -> bool {
    matches!(play.progress(), Progress::MatchOver(_))
}

/// The number of ways to play the first moves, as long as there are few.
fn tree<G: Pinned>(text: &mut String, variant: &Variant<G::Options>) {
    let seats = counts_of::<G>(variant, &(variant.options)())[0];
    let play = Match::<G>::start(&(variant.options)(), seats, None, chance(1), &mut Facts::<G>::new());
    let (mut level, mut counts) = (vec![play], Vec::new());
    while level.len() <= WIDE && counts.len() < DEEP {
        level = level.iter().flat_map(after_each_move).collect();
        counts.push(level.len());
    }
    writeln!(text, "{} {seats} 1, tree: {counts:?}", variant.id).unwrap();
}

/// The matches that one more move, of those that can be listed, can lead to.
fn after_each_move<G: Words>(play: &Match<G>) -> Vec<Match<G>> {
    let mut all = Vec::new();
    for seat in play.awaiting().seats().iter() {
        let mut moves = Vec::new();
        G::each_move(&play.view(Some(seat)), "", usize::MAX, &mut |m| {
            moves.push(m);
            true
        });
        all.extend(moves.into_iter().map(|m| {
            let mut next = play.clone();
            next.act(seat, m, &mut Facts::<G>::new()).expect("it was listed");
            next
        }));
    }
    all
}

/// FNV-1a, 64 bits: short, and stable for ever.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds a line.
    fn add(&mut self, line: &str) {
        for byte in line.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[test]
fn the_hash_is_fnv_1a() {
    let mut hash = Fnv::default();
    hash.add("");
    assert_eq!(hash.0, 0xaf63_c74c_8601_c8dd, "of a line feed");
}
