//! Which parts may come next: those in canonical order after which the turn can still be finished.

use std::cell::OnceCell;
use std::rc::Rc;

use super::canonical::canonical_parts;
use super::draft::Draft;
use super::loose::{loose, placeable, placeable_from};
use super::meld::{fourth, is_meld, melds_among, swapped_in};
use super::moves::{Finish, Part, Step};
use super::options::Rearrange;
use super::rearrange::Rearranging;
use super::tile::Tiles;
use super::way_out::covers;

/// A draft, with the hand that it began from and what the search for the next parts needs.
#[derive(Clone)]
pub(super) struct Builder<'a> {
    pub draft: Draft<'a>,
    pub start: Tiles,
    /// The cards of the table that may come off it at all.
    pub loose: Tiles,
    /// The last new meld.
    pub last: Option<Tiles>,
    /// What may become of the table as it lay when the turn began; made when it is first asked for.
    pub rearranging: Rc<OnceCell<Rearranging>>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(draft: Draft<'a>) -> Self {
        Self { start: draft.hand, loose: loose(&draft), draft, last: None, rearranging: Rc::default() }
    }

    /// This draft with one more part; `None` if that is not legal or not canonical.
    pub(super) fn with(&self, part: Part) -> Option<Self> {
        if self.last.is_some() && !matches!(part, Part::Lay(_)) {
            return None;
        }
        let mut next = self.clone();
        next.draft.make(part).ok()?;
        if let Part::Lay(cards) = part {
            next.last = Some(cards);
            return (self.last.is_none_or(|last| last.first() < cards.first())).then_some(next);
        }
        let follows = self.follows(part);
        (follows != Some(false) && (follows == Some(true) || next.in_order())).then_some(next)
    }

    /// Makes a part if it is legal. Whether the parts on the table are in canonical order is not checked.
    pub(super) fn push(&mut self, part: Part) -> Option<()> {
        if self.last.is_some_and(|last| !matches!(part, Part::Lay(cards) if last.first() < cards.first())) {
            return None;
        }
        self.draft.make(part).ok()?;
        if let Part::Lay(cards) = part {
            self.last = Some(cards);
        }
        Some(())
    }

    /// Are the parts in canonical order?
    pub(super) fn is_canonical(&self) -> bool {
        let on_table = |part: &&Part| !matches!(part, Part::Lay(_));
        let parts = &self.draft.parts;
        let made = parts.iter().take_while(on_table).count();
        // Sorted parts on different melds are in order, if no card moved between melds.
        let sorted = parts[..made].windows(2).all(|pair| pair[0] < pair[1] && meld_of(pair[0]) < meld_of(pair[1]));
        (sorted && !self.draft.shifted) || canonical_parts(&self.draft, self.start).as_slice() == &parts[..made]
    }

    /// Are the parts in canonical order, given that all but the last are?
    fn in_order(&self) -> bool {
        canonical_parts(&self.draft, self.start) == self.draft.parts
    }

    /// Is the order still canonical with this part? `None` if that cannot be told at a glance.
    pub(super) fn follows(&self, part: Part) -> Option<bool> {
        if self.draft.shifted || matches!(part, Part::Shift { .. }) {
            return None;
        }
        let Some(last) = self.draft.parts.last() else { return Some(true) };
        let same_meld = |other: &Part| meld_of(*other) == meld_of(part);
        let swaps = matches!((last, part), (Part::Swap { .. }, Part::Swap { .. }));
        if *last > part && !(swaps && same_meld(last)) {
            return Some(false);
        }
        if self.draft.parts.iter().any(same_meld) { None } else { Some(true) }
    }

    /// Could the turn be ended with new melds alone after this legal part?
    fn settles(&self, part: Part) -> bool {
        let draft = &self.draft;
        let hand = draft.hand.minus(part.played_from(draft.hand));
        let (out, used) = match part {
            Part::Pull { card, .. } | Part::Swap { out: card, .. } => (Tiles::one(card), true),
            Part::Shift { .. } => (Tiles::EMPTY, draft.used),
            Part::Add { .. } | Part::Lay(_) => (Tiles::EMPTY, draft.used || !draft.shifted),
        };
        used && covers(draft.pending.or(out), hand, None, draft.public.stuck())
    }

    /// How many melds have four cards.
    pub(super) fn fours(&self) -> i32 {
        self.draft.table.iter().filter(|cards| cards.has_four()).count() as i32
    }

    /// Could a turn with this legal part be finished, as far as can be told at a glance? `fours` counts the melds of
    /// four before the part.
    pub(super) fn may_settle(&self, part: Part, fours: i32) -> bool {
        let draft = &self.draft;
        let loose = self.loose.minus(draft.moved);
        let (pending, loose, fours) = match part {
            // A shift needs another card to come off the table.
            Part::Shift { card, .. } if !draft.used && loose.without(card).is_empty() => return false,
            Part::Shift { card, .. } => (draft.pending, loose.without(card), fours),
            Part::Pull { card, .. } => (draft.pending.with(card), loose, fours - 1),
            Part::Swap { out, .. } => (draft.pending.with(out), loose, fours),
            Part::Add { .. } => (draft.pending, loose, fours + 1),
            Part::Lay(_) => (draft.pending, loose, fours),
        };
        let (hand, loose) = (draft.hand.minus(part.played_from(draft.hand)), loose.minus(pending));
        match part {
            Part::Pull { card, .. } | Part::Swap { out: card, .. } => placeable_from(card, pending, hand, loose, fours),
            _ => placeable(pending, hand, loose, fours),
        }
    }

    /// May the part, which is legal, come next, and the turn be finished after it?
    pub(super) fn leads_on(&self, part: Part) -> bool {
        let (follows, settles) = (self.follows(part), self.settles(part));
        match follows {
            Some(false) => false,
            Some(true) if settles => true,
            _ if !settles && !self.may_settle(part, self.fours()) => false,
            _ => self.with(part).is_some_and(|next| settles || next.can_finish()),
        }
    }

    /// Can the turn be finished from here?
    pub(super) fn can_finish(&self) -> bool {
        self.ends_with_lays() || self.finds_a_way()
    }

    /// Can it be finished with new melds alone?
    pub(super) fn ends_with_lays(&self) -> bool {
        let draft = &self.draft;
        (draft.used || !draft.shifted) && covers(draft.pending, draft.hand, self.last, draft.public.stuck())
    }

    /// Offers each legal add, in the order of the melds, until one is taken.
    pub(super) fn any_add(&self, take: &mut dyn FnMut(Part) -> bool) -> bool {
        let draft = &self.draft;
        if self.last.is_some() {
            return false;
        }
        draft.table.iter().enumerate().any(|(meld, cards)| {
            let right = fourth(*cards).filter(|card| !cards.has_four() && draft.hand.contains(*card));
            right.is_some_and(|card| take(Part::Add { meld: meld as u8, card }))
        })
    }

    /// Offers each legal pull, swap and shift, by kind and meld, until one is taken.
    pub(super) fn any_rearrangement(&self, take: &mut dyn FnMut(Part) -> bool) -> bool {
        if self.draft.public.options.table_rearrange == Rearrange::Simple || self.last.is_some() {
            return false;
        }
        // No card may move between melds unless one comes off for a new one.
        !self.loose.is_empty() && (self.any_pull(take) || self.any_swap(take) || self.any_shift(take))
    }

    fn any_pull(&self, take: &mut dyn FnMut(Part) -> bool) -> bool {
        // Until a card has been shifted, only pulls come before a pull.
        if !self.draft.shifted && !matches!(self.draft.parts.last(), None | Some(Part::Pull { .. })) {
            return false;
        }
        self.draft.table.iter().enumerate().any(|(meld, cards)| {
            cards.has_four()
                && cards
                    .minus(self.draft.moved)
                    .and(self.loose)
                    .iter()
                    .any(|card| is_meld(cards.without(card)) && take(Part::Pull { meld: meld as u8, card }))
        })
    }

    fn any_swap(&self, take: &mut dyn FnMut(Part) -> bool) -> bool {
        let draft = &self.draft;
        let first = match draft.parts.last() {
            _ if draft.shifted => 0,
            None | Some(Part::Pull { .. }) => 0,
            Some(Part::Swap { meld, .. }) => *meld,
            _ => return false,
        };
        (first..draft.table.len() as u8).any(|meld| {
            let cards = draft.table[usize::from(meld)];
            !cards.has_four()
                && cards.minus(draft.moved).and(self.loose).iter().any(|out| {
                    let fits = swapped_in(cards, out, draft.public.options.swap_needs_valid_four).and(draft.hand);
                    fits.iter().any(|card| take(Part::Swap { meld, card, out }))
                })
        })
    }

    fn any_shift(&self, take: &mut dyn FnMut(Part) -> bool) -> bool {
        let table = &self.draft.table;
        let fours = table.iter().filter(|cards| cards.has_four()).fold(Tiles::EMPTY, |all, cards| all.or(*cards));
        let fours = fours.minus(self.draft.moved);
        if fours.is_empty() {
            return false;
        }
        table.iter().enumerate().filter(|(_, cards)| !cards.has_four()).any(|(to, cards)| {
            let Some(card) = fourth(*cards).filter(|card| fours.contains(*card)) else {
                return false;
            };
            let from = table.iter().position(|cards| cards.contains(card));
            from.is_some_and(|from| {
                is_meld(table[from].without(card)) && take(Part::Shift { from: from as u8, to: to as u8, card })
            })
        })
    }

    /// Every new meld that may come next, in card order.
    pub(super) fn lays(&self, mut take: impl FnMut(Tiles)) {
        let draft = &self.draft;
        if draft.shifted && !draft.used {
            return;
        }
        let above = |cards: Tiles| self.last.and_then(Tiles::first).map_or(cards, |last| cards.after(last));
        let pending = draft.pending.first();
        melds_among(above(draft.hand.or(draft.pending)), |cards| {
            // Melds are laid by their lowest cards, so no pending card may be left below this one.
            let skips = pending.is_some_and(|p| cards.first() > Some(p));
            if !skips
                && cards.meets(draft.hand)
                && covers(draft.pending.minus(cards), draft.hand.minus(cards), Some(cards), draft.public.stuck())
            {
                take(cards);
            }
        });
    }

    /// The ways to end here: discards by card, and going out.
    pub(super) fn finishes(&self) -> impl Iterator<Item = Finish> {
        let draft = &self.draft;
        let may = draft.pending.is_empty() && (draft.used || !draft.shifted);
        may.then(|| finishes(draft.hand, draft.public.stuck())).into_iter().flatten()
    }

    /// What may come next: ways to end, new melds, additions, and whether the table may be rearranged.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(24);
        steps.extend(self.finishes().map(Step::Finish));
        self.lays(|cards| steps.push(Step::Part(Part::Lay(cards))));
        if self.last.is_some() {
            return steps;
        }
        self.any_add(&mut |part| {
            if self.leads_on(part) {
                steps.push(Step::Part(part));
            }
            false
        });
        if self.any_rearrangement(&mut |part| self.leads_on(part)) {
            steps.push(Step::Rearrange);
        }
        steps
    }

    /// The pulls, swaps and shifts that may come next.
    pub(super) fn rearrangements(&self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(24);
        self.any_rearrangement(&mut |part| {
            if self.leads_on(part) {
                steps.push(Step::Part(part));
            }
            false
        });
        steps
    }
}

/// The ways to end with these cards, of which the stuck ones may not be discarded: discards by card, and going out.
pub(super) fn finishes(hand: Tiles, stuck: Tiles) -> impl Iterator<Item = Finish> {
    let free = hand.minus(stuck);
    let last = match hand.first() {
        None => Some(Finish::End),
        Some(card) if hand.len() == 1 && free.contains(card) => Some(Finish::Out(card)),
        _ => None,
    };
    free.iter().map(Finish::Drop).chain(last)
}

/// The meld that a pull, swap or add touches.
pub(super) const fn meld_of(part: Part) -> Option<u8> {
    match part {
        Part::Pull { meld, .. } | Part::Swap { meld, .. } | Part::Add { meld, .. } => Some(meld),
        Part::Shift { .. } | Part::Lay(_) => None,
    }
}
