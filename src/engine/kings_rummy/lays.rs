//! Which new melds can be laid together.

use std::ops::{ControlFlow, Range};

use arrayvec::ArrayVec;

use super::draft::Draft;
use super::loose::{loose, placeable};
use super::meld::melds_among;
use super::rearrange::Rearranging;
use super::state::{Public, Table};
use super::tile::Tiles;

/// How much is looked at for each move that is wanted, before the search is given up; and how much more, so that what it found by
/// then is offered all the same. The first 500 moves take less than 1 ms.
const LOOKS_FOR_EACH: (usize, usize) = (46, 2);
/// So many moves, or more, are always looked for, so that few are not given up where they are merely hard to find.
const FEWEST_WANTED: usize = 500;
/// However many are wanted, no more is looked at: looking alone then takes about a tenth of a second.
const MOST_LOOKS: usize = 2_000_000;
/// A new meld uses at most so many cards of the table: one is of the hand.
const MOST_USED: usize = 3;
/// The most new melds: each takes one of eleven cards in hand.
const MOST_LAID: usize = 11;

/// Receives new melds, the table that they leave, and what is left of the hand.
type Offer<'a> = &'a mut dyn FnMut(&[Tiles], &Table, Tiles) -> ControlFlow<()>;

/// The search for all sets of melds that can be laid together.
pub(super) struct Lays {
    table: Table,
    hand: Tiles,
    rearranging: Rearranging,
    /// The cards of the table that may go into new melds.
    loose: Tiles,
    /// All melds that could be laid, in canonical order.
    melds: Vec<Tiles>,
    sets: Vec<Set>,
    /// Where the set of a meld alone stands among them.
    alone: Vec<usize>,
    /// Melds that can be laid with those of a set.
    fitting: Vec<usize>,
    /// What is to be done, by how many cards of the table are used then: for each set, to find the melds that use so many cards each
    /// and can be laid with it.
    tasks: Vec<Vec<(usize, usize)>>,
}

/// Melds that can be laid together.
struct Set {
    /// The set without the last of them, and that one.
    last: Option<(usize, usize)>,
    /// What is left of the hand.
    hand: Tiles,
    /// The cards of the table in them.
    used: Tiles,
    /// The melds that can be laid with them, by how many cards of the table each uses: where those stand in [`Lays::fitting`].
    fitting: [Range<usize>; MOST_USED + 1],
}

impl Set {
    fn new(last: Option<(usize, usize)>, hand: Tiles, used: Tiles) -> Self {
        Self { last, hand, used, fitting: Default::default() }
    }
}

impl Lays {
    /// For at least so many moves.
    pub(super) fn new(public: &Public, hand: Tiles, wanted: usize) -> Self {
        let draft = Draft::new(public, hand);
        let looks = |for_each| wanted.max(FEWEST_WANTED).saturating_mul(for_each).min(MOST_LOOKS);
        let rearranging = Rearranging::new(&draft, loose(&draft), looks(LOOKS_FOR_EACH.0), looks(LOOKS_FOR_EACH.1));
        let loose = rearranging.loose();
        let mut melds = Vec::new();
        melds_among(hand.or(loose), |cards| {
            if cards.meets(hand) {
                melds.push(cards);
            }
        });
        let alone = vec![0; melds.len()];
        let (sets, tasks) = (vec![Set::new(None, hand, Tiles::EMPTY)], vec![vec![(0, 0)]]);
        Self { table: public.table.clone(), hand, rearranging, loose, melds, sets, alone, fitting: Vec::new(), tasks }
    }

