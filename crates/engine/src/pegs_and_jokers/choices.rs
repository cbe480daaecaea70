//! Moves built step by step: the card, then the peg, then where it goes.

use std::ops::ControlFlow;

use super::PegsAndJokers;
use super::cards::{Face, Faces};
use super::mover::{Begin, Mover};
use super::moves::{Move, Step};
use super::plays::{Act, CardUse, Part, Uses};
use super::split::{Cut, Half, Split};
use super::spots::{Log, Peg};
use super::state::{Phase, Private, Public};
use super::turn::Turn;
use crate::{Choices, Judging, Seat, View};

/// The most steps that a list usually has: room for them is made at once.
const ROOM: usize = 24;

type Next = Choices<PegsAndJokers>;

/// The steps that may follow.
pub(super) fn choices(view: &View<'_, PegsAndJokers>, so_far: &[Step]) -> Next {
    let (Some(seat), Some(own)) = (view.seat(), view.own()) else { return Choices::none() };
    let public = view.public();
    if public.asked() != seat {
        return Choices::none();
    }
    match public.phase {
        Phase::Turn if public.options.faces_down => face_down(public, seat, own, so_far),
        Phase::Turn => face_up(public, seat, own, so_far),
        Phase::Doubt { .. } => match so_far {
            [] => Choices::steps(vec![Step::Trust, Step::Doubt]),
            [Step::Doubt] => Choices::done(Move::Doubt),
            [Step::Trust] => Choices::done(Move::Trust),
            _ => Choices::none(),
        },
        Phase::Send { victim, .. } => match so_far {
            [] => Choices::steps(Peg::of(victim).filter(|&peg| public.exposed(peg)).map(Step::Send).collect()),
            [Step::Send(peg)] => if_legal(view, Move::Send(*peg)),
            _ => Choices::none(),
        },
        Phase::Again { face } => match so_far {
            [] => Choices::steps(vec![Step::Play(face), Step::Drop(face)]),
            [Step::Drop(dropped)] if *dropped == face => Choices::done(Move::Drop(face)),
            [Step::Play(played), rest @ ..] if *played == face => {
                uses(&Mover::new(public, seat), face, rest, Move::Play)
            }
            _ => Choices::none(),
        },
    }
}

fn if_legal(view: &View<'_, PegsAndJokers>, m: Move) -> Next {
    if PegsAndJokers::check(view, &m).is_ok() { Choices::done(m) } else { Choices::none() }
}

fn face_up(public: &Public, seat: Seat, own: &Private, so_far: &[Step]) -> Next {
    let turn = Turn::new(public, seat, own);
    match *so_far {
        [] => {
            let offers = turn.offers();
            let held = |on: bool| if on { own.faces() } else { Faces::EMPTY };
            let plays = offers.plays.iter().map(Step::Play);
            let drops = held(offers.drop).iter().map(Step::Drop);
            Choices::steps(plays.chain(drops).chain(held(offers.count).iter().map(Step::Count)).collect())
        }
        [Step::Play(face), ref rest @ ..] if turn.holds(face).is_ok() => uses(&turn.mover, face, rest, Move::Play),
        [Step::Drop(face)] if turn.may_drop(face).is_ok() => Choices::done(Move::Drop(face)),
        [Step::Count(face)] if turn.holds(face).is_ok() && turn.offers().count => {
            if public.options.team_moves {
                Choices::steps(turn.free_colours().map(Step::Free).collect())
            } else {
                Choices::done(Move::Count(face, None))
            }
        }
        [Step::Count(face), Step::Free(colour)] if turn.may_count(face, Some(colour)).is_ok() => {
            Choices::done(Move::Count(face, Some(colour)))
        }
        _ => Choices::none(),
    }
}

