//! Deals that can be proved: honest records of every game and variant are accepted, by our own check and by
//! `docs/verify.py`, which was written from `docs/proof.md` alone; every kind of fraud is refused by both. What both compute
//! is pinned in `proofs.json`; `UPCARD_BLESS=1` writes that. `UPCARD_SUITE_MATCHES` is the number of matches.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use engine::catalog::{self, Listed, Setup, games};
use engine::proof::{
    self, Bytes, Disproof, DrandRound, Opened, Openings, Played, Proof, Seal, Shuffle, VERSION, check,
};
use engine::random::seed;
use engine::{Chance, Entry, Overrides, Play, RESIGN, Record, Seat};
use serde_json::{Value, json};

const TABLE: &str = "K7QWM";

fn seal(n: u64) -> Seal {
    Seal { secret: seed(n), rules_rev: 1 }
}

fn entropy(seats: u8) -> Vec<String> {
    let kinds = ["word:Schnürsenkel 🎲", "press:1234567890123456789", "house", "nothing"];
    let of = |seat: usize| if seat < 4 { kinds[seat].to_owned() } else { format!("press:{seat}") };
    // Where a round of drand is to be added, it comes or it does not.
    let round = match seats % 6 {
        1 | 5 => Some(proof::NO_ROUND.to_owned()),
        3 => Some(round(27_946_612)),
        _ => None,
    };
    (0..seats.into()).map(of).chain(["start:42".to_owned()]).chain(round).collect()
}

fn round(number: u64) -> String {
    DrandRound { number, signature: "0a".repeat(48) }.item()
}

/// Begins a match as a table does.
fn begin(game: &dyn Listed, variant: &str, seats: u8, n: u64) -> Box<dyn Play> {
    let seed = seal(n).seed(&entropy(seats));
    let setup = Setup {
        variant: Some(variant.to_owned()),
        seats: Some(seats),
        seed,
        first: game.first(seats).or_else(|| Some(proof::drawn_first(seed, seats))),
        ..Setup::default()
    };
    game.start(setup).unwrap().0
}

/// Plays a match of at most so many moves, and proves it.
fn played(game: &dyn Listed, variant: &str, seats: u8, n: u64, most: usize) -> (Proof, Box<dyn Play>) {
    let mut play = begin(game, variant, seats, n);
    let mut journal = Vec::new();
    for at in 0..most {
        let asked = play.awaiting().seats();
        let Some(seat) = asked.iter().nth(at % usize::from(asked.len()).max(1)) else { break };
        let text = play.demonstrate(seat).or_else(|| play.likeliest(seat)).unwrap();
        play.act(seat, &text).unwrap();
        journal.push(Entry { seat, text, at: 1_700_000_000_000 + at as i64 });
    }
    let record = Record { header: play.header().clone(), journal };
    let first_drawn = game.first(seats).is_none();
    let seal = Some(Opened::of(&seal(n), TABLE, entropy(seats), first_drawn));
    let proof = Proof { upcard: VERSION, table: TABLE.to_owned(), seal, played: Some(Played::of(&*play, record)) };
    (proof, play)
}

fn variants() -> Vec<(&'static dyn Listed, &'static str, Vec<u8>)> {
    let of = |&game: &&'static dyn Listed| {
        let counts = move |id| game.counts(Some(id), &Overrides::new()).unwrap();
        game.variants().iter().map(move |variant| (game, variant.id, counts(variant.id)))
    };
    games().iter().flat_map(of).collect()
}

/// Honest proofs: each variant at least once, and more numbers of seats the more are asked for.
fn honest() -> Vec<Proof> {
    let asked = std::env::var("UPCARD_SUITE_MATCHES").map_or(0, |n| n.parse().unwrap());
    let variants = variants();
    let one = |n: usize| {
        let (game, variant, counts) = &variants[n % variants.len()];
        let seats = counts[n / variants.len() % counts.len()];
        played(*game, variant, seats, n as u64, 150).0
    };
    (0..asked.max(variants.len())).map(one).collect()
}

