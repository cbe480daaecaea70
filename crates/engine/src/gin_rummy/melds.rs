//! Melds, layouts of a hand, and what can be laid off on them.

use std::cmp::Ordering;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

use super::deadwood::{deadwood, points};
use crate::cards::{Card, CardSet, Rank, Suit};

/// A hand of eleven cards holds at most three melds.
pub const MOST_MELDS: usize = 3;

/// Is it a set of three or four of a rank, or a run of at least three of a suit?
#[must_use]
pub fn is_meld(cards: CardSet) -> bool {
    cards.len() >= 3 && (is_set(cards) || is_run(cards))
}

fn is_set(cards: CardSet) -> bool {
    cards.iter().next().is_some_and(|first| cards.iter().all(|c| c.number() == first.number()))
}

fn is_run(cards: CardSet) -> bool {
    let bits = cards.bits();
    let Some(low) = cards.iter().next() else { return false };
    let one_suit = bits >> (16 * low.suit() as u32) < 1 << 16;
    let shifted = bits >> low.bit();
    one_suit && shifted & (shifted + 1) == 0
}

/// Every meld that can be made of these cards, overlapping ones too: sets by rank, then runs by their lowest card.
#[must_use]
pub fn melds(cards: CardSet) -> Vec<CardSet> {
    let mut all = Vec::new();
    for rank in Rank::all() {
        let same: CardSet =
            Suit::ALL.into_iter().map(|suit| Card::new(rank, suit)).filter(|&c| cards.contains(c)).collect();
        if same.len() >= 3 {
            all.push(same);
        }
        if same.len() == 4 {
            all.extend(same.iter().map(|spare| same.without(spare)));
        }
    }
    for low in cards {
        let mut run = CardSet::one(low);
        let mut top = low;
        while let Some(next) = above(top).filter(|&next| cards.contains(next)) {
            run.insert(next);
            top = next;
            if run.len() >= 3 {
                all.push(run);
            }
        }
    }
    all
}

/// The next card up in the same suit; none above a king.
fn above(card: Card) -> Option<Card> {
    Rank::new(card.number() + 1).map(|rank| Card::new(rank, card.suit()))
}

/// The next card down in the same suit; none below an ace.
fn below(card: Card) -> Option<Card> {
    Rank::new(card.number() - 1).map(|rank| Card::new(rank, card.suit()))
}

/// Groups of cards laid on the table, in the order of their first cards (rank A to K, then suit S H D C).
///
/// Whether the groups are melds, and whose cards they are, is for the rules to judge.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Layout(ArrayVec<CardSet, MOST_MELDS>);

impl Layout {
    /// These groups, put in order; `None` if there are more than any hand holds.
    #[must_use]
    pub fn new(groups: impl IntoIterator<Item = CardSet>) -> Option<Self> {
        let mut layout = Self::default();
        for group in groups {
            layout.0.try_push(group).ok()?;
        }
        layout.0.sort_unstable_by_key(|group| first(*group));
        Some(layout)
    }

    /// The groups in order.
    #[must_use]
    pub fn melds(&self) -> &[CardSet] {
        &self.0
    }

    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.0.iter().fold(CardSet::EMPTY, |all, &group| all.union(group))
    }

    /// What a hand has left when this is laid.
    #[must_use]
    pub fn left(&self, hand: CardSet) -> u8 {
        points(hand.minus(self.cards())).min(u16::from(u8::MAX)) as u8
    }

    /// Is nothing laid?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many cards outside `seen` fit one of the melds directly.
    fn welcome(&self, seen: CardSet) -> u32 {
        let fitting = self.0.iter().flat_map(|&meld| extensions(meld).into_iter().flatten());
        fitting.collect::<CardSet>().minus(seen).len()
    }

    /// The order of layouts: meld by meld, card by card.
    fn card_order(&self, other: &Self) -> Ordering {
        let keys = |layout: &Self| -> Vec<Vec<u8>> {
            layout.0.iter().map(|g| g.by_rank().iter().map(|c| c.by_rank()).collect()).collect()
        };
        keys(self).cmp(&keys(other))
    }
}

impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(&self.0)
    }
}

/// Sorts groups by their first card; an empty group comes last.
fn first(group: CardSet) -> u8 {
    group.iter().map(Card::by_rank).min().unwrap_or(u8::MAX)
}

/// The cards that fit a meld directly: the fourth of a set, or the two ends of a run.
fn extensions(meld: CardSet) -> [Option<Card>; 2] {
    let (Some(low), Some(top)) = (meld.iter().next(), meld.iter().last()) else { return [None, None] };
    if low.suit() == top.suit() {
        return [below(low), above(top)];
    }
    let fourth =
        low.rank().and_then(|rank| Suit::ALL.into_iter().map(|s| Card::new(rank, s)).find(|&c| !meld.contains(c)));
    [fourth, None]
}

/// Calls `found` with every layout of the hand (of at most eleven cards) that leaves at most `limit`, the empty one
/// included, and what it leaves.
pub fn each_layout(hand: CardSet, limit: u8, found: &mut dyn FnMut(&Layout, u8)) {
    descend(&melds(hand), hand, limit, &mut ArrayVec::new(), found);
}

/// Lays every combination of `choice`, in its order, in addition to what is laid already.
fn descend(
    choice: &[CardSet],
    free: CardSet,
    limit: u8,
    laid: &mut ArrayVec<CardSet, MOST_MELDS>,
    found: &mut dyn FnMut(&Layout, u8),
) {
    if deadwood(free) > limit {
        return;
    }
    let left = points(free);
    if left <= u16::from(limit)
        && let Some(layout) = Layout::new(laid.iter().copied())
    {
        found(&layout, left as u8);
    }
    for (i, &meld) in choice.iter().enumerate() {
        if meld.is_within(free) && laid.try_push(meld).is_ok() {
            descend(&choice[i + 1..], free.minus(meld), limit, laid, found);
            laid.pop();
        }
    }
}

