//! What may become of melds that no new meld takes a card from: cards are added to them, and shifted between them.
//!
//! Many such changes begin, but few can be completed: most cards could leave a meld of four, if only another meld
//! took them. So they are looked for once per table, not again for each set of new melds.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use arrayvec::ArrayVec;

use super::outcome::{Outcome, Outcomes};
use super::state::MOST_MELDS;
use super::tile::Tiles;

/// A change of some melds, no part of which can be made without the rest.
pub(super) struct Aside {
    /// Which melds of the table it changes: a bit for each.
    pub melds: u32,
    /// The same melds by number, each with its cards after the change.
    pub changes: ArrayVec<(usize, Tiles), MOST_MELDS>,
    /// Cards that came from the hand.
    pub added: Tiles,
}

/// All asides of a table, each list made when it is first asked for.
#[derive(Default)]
pub(super) struct Asides {
    alone: OnceCell<Vec<Aside>>,
    replies: RefCell<HashMap<Shifts, Rc<[Aside]>>>,
}

impl Asides {
    /// The asides that concern no other melds. `looks` says whether the search may take one more look.
    pub(super) fn alone(&self, melds: &[Outcomes], looks: &dyn Fn() -> bool) -> &[Aside] {
        self.alone.get_or_init(|| {
            let mut search = Search { melds, looks, changes: Vec::new(), found: Vec::new() };
            for (nth, meld) in melds.iter().enumerate() {
                for outcome in meld.using(Tiles::EMPTY).iter().filter(|outcome| outcome.cards != meld.cards) {
                    // Each aside is found once, from its first meld.
                    search.change(nth, outcome, every(melds) & (!1 << nth), Tiles::EMPTY, Shifts::default());
                }
            }
            search.found
        })
    }

    /// The asides that answer open shifts of other melds.
    pub(super) fn replies(&self, shifts: Shifts, melds: &[Outcomes], looks: &dyn Fn() -> bool) -> Rc<[Aside]> {
        let mut known = self.replies.borrow_mut();
        let replies = known.entry(shifts).or_insert_with(|| {
            let mut search = Search { melds, looks, changes: Vec::new(), found: Vec::new() };
            search.answer(every(melds), Tiles::EMPTY, shifts);
            search.found.into()
        });
        Rc::clone(replies)
    }
}

/// All melds: a bit for each.
pub(super) const fn every(melds: &[Outcomes]) -> u32 {
    (1 << melds.len()) - 1
}

struct Search<'a> {
    melds: &'a [Outcomes],
    looks: &'a dyn Fn() -> bool,
    /// What has become of the melds changed so far.
    changes: Vec<(usize, Tiles)>,
    found: Vec<Aside>,
}

impl Search<'_> {
    /// Changes one more meld and goes on; those in `open` may still follow.
    fn change(&mut self, nth: usize, outcome: &Outcome, open: u32, added: Tiles, shifts: Shifts) {
        let Some(shifts) = shifts.with(outcome, self.melds[nth].cards) else { return };
        if outcome.added.meets(added) || !(self.looks)() {
            return;
        }
        self.changes.push((nth, outcome.cards));
        self.answer(open, added.or(outcome.added), shifts);
        self.changes.pop();
    }

    /// Goes on with each meld that may answer the first open shift; if none is open, records the change as found.
    fn answer(&mut self, open: u32, added: Tiles, shifts: Shifts) {
        if !shifts.are_open() {
            let melds = self.changes.iter().fold(0, |melds, (nth, _)| melds | 1 << nth);
            return self.found.push(Aside { melds, changes: self.changes.iter().copied().collect(), added });
        }
        // A taken card has one owner; a given card may be wanted by several melds. So taken cards are answered first.
        let taken = shifts.taken.lowest();
        let given = if taken.is_empty() { shifts.given.lowest() } else { Tiles::EMPTY };
        for (nth, meld) in self.melds.iter().enumerate().filter(|(nth, _)| open >> nth & 1 != 0) {
            if meld.cards.meets(taken) || meld.wanted.meets(given) {
                let answers = |outcome: &&Outcome| outcome.given.meets(taken) || outcome.taken.meets(given);
                for outcome in meld.using(Tiles::EMPTY).iter().filter(answers) {
                    self.change(nth, outcome, open & !(1 << nth), added, shifts);
                }
            }
        }
    }
}

/// The shifts that the melds decided so far leave open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Shifts {
    /// Given by a meld, taken by none yet.
    given: Tiles,
    /// Taken by a meld, given by none yet.
    pub taken: Tiles,
}

impl Shifts {
    /// These shifts after what becomes of the next meld, which has `cards` before; `None` if it keeps a card that
    /// another meld took, or takes one that another has taken too.
    pub(super) fn with(self, outcome: &Outcome, cards: Tiles) -> Option<Self> {
        let (owed, found) = (self.taken.and(cards), outcome.taken.and(self.given));
        let asked = outcome.taken.minus(found);
        let given = self.given.minus(found).or(outcome.given.minus(owed));
        let taken = self.taken.minus(owed).or(asked);
        (owed.is_within(outcome.given) && !asked.meets(self.taken)).then_some(Self { given, taken })
    }

    /// Is a card given but not taken, or taken but not given?
    pub(super) const fn are_open(self) -> bool {
        !self.given.or(self.taken).is_empty()
    }
}
