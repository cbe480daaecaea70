//! Every turn, those too that no path of steps offers.
//!
//! The steps look for unusual ways of finishing a turn within bounds, so that a press is answered at once; a long chain of
//! additions and shifts that only together make room may lie beyond them. Whoever asks for all legal moves gets those too:
//! here every table that parts can lead to is looked at once.

use std::collections::HashSet;

use super::KingsRummy;
use super::canonical::canonical_parts;
use super::draft::{Draft, Parts};
use super::generate::Builder;
use super::legal::hand_of;
use super::moves::{Move, Part, Turn};
use super::state::{Phase, Table};
use super::tile::Tiles;
use crate::engine::game::View;

/// How many tables are looked at before the search is given up.
const MOST_LOOKED_AT: usize = 50_000;

/// What tells two drafts apart.
type Position = (Table, Tiles, Tiles);

/// Offers every turn of the viewer until `take` says stop. Were all seen?
pub(super) fn every_turn(view: &View<'_, KingsRummy>, take: &mut dyn FnMut(Move) -> bool) -> bool {
    if !matches!(view.public().phase, Phase::Play { .. }) {
        return true;
    }
    let start = hand_of(view);
    let draft = Draft::new(view.public(), start);
    let mut looked_at: HashSet<Position> = HashSet::from([position(&draft)]);
    // The parts that were made stand beside the draft: its own ones would bind the next to the canonical order.
    let mut open = vec![(draft, Parts::new())];
    while let Some((draft, parts)) = open.pop() {
        if !finish(&draft, &parts, start, take) {
            return false;
        }
        let builder = Builder::new(draft);
        let gave_up = builder.any_part(&mut |part| {
            let Some(next) = after(&builder.draft, part) else { return false };
            let mut parts = parts.clone();
            if parts.try_push(part).is_ok() && looked_at.insert(position(&next)) {
                open.push((next, parts));
            }
            looked_at.len() > MOST_LOOKED_AT
        });
        if gave_up {
            return false;
        }
    }
    true
}

fn position(draft: &Draft<'_>) -> Position {
    (draft.table.clone(), draft.hand, draft.pending)
}

/// The draft with one more part; `None` where the cards in hand can no longer place those that came off the table.
fn after<'a>(draft: &Draft<'a>, part: Part) -> Option<Draft<'a>> {
    let mut next = draft.clone();
    next.make(part).ok()?;
    next.parts.clear();
    // Each new meld takes a card of the hand and at most three others.
    (next.pending.len() <= 3 * next.hand.len()).then_some(next)
}

/// Offers every way to end a turn from here with new melds alone; `false` when `take` stopped it.
fn finish(draft: &Draft<'_>, parts: &Parts, start: Tiles, take: &mut dyn FnMut(Move) -> bool) -> bool {
    let mut builder = Builder { start, draft: draft.clone(), last: None };
    if !builder.ends_with_lays() {
        return true;
    }
    builder.draft.parts.clone_from(parts);
    builder.draft.parts = canonical_parts(&builder.draft, start);
    lay(&builder, take)
}

fn lay(builder: &Builder<'_>, take: &mut dyn FnMut(Move) -> bool) -> bool {
    let parts = &builder.draft.parts;
    let mut on = builder.finishes().all(|finish| take(Move::Turn(Turn { parts: parts.to_vec(), finish })));
    builder.lays(|cards| {
        let mut next = builder.clone();
        on = on && (next.push(Part::Lay(cards)).is_none() || lay(&next, take));
    });
    on
}