/// Every layout of at least one meld that leaves at most `limit`: those that leave least first, then in card order.
#[must_use]
pub fn layouts(hand: CardSet, limit: u8) -> Vec<Layout> {
    let mut all = Vec::new();
    each_layout(hand, limit, &mut |layout, left| {
        if !layout.is_empty() {
            all.push((left, layout.clone()));
        }
    });
    all.sort_by(|(a_left, a), (b_left, b)| a_left.cmp(b_left).then_with(|| a.card_order(b)));
    all.into_iter().map(|(_, layout)| layout).collect()
}

/// The layout for a player who leaves it to the table: least deadwood, then fewest cards outside `seen` that the
/// other player could lay off directly, then fewest melds, then the first in card order.
#[must_use]
pub fn best_layout(hand: CardSet, seen: CardSet) -> Layout {
    let mut best: Option<(u32, usize, Layout)> = None;
    each_layout(hand, deadwood(hand), &mut |layout, _| {
        let (welcome, melds) = (layout.welcome(seen), layout.melds().len());
        let better = best.as_ref().is_none_or(|(w, m, l)| {
            (welcome, melds).cmp(&(*w, *m)).then_with(|| layout.card_order(l)) == Ordering::Less
        });
        if better {
            best = Some((welcome, melds, layout.clone()));
        }
    });
    best.map(|(_, _, layout)| layout).unwrap_or_default()
}

/// Cards laid off, each with the number of its meld from 0, in the order of melds, then of cards.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LaidOff(ArrayVec<(Card, u8), 11>);

impl LaidOff {
    /// These pairs, put in order; `None` if there are more than any hand holds.
    #[must_use]
    pub fn new(pairs: impl IntoIterator<Item = (Card, u8)>) -> Option<Self> {
        let mut all = Self::default();
        for pair in pairs {
            all.0.try_push(pair).ok()?;
        }
        all.0.sort_unstable_by_key(|(card, meld)| (*meld, card.by_rank()));
        Some(all)
    }

    #[must_use]
    pub fn pairs(&self) -> &[(Card, u8)] {
        &self.0
    }

    #[must_use]
    pub fn cards(&self) -> CardSet {
        self.0.iter().map(|(card, _)| *card).collect()
    }

    /// The cards laid on one meld.
    #[must_use]
    pub fn on(&self, meld: usize) -> CardSet {
        self.0.iter().filter(|(_, on)| usize::from(*on) == meld).map(|(card, _)| *card).collect()
    }
}

impl Serialize for LaidOff {
    /// As in the notation: `2S>1`, melds counted from 1.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().map(|(card, meld)| format!("{card}>{}", meld + 1)))
    }
}

/// The cards of a hand that could follow one another onto a meld, nearest first: down from it, and up from it. The
/// fourth of a set counts as up.
#[must_use]
pub fn chains(meld: CardSet, hand: CardSet) -> [ArrayVec<Card, 13>; 2] {
    let mut chains = [ArrayVec::new(), ArrayVec::new()];
    let (Some(low), Some(top)) = (meld.iter().next(), meld.iter().last()) else { return chains };
    if low.suit() == top.suit() {
        let down = std::iter::successors(below(low), |&c| below(c)).take_while(|&c| hand.contains(c));
        let up = std::iter::successors(above(top), |&c| above(c)).take_while(|&c| hand.contains(c));
        chains[0].extend(down);
        chains[1].extend(up);
    } else if let [Some(fourth), _] = extensions(meld)
        && hand.contains(fourth)
    {
        chains[1].push(fourth);
    }
    chains
}

/// The lay-offs that leave the least deadwood (of equals, the fewest cards), with the hand's own melds free to
/// change; and what is left.
#[must_use]
pub fn best_lay_off(spread: &Layout, hand: CardSet) -> (LaidOff, u8) {
    let mut search = Search { hand, best: (LaidOff::default(), deadwood(hand)), laid: ArrayVec::new() };
    search.reach_meld(spread.melds(), 0);
    search.best
}

struct Search {
    hand: CardSet,
    best: (LaidOff, u8),
    laid: ArrayVec<(Card, u8), 11>,
}

impl Search {
    /// Tries every way to extend the melds from number `at` on.
    fn reach_meld(&mut self, melds: &[CardSet], at: u8) {
        let Some((&meld, later)) = melds.split_first() else { return self.judge() };
        let free = self.hand.minus(self.laid.iter().map(|(card, _)| *card).collect());
        let [down, up] = chains(meld, free);
        let before = self.laid.len();
        for low in 0..=down.len() {
            for high in 0..=up.len() {
                let pairs = down[..low].iter().chain(&up[..high]).map(|&card| (card, at));
                self.laid.extend(pairs);
                self.reach_meld(later, at + 1);
                self.laid.truncate(before);
            }
        }
    }

    fn judge(&mut self) {
        let left = deadwood(self.hand.minus(self.laid.iter().map(|(card, _)| *card).collect()));
        let fewer = self.laid.len() < self.best.0.pairs().len();
        if (left < self.best.1 || left == self.best.1 && fewer)
            && let Some(laid) = LaidOff::new(self.laid.iter().copied())
        {
            self.best = (laid, left);
        }
    }
}
