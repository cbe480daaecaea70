//! Whole matches, replayed from their journals.

use super::super::catalog::counts_of;
use super::super::chance::Chance;
use super::super::game::{Facts, Progress};
use super::super::match_::Match;
use super::super::random::{asked_seat, by, seed};
use super::super::seats::Seat;
use super::{Probe, ended, matches, random_move};
use crate::Reader;

/// Plays random matches of every variant at every seat count to their end, and replays each from its journal.
pub(crate) fn replays<G: Probe>() {
    for variant in G::variants() {
        for seats in counts_of::<G>(variant, &(variant.options)()) {
            for n in 0..matches() {
                replay::<G>(&(variant.options)(), seats, n, &format!("{} for {seats}, match {n}", variant.id));
            }
        }
    }
}

fn replay<G: Probe>(options: &G::Options, seats: u8, n: u64, what: &str) {
    let mut dice = Chance::from_seed(seed(n ^ 0x11ea));
    let mut facts = Facts::<G>::new();
    let start = |facts: &mut Facts<G>| Match::<G>::start(options, seats, None, Chance::from_seed(seed(n)), facts);
    let mut journal: Vec<(Seat, String)> = Vec::new();
    let mut played = start(&mut facts);
    while !matches!(played.progress(), Progress::MatchOver(_)) {
        assert!(journal.len() < G::MOST_MOVES, "{what}: not over after {} moves", G::MOST_MOVES);
        let seat = asked_seat(played.awaiting(), by(&mut dice)).expect("somebody is asked");
        let m = random_move::<G>(&played.view(Some(seat)), &mut dice);
        journal.push((seat, G::say(&m)));
        facts.clear();
        played.act(seat, m, &mut facts).unwrap_or_else(|why| panic!("{what}: {:?}: {why:?}", journal.last()));
    }
    ended(&played, what);
    let mut again = start(&mut facts);
    for (seat, text) in &journal {
        let m = G::read(&again.view(Some(*seat)), text, &Reader::plain(8))
            .unwrap_or_else(|why| panic!("{what}: {text}: {why:?}"));
        facts.clear();
        again.act(*seat, m, &mut facts).unwrap_or_else(|why| panic!("{what}: {text}: {why:?}"));
    }
    assert_eq!(again.progress(), played.progress(), "{what}: the replay has the same result");
    assert_eq!(again.sheet(), played.sheet(), "{what}: the replay has the same score sheet");
}
