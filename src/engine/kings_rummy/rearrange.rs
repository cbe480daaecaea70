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
        self.lets_go(used, hand, Chosen::default())
    }

    /// The same, where of some melds it is chosen what becomes of them.
    fn lets_go(&self, used: Tiles, hand: Tiles, chosen: Chosen) -> bool {
        if !chosen.taken.and(chosen.melds).is_within(chosen.given) {
            return false;
        }
        // The meld with the fewest ways comes next.
        let asked = used.or(chosen.taken).minus(chosen.melds);
        let mut next: Option<(&Outcomes, usize)> = None;
        for meld in self.melds.iter().filter(|meld| meld.cards.meets(asked)) {
            let ways = meld.ways(used, chosen.taken, hand).count();
            if ways == 0 {
                return false;
            }
            if next.is_none_or(|(_, fewest)| ways < fewest) {
                next = Some((meld, ways));
            }
        }
        let Some((meld, _)) = next else { return true };
        meld.ways(used, chosen.taken, hand)
            .any(|outcome| self.lets_go(used, hand.minus(outcome.added), chosen.with(meld, outcome)))
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
        let mut melds: ArrayVec<(usize, &Outcomes), MOST_MELDS> =
            self.melds.iter().enumerate().rev().filter(|(_, meld)| !meld.is_settled()).collect();
        // Those settled first stand at the end: those that must let cards go, then those that may shift some.
        melds.sort_by_key(|(_, meld)| (meld.cards.meets(used), !meld.wanted.or(meld.offered).is_empty()));
        let (mut wanted, mut offered) = (Tiles::EMPTY, Tiles::EMPTY);
        let mut order: ArrayVec<Next<'_>, MOST_MELDS> = ArrayVec::new();
        for (nth, meld) in melds {
            order.push(Next { nth, cards: meld.cards, outcomes: meld.using(used), wanted, offered });
            (wanted, offered) = (wanted.or(meld.wanted), offered.or(meld.offered));
        }
        if order.iter().any(|next| next.outcomes.is_empty()) {
            return ControlFlow::Continue(());
        }
        let table = self.melds.iter().map(|meld| meld.cards).collect();
        Settling { now, used, table, take }.settle(&order, hand, Shifts::default())
    }
}

/// What becomes of some melds.
#[derive(Clone, Copy, Default)]
struct Chosen {
    /// Their cards as they lie.
    melds: Tiles,
    /// Those of them that are shifted to other melds.
    given: Tiles,
    /// The cards that are shifted to them.
    taken: Tiles,
}

impl Chosen {
    const fn with(self, meld: &Outcomes, outcome: &Outcome) -> Self {
        let Self { melds, given, taken } = self;
        Self { melds: melds.or(meld.cards), given: given.or(outcome.given), taken: taken.or(outcome.taken) }
    }
}

/// A meld that is to be settled.
struct Next<'a> {
    /// Which of the table.
    nth: usize,
    /// Its cards.
    cards: Tiles,
    outcomes: &'a [Outcome],
    /// The cards that those after it could take.
    wanted: Tiles,
    /// The cards that those could give.
    offered: Tiles,
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
        for outcome in next.outcomes {
            let shifted = !outcome.given.or(outcome.taken).is_empty();
            let came = self.now[next.nth].minus(next.cards);
            let fits = outcome.added.is_within(hand) && came.is_within(outcome.cards);
            if !fits || shifted && self.used.is_empty() {
                continue;
            }
            if let Some(shifts) = shifts.with(outcome, next) {
                self.table[next.nth] = outcome.cards;
                self.settle(rest, hand.minus(outcome.added), shifts)?;
            }
        }
        self.table[next.nth] = next.cards;
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
        let (owed, found) = (self.taken.and(next.cards), outcome.taken.and(self.given));
        let given = self.given.minus(found).or(outcome.given.minus(owed));
        let asked = outcome.taken.minus(found);
        let fits = owed.is_within(outcome.given)
            && asked.is_within(next.offered.minus(self.taken))
            && given.is_within(next.wanted);
        fits.then(|| Self { given, taken: self.taken.minus(owed).or(asked) })
    }

    /// Is a card given or taken alone?
    const fn are_open(self) -> bool {
        !self.given.or(self.taken).is_empty()
    }
}
