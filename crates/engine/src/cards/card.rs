//! One card of the French pack.

use std::fmt;

use serde::{Serialize, Serializer};

use super::CardText;
use crate::picture::CardFace;

const _: fn(crate::Language) = |crate::Language::English| ();

/// A suit, in the order in which cards are sorted: spades, hearts, diamonds, clubs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Hearts, Self::Diamonds, Self::Clubs];

    /// Its letter: S H D C.
    #[must_use]
    pub const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    /// Its sign: ♠ ♥ ♦ ♣.
    #[must_use]
    pub const fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    /// Its name in the plural, lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["spades", "hearts", "diamonds", "clubs"][self as usize]
    }

    /// Reads a letter in either case, or a sign.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Self> {
        match c {
            'S' | 's' | '♠' => Some(Self::Spades),
            'H' | 'h' | '♥' => Some(Self::Hearts),
            'D' | 'd' | '♦' => Some(Self::Diamonds),
            'C' | 'c' | '♣' => Some(Self::Clubs),
            _ => None,
        }
    }

    /// Reads a letter, a sign or a name (`spades`, `spade`), in either case.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let mut chars = word.chars();
        if let (Some(only), None) = (chars.next(), chars.next()) {
            return Self::from_char(only);
        }
        let is_named =
            |name: &str| word.eq_ignore_ascii_case(name) || word.eq_ignore_ascii_case(&name[..name.len() - 1]);
        Self::ALL.into_iter().find(|suit| is_named(suit.name()))
    }
}

/// As its letter.
impl Serialize for Suit {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.letter())
    }
}

/// A rank from ace (1) to king (13).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// Ace.
    pub const ACE: Self = Self(1);
    /// Seven.
    pub const SEVEN: Self = Self(7);
    /// Eight.
    pub const EIGHT: Self = Self(8);
    /// Nine.
    pub const NINE: Self = Self(9);
    /// Ten.
    pub const TEN: Self = Self(10);
    /// Jack.
    pub const JACK: Self = Self(11);
    /// Queen.
    pub const QUEEN: Self = Self(12);
    /// King.
    pub const KING: Self = Self(13);

    /// The rank numbered 1 (ace) to 13 (king).
    #[must_use]
    pub const fn new(n: u8) -> Option<Self> {
        if 1 <= n && n <= 13 { Some(Self(n)) } else { None }
    }

    /// Reads a name, in either case: `ace`, `two` … `king`; a jack is a `jass` too.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case("jass") {
            return Some(Self::JACK);
        }
        const NAMES: [&str; 13] =
            ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];
        let at = NAMES.iter().position(|name| word.eq_ignore_ascii_case(name))?;
        Self::new(at as u8 + 1)
    }

    /// Ace to king.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (1..=13).map(Self)
    }

    /// 1 (ace) to 13 (king).
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its letter or figure: A 2 … 9 T J Q K.
    #[must_use]
    pub const fn letter(self) -> char {
        b"A23456789TJQK"[self.0 as usize - 1] as char
    }

    /// As people write it: `10` rather than `T`.
    #[must_use]
    pub const fn pretty(self) -> &'static str {
        ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][self.0 as usize - 1]
    }

    /// In a sentence: `ace`, `10`, `king`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::ACE => "ace",
            Self::JACK => "jack",
            Self::QUEEN => "queen",
            Self::KING => "king",
            _ => self.pretty(),
        }
    }

    /// Reads a letter or figure in either case, `10` and `1` (ace) too.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let n = match text {
            "A" | "a" | "1" => 1,
            "T" | "t" | "10" => 10,
            "J" | "j" => 11,
            "Q" | "q" => 12,
            "K" | "k" => 13,
            _ => text.parse().ok().filter(|n| (2..=9).contains(n) && text.len() == 1)?,
        };
        Self::new(n)
    }
}

/// As its letter or figure.
impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.letter())
    }
}

/// A card of the French pack, or one of its two jokers. Sorted by suit, then rank; games that sort otherwise say so.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The black joker, `XB`.
    pub const BLACK_JOKER: Self = Self(14);
    /// The red joker, `XR`.
    pub const RED_JOKER: Self = Self(16 + 14);

    /// A card by rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self((suit as u8) << 4 | rank.0)
    }

    /// The 52 cards, suit by suit in the order S H D C, each from ace to king.
    pub fn pack() -> impl Iterator<Item = Self> {
        Suit::ALL.into_iter().flat_map(|suit| Rank::all().map(move |rank| Self::new(rank, suit)))
    }

    /// Its place among 64 bits: 16 for each suit, its rank within.
    #[must_use]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The card at a [bit](Self::bit), which must belong to a card.
    pub(super) const fn from_bit(bit: u32) -> Self {
        Self(bit as u8)
    }

    /// Is it one of the jokers?
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 & 15 == 14
    }

    /// Its suit (a joker's is that of its colour, spades or hearts).
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4) as usize]
    }

    /// Its rank; jokers have none.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        Rank::new(self.0 & 15)
    }

    /// Its rank's number, 1 (ace) to 13 (king); 14 for a joker.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 & 15
    }

    /// As people write it: `10♦`, `A♠`, `red Joker`.
    #[must_use]
    pub fn pretty(self) -> String {
        match self.rank() {
            Some(rank) => format!("{}{}", rank.pretty(), self.suit().sign()),
            None if self == Self::RED_JOKER => "red Joker".to_owned(),
            None => "black Joker".to_owned(),
        }
    }

    /// By rank first, ace to king, then suit S H D C: the order in which rummy players read cards.
    #[must_use]
    pub const fn by_rank(self) -> u8 {
        (self.0 & 15) << 2 | self.0 >> 4
    }
}

