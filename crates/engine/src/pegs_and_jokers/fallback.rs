//! What is played for a seat that has resigned.

use std::ops::ControlFlow;

use super::PegsAndJokers;
use super::cards::{Face, Faces};
use super::choices::choices;
use super::mover::{Begin, Mover};
use super::moves::{Move, Step};
use super::play::outcome;
use super::plays::{Act, CardUse, Uses};
use super::split::Cut;
use super::spots::Peg;
use super::state::Public;
use super::track::Board;
use super::worth::{least_useful, outlook, progress};
use crate::{Choices, Seat, View};

/// How much progress a play costs the opponents.
fn harm(public: &Public, seat: Seat, after: &Board) -> i32 {
    let mover = Mover::new(public, seat);
    let theirs = |board: &Board| -> i32 {
        Peg::all(board.seats()).filter(|p| !mover.team.contains(p.colour())).map(|p| progress(board, p)).sum()
    };
    theirs(mover.board) - theirs(after)
}

/// Every legal play of a card, at most `most`.
pub(super) fn plays(mover: &Mover<'_>, face: Face, most: usize, take: &mut dyn FnMut(CardUse)) {
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
fn each(
    mover: &Mover<'_>,
    face: Face,
    begin: Begin,
    take: &mut dyn FnMut(CardUse) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut whole = |act| take(CardUse { face, act });
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
    let mut best: Option<((i32, i32), CardUse)> = None;
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
