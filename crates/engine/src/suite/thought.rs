//! What the house thinks: legal, repeatable, and from what its seat may know alone.

use super::super::catalog::counts_of;
use super::super::chance::Chance;
use super::super::face::{Live, Play};
use super::super::game::{Facts, Progress};
use super::super::match_::Match;
use super::super::random::{asked_seat, by, seed};
use super::super::record::Header;
use super::super::seats::Seat;
use super::super::think::{Level, NAMED, Thinking, Thought, Weighed};
use super::{Probe, matches, random_move};
use crate::Reader;

/// How many decisions of a match are thought about at every level.
const LOOKED_AT: usize = 6;

/// The most moves of a match that are looked at.
const MOST: usize = 300;

/// How many worlds.
const WORLDS: u32 = 2;

/// Plays a match of every variant at every seat count with random moves and one with the house's own.
pub(crate) fn thoughts<G: Probe>() {
    for variant in G::variants() {
        for seats in counts_of::<G>(variant, &(variant.options)()) {
            for n in 0..matches().div_ceil(4) {
                let what = format!("{} for {seats}, match {n}", variant.id);
                for own in [false, true] {
                    let mut facts = Facts::<G>::new();
                    let chance = Chance::from_seed(seed(n ^ 0x7415));
                    let play = Match::<G>::start(&(variant.options)(), seats, None, chance, &mut facts);
                    think_through(play, own, &what);
                }
            }
        }
    }
}

fn think_through<G: Probe>(mut play: Match<G>, own: bool, what: &str) {
    let mut dice = Chance::from_seed(seed(0x0d1ce));
    let (mut moves, mut next, mut gap) = (0, 0, 1);
    while !matches!(play.progress(), Progress::MatchOver(_)) && moves < MOST {
        let seat = asked_seat(play.awaiting(), by(&mut dice)).expect("somebody is asked");
        if moves == next && moves < 1 << LOOKED_AT {
            look(&play, seat, what);
            (next, gap) = (next + gap, gap * 2);
        }
        let m = if own {
            let text = &thought(&play, seat, Level::Easy, 0).candidates[0].text;
            G::read(&play.view(Some(seat)), text, &Reader::plain(play.seats())).expect("canonical")
        } else {
            random_move::<G>(&play.view(Some(seat)), &mut dice)
        };
        play.act(seat, m, &mut Facts::<G>::new()).unwrap_or_else(|why| panic!("{what}: {why:?}"));
        moves += 1;
    }
}

/// What a seat thinks of a match.
fn thought<G: Probe>(play: &Match<G>, seat: Seat, level: Level, worlds: u32) -> Thought {
    let mut go_on = |looked_at| looked_at < worlds;
    let mut thinking = Thinking { level, seed: seed(u64::from(play.moves())), go_on: &mut go_on };
    live(play).think(seat, &mut thinking, &Reader::plain(play.seats())).expect("a seat that is asked has a move")
}

/// What comes of weighing a move.
fn weighed<G: Probe>(play: &Match<G>, seat: Seat, text: &str, with: Option<&str>) -> Weighed {
    let mut go_on = |looked_at| looked_at < 2 * WORLDS;
    let mut thinking = Thinking { level: Level::Hard, seed: seed(u64::from(play.moves())), go_on: &mut go_on };
    let weighed = live(play).weigh(seat, text, with, &mut thinking, &Reader::plain(play.seats()));
    weighed.expect("a legal move can be weighed")
}

/// A match whose header does not matter.
pub(super) fn live<G: Probe>(play: &Match<G>) -> Live<G> {
    let header = Header {
        game: G::ID.to_owned(),
        variant: String::new(),
        options: serde_json::Value::Null,
        seats: play.seats(),
        seed: seed(0),
        rules_rev: G::RULES_REV,
        first: None,
        decks: Vec::new(),
    };
    Live::<G>::new(header, play.clone(), Facts::<G>::new()).0
}

fn look<G: Probe>(play: &Match<G>, seat: Seat, what: &str) {
    let mut dice = Chance::from_seed(seed(u64::from(play.moves())));
    let elsewhere = play.with_state(G::imagine(&play.view(Some(seat)), &mut dice));
    for level in Level::ALL {
        let thought = thought(play, seat, level, WORLDS);
        let what = format!("{what}, move {}, seat {}, {level}", play.moves(), seat.number());
        assert_eq!(self::thought(play, seat, level, WORLDS), thought, "{what}: not the same again");
        assert_eq!(self::thought(&elsewhere, seat, level, WORLDS), thought, "{what}: it knows what it cannot see");
        assert!(!thought.candidates.is_empty() && thought.candidates.len() <= NAMED, "{what}");
        for candidate in &thought.candidates {
            let m = G::read(&play.view(Some(seat)), &candidate.text, &Reader::plain(play.seats()));
            let m = m.unwrap_or_else(|why| panic!("{what}: {}: {why:?}", candidate.text));
            assert!(play.check(seat, &m).is_ok(), "{what}: {} is not legal", candidate.text);
            assert!((0.0..=1.0).contains(&candidate.value), "{what}: worth {}", candidate.value);
            assert!(candidate.why.ends_with('.'), "{what}: no sentence: {}", candidate.why);
        }
    }
    let played = G::say(&random_move::<G>(&play.view(Some(seat)), &mut dice));
    let weighed = weighed(play, seat, &played, None);
    let what = format!("{what}, move {}, seat {}: {played} weighed", play.moves(), seat.number());
    assert_eq!(self::weighed(play, seat, &played, None), weighed, "{what}: not the same again");
    assert_eq!(self::weighed(&elsewhere, seat, &played, None), weighed, "{what}: it knows what it cannot see");
    assert_eq!(self::weighed(play, seat, &played, Some(&played)).better, None, "{what}: better than itself");
    if let Some(better) = weighed.better {
        let m = G::read(&play.view(Some(seat)), &better.text, &Reader::plain(play.seats()));
        assert!(m.is_ok_and(|m| play.check(seat, &m).is_ok()), "{what}: {} is not legal", better.text);
        assert!(better.text != played && (0.0..=1.0).contains(&better.by), "{what}: better by {}", better.by);
    }
}
