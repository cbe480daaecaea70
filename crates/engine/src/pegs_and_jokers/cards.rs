//! Cards as this game reads them: by rank alone, the two jokers of a pack being one rank.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::cards::{Card, CardText, Rank};

/// The rank of a card, or the joker: all that a card means here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// Ace.
    pub const ACE: Self = Self(1);
    /// Two.
    pub const TWO: Self = Self(2);
    /// Seven.
    pub const SEVEN: Self = Self(7);
    /// Eight.
    pub const EIGHT: Self = Self(8);
    /// Nine.
    pub const NINE: Self = Self(9);
    /// Ten.
    pub const TEN: Self = Self(10);
    /// Either joker.
    pub const JOKER: Self = Self(14);

    #[must_use]
    pub const fn of(card: Card) -> Self {
        Self(card.number())
    }

    /// Ace to king, then the joker.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (1..=14).map(Self)
    }

    /// 1 (ace) to 13 (king), 14 for the joker.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// In notation: `A 2 … 9 10 J Q K X`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"][self.0 as usize - 1]
    }

    /// As players see it: `A`, `10`, `Joker`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        if self.0 == 14 { "Joker" } else { self.text() }
    }

    /// In a sentence: `ace`, `10`, `joker`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self.0 {
            1 => "ace",
            11 => "jack",
            12 => "queen",
            13 => "king",
            14 => "joker",
            _ => self.text(),
        }
    }

    /// In a sentence: `an ace`, `a 10`, `a joker`.
    #[must_use]
    pub fn a(self) -> String {
        let article = if matches!(self.0, 1 | 8) { "an" } else { "a" };
        format!("{article} {}", self.word())
    }

    /// Reads a rank, `X`, a name such as `joker` or `king`, or a whole card whose suit is dropped.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if ["x", "joker"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
            return Some(Self::JOKER);
        }
        let rank = Rank::named(text).or_else(|| Rank::parse(text));
        rank.map(|rank| Self(rank.number())).or_else(|| Card::parse(text).map(Self::of))
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.text())
    }
}

/// A set of ranks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Faces(u16);

impl Faces {
    /// No rank.
    pub const EMPTY: Self = Self(0);

    #[must_use]
    pub const fn one(face: Face) -> Self {
        Self(1 << face.0)
    }

    /// Is it in the set?
    #[must_use]
    pub const fn contains(self, face: Face) -> bool {
        self.0 >> face.0 & 1 == 1
    }

    /// With this one too.
    #[must_use]
    pub const fn with(self, face: Face) -> Self {
        Self(self.0 | 1 << face.0)
    }

    #[must_use]
    pub const fn without(self, face: Face) -> Self {
        Self(self.0 & !(1 << face.0))
    }

    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Ace first, the joker last.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::all().filter(move |&face| self.contains(face))
    }
}

impl FromIterator<Face> for Faces {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        faces.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// The cards of some packs of 54, pack by pack.
pub(super) fn packs(count: u8) -> Vec<Card> {
    (0..count).flat_map(|_| Card::pack().chain([Card::BLACK_JOKER, Card::RED_JOKER])).collect()
}
