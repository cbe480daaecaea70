//! What may become of melds that no new meld takes a card from: cards are added to them, and shifted between them.
//!
//! Few such changes of a table come to an end, but many begin: most cards could leave a meld of four, if only another took them. So
//! they are looked for once a table, and not anew for each set of new melds.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use arrayvec::ArrayVec;

use super::outcome::{Outcome, Outcomes};
use super::state::MOST_MELDS;
use super::tile::Tiles;

/// A change of some melds that no part of can be made without the rest.
pub(super) struct Aside {
    /// Which of the table: a bit for each.
    pub melds: u32,
    /// The same, each with its cards then.
    pub changes: ArrayVec<(usize, Tiles), MOST_MELDS>,
    /// Cards that came from the hand.
    pub added: Tiles,
}

/// All such changes of a table, as far as somebody asked for them.
#[derive(Default)]
pub(super) struct Asides {
    alone: OnceCell<Vec<Aside>>,
    replies: RefCell<HashMap<Shifts, Rc<[Aside]>>>,
}

impl Asides {
    /// Those that concern no other meld. `looks` says whether there is patience for one more look.
    pub(super) fn alone(&self, melds: &[Outcomes], looks: &dyn Fn() -> bool) -> &[Aside] {
        self.alone.get_or_init(|| {
            let mut search = Search { melds, looks, changes: Vec::new(), found: Vec::new() };
            for (nth, meld) in melds.iter().enumerate() {
                for outcome in meld.using(Tiles::EMPTY).iter().filter(|outcome| outcome.cards != meld.cards) {
                    // Each is found from its first meld.
                    search.change(nth, outcome, every(melds) & (!1 << nth), Tiles::EMPTY, Shifts::default());
                }
            }
            search.found
        })
    }

    /// Those that answer open shifts of other melds.
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

/// The search for them.
struct Search<'a> {
    melds: &'a [Outcomes],
    looks: &'a dyn Fn() -> bool,
    /// What became of some melds.
    changes: Vec<(usize, Tiles)>,
    found: Vec<Aside>,
}

impl Search<'_> {
    /// Goes on with what becomes of one more meld; those that are open may follow.
    fn change(&mut self, nth: usize, outcome: &Outcome, open: u32, added: Tiles, shifts: Shifts) {
        let Some(shifts) = shifts.with(outcome, self.melds[nth].cards) else { return };
        if outcome.added.meets(added) || !(self.looks)() {
            return;
        }
        self.changes.push((nth, outcome.cards));
        self.answer(open, added.or(outcome.added), shifts);
        self.changes.pop();
    }

    /// Goes on with each meld that may answer the first of the shifts that are open; notes what was changed where none is.
    fn answer(&mut self, open: u32, added: Tiles, shifts: Shifts) {
        if !shifts.are_open() {
            let melds = self.changes.iter().fold(0, |melds, (nth, _)| melds | 1 << nth);
            return self.found.push(Aside { melds, changes: self.changes.iter().copied().collect(), added });
        }
        // What is taken has one owner; what is given, several may want.
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

/// The cards that are shifted, as far as it is known what becomes of the melds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Shifts {
    /// Given by a meld, taken by none yet.
    given: Tiles,
    /// Taken by a meld, given by none yet.
    pub taken: Tiles,
}

impl Shifts {
    /// With what becomes of the next meld, which has these cards; `None` where it keeps what another took, or takes that too.
    pub(super) fn with(self, outcome: &Outcome, cards: Tiles) -> Option<Self> {
        let (owed, found) = (self.taken.and(cards), outcome.taken.and(self.given));
        let asked = outcome.taken.minus(found);
        let given = self.given.minus(found).or(outcome.given.minus(owed));
        let taken = self.taken.minus(owed).or(asked);
        (owed.is_within(outcome.given) && !asked.meets(self.taken)).then_some(Self { given, taken })
    }

    /// Is a card given or taken alone?
    pub(super) const fn are_open(self) -> bool {
        !self.given.or(self.taken).is_empty()
    }
}
