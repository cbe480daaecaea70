//! The canonical text of a turn: of all orders of parts that leave the same melds and hand, the shortest, and of
//! those the first.
//!
//! Melds between which no card moved do not concern each other, so each group of connected melds is put in order by
//! itself, and the groups are merged by always taking the earliest part next.

use std::collections::HashSet;
use std::ops::Range;

use arrayvec::ArrayVec;

use super::draft::{Draft, MOST_PARTS, TurnParts};
use super::illegal::Illegal;
use super::meld::{fourth, is_meld};
use super::moves::{Part, Turn};
use super::state::{MOST_MELDS, Public, Table};
use super::tile::{Tile, Tiles};

/// How many positions the search looks at for one group of melds before it gives up.
const MOST_LOOKED_AT: u32 = 20_000;

/// After this many, positions that led nowhere are remembered; most orders are found sooner than that.
const FEW: u32 = 64;

/// Why there are no parts that make a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Without {
    /// There are none: each of some cards would have to be shifted before the other.
    AnOrder,
    /// Too many ways would have to be tried to find them.
    Patience,
}

/// What happened to one meld.
#[derive(Clone, Copy)]
struct Change {
    meld: u8,
    /// Cards from the hand.
    added: Tiles,
    /// Cards that went into new melds.
    used: Tiles,
}

/// A card that moved between melds.
#[derive(Clone, Copy)]
struct Moved {
    from: u8,
    to: u8,
    card: Tile,
}

type Changes = ArrayVec<Change, MOST_MELDS>;
type Shifts = ArrayVec<Moved, MOST_PARTS>;

/// The turn's canonical form.
///
/// # Errors
/// The first part that is not legal where it stands.
pub(super) fn turn(public: &Public, hand: Tiles, turn: &Turn) -> Result<Turn, Illegal> {
    let mut draft = Draft::new(public, hand);
    for part in &turn.parts {
        draft.make(*part)?;
    }
    draft.finish(turn.finish)?;
    let mut parts = canonical_parts(&draft, hand);
    parts.extend(draft.lays().into_iter().map(Part::Lay));
    Ok(Turn { parts: parts.to_vec(), finish: turn.finish })
}

/// What a draft has done to the table, in canonical order.
pub(super) fn canonical_parts(draft: &Draft<'_>, hand: Tiles) -> TurnParts {
    let as_made = |group, _| Ok(draft.parts.iter().filter(|part| touches(**part, group)).copied().collect());
    in_order(draft.public, &draft.table, hand, as_made).unwrap_or_default()
}

/// The parts, in canonical order, that turn the table as it lies into this one.
pub(super) fn parts_between(public: &Public, table: &Table, hand: Tiles) -> Result<TurnParts, Without> {
    in_order(public, table, hand, |_, without| Err(without))
}

/// As [`parts_between`]; a group of melds for which no order is found gets the parts that `otherwise` returns.
fn in_order(
    public: &Public,
    table: &Table,
    hand: Tiles,
    otherwise: impl Fn(u32, Without) -> Result<TurnParts, Without>,
) -> Result<TurnParts, Without> {
    let (changes, moved) = changes(&public.table, table, hand);
    let (mut parts, mut groups): (TurnParts, ArrayVec<Range<usize>, MOST_MELDS>) = Default::default();
    let mut done = 0u32;
    for at in 0..changes.len() {
        let group = group_of(changes[at].meld, &moved);
        if done & 1 << changes[at].meld != 0 {
            continue;
        }
        done |= group;
        let first = parts.len();
        let alone = group == 1 << changes[at].meld;
        if let Some(part) = single(&changes[at]).filter(|_| alone) {
            parts.push(part);
        } else {
            let in_group = changes.iter().filter(|c| group & 1 << c.meld != 0).copied().collect();
            let shifts = moved.iter().filter(|m| group & 1 << m.from != 0).copied().collect();
            parts.extend(ordered(public, in_group, shifts).or_else(|without| otherwise(group, without))?);
        }
        groups.push(first..parts.len());
    }
    Ok(merge(&parts, &mut groups))
}

