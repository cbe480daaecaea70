//! Sets of cards as bits.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Card;

/// A set of distinct cards of one pack: one bit per card, 16 for each suit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);

    /// The bits: suit S H D C from the low end, 16 each, bit 1 of a suit its ace and bit 13 its king.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set with these [bits](Self::bits); bits that belong to no card are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & 0x3ffe_3ffe_7ffe_7ffe)
    }

    /// Just this card.
    #[must_use]
    pub const fn one(card: Card) -> Self {
        Self(1 << card.bit())
    }

    /// Is the card in it?
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.bit() & 1 != 0
    }

    /// With this card too.
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.bit())
    }

    /// Without this card.
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.bit()))
    }

    /// Adds a card.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.bit();
    }

    /// Takes a card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.bit());
    }

    /// The cards of either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Are all its cards in the other?
    #[must_use]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// How many cards.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Is it empty?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its cards by suit, then rank.
    #[must_use]
    pub const fn iter(self) -> Iter {
        Iter(self.0)
    }

    /// Its cards by rank (ace first), then suit S H D C.
    #[must_use]
    pub fn by_rank(self) -> Vec<Card> {
        let mut cards: Vec<Card> = self.iter().collect();
        cards.sort_unstable_by_key(|card| card.by_rank());
        cards
    }
}

/// The cards of a [`CardSet`], by suit, then rank.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Card::from_bit(bit))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.by_rank())
    }
}
