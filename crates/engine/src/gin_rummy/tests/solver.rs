//! The solver against a slow one that shares nothing with it: cards as pairs of numbers, every card tried in every
//! meld.

use proptest::prelude::*;

use crate::Chance;
use crate::cards::{Card, CardSet, CardText};
use crate::gin_rummy::deadwood::{deadwood, points, value};
use crate::gin_rummy::melds::{Layout, best_lay_off, best_layout, each_layout, is_meld, layouts, melds};

pub(super) fn cards(text: &str) -> CardSet {
    let all: Vec<Card> = text.split_whitespace().map(|t| Card::parse(t).unwrap()).collect();
    let set: CardSet = all.iter().copied().collect();
    assert_eq!(set.len() as usize, all.len(), "a card stands twice in {text}");
    set
}

pub(super) fn layout(text: &str) -> Layout {
    Layout::new(text.split('|').map(cards)).unwrap()
}

fn random_hand(chance: &mut Chance, count: usize) -> CardSet {
    let mut pack: Vec<Card> = Card::pack().collect();
    chance.shuffle(&mut pack);
    pack.into_iter().take(count).collect()
}

/// A hand rich in melds: drawn from few ranks, or from one and a half suits.
fn dense_hand(chance: &mut Chance, count: usize) -> CardSet {
    let ranks = 4 + chance.below(4) as u8;
    let low = 1 + chance.below(u32::from(14 - ranks)) as u8;
    let mut pack: Vec<Card> = Card::pack().filter(|c| (low..low + ranks).contains(&c.number())).collect();
    chance.shuffle(&mut pack);
    pack.into_iter().take(count).collect()
}

mod slow {
    pub type Plain = (u8, u8);

    fn worth(card: Plain) -> u32 {
        u32::from(card.0.min(10))
    }

    fn without(cards: &[Plain], gone: &[Plain]) -> Vec<Plain> {
        cards.iter().copied().filter(|c| !gone.contains(c)).collect()
    }

    /// Every meld that holds the first card and otherwise cards of the list.
    fn melds_with_first(cards: &[Plain]) -> Vec<Vec<Plain>> {
        let first = cards[0];
        let mut all = Vec::new();
        let mates: Vec<Plain> = cards[1..].iter().copied().filter(|c| c.0 == first.0).collect();
        for mask in 0..1_u32 << mates.len() {
            let mut meld = vec![first];
            meld.extend(mates.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, c)| *c));
            if meld.len() >= 3 {
                all.push(meld);
            }
        }
        for low in 1..=first.0 {
            for high in first.0..=13 {
                let run: Vec<Plain> = (low..=high).map(|rank| (rank, first.1)).collect();
                if run.len() >= 3 && run.iter().all(|c| cards.contains(c)) {
                    all.push(run);
                }
            }
        }
        all
    }

    pub fn deadwood(cards: &[Plain]) -> u32 {
        let Some(first) = cards.first() else { return 0 };
        let alone = worth(*first) + deadwood(&cards[1..]);
        melds_with_first(cards).iter().map(|meld| deadwood(&without(cards, meld))).chain([alone]).min().unwrap()
    }

    /// What every choice of disjoint melds leaves, one entry per choice.
    pub fn all_choices(cards: &[Plain]) -> Vec<u32> {
        let Some(first) = cards.first() else { return vec![0] };
        let mut all: Vec<u32> = all_choices(&cards[1..]).into_iter().map(|left| left + worth(*first)).collect();
        for meld in melds_with_first(cards) {
            all.extend(all_choices(&without(cards, &meld)));
        }
        all
    }

    fn extends(meld: &[Plain], card: Plain) -> bool {
        let suits_equal = meld.iter().all(|c| c.1 == meld[0].1);
        let (low, high) = (meld.iter().map(|c| c.0).min().unwrap(), meld.iter().map(|c| c.0).max().unwrap());
        if suits_equal { card.1 == meld[0].1 && (card.0 + 1 == low || card.0 == high + 1) } else { card.0 == low }
    }

    /// The least a hand counts after laying off one card at a time, in any order, and re-melding.
    pub fn lay_off(spread: &[Vec<Plain>], hand: &[Plain]) -> u32 {
        let mut best = deadwood(hand);
        for (i, meld) in spread.iter().enumerate() {
            for &card in hand.iter().filter(|&&card| extends(meld, card)) {
                let mut longer = spread.to_vec();
                longer[i].push(card);
                best = best.min(lay_off(&longer, &without(hand, &[card])));
            }
        }
        best
    }
}

fn plain(cards: CardSet) -> Vec<slow::Plain> {
    cards.iter().map(|c| (c.number(), c.suit() as u8)).collect()
}

#[test]
fn deadwood_is_that_of_the_slow_solver() {
    let mut chance = Chance::from_seed([1; 32]);
    for i in 0..12_000 {
        let count = 10 + i % 2;
        let hand = if i % 3 == 0 { random_hand(&mut chance, count) } else { dense_hand(&mut chance, count) };
        assert_eq!(u32::from(deadwood(hand)), slow::deadwood(&plain(hand)), "{hand:?}");
    }
}

