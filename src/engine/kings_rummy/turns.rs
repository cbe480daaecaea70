//! Every turn there is.
//!
//! The steps of a move look for unusual ways of finishing it within bounds, so that a press is answered at once; a long
//! chain of additions and shifts that only together make room may lie beyond them. Whoever asks for all legal moves gets those
//! too: here every table that parts can lead to is looked at once, those with the fewest parts first.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::KingsRummy;
use super::canonical::canonical_parts;
use super::draft::{Draft, Parts};
use super::generate::Builder;
use super::legal::hand_of;
use super::loose::loose;
use super::moves::{Move, Part, Turn};
use super::state::Table;
use super::text;
use crate::engine::game::View;

/// How many tables are looked at before the search is given up.
const MOST_LOOKED_AT: usize = 50_000;

/// Offers every turn of the viewer whose parts may begin with the text until `take` says stop. Were all seen?
pub(super) fn every_turn(view: &View<'_, KingsRummy>, prefix: &str, take: &mut dyn FnMut(Move) -> bool) -> bool {
    let start = hand_of(view);
    let draft = Draft::new(view.public(), start);
    let loose = loose(&draft);
    // The table tells the rest: what is not on it any more is pending, or was never in hand.
    let mut looked_at: FxHashSet<Table> = FxHashSet::from_iter([draft.table.clone()]);
    let mut open = VecDeque::from([draft]);
    while let Some(mut draft) = open.pop_front() {
        // Its own parts would bind the next to the canonical order.
        let parts = std::mem::take(&mut draft.parts);
        let builder = Builder { start, loose, draft, last: None };
        if builder.ends_with_lays() && !finish(&builder, &parts, prefix, take) {
            return false;
        }
        let gave_up = builder.any_part(&mut |part| {
            let mut table = builder.draft.table.clone();
            part.follow(&mut table);
            if looked_at.insert(table) && builder.may_settle(part) {
                open.extend(after(&builder.draft, &parts, part));
            }
            looked_at.len() > MOST_LOOKED_AT
        });
        if gave_up {
            return false;
        }
    }
    true
}

/// The draft with one more part after those made.
fn after<'a>(draft: &Draft<'a>, made: &Parts, part: Part) -> Option<Draft<'a>> {
    let mut next = draft.clone();
    next.parts.clone_from(made);
    next.make(part).ok().map(|()| next)
}

/// Offers every way to end a turn from here with new melds alone; `false` when `take` stopped it.
fn finish(builder: &Builder<'_>, parts: &Parts, prefix: &str, take: &mut dyn FnMut(Move) -> bool) -> bool {
    let mut builder = builder.clone();
    builder.draft.parts.clone_from(parts);
    builder.draft.parts = canonical_parts(&builder.draft, builder.start);
    lay(&builder, prefix, take)
}

fn lay(builder: &Builder<'_>, prefix: &str, take: &mut dyn FnMut(Move) -> bool) -> bool {
    let parts = &builder.draft.parts;
    if !prefix.is_empty() && !text::may_begin(parts, prefix) {
        return true;
    }
    let mut on = builder.finishes().all(|finish| take(Move::Turn(Turn { parts: parts.to_vec(), finish })));
    builder.lays(|cards| {
        let mut next = builder.clone();
        on = on && (next.push(Part::Lay(cards)).is_none() || lay(&next, prefix, take));
    });
    on
}
