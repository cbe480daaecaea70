//! What every game is tested for, once for all: random matches end, choices and legality agree, notation and records
//! round-trip, cards are conserved, and nobody can tell what they may not know.
//!
//! A game implements [`Probe`] beside its tests and calls [`suite!`](crate::engine::suite). `UPCARD_SUITE_MATCHES` sets how many matches are
//! played for each variant and seat count (default 4; 1000 in the nightly form).

mod replay;

use std::collections::BTreeMap;

use serde_json::Value;

use super::cards::CardText;
use super::chance::Chance;
use super::game::{Choices, Facts, Progress, State, View};
use super::match_::Match;
use super::options::{Overrides, Variant, resolve};
use super::record::{Entry, Record};
use super::seats::{Seat, Seats};
use super::words::{Control, Does, Names, Words};
use super::{catalog, game::Refuse};

pub(in crate::engine) use replay::replays;

/// What the suite must be told of a game.
pub(in crate::engine) trait Probe: Words {
    /// The most moves that a match of random players takes before the suite calls it endless.
    const MOST_MOVES: usize = 200_000;

    /// Every card of the position, wherever it lies. Whole packs of them must be there.
    fn cards(state: &State<Self>) -> Vec<Self::Card>;

    /// Does playing this move show a bystander something hidden, by the rules?
    fn reveals(view: &View<'_, Self>, m: &Self::Move) -> bool;

    /// A move for a random player where a uniform one will not do (free text, games that random play never ends).
    fn pick(view: &View<'_, Self>, chance: &mut Chance) -> Option<Self::Move> {
        let _ = (view, chance);
        None
    }

    /// Positions whose choices are looked at one by one: every `n`th.
    const LOOK_EVERY: usize = 11;
}

/// Makes the suite's tests for a game.
macro_rules! suite {
    ($game:ty) => {
        mod suite {
            use super::*;

            #[test]
            fn random_matches_hold_every_invariant() {
                crate::engine::suite::random_matches::<$game>();
            }

            #[test]
            fn random_matches_end_and_replay_to_the_same_result() {
                crate::engine::suite::replays::<$game>();
            }

            #[test]
            fn random_options_hold_every_invariant() {
                crate::engine::suite::random_options::<$game>();
            }

            #[test]
            fn records_replay_to_the_same_match() {
                crate::engine::suite::records::<$game>();
            }

            #[test]
            fn no_two_headings_of_the_rules_page_have_one_anchor() {
                crate::engine::suite::rules_page::<$game>();
            }

            #[test]
            fn options_are_the_knobs_and_read_back() {
                crate::engine::suite::options::<$game>();
            }
        }
    };
}
#[allow(unused_imports)]
pub(in crate::engine) use suite;

/// The most characters that `/move` takes.
const TYPED: usize = 1000;

/// How many matches for each variant and seat count.
fn matches() -> u64 {
    std::env::var("UPCARD_SUITE_MATCHES").ok().and_then(|n| n.parse().ok()).unwrap_or(4)
}

fn seed(n: u64) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&n.to_le_bytes());
    seed
}

/// The seat counts of a variant: those of its range that its options admit (teams of equal size leave gaps).
fn tables_of<G: Probe>(variant: &Variant<G::Options>) -> impl Iterator<Item = u8> {
    let options = (variant.options)();
    let allowed = G::seats(&options);
    variant.seats.clone().filter(move |seats| allowed.contains(seats) && G::validate(&options, *seats).is_ok())
}

/// How often was really looked: some positions have more moves than can be looked at one by one, and some moves show by the rules
/// what was hidden.
#[derive(Default)]
struct Looked {
    lists: u32,
    bystanders: u32,
}

/// Plays random matches of every variant at every seat count.
pub(in crate::engine) fn random_matches<G: Probe>() {
    let mut looked = Looked::default();
    for variant in G::variants() {
        for seats in tables_of::<G>(variant) {
            for n in 0..matches() {
                let what = format!("{} for {seats}, match {n}", variant.id);
                play_through::<G>(&(variant.options)(), seats, n, &what, &mut looked);
            }
        }
    }
    assert!(looked.lists > 0, "no position had few enough moves");
    assert!(looked.bystanders > 0, "no move was one that bystanders learn nothing by");
}

/// Plays random matches with random options.
pub(in crate::engine) fn random_options<G: Probe>() {
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
        let allowed = G::seats(&options);
        let seats = (*variant.seats.start()).max(*allowed.start());
        if seats > (*variant.seats.end()).min(*allowed.end()) || G::validate(&options, seats).is_err() {
            continue;
        }
        let what = format!("{} for {seats}, match {n} with {changes:?}", variant.id);
        play_through::<G>(&options, seats, n, &what, &mut Looked::default());
        played += 1;
    }
    assert!(played >= matches(), "only {played} of the random options were valid together");
}

