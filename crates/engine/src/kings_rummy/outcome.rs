//! What may become of one meld of the table in a turn, whatever becomes of the others.
//!
//! Melds concern each other in two ways only: they share the hand, and cards are shifted between them. So everything
//! that parts can make of the table is found by looking at each meld alone and then combining what goes together.

use std::cell::OnceCell;

use super::draft::Draft;
use super::meld::{fourth, is_meld, swapped_in};
use super::options::Rearrange;
use super::tile::Tiles;

/// One thing that may become of a meld.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Outcome {
    pub cards: Tiles,
    /// Its cards that went into new melds.
    pub used: Tiles,
    /// Cards that came from the hand.
    pub added: Tiles,
    /// Its cards that were shifted to other melds.
    pub given: Tiles,
    /// Cards that were shifted to it.
    pub taken: Tiles,
}

impl Outcome {
    /// Nothing happens to it.
    const fn none(cards: Tiles) -> Self {
        Self { cards, used: Tiles::EMPTY, added: Tiles::EMPTY, given: Tiles::EMPTY, taken: Tiles::EMPTY }
    }

    /// Does no card move between it and other melds?
    pub(super) const fn stays(&self) -> bool {
        self.given.or(self.taken).is_empty()
    }

    /// Is it no worse than the other: does it give away all that the other does, without needing more cards or
    /// letting more go into new melds?
    pub(super) const fn beats(&self, other: &Self) -> bool {
        let wants_no_more = self.added.is_within(other.added) && self.taken.is_within(other.taken);
        wants_no_more && other.given.is_within(self.given) && self.used.is_within(other.used)
    }
}

/// All that may become of one meld.
pub(super) struct Outcomes {
    /// The meld as it lies.
    pub cards: Tiles,
    /// The cards of other melds that it could take.
    pub wanted: Tiles,
    /// Its cards one by one; in a meld of three the last is empty.
    each: [Tiles; 4],
    /// All outcomes, sorted by which of its cards are used: a bit for each.
    all: Vec<Outcome>,
    /// By those bits: where their outcomes begin in `all`; the last entry is where all end.
    from: [u16; 17],
    /// By which of its cards must be used, a bit for each: the outcomes that use them, except those that another
    /// beats.
    best: [OnceCell<Vec<Outcome>>; 16],
}

impl Outcomes {
    fn new(cards: Tiles, mut all: Vec<Outcome>) -> Self {
        let each = std::array::from_fn(|nth| cards.iter().nth(nth).map_or(Tiles::EMPTY, Tiles::one));
        all.sort_by_cached_key(|outcome| bits(&each, outcome.used));
        let mut from = [0; 17];
        all.iter().for_each(|outcome| from[bits(&each, outcome.used) + 1] += 1);
        (1..from.len()).for_each(|at| from[at] += from[at - 1]);
        let wanted = all.iter().fold(Tiles::EMPTY, |wanted, outcome| wanted.or(outcome.taken));
        Self { cards, wanted, each, all, from, best: Default::default() }
    }

    /// Its cards that may go into new melds.
    pub(super) fn loose(&self) -> Tiles {
        self.all.iter().fold(Tiles::EMPTY, |loose, outcome| loose.or(outcome.used))
    }

    /// The outcomes that use exactly these cards.
    pub(super) fn using(&self, used: Tiles) -> &[Outcome] {
        let bits = self.bits(used);
        &self.all[usize::from(self.from[bits])..usize::from(self.from[bits + 1])]
    }

    /// The best ways to use at least the `used` cards and to give away the `given` ones, with this hand.
    pub(super) fn ways(&self, used: Tiles, given: Tiles, hand: Tiles) -> impl Iterator<Item = &Outcome> {
        let (used, given) = (used.and(self.cards), given.and(self.cards));
        let best = self.best[self.bits(used)].get_or_init(|| self.best(used)).iter();
        best.filter(move |outcome| outcome.added.is_within(hand) && given.is_within(outcome.given))
    }

    /// Which of its cards are among these: a bit for each.
    fn bits(&self, cards: Tiles) -> usize {
        bits(&self.each, cards)
    }

