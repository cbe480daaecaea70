//! Can a turn that has begun still be finished? A part is offered only where it can.
//!
//! Almost always the pending cards go into new melds with cards of the hand, or with some more that come off the table by
//! one part each. What remains, mostly shifts that make room, is searched for within bounds; the search after a part is
//! a piece of the search before it, so whoever is offered a part is offered the rest of the way that was found, too.

use super::canonical::canonical_parts;
use super::generate::{Builder, meld_of};
use super::meld::{fourth, is_meld, mates, swapped_in, with_card, with_card_and};
use super::moves::Part;
use super::options::Rearrange;
use super::state::Table;
use super::tile::{Tile, Tiles};

/// How many parts ahead an unusual way is looked for.
const DEPTH: u32 = 2;
/// How many drafts are looked at for it.
const MOST_LOOKED_AT: u32 = 24;

/// Can all pending cards go into new melds, each with a card of the hand and each starting above `last`, so that a card that
/// may be discarded is left, or none at all?
pub(super) fn covers(pending: Tiles, hand: Tiles, last: Option<Tiles>, stuck: Tiles) -> bool {
    let Some(card) = pending.first() else { return hand.is_empty() || !hand.is_within(stuck) };
    if hand.is_empty() {
        return false;
    }
    let all = hand.or(pending);
    let among = last.and_then(Tiles::first).map_or(all, |last| all.after(last));
    among.contains(card)
        && with_card(card, among, |cards| {
            cards.meets(hand) && covers(pending.minus(cards), hand.minus(cards), last, stuck)
        })
}

