//! Whole matches, replayed from their journals.

use serde_json::Value;

use super::super::catalog::{self, Setup, counts_of};
use super::super::chance::Chance;
use super::super::face::{Fact, Judged, Play};
use super::super::game::{Facts, Progress};
use super::super::match_::{Match, RESIGN, VOID};
use super::super::random::{asked_seat, by, seed};
use super::super::record::{Entry, Record};
use super::super::seats::Seat;
use super::{Probe, ended, matches, odd_names, random_move};
use crate::picture::Screen;
use crate::{BoardText, Reader};

/// Plays random matches of every variant at every seat count to their end, and replays each from its journal.
pub(crate) fn replays<G: Probe>() {
    for variant in G::variants() {
        for seats in counts_of::<G>(variant, &(variant.options)()) {
            for n in 0..matches() {
                replay::<G>(&(variant.options)(), seats, n, &format!("{} for {seats}, match {n}", variant.id));
            }
        }
    }
}

fn replay<G: Probe>(options: &G::Options, seats: u8, n: u64, what: &str) {
    let mut dice = Chance::from_seed(seed(n ^ 0x11ea));
    let mut facts = Facts::<G>::new();
    let start = |facts: &mut Facts<G>| Match::<G>::start(options, seats, None, Chance::from_seed(seed(n)), facts);
    let mut journal: Vec<(Seat, String)> = Vec::new();
    let mut played = start(&mut facts);
    while !matches!(played.progress(), Progress::MatchOver(_)) {
        assert!(journal.len() < G::MOST_MOVES, "{what}: not over after {} moves", G::MOST_MOVES);
        let seat = asked_seat(played.awaiting(), by(&mut dice)).expect("somebody is asked");
        let m = random_move::<G>(&played.view(Some(seat)), &mut dice);
        journal.push((seat, G::say(&m)));
        facts.clear();
        played.act(seat, m, &mut facts).unwrap_or_else(|why| panic!("{what}: {:?}: {why:?}", journal.last()));
    }
    ended(&played, what);
    let mut again = start(&mut facts);
    for (seat, text) in &journal {
        let m = G::read(&again.view(Some(*seat)), text, &Reader::plain(8))
            .unwrap_or_else(|why| panic!("{what}: {text}: {why:?}"));
        facts.clear();
        again.act(*seat, m, &mut facts).unwrap_or_else(|why| panic!("{what}: {text}: {why:?}"));
    }
    assert_eq!(again.progress(), played.progress(), "{what}: the replay has the same result");
    assert_eq!(again.sheet(), played.sheet(), "{what}: the replay has the same score sheet");
}

/// After so many moves of a match the boards of all seats are looked at, each time.
fn looked_at(seats: u8) -> i64 {
    (40 * matches()).min(4000) as i64 / i64::from(seats)
}

/// In a match in which more than two sides play, somebody gives up after so many; where a hand may be voided, one is.
const GIVES_UP: i64 = 20;
const VOIDS: i64 = 10;

/// All that anybody was shown of a match at a time: a spectator, and each seat.
struct Shown {
    boards: Vec<(BoardText, Screen, String, Value)>,
    facts: Vec<(Fact, String)>,
    result: Option<Screen>,
}

fn shown(play: &dyn Play, facts: &[Fact]) -> Shown {
    let reader = odd_names(play.sides().count());
    let viewers = std::iter::once(None).chain(Seat::all(play.sides().count()).map(Some));
    let board = |viewer: Option<Seat>| {
        let hand = viewer.map(|seat| play.hand_text(seat, &reader)).unwrap_or_default();
        (play.board(viewer, &reader), play.screen(viewer, &reader), hand, play.view_json(viewer))
    };
    Shown {
        boards: viewers.map(board).collect(),
        facts: facts.iter().map(|fact| (fact.clone(), fact.tell(&reader))).collect(),
        result: play.result_screen(&reader),
    }
}

/// Plays through the face ([`Play`]), and replays the record from its JSON: after each move everybody sees what they saw,
/// and is told what they were told.
pub(crate) fn records<G: Probe>() {
    let listed = catalog::game(G::ID).expect("the game is in the catalogue");
    for (variant, known) in listed.variants().iter().zip(G::variants()) {
        for seats in counts_of::<G>(known, &(known.options)()) {
            let seed = seed(u64::from(seats) + 77);
            let setup = Setup { variant: Some(variant.id.to_owned()), seats: Some(seats), seed, ..Setup::default() };
            let (play, facts) = listed.start(setup).expect("a plain table starts");
            let (record, all, stands) = played(play, &facts);
            let json = serde_json::to_string(&record).expect("records are JSON");
            let again: Record = serde_json::from_str(&json).expect("records read back");
            assert_eq!(again, record);
            let (mut play, mut facts) = catalog::begin_again(&again.header).expect("records replay");
            for (number, was) in all.iter().enumerate() {
                let (what, is) = (format!("{} for {seats}, move {number}", variant.id), shown(&*play, &facts));
                assert!(is.boards == was.boards && is.result == was.result, "{what}: the boards are others");
                assert!(is.facts == was.facts, "{what}: what is told is something else");
                let next = catalog::step(&mut *play, &again.journal).expect("records replay");
                assert_eq!(next.is_some(), number < again.journal.len(), "{what}");
                facts = next.unwrap_or_default();
            }
            assert_eq!(play.status(), stands, "{} for {seats}", variant.id);
        }
    }
}

/// The record of a match, what was shown before the first and after each move, and where it stands then.
fn played(mut play: Box<dyn Play>, facts: &[Fact]) -> (Record, Vec<Shown>, crate::Status) {
    let (mut dice, plain) = (Chance::from_seed(seed(5)), Reader::plain(8));
    let (mut journal, mut all) = (Vec::new(), vec![shown(&*play, facts)]);
    for at in 0..looked_at(play.sides().count()) {
        let Some(seat) = asked_seat(play.awaiting(), by(&mut dice)) else { break };
        let text = match at {
            VOIDS if play.voidable().is_some() => VOID.to_owned(),
            GIVES_UP if play.status().scores.len() > 2 => RESIGN.to_owned(),
            _ => any_move(&*play, seat, &mut dice, &plain),
        };
        let facts = play.act(seat, &text).expect("it was listed");
        all.push(shown(&*play, &facts));
        journal.push(Entry { seat, text, at });
    }
    (Record { header: play.header().clone(), journal }, all, play.status())
}

/// Mostly the likeliest move, so that hands end. What lists call a move is read as that move.
fn any_move(play: &dyn Play, seat: Seat, dice: &mut Chance, plain: &Reader) -> String {
    let reads = |text: &str| play.read(seat, text, plain).as_ref().ok().map(Judged::text).map(str::to_owned);
    for (text, called) in play.suggest(seat, "", 3, plain) {
        assert_eq!(reads(&called).as_ref(), Some(&text), "{called:?} is what lists call it");
    }
    let likeliest = play.likeliest(seat).filter(|_| dice.below(3) > 0);
    let text = likeliest.unwrap_or_else(|| {
        let moves = play.legal(seat, "", 50).moves;
        moves[dice.below(moves.len() as u32) as usize].clone()
    });
    assert_eq!(reads(&text).as_ref(), Some(&text), "canonical text is a fixed point");
    text
}