fn face_down(public: &Public, seat: Seat, own: &Private, so_far: &[Step]) -> Next {
    let mover = Mover::new(public, seat);
    let held = |face: Face| own.faces().contains(face);
    match *so_far {
        [] => {
            let any = Face::all().any(|face| mover.can_play(face));
            let downs = own.faces().iter().filter(|_| any).map(Step::Down);
            Choices::steps(downs.chain(own.faces().iter().map(Step::Drop)).collect())
        }
        [Step::Down(card)] if held(card) => {
            Choices::steps(Face::all().filter(|&face| mover.can_play(face)).map(Step::As).collect())
        }
        [Step::Down(card), Step::As(face), ref rest @ ..] if held(card) => {
            uses(&mover, face, rest, |play| Move::Down(card, play))
        }
        [Step::Drop(card)] if held(card) => Choices::done(Move::Drop(card)),
        _ => Choices::none(),
    }
}

/// The steps after the card: what it is used for.
fn uses(mover: &Mover<'_>, face: Face, so_far: &[Step], finish: impl Fn(CardUse) -> Move) -> Next {
    let done = |act| {
        let play = CardUse { face, act };
        if mover.play(&play, &mut Log::new()).is_ok() { Choices::done(finish(play)) } else { Choices::none() }
    };
    match *so_far {
        [] => Choices::steps(begins(mover, face)),
        [Step::Do(act @ (Act::Out(_) | Act::One(_)))] => done(act),
        [Step::First(peg), ref rest @ ..] => split(mover, face, peg, rest, |act| finish(CardUse { face, act })),
        [Step::Take(source)] if Uses::of(face, mover.options).jump => {
            Choices::steps(mover.targets(source).map(Step::Onto).collect())
        }
        [Step::Take(source), Step::Onto(hole)] => done(Act::Jump(source, hole)),
        [Step::Swap(one)] if Uses::of(face, mover.options).swap => {
            Choices::steps(mover.partners(one).map(Step::With).collect())
        }
        [Step::Swap(one), Step::With(two)] => done(Act::Swap(one, two)),
        _ => Choices::none(),
    }
}

fn begins(mover: &Mover<'_>, face: Face) -> Vec<Step> {
    let mut steps = Vec::with_capacity(ROOM);
    let _all_seen = mover.starts(face, |begin| {
        steps.push(match begin {
            Begin::Whole(act) => Step::Do(act),
            Begin::Split(peg) => Step::First(peg),
            Begin::Joker(source) => Step::Take(source),
            Begin::Swap(peg) => Step::Swap(peg),
        });
        ControlFlow::Continue(())
    });
    steps
}

const fn go(part: Part) -> Step {
    Step::Go(part.steps, part.way)
}

/// The first parts that a peg can play.
fn firsts(mover: &Mover<'_>, split: Split, peg: Peg) -> Vec<Step> {
    let mut steps = Vec::with_capacity(ROOM);
    let _all_seen = Cut::new(mover, split).begins(peg, |half| {
        steps.push(go(half.first()));
        ControlFlow::Continue(())
    });
    steps
}

/// The steps of a split after its first peg. A second peg that has one way only needs no step for it.
fn split(mover: &Mover<'_>, face: Face, peg: Peg, so_far: &[Step], finish: impl Fn(Act) -> Move) -> Next {
    let Some(split) = Uses::of(face, mover.options).split else { return Choices::none() };
    let [Step::Go(steps, way), rest @ ..] = so_far else {
        return Choices::steps(if so_far.is_empty() { firsts(mover, split, peg) } else { Vec::new() });
    };
    let first = Part { peg, steps: *steps, way: *way };
    let Ok(half) = Half::play(mover, face, split, first, &mut Log::new()) else { return Choices::none() };
    match *rest {
        [] => Choices::steps(half.second_pegs(&Cut::new(mover, split)).map(Step::Second).collect()),
        [Step::Second(second)] => match *half.seconds(second) {
            [] => Choices::none(),
            [only] => Choices::done(finish(Act::Two(first, only))),
            ref several => Choices::steps(several.iter().copied().map(go).collect()),
        },
        [Step::Second(second), Step::Go(steps, way)] => {
            let part = Part { peg: second, steps, way };
            let offered = half.seconds(second);
            if offered.len() > 1 && offered.contains(&part) {
                Choices::done(finish(Act::Two(first, part)))
            } else {
                Choices::none()
            }
        }
        _ => Choices::none(),
    }
}
