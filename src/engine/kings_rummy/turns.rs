//! Every turn there is.
//!
//! The steps of a move look for unusual ways of finishing it within bounds, so that a press is answered at once; a long
//! chain of additions and shifts that only together make room may lie beyond them. Whoever asks for all legal moves gets those
//! too: here every table that parts can lead to is looked at once, those with the fewest parts first.

use std::collections::hash_map::Entry;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::KingsRummy;
use super::canonical::canonical_parts;
use super::draft::{Draft, MOST_PARTS, Parts};
use super::generate::Builder;
use super::legal::hand_of;
use super::moves::{Move, Part, Turn};
use super::text;
use super::tile::Tiles;
use crate::engine::game::View;

/// How many tables are looked at before the search is given up.
const MOST_LOOKED_AT: usize = 50_000;

/// Offers every turn of the viewer whose parts may begin with the text until `take` says stop. Were all seen?
pub(super) fn every_turn(view: &View<'_, KingsRummy>, prefix: &str, take: &mut dyn FnMut(Move) -> bool) -> bool {
    let mut builder = Builder::new(Draft::new(view.public(), hand_of(view)));
    let mut tables = Tables::new(&builder.draft);
    let mut offered = Vec::new();
    let mut next = 0;
    while let Some(here) = tables.met.get(next) {
        here.put(&mut builder.draft, tables.melds_of(here));
        let (parts, last) = (here.parts, here.last);
        if builder.ends_with_lays() && !finish(&builder, tables.parts_to(next), prefix, take) {
            return false;
        }
        builder.any_part(&mut |part| {
            offered.push(part);
            false
        });
        for part in offered.drain(..) {
            let swapped = last.is_some_and(|(_, last)| comes_first(part, last));
            if !swapped && parts < MOST_PARTS {
                tables.meet(next, part, || builder.may_settle(part));
            }
        }
        if tables.met.len() > MOST_LOOKED_AT {
            return false;
        }
        next += 1;
    }
    true
}

/// A table that was met on the way. Its melds tell the rest: what is not in them any more is pending, or was never in hand.
#[derive(Clone, Copy)]
struct Met {
    /// Where its melds are.
    melds: usize,
    hand: Tiles,
    pending: Tiles,
    moved: Tiles,
    shifted: bool,
    /// How many parts led to it.
    parts: usize,
    /// Which one it came from, and by which part.
    last: Option<(usize, Part)>,
}

impl Met {
    /// The table after one more part, which is legal.
    fn after(&self, part: Part, here: usize, melds: usize) -> Self {
        let played = part.played_from(self.hand);
        let mut next = Self { melds, parts: self.parts + 1, last: Some((here, part)), ..*self };
        next.hand = self.hand.minus(played);
        next.moved = self.moved.or(played);
        match part {
            Part::Pull { card, .. } | Part::Swap { out: card, .. } => next.pending = self.pending.with(card),
            Part::Shift { card, .. } => {
                next.moved = self.moved.with(card);
                next.shifted = true;
            }
            Part::Add { .. } | Part::Lay(_) => {}
        }
        next
    }

    /// Makes it the table of a draft that has no parts: its own would bind the next to the canonical order.
    fn put(&self, draft: &mut Draft<'_>, melds: &[Tiles]) {
        draft.table.copy_from_slice(melds);
        (draft.hand, draft.pending, draft.moved) = (self.hand, self.pending, self.moved);
        (draft.used, draft.shifted) = (!self.pending.is_empty(), self.shifted);
    }
}

/// The tables met so far, each once, in the order in which they are looked at.
struct Tables {
    met: Vec<Met>,
    /// How many melds a table has; no part makes them more or fewer.
    width: usize,
    /// The melds of all tables ever seen, one table after the other.
    melds: Vec<Tiles>,
    /// Where the melds of a table are, by what they hash to; the next free number where that is taken.
    places: FxHashMap<u64, usize>,
}

impl Tables {
    /// With the table as it lies.
    fn new(draft: &Draft<'_>) -> Self {
        let (hand, pending, moved) = (draft.hand, Tiles::EMPTY, Tiles::EMPTY);
        let first = Met { melds: 0, hand, pending, moved, shifted: false, parts: 0, last: None };
        let melds = draft.table.to_vec();
        let places = FxHashMap::from_iter([(FxBuildHasher.hash_one(melds.as_slice()), 0)]);
        Self { met: vec![first], width: melds.len(), melds, places }
    }

    fn melds_of(&self, table: &Met) -> &[Tiles] {
        &self.melds[table.melds..][..self.width]
    }

    /// Takes in the table after one more part, unless it was seen before; to be looked at if it is of use.
    fn meet(&mut self, here: usize, part: Part, is_of_use: impl FnOnce() -> bool) {
        let at = self.melds.len();
        let before = self.met[here].melds;
        self.melds.extend_from_within(before..before + self.width);
        let (known, new) = self.melds.split_at_mut(at);
        part.follow(new);
        let mut hash = FxBuildHasher.hash_one(&*new);
        loop {
            match self.places.entry(hash) {
                Entry::Occupied(place) if known[*place.get()..][..self.width] == *new => {
                    return self.melds.truncate(at);
                }
                Entry::Occupied(_) => hash = hash.wrapping_add(1),
                Entry::Vacant(place) => {
                    place.insert(at);
                    break;
                }
            }
        }
        if is_of_use() {
            self.met.push(self.met[here].after(part, here, at));
        }
    }

    /// The parts that led to a table.
    fn parts_to(&self, table: usize) -> Parts {
        let last = |table: usize| self.met[table].last;
        let mut parts: Parts =
            std::iter::successors(last(table), |(before, _)| last(*before)).map(|(_, part)| part).collect();
        parts.reverse();
        parts
    }
}

/// Do two parts that follow each other make the same table the other way round, which is the way that is looked at?
fn comes_first(part: Part, before: Part) -> bool {
    touched(part) & touched(before) == 0 && offered(part) < offered(before)
}

/// The melds of a part, a bit for each.
const fn touched(part: Part) -> u32 {
    match part {
        Part::Pull { meld, .. } | Part::Swap { meld, .. } | Part::Add { meld, .. } => 1 << meld,
        Part::Shift { from, to, .. } => 1 << from | 1 << to,
        Part::Lay(_) => 0,
    }
}

/// Parts are offered by kind, then by the meld that they change or add to.
const fn offered(part: Part) -> (u8, u8) {
    match part {
        Part::Pull { meld, .. } => (0, meld),
        Part::Swap { meld, .. } => (1, meld),
        Part::Shift { to, .. } => (2, to),
        Part::Add { meld, .. } => (3, meld),
        Part::Lay(_) => (4, 0),
    }
}

/// Offers every way to end a turn from here with new melds alone; `false` when `take` stopped it.
fn finish(builder: &Builder<'_>, parts: Parts, prefix: &str, take: &mut dyn FnMut(Move) -> bool) -> bool {
    let mut builder = builder.clone();
    builder.draft.parts = parts;
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
