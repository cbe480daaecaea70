//! How games are heard, not seen: text boards, hands, replies, labels and alt texts, over random matches of every game.
//! Rows T2 and T4 to T10; the bot's own messages are held to the others.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use engine::catalog::{self, Setup};
use engine::random::seed;
use engine::{Chance, Control, Does, Makes, Play, Reader, Seat, Seats};

const NAMES: [&str; 8] = ["Ada", "Ben", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal"];
const SUITS: [char; 4] = ['♠', '♥', '♦', '♣'];

/// A position somebody is asked in.
struct Asked<'a> {
    variant: &'a str,
    play: &'a dyn Play,
    seat: Seat,
    reader: &'a Reader,
}

/// Every so many moves of some random matches of each variant of a game.
fn positions(game: &str, mut look: impl FnMut(&Asked<'_>)) {
    let game = catalog::game(game).unwrap();
    for variant in game.variants() {
        for n in 0..3 {
            let mut dice = Chance::from_seed(seed(100 + n));
            let setup = Setup { variant: Some(variant.id.to_owned()), seed: seed(n), ..Setup::default() };
            let (mut play, _) = game.start(setup).unwrap();
            let reader = Reader::english(Seats::of(play.sides().count(), |seat| NAMES[seat.index()].to_owned()));
            for turn in 0..90 {
                let Some(seat) = play.awaiting().seats().iter().next() else { break };
                if turn % 3 == 0 {
                    look(&Asked { variant: variant.id, play: &*play, seat, reader: &reader });
                }
                let m = random_move(&*play, seat, &mut dice);
                play.act(seat, &m).expect("listed");
            }
        }
    }
}

/// Mostly a likely move, so that hands come to their end.
fn random_move(play: &dyn Play, seat: Seat, dice: &mut Chance) -> String {
    let any = |moves: &[String], dice: &mut Chance| moves[dice.below(moves.len() as u32) as usize].clone();
    let demonstrated = play.demonstrate(seat).filter(|_| dice.below(2) == 0);
    let likely = || play.likeliest(seat);
    match dice.below(3) {
        0 => any(&play.legal(seat, "", 60).moves, dice),
        _ => demonstrated.or_else(likely).expect("asked"),
    }
}

fn all_games() -> impl Iterator<Item = &'static str> {
    catalog::games().iter().map(|game| game.id())
}

/// All that is read of a position, beside the buttons.
fn read(at: &Asked<'_>) -> [String; 4] {
    let board = at.play.board(Some(at.seat), at.reader);
    let hand = at.play.hand_text(at.seat, at.reader);
    [board.headline, board.body, hand, board.prompt.to(at.seat)]
}

/// What can be pressed at the start of a move and after each first step: the steps before it, its label, what it does.
fn pressable(at: &Asked<'_>) -> Vec<(Vec<usize>, String, Does)> {
    let mut all = Vec::new();
    let mut paths = vec![Vec::new()];
    while let Some(path) = paths.pop() {
        let Some(built) = at.play.build(at.seat, &path, at.reader) else { continue };
        for control in built.controls {
            let labels: Vec<(String, Does)> = match control {
                Control::Button { label, does, .. } => vec![(label, does)],
                Control::Select { options, .. } => options
                    .into_iter()
                    .flat_map(|pick| [(pick.label, pick.does.clone()), (pick.button, pick.does)])
                    .collect(),
                Control::Greyed { .. } | Control::Form { .. } => Vec::new(),
            };
            for (label, does) in labels {
                if let (Does::Step(step), []) = (&does, path.as_slice()) {
                    paths.push(vec![*step]);
                }
                all.push((path.clone(), label, does));
            }
        }
    }
    all
}

#[test]
fn t2_lists_say_what_they_are_sorted_by() {
    for game in all_games() {
        positions(game, |at| {
            let hand = at.play.hand_text(at.seat, at.reader);
            for control in at.play.build(at.seat, &[], at.reader).unwrap().controls {
                let Control::Select { placeholder, options } = control else { continue };
                let number = |does: &Does| match does {
                    Does::Step(step) => vec![*step],
                    Does::Path(steps) | Does::Whole(steps) => steps.clone(),
                    _ => Vec::new(),
                };
                let as_listed = options.windows(2).all(|two| number(&two[0].does) <= number(&two[1].does));
                let card =
                    |label: &str| label.split_whitespace().find_map(|word| hand.find(word.trim_end_matches('…')));
                let as_held = options.windows(2).all(|two| card(&two[0].label) <= card(&two[1].label));
                assert!(as_listed || as_held || placeholder.ends_with(" first"), "{game}: {placeholder}: {options:?}");
            }
        });
    }
}

