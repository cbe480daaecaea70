//! Legality and choices, from a seat's view.

use super::KingsRummy;
use super::canonical;
use super::draft::Draft;
use super::generate::Builder;
use super::moves::{Finish, Illegal, Move, Part, Step, Turn};
use super::state::Phase;
use super::tile::Tiles;
use super::turns;
use crate::engine::game::{Choices, View};

/// The viewer's hand.
pub(super) fn hand_of(view: &View<'_, KingsRummy>) -> Tiles {
    view.own().map_or(Tiles::EMPTY, |own| own.hand)
}

/// Is the move legal, and written canonically?
pub(super) fn check(view: &View<'_, KingsRummy>, m: &Move) -> Result<(), Illegal> {
    match (view.public().phase, m) {
        (Phase::Draw, Move::Draw | Move::Take) => Ok(()),
        (Phase::Draw, Move::Turn(_)) => Err(Illegal::DrawFirst(view.public().discards.last().copied())),
        (_, Move::Draw | Move::Take) => Err(Illegal::Drawn),
        (_, Move::Turn(turn)) => {
            let written = canonical::turn(view.public(), hand_of(view), turn)?;
            if written == *turn { Ok(()) } else { Err(Illegal::Written(written.parts)) }
        }
    }
}

/// What may come next.
pub(super) fn choices(view: &View<'_, KingsRummy>, so_far: &[Step]) -> Choices<KingsRummy> {
    match (view.public().phase, so_far) {
        (Phase::Draw, []) => Choices::steps(vec![Step::Draw, Step::Take]),
        (Phase::Draw, [Step::Draw]) => Choices::done(Move::Draw),
        (Phase::Draw, [Step::Take]) => Choices::done(Move::Take),
        (Phase::Play { .. }, _) => turn_choices(view, so_far).unwrap_or_else(Choices::none),
        _ => Choices::none(),
    }
}

/// The choices within a turn; `None` if the steps were not offered.
fn turn_choices(view: &View<'_, KingsRummy>, so_far: &[Step]) -> Option<Choices<KingsRummy>> {
    let (builder, rearranging, finish) = built(view, so_far)?;
    if let Some(finish) = finish {
        builder.draft.finish(finish).ok()?;
        let parts = builder.draft.parts.to_vec();
        return Some(Choices::done(Move::Turn(Turn { parts, finish })));
    }
    Some(Choices::steps(if rearranging { builder.rearrangements() } else { builder.steps() }))
}

/// Visits every move; see [`Notation::each_move`](crate::engine::Notation::each_move).
pub(super) fn each_move(
    view: &View<'_, KingsRummy>,
    prefix: &str,
    wanted: usize,
    take: &mut dyn FnMut(Move) -> bool,
) -> bool {
    match view.public().phase {
        Phase::Draw => take(Move::Draw) && take(Move::Take),
        Phase::Play { .. } => turns::every_turn(view, prefix, wanted, take),
        Phase::Over { .. } => true,
    }
}

/// The draft that the steps make, whether the table is being rearranged, and how the turn ends, if it does.
pub(super) fn built<'a>(view: &View<'a, KingsRummy>, so_far: &[Step]) -> Option<(Builder<'a>, bool, Option<Finish>)> {
    let mut builder = Builder::new(Draft::new(view.public(), hand_of(view)));
    let (mut rearranging, mut finish) = (false, None);
    for step in so_far {
        if finish.is_some() {
            return None;
        }
        match *step {
            Step::Rearrange if !rearranging => rearranging = true,
            Step::Part(part) => {
                if part.on_table() != rearranging {
                    return None;
                }
                rearranging = false;
                builder.push(part)?;
            }
            Step::Finish(end) if !rearranging => finish = Some(end),
            _ => return None,
        }
    }
    builder.is_canonical().then_some((builder, rearranging, finish))
}

/// The numbers of the steps that make these parts; `None` if one of them is not offered.
pub(super) fn path(view: &View<'_, KingsRummy>, parts: impl Iterator<Item = Part>) -> Option<Vec<usize>> {
    let (mut path, mut so_far) = (Vec::new(), Vec::new());
    for part in parts {
        for step in part.on_table().then_some(Step::Rearrange).into_iter().chain([Step::Part(part)]) {
            path.push(choices(view, &so_far).steps.iter().position(|offered| *offered == step)?);
            so_far.push(step);
        }
    }
    Some(path)
}

/// What is played for a seat that has resigned: draws, plays nothing and discards what counts most.
pub(super) fn fallback(view: &View<'_, KingsRummy>) -> Move {
    let public = view.public();
    if public.phase == Phase::Draw {
        return Move::Draw;
    }
    let hand = hand_of(view);
    let dearest = hand.minus(public.stuck()).iter().max_by_key(|card| (card.number(), card.place()));
    let finish = dearest.map_or(Finish::End, Finish::Drop);
    Move::Turn(Turn { parts: Vec::new(), finish })
}
