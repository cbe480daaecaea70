//! The 64 cards of the King's Keys, and sets of them.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::cards::CardText;
use crate::picture::CardFace;

/// All cards in letters, in card order.
const LETTERS: &str = concat!(
    "1KY1KR1KG1KB1AY1AR1AG1AB1SY1SR1SG1SB1CY1CR1CG1CB",
    "2KY2KR2KG2KB2AY2AR2AG2AB2SY2SR2SG2SB2CY2CR2CG2CB",
    "3KY3KR3KG3KB3AY3AR3AG3AB3SY3SR3SG3SB3CY3CR3CG3CB",
    "4KY4KR4KG4KB4AY4AR4AG4AB4SY4SR4SG4SB4CY4CR4CG4CB",
);

/// What items are called, and several of one.
const ITEMS: [[&str; 2]; 4] = [["key", "keys"], ["axe", "axes"], ["shield", "shields"], ["coin", "coins"]];
/// What kingdoms are called, and their colours.
const KINGDOMS: [[&str; 2]; 4] = [["sun", "yellow"], ["mountain", "red"], ["forest", "green"], ["ocean", "blue"]];

/// One card: a number from 1 to 4, an item and a kingdom. Ordered by number, item K A S C, kingdom Y R G B.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// The card at a place in card order, 0 to 63.
    #[must_use]
    pub const fn new(place: u8) -> Option<Self> {
        if place < 64 { Some(Self(place)) } else { None }
    }

    /// All 64, in card order.
    pub fn pack() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// Its place in card order, 0 to 63.
    #[must_use]
    pub const fn place(self) -> u8 {
        self.0
    }

    /// What its two letters stand for: `axe, red mountain`.
    pub(crate) fn spelled_out(self) -> String {
        let ([item, _], [kingdom, colour]) = (ITEMS[usize::from(self.item())], KINGDOMS[usize::from(self.kingdom())]);
        format!("{item}, {colour} {kingdom}")
    }

    /// The card whose place is the exclusive or of the two cards' places.
    pub(super) const fn xor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// Its letters: `2AR`.
    pub(super) fn letters(self) -> &'static str {
        let at = 3 * usize::from(self.0);
        &LETTERS[at..at + 3]
    }

    /// Its number, 1 to 4: what it counts.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 / 16 + 1
    }

    /// Its item, 0 to 3 for key, axe, shield, coin.
    #[must_use]
    pub const fn item(self) -> u8 {
        self.0 / 4 % 4
    }

    /// Its kingdom, 0 to 3 for sun, mountain, forest, ocean.
    #[must_use]
    pub const fn kingdom(self) -> u8 {
        self.0 % 4
    }
}

impl CardText for Tile {
    fn code(self) -> String {
        self.to_string()
    }

    fn face(self) -> CardFace {
        CardFace::Keys(self.number(), self.item(), self.kingdom())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let tile = tile(chars.next()?, item(chars.next()?)?, kingdom(chars.next()?)?);
        if chars.next().is_some() { None } else { tile }
    }

    fn in_words(words: &[&str], _letters_apart: bool) -> Option<String> {
        match *words {
            [number, item, kingdom] | [number, item, "of", kingdom] | [number, item, "of", "the", kingdom] => {
                from_words(number, item, kingdom).map(Self::code)
            }
            _ => None,
        }
    }
}

fn tile(number: char, item: u8, kingdom: u8) -> Option<Tile> {
    let number = number.to_digit(10).filter(|n| (1..=4).contains(n))? as u8;
    Some(Tile((number - 1) * 16 + item * 4 + kingdom))
}

fn item(sign: char) -> Option<u8> {
    let signs = [['K', '🗝'], ['A', '🪓'], ['S', '🛡'], ['C', '🪙']];
    signs.iter().position(|s| s.contains(&sign.to_ascii_uppercase())).map(|at| at as u8)
}

fn kingdom(sign: char) -> Option<u8> {
    let signs = [['Y', '🟡'], ['R', '🔴'], ['G', '🟢'], ['B', '🔵']];
    signs.iter().position(|s| s.contains(&sign.to_ascii_uppercase())).map(|at| at as u8)
}

/// A card in words, in any case: `1 key forest`.
fn from_words(number: &str, item_word: &str, kingdom_word: &str) -> Option<Tile> {
    let [number, item_word, kingdom_word] = [number, item_word, kingdom_word].map(str::to_lowercase);
    let number = match number.as_str() {
        "one" => '1',
        "two" => '2',
        "three" => '3',
        "four" => '4',
        _ => Some(&number).filter(|n| n.len() == 1)?.chars().next()?,
    };
    let find = |all: &[[&str; 2]; 4], word: &str, sign: fn(char) -> Option<u8>| {
        let whole = all.iter().position(|words| words.contains(&word)).map(|at| at as u8);
        let mut chars = word.chars();
        whole.or_else(|| chars.next().and_then(sign).filter(|_| chars.next().is_none()))
    };
    tile(number, find(&ITEMS, &item_word, item)?, find(&KINGDOMS, &kingdom_word, kingdom)?)
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// A set of cards: one bit each, in card order from the low end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tiles(pub(super) u64);

impl Tiles {
    /// No card.
    pub const EMPTY: Self = Self(0);

    /// Just this card.
    #[must_use]
    pub const fn one(tile: Tile) -> Self {
        Self(1 << tile.0)
    }

    /// Is the card in it?
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 != 0
    }

    /// With this card too.
    #[must_use]
    pub const fn with(self, tile: Tile) -> Self {
        Self(self.0 | 1 << tile.0)
    }

    #[must_use]
    pub const fn without(self, tile: Tile) -> Self {
        Self(self.0 & !(1 << tile.0))
    }

    /// The cards that are in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many cards.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Are there four cards or more? For a meld, this is quicker than counting them.
    #[must_use]
    pub const fn has_four(self) -> bool {
        const fn but_first(cards: u64) -> u64 {
            cards & cards.wrapping_sub(1)
        }
        but_first(but_first(but_first(self.0))) != 0
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Are all its cards in the other?
    #[must_use]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Does it have a card in common with the other?
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Its first card in card order.
    #[must_use]
    pub const fn first(self) -> Option<Tile> {
        if self.0 == 0 { None } else { Some(Tile(self.0.trailing_zeros() as u8)) }
    }

    /// Its first card in card order, as a set.
    #[must_use]
    pub const fn lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// Its cards that come after this one.
    #[must_use]
    pub const fn after(self, tile: Tile) -> Self {
        Self(self.0 & !(u64::MAX >> (63 - tile.0)))
    }

    /// Its cards, in card order.
    #[must_use]
    pub const fn iter(self) -> TilesIter {
        TilesIter(self.0)
    }

    /// What its cards count.
    #[must_use]
    pub fn value(self) -> i32 {
        (0..4).map(|n| (n + 1) * (self.0 >> (16 * n) & 0xffff).count_ones() as i32).sum()
    }
}

/// The cards of a set, in card order.
#[derive(Clone, Debug)]
pub struct TilesIter(u64);

impl Iterator for TilesIter {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let tile = Tiles(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(tile)
    }
}

impl IntoIterator for Tiles {
    type Item = Tile;
    type IntoIter = TilesIter;
    fn into_iter(self) -> TilesIter {
        self.iter()
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, tile) in self.iter().enumerate() {
            if nth > 0 {
                f.write_str(" ")?;
            }
            tile.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}