#[test]
fn t4_moves_are_described_in_words() {
    for game in all_games().filter(|game| *game != "brain-drain") {
        positions(game, |at| {
            for text in at.play.legal(at.seat, "", 12).moves {
                let said = at.play.describe(at.seat, &text, at.reader).unwrap();
                let signs = |c: char| matches!(c, '@' | ';' | '→' | '<' | '>' | '|' | '+');
                assert!(!said.contains(signs), "{game}, {text}: {said}");
            }
        });
    }
}

/// How many words stand beside the controls of a hand on one's turn: the middle and the most of many positions.
#[test]
fn t5_a_hand_on_ones_turn_is_few_words() {
    // Sixty are wanted. Where more are needed: two tables of gin, melds and pairs, keys and what they need, where twenty
    // pegs are.
    let bounds = [
        ("gin-rummy", 85, 110),
        ("klaberjass", 65, 85),
        ("key-of-the-door", 90, 125),
        ("kings-rummy", 90, 140),
        ("brain-drain", 65, 75),
        ("pegs-and-jokers", 110, 140),
        ("crazy-eights", 60, 75),
    ];
    assert!(bounds.iter().map(|(game, ..)| *game).eq(all_games()));
    for (game, middle, most) in bounds {
        let mut counts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        positions(game, |at| {
            let words = read(at).iter().map(|part| part.split_whitespace().count()).sum();
            counts.entry(at.variant.to_owned()).or_default().push(words);
        });
        for (variant, mut counts) in counts {
            counts.sort_unstable();
            let (half, longest) = (counts[counts.len() / 2], counts[counts.len() - 1]);
            println!("{game} {variant}: {half} words, {longest} at most");
            assert!(half <= middle && longest <= most, "{game} {variant}: {half} words, {longest} at most");
        }
    }
}

#[test]
fn t5_what_never_changes_is_said_once_for_all() {
    for game in catalog::games() {
        for variant in game.variants() {
            let options = game.options(Some(variant.id), &Default::default(), *variant.seats.start()).unwrap();
            let said = game.what_counts(&options, engine::Language::English);
            let words = said.split_whitespace().count();
            assert!((15..=180).contains(&words), "{}: {words} words: {said}", variant.id);
            assert!(said.lines().all(|line| line.ends_with(['.', ':'])), "{}: {said}", variant.id);
        }
    }
}

#[test]
fn t6_what_is_asked_names_what_it_is_about() {
    for game in all_games() {
        positions(game, |at| {
            let asked = at.play.board(Some(at.seat), at.reader).prompt;
            let asked = asked.asked_of(at.seat).expect("it is their turn");
            assert!(!asked.contains("answer the lead") && asked != "play", "{game}: {asked}");
        });
    }
    let mut followed = 0;
    positions("klaberjass", |at| {
        let json = at.play.view_json(None);
        let Some(led) = json["public"]["lead"].as_str() else { return };
        let asked = at.play.board(Some(at.seat), at.reader).prompt.to(at.seat);
        let suit = ['S', 'H', 'D', 'C'].iter().position(|letter| led.ends_with(*letter)).unwrap();
        assert!(asked.starts_with("Your turn to follow ") && asked.contains(SUITS[suit]), "{led}: {asked}");
        followed += 1;
    });
    assert!(followed > 20);
}

/// Heard, `b1` and `B1` are one word: a place stands behind a word that says so, and no peg directly before it.
#[test]
fn t7_pegs_holes_and_melds_are_told_apart_by_words() {
    let is = |word: &str, first: std::ops::RangeInclusive<char>, most: u32| {
        let word = word.trim_matches([',', '.', '…', ')', '(', ':', ';']);
        let mut chars = word.chars();
        chars.next().is_some_and(|c| first.contains(&c)) && chars.as_str().parse::<u32>().is_ok_and(|n| n <= most)
    };
    let (peg, hole) = (|word: &str| is(word, 'a'..='h', 5), |word: &str| is(word, 'A'..='H', 17));
    positions("pegs-and-jokers", |at| {
        let labels = pressable(at).into_iter().map(|(_, label, _)| label);
        let moves = at.play.legal(at.seat, "", 5).moves;
        let described = moves.iter().filter_map(|text| at.play.describe(at.seat, text, at.reader));
        let alt = at.play.screen(Some(at.seat), at.reader).alt;
        for text in read(at).into_iter().chain(labels).chain(described).chain([alt]) {
            let sentences = text.replacen("Pegs and Jokers · ", "", 1);
            assert!(!sentences.contains(['→', '·']), "{text}");
            let words: Vec<&str> = text.split_whitespace().collect();
            for two in words.windows(2) {
                let said = ["to", "on", "onto", "from", "or", "is", "hole", "A0"]
                    .contains(&two[0].trim_start_matches('('))
                    || two[0].ends_with(',');
                assert!(!hole(two[1]) || said, "{two:?} of {text}");
                assert!(!(peg(two[0]) && hole(two[1])), "{two:?} of {text}");
            }
        }
    });
    positions("kings-rummy", |at| {
        let body = at.play.board(None, at.reader).body;
        let cards = body.lines().filter(|line| line.split_whitespace().filter(|word| word.len() == 3).count() > 2);
        for line in cards {
            assert!(line.trim_start().starts_with("meld "), "{line}");
        }
    });
}

