//! Matches as earlier versions of the program stored them: they must go on, and have the same results. A table that
//! was begun before an upgrade is such a record. `UPCARD_BLESS=1` writes those of new variants, but none is ever
//! rewritten: if one no longer plays, either the change has to be undone (a new option needs a default for records
//! without it), or the game's `RULES_REV` raised and its files replaced, knowing that its live matches stop.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;

use engine::catalog::{self, Listed, Setup};
use engine::{Entry, Play, Record};
use serde::{Deserialize, Serialize};

/// A record, and the state of the match at its end.
#[derive(Serialize, Deserialize)]
struct Stored {
    record: Record,
    #[serde(flatten)]
    end: End,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct End {
    moves: u32,
    hand: u32,
    over: bool,
    scores: Vec<i32>,
}

impl End {
    fn of(play: &dyn Play) -> Self {
        let status = play.status();
        Self { moves: play.moves(), hand: status.hand, over: play.standings().is_some(), scores: status.scores }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

fn file_of(game: &dyn Listed, variant: &str) -> String {
    format!("{}-{variant}.json", game.id())
}

fn files() -> Vec<PathBuf> {
    static BLESSED: Once = Once::new();
    if std::env::var_os("UPCARD_BLESS").is_some() {
        BLESSED.call_once(write_those_of_new_variants);
    }
    fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn matches_of_earlier_programs_go_on() {
    for file in files() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let stored: Stored = serde_json::from_str(&fs::read_to_string(&file).unwrap()).expect(&name);
        let play = catalog::replay(&stored.record).unwrap_or_else(|error| panic!("{name}: {}", error.in_full()));
        assert_eq!(End::of(&*play), stored.end, "{name}");
    }
}

#[test]
fn every_variant_has_one() {
    let wanted: BTreeSet<String> = variants().map(|(game, variant)| file_of(game, variant)).collect();
    let there: BTreeSet<String> =
        files().iter().map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect();
    assert_eq!(there, wanted, "UPCARD_BLESS=1 writes what is not there");
}

fn variants() -> impl Iterator<Item = (&'static dyn Listed, &'static str)> {
    catalog::games().iter().flat_map(|&game| game.variants().iter().map(move |variant| (game, variant.id)))
}

fn write_those_of_new_variants() {
    for (game, variant) in variants() {
        let file = folder().join(file_of(game, variant));
        if !file.exists() {
            let stored = serde_json::to_string(&begun_today(game, variant)).unwrap();
            fs::write(file, stored.replace("},{", "},\n{") + "\n").unwrap();
        }
    }
}

/// The first hundred moves of a match, by players who know the game.
fn begun_today(game: &dyn Listed, variant: &str) -> Stored {
    let setup = Setup { variant: Some(variant.to_owned()), seed: [14; 32], ..Setup::default() };
    let (mut play, _) = game.start(setup).unwrap();
    let mut journal = Vec::new();
    for _ in 0..100 {
        let asked = play.awaiting().seats();
        let Some(seat) = asked.iter().nth(journal.len() % usize::from(asked.len()).max(1)) else { break };
        let text = play.demonstrate(seat).or_else(|| play.likeliest(seat)).unwrap();
        play.act(seat, &text).unwrap();
        journal.push(Entry { seat, text, at: 0 });
    }
    Stored { record: Record { header: play.header().clone(), journal }, end: End::of(&*play) }
}
