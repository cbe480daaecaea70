//! Which cards of the table could come off it for a new meld at all: what no turn can use need not be tried.
//!
//! The answers err on the generous side: a card or a draft that is let through may still turn out to be of no use,
//! but whatever is ruled out is certainly of none.

use super::draft::Draft;
use super::meld::{fourth, is_meld, swapped_in, with_card_and};
use super::options::Rearrange;
use super::tile::{Tile, Tiles};

/// The cards of the table that could still leave their melds and go into new ones.
pub(super) fn loose(draft: &Draft<'_>) -> Tiles {
    let options = &draft.public.options;
    if options.table_rearrange == Rearrange::Simple {
        return Tiles::EMPTY;
    }
    let hand = draft.hand;
    let on_table = draft.table.iter().fold(Tiles::EMPTY, |all, cards| all.or(*cards)).minus(draft.moved);
    let mut loose = Tiles::EMPTY;
    for &cards in &draft.table {
        let through_four = options.swap_needs_valid_four;
        let (others, old) = (hand.or(on_table).minus(cards), cards.minus(draft.moved));
        let mut meld = Leaving { hand, others, old, through_four, out: Tiles::EMPTY };
        meld.look(cards);
        loose = loose.or(meld.out);
    }
    // A card that could leave must also find a new meld, with a card of the hand and other loose cards.
    loop {
        let wanted = |card: &_| with_card_and(*card, hand, hand.or(draft.pending).or(loose), Tiles::EMPTY, |_| true);
        let still: Tiles = loose.iter().filter(wanted).collect();
        if still == loose {
            return loose;
        }
        loose = still;
    }
}

/// Could the pending cards be placed, with no other table cards than these loose ones? `fours` of those can come off
/// melds of four; each one beyond that costs a card of the hand, because no meld may keep fewer than three.
pub(super) fn placeable(pending: Tiles, hand: Tiles, loose: Tiles, fours: i32) -> bool {
    pending.first().is_none_or(|card| placeable_from(card, pending, hand, loose, fours))
}

/// As [`placeable`], but first looks for a meld of this pending card: the latest one is the likeliest to find none.
pub(super) fn placeable_from(card: Tile, pending: Tiles, hand: Tiles, loose: Tiles, fours: i32) -> bool {
    // At best, three pending cards share a meld with a card of the hand; a single one needs two more cards.
    let least = if pending.len() == 1 { 2 } else { pending.len().div_ceil(3) };
    let budget = fours + hand.len() as i32;
    if budget < least as i32 {
        return false;
    }
    with_card_and(card, hand, hand.or(pending).or(loose), pending, |cards| {
        // This meld places all of them, and four cards at most are within the budget.
        if pending.is_within(cards) && budget >= 4 {
            return true;
        }
        let (held, fours) = (hand.minus(cards), fours - cards.and(loose).len() as i32);
        fours + held.len() as i32 >= 0 && placeable(pending.minus(cards), held, loose.minus(cards), fours)
    })
}

/// The search for the cards that could leave one meld, whatever that costs elsewhere.
struct Leaving {
    hand: Tiles,
    /// The cards that could join the meld.
    others: Tiles,
    /// Its cards that lay there when the turn began.
    old: Tiles,
    through_four: bool,
    /// The cards found.
    out: Tiles,
}

impl Leaving {
    fn look(&mut self, cards: Tiles) {
        if self.out == self.old {
            return;
        }
        let next = fourth(cards);
        if let Some(card) = next.filter(|card| cards.len() == 3 && self.others.contains(*card)) {
            self.look(cards.with(card));
        }
        for out in cards.and(self.old) {
            let rest = cards.without(out);
            if cards.len() == 4 {
                if is_meld(rest) {
                    self.out = self.out.with(out);
                    self.look(rest);
                }
                continue;
            }
            let fits = swapped_in(cards, out, self.through_four).and(self.hand).minus(cards);
            for card in fits {
                self.out = self.out.with(out);
                self.look(rest.with(card));
            }
        }
    }
}
