//! Can a turn that has begun still be finished? A part is offered only where it can.
//!
//! Almost always, the pending cards go into new melds with cards of the hand. If they do not, new melds with more
//! cards of the table are tried, and for each choice everything that may become of the table is looked at, until
//! parts are found that begin like those made.

use std::ops::ControlFlow;

use super::canonical::parts_between;
use super::draft::Draft;
use super::generate::Builder;
use super::meld::{with_card, with_card_and};
use super::options::Rearrange;
use super::rearrange::Rearranging;
use super::tile::Tiles;

/// Can all pending cards go into new melds, each with a card of the hand and each starting above `last`, leaving no
/// card in hand or one that may be discarded?
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

/// How new melds are looked for.
#[derive(Clone, Copy)]
struct Looking {
    /// The cards that may be the fourth of a meld.
    fourths: Tiles,
    /// May there be one more meld than the pending cards need?
    one_more: bool,
}

/// New melds so far, and what is left.
#[derive(Clone, Copy)]
struct Chosen {
    /// Cards that still have to go into new melds.
    pending: Tiles,
    hand: Tiles,
    /// The cards of the table in new melds, the pending ones included.
    used: Tiles,
    /// The cards that may still come off the table.
    loose: Tiles,
}

impl Builder<'_> {
    /// Can the turn be finished, if new melds of hand and pending cards alone are not enough?
    pub(super) fn finds_a_way(&self) -> bool {
        if self.last.is_some() || self.draft.public.options.table_rearrange == Rearrange::Simple {
            return false;
        }
        let Draft { pending, hand, moved, .. } = self.draft;
        let loose = self.loose.minus(moved).minus(pending);
        let chosen = Chosen { pending, hand, used: pending, loose };
        let least = Looking { fourths: pending, one_more: false };
        let most = Looking { fourths: pending.or(hand).or(loose), one_more: true };
        self.finishes_with(chosen, least) || self.finishes_with(chosen, most)
    }

    /// Can the turn be finished with these new melds, and those that the pending cards need?
    fn finishes_with(&self, chosen: Chosen, looking: Looking) -> bool {
        let Chosen { pending, hand, used, loose } = chosen;
        let Some(card) = pending.first() else {
            return !used.is_empty() && self.leaves(hand, used)
                || looking.one_more && self.needs_one_more(chosen, looking);
        };
        with_card_and(card, hand, hand.or(pending).or(loose), looking.fourths, |cards| {
            let chosen = Chosen {
                pending: pending.minus(cards),
                hand: hand.minus(cards),
                used: used.or(cards.and(loose)),
                loose: loose.minus(cards),
            };
            self.rearranging().can_leave(chosen.used, chosen.hand.or(self.played()), &|_, _| true)
                && self.finishes_with(chosen, looking)
        })
    }

    /// Can it be finished with one more meld, with a table card that makes room for another, or whose place a card of
    /// the hand takes?
    fn needs_one_more(&self, chosen: Chosen, looking: Looking) -> bool {
        chosen.loose.iter().any(|card| {
            let chosen = Chosen {
                pending: Tiles::one(card),
                used: chosen.used.with(card),
                loose: chosen.loose.without(card),
                ..chosen
            };
            self.finishes_with(chosen, Looking { one_more: false, ..looking })
        })
    }

    /// Is there a turn that begins with the parts made and uses exactly these cards of the table?
    fn leaves(&self, hand: Tiles, used: Tiles) -> bool {
        let Draft { public, ref table, ref parts, .. } = self.draft;
        let found = self.rearranging().each(table, used, hand.or(self.played()), &mut |table, left| {
            let ends = left.is_empty() || !left.is_within(public.stuck());
            if ends && parts_between(public, table, self.start).is_ok_and(|all| all.starts_with(parts)) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found.is_break()
    }

    /// The cards of the hand that went to the table.
    fn played(&self) -> Tiles {
        self.start.minus(self.draft.hand)
    }

    /// What may become of the table as it lay when the turn began.
    fn rearranging(&self) -> &Rearranging {
        self.rearranging
            .get_or_init(|| Rearranging::new(&Draft::new(self.draft.public, self.start), self.loose, usize::MAX, 0))
    }
}
