//! One position, looked at from every side.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::bidi::isolated;
use super::super::cards::CardText;
use super::super::chance::Chance;
use super::super::columns;
use super::super::game::{Awaiting, Choices, Facts, Refuse, State, View};
use super::super::match_::Match;
use super::super::seats::{Seat, SeatSet, Seats};
use super::super::words::{Control, Does, Pick, Reader};
use super::{Probe, TYPED, anchors};

/// How much was really looked at: some positions have too many moves to look at one by one, and some moves reveal
/// by the rules what was hidden.
#[derive(Default)]
pub(super) struct Looked {
    /// Positions whose moves were all looked at.
    pub(super) lists: u32,
    /// Moves that were played in a bystander's imagined positions too.
    pub(super) bystanders: u32,
    /// Moves that were listed alike in the true position and in one imagined by the mover.
    pub(super) moves: u32,
    /// Steps after which the controls and the next choices were alike in both positions.
    pub(super) steps: u32,
}

/// The most moves of a position that are looked at one by one.
const LISTED: usize = 800;
/// How many random paths down the steps are walked in an imagined position.
const PATHS: usize = 2;

/// The first moves that the seat could list, [`LISTED`] at most; and whether they are all. The walk is one of its own,
/// because listings are held against it, and those of most games are made by the engine's.
fn listed<G: Probe>(view: &View<'_, G>) -> (Vec<G::Move>, bool) {
    fn walk<G: Probe>(view: &View<'_, G>, so_far: &mut Vec<G::Step>, out: &mut Vec<G::Move>) -> bool {
        let Choices { steps, done } = G::choices(view, so_far);
        out.extend(done);
        steps.into_iter().all(|step| {
            so_far.push(step);
            let on = out.len() <= LISTED && walk(view, so_far, out);
            so_far.pop();
            on
        })
    }
    let mut out = Vec::new();
    let all = walk(view, &mut Vec::new(), &mut out);
    out.truncate(LISTED);
    (out, all)
}

/// Names as people have them: as wide as a table shows, of wide letters, from right to left, with marks, and short.
pub(crate) fn odd_names(seats: u8) -> Reader {
    const ODD: [&str; 5] = [
        "Wolfeschlegelsteinhausenbergerdo",
        "漢字仮名交じり文漢字仮名交じり文",
        "عبد الرحمن بن عبد العزيز كبير 2",
        "e\u{301}\u{323}o\u{308}\u{323}",
        "x",
    ];
    Reader::english(Seats::of(seats, |seat| isolated(ODD[seat.index() % ODD.len()])))
}

/// No line is wider than a phone shows.
pub(crate) fn fits_a_phone(text: &str, what: &str) {
    for line in text.lines() {
        assert!(columns::width(line) <= columns::PHONE, "{what}: a phone wraps {line:?}");
    }
}

/// Looks at one position from every side.
pub(super) fn look_at<G: Probe>(
    play: &Match<G>,
    seats: u8,
    pool: &[G::Move],
    dice: &mut Chance,
    what: &str,
    looked: &mut Looked,
) {
    conserved::<G>(play.state(), view_pack::<G>(&play.view(None)), what);
    let names = odd_names(seats);
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
        cannot_tell(&view, dice, &names, what, looked);
    }
    cannot_tell(&play.view(None), dice, &names, what, looked);
    shared_controls_are_moves(play, what);
}