/// One of each fraud, by name.
fn frauds(honest: &Proof) -> Vec<(&'static str, Proof)> {
    let changed = |change: &dyn Fn(&mut Opened, &mut Played)| {
        let mut proof = honest.clone();
        change(proof.seal.as_mut().unwrap(), proof.played.as_mut().unwrap());
        proof
    };
    let forged = |change: &dyn Fn(&mut Opened, &mut Played)| {
        changed(&|seal, played| {
            change(seal, played);
            played.digest = proof::digest(&played.record);
        })
    };
    let last_pack = |played: &mut Played, change: &dyn Fn(&mut Vec<String>)| {
        let pack = played.shuffles.iter_mut().rev().find_map(|shuffle| match shuffle {
            Shuffle::Pack(pack) => Some(pack),
            _ => None,
        });
        change(pack.unwrap());
    };
    vec![
        ("a changed card", changed(&|_, played| last_pack(played, &|pack| pack[0] = pack[1].clone()))),
        ("two cards swapped", changed(&|_, played| last_pack(played, &|pack| pack.swap(3, 30)))),
        ("another pile", changed(&|_, played| played.shuffles.insert(0, Shuffle::Remake(7)))),
        ("a deal that is liked", changed(&|_, played| *played = liked(played))),
        ("a changed move", changed(&|_, played| played.record.journal[0].text = RESIGN.to_owned())),
        ("a changed seat", changed(&|_, played| played.record.journal[0].seat = Seat::new(7).unwrap())),
        ("another seed", changed(&|_, played| played.record.header.seed = seed(99))),
        ("another seed, and its digest", forged(&|_, played| played.record.header.seed = seed(99))),
        ("another secret", changed(&|seal, _| seal.secret = seed(99))),
        (
            "another secret, and its commitment",
            changed(&|seal, _| {
                let other = Seal { secret: seed(99), rules_rev: seal.rules_rev };
                *seal = Opened::of(&other, TABLE, seal.entropy.clone(), seal.first_drawn);
            }),
        ),
        ("another order of entropy", changed(&|seal, _| seal.entropy.swap(0, 1))),
        ("an item left out", changed(&|seal, _| drop(seal.entropy.remove(0)))),
        (
            "an item joined to the next",
            changed(&|seal, _| {
                let first = seal.entropy.remove(0);
                seal.entropy[0].insert_str(0, &first);
            }),
        ),
        ("an empty item more", changed(&|seal, _| seal.entropy.push(String::new()))),
        ("another commitment", changed(&|seal, _| seal.commitment = seed(99))),
        ("another revision committed", changed(&|seal, _| seal.rules_rev += 1)),
        ("another table", Proof { table: "K7QWN".to_owned(), ..honest.clone() }),
        ("cut short", changed(&|_, played| drop(played.record.journal.pop()))),
        (
            "a pack less",
            changed(&|_, played| {
                let last = played.shuffles.iter().rposition(|shuffle| matches!(shuffle, Shuffle::Pack(_)));
                played.shuffles.remove(last.unwrap());
            }),
        ),
        ("another root", changed(&|_, played| played.roots[0] = seed(99))),
        ("a root more", changed(&|_, played| played.roots.push(seed(99)))),
        ("another digest", changed(&|_, played| played.digest = seed(99))),
        ("another format", Proof { upcard: 2, ..honest.clone() }),
        ("nothing", Proof { seal: None, played: None, ..honest.clone() }),
    ]
}

/// The same record with a first pack that comes after draws which no rule makes, as if chance had been asked before.
fn liked(played: &Played) -> Played {
    let seed = played.record.header.seed;
    let mut chance = Chance::from_seed(seed);
    let drawn: Vec<Shuffle> = (0..3).map(|_| chance.below(2)).map(|_| Shuffle::Below(2)).collect();
    let mut pack = catalog::replay(&played.record).unwrap().fresh();
    chance.shuffle(&mut pack);
    let roots = vec![proof::root_of(&seed, 1, &pack)];
    Played { shuffles: drawn.into_iter().chain([Shuffle::Pack(pack)]).collect(), roots, ..played.clone() }
}