/// What changed, by meld, and what moved between melds.
fn changes(before: &Table, after: &Table, hand: Tiles) -> (Changes, Shifts) {
    let (mut changes, mut moved) = (Changes::new(), Shifts::new());
    for (meld, (was, is)) in before.iter().zip(after).enumerate() {
        if was == is {
            continue;
        }
        let (came, mut went) = (is.minus(*was), was.minus(*is));
        for card in came.minus(hand) {
            let from = before.iter().position(|cards| cards.contains(card)).unwrap_or(meld);
            moved.push(Moved { from: from as u8, to: meld as u8, card });
        }
        for other in after {
            went = went.minus(*other);
        }
        changes.push(Change { meld: meld as u8, added: came.and(hand), used: went });
    }
    (changes, moved)
}

/// The melds that cards moved between, starting from one; as bits.
fn group_of(meld: u8, moved: &[Moved]) -> u32 {
    let mut group = 1u32 << meld;
    loop {
        let before = group;
        for m in moved {
            let both = 1 << m.from | 1 << m.to;
            if group & both != 0 {
                group |= both;
            }
        }
        if group == before {
            return group;
        }
    }
}

const fn touches(part: Part, group: u32) -> bool {
    match part {
        Part::Pull { meld, .. } | Part::Swap { meld, .. } | Part::Add { meld, .. } => group & 1 << meld != 0,
        Part::Shift { from, .. } => group & 1 << from != 0,
        Part::Lay(_) => false,
    }
}

/// Merges groups that do not concern each other: the earliest next part first.
fn merge(parts: &[Part], groups: &mut [Range<usize>]) -> TurnParts {
    let mut merged = TurnParts::new();
    while let Some(next) = groups.iter_mut().filter(|g| g.start < g.end).min_by_key(|g| parts[g.start]) {
        merged.extend(next.next().map(|at| parts[at]));
    }
    merged
}

/// The one part that made a change, if one was enough.
fn single(Change { meld, added, used }: &Change) -> Option<Part> {
    if added.len() > 1 || used.len() > 1 {
        return None;
    }
    match (added.first(), used.first()) {
        (Some(card), Some(out)) => Some(Part::Swap { meld: *meld, card, out }),
        (Some(card), None) => Some(Part::Add { meld: *meld, card }),
        (None, Some(card)) => Some(Part::Pull { meld: *meld, card }),
        (None, None) => None,
    }
}

/// The parts of one group in canonical order.
fn ordered(public: &Public, changes: Changes, mut moved: Shifts) -> Result<TurnParts, Without> {
    moved.sort_unstable_by_key(|m| (m.from, m.to, m.card));
    let counts = |c: &Change| (c.added.len(), c.used.len());
    let least: u32 = changes.iter().map(counts).map(|(a, u)| a.max(u)).sum();
    let most: u32 = changes.iter().map(counts).map(|(a, u)| a + u).sum();
    let shifts = moved.len() as u32;
    let table = public.table.clone();
    let through_four = public.options.swap_needs_valid_four;
    let mut search =
        Search { table, through_four, changes, moved, parts: TurnParts::new(), looked_at: 0, dead: HashSet::new() };
    if (least..=most).any(|parts| search.within(parts + shifts)) {
        return Ok(search.parts);
    }
    Err(if search.looked_at > MOST_LOOKED_AT { Without::Patience } else { Without::AnOrder })
}

/// The search for the first order of a group's parts.
struct Search {
    table: Table,
    through_four: bool,
    /// What is left to do.
    changes: Changes,
    /// The shifts left to make, in the order in which they are tried.
    moved: Shifts,
    parts: TurnParts,
    looked_at: u32,
    /// States known to lead nowhere.
    dead: HashSet<State>,
}

/// The cards still to be added, used and shifted, and the number of parts left for it. They determine the table,
/// however it came about.
type State = (Tiles, Tiles, Tiles, u32);