#[test]
fn t8_a_picture_is_heard_to_say_what_the_text_says() {
    for game in all_games() {
        positions(game, |at| {
            let alt = at.play.screen(Some(at.seat), at.reader).alt.to_lowercase();
            let [_, _, hand, _] = read(at);
            for word in hand.split_whitespace() {
                let word = word.trim_matches(['.', ',', '(', ')', ':']).to_lowercase();
                assert!(alt.contains(&word), "{game} {}: {word} of {hand} in {alt}", at.variant);
            }
        });
    }
    let said = |game: &str, words: &[&str]| {
        let mut found = vec![false; words.len()];
        positions(game, |at| {
            let [headline, body, hand, _] = read(at);
            let text = format!("{headline}\n{body}\n{hand}").replace('\n', " ");
            words.iter().zip(&mut found).for_each(|(word, found)| *found |= text.contains(word));
        });
        assert!(found.iter().all(|found| *found), "{game}: {words:?} {found:?}");
    };
    said("key-of-the-door", &["(stolen)"]);
    said("klaberjass", &["trick 2: Ada ", "trick 2: Ben ", "stock 13"]);
    said("kings-rummy", &[" complete it"]);
    said("pegs-and-jokers", &[" played last"]);
}

/// A label is a verb and an object, and ends in `…` exactly where nothing is played yet.
#[test]
fn t9_labels_make_sense_out_of_context() {
    const VERBS: [&str; 35] = [
        "Accept",
        "Add",
        "Answer",
        "Bring",
        "Call",
        "Claim",
        "Declare",
        "Discard",
        "Doubt",
        "Draw",
        "Exchange",
        "Go",
        "Knock",
        "Lay",
        "Make",
        "Move",
        "Name",
        "Offer",
        "Pass",
        "Play",
        "Rearrange",
        "Refuse",
        "Say",
        "Send",
        "Split",
        "Steal",
        "Swap",
        "Take",
        "Trust",
        "Undo",
        "Lead",
        "Follow",
        "Show",
        "Keep",
        "End",
    ];
    for game in all_games() {
        positions(game, |at| {
            for (path, label, does) in pressable(at) {
                let mut words = label.split_whitespace();
                let verb = words.next().unwrap().trim_end_matches('…');
                assert!(VERBS.contains(&verb), "{game}: {label}");
                assert!(verb == "Pass" || words.next().is_some(), "{game}: {label} names nothing");
                let to = match does {
                    Does::Step(step) => [path, vec![step]].concat(),
                    Does::Path(steps) => steps,
                    Does::Finish | Does::Whole(_) | Does::Say(_) => {
                        assert!(!label.ends_with('…'), "{game}: {label} plays");
                        continue;
                    }
                };
                let plays = matches!(at.play.build(at.seat, &to, at.reader).unwrap().makes, Makes::WholeMove(_));
                assert_eq!(label.ends_with('…'), !plays, "{game}: {label}");
            }
        });
    }
}

/// One term a thing; and a suit that stands alone is a word.
#[test]
fn t10_one_thing_has_one_name() {
    for game in all_games() {
        // In Brain Drain a number is made.
        let made = if game == "brain-drain" { "as trumps" } else { "makes it" };
        let banned = ["pile", "as trumps", "plays ♠", "takes ♠", made, "→"];
        positions(game, |at| {
            let moves = at.play.legal(at.seat, "", 6).moves;
            let described = moves.iter().filter_map(|text| at.play.describe(at.seat, text, at.reader));
            let labels = pressable(at).into_iter().map(|(_, label, _)| label);
            let alt = at.play.screen(Some(at.seat), at.reader).alt;
            for text in read(at).into_iter().chain(described).chain(labels).chain([alt]) {
                let alone = |word: &str| word.chars().all(|c| SUITS.contains(&c));
                let sign = text
                    .split_whitespace()
                    .find(|word| alone(word.trim_matches([',', '.', ':', '(', ')'])) && !word.is_empty());
                assert_eq!(sign.filter(|word| word.contains(SUITS)), None, "{game}: {text}");
                let wrong = banned.iter().find(|wrong| text.to_lowercase().contains(*wrong));
                assert_eq!(wrong, None, "{game}: {text}");
            }
        });
    }
}
