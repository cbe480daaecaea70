//! Which new melds can be laid together.

use std::ops::{ControlFlow, Range};

use arrayvec::ArrayVec;

use super::draft::Draft;
use super::loose::{loose, placeable};
use super::meld::melds_among;
use super::rearrange::Rearranging;
use super::state::{Public, Table};
use super::tile::Tiles;

/// How many looks the search takes for each move wanted before it gives up, and how many more it may take to offer
/// what it has found by then. The first 500 moves take less than 1 ms.
const LOOKS_FOR_EACH: (usize, usize) = (46, 2);
/// At least this many moves are always looked for, so that a search for few does not give up on moves that are merely
/// hard to find.
const FEWEST_WANTED: usize = 500;
/// The most looks, however many moves are wanted; looking alone then takes about a tenth of a second.
const MOST_LOOKS: usize = 2_000_000;
/// The most table cards that a new meld uses: at least one of its cards is from the hand.
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
    /// For each meld, where the set of that meld alone stands in `sets`.
    alone: Vec<usize>,
    /// Melds that can be laid with the melds of a set; each [`Set`] knows its ranges.
    fitting: Vec<usize>,
    /// What is to be done, by how many table cards are then in use: `(set, each)` finds the melds that use `each`
    /// table cards and can be laid with the set.
    tasks: Vec<Vec<(usize, usize)>>,
}

/// Melds that can be laid together.
struct Set {
    /// The set without the last of them, and that last meld; `None` for the empty set.
    last: Option<(usize, usize)>,
    /// What is left of the hand.
    hand: Tiles,
    /// The cards of the table in them.
    used: Tiles,
    /// The melds that can be laid with them, by how many table cards each uses: their ranges in [`Lays::fitting`].
    fitting: [Range<usize>; MOST_USED + 1],
}

impl Set {
    fn new(last: Option<(usize, usize)>, hand: Tiles, used: Tiles) -> Self {
        Self { last, hand, used, fitting: Default::default() }
    }
}

impl Lays {
    /// Prepares the search for at least `wanted` moves.
    pub(super) fn new(public: &Public, hand: Tiles, wanted: usize) -> Self {
        Self::hasty(public, hand, wanted.max(FEWEST_WANTED))
    }

    /// As [`new`](Self::new), even where that gives up before it has found what is hard to find.
    pub(super) fn hasty(public: &Public, hand: Tiles, wanted: usize) -> Self {
        let draft = Draft::new(public, hand);
        let looks = |for_each| wanted.saturating_mul(for_each).min(MOST_LOOKS);
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

    /// Offers every set with every table that it may leave, sets that use few table cards first. Breaks when an offer
    /// does, or at the end if the search gave up before it had found all.
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

    /// Finds the melds that use `each` table cards and can be laid with a set. So that each larger set is made only
    /// once, melds join by how many table cards they use, then in their order.
    fn find_fitting(&mut self, set: usize, each: usize) {
        let first = self.fitting.len();
        match self.sets[set].last {
            None => (0..self.melds.len()).for_each(|meld| self.try_meld(set, each, meld)),
            // A meld that could not be laid without the last one cannot be laid with it either.
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

    /// Records the meld if it uses `each` table cards and can be laid with a set.
    fn try_meld(&mut self, set: usize, each: usize, meld: usize) {
        let Set { hand, used, .. } = self.sets[set];
        let (held, new) = (self.melds[meld].and(self.hand), self.melds[meld].minus(self.hand));
        let fits = new.len() as usize == each && held.is_within(hand) && !new.meets(used);
        let together = || match self.sets[set].last {
            // For larger sets, `find_fitting` has already checked the meld against each of theirs.
            Some((0, _)) => self.rearranging.may_leave_together(used, new),
            _ => true,
        };
        if fits && together() && self.can_use(used.or(new), hand.minus(held)) {
            self.fitting.push(meld);
        }
    }

    /// Can new melds use these table cards, if `hand` is left and whatever must come off the table with them can be
    /// laid too?
    fn can_use(&self, used: Tiles, hand: Tiles) -> bool {
        // No meld keeps fewer than three cards: a meld of three needs a card from the hand for each that it loses.
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
