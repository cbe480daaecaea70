//! Moves that a table may play by itself: that it does, and at once, tells nobody anything.

use super::super::chance::Chance;
use super::super::face::Play;
use super::super::game::Facts;
use super::super::match_::Match;
use super::super::random::by;
use super::super::seats::Seat;
use super::thought::live;
use super::{Probe, random_move};
use crate::To;
use crate::words::Reader;

/// How many of the moves that another might have made are tried.
const TRIED: usize = 8;

/// Deals afresh what another cannot see. If this seat's move plays itself in one position, then so does, in the other,
/// every move of the seat that looks the same. Returns whether it plays itself here.
pub(super) fn forced_moves_tell_nothing<G: Probe>(play: &Match<G>, seat: Seat, dice: &mut Chance, what: &str) -> bool {
    let here = by_itself(play, seat);
    let mut viewers: Vec<Option<Seat>> = Seat::all(play.seats()).filter(|other| *other != seat).map(Some).collect();
    viewers.push(None);
    if here.is_none() {
        viewers = vec![viewers[by(dice)(viewers.len())]];
    }
    for viewer in viewers {
        let elsewhere = play.with_state(G::imagine(&play.view(viewer), dice));
        let there = by_itself(&elsewhere, seat);
        let what = format!("{what}, move {}, seat {}, seen by {viewer:?}", play.moves(), seat.number());
        match (&here, &there) {
            (Some(m), None) => nothing_looks_like(m, play, &elsewhere, seat, dice, &what),
            (None, Some(m)) => nothing_looks_like(m, &elsewhere, play, seat, dice, &what),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    here.is_some()
}

/// The move that a table plays for the seat, if it shows no more than all can see.
fn by_itself<G: Probe>(play: &Match<G>, seat: Seat) -> Option<G::Move> {
    let forced = live(play).forced(seat)?;
    let m = G::read(&play.view(Some(seat)), &forced.text, &Reader::plain(play.seats())).expect("canonical");
    assert!(play.check(seat, &m).is_ok(), "{m:?} is forced");
    forced.hides_nothing.then_some(m)
}

fn nothing_looks_like<G: Probe>(
    m: &G::Move,
    played: &Match<G>,
    other: &Match<G>,
    seat: Seat,
    dice: &mut Chance,
    what: &str,
) {
    assert!(other.check(seat, m).is_err(), "{what}: {m:?} plays itself, and is a choice where that cannot be told");
    let looks = looks(played, seat, m.clone());
    for _ in 0..TRIED {
        let chosen = random_move::<G>(&other.view(Some(seat)), dice);
        assert!(self::looks(other, seat, chosen.clone()) != looks, "{what}: {m:?} plays itself, {chosen:?} does not");
    }
}

/// What a move looks like to everybody.
fn looks<G: Probe>(play: &Match<G>, seat: Seat, m: G::Move) -> Option<G::Event> {
    let mut facts = Facts::<G>::new();
    play.clone().act(seat, m, &mut facts).expect("legal");
    facts.into_iter().find(|told| told.to == To::Everyone).map(|told| told.event)
}
