//! What may become of the whole table in a turn: of each meld one of its outcomes, so that no card of the hand goes to two of them and
//! what one gives to another is taken there. Which cards can leave it so is asked here; which tables that leaves, in `settle`.

use std::cell::Cell;
use std::rc::Rc;

use super::asides::{Aside, Asides, Shifts};
use super::draft::Draft;
use super::outcome::{Outcome, Outcomes, outcomes};
use super::tile::{Tile, Tiles};

/// All that may become of a table.
pub(super) struct Rearranging {
    /// Of each meld by itself.
    pub melds: Vec<Outcomes>,
    /// Of melds that no new one takes from.
    asides: Asides,
    /// The hand before anything was played.
    hand: Tiles,
    /// By the place of a card of the table: the later cards that were asked about, and those of them that cannot leave with it.
    apart: [Cell<(Tiles, Tiles)>; 64],
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
        let (patience, reserve) = (Cell::new(patience), Cell::new(reserve));
        let apart = [const { Cell::new((Tiles::EMPTY, Tiles::EMPTY)) }; 64];
        Self { melds, asides: Asides::default(), hand: draft.hand, apart, meld_of, fours, patience, reserve }
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
    pub(super) fn settles(&self, looks: usize) -> bool {
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
        if !self.looks() {
            return false;
        }
        let Some(meld) = self.next(used, chosen, hand) else { return true };
        chosen.ways(meld, used, hand).any(|outcome| {
            let (chosen, left) = (chosen.with(meld, outcome), hand.minus(outcome.added));
            (outcome.used.is_within(used) || may(chosen.used.minus(used), left))
                && self.lets_go(used, left, chosen, may)
        })
    }

    /// Can each of these cards go into new melds together with each of the others, whatever is laid of the hand? Asked often of the same
    /// two.
    pub(super) fn may_leave_together(&self, cards: Tiles, others: Tiles) -> bool {
        let together = |card: Tile, other: Tile| {
            let (first, second) = if card < other { (card, other) } else { (other, card) };
            let known = &self.apart[usize::from(first.place())];
            let (asked, apart) = known.get();
            if asked.contains(second) {
                return !apart.contains(second);
            }
            let can = self.can_leave(Tiles::one(first).with(second), self.hand, &|_, _| true);
            known.set((asked.with(second), if can { apart } else { apart.with(second) }));
            can
        };
        cards.iter().all(|card| others.iter().all(|other| together(card, other)))
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
            let ways = chosen.ways(meld, used, hand).take(fewest).count();
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

    /// What may become of melds that no new meld takes a card from, and that concerns no other.
    pub(super) fn asides(&self) -> &[Aside] {
        self.asides.alone(&self.melds, &|| self.looks())
    }

    /// The same, where it answers open shifts of others.
    pub(super) fn replies(&self, shifts: Shifts) -> Rc<[Aside]> {
        self.asides.replies(shifts, &self.melds, &|| self.looks())
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
    /// The best ways to use at least these cards of another meld: what it gives or takes agrees with what was chosen.
    fn ways(self, meld: &Outcomes, used: Tiles, hand: Tiles) -> impl Iterator<Item = &Outcome> {
        // A card is taken once, and not from a meld that keeps it.
        let closed = self.taken.or(self.melds.minus(self.given));
        meld.ways(used, self.taken, hand).filter(move |outcome| !outcome.taken.meets(closed))
    }

    const fn with(self, meld: &Outcomes, outcome: &Outcome) -> Self {
        Self {
            melds: self.melds.or(meld.cards),
            used: self.used.or(outcome.used),
            given: self.given.or(outcome.given),
            taken: self.taken.or(outcome.taken),
        }
    }
}

/// Takes so much of what is left; is there more?
fn spend(looks: usize, left: &Cell<usize>) -> bool {
    left.set(left.get().saturating_sub(looks));
    left.get() > 0
}