proptest! {
    #[test]
    fn deadwood_of_any_few_cards(bits in any::<u64>(), mask in any::<u64>()) {
        let hand: CardSet = CardSet::from_bits(bits & mask).iter().filter(|c| !c.is_joker()).take(13).collect();
        prop_assert_eq!(u32::from(deadwood(hand)), slow::deadwood(&plain(hand)));
    }
}

#[test]
fn deadwood_of_whole_packs_and_of_nothing() {
    assert_eq!(deadwood(CardSet::EMPTY), 0);
    assert_eq!(deadwood(Card::pack().collect()), 0);
    let most: CardSet = Card::pack().filter(|c| (c.suit() as u8 + c.number()).is_multiple_of(2)).collect();
    assert_eq!(deadwood(most), 170, "two of each rank and no two neighbours of a suit");
}

#[test]
fn the_largest_deadwood_of_ten_cards_is_98() {
    let hand = cards("KS KH QD QC JS JH TD TC 9S 9H");
    assert_eq!(deadwood(hand), 98);
    assert_eq!(value(Card::parse("KS").unwrap()), 10);
}

#[test]
fn layouts_are_all_choices_of_disjoint_melds() {
    let mut chance = Chance::from_seed([2; 32]);
    for i in 0..2_000 {
        let hand = dense_hand(&mut chance, 10);
        let limit = [10, 98][i % 2];
        let mut ours = Vec::new();
        each_layout(hand, limit, &mut |layout, left| {
            assert!(layout.melds().iter().all(|&m| is_meld(m) && m.is_within(hand)));
            assert_eq!(u16::from(left), points(hand.minus(layout.cards())));
            assert_eq!(layout.melds().iter().map(|m| m.len()).sum::<u32>(), layout.cards().len(), "disjoint");
            ours.push(u32::from(left));
        });
        let mut slow: Vec<u32> =
            slow::all_choices(&plain(hand)).into_iter().filter(|l| *l <= u32::from(limit)).collect();
        ours.sort_unstable();
        slow.sort_unstable();
        assert_eq!(ours, slow, "{hand:?}");
    }
}

#[test]
fn melds_of_a_long_run_and_four_of_a_rank() {
    assert_eq!(melds(cards("AS 2S 3S 4S 5S")).len(), 6);
    assert_eq!(melds(cards("9S 9H 9D 9C")).len(), 5);
    assert!(!is_meld(cards("QS KS AS")), "an ace is low only");
    assert!(!is_meld(cards("9S TS")) && !is_meld(cards("9S TS JH")));
}

#[test]
fn the_best_layout_leaves_least_and_lets_the_other_lay_off_least() {
    let mut chance = Chance::from_seed([3; 32]);
    for _ in 0..3_000 {
        let hand = dense_hand(&mut chance, 10);
        assert_eq!(best_layout(hand, hand).left(hand), deadwood(hand));
    }
    // 7S fits both the run and the set. In the set, 3S alone can be laid off on the run; in the run, 3S and 8S.
    let hand = cards("4S 5S 6S 7S 7H 7D 7C KS KH KD");
    assert_eq!(best_layout(hand, hand), layout("4S 5S 6S | 7S 7H 7D 7C | KS KH KD"));
    // With 3S discarded and 8S not, the set still gives least away.
    assert_eq!(best_layout(hand, hand.with(Card::parse("8S").unwrap())).melds().len(), 3);
}

#[test]
fn explicit_layouts_come_best_first_and_hold_at_least_one_meld() {
    let hand = cards("4S 5S 6S 7S QH QS QC QD 6D 3C");
    let all = layouts(hand, 10);
    assert_eq!(all, [layout("4S 5S 6S 7S | QS QH QD QC")], "any other leaves more than 10");
    assert!(layouts(hand, 98).iter().all(|l| !l.is_empty()));
    assert_eq!(layouts(hand, 98).len(), (3 + 1) * (5 + 1) - 1);
}

#[test]
fn lay_offs_are_those_of_the_slow_solver() {
    let mut chance = Chance::from_seed([4; 32]);
    let mut laid_some = 0;
    for _ in 0..1_500 {
        let both = dense_hand(&mut chance, 20);
        let hand: CardSet =
            both.iter().filter(|c| (c.number() * 7 + c.suit() as u8).is_multiple_of(2)).take(10).collect();
        let knocker: CardSet = both.minus(hand).iter().take(10).collect();
        let spread = best_layout(knocker, knocker);
        let (laid, left) = best_lay_off(&spread, hand);
        let plain_spread: Vec<_> = spread.melds().iter().map(|&m| plain(m)).collect();
        assert_eq!(u32::from(left), slow::lay_off(&plain_spread, &plain(hand)), "{spread:?} {hand:?}");
        for (i, &meld) in spread.melds().iter().enumerate() {
            assert!(is_meld(meld.union(laid.on(i))));
        }
        assert_eq!(left, deadwood(hand.minus(laid.cards())));
        laid_some += u32::from(!laid.pairs().is_empty());
    }
    assert!(laid_some > 120, "the sample must lay off often enough to mean something: {laid_some}");
}
