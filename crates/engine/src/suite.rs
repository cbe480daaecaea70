//! The tests that every game runs: random matches end, choices and legality agree, notation and records round-trip,
//! cards are conserved, nobody can tell what they may not know, and a deal leaves nothing of the hand before.
//!
//! A game implements [`Probe`] beside its tests and calls [`suite!`](crate::suite). `UPCARD_SUITE_MATCHES`
//! sets how many matches are played for each variant and seat count (default 4; 1000 in the long form).

mod deals;
mod forced;
mod look;
mod replay;
mod thought;
mod typed;

use serde_json::{Value, json};

use super::catalog::counts_of;
use super::chance::Chance;
use super::game::{Facts, Progress, State, View};
use super::match_::Match;
use super::options::{Overrides, resolve};
use super::random::{self, asked_seat, by, seed};
use super::seats::Seats;
use super::words::{Language, Moment, Words};

pub(crate) use deals::beginnings;
use forced::forced_moves_tell_nothing;
use look::{Looked, asked_apart, bystanders_learn_nothing, look_at, others_buttons_stay};
pub(crate) use look::{fits_a_phone, odd_names};
pub(crate) use replay::{records, replays};
pub(crate) use thought::thoughts;
pub(crate) use typed::typed_moves;

/// What the suite needs to know about a game.
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub(crate) trait Probe: Words {
    /// The most moves that a match of random players takes before the suite calls it endless.
    const MOST_MOVES: usize = 200_000;

    /// Every card of the position, wherever it lies. Whole packs of them must be there.
    fn cards(state: &State<Self>) -> Vec<Self::Card>;

    /// By the rules, does playing this move show a bystander something hidden?
    fn reveals(view: &View<'_, Self>, m: &Self::Move) -> bool;

    /// A move for a random player where a uniform one will not do (free text, games that random play never ends).
    fn pick(view: &View<'_, Self>, chance: &mut Chance) -> Option<Self::Move> {
        None
    }

    /// What a match carries from hand to hand, and whose seat it is: the names of these fields in the view.
    const CARRIED: &[&str] = &[];

    /// What people who are new to the game type to find its rules: the number of a section (empty: the introduction),
    /// and the texts that open it.
    const OPENS: &[(&str, &str)];

    /// A study question in JSON, one part of which is wrong: it stands there as `LONG`. Empty if the game answers none.
    const ASKS_WRONGLY: &str;

    /// The choices of every `n`th position are looked at one by one.
    const LOOK_EVERY: usize = 11;
}

/// Makes the suite's tests for a game.
macro_rules! suite {
    ($game:ty) => {
        mod suite {
            use super::*;

            #[test]
            fn random_matches_hold_every_invariant() {
                crate::suite::random_matches::<$game>();
            }

            #[test]
            fn a_match_begins_by_telling_nobody_of_hidden_cards() {
                crate::suite::beginnings::<$game>();
            }

            #[test]
            fn random_matches_end_and_replay_to_the_same_result() {
                crate::suite::replays::<$game>();
            }

            #[test]
            fn the_house_plays_by_the_rules_from_what_its_seat_may_know() {
                crate::suite::thoughts::<$game>();
            }

            #[test]
            fn random_options_hold_every_invariant() {
                crate::suite::random_options::<$game>();
            }

            #[test]
            fn q08_q09_q12_q13_however_a_move_is_typed_it_is_read_as_the_same() {
                crate::suite::typed_moves::<$game>();
            }

            #[test]
            fn records_replay_at_every_move_to_what_every_seat_was_shown() {
                crate::suite::records::<$game>();
            }

            #[test]
            fn no_two_headings_of_the_rules_page_have_one_anchor() {
                crate::suite::rules_page::<$game>();
            }

            #[test]
            fn what_people_type_opens_the_section_that_tells_of_it() {
                crate::suite::opens::<$game>();
            }

            #[test]
            fn what_a_question_asks_wrongly_is_said_back_in_short() {
                crate::suite::asks_wrongly::<$game>();
            }

            #[test]
            fn options_are_the_knobs_and_read_back() {
                crate::suite::options::<$game>();
            }
        }
    };
}
#[allow(unused_imports)]
pub(crate) use suite;

/// The most characters that `/move` takes.
const TYPED: usize = 1000;

/// How many matches for each variant and seat count.
fn matches() -> u64 {
    std::env::var("UPCARD_SUITE_MATCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

/// What people type opens the section that they look for.
pub(crate) fn opens<G: Probe>() {
    for (number, all) in G::OPENS {
        for typed in all.split('|') {
            let found = crate::rules::search(G::RULES, typed);
            assert_eq!(found.first().map(|section| section.number), Some(*number), "{typed}");
        }
    }
}

/// What is wrong in a study question is said back, and not at length.
pub(crate) fn asks_wrongly<G: Probe>() {
    let study = |question: &Value| G::study(question, Language::English).unwrap_err();
    if study(&json!({})) == format!("{} has no study questions.", G::TITLE) {
        return assert_eq!(G::ASKS_WRONGLY, "", "nothing may be asked");
    }
    let long = format!("{:?}", "x".repeat(1000));
    let words = study(&serde_json::from_str(&G::ASKS_WRONGLY.replace("LONG", &long)).expect("JSON"));
    assert!(words.contains("`xxx") && words.chars().count() < 200, "{words}");
}

/// Plays random matches of every variant at every seat count.
pub(crate) fn random_matches<G: Probe>() {
    let mut looked = Looked::default();
    for variant in G::variants() {
        for seats in counts_of::<G>(variant, &(variant.options)()) {
            for n in 0..matches() {
                let what = format!("{} for {seats}, match {n}", variant.id);
                play_through::<G>(&(variant.options)(), seats, n, &what, &mut looked);
            }
        }
    }
    assert!(looked.lists > 0, "no position had few enough moves");
    assert!(looked.bystanders > 0, "no move was one that bystanders learn nothing by");
    assert!(looked.moves > 0, "no move was listed in an imagined position too");
    assert!(looked.steps > 0, "no step was taken in an imagined position too");
}

/// Plays random matches with random options.
pub(crate) fn random_options<G: Probe>() {
    let mut played = 0;
    for n in 0..10 * matches() {
        let mut chance = Chance::from_seed(seed(n ^ 0xa5a5));
        let variant = &G::variants()[chance.below(G::variants().len() as u32) as usize];
        let mut changes = Overrides::new();
        for knob in G::knobs() {
            if chance.below(3) == 0 {
                let examples = knob.kind.examples();
                let text = &examples[chance.below(examples.len() as u32) as usize];
                changes.insert(knob.key.to_owned(), knob.kind.read(text).expect("examples are of their kind"));
            }
        }
        let Ok(options) = resolve(&(variant.options)(), G::knobs(), &changes) else { continue };
        let counts = counts_of::<G>(variant, &options);
        if counts.is_empty() {
            continue;
        }
        let seats = counts[chance.below(counts.len() as u32) as usize];
        let what = format!("{} for {seats}, match {n} with {changes:?}", variant.id);
        play_through::<G>(&options, seats, n, &what, &mut Looked::default());
        played += 1;
    }
    assert!(played >= matches(), "only {played} of the random options were valid together");
}

/// A random complete move.
fn random_move<G: Probe>(view: &View<'_, G>, chance: &mut Chance) -> G::Move {
    G::pick(view, chance).unwrap_or_else(|| random::random_move(view, Vec::new(), by(chance)))
}

fn play_through<G: Probe>(options: &G::Options, seats: u8, n: u64, what: &str, looked: &mut Looked) {
    let mut dice = Chance::from_seed(seed(n ^ 0x5eed));
    let mut facts = Facts::<G>::new();
    let mut play = Match::<G>::start(options, seats, None, Chance::from_seed(seed(n)), &mut facts);
    let (mut pool, mut worlds) = (Vec::<G::Move>::new(), Chance::from_seed(seed(n ^ 0xf0ced)));
    for number in 0..G::MOST_MOVES {
        if let Progress::MatchOver(_) = play.progress() {
            return ended(&play, what);
        }
        let seat = asked_seat(play.awaiting(), by(&mut dice))
            .unwrap_or_else(|| panic!("{what}: nobody is asked, and the match is not over"));
        forced_moves_tell_nothing(&play, seat, &mut worlds, what);
        let look = number % G::LOOK_EVERY == 0;
        if look {
            look_at(&play, seats, &pool, &mut dice, what, looked);
        }
        let m = random_move::<G>(&play.view(Some(seat)), &mut dice);
        if look {
            looked.bystanders += bystanders_learn_nothing(&play, seat, &m, &mut dice, what);
        }
        if pool.len() < 200 {
            pool.push(m.clone());
        }
        facts.clear();
        let before = (play.deals() < deals::LOOKED_AT).then(|| play.state().clone());
        let beside_others = (asked_apart(play.awaiting()).len() > 1).then(|| play.clone());
        play.act(seat, m.clone(), &mut facts).unwrap_or_else(|why| panic!("{what}: {m:?} was offered, then {why:?}"));
        if let Some(before) = before.filter(|before| G::hand(&before.public) < G::hand(play.public())) {
            deals::nothing_is_left(before, seat, m, what);
        }
        if let Some(before) = beside_others {
            others_buttons_stay(&before, &play, seat, what);
        }
        let names = odd_names(seats);
        for told in &facts {
            let words = G::tell(&told.event, &names);
            assert!(words.lines().all(|line| line == line.trim_end()), "{what}: {words:?}");
            assert!(!words.starts_with(char::is_whitespace), "{what}: {words:?}");
            let silent = G::moment(&told.event) == Moment::Silent;
            assert_eq!(words.is_empty(), silent, "{what}: {:?} is told in {words:?}", told.event);
        }
    }
    panic!("{what}: not over after {} moves", G::MOST_MOVES);
}

fn ended<G: Probe>(play: &Match<G>, what: &str) {
    let Progress::MatchOver(standings) = play.progress() else { unreachable!("the match is over") };
    let scores: Vec<i32> = play.scores().iter().copied().collect();
    let mut sides: Vec<usize> = standings.0.iter().map(|p| p.side.index()).collect();
    for placing in &standings.0 {
        assert_eq!(placing.score, scores[placing.side.index()], "{what}: standings show the final scores");
    }
    assert!(standings.0.windows(2).all(|p| p[0].place <= p[1].place), "{what}: best side first");
    assert_eq!(standings.0[0].place, 1, "{what}: somebody won");
    sides.sort_unstable();
    assert_eq!(sides, (0..scores.len()).collect::<Vec<_>>(), "{what}: each side stands once");
}

/// The anchors of a rules page: its headings without their numbers, as slugs.
fn anchors(rules: &str) -> Vec<String> {
    super::rules::sections(rules).into_iter().map(|section| section.anchor).collect()
}

/// Headings of the rules page are unique as anchors.
pub(crate) fn rules_page<G: Probe>() {
    let all = anchors(G::RULES);
    assert!(all.len() >= 5, "a rules page has sections");
    for (i, anchor) in all.iter().enumerate() {
        assert!(!anchor.is_empty() && !all[..i].contains(anchor), "the anchor {anchor:?} stands twice");
    }
}

/// Every field of the options is a knob, and a variant's own options are in range and valid.
pub(crate) fn options<G: Probe>() {
    for variant in G::variants() {
        let options = (variant.options)();
        let json = serde_json::to_value(&options).expect("options are JSON");
        let fields = json.as_object().expect("options are an object");
        let mut keys: Vec<&str> = fields.keys().map(String::as_str).collect();
        let mut knobs: Vec<&str> = G::knobs().iter().map(|k| k.key).collect();
        keys.sort_unstable();
        knobs.sort_unstable();
        assert_eq!(keys, knobs, "{}: each option is a knob", variant.id);
        let same = resolve(&options, G::knobs(), fields).expect("a variant's own options are in range");
        assert_eq!(same, options, "{}", variant.id);
        for seats in [*variant.seats.start(), *variant.seats.end()] {
            assert_eq!(G::validate(&options, seats), Ok(()), "{} for {seats}", variant.id);
            let sides: Seats<_> = G::sides(&options, seats);
            assert_eq!(sides.count(), seats);
        }
    }
}
