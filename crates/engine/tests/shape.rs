//! What the packages' borders cannot hold: the rules ask the system for nothing, and a feature of a game stands in the file
//! that it stands in in every other.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "pinned/sources.rs"]
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use sources::{code, sources, top_level};

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The code, with groups of the standard library written out: `use std::{fs, time}` names `std::fs`.
fn written_out(code: &str) -> String {
    let groups = code.match_indices("std::{").flat_map(|(at, head)| top_level(&code[at + head.len()..]));
    groups.fold(code.to_owned(), |code, path| format!("{code}\nstd::{}", path.trim()))
}

#[test]
fn whatever_way_the_standard_library_is_named_it_is_seen() {
    assert!(written_out("use std::{fmt, fs::File};").contains("std::fs"));
    assert!(written_out("use std::{\n    collections::{HashMap, HashSet}, time\n};").contains("std::time"));
    assert!(!written_out("use std::{fmt, io};").contains("std::fs"));
}

/// What the standard library has of the system, and what says something to somebody else.
const SYSTEM: [&str; 8] =
    ["std::time", "std::fs", "std::net", "std::env", "std::thread", "std::process", "print!", "println!"];

#[test]
fn the_rules_ask_the_system_for_nothing() {
    for file in sources(&src()) {
        // Tests may be told how much to try, and report what they measured.
        let is_test = file.components().any(|part| {
            let part = part.as_os_str().to_string_lossy();
            part.starts_with("tests") || part.starts_with("suite")
        });
        let code = written_out(&code(&fs::read_to_string(&file).expect("sources are text")));
        let named = SYSTEM.iter().find(|word| !is_test && code.contains(**word));
        assert_eq!(named, None, "{}", file.display());
    }
}

/// The files of every game, and what each holds.
const FILES: &[(&str, &str)] = &[
    ("mod.rs", "impl Parts for"),
    ("options.rs", "impl Preparing for"),
    ("state.rs", "impl Turns for"),
    ("illegal.rs", "impl Judging for"),
    ("moves.rs", "impl Choosing for"),
    ("deal.rs", "impl Dealing for"),
    ("play.rs", "impl Playing for"),
    ("imagine.rs", "impl Imagining for"),
    ("event.rs", "pub enum Event"),
    ("tell.rs", "impl Narration for"),
    ("notation.rs", "impl Notation for"),
    ("board.rs", "impl Boards for"),
    ("picture.rs", "impl Pictures for"),
    ("controls.rs", "impl Controls for"),
    ("study.rs", "impl Study for"),
    ("teach.rs", "impl Teaching for"),
];

#[test]
fn what_is_in_every_game_is_in_the_same_file() {
    for game in engine::catalog::games() {
        let folder = src().join(game.id().replace('-', "_"));
        for (file, holds) in FILES {
            let source = fs::read_to_string(folder.join(file)).unwrap_or_default();
            assert!(code(&source).contains(holds), "{}: {file} has no `{holds}`; see CONTRIBUTING.md", game.id());
        }
    }
}

/// The files of a game that make words.
const WORDED: [&str; 8] =
    ["tell.rs", "notation.rs", "board.rs", "picture.rs", "controls.rs", "study.rs", "illegal.rs", "teach.rs"];

/// The functions of a trait's `impl` blocks that are given whoever reads.
fn given_a_reader(code: &str) -> impl Iterator<Item = &str> {
    let blocks =
        code.split("\nimpl ").skip(1).filter(|block| block.lines().next().is_some_and(|l| l.contains(" for ")));
    let functions =
        blocks.flat_map(|block| block[..block.find("\n}").unwrap_or(block.len())].split("\n    fn ").skip(1));
    functions.filter(|function| {
        let head = &function[..function.find(" {\n").unwrap_or(function.len())];
        head.contains(": &Reader") || head.contains(": Language")
    })
}

/// A language beside English is a second variant of `Language`: the compiler then lists every place that states that
/// it speaks English. Here it is held that each function of a game that makes words does so, or asks one that does.
#[test]
fn whatever_makes_words_asks_for_the_language() {
    let mut stated = 0;
    for game in engine::catalog::games() {
        for file in WORDED {
            let path = src().join(game.id().replace('-', "_")).join(file);
            let source = fs::read_to_string(&path).unwrap_or_default();
            for function in given_a_reader(&source) {
                let name = &function[..function.find('(').unwrap_or_default()];
                let asks = function.contains("Language::English") || function.contains("read(view, text, reader)");
                assert!(asks, "{}: `{name}` makes words without asking for the language", path.display());
                stated += 1;
            }
        }
    }
    for file in ["not_offered.rs", "options.rs"] {
        let source = code(&fs::read_to_string(src().join(file)).expect("sources are text"));
        for function in source.split("fn ").filter(|function| function.starts_with(char::is_lowercase)) {
            let head = function.split(" {\n").next().unwrap_or_default();
            let states = function.contains("let Language::English = language");
            assert!(states || !head.contains("language: Language"), "{file}: {head}");
        }
    }
    assert!(stated > 80, "{stated} functions were found: are they written otherwise now?");
}
