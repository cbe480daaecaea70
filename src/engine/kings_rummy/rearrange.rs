//! What may become of the whole table in a turn: of each meld one of its outcomes, so that no card of the hand goes to two of them and
//! what one gives to another is taken there.

use std::cell::{Cell, OnceCell};
use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::draft::Draft;
use super::outcome::{Outcome, Outcomes, outcomes};
use super::state::{MOST_MELDS, Table};
use super::tile::Tiles;

/// To make a turn of a table that was found takes as long as so many looks.
const TURN: usize = 25;

/// All that may become of a table.
pub(super) struct Rearranging {
    melds: Vec<Outcomes>,
    /// Where they stand there: those that may shift cards, then the others.
    order: Vec<usize>,
    /// By the place of a card of the table: its meld.
    meld_of: [u8; 64],
    /// How many melds have four cards.
    fours: i32,
    /// How much may still be looked at.
    patience: Cell<usize>,
    /// How much more, to offer what was found.
    reserve: Cell<usize>,
}

impl Rearranging {
    /// With `patience` for so many looks, of which one takes some 40 ns; [`each`](Self::each) may take a `reserve` of more.
    pub(super) fn new(draft: &Draft<'_>, loose: Tiles, patience: usize, reserve: usize) -> Self {
        let mut meld_of = [0; 64];
        for (meld, cards) in (0..).zip(&draft.table) {
            cards.iter().for_each(|card| meld_of[usize::from(card.place())] = meld);
        }
        let melds = outcomes(draft, loose);
        let fours = melds.iter().filter(|meld| meld.cards.has_four()).count() as i32;
        let mut order: Vec<usize> = (0..melds.len()).collect();
        order.sort_by_key(|nth| melds[*nth].wanted.or(melds[*nth].offered).is_empty());
        Self { melds, order, meld_of, fours, patience: Cell::new(patience), reserve: Cell::new(reserve) }
    }

    /// Has so much been looked at that what was said last may be wrong?
    pub(super) const fn is_given_up(&self) -> bool {
        self.patience.get() == 0
    }

    /// Counts a look; is there patience for it?
    fn looks(&self) -> bool {
        spend(1, &self.patience)
    }

    /// Counts so many looks at what was found to be possible.
    fn settles(&self, looks: usize) -> bool {
        spend(looks, &self.patience) || spend(looks, &self.reserve)
    }

    /// The cards of the table that may go into new melds.
    pub(super) fn loose(&self) -> Tiles {
        self.melds.iter().map(Outcomes::loose).fold(Tiles::EMPTY, Tiles::or)
    }

    /// How many melds have four cards.
    pub(super) const fn fours(&self) -> i32 {
        self.fours
    }

    /// Can these cards go into new melds, where this is left of the hand? Others may have to come off the table with them: `may` says
    /// whether those and what is left of the hand then are of use.
    pub(super) fn can_leave(&self, used: Tiles, hand: Tiles, may: &impl Fn(Tiles, Tiles) -> bool) -> bool {
        self.lets_go(used, hand, Chosen::default(), may)
    }

    /// The same, where of some melds it is chosen what becomes of them.
    fn lets_go(&self, used: Tiles, hand: Tiles, chosen: Chosen, may: &impl Fn(Tiles, Tiles) -> bool) -> bool {
        if !self.looks() || !chosen.taken.and(chosen.melds).is_within(chosen.given) {
            return false;
        }
        let Some(meld) = self.next(used, chosen, hand) else { return true };
        meld.ways(used, chosen.taken, hand).any(|outcome| {
            let (chosen, left) = (chosen.with(meld, outcome), hand.minus(outcome.added));
            (outcome.used.is_within(used) || may(chosen.used.minus(used), left))
                && self.lets_go(used, left, chosen, may)
        })
    }

    /// The meld that must let cards go and has the fewest ways to; `None` where all have been chosen for.
    fn next(&self, used: Tiles, chosen: Chosen, hand: Tiles) -> Option<&Outcomes> {
        let mut asked = used.or(chosen.taken).minus(chosen.melds);
        let mut next = None;
        let mut fewest = usize::MAX;
        while let Some(card) = asked.first() {
            let meld = &self.melds[usize::from(self.meld_of[usize::from(card.place())])];
            asked = asked.minus(meld.cards);
            if next.is_none() && asked.is_empty() {
                return Some(meld);
            }
            let ways = meld.ways(used, chosen.taken, hand).take(fewest).count();
            if ways < fewest {
                (next, fewest) = (Some(meld), ways);
            }
            // Fewer than one is none.
            if fewest <= 1 {
                break;
            }
        }
        next
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
        let mut melds = ArrayVec::<Next<'_>, MOST_MELDS>::new();
        // Those that must let cards go come first, then those that may shift some.
        for touched in [true, false] {
            for &nth in &self.order {
                let meld = &self.melds[nth];
                if meld.cards.meets(used) != touched {
                    continue;
                }
                let outcomes = meld.using(used);
                let mut possible = outcomes.iter().filter(|outcome| outcome.added.is_within(hand));
                let Some(first) = possible.next() else { return ControlFlow::Continue(()) };
                // What lies as it lay, and can't but stay so, need not be settled.
                if first.cards != meld.cards || now[nth] != meld.cards || possible.next().is_some() {
                    melds.push(Next { nth, meld, outcomes });
                }
            }
        }
        let table = self.melds.iter().map(|meld| meld.cards).collect();
        let open = (1 << melds.len()) - 1;
        Settling { all: self, now, used, melds, table, take }.settle(open, hand, Shifts::default())
    }
}