/// The controls on the shared board name no step of anybody's hand, only moves that somebody may play.
fn shared_controls_are_moves<G: Probe>(play: &Match<G>, what: &str) {
    if play.awaiting().seats().is_empty() {
        return;
    }
    let may_play = |text: &str| {
        Seat::all(play.seats()).any(|seat| {
            let read = G::read(&play.view(Some(seat)), text, &Reader::plain(8));
            read.is_ok_and(|m| play.check(seat, &m).is_ok())
        })
    };
    for control in G::shared_controls(play.public(), &Reader::plain(8)) {
        let all: Vec<Does> = match control {
            Control::Button { does, .. } => vec![does],
            Control::Select { options, .. } => options.into_iter().map(|pick| pick.does).collect(),
            Control::Greyed { .. } | Control::Form { .. } => vec![],
        };
        for does in all {
            let Does::Say(text) = does else { panic!("{what}: {does:?} on the shared board") };
            assert!(may_play(&text), "{what}: nobody may play {text:?}, which all are offered");
        }
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

/// What is listed is legal, reads back and is complete; `false` if there is too much to look at.
fn legality<G: Probe>(view: &View<'_, G>, pool: &[G::Move], what: &str) -> bool {
    let (by_steps, true) = listed::<G>(view) else { return false };
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
        assert_eq!(G::read(view, &text, &Reader::plain(8)).as_ref(), Ok(m), "{what}: {text:?} reads back");
        assert_eq!(
            G::read(view, &text.to_lowercase(), &Reader::plain(8)).as_ref(),
            Ok(m),
            "{what}: {text:?} reads back in lower case"
        );
        assert!(!G::describe(view, m, &Reader::plain(8)).is_empty(), "{what}: {text:?} is described");
        assert!(text.chars().count() <= TYPED, "{what}: `/move` takes no more of {text:?}");
    }
    let pool = if G::FREE_TEXT { &[] } else { pool };
    for m in pool {
        match G::check(view, m) {
            Ok(()) => assert!(all.contains(m), "{what}: {m:?} passes but is not listed"),
            Err(why) => {
                assert!(!all.contains(m), "{what}: {m:?} is listed but refused: {why:?}");
                assert!(anchors(G::RULES).contains(&why.rule().0.to_owned()), "{what}: {why:?} cites {:?}", why.rule());
            }
        }
    }
    true
}

/// Every button and pick of a hand's controls is a step that exists, or a text that can be read.
fn controls_lead_somewhere<G: Probe>(view: &View<'_, G>, what: &str) {
    let steps = G::choices(view, &[]);
    let steps_of = |path: &[usize], label: &str| {
        path.iter().fold(Vec::new(), |mut so_far, &n| {
            let step = G::choices(view, &so_far).steps.into_iter().nth(n);
            so_far.push(step.unwrap_or_else(|| panic!("{what}: {label:?} is {path:?}")));
            so_far
        })
    };
    for control in G::controls(view, &[], &Reader::plain(8)) {
        let all: Vec<(String, Does)> = match control {
            Control::Button { label, does, .. } => vec![(label, does)],
            Control::Select { options, .. } => {
                assert!(!options.is_empty(), "{what}: an empty select");
                let fits = |pick: &Pick| (1..=80).contains(&pick.button.chars().count());
                assert!(options.iter().all(fits), "{what}: {options:?}");
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
                Does::Path(path) => drop(steps_of(&path, &label)),
                Does::Whole(path) => {
                    let done = G::choices(view, &steps_of(&path, &label)).done;
                    assert!(done.is_some(), "{what}: {label:?} is {path:?}");
                }
                Does::Finish => assert!(steps.done.is_some(), "{what}: {label:?} finishes nothing"),
                Does::Say(text) => {
                    let cards = text.split_whitespace().any(|word| G::Card::parse(word).is_some());
                    assert!(!cards, "{what}: a button is called {text:?}");
                    let m = G::read(view, &text, &Reader::plain(8))
                        .unwrap_or_else(|e| panic!("{what}: {label:?} says {text:?}: {e:?}"));
                    assert_eq!(G::check(view, &m), Ok(()), "{what}: {label:?} says {text:?}");
                }
            }
        }
    }
}

/// Deals afresh what the viewer cannot see: the viewer's whole world must stay the same.
fn cannot_tell<G: Probe>(view: &View<'_, G>, dice: &mut Chance, reader: &Reader, what: &str, looked: &mut Looked) {
    let other = G::imagine(view, dice);
    let imagined = View::new(&other, view.seat());
    conserved::<G>(&other, view_pack::<G>(view), &format!("{what}, imagined by {:?}", view.seat()));
    sees_the_same(view, &imagined, &format!("{what}: {:?} could tell an imagined position by its view", view.seat()));
    let board = G::board(view, reader);
    fits_a_phone(&board.body, what);
    assert_eq!(board, G::board(&imagined, reader), "{what}: by its board");
    assert_eq!(G::hand_text(view, reader), G::hand_text(&imagined, reader), "{what}: by its hand");
    assert_eq!(G::picture(view, reader), G::picture(&imagined, reader), "{what}: by its picture");
    assert_eq!(G::hand_picture(view, reader), G::hand_picture(&imagined, reader), "{what}: by its hand's picture");
    if view.seat().is_some_and(|seat| G::may_act(view.public(), seat)) {
        let moves = listed::<G>(view);
        assert_eq!(moves, listed::<G>(&imagined), "{what}: by its choices");
        looked.moves += moves.0.len() as u32;
        for _ in 0..PATHS {
            looked.steps += path_tells_nothing(view, &imagined, dice, reader, what);
        }
    }
}

/// Along a random path down the steps, what can be pressed, what can be chosen and what a move would leave are the
/// same in a position that the mover cannot tell from the true one. Returns the number of steps.
fn path_tells_nothing<G: Probe>(
    view: &View<'_, G>,
    imagined: &View<'_, G>,
    dice: &mut Chance,
    reader: &Reader,
    what: &str,
) -> u32 {
    let mut so_far = Vec::new();
    loop {
        let [(mut steps, done), fancy] = [view, imagined].map(|view| {
            let Choices { steps, done } = G::choices(view, &so_far);
            (steps, done)
        });
        assert_eq!((&steps, &done), (&fancy.0, &fancy.1), "{what}: by its choices after {so_far:?}");
        let controls = G::controls(view, &so_far, &Reader::plain(8));
        assert_eq!(
            controls,
            G::controls(imagined, &so_far, &Reader::plain(8)),
            "{what}: by its controls after {so_far:?}"
        );
        if !so_far.is_empty() {
            sketch_tells_nothing(view, imagined, &so_far, reader, what);
        }
        if steps.is_empty() {
            return so_far.len() as u32;
        }
        so_far.push(steps.swap_remove(dice.below(steps.len() as u32) as usize));
    }
}

fn sketch_tells_nothing<G: Probe>(
    view: &View<'_, G>,
    imagined: &View<'_, G>,
    so_far: &[G::Step],
    reader: &Reader,
    what: &str,
) {
    let sketch = G::sketch(view, so_far, reader);
    assert_eq!(sketch, G::sketch(imagined, so_far, reader), "{what}: by what {so_far:?} would leave");
    if let Some(sketch) = sketch {
        assert!(!sketch.said.is_empty(), "{what}: {so_far:?} goes without saying");
        fits_a_phone(&sketch.board.body, what);
    }
}

/// The two views show the same. First as JSON, because that shows where they differ; then as they are, since JSON
/// skips fields.
fn sees_the_same<G: Probe>(view: &View<'_, G>, imagined: &View<'_, G>, what: &str) {
    assert_eq!(seen(view), seen(imagined), "{what}");
    assert!(view.public() == imagined.public(), "{what}: in public, by what JSON skips");
    assert!(view.own() == imagined.own(), "{what}: in the own drawer, by what JSON skips");
    for seat in Seat::all(view.seats()) {
        assert!(view.shown(seat) == imagined.shown(seat), "{what}: in what {seat:?} shows, by what JSON skips");
        assert!(view.backs(seat) == imagined.backs(seat), "{what}: by the backs of {seat:?}, by what JSON skips");
    }
}

/// All that a view shows, as JSON.
pub(super) fn seen<G: Probe>(view: &View<'_, G>) -> Value {
    let backs: Vec<Value> =
        Seat::all(view.seats()).map(|s| serde_json::to_value(view.backs(s)).expect("backs are JSON")).collect();
    let shown: Vec<Option<&G::Private>> = Seat::all(view.seats()).map(|s| view.shown(s)).collect();
    serde_json::json!({"public": view.public(), "own": view.own(), "backs": backs, "shown": shown})
}

/// One seat has moved while others were asked too, each on its own: the buttons of those for whom nothing has changed
/// must not have become stale.
pub(super) fn others_buttons_stay<G: Probe>(before: &Match<G>, after: &Match<G>, mover: Seat, what: &str) {
    let [then, now] = [before, after].map(|play| asked_apart(play.awaiting()));
    for seat in then.iter().filter(|&seat| seat != mover && now.contains(seat)) {
        let choices = |play: &Match<G>| {
            let Choices { steps, done } = G::choices(&play.view(Some(seat)), &[]);
            (steps, done)
        };
        let [old, new] = [before, after].map(|play| play.window(Some(seat)));
        assert!(
            old == new || choices(before) != choices(after),
            "{what}: a move of {mover:?} made the buttons of {seat:?} stale, for which it has changed nothing; \
             `Game::window` has to count more coarsely"
        );
    }
}

/// The seats that are asked independently of each other.
pub(super) const fn asked_apart(awaiting: Awaiting) -> SeatSet {
    match awaiting {
        Awaiting::Turns(seats) | Awaiting::Sealed(seats) => seats,
        Awaiting::Turn(_) | Awaiting::Race(_) | Awaiting::Nobody => SeatSet::EMPTY,
    }
}

/// Plays the same move in the true position and in ones that a bystander cannot tell from it: they must be told the
/// same. Returns for how many bystanders that could be tried.
pub(super) fn bystanders_learn_nothing<G: Probe>(
    play: &Match<G>,
    mover: Seat,
    m: &G::Move,
    dice: &mut Chance,
    what: &str,
) -> u32 {
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