impl Search {
    /// Is there an order of exactly this many more parts? The first is left in `parts`.
    fn within(&mut self, left: u32) -> bool {
        let undone: u32 = self.changes.iter().map(|c| c.added.len().max(c.used.len())).sum();
        if undone + self.moved.len() as u32 == 0 {
            return true;
        }
        self.looked_at += 1;
        if undone + self.moved.len() as u32 > left || self.looked_at > MOST_LOOKED_AT {
            return false;
        }
        let state = (self.looked_at > FEW).then(|| self.state(left));
        if state.is_some_and(|state| self.dead.contains(&state)) {
            return false;
        }
        let found = self.pull(left) || self.swap(left) || self.shift(left) || self.add(left);
        self.dead.extend(state.filter(|_| !found));
        found
    }

    /// What is left to do, and in how many parts.
    fn state(&self, left: u32) -> State {
        let all = |of: fn(&Change) -> Tiles| self.changes.iter().map(of).fold(Tiles::EMPTY, Tiles::or);
        let moved = self.moved.iter().map(|m| m.card).collect();
        (all(|change| change.added), all(|change| change.used), moved, left)
    }

    fn step(&mut self, part: Part, at: usize, change: Change, cards: Tiles, left: u32) -> bool {
        let meld = usize::from(change.meld);
        let (was, old) = (self.table[meld], self.changes[at]);
        self.table[meld] = cards;
        self.changes[at] = change;
        self.parts.push(part);
        if self.within(left - 1) {
            return true;
        }
        self.parts.pop();
        self.changes[at] = old;
        self.table[meld] = was;
        false
    }

    fn pull(&mut self, left: u32) -> bool {
        (0..self.changes.len()).any(|at| {
            let change = self.changes[at];
            let cards = self.table[usize::from(change.meld)];
            cards.len() == 4
                && change.used.and(cards).iter().any(|card| {
                    let part = Part::Pull { meld: change.meld, card };
                    let rest = cards.without(card);
                    is_meld(rest)
                        && self.step(part, at, Change { used: change.used.without(card), ..change }, rest, left)
                })
        })
    }

    fn swap(&mut self, left: u32) -> bool {
        (0..self.changes.len()).any(|at| {
            let change = self.changes[at];
            let cards = self.table[usize::from(change.meld)];
            let through_four = self.through_four;
            cards.len() == 3
                && change.added.iter().filter(|card| !through_four || fourth(cards) == Some(*card)).any(|card| {
                    change.used.and(cards).iter().any(|out| {
                        let new = cards.without(out).with(card);
                        let after =
                            Change { added: change.added.without(card), used: change.used.without(out), ..change };
                        let part = Part::Swap { meld: change.meld, card, out };
                        is_meld(new) && self.step(part, at, after, new, left)
                    })
                })
        })
    }

    fn add(&mut self, left: u32) -> bool {
        (0..self.changes.len()).any(|at| {
            let change = self.changes[at];
            let cards = self.table[usize::from(change.meld)];
            let Some(card) = fourth(cards).filter(|card| cards.len() == 3 && change.added.contains(*card)) else {
                return false;
            };
            let after = Change { added: change.added.without(card), ..change };
            self.step(Part::Add { meld: change.meld, card }, at, after, cards.with(card), left)
        })
    }

    fn shift(&mut self, left: u32) -> bool {
        (0..self.moved.len()).any(|at| {
            let m = self.moved[at];
            let (from, to) = (self.table[usize::from(m.from)], self.table[usize::from(m.to)]);
            let rest = from.without(m.card);
            if from.len() != 4 || to.len() != 3 || fourth(to) != Some(m.card) || !is_meld(rest) {
                return false;
            }
            self.moved.remove(at);
            self.table[usize::from(m.from)] = rest;
            self.table[usize::from(m.to)] = to.with(m.card);
            self.parts.push(Part::Shift { from: m.from, to: m.to, card: m.card });
            if self.within(left - 1) {
                return true;
            }
            self.parts.pop();
            self.table[usize::from(m.from)] = from;
            self.table[usize::from(m.to)] = to;
            self.moved.insert(at, m);
            false
        })
    }
}