/// What `docs/verify.py` says of these files; `None` where there is no Python.
fn script(dir: &Path, files: &[PathBuf], more: &[&str]) -> Option<(bool, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify.py");
    let Ok(output) = Command::new("python3").arg(script).args(more).args(files).current_dir(dir).output() else {
        println!("skipped: docs/verify.py, as there is no python3");
        return None;
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Some((output.status.success(), said))
}

/// Writes files, each a JSON value.
fn written(test: &str, all: impl IntoIterator<Item = Value>) -> (PathBuf, Vec<PathBuf>) {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    let write = |(n, value): (usize, Value)| {
        let file = dir.join(format!("{n}.json"));
        fs::write(&file, value.to_string()).unwrap();
        file
    };
    let files = all.into_iter().enumerate().map(write).collect();
    (dir, files)
}

fn value(of: impl serde::Serialize) -> Value {
    serde_json::to_value(of).unwrap()
}

#[test]
fn honest_records_of_every_game_and_variant_are_accepted() {
    let all = honest();
    for proof in &all {
        let played = proof.played.as_ref().unwrap();
        let checked = check(proof).unwrap_or_else(|wrong| panic!("{:?}: {wrong}", played.record.header));
        assert_eq!(checked.played, Some((played.roots.len(), played.record.journal.len())));
        let again: Proof = serde_json::from_str(&value(proof).to_string()).unwrap();
        assert!(again == *proof, "{:?}", played.record.header);
    }
    let (dir, files) = written("honest", all.iter().map(value));
    for some in files.chunks(500) {
        let Some((accepted, said)) = script(&dir, some, &[]) else { return };
        assert!(accepted && said.lines().count() == some.len(), "{said}");
    }
}

#[test]
fn every_fraud_is_refused() {
    let variants = variants();
    let mut files = Vec::new();
    for (n, game) in games().iter().enumerate() {
        let (_, variant, counts) = variants.iter().find(|(of, ..)| of.id() == game.id()).unwrap();
        let (honest, _) = played(*game, variant, counts[0], n as u64, 60);
        for (fraud, proof) in frauds(&honest) {
            assert!(check(&proof).is_err(), "{}: {fraud}", game.id());
            files.push((format!("{}: {fraud}", game.id()), value(proof)));
        }
    }
    let (dir, paths) = written("frauds", files.iter().map(|(_, proof)| proof.clone()));
    let Some((accepted, said)) = script(&dir, &paths, &[]) else { return };
    let passed: Vec<&str> = said
        .lines()
        .zip(&files)
        .filter(|(line, _)| !line.contains("REFUSED: ") || line.contains("cannot be read"))
        .map(|(_, (fraud, _))| fraud.as_str())
        .collect();
    assert!(!accepted && said.lines().count() == files.len() && passed.is_empty(), "{passed:?}\n{said}");
}

#[test]
fn what_was_posted_refuses_a_record_that_was_made_anew() {
    let game = games()[0];
    let variant = game.variants()[0].id;
    let (honest, _) = played(game, variant, 2, 1, 40);
    let mut shorter = honest.clone();
    let anew = shorter.played.as_mut().unwrap();
    anew.record.journal.pop();
    let play = catalog::replay(&anew.record).unwrap();
    *anew = Played::of(&*play, anew.record.clone());
    assert!(check(&shorter).is_ok(), "it is a match that was closed earlier");
    let (unsealed, closed) = (Proof { seal: None, ..honest.clone() }, Proof { played: None, ..honest.clone() });
    let (dir, files) = written("posted", [value(&honest), value(&shorter), value(&unsealed), value(&closed)]);
    let root = hex(&honest.played.as_ref().unwrap().roots[0]);
    let digest = hex(&honest.played.as_ref().unwrap().digest);
    let commitment = hex(&honest.seal.as_ref().unwrap().commitment);
    for (file, posted, right) in [
        (0, ["--digest", &digest[..32]], true),
        (1, ["--digest", &digest[..32]], false),
        (0, ["--commitment", &commitment[..32]], true),
        (0, ["--commitment", &digest[..32]], false),
        (0, ["--root", &root[..32]], true),
        (0, ["--root", &digest[..32]], false),
        // What was posted and cannot be compared is not passed over.
        (2, ["--commitment", &commitment[..32]], false),
        (3, ["--digest", &digest[..32]], false),
    ] {
        let Some((accepted, said)) = script(&dir, &files[file..=file], &posted) else { return };
        assert_eq!(accepted, right, "{posted:?}: {said}");
    }
}

fn hex(bytes: &Bytes) -> String {
    engine::seed_to_hex(bytes)
}

#[test]
fn a_move_against_the_rules_is_refused_even_with_a_digest_of_its_own() {
    let game = games()[0];
    let (mut proof, _) = played(game, game.variants()[0].id, 2, 1, 10);
    let played = proof.played.as_mut().unwrap();
    played.record.journal.swap(0, 9);
    played.digest = proof::digest(&played.record);
    assert!(matches!(check(&proof), Err(Disproof::Replay(_))));
}

#[test]
fn a_round_of_drand_has_to_be_one_and_to_come_after_every_press() {
    let game = catalog::game("key-of-the-door").unwrap();
    let (honest, _) = played(game, game.variants()[0].id, 3, 1, 10);
    let mut files = vec![value(&honest)];
    // The last is of April 2024, as the last press is, and a little earlier.
    for wrong in ["drand:1".to_owned(), round(0), round(1), round(7_200_000)] {
        let mut proof = honest.clone();
        *proof.seal.as_mut().unwrap().entropy.last_mut().unwrap() = wrong.clone();
        assert!(matches!(check(&proof), Err(Disproof::Round)), "{wrong}");
        files.push(value(proof));
    }
    let mut without = honest.clone();
    *without.seal.as_mut().unwrap().entropy.last_mut().unwrap() = proof::NO_ROUND.to_owned();
    assert!(matches!(check(&without), Err(Disproof::Seed)), "an absence that is not true");
    let (dir, paths) = written("rounds", files);
    let Some((_, said)) = script(&dir, &paths, &[]) else { return };
    let said: Vec<&str> = said.lines().collect();
    assert!(said[0].contains("drand's round 27946612: https://api.drand.sh/52db9ba7"), "{}", said[0]);
    assert!(said[1..].iter().all(|line| line.contains("REFUSED: ") && line.contains("drand")), "{said:?}");
}

#[test]
fn older_records_say_that_nothing_was_committed() {
    let game = games()[0];
    let (proof, _) = played(game, game.variants()[0].id, 2, 1, 10);
    let older = Proof { seal: None, ..proof.clone() };
    let closed = Proof { played: None, ..proof };
    assert!(!check(&older).unwrap().sealed);
    assert_eq!(check(&closed).unwrap().played, None);
    let (dir, files) = written("older", [value(older), value(closed)]);
    let Some((accepted, said)) = script(&dir, &files, &[]) else { return };
    assert!(accepted && said.contains("not committed") && said.contains("no match began"), "{said}");
}

/// The words of a text, such as the codes of cards.
fn codes(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).collect()
}