    fn best(&self, used: Tiles) -> Vec<Outcome> {
        let mut best: Vec<Outcome> = Vec::new();
        for outcome in self.all.iter().filter(|outcome| used.is_within(outcome.used)) {
            if !best.iter().any(|other| other.beats(outcome)) {
                best.retain(|other| !outcome.beats(other));
                best.push(*outcome);
            }
        }
        best
    }
}

/// Which of these are among the cards: a bit for each.
fn bits(each: &[Tiles; 4], cards: Tiles) -> usize {
    each.iter().fold(0, |bits, card| bits << 1 | usize::from(cards.meets(*card)))
}

/// All that may become of each meld of the table.
pub(super) fn outcomes(draft: &Draft<'_>, loose: Tiles) -> Vec<Outcomes> {
    let mut shifting = Tiles::EMPTY;
    loop {
        let melds: Vec<Search> = draft.table.iter().map(|cards| Search::run(draft, *cards, loose, shifting)).collect();
        let all = |of: fn(&Search) -> Tiles| melds.iter().map(of).fold(Tiles::EMPTY, Tiles::or);
        // Cards that shift may let others shift.
        let more = all(|meld| meld.gives).and(all(|meld| meld.takes));
        // No card moves between melds unless one comes off for a new one.
        if more == shifting || loose.is_empty() {
            return melds.into_iter().map(|meld| Outcomes::new(meld.old, meld.found)).collect();
        }
        shifting = more;
    }
}

/// The search for what may become of one meld.
struct Search {
    hand: Tiles,
    /// The meld as it lies.
    old: Tiles,
    /// Its cards that may go into new melds.
    loose: Tiles,
    /// The cards of the table that may be shifted.
    shifting: Tiles,
    rearrange: bool,
    through_four: bool,
    found: Vec<Outcome>,
    /// Its cards that could be shifted, if another meld took them.
    gives: Tiles,
    /// The cards that it would take.
    takes: Tiles,
}

impl Search {
    fn run(draft: &Draft<'_>, old: Tiles, loose: Tiles, shifting: Tiles) -> Self {
        let options = &draft.public.options;
        let mut search = Self {
            hand: draft.hand,
            old,
            loose: loose.and(old),
            shifting,
            rearrange: options.table_rearrange != Rearrange::Simple,
            through_four: options.swap_needs_valid_four,
            found: Vec::new(),
            gives: Tiles::EMPTY,
            takes: Tiles::EMPTY,
        };
        search.look(Outcome::none(old));
        search
    }

    fn look(&mut self, now: Outcome) {
        if self.found.contains(&now) {
            return;
        }
        self.found.push(now);
        if now.cards.has_four() {
            self.take_off(now);
        } else {
            self.put_on(now);
            self.swap(now);
        }
    }

    /// Pulls and shifts away.
    fn take_off(&mut self, now: Outcome) {
        if !self.rearrange {
            return;
        }
        for card in now.cards.and(self.old) {
            let cards = now.cards.without(card);
            if !is_meld(cards) {
                continue;
            }
            self.gives = self.gives.with(card);
            if self.loose.contains(card) {
                self.look(Outcome { cards, used: now.used.with(card), ..now });
            }
            if self.shifting.contains(card) {
                self.look(Outcome { cards, given: now.given.with(card), ..now });
            }
        }
    }

    /// Additions and shifts to it.
    fn put_on(&mut self, now: Outcome) {
        let Some(card) = fourth(now.cards) else { return };
        let cards = now.cards.with(card);
        if self.hand.contains(card) {
            self.look(Outcome { cards, added: now.added.with(card), ..now });
        } else if !self.old.contains(card) {
            self.takes = self.takes.with(card);
            if self.shifting.contains(card) {
                self.look(Outcome { cards, taken: now.taken.with(card), ..now });
            }
        }
    }

    fn swap(&mut self, now: Outcome) {
        for out in now.cards.and(self.loose) {
            for card in swapped_in(now.cards, out, self.through_four).and(self.hand).minus(now.cards) {
                let cards = now.cards.without(out).with(card);
                self.look(Outcome { cards, used: now.used.with(out), added: now.added.with(card), ..now });
            }
        }
    }
}
