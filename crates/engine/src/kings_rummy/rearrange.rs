//! What may become of the whole table in a turn: one outcome for each meld, so that no card of the hand goes to two
//! of them, and every card that one gives is taken by another. Which cards can leave the table is asked here; which
//! tables that leaves is asked in `settle`.

use std::cell::Cell;
use std::rc::Rc;

use super::asides::{Aside, Asides, Shifts};
use super::draft::Draft;
use super::outcome::{Outcome, Outcomes, outcomes};
use super::tile::{Tile, Tiles};

/// All that may become of a table.
pub(super) struct Rearranging {
    /// What may become of each meld by itself.
    pub melds: Vec<Outcomes>,
    /// What may become of melds that no new one takes from.
    asides: Asides,
    /// The hand before anything was played.
    hand: Tiles,
    /// By the place of a card of the table: the later cards that were asked about, and those of them that cannot
    /// leave together with it.
    apart: [Cell<(Tiles, Tiles)>; 64],
    /// By the place of a card of the table: its meld.
    meld_of: [u8; 64],
    /// How many melds have four cards.
    fours: i32,
    /// How many looks are left.
    patience: Cell<usize>,
    /// How many more there are for offering what was found.
    reserve: Cell<usize>,
}

impl Rearranging {
    /// `patience` is how many looks may be taken, each of which takes some 40 ns; [`each`](Self::each) may take
    /// `reserve` more.
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

    /// Is the patience used up, so that the last answer may be wrong?
    pub(super) const fn is_given_up(&self) -> bool {
        self.patience.get() == 0
    }

    /// Counts a look; is any patience left?
    fn looks(&self) -> bool {
        spend(1, &self.patience)
    }

    /// Counts this many looks at what was found to be possible, out of the reserve once the patience is used up; is
    /// any left?
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

    /// Can these cards go into new melds, if `hand` is left? Others may have to come off the table with them: `may`
    /// says whether those are of use with what is then left of the hand.
    pub(super) fn can_leave(&self, used: Tiles, hand: Tiles, may: &impl Fn(Tiles, Tiles) -> bool) -> bool {
        self.lets_go(used, hand, Chosen::default(), may)
    }

    /// As [`can_leave`](Self::can_leave), once it is chosen what becomes of some melds.
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

    /// Can each of these cards go into new melds together with each of the others, whatever is laid from the hand?
    /// Answers are kept, because the same two are asked about often.
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

    /// Of the melds that must let cards go, the one with the fewest ways to; `None` if all have been chosen for.
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
            // Only a meld with no way at all could have fewer.
            if fewest <= 1 {
                break;
            }
        }
        next
    }

    /// What may become of melds that no new meld takes a card from, without concerning any others.
    pub(super) fn asides(&self) -> &[Aside] {
        self.asides.alone(&self.melds, &|| self.looks())
    }

    /// What may become of melds that no new meld takes a card from, in answer to open shifts of others.
    pub(super) fn replies(&self, shifts: Shifts) -> Rc<[Aside]> {
        self.asides.replies(shifts, &self.melds, &|| self.looks())
    }
}

/// What was chosen to become of some melds.
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
    /// The best ways to use at least these cards of another meld, in which what it gives and takes agrees with what
    /// was chosen.
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

/// Spends this many looks of those that are left; are there more?
fn spend(looks: usize, left: &Cell<usize>) -> bool {
    left.set(left.get().saturating_sub(looks));
    left.get() > 0
}
