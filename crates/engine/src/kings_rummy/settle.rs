//! The tables that may be left when exactly certain cards go into new melds.

use std::ops::ControlFlow;

use super::asides::{Aside, Shifts, every};
use super::rearrange::Rearranging;
use super::state::Table;
use super::tile::Tiles;

/// Making a turn from a table that was found takes as long as this many looks.
const TURN: usize = 8;

impl Rearranging {
    /// Offers each table that parts may leave when exactly these cards go into new melds, and what is left of the
    /// hand. Parts already made have left the table as it is `now`. Cards move between melds only if some are used.
    /// Whether the parts can be put in order is not asked.
    pub(super) fn each(
        &self,
        now: &Table,
        used: Tiles,
        hand: Tiles,
        take: &mut dyn FnMut(&Table, Tiles) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut touched = 0;
        for (nth, meld) in self.melds.iter().enumerate() {
            if meld.cards.meets(used) || now[nth] != meld.cards {
                if !meld.using(used).iter().any(|outcome| outcome.added.is_within(hand)) {
                    return ControlFlow::Continue(());
                }
                touched |= 1 << nth;
            }
        }
        let open = every(&self.melds) & !touched;
        let table = self.melds.iter().map(|meld| meld.cards).collect();
        let mut settling = Settling { all: self, now, used, settled: Tiles::EMPTY, table, take };
        settling.settle(touched, open, hand, Shifts::default())
    }
}

/// A table that is settled meld by meld.
struct Settling<'a> {
    all: &'a Rearranging,
    /// The table as the parts made so far leave it; what came to a meld stays there.
    now: &'a Table,
    /// What goes into new melds.
    used: Tiles,
    /// The cards of settled melds, as they lay when the turn began.
    settled: Tiles,
    table: Table,
    take: &'a mut dyn FnMut(&Table, Tiles) -> ControlFlow<()>,
}

impl Settling<'_> {
    /// Settles the `touched` melds: those that let cards go or have already changed. Then the `open` ones may change.
    /// Both hold a bit for each meld.
    fn settle(&mut self, touched: u32, open: u32, hand: Tiles, shifts: Shifts) -> ControlFlow<()> {
        if !self.all.settles(1) {
            return ControlFlow::Break(());
        }
        if touched == 0 {
            return if shifts.are_open() { self.reply(open, hand, shifts) } else { self.aside(open, hand, 0) };
        }
        let nth = touched.trailing_zeros() as usize;
        let all = self.all;
        let cards = all.melds[nth].cards;
        let came = self.now[nth].minus(cards);
        self.settled = self.settled.or(cards);
        for outcome in all.melds[nth].using(self.used) {
            let fits = outcome.added.is_within(hand) && came.is_within(outcome.cards);
            if !fits || !outcome.stays() && self.used.is_empty() {
                continue;
            }
            let Some(shifts) = shifts.with(outcome, cards) else { continue };
            // A settled meld gives no more.
            if shifts.taken.meets(self.settled) {
                continue;
            }
            self.table[nth] = outcome.cards;
            self.settle(touched & (touched - 1), open, hand.minus(outcome.added), shifts)?;
        }
        self.table[nth] = cards;
        self.settled = self.settled.minus(cards);
        ControlFlow::Continue(())
    }

    /// Goes on with each change of open melds that answers these shifts.
    fn reply(&mut self, open: u32, hand: Tiles, shifts: Shifts) -> ControlFlow<()> {
        self.all.replies(shifts).iter().try_for_each(|aside| self.make(aside, open, hand, 0))
    }

    /// Offers the table, and the tables that each change of open melds, from number `from` on, leads to.
    fn aside(&mut self, open: u32, hand: Tiles, from: usize) -> ControlFlow<()> {
        if !self.all.settles(TURN) {
            return ControlFlow::Break(());
        }
        (self.take)(&self.table, hand)?;
        for (at, aside) in self.all.asides().iter().enumerate().skip(from) {
            // No card is shifted unless one is used.
            if aside.changes.len() == 1 || !self.used.is_empty() {
                self.make(aside, open, hand, at + 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes a change, if all of its melds are open, and goes on from there.
    fn make(&mut self, aside: &Aside, open: u32, hand: Tiles, from: usize) -> ControlFlow<()> {
        if aside.melds & !open != 0 || !aside.added.is_within(hand) {
            return ControlFlow::Continue(());
        }
        aside.changes.iter().for_each(|(nth, cards)| self.table[*nth] = *cards);
        self.aside(open & !aside.melds, hand.minus(aside.added), from)?;
        aside.changes.iter().for_each(|(nth, _)| self.table[*nth] = self.all.melds[*nth].cards);
        ControlFlow::Continue(())
    }
}