#[test]
fn each_seat_opens_the_cards_that_it_was_dealt_and_no_others() {
    let mut files = Vec::new();
    for (game, variant, counts) in variants() {
        for seats in counts {
            let play = begin(game, variant, seats, 5);
            let roots: Vec<Bytes> = proof::roots(&*play, 0).collect();
            for seat in Seat::all(seats) {
                let own = play.view_json(Some(seat))["own"].clone();
                let held = own["hand"].as_array().map_or(0, Vec::len) - usize::from(!own["drawn"].is_null());
                let own = own.to_string();
                let Some(openings) = proof::openings(&*play, seat, TABLE, None) else {
                    assert_eq!(held, 0, "{} {variant} of {seats}", game.id());
                    continue;
                };
                assert!(roots.contains(&openings.root));
                for opening in &openings.openings {
                    assert_eq!(opening.root(openings.of), Some(openings.root));
                    assert!(codes(&own).contains(opening.card.as_str()), "{} is not in {own}", opening.card);
                }
                assert_eq!(openings.openings.len(), held, "{} {variant} of {seats}", game.id());
                files.push(value(openings));
            }
        }
    }
    let (dir, paths) = written("openings", files.iter().cloned());
    let Some((accepted, said)) = script(&dir, &paths, &[]) else { return };
    assert!(accepted, "{said}");
    let wrong = files.iter().map(|file| {
        let mut file = file.clone();
        file["openings"][0]["card"] = json!("ZZ");
        file
    });
    let (dir, paths) = written("wrong-openings", wrong);
    let (accepted, said) = script(&dir, &paths, &[]).unwrap();
    assert!(!accepted && said.lines().all(|line| line.contains("is not in that pack")), "{said}");
}

/// What both programs compute, pinned.
#[test]
fn the_bytes_are_pinned() {
    let game = games()[0];
    let (proof, play) = played(game, game.variants()[0].id, 2, 3, 12);
    let openings = proof::openings(&*play, Seat::FIRST, TABLE, Some(proof.seal.as_ref().unwrap().commitment));
    let now = json!({"proof": proof, "openings": openings});
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proofs.json");
    if std::env::var_os("UPCARD_BLESS").is_some() && !file.exists() {
        fs::write(&file, serde_json::to_string_pretty(&now).unwrap() + "\n").unwrap();
    }
    let kept: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let old: Proof = serde_json::from_value(kept["proof"].clone()).unwrap();
    let opened: Openings = serde_json::from_value(kept["openings"].clone()).unwrap();
    assert!(check(&old).is_ok() && opened.openings.iter().all(|one| one.root(opened.of) == Some(opened.root)));
    assert_eq!(kept, now, "proofs of old matches would no longer hold");
    let (dir, files) = written("pinned", [kept["proof"].clone(), kept["openings"].clone()]);
    let Some((accepted, said)) = script(&dir, &files, &[]) else { return };
    assert!(accepted, "{said}");
}

#[test]
fn where_two_packs_are_dealt_at_once_both_are_played_from() {
    let gin = catalog::game("gin-rummy").unwrap();
    let numbers = |variant: &str, seats: u8, moves: usize| {
        let (_, play) = played(gin, variant, seats, 1, moves);
        proof::packs_in_play(&*play)
    };
    assert_eq!(numbers("classic", 2, 0), [1]);
    let four = gin.variants().iter().find(|variant| variant.seats.contains(&4)).unwrap();
    assert_eq!(numbers(four.id, 4, 0), [1, 2]);
    assert_eq!(numbers("classic", 2, 150).len(), 1, "what was dealt before is played from no more");
}