/// Cards one after another, as people write them.
#[must_use]
pub fn pretty(cards: impl IntoIterator<Item = Card>) -> String {
    let all: Vec<String> = cards.into_iter().map(Card::pretty).collect();
    all.join(" ")
}

impl CardText for Card {
    fn code(self) -> String {
        self.to_string()
    }

    fn face(self) -> CardFace {
        CardFace::French(self)
    }

    fn parse(text: &str) -> Option<Self> {
        if text.eq_ignore_ascii_case("XB") {
            return Some(Self::BLACK_JOKER);
        }
        if text.eq_ignore_ascii_case("XR") {
            return Some(Self::RED_JOKER);
        }
        let (first, last) = (text.chars().next()?, text.chars().next_back()?);
        let read = |suit: char, rank: &str| Some(Self::new(Rank::parse(rank)?, Suit::from_char(suit)?));
        // The suit may come first, as in hands that are sorted by it. No letter names both a suit and a rank.
        let behind = read(last, &text[..text.len() - last.len_utf8()]);
        behind.or_else(|| read(first, &text[first.len_utf8()..]))
    }

    fn in_words(words: &[&str], letters_apart: bool) -> Option<String> {
        let rank = |word: &str| Rank::named(word).or_else(|| Rank::parse(word));
        let suit = |word: &str| Suit::parse(word).filter(|_| letters_apart || word.len() > 1);
        let joker = |word: &str| word.eq_ignore_ascii_case("joker");
        match *words {
            // A name is set apart from the suit by its sign: nobody means a queen by `queens`.
            [word] => {
                let sign = |c: char| "♠♥♦♣".contains(c);
                let (suit, name) = (word.chars().find(|c| sign(*c))?, word.trim_matches(sign));
                let is_whole = name.len() + suit.len_utf8() == word.len();
                Some(Self::new(Rank::named(name).filter(|_| is_whole)?, Suit::from_char(suit)?).pretty())
            }
            [colour, word] if joker(word) && colour.eq_ignore_ascii_case("red") => Some("XR".to_owned()),
            [colour, word] if joker(word) && colour.eq_ignore_ascii_case("black") => Some("XB".to_owned()),
            [one, of, other] if of.eq_ignore_ascii_case("of") => {
                Some(Self::new(rank(one)?, Suit::parse(other)?).pretty())
            }
            [one, other] => {
                let (rank, suit) = rank(one).zip(suit(other)).or_else(|| rank(other).zip(suit(one)))?;
                Some(Self::new(rank, suit).pretty())
            }
            _ => None,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rank() {
            Some(rank) => write!(f, "{}{}", rank.letter(), self.suit().letter()),
            None => f.write_str(if *self == Self::RED_JOKER { "XR" } else { "XB" }),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_and_ranks_are_read_by_their_names() {
        for (text, suit) in
            [("♥", Suit::Hearts), ("Clubs", Suit::Clubs), ("spade", Suit::Spades), ("d", Suit::Diamonds)]
        {
            assert_eq!(Suit::parse(text), Some(suit), "{text}");
        }
        assert!(["", "hea", "x", "spadess"].into_iter().all(|text| Suit::parse(text).is_none()));
        assert_eq!(
            (Rank::named("Ace"), Rank::named("ten"), Rank::named("k")),
            (Some(Rank::ACE), Some(Rank::TEN), None)
        );
    }

    #[test]
    fn every_card_reads_back_from_its_code_and_its_pretty_form() {
        for card in Card::pack().chain([Card::BLACK_JOKER, Card::RED_JOKER]) {
            assert_eq!(Card::parse(&card.code()), Some(card));
            assert_eq!(Card::parse(&card.code().to_lowercase()), Some(card));
            if !card.is_joker() {
                assert_eq!(Card::parse(&card.pretty()), Some(card));
            }
        }
        assert_eq!(Card::parse("10D"), Card::parse("T♦"));
        for text in ["♦10", "d10", "DT"] {
            assert_eq!(Card::parse(text), Card::parse("TD"), "{text}");
        }
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "S", "1", "11S", "0H", "TX", "AS ", "♠ A", "queens", "XX", "é"] {
            assert_eq!(Card::parse(text), None, "{text:?}");
        }
    }
}
