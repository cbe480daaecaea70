//! Which only moves hide nothing, by the games' names: those that a table plays by itself beside people. That playing them
//! tells nothing is for the suite.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use engine::catalog::{self, Setup};
use engine::{Awaiting, Play, Seat};
use serde_json::Value;

/// How many moves of each of several matches are played.
const MOVES: usize = 400;

/// The only moves that somebody had in a few matches, without what they were played with; a `!` stands behind those that
/// hide something.
fn forced(game: &str, variant: &str, options: &[(&str, Value)]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for n in 0..12u8 {
        let options = options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        let setup = Setup { variant: Some(variant.to_owned()), options, seed: [n; 32], ..Setup::default() };
        let (mut play, _) = catalog::game(game).unwrap().start(setup).unwrap();
        let mut dice = usize::from(n) + 1;
        for _ in 0..MOVES {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            note(&*play, seat, &mut found);
            let moves = play.legal(seat, "", 30).moves;
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            play.act(seat, &moves[(dice >> 33) % moves.len()]).unwrap();
        }
    }
    found
}

fn note(play: &dyn Play, seat: Seat, found: &mut BTreeSet<String>) {
    let Some(only) = play.forced(seat) else { return };
    assert_eq!(play.legal(seat, "", 2).moves, std::slice::from_ref(&only.text));
    let word = only.text.split(' ').next().unwrap();
    found.insert(format!("{word}{}", if only.hides_nothing { "" } else { "!" }));
}

fn of(words: &[&str]) -> BTreeSet<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn in_gin_it_is_the_draw_after_two_passes() {
    assert_eq!(forced("gin-rummy", "classic", &[]), of(&["stock"]));
    let nothing_to_lay_off = forced("gin-rummy", "classic", &[("layoff", "manual".into())]);
    assert!(nothing_to_lay_off.is_subset(&of(&["stock", "layoff!"])), "{nothing_to_lay_off:?}");
}

#[test]
fn in_klaberjass_it_is_the_last_card_and_not_that_there_is_no_sequence_or_no_other_card_of_the_suit() {
    for bella in ["auto", "called"] {
        let found = forced("klaberjass", "book", &[("bella", bella.into())]);
        assert_eq!(found, of(&["nomeld!", "play", "play!"]), "{bella}");
    }
}

#[test]
fn in_crazy_eights_it_is_a_pass_where_there_is_nothing_to_draw_and_a_draw_that_is_for_those_who_must() {
    let may = forced("crazy-eights", "jokers", &[("stock", "stop".into())]);
    assert!(may.is_superset(&of(&["draw!", "pass"])) && !may.contains("pass!"), "{may:?}");
    let must = forced("crazy-eights", "jokers", &[("force_play", true.into())]);
    assert!(must.is_superset(&of(&["draw", "play!"])) && !must.contains("draw!"), "{must:?}");
    let owed = forced("crazy-eights", "action", &[("force_play", true.into())]);
    assert!(owed.contains("draw!"), "who has no two owes what another might have handed on: {owed:?}");
}

#[test]
fn in_key_of_the_door_it_is_a_pass_and_the_last_card_where_nothing_can_be_stolen_or_called() {
    let found = forced("key-of-the-door", "assisted", &[("steal", false.into())]);
    assert!(found.is_superset(&of(&["pass", "play", "play!"])), "{found:?}");
    assert!(!found.contains("pass!"), "{found:?}");
    let called = forced("key-of-the-door", "table", &[]);
    assert!(called.is_subset(&of(&["pass", "play", "play!"])), "{called:?}");
}

#[test]
fn in_pegs_and_jokers_it_is_no_card_but_the_one_peg_that_can_be_sent_back() {
    let found = forced("pegs-and-jokers", "basic", &[]);
    assert!(!found.is_empty() && found.iter().all(|word| word.ends_with('!')), "{found:?}");
    let bluffing = forced("pegs-and-jokers", "bluffing", &[]);
    assert!(bluffing.contains("send") && !bluffing.contains("send!"), "{bluffing:?}");
}

#[test]
fn in_kings_rummy_and_brain_drain_there_is_none() {
    let rummy = forced("kings-rummy", "classic", &[]);
    assert!(rummy.iter().all(|word| word.ends_with('!')), "{rummy:?}");
    assert_eq!(forced("brain-drain", "classic", &[]), of(&[]));
}

#[test]
fn whoever_is_asked_beside_others_has_none() {
    let (play, _) = catalog::game("brain-drain").unwrap().start(Setup::default()).unwrap();
    assert!(matches!(play.awaiting(), Awaiting::Race(_)));
    assert!(play.awaiting().seats().iter().all(|seat| play.forced(seat).is_none()));
}
