//! Dependencies between the folders of `src` point one way only. Between packages Cargo holds that; within this one, a
//! test reads the paths that the code names. And where one type is in reach of another, they have two names.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

#[path = "../crates/engine/tests/pinned/sources.rs"]
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use sources::{code, sources, top_level};

/// Each folder (or file) of `src`, and which others of ours it may name.
const ARROWS: &[(&str, &[&str])] = &[
    ("vitals", &[]),
    ("store", &["vitals"]),
    ("tables", &["store"]),
    ("discord", &["store", "tables", "config", "ops", "vitals"]),
    ("config", &[]),
    ("ops", &["config", "vitals"]),
    ("protocol", &[]),
];

/// The sources of a module of the root: its folder, its file, or both.
fn sources_of(src: &Path, name: &str) -> Vec<PathBuf> {
    let (folder, file) = (src.join(name), src.join(format!("{name}.rs")));
    let mut found = if folder.is_dir() { sources(&folder) } else { Vec::new() };
    found.extend(file.is_file().then_some(file));
    found
}

/// How many `super::` lead from a file to the root: one for each folder, and one more for a file that is a module
/// of its own.
fn depth(file: &Path) -> usize {
    file.components().count() - usize::from(file.ends_with("mod.rs"))
}

/// The modules of ours that a source file (given by its path within `src`) names: as `crate::name`, in `use
/// crate::{name, …}`, or through `super::`.
fn named(file: &Path, source: &str) -> Vec<String> {
    let code = code(source);
    let up = "super::".repeat(depth(file));
    let mut names = Vec::new();
    let from_root = code.match_indices("crate::").chain(code.match_indices(&up));
    for (at, root) in from_root {
        let rest = &code[at + root.len()..];
        let group = match rest.strip_prefix('{') {
            Some(inner) => top_level(inner),
            None => vec![rest],
        };
        names.extend(group.into_iter().map(|path| {
            path.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
        }));
    }
    names
}

#[test]
fn whatever_is_made_of_a_file_and_a_folder_has_the_sources_of_both() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let config = sources_of(&src, "config");
    assert!(config.contains(&src.join("config.rs")) && config.contains(&src.join("config/env_file.rs")), "{config:?}");
    assert_eq!(sources_of(&src, "lib"), [src.join("lib.rs")]);
}

#[test]
fn whatever_way_a_module_is_named_it_is_seen() {
    let seen = |file: &str, source: &str| named(Path::new(file), source);
    assert_eq!(seen("tables/play.rs", "use crate::store::Store;"), ["store"]);
    assert_eq!(
        seen("tables/play.rs", "use crate::{config::Token, ops::{logs, health}, tables};"),
        ["config", "ops", "tables"]
    );
    assert_eq!(seen("tables/play.rs", "use super::super::store::Store;"), ["store"]);
    assert_eq!(seen("discord/press/leaders.rs", "let x = super::super::super::cli::X;"), ["cli"]);
    assert_eq!(seen("discord/ui/mod.rs", "use super::super::tables::Room;"), ["tables"]);
    assert_eq!(seen("tables/play.rs", "// crate::store\nuse super::seats::Seat;"), Vec::<String>::new());
}

