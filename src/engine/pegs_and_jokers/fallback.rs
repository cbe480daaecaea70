//! What is played for a seat that has resigned, and how promising a move looks.

use std::ops::ControlFlow;

use super::PegsAndJokers;
use super::cards::{Face, Faces};
use super::choices::{Step, choices};
use super::mover::{Begin, Mover};
use super::moves::Move;
use super::play::outcome;
use super::plays::{Act, Play, Uses};
use super::split::Cut;
use super::spots::{PEGS, Peg};
use super::state::{Private, Public};
use super::track::Board;
use crate::engine::{Choices, Seat, SeatSet, View};

/// How far a peg has come: 0 in start, then the steps from where it came out, most in the last hole of its home.
fn progress(board: &Board, peg: Peg) -> i32 {
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

/// How much progress a play costs the opponents.
fn harm(public: &Public, seat: Seat, after: &Board) -> i32 {
    let mover = Mover::new(public, seat);
    let theirs = |board: &Board| -> i32 {
        Peg::all(board.seats()).filter(|p| !mover.team.contains(p.colour())).map(|p| progress(board, p)).sum()
    };
    theirs(mover.board) - theirs(after)
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
fn costing(card: Face, claim: Option<Face>, hand: Faces) -> i32 {
    let spared = hand.iter().filter(|other| worth(*other) < worth(card)).count() as i32;
    let needless = claim.is_some_and(|face| hand.contains(face));
    BAND * (1 + 2 * spared + i32::from(claim.is_some()) + if needless { 2 * RANKS } else { 0 })
}

/// How good a guess the move is, the least first.
pub(super) fn likelihood(view: &View<'_, PegsAndJokers>, m: &Move) -> i32 {
    let (public, Some(seat)) = (view.public(), view.seat()) else { return 0 };
    let mover = Mover::new(public, seat);
    let now = outlook(&public.board, mover.team);
    let gain = |play: &Play| outcome(public, seat, play).map_or(0, |(after, _)| outlook(&after, mover.team) - now);
    let hand = view.own().map_or(Faces::EMPTY, Private::faces);
    match m {
        Move::Play(play) => -gain(play),
        Move::Count(face, _) => 20 * i32::from(*face == Face::JOKER) - 10,
        Move::Drop(face) if public.options.faces_down => costing(*face, None, hand),
        Move::Drop(face) => 30 + i32::from(face.number()),
        Move::Down(card, play) if *card == play.face => -gain(play),
        Move::Down(card, play) => costing(*card, Some(play.face), hand) - gain(play),
        Move::Trust => 0,
        Move::Doubt => 1,
        Move::Send(peg) => -progress(&public.board, *peg),
    }
}

/// Every legal play of a card, at most `most`.
pub(super) fn plays(mover: &Mover<'_>, face: Face, most: usize, take: &mut dyn FnMut(Play)) {
    let mut left = most;
    let _cut_short = mover.starts(face, |begin| {
        each(mover, face, begin, &mut |play| {
            take(play);
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    });
}

/// Every legal play that begins like this.
fn each(mover: &Mover<'_>, face: Face, begin: Begin, take: &mut dyn FnMut(Play) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut whole = |act| take(Play { face, act });
    match begin {
        Begin::Whole(act) => whole(act),
        Begin::Joker(source) => mover.targets(source).try_for_each(|hole| whole(Act::Jump(source, hole))),
        Begin::Swap(one) => mover.partners(one).try_for_each(|two| whole(Act::Swap(one, two))),
        Begin::Split(peg) => {
            let Some(split) = Uses::of(face, mover.options).split else { return ControlFlow::Continue(()) };
            let cut = Cut::new(mover, split);
            cut.begins(peg, |half| {
                let mut seconds = half.second_pegs(&cut).flat_map(|other| half.seconds(other));
                seconds.try_for_each(|second| whole(Act::Two(half.first(), second)))
            })
        }
    }
}

/// The most plays of one card that are looked at for the least harmful one.
const LOOKED_AT: usize = 200;

/// What is played for a seat that has resigned: a discard if the rules allow one, otherwise the move that costs the
/// opponents least, and of those the best.
pub(super) fn fallback(view: &View<'_, PegsAndJokers>) -> Move {
    let (public, Some(own), Some(seat)) = (view.public(), view.own(), view.seat()) else { return Move::Trust };
    let steps = choices(view, &[]).steps;
    let faces = |pick: fn(&Step) -> Option<Face>| steps.iter().filter_map(pick).collect::<Faces>();
    let drops = faces(|step| if let Step::Drop(face) = step { Some(*face) } else { None });
    let counts = faces(|step| if let Step::Count(face) = step { Some(*face) } else { None });
    let playable = faces(|step| if let Step::Play(face) = step { Some(*face) } else { None });
    match steps.first() {
        Some(Step::Trust) => return Move::Trust,
        Some(Step::Send(_)) => return least_advanced(public, &steps),
        _ if !drops.is_empty() => return Move::Drop(least_useful(drops)),
        _ if !counts.is_empty() && playable.without(Face::JOKER).is_empty() => {
            return free_peg(view, least_useful(counts));
        }
        _ => {}
    }
    let mover = Mover::new(public, seat);
    let mut best: Option<((i32, i32), Play)> = None;
    for face in playable.iter().filter(|&face| face != Face::JOKER && own.faces().contains(face)) {
        plays(&mover, face, LOOKED_AT, &mut |play| {
            let Some((after, _)) = outcome(public, seat, &play) else { return };
            let cost = (harm(public, seat, &after), -outlook(&after, mover.team));
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, play));
            }
        });
    }
    best.map_or(Move::Trust, |(_, play)| Move::Play(play))
}

fn least_advanced(public: &Public, steps: &[Step]) -> Move {
    let pegs = steps.iter().filter_map(|step| if let Step::Send(peg) = step { Some(*peg) } else { None });
    pegs.min_by_key(|&peg| progress(&public.board, peg)).map_or(Move::Trust, Move::Send)
}

fn free_peg(view: &View<'_, PegsAndJokers>, face: Face) -> Move {
    match choices(view, &[Step::Count(face)]) {
        Choices { done: Some(m), .. } => m,
        Choices { steps, .. } => match steps.first() {
            Some(Step::Free(colour)) => Move::Count(face, Some(*colour)),
            _ => Move::Count(face, None),
        },
    }
}
