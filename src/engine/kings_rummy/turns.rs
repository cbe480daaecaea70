//! Every turn there is.
//!
//! The steps of a move look for unusual ways of finishing it within bounds, so that a press is answered at once; a long
//! chain of additions and shifts that only together make room may lie beyond them. Whoever asks for all legal moves gets those
//! too: here every table that parts can lead to is looked at once, those with the fewest parts first.

use rustc_hash::FxHashSet;

use super::KingsRummy;
use super::canonical::canonical_parts;
use super::draft::{Draft, MOST_PARTS, Parts};
use super::generate::Builder;
use super::legal::hand_of;
use super::moves::{Move, Part, Turn};
use super::state::{MOST_MELDS, Table};
use super::text;
use super::tile::{Tile, Tiles};
use crate::engine::game::View;

/// How many tables are looked at before the search is given up.
const MOST_LOOKED_AT: usize = 50_000;

/// Offers every turn of the viewer whose parts may begin with the text until `take` says stop. Were all seen?
pub(super) fn every_turn(view: &View<'_, KingsRummy>, prefix: &str, take: &mut dyn FnMut(Move) -> bool) -> bool {
    let mut builder = Builder::new(Draft::new(view.public(), hand_of(view)));
    let mut tables = Tables::new(&builder.draft);
    let mut offered = Vec::new();
    let (mut next, mut parts) = (0, Parts::new());
    while next < tables.met.len() {
        tables.find_parts(next, &mut parts);
        tables.put(next, &parts, &mut builder.draft);
        let last = parts.last().copied();
        if builder.ends_with_lays() && !finish(&builder, parts.clone(), prefix, take) {
            return false;
        }
        builder.any_part(&mut |part| {
            offered.push(part);
            false
        });
        let fours = builder.fours();
        for part in offered.drain(..) {
            let swapped = last.is_some_and(|last| comes_first(part, last));
            if !swapped && !builder.may_come_later(part) && parts.len() < MOST_PARTS {
                tables.meet(next, part, || builder.may_settle(part, fours));
            }
        }
        if tables.met.len() > MOST_LOOKED_AT {
            return false;
        }
        next += 1;
    }
    true
}

/// A table that was met on the way.
#[derive(Clone, Copy)]
struct Met {
    hand: Tiles,
    pending: Tiles,
    moved: Tiles,
    shifted: bool,
    /// What tells it from all others.
    mark: u128,
    /// Which one it came from, and by which part.
    last: Option<(usize, Part)>,
}

impl Met {
    /// The table after one more part, which is legal.
    fn after(&self, part: Part, here: usize, mark: u128) -> Self {
        let played = part.played_from(self.hand);
        let mut next = Self { mark, last: Some((here, part)), ..*self };
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
}

/// The tables met so far, each once, in the order in which they are looked at.
struct Tables {
    /// The melds as they lay at first.
    first: Table,
    met: Vec<Met>,
    /// The marks of all tables ever seen.
    seen: FxHashSet<u128>,
}

impl Tables {
    /// With the table as it lies.
    fn new(draft: &Draft<'_>) -> Self {
        let (hand, pending, moved) = (draft.hand, Tiles::EMPTY, Tiles::EMPTY);
        let first = Met { hand, pending, moved, shifted: false, mark: 0, last: None };
        Self { first: draft.table.clone(), met: vec![first], seen: FxHashSet::from_iter([0]) }
    }

    /// Takes in the table after one more part, unless it was seen before; to be looked at if it is of use.
    fn meet(&mut self, here: usize, part: Part, is_of_use: impl FnOnce() -> bool) {
        let mark = self.met[here].mark ^ change(part);
        if self.seen.insert(mark) && is_of_use() {
            self.met.push(self.met[here].after(part, here, mark));
        }
    }

    /// Makes it the table of a draft, with no more parts than bind the next to the canonical order. After a shift none does: what
    /// comes first then may lead elsewhere.
    fn put(&self, table: usize, parts: &[Part], draft: &mut Draft<'_>) {
        let Met { hand, pending, moved, shifted, last, .. } = self.met[table];
        draft.table.clone_from(&self.first);
        parts.iter().for_each(|part| part.follow(&mut draft.table));
        (draft.hand, draft.pending, draft.moved) = (hand, pending, moved);
        (draft.used, draft.shifted) = (!pending.is_empty(), shifted);
        draft.parts.clear();
        draft.parts.extend(last.filter(|_| !shifted).map(|(_, part)| part));
    }

    /// Finds the parts that led to a table.
    fn find_parts(&self, table: usize, parts: &mut Parts) {
        parts.clear();
        let mut last = self.met[table].last;
        while let Some((before, part)) = last {
            parts.push(part);
            last = self.met[before].last;
        }
        parts.reverse();
    }
}

/// A random number for each card in each meld. A table's mark is the exclusive or of those of all cards that came to melds
/// or left them: with 128 bits, no two tables of a search will ever have the same.
static MARKS: [[u128; 64]; MOST_MELDS] = marks();

const fn marks() -> [[u128; 64]; MOST_MELDS] {
    let mut marks = [[0; 64]; MOST_MELDS];
    let mut at = 0;
    while at < 64 * MOST_MELDS {
        marks[at / 64][at % 64] = (split_mix(2 * at as u64) as u128) << 64 | split_mix(2 * at as u64 + 1) as u128;
        at += 1;
    }
    marks
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014): its number in this place.
const fn split_mix(place: u64) -> u64 {
    let z = (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// How a part changes the mark of a table.
fn change(part: Part) -> u128 {
    let mark = |card: Tile, meld: u8| MARKS[usize::from(meld)][usize::from(card.place())];
    match part {
        Part::Pull { meld, card } | Part::Add { meld, card } => mark(card, meld),
        Part::Swap { meld, card, out } => mark(card, meld) ^ mark(out, meld),
        Part::Shift { from, to, card } => mark(card, from) ^ mark(card, to),
        Part::Lay(_) => 0,
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