impl Builder<'_> {
    /// Can it be finished with more than new melds?
    pub(super) fn finds_a_way(&self) -> bool {
        if self.last.is_some() || self.draft.public.options.table_rearrange == Rearrange::Simple {
            return false;
        }
        if self.places_all() {
            return true;
        }
        let mut looks = MOST_LOOKED_AT;
        if !self.draft.pending.is_empty() && !self.draft.shifted {
            return self.any_shift(&mut |part| {
                let next = self.with(part);
                next.is_some_and(|next| {
                    next.ends_with_lays() || next.places_all() || next.finishes_within(1, &mut looks)
                })
            });
        }
        (1..=DEPTH).any(|depth| looks > 0 && self.finishes_within(depth, &mut looks))
    }

    /// Can the pending cards be placed with others of the table, which then come off it by pulls and swaps?
    fn places_all(&self) -> bool {
        let draft = &self.draft;
        !draft.pending.is_empty() && self.place(draft.pending, draft.hand, Tiles::EMPTY, self.open())
    }

    /// Places pending cards in new melds; `needs` are the cards of the table in them, which come from `open`.
    fn place(&self, pending: Tiles, hand: Tiles, needs: Tiles, open: Tiles) -> bool {
        let Some(card) = pending.first() else {
            return self.release(&mut self.draft.table.clone(), needs, hand)
                || self.place_one_more(hand, needs, open)
                || self.place_the_last(hand, needs, open);
        };
        !hand.is_empty()
            && with_card_and(card, hand, hand.or(pending).or(open), hand.or(pending).or(open), |cards| {
                let new = cards.and(open);
                self.place(pending.minus(cards), hand.minus(cards), needs.or(new), open.minus(new))
            })
    }

    /// Where a needed card can leave its meld only after another one: places that one in a new meld, too.
    fn place_one_more(&self, hand: Tiles, needs: Tiles, open: Tiles) -> bool {
        needs.iter().any(|need| {
            let Some(cards) = self.draft.table.iter().find(|cards| cards.contains(need)) else { return false };
            cards.and(open).minus(needs).iter().filter(|first| self.makes_way(*cards, *first, need, hand)).any(
                |first| {
                    let among = hand.or(open);
                    with_card_and(first, hand, among, among, |meld| {
                        let left = hand.minus(meld);
                        self.release(&mut self.draft.table.clone(), needs.or(meld.and(open)), left)
                    })
                },
            )
        })
    }

    /// Where a card is left that may not be discarded: makes a new meld of it and of more cards of the table.
    fn place_the_last(&self, hand: Tiles, needs: Tiles, open: Tiles) -> bool {
        let left = hand.first().filter(|_| hand.is_within(self.draft.public.stuck()));
        left.is_some_and(|card| {
            with_card(card, open.with(card), |meld| {
                self.release(&mut self.draft.table.clone(), needs.or(meld.and(open)), Tiles::EMPTY)
            })
        })
    }

    /// Could one card of a meld be swapped out after another one has left, but not before?
    fn makes_way(&self, cards: Tiles, first: Tile, need: Tile, hand: Tiles) -> bool {
        let rest = cards.without(first);
        if cards.len() == 4 {
            return !is_meld(cards.without(need)) && is_meld(rest) && self.swapped_in(rest, need).meets(hand);
        }
        !self.swapped_in(cards, need).meets(hand)
            && self
                .swapped_in(cards, first)
                .and(hand)
                .iter()
                .any(|card| self.swapped_in(rest.with(card), need).meets(hand.without(card)))
    }

    /// Cards that may come off the table in parts that follow those made.
    fn open(&self) -> Tiles {
        let draft = &self.draft;
        let fours = draft.table.iter().filter(|cards| cards.len() == 4).fold(Tiles::EMPTY, |all, cards| all.or(*cards));
        let wanting: Tiles =
            draft.table.iter().filter(|cards| cards.len() == 3).filter_map(|cards| fourth(*cards)).collect();
        let shifting = fours.and(wanting).minus(draft.moved);
        let mut open = Tiles::EMPTY;
        for (meld, cards) in draft.table.iter().enumerate() {
            let shifts = if cards.len() == 4 {
                shifting.meets(*cards)
            } else {
                fourth(*cards).is_some_and(|card| shifting.contains(card))
            };
            if shifts {
                open = open.or(*cards);
            } else if self.in_reach(meld as u8, cards.len()) {
                open = open.or(cards.iter().filter(|out| self.may_leave(*cards, *out)).collect());
            }
        }
        open.minus(draft.moved)
    }

    /// Can a card leave its meld by a pull or a swap, at once or after another one?
    fn may_leave(&self, cards: Tiles, out: Tile) -> bool {
        let hand = self.draft.hand;
        let at_once =
            if cards.len() == 4 { is_meld(cards.without(out)) } else { self.swapped_in(cards, out).meets(hand) };
        at_once || cards.without(out).iter().any(|first| self.makes_way(cards, first, out, hand))
    }

    /// Could a part that takes a card off this meld follow in canonical order?
    fn in_reach(&self, meld: u8, cards: u32) -> bool {
        let touched = || self.draft.parts.iter().any(|part| meld_of(*part) == Some(meld));
        match self.draft.parts.last() {
            None => true,
            _ if self.draft.shifted => true,
            Some(Part::Pull { meld: last, .. }) => cards == 3 || meld > *last,
            Some(Part::Swap { meld: last, .. }) => cards == 3 && (meld > *last || touched()),
            Some(_) => false,
        }
    }

    /// Can the needed cards come off the table by pulls and swaps, so that the turn can end with the rest of the hand?
    fn release(&self, table: &mut Table, needs: Tiles, hand: Tiles) -> bool {
        let Some(first) = needs.first() else { return self.ends_with(table, hand) };
        let Some(meld) = table.iter().position(|cards| cards.contains(first)) else { return false };
        self.release_from(table, meld, needs, hand) || self.release_by_shift(table, meld, needs, hand)
    }

    /// Is a card left that may be discarded, or none, or one that can be added?
    fn ends_with(&self, table: &mut Table, hand: Tiles) -> bool {
        let Some(left) = hand.first().filter(|_| hand.is_within(self.draft.public.stuck())) else {
            return self.comes_before(table);
        };
        (0..table.len()).any(|meld| {
            let cards = table[meld];
            if cards.has_four() || fourth(cards) != Some(left) {
                return false;
            }
            table[meld] = cards.with(left);
            let found = self.comes_before(table);
            table[meld] = cards;
            found
        })
    }

    /// As [`Self::release`], after a shift that makes a meld of three one of four, or of four one of three.
    fn release_by_shift(&self, table: &mut Table, meld: usize, needs: Tiles, hand: Tiles) -> bool {
        let cards = table[meld];
        let pairs = (0..table.len()).filter_map(|other| {
            let (from, to) = if cards.len() == 3 { (other, meld) } else { (meld, other) };
            let card = fourth(table[to]).filter(|_| table[to].len() == 3 && table[from].len() == 4)?;
            let free = table[from].minus(self.draft.moved).minus(needs).contains(card);
            (from != to && free && is_meld(table[from].without(card))).then_some((from, to, card))
        });
        let pairs: arrayvec::ArrayVec<_, { super::state::MOST_MELDS }> = pairs.collect();
        pairs.into_iter().any(|(from, to, card)| {
            let before = (table[from], table[to]);
            table[from] = before.0.without(card);
            table[to] = before.1.with(card);
            let found = self.release_from(table, meld, needs, hand);
            (table[from], table[to]) = before;
            found
        })
    }

    /// As [`Self::release`], beginning with this meld.
    fn release_from(&self, table: &mut Table, meld: usize, needs: Tiles, hand: Tiles) -> bool {
        let cards = table[meld];
        let found = needs.and(cards).iter().any(|out| {
            let rest = cards.without(out);
            if cards.len() == 4 {
                table[meld] = rest;
                return is_meld(rest) && self.release(table, needs.without(out), hand);
            }
            self.swapped_in(cards, out).and(hand).iter().any(|card| {
                table[meld] = rest.with(card);
                self.release(table, needs.without(out), hand.without(card))
            })
        });
        table[meld] = cards;
        found
    }

    /// The cards that may take the place of one in a meld of three.
    fn swapped_in(&self, cards: Tiles, out: Tile) -> Tiles {
        swapped_in(cards, out, self.draft.public.options.swap_needs_valid_four)
    }

    /// Are the parts made the first of those, in canonical order, that lead to this table?
    fn comes_before(&self, table: &Table) -> bool {
        if self.draft.parts.is_empty() {
            return true;
        }
        let mut goal = self.draft.clone();
        goal.table = table.clone();
        canonical_parts(&goal, self.start).starts_with(&self.draft.parts)
    }

    /// Can it be finished, in the usual ways, after exactly this many parts?
    fn finishes_within(&self, depth: u32, looks: &mut u32) -> bool {
        let wanted = self.wanted();
        if wanted.is_empty() {
            return false;
        }
        self.any_part(&mut |part| {
            if *looks == 0 || !self.is_useful(part, wanted) || self.follows(part) == Some(false) {
                return false;
            }
            *looks -= 1;
            let Some(next) = self.with(part) else { return false };
            if depth == 1 { next.ends_with_lays() || next.places_all() } else { next.finishes_within(depth - 1, looks) }
        })
    }

    /// Could the part make room for what is wanted?
    fn is_useful(&self, part: Part, wanted: Tiles) -> bool {
        match part {
            Part::Pull { meld, .. } | Part::Swap { meld, .. } => self.draft.table[usize::from(meld)].meets(wanted),
            Part::Shift { .. } => true,
            Part::Add { card, .. } => self.draft.public.stuck().contains(card),
            Part::Lay(_) => false,
        }
    }

    /// Cards of the table that could go into a new meld with a pending card; any, where none is pending.
    fn wanted(&self) -> Tiles {
        let draft = &self.draft;
        let on_table = draft.table.iter().fold(Tiles::EMPTY, |all, cards| all.or(*cards)).minus(draft.moved);
        if draft.pending.is_empty() {
            return on_table;
        }
        let mut wanted = Tiles::EMPTY;
        for card in draft.pending {
            for held in draft.hand {
                wanted = wanted.or(mates(card, held));
            }
        }
        wanted.and(on_table)
    }
}
