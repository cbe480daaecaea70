//! What positions and cards are worth, by a rough guess: for the order of lists and for who has resigned.

use super::cards::{Face, Faces};
use super::spots::{PEGS, Peg};
use super::track::Board;
use crate::SeatSet;

/// How far a peg has come: 0 in start, then the steps from where it came out, most in the last hole of its home.
pub(super) fn progress(board: &Board, peg: Peg) -> i32 {
    let spot = board.at(peg);
    let lap = i32::from(board.length());
    if let Some(hole) = spot.hole() {
        let run = i32::from(board.ahead(Board::come_out(peg.colour()), hole));
        // Between the in-spot and the hole where it came out, a whole lap still lies ahead.
        let behind = run > lap - i32::from(PEGS);
        return 10 + if behind { run - lap } else { run };
    }
    spot.home_number().map_or(0, |n| 10 + lap + 2 * i32::from(n))
}

/// How a position looks for a side: its progress less the opponents'.
pub(super) fn outlook(board: &Board, team: SeatSet) -> i32 {
    let signed = |peg: Peg| if team.contains(peg.colour()) { progress(board, peg) } else { -progress(board, peg) };
    Peg::all(board.seats()).map(signed).sum()
}

/// How much a card would be missed: a joker most, then cards that bring a peg out, then the higher ones.
const fn worth(face: Face) -> u8 {
    match face.number() {
        out @ (1 | 11..=14) => 14 + out,
        n => n,
    }
}

/// The card that would be missed least.
pub(super) fn least_useful(faces: Faces) -> Face {
    faces.iter().min_by_key(|face| worth(*face)).unwrap_or(Face::ACE)
}

/// More than any move gains or loses.
const BAND: i32 = 10_000;
/// How many ranks there are, with the joker.
const RANKS: i32 = 14;

/// How good a guess a bluff or a discard that costs this card is, where cards are played face down; honest moves come
/// before all of these. Any card will do for a bluff, so moves are grouped by the card they cost, the least missed
/// first: otherwise every claim would fill a list with as many lines as the hand has cards. Bluffs of a rank that is
/// in the hand are needless and come last.
pub(super) fn costing(card: Face, claim: Option<Face>, hand: Faces) -> i32 {
    let spared = hand.iter().filter(|other| worth(*other) < worth(card)).count() as i32;
    let needless = claim.is_some_and(|face| hand.contains(face));
    BAND * (1 + 2 * spared + i32::from(claim.is_some()) + if needless { 2 * RANKS } else { 0 })
}
