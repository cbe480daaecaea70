//! What may become of the whole table in a turn: of each meld one of its outcomes, so that no card of the hand goes to two of them and
//! what one gives to another is taken there.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::draft::Draft;
use super::outcome::{Outcome, Outcomes, outcomes};
use super::state::{MOST_MELDS, Table};
use super::tile::Tiles;

/// All that may become of a table.
pub(super) struct Rearranging {
    melds: Vec<Outcomes>,
}

impl Rearranging {
    pub(super) fn new(draft: &Draft<'_>, loose: Tiles) -> Self {
        Self { melds: outcomes(draft, loose) }
    }

    /// The cards of the table that may go into new melds.
    pub(super) fn loose(&self) -> Tiles {
        self.melds.iter().map(Outcomes::loose).fold(Tiles::EMPTY, Tiles::or)
    }

    /// Can these cards go into new melds, with others of the table or without, where this is left of the hand?
    pub(super) fn can_leave(&self, used: Tiles, hand: Tiles) -> bool {
        self.lets_go(used, Tiles::EMPTY, hand, &mut [None; MOST_MELDS])
    }

    /// The same, while the `given` ones are shifted; of some melds it is decided what becomes of them.
    fn lets_go<'s>(
        &'s self,
        used: Tiles,
        given: Tiles,
        hand: Tiles,
        decided: &mut [Option<&'s Outcome>; MOST_MELDS],
    ) -> bool {
        // The meld with the fewest ways comes next.
        let mut next: Option<(usize, usize)> = None;
        for (nth, meld) in self.melds.iter().enumerate().filter(|(_, meld)| meld.cards.meets(used.or(given))) {
            if let Some(outcome) = decided[nth] {
                if given.and(meld.cards).is_within(outcome.given) {
                    continue;
                }
                return false;
            }
            let ways = meld.ways(used, given, hand).count();
            if ways == 0 {
                return false;
            }
            if next.is_none_or(|(_, fewest)| ways < fewest) {
                next = Some((nth, ways));
            }
        }
        let Some((nth, _)) = next else { return true };
        self.melds[nth].ways(used, given, hand).any(|outcome| {
            decided[nth] = Some(outcome);
            let found = self.lets_go(used, given.or(outcome.taken), hand.minus(outcome.added), decided);
            decided[nth] = None;
            found
        })
    }

    /// Offers each table that parts may leave after those that made it what it is `now`, when just these cards go into new melds; and what
    /// is left of the hand. Cards move between melds only where some are used. Whether the parts have an order is not asked.
    pub(super) fn each(
        &self,
        now: &Table,
        used: Tiles,
        hand: Tiles,
        take: &mut dyn FnMut(&Table, Tiles) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut wanted, mut later) = (Tiles::EMPTY, Tiles::EMPTY);
        let mut order: ArrayVec<Next<'_>, MOST_MELDS> = ArrayVec::new();
        // Those that must let cards go are settled first, so they stand at the end.
        for must in [false, true] {
            for (nth, meld) in self.melds.iter().enumerate().rev() {
                if meld.cards.meets(used) == must && !meld.is_settled() {
                    order.push(Next { nth, meld, wanted, later });
                    (wanted, later) = (wanted.or(meld.wanted), later.or(meld.cards));
                }
            }
        }
        if order.iter().any(|next| next.meld.using(used).is_empty()) {
            return ControlFlow::Continue(());
        }
        let table = self.melds.iter().map(|meld| meld.cards).collect();
        Settling { now, used, table, take }.settle(&order, hand, Shifts::default())
    }
}

/// A meld that is to be settled.
struct Next<'a> {
    /// Which of the table.
    nth: usize,
    meld: &'a Outcomes,
    /// The cards that those after it could take.
    wanted: Tiles,
    /// The cards of those.
    later: Tiles,
}

/// A table that is settled meld by meld.
struct Settling<'a> {
    /// The table as it is; what came to a meld stays there.
    now: &'a Table,
    /// What goes into new melds.
    used: Tiles,
    table: Table,
    take: &'a mut dyn FnMut(&Table, Tiles) -> ControlFlow<()>,
}

impl Settling<'_> {
    /// Settles these melds, the last one first.
    fn settle(&mut self, melds: &[Next<'_>], hand: Tiles, shifts: Shifts) -> ControlFlow<()> {
        let Some((next, rest)) = melds.split_last() else {
            return if shifts.are_open() { ControlFlow::Continue(()) } else { (self.take)(&self.table, hand) };
        };
        for outcome in next.meld.using(self.used) {
            let shifted = !outcome.given.or(outcome.taken).is_empty();
            let came = self.now[next.nth].minus(next.meld.cards);
            let fits = outcome.added.is_within(hand) && came.is_within(outcome.cards);
            if !fits || shifted && self.used.is_empty() {
                continue;
            }
            if let Some(shifts) = shifts.with(outcome, next) {
                self.table[next.nth] = outcome.cards;
                self.settle(rest, hand.minus(outcome.added), shifts)?;
            }
        }
        self.table[next.nth] = next.meld.cards;
        ControlFlow::Continue(())
    }
}

/// The cards that are shifted, as far as the table is settled.
#[derive(Clone, Copy, Default)]
struct Shifts {
    /// Given by a meld, taken by none yet.
    given: Tiles,
    /// Taken by a meld, given by none yet.
    taken: Tiles,
}

impl Shifts {
    /// With what becomes of the next meld; `None` where a card would be given or taken alone.
    fn with(self, outcome: &Outcome, next: &Next<'_>) -> Option<Self> {
        let (owed, found) = (self.taken.and(next.meld.cards), outcome.taken.and(self.given));
        let given = self.given.minus(found).or(outcome.given.minus(owed));
        let asked = outcome.taken.minus(found);
        let fits = owed.is_within(outcome.given)
            && asked.is_within(next.later.minus(self.taken))
            && given.is_within(next.wanted);
        fits.then(|| Self { given, taken: self.taken.minus(owed).or(asked) })
    }

    /// Is a card given or taken alone?
    const fn are_open(self) -> bool {
        !self.given.or(self.taken).is_empty()
    }
}