#[test]
fn dependencies_point_one_way() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let ours: BTreeSet<&str> = ARROWS.iter().map(|(name, _)| *name).chain(["cli"]).collect();
    let modules = fs::read_dir(&src).expect("the folder is there").flatten().map(|entry| entry.path());
    let modules: BTreeSet<String> =
        modules.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let all: BTreeSet<String> = ours.iter().copied().chain(["lib", "main"]).map(str::to_owned).collect();
    assert_eq!(modules, all, "a module without arrows of its own could name anything");
    let mut wrong = Vec::new();
    for (name, allowed) in ARROWS {
        let files = sources_of(&src, name);
        assert!(!files.is_empty(), "no source of {name}");
        for file in files {
            let within = file.strip_prefix(&src).expect("a file of src");
            for used in named(within, &fs::read_to_string(&file).expect("sources are text")) {
                if ours.contains(used.as_str()) && used != *name && !allowed.contains(&used.as_str()) {
                    wrong.push(format!("{} names {used}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that should not be there:\n{}", wrong.join("\n"));
}

/// What may be said below the screens, by what stands before it: to whoever runs the bot or looks after a server, in the
/// log, and to whoever mends it.
const TO_OPERATORS: [&str; 10] = [
    "tracing::",
    "#[error(",
    "Fault::log(",
    "Fault::of_store(",
    ".spawn(",
    "Decision::Note(",
    "debug_assert!(",
    "reason = ",
    // Statements in several parts.
    "concat!(",
    "const NO_LIST",
];
const SQL: [&str; 11] =
    ["BEGIN", "CREATE", "DELETE", "FROM", "INSERT", "PRAGMA", "SELECT", "UPDATE", "VACUUM", "WHERE", "WITH"];
/// All that these say is for operators: what is wrong with a database, and what to do.
const OPERATORS: [&str; 4] =
    ["store/error.rs", "store/sqlite/closing.rs", "store/sqlite/open.rs", "store/sqlite/rehearsal.rs"];

/// The strings of a source, each with the part of the statement before it.
fn strings(code: &str) -> Vec<(&str, &str)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(opens) = code[at..].find('"').map(|n| at + n) {
        at = opens + 1;
        // A quotation mark as a character.
        if code[..opens].ends_with('\'') && code[at..].starts_with('\'') {
            continue;
        }
        let mut escaped = false;
        let closes = code[at..].find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let closes = at + closes.expect("a string ends");
        let statement = code[..opens].rfind([';', '{', '}']).map_or(0, |n| n + 1);
        found.push((&code[statement..opens], &code[at..closes]));
        at = closes + 1;
    }
    found
}

/// Whether these are words of a sentence, and not a name or a code.
fn is_said(words: &str) -> bool {
    let outside: String = words.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after)).collect();
    let is_word = |word: &&str| word.chars().any(|c| c.is_ascii_lowercase());
    match outside.split_whitespace().filter(is_word).count() {
        0 => false,
        1 => outside.trim_end().ends_with(['.', '!', '?']),
        _ => true,
    }
}

#[test]
fn sentences_are_found_wherever_they_stand() {
    let code = "fn x() { say(\"You \\\"may\\\" not.\"); if c == '\"' { f(1, \"id\") } }";
    assert_eq!(strings(code), [(" say(", "You \\\"may\\\" not."), (" f(1, ", "id")]);
    let said =
        ["{name} joined.", "closed by {who}, today", " is free", "{level} House", "sqlite://{}/upcard.db", "k7f2"];
    assert_eq!(said.map(is_said), [true, true, true, false, false, false]);
}

#[test]
fn what_players_read_is_said_by_the_screens() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let is_test =
        |file: &Path| file.ends_with("conformance") || file.components().any(|part| part.as_os_str() == "tests");
    let mut wrong = Vec::new();
    for file in ["tables", "store"].iter().flat_map(|name| sources_of(&src, name)) {
        let within = file.strip_prefix(&src).expect("a file of src");
        if OPERATORS.iter().any(|known| within == Path::new(known)) || is_test(&within.with_extension("")) {
            continue;
        }
        let code = code(&fs::read_to_string(&file).expect("sources are text"));
        let code = code.split("mod tests {").next().unwrap_or_default();
        let is_allowed = |before: &str, words: &str| {
            TO_OPERATORS.iter().any(|to| before.contains(to))
                || SQL.iter().any(|verb| words.trim_start().starts_with(verb))
        };
        let said = strings(code).into_iter().filter(|(before, words)| is_said(words) && !is_allowed(before, words));
        wrong.extend(said.map(|(_, words)| format!("{}: {words}", within.display())));
    }
    assert!(wrong.is_empty(), "said below the screens:\n{}", wrong.join("\n"));
}

/// Where words are made, and what stands there before those that nobody plays by: names, what programs read, and the log.
const WORDED: [&str; 3] = ["crates/engine/src", "crates/render/src/layout", "src/discord"];
const TO_NO_PLAYER: [&str; 8] = [
    "const TITLE",
    "const FEELS",
    "const ELSEWHERE",
    "Failure::Away(",
    "Limit::Empty(",
    "assert",
    "unreachable!(",
    "panic!(",
];
/// All that these hold is read by programs, or typed, or said to whoever runs the bot.
const UNSAID: [&str; 13] = [
    "engine/src/daily.rs",
    "engine/src/english.rs",
    "engine/src/json.rs",
    "engine/src/proof.rs",
    "engine/src/proof/check.rs",
    "engine/src/reading/fold.rs",
    "engine/src/record.rs",
    "engine/src/rules.rs",
    "engine/src/rules/search.rs",
    "engine/src/seats.rs",
    "discord/gateway.rs",
    "discord/gateway/link.rs",
    "discord/press/",
];