/// What becomes of some melds.
#[derive(Clone, Copy, Default)]
struct Chosen {
    /// Their cards as they lie.
    melds: Tiles,
    /// Those of them that go into new melds.
    used: Tiles,
    /// Those of them that are shifted to other melds.
    given: Tiles,
    /// The cards that are shifted to them.
    taken: Tiles,
}

impl Chosen {
    const fn with(self, meld: &Outcomes, outcome: &Outcome) -> Self {
        Self {
            melds: self.melds.or(meld.cards),
            used: self.used.or(outcome.used),
            given: self.given.or(outcome.given),
            taken: self.taken.or(outcome.taken),
        }
    }
}

/// A meld that is to be settled.
#[derive(Clone, Copy)]
struct Next<'a> {
    /// Which of the table.
    nth: usize,
    meld: &'a Outcomes,
    /// What may become of it.
    outcomes: &'a [Outcome],
}

/// A table that is settled meld by meld.
struct Settling<'a> {
    all: &'a Rearranging,
    /// The table as it is; what came to a meld stays there.
    now: &'a Table,
    /// What goes into new melds.
    used: Tiles,
    melds: ArrayVec<Next<'a>, MOST_MELDS>,
    table: Table,
    take: &'a mut dyn FnMut(&Table, Tiles) -> ControlFlow<()>,
}

impl Settling<'_> {
    /// Settles the melds that are open, a bit for each.
    fn settle(&mut self, open: u32, hand: Tiles, shifts: Shifts) -> ControlFlow<()> {
        let is_settled = open == 0 && !shifts.are_open();
        if !self.all.settles(if is_settled { TURN } else { 1 }) {
            return ControlFlow::Break(());
        }
        if is_settled {
            return (self.take)(&self.table, hand);
        }
        if open == 0 {
            return ControlFlow::Continue(());
        }
        let at = self.next(open, shifts);
        let open = open & !(1 << at);
        let Next { nth, meld, outcomes } = self.melds[at];
        let came = self.now[nth].minus(meld.cards);
        let later = OnceCell::new();
        for outcome in outcomes {
            let fits = outcome.added.is_within(hand) && came.is_within(outcome.cards);
            if !fits || !outcome.stays() && self.used.is_empty() {
                continue;
            }
            let may_shift = || *later.get_or_init(|| self.may_shift(open));
            let Some(shifts) = shifts.with(outcome, meld.cards, may_shift) else { continue };
            self.table[nth] = outcome.cards;
            self.settle(open, hand.minus(outcome.added), shifts)?;
        }
        self.table[nth] = meld.cards;
        ControlFlow::Continue(())
    }

    /// The open meld to settle next: whichever a shift waits for, before all others.
    fn next(&self, open: u32, shifts: Shifts) -> usize {
        let waited_for = |next: &Next<'_>| next.meld.cards.meets(shifts.taken) || next.meld.wanted.meets(shifts.given);
        let found = if shifts.are_open() { of(open).find(|at| waited_for(&self.melds[*at])) } else { None };
        found.unwrap_or(open.trailing_zeros() as usize)
    }

    /// The cards that the open melds could give, and those that they could take.
    fn may_shift(&self, open: u32) -> Shifts {
        of(open).map(|at| self.melds[at].meld).fold(Shifts::default(), |all, meld| Shifts {
            given: all.given.or(meld.offered),
            taken: all.taken.or(meld.wanted),
        })
    }
}

/// Takes so much of what is left; is there more?
fn spend(looks: usize, left: &Cell<usize>) -> bool {
    left.set(left.get().saturating_sub(looks));
    left.get() > 0
}

/// The bits that are set.
fn of(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (at < 32).then_some(at as usize)
    })
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
    fn with(self, outcome: &Outcome, cards: Tiles, may_shift: impl Fn() -> Self) -> Option<Self> {
        if outcome.stays() && !self.are_open() {
            return Some(self);
        }
        let (owed, found) = (self.taken.and(cards), outcome.taken.and(self.given));
        let given = self.given.minus(found).or(outcome.given.minus(owed));
        let asked = outcome.taken.minus(found);
        let may_wait = || {
            let later = may_shift();
            asked.is_within(later.given.minus(self.taken)) && given.is_within(later.taken)
        };
        let fits = owed.is_within(outcome.given) && (asked.or(given).is_empty() || may_wait());
        fits.then(|| Self { given, taken: self.taken.minus(owed).or(asked) })
    }

    /// Is a card given or taken alone?
    const fn are_open(self) -> bool {
        !self.given.or(self.taken).is_empty()
    }
}
