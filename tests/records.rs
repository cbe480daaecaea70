//! Matches as earlier versions of the program stored them: they must go on, and have the same results. A table that
//! was begun before an upgrade is such a record. These files are never rewritten: if one no longer plays, either
//! the change has to be undone (a new option needs a default for records without it), or the game's `RULES_REV`
//! raised and its files replaced, knowing that its live matches stop.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use upcard::engine::{Record, catalog};

/// A record, and the state of the match at its end.
#[derive(Deserialize)]
struct Stored {
    record: Record,
    moves: u32,
    hand: u32,
    over: bool,
    scores: Vec<i32>,
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn matches_of_earlier_programs_go_on() {
    for file in files() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let stored: Stored = serde_json::from_str(&fs::read_to_string(&file).unwrap()).expect(&name);
        let play = catalog::replay(&stored.record).unwrap_or_else(|error| panic!("{name}: {}", error.in_full()));
        let status = play.status();
        let now = (play.moves(), status.hand, play.standings().is_some(), status.scores.to_vec());
        assert_eq!(now, (stored.moves, stored.hand, stored.over, stored.scores), "{name}");
    }
}

#[test]
fn every_variant_has_one() {
    let variants = catalog::games().iter().flat_map(|game| game.variants().iter().map(|v| (game.id(), v.id)));
    let wanted: BTreeSet<String> = variants.map(|(game, variant)| format!("{game}-{variant}.json")).collect();
    let there: BTreeSet<String> =
        files().iter().map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(there, wanted);
}