    /// Offers every set with every table that it may leave; those that use few cards of the table first. Were all found?
    pub(super) fn each(mut self, offer: Offer<'_>) -> ControlFlow<()> {
        let mut used = 0;
        while used < self.tasks.len() {
            let mut next = 0;
            while let Some(&(set, each)) = self.tasks[used].get(next) {
                if each == 0 {
                    self.offer(set, offer)?;
                }
                if !self.rearranging.is_given_up() {
                    self.find_fitting(set, each);
                }
                if each < MOST_USED {
                    self.plan(used + 1, (set, each + 1));
                }
                next += 1;
            }
            used += 1;
        }
        if self.rearranging.is_given_up() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Offers a set with every table that it may leave.
    fn offer(&mut self, set: usize, offer: Offer<'_>) -> ControlFlow<()> {
        let melds = self.melds_of(set);
        let Set { hand, used, .. } = self.sets[set];
        self.rearranging.each(&self.table, used, hand, &mut |table, left| offer(&melds, table, left))
    }

    /// Finds the melds that use so many cards of the table and can be laid with a set. To make each larger set once, melds are put in
    /// by how many cards they use, then in their order.
    fn find_fitting(&mut self, set: usize, each: usize) {
        let first = self.fitting.len();
        match self.sets[set].last {
            None => (0..self.melds.len()).for_each(|meld| self.try_meld(set, each, meld)),
            // What could not be laid before can't be with one more meld.
            Some((before, last)) if each >= self.used_by(last) => {
                let beside = self.sets[self.alone[last]].fitting[each].clone();
                for at in self.sets[before].fitting[each].clone() {
                    let meld = self.fitting[at];
                    let later = each > self.used_by(last) || meld > last;
                    if later && (before == 0 || self.fitting[beside.clone()].binary_search(&meld).is_ok()) {
                        self.try_meld(set, each, meld);
                    }
                }
            }
            Some(_) => {}
        }
        let found = first..self.fitting.len();
        self.sets[set].fitting[each] = found.clone();
        for at in found {
            let cards = self.melds[self.fitting[at]];
            let Set { hand, used, .. } = self.sets[set];
            let used = used.or(cards.minus(self.hand));
            if self.sets[set].last.is_none() {
                self.alone[self.fitting[at]] = self.sets.len();
            }
            self.plan(used.len() as usize, (self.sets.len(), 0));
            self.sets.push(Set::new(Some((set, self.fitting[at])), hand.minus(cards), used));
        }
    }

    /// Notes the meld, if it uses so many cards of the table and can be laid with a set.
    fn try_meld(&mut self, set: usize, each: usize, meld: usize) {
        let Set { hand, used, .. } = self.sets[set];
        let (held, new) = (self.melds[meld].and(self.hand), self.melds[meld].minus(self.hand));
        let fits = new.len() as usize == each && held.is_within(hand) && !new.meets(used);
        let together = || match self.sets[set].last {
            // Larger sets hold no two melds that could not be laid together.
            Some((0, _)) => self.rearranging.may_leave_together(used, new),
            _ => true,
        };
        if fits && together() && self.can_use(used.or(new), hand.minus(held)) {
            self.fitting.push(meld);
        }
    }

    /// Can new melds use these cards of the table, and others be laid of what has to come off with them, where this is left of the hand?
    fn can_use(&self, used: Tiles, hand: Tiles) -> bool {
        // No meld keeps fewer than three: one that has no more gets a card of the hand for each that goes.
        let spare = self.rearranging.fours() + hand.len() as i32 - used.len() as i32;
        let may = |others: Tiles, left: Tiles| {
            let fours = spare - (others.len() + left.len()) as i32;
            placeable(others, left, self.loose.minus(used).minus(others), fours)
        };
        spare >= 0 && self.rearranging.can_leave(used, hand, &may)
    }

    /// How many cards of the table a meld uses.
    fn used_by(&self, meld: usize) -> usize {
        self.melds[meld].minus(self.hand).len() as usize
    }

    fn plan(&mut self, used: usize, task: (usize, usize)) {
        if self.tasks.len() <= used {
            self.tasks.resize_with(used + 1, Vec::new);
        }
        self.tasks[used].push(task);
    }

    /// The melds of a set, in canonical order.
    fn melds_of(&self, set: usize) -> ArrayVec<Tiles, MOST_LAID> {
        let mut melds = ArrayVec::new();
        let mut last = self.sets[set].last;
        while let Some((before, meld)) = last {
            melds.push(self.melds[meld]);
            last = self.sets[before].last;
        }
        melds.sort_unstable_by_key(|cards: &Tiles| cards.first());
        melds
    }
}