/// The compiler names whatever states that it speaks English once there is a second language. Here it is held that every
/// file that makes words does. In games `shape.rs` of the engine holds it of each function.
#[test]
fn whatever_file_makes_words_says_in_which_language() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut stated, mut wrong) = (0, Vec::new());
    for file in WORDED.iter().flat_map(|folder| sources(&root.join(folder))) {
        let path = file.to_string_lossy();
        let is_test = path.contains("/tests") || path.contains("/suite");
        if is_test || UNSAID.iter().any(|known| path.contains(known)) {
            continue;
        }
        let code = code(&fs::read_to_string(&file).expect("sources are text"));
        let code = code.split("mod tests {").next().unwrap_or_default();
        let is_drawn = path.contains("crates/render");
        let is_allowed = |before: &str| TO_OPERATORS.iter().chain(&TO_NO_PLAYER).any(|to| before.contains(to));
        let says = !is_drawn && strings(code).into_iter().any(|(before, words)| is_said(words) && !is_allowed(before));
        let states = code.contains("Language::English");
        stated += usize::from(states);
        if (says || code.contains("english::")) && !states {
            wrong.push(path.into_owned());
        }
    }
    assert!(wrong.is_empty(), "words without a language (see `engine::Language`):\n{}", wrong.join("\n"));
    assert!(stated > 150, "{stated} files were found: are they written otherwise now?");
}

#[test]
fn nobody_in_the_room_sees_all_cards() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&src) {
        let source = fs::read_to_string(&file).expect("sources are text");
        assert!(!source.contains("sees_all"), "{}: only the ladder asks who sees all", file.display());
    }
}

#[test]
fn only_the_discord_folder_knows_serenity() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&src).into_iter().filter(|file| !file.starts_with(src.join("discord"))) {
        // The log filter knows the library by name.
        let code = code(&fs::read_to_string(&file).expect("sources are text")).replace("\"serenity", "\"");
        assert!(!code.contains("use serenity") && !code.contains("serenity::"), "{}", file.display());
    }
}

/// Each package (by the folder of its sources), and those that it can name.
const PACKAGES: [(&str, &[&str]); 5] = [
    ("src", &["crates/engine/src", "crates/render/src", "crates/serving/src"]),
    ("crates/engine/src", &[]),
    ("crates/render/src", &["crates/engine/src"]),
    ("crates/serving/src", &[]),
    ("crates/local-discord/src", &["crates/serving/src"]),
];

/// The types and traits that a source lets others name: from outside the package, too, or not.
fn types(source: &str) -> impl Iterator<Item = (&str, bool)> {
    source.lines().filter_map(|line| {
        let public = line.trim_start().strip_prefix("pub")?;
        let (within, rest) = match public.strip_prefix('(') {
            Some(scoped) => (true, scoped.split_once(") ")?.1),
            None => (false, public.strip_prefix(' ')?),
        };
        let kinds = ["struct ", "enum ", "trait ", "type "];
        let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
        let name = &name[..name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len())];
        // A macro gives its types their names.
        (!name.is_empty()).then_some((name, !within))
    })
}

/// The types of a package's own sources by name, and of each game apart: its words are its own.
fn types_of(package: &str) -> BTreeMap<String, Vec<(String, bool, PathBuf)>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join(package);
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for path in sources(&src) {
        let within = path.strip_prefix(&src).expect("a file of the package").to_path_buf();
        let folder = within.iter().next().unwrap_or_default().to_string_lossy().into_owned();
        let game = if src.join(&folder).join("rules.md").is_file() { folder } else { String::new() };
        if within.iter().any(|part| part.to_string_lossy().starts_with("tests")) {
            continue;
        }
        for (name, outside) in types(&fs::read_to_string(&path).expect("sources are text")) {
            found.entry(game.clone()).or_default().push((name.to_owned(), outside, Path::new(package).join(&within)));
        }
    }
    found
}

#[test]
fn whatever_reaches_two_types_knows_them_by_two_names() {
    let packages: BTreeMap<_, _> = PACKAGES.iter().map(|(package, _)| (*package, types_of(package))).collect();
    let mut shared = Vec::new();
    for (package, others) in PACKAGES {
        for (game, own) in &packages[package] {
            let around = if game.is_empty() { &[][..] } else { packages[package][""].as_slice() };
            let others = others.iter().flat_map(|other| &packages[other][""]);
            let mut known: BTreeMap<&str, &Path> =
                others.chain(around).filter(|(_, outside, _)| *outside).map(|(name, _, at)| (&**name, &**at)).collect();
            for (name, _, at) in own {
                if let Some(other) = known.insert(name, at) {
                    shared.push(format!("{name}: {} and {}", other.display(), at.display()));
                }
            }
        }
    }
    assert!(shared.is_empty(), "rename the less central one of each:\n{}", shared.join("\n"));
}