/// A random complete move: a uniform walk down the steps.
fn random_move<G: Probe>(view: &View<'_, G>, chance: &mut Chance) -> G::Move {
    if let Some(m) = G::pick(view, chance) {
        return m;
    }
    let mut so_far = Vec::new();
    loop {
        let Choices { mut steps, done } = G::choices(view, &so_far);
        let ways = steps.len() + usize::from(done.is_some());
        assert!(ways > 0, "steps lead nowhere: {so_far:?}");
        let way = chance.below(ways as u32) as usize;
        match done {
            Some(m) if way == steps.len() => return m,
            _ => so_far.push(steps.swap_remove(way)),
        }
    }
}

fn play_through<G: Probe>(options: &G::Options, seats: u8, n: u64, what: &str, looked: &mut Looked) {
    let mut dice = Chance::from_seed(seed(n ^ 0x5eed));
    let mut facts = Facts::<G>::new();
    let mut play = Match::<G>::start(options, seats, None, Chance::from_seed(seed(n)), &mut facts);
    let mut pool: Vec<G::Move> = Vec::new();
    for number in 0..G::MOST_MOVES {
        if let Progress::MatchOver(_) = play.progress() {
            return ended(&play, what);
        }
        let asked = play.awaiting().seats();
        assert!(!asked.is_empty(), "{what}: nobody is asked, and the match is not over");
        let seat = asked.iter().nth(dice.below(u32::from(asked.len())) as usize).expect("somebody is asked");
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
        play.act(seat, m.clone(), &mut facts).unwrap_or_else(|why| panic!("{what}: {m:?} was offered, then {why:?}"));
        let names = Names::plain(seats);
        for told in &facts {
            let words = G::tell(&told.event, &names);
            assert!(words.lines().all(|line| line == line.trim_end()), "{what}: {words:?}");
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

/// Everything the seat could list, if it is not more than some hundreds.
fn listed<G: Probe>(view: &View<'_, G>, most: usize) -> Option<Vec<G::Move>> {
    fn walk<G: Probe>(view: &View<'_, G>, so_far: &mut Vec<G::Step>, most: usize, out: &mut Vec<G::Move>) -> bool {
        let Choices { steps, done } = G::choices(view, so_far);
        out.extend(done);
        steps.into_iter().all(|step| {
            so_far.push(step);
            let on = out.len() <= most && walk(view, so_far, most, out);
            so_far.pop();
            on
        })
    }
    let mut out = Vec::new();
    walk(view, &mut Vec::new(), most, &mut out).then_some(out)
}

/// Looks at one position from every side.
fn look_at<G: Probe>(play: &Match<G>, seats: u8, pool: &[G::Move], dice: &mut Chance, what: &str, looked: &mut Looked) {
    conserved::<G>(play.state(), view_pack::<G>(&play.view(None)), what);
    let names = Names::plain(seats);
    for seat in Seat::all(seats) {
        let view = play.view(Some(seat));
        if play.may_act(seat).is_ok() {
            looked.lists += u32::from(legality(&view, pool, what));
            let fallback = G::fallback(&view);
            if play.awaiting().seats().contains(seat) {
                assert!(G::check(&view, &fallback).is_ok(), "{what}: the fallback {fallback:?} is legal");
            }
            controls_lead_somewhere(&view, what);
        }
        cannot_tell(&view, dice, &names, what);
    }
    cannot_tell(&play.view(None), dice, &names, what);
    let board = G::board(&play.view(None), &names);
    for line in board.body.lines() {
        assert!(line.chars().count() <= 54, "{what}: a phone wraps {line:?}");
    }
}

fn conserved<G: Probe>(state: &State<G>, pack: Vec<G::Card>, what: &str) {
    let count = |cards: Vec<G::Card>| {
        cards.into_iter().fold(BTreeMap::new(), |mut all: BTreeMap<String, usize>, card| {
            *all.entry(card.code()).or_default() += 1;
            all
        })
    };
    let (held, fresh) = (G::cards(state), pack);
    let packs = held.len() / fresh.len();
    assert!(packs > 0, "{what}: a whole pack is there");
    let whole: BTreeMap<String, usize> = count(fresh).into_iter().map(|(card, n)| (card, n * packs)).collect();
    assert_eq!(count(held), whole, "{what}: cards are neither lost nor made");
}

/// What is listed is legal, reads back and is all there is; `false` where that is too much to look at.
fn legality<G: Probe>(view: &View<'_, G>, pool: &[G::Move], what: &str) -> bool {
    let Some(by_steps) = listed::<G>(view, 800) else { return false };
    assert!(!by_steps.is_empty(), "{what}: a seat that may act has a move");
    for (i, m) in by_steps.iter().enumerate() {
        assert!(!by_steps[..i].contains(m), "{what}: two paths lead to {m:?}");
    }
    let mut all = Vec::new();
    assert!(G::each_move(view, "", usize::MAX, &mut |m| {
        all.push(m);
        true
    }));
    assert!(by_steps.iter().all(|m| all.contains(m)), "{what}: all that steps lead to is listed");
    for (i, m) in all.iter().enumerate() {
        assert_eq!(G::check(view, m), Ok(()), "{what}: {m:?} is listed");
        assert!(!all[..i].contains(m), "{what}: {m:?} is listed twice");
        let text = G::say(m);
        assert_eq!(G::read(view, &text).as_ref(), Ok(m), "{what}: {text:?} reads back");
        assert_eq!(G::read(view, &text.to_lowercase()).as_ref(), Ok(m), "{what}: {text:?} reads back in lower case");
        assert!(!G::describe(view, m).is_empty(), "{what}: {text:?} is described");
        assert!(text.chars().count() <= TYPED, "{what}: `/move` takes no more of {text:?}");
    }
    let pool = if G::FREE_TEXT { &[] } else { pool };
    for m in pool {
        match G::check(view, m) {
            Ok(()) => assert!(all.contains(m), "{what}: {m:?} passes but is not listed"),
            Err(why) => {
                assert!(!all.contains(m), "{what}: {m:?} is listed but refused: {why}");
                assert!(anchors(G::RULES).contains(&why.rule().0.to_owned()), "{what}: {why:?} cites {:?}", why.rule());
            }
        }
    }
    true
}

/// Every button and pick of a hand's controls is a step that exists, or a text that reads.
fn controls_lead_somewhere<G: Probe>(view: &View<'_, G>, what: &str) {
    let steps = G::choices(view, &[]);
    for control in G::controls(view, &[]) {
        let all: Vec<(String, Does)> = match control {
            Control::Button { label, does, .. } => vec![(label, does)],
            Control::Select { options, .. } => {
                assert!(!options.is_empty(), "{what}: an empty select");
                options.into_iter().map(|pick| (pick.label, pick.does)).collect()
            }
            Control::Greyed { label } | Control::Form { label, .. } => {
                assert!(label.chars().count() <= 80, "{what}: {label:?}");
                continue;
            }
        };
        for (label, does) in all {
            assert!(!label.is_empty() && label.chars().count() <= 100, "{what}: label {label:?}");
            match does {
                Does::Step(n) => assert!(n < steps.steps.len(), "{what}: {label:?} is step {n}"),
                Does::Finish => assert!(steps.done.is_some(), "{what}: {label:?} finishes nothing"),
                Does::Say(text) => {
                    let m = G::read(view, &text).unwrap_or_else(|e| panic!("{what}: {label:?} says {text:?}: {e:?}"));
                    assert_eq!(G::check(view, &m), Ok(()), "{what}: {label:?} says {text:?}");
                }
            }
        }
    }
}

/// Deals afresh what the viewer cannot see: the viewer's whole world must stay the same.
fn cannot_tell<G: Probe>(view: &View<'_, G>, dice: &mut Chance, names: &Names, what: &str) {
    let other = G::imagine(view, dice);
    let imagined = View::new(&other, view.seat());
    conserved::<G>(&other, view_pack::<G>(view), &format!("{what}, imagined by {:?}", view.seat()));
    assert_eq!(seen(view), seen(&imagined), "{what}: {:?} could tell an imagined position by its view", view.seat());
    assert_eq!(G::board(view, names), G::board(&imagined, names), "{what}: by its board");
    assert_eq!(G::hand_text(view, names), G::hand_text(&imagined, names), "{what}: by its hand");
    assert_eq!(G::picture(view, names), G::picture(&imagined, names), "{what}: by its picture");
    assert_eq!(G::hand_picture(view, names), G::hand_picture(&imagined, names), "{what}: by its hand's picture");
    if view.seat().is_some_and(|seat| G::may_act(view.public(), seat)) {
        assert_eq!(G::controls(view, &[]), G::controls(&imagined, &[]), "{what}: by its controls");
        assert_eq!(listed::<G>(view, 800), listed::<G>(&imagined, 800), "{what}: by its choices");
        sketches_tell_nothing(view, &imagined, names, what);
    }
}

/// Along one path down the steps, what a move would leave looks the same in a position that the mover cannot tell from the true one.
fn sketches_tell_nothing<G: Probe>(view: &View<'_, G>, imagined: &View<'_, G>, names: &Names, what: &str) {
    let mut so_far = Vec::new();
    while let Some(step) = G::choices(view, &so_far).steps.pop() {
        so_far.push(step);
        let sketch = G::sketch(view, &so_far, names);
        assert_eq!(sketch, G::sketch(imagined, &so_far, names), "{what}: by what {so_far:?} would leave");
        let Some(sketch) = sketch else { continue };
        assert!(!sketch.said.is_empty(), "{what}: {so_far:?} goes without saying");
        for line in sketch.board.body.lines() {
            assert!(line.chars().count() <= 54, "{what}: a phone wraps {line:?}");
        }
    }
}

/// All that a view gives, as JSON.
fn seen<G: Probe>(view: &View<'_, G>) -> Value {
    let backs: Vec<Value> =
        Seat::all(view.seats()).map(|s| serde_json::to_value(view.backs(s)).expect("backs are JSON")).collect();
    let shown: Vec<Option<&G::Private>> = Seat::all(view.seats()).map(|s| view.shown(s)).collect();
    serde_json::json!({"public": view.public(), "own": view.own(), "backs": backs, "shown": shown})
}

/// Plays the same move in the true position and in ones that a bystander cannot tell from it: he must be told the same. For how many
/// bystanders could that be tried?
fn bystanders_learn_nothing<G: Probe>(play: &Match<G>, mover: Seat, m: &G::Move, dice: &mut Chance, what: &str) -> u32 {
    if G::reveals(&play.view(Some(mover)), m) {
        return 0;
    }
    let mut tried = 0;
    let viewers = Seat::all(play.seats()).map(Some).filter(|&v| v != Some(mover)).chain([None]);
    for viewer in viewers {
        let imagined = play.with_state(G::imagine(&play.view(viewer), dice));
        if imagined.check(mover, m).is_err() {
            continue;
        }
        let told = |mut play: Match<G>| {
            let mut facts = Facts::<G>::new();
            play.act(mover, m.clone(), &mut facts).expect("it was checked");
            facts.retain(|told| told.to.reaches(viewer));
            facts
        };
        let (truth, fancy) = (told(play.clone()), told(imagined));
        assert_eq!(truth, fancy, "{what}: {m:?} told {viewer:?} something hidden");
        tried += 1;
    }
    tried
}

fn view_pack<G: Probe>(view: &View<'_, G>) -> Vec<G::Card> {
    G::pack(G::options_of(view.public()), view.seats())
}

/// Plays through the face, and replays the record from its JSON.
pub(in crate::engine) fn records<G: Probe>() {
    let listed = catalog::game(G::ID).expect("the game is in the catalogue");
    for (variant, known) in listed.variants().into_iter().zip(G::variants()) {
        for seats in tables_of::<G>(known) {
            let setup = catalog::Setup {
                variant: Some(variant.id.to_owned()),
                seats: Some(seats),
                seed: seed(u64::from(seats) + 77),
                ..Default::default()
            };
            let mut dice = Chance::from_seed(seed(5));
            let (mut play, _) = listed.start(setup).expect("a plain table starts");
            let mut journal = Vec::new();
            for at in 0..120 {
                let asked = play.awaiting().seats();
                if asked.is_empty() {
                    break;
                }
                let seat = asked.iter().nth(dice.below(u32::from(asked.len())) as usize).expect("somebody");
                let moves = play.legal(seat, "", 50).moves;
                let text = moves[dice.below(moves.len() as u32) as usize].clone();
                assert_eq!(play.read(seat, &text).as_deref(), Ok(&*text), "canonical text is a fixed point");
                for (text, called) in play.suggest(seat, "", 3) {
                    assert_eq!(play.read(seat, &called), Ok(text), "{called:?} is what lists call it");
                }
                play.act(seat, &text).expect("it was listed");
                journal.push(Entry { seat, text, at });
            }
            let record = Record { header: play.header().clone(), journal };
            let json = serde_json::to_string(&record).expect("records are JSON");
            let again: Record = serde_json::from_str(&json).expect("records read back");
            assert_eq!(again, record);
            let replayed = catalog::replay(&again).expect("records replay");
            let whole = |p: &dyn super::Play| -> Vec<Value> {
                let mut all: Vec<Value> = Seat::all(seats).map(|s| p.view_json(Some(s))).collect();
                all.extend([p.view_json(None), serde_json::to_value(p.status()).expect("status is JSON")]);
                all
            };
            assert_eq!(whole(&*play), whole(&*replayed), "{} for {seats}", variant.id);
        }
    }
}

/// The anchors of a rules page: its headings without their numbers, as slugs.
fn anchors(rules: &str) -> Vec<String> {
    super::rules::sections(rules).into_iter().map(|section| section.anchor).collect()
}

/// Headings of the rules page are unique as anchors.
pub(in crate::engine) fn rules_page<G: Probe>() {
    let all = anchors(G::RULES);
    assert!(all.len() >= 5, "a rules page has sections");
    for (i, anchor) in all.iter().enumerate() {
        assert!(!anchor.is_empty() && !all[..i].contains(anchor), "the anchor {anchor:?} stands twice");
    }
}

/// Every field of the options is a knob and takes its own default.
pub(in crate::engine) fn options<G: Probe>() {
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
