//! Keys: headers with numerals on them, and the table they lie on.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::cards::{Card, CardSet, Suit};

use super::sums::{GOAL, Tally};

const _: fn(crate::Language) = |crate::Language::English| ();

/// The card that opens a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opener {
    /// The first key of a suit.
    Jack,
    /// The second key of a suit.
    Queen,
    /// The third key of a suit.
    King,
    /// Opens a Joker key, which has no suit.
    Joker,
}

impl Opener {
    /// J, Q, K, X.
    #[must_use]
    pub const fn letter(self) -> char {
        ['J', 'Q', 'K', 'X'][self as usize]
    }

    /// What each card of the key scores.
    #[must_use]
    pub const fn points(self) -> i32 {
        [1, 2, 3, 3][self as usize]
    }
}

impl Serialize for Opener {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(self.letter())
    }
}

/// Where a key lies: one place for each suit, and one for each Joker in the order in which they were opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyPlace {
    /// The key of a suit.
    Suit(Suit),
    /// Joker key number `n`, from 1.
    Joker(u8),
}

impl fmt::Display for KeyPlace {
    /// As moves write it: `S`, `X1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suit(suit) => write!(f, "{}", suit.letter()),
            Self::Joker(n) => write!(f, "X{n}"),
        }
    }
}

impl Serialize for KeyPlace {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl KeyPlace {
    /// As sentences name it: "the ♠ key", "Joker key 1".
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Suit(suit) => format!("the {} key", suit.name().trim_end_matches('s')),
            Self::Joker(n) => format!("Joker key {n}"),
        }
    }
}

/// A numeral on a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laid {
    /// Face up.
    Up(Card),
    /// Face down: worth 0, and which card it is stays hidden.
    Down,
}

impl Laid {
    /// What it adds to the key.
    #[must_use]
    pub const fn value(self) -> u8 {
        match self {
            Self::Up(card) => card.number(),
            Self::Down => 0,
        }
    }
}

impl Serialize for Laid {
    /// The card, or `null` for one that lies face down.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Up(card) => card.serialize(to),
            Self::Down => to.serialize_none(),
        }
    }
}

/// An open key. Nobody is told its sum: counting is the players' own affair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Key {
    /// What opened it.
    pub header: Opener,
    /// Its numerals, in order of play.
    pub cards: Vec<Laid>,
    #[serde(skip)]
    sum: u16,
}

impl Key {
    const fn bare(header: Opener) -> Self {
        Self { header, cards: Vec::new(), sum: 0 }
    }

    /// What its face-up numerals add up to, undoubled.
    #[must_use]
    pub const fn sum(&self) -> u16 {
        self.sum
    }

    /// The highest value that can be added without going past 21.
    #[must_use]
    pub const fn room(&self) -> u8 {
        (GOAL as u16).saturating_sub(self.sum) as u8
    }

    /// Its values; cards that lie face down are worth 0.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.cards.iter().map(|laid| laid.value()).collect()
    }

    /// Does it count 21 as it lies?
    #[must_use]
    pub fn counts_21(&self, zeros: bool) -> bool {
        self.tally().counts_21(zeros)
    }

    /// Did it count 21 at some moment since it was opened?
    #[must_use]
    pub fn ever_21(&self, zeros: bool) -> bool {
        let mut so_far = Tally::default();
        self.cards.iter().any(|laid| {
            so_far.add(laid.value());
            so_far.counts_21(zeros)
        })
    }

    /// What it scores: each card and the header.
    #[must_use]
    pub fn points(&self) -> i32 {
        (self.cards.len() as i32 + 1) * self.header.points()
    }

    /// Lays a numeral on it.
    pub fn push(&mut self, laid: Laid) {
        self.sum += u16::from(laid.value());
        self.cards.push(laid);
    }

    /// Takes the last numeral back.
    pub fn pop(&mut self) -> Option<Laid> {
        let laid = self.cards.pop()?;
        self.sum -= u16::from(laid.value());
        Some(laid)
    }
}

/// What a won key leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The next key is opened.
    Opened(KeyPlace, Opener),
    /// A suit has no further header.
    Closed(Suit),
    /// It was a Joker key, which is not replaced.
    Nothing,
}

/// The keys on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Table {
    /// The open key of each suit, S H D C; `null` where the suit is closed.
    pub suits: [Option<Key>; 4],
    /// The Joker keys in the order in which they were opened; `null` where one was won.
    pub jokers: Vec<Option<Key>>,
    /// Jokers that have not opened a key yet.
    pub jokers_left: u8,
}

/// Which numerals fit where, by the open keys alone.
#[derive(Clone, Copy)]
pub struct Fits {
    /// Numerals whose suit has an open key.
    pub open: CardSet,
    /// Numerals that fit on the key of their suit without going past 21.
    pub suit: CardSet,
    /// Numerals that fit on some Joker key without going past 21.
    pub joker: CardSet,
}

/// The numerals of one suit up to a value, as the bits of a card set.
const fn up_to(value: u8, suit: usize) -> u64 {
    let value = if value > 10 { 10 } else { value };
    ((2u64 << value) - 2) << (16 * suit)
}

/// All forty numerals.
#[must_use]
pub const fn numerals() -> CardSet {
    CardSet::from_bits(up_to(10, 0) | up_to(10, 1) | up_to(10, 2) | up_to(10, 3))
}

/// The ten numerals of a suit.
#[must_use]
pub const fn numerals_of(suit: Suit) -> CardSet {
    CardSet::from_bits(up_to(10, suit as usize))
}

impl Table {
    /// Nothing on it.
    #[must_use]
    pub const fn empty() -> Self {
        Self { suits: [None, None, None, None], jokers: Vec::new(), jokers_left: 0 }
    }

    /// Four bare Jacks, and this many Jokers waiting.
    #[must_use]
    pub fn laid_out(jokers: u8) -> Self {
        Self { suits: [0; 4].map(|_| Some(Key::bare(Opener::Jack))), jokers: Vec::new(), jokers_left: jokers }
    }

    /// The open key at a place.
    #[must_use]
    pub fn key(&self, place: KeyPlace) -> Option<&Key> {
        self.slot(place)?.as_ref()
    }

    /// The open key at a place, mutably.
    pub fn key_mut(&mut self, place: KeyPlace) -> Option<&mut Key> {
        match place {
            KeyPlace::Suit(suit) => self.suits[suit as usize].as_mut(),
            KeyPlace::Joker(n) => self.jokers.get_mut(usize::from(n).checked_sub(1)?)?.as_mut(),
        }
    }

    fn slot(&self, place: KeyPlace) -> Option<&Option<Key>> {
        match place {
            KeyPlace::Suit(suit) => Some(&self.suits[suit as usize]),
            KeyPlace::Joker(n) => self.jokers.get(usize::from(n).checked_sub(1)?),
        }
    }

    /// The open keys, suits first.
    pub fn open(&self) -> impl Iterator<Item = (KeyPlace, &Key)> {
        let suits = Suit::ALL.into_iter().filter_map(|s| Some((KeyPlace::Suit(s), self.suits[s as usize].as_ref()?)));
        suits.chain(self.open_jokers())
    }

    pub fn open_jokers(&self) -> impl Iterator<Item = (KeyPlace, &Key)> {
        let numbered = (1..).zip(&self.jokers);
        numbered.filter_map(|(n, key)| Some((KeyPlace::Joker(n), key.as_ref()?)))
    }

    /// Which numerals fit where.
    #[must_use]
    pub fn fits(&self) -> Fits {
        let (mut open, mut suit) = (0, 0);
        for (s, key) in self.suits.iter().enumerate() {
            if let Some(key) = key {
                open |= up_to(10, s);
                suit |= up_to(key.room(), s);
            }
        }
        let room = self.open_jokers().map(|(_, key)| key.room()).max().unwrap_or(0);
        let joker = (0..4).fold(0, |bits, s| bits | up_to(room, s));
        Fits { open: CardSet::from_bits(open), suit: CardSet::from_bits(suit), joker: CardSet::from_bits(joker) }
    }

    /// Takes a key away and opens the next: Jack, Queen, King, then a Joker while one waits.
    pub fn take(&mut self, place: KeyPlace) -> Option<(Key, Next)> {
        match place {
            KeyPlace::Joker(n) => {
                let key = self.jokers.get_mut(usize::from(n).checked_sub(1)?)?.take()?;
                Some((key, Next::Nothing))
            }
            KeyPlace::Suit(suit) => {
                let key = self.suits[suit as usize].take()?;
                let next = self.follow(suit, key.header);
                Some((key, next))
            }
        }
    }

    fn follow(&mut self, suit: Suit, won: Opener) -> Next {
        let header = match won {
            Opener::Jack => Opener::Queen,
            Opener::Queen => Opener::King,
            Opener::King | Opener::Joker if self.jokers_left == 0 => return Next::Closed(suit),
            Opener::King | Opener::Joker => {
                self.jokers_left -= 1;
                self.jokers.push(Some(Key::bare(Opener::Joker)));
                return Next::Opened(KeyPlace::Joker(self.jokers.len() as u8), Opener::Joker);
            }
        };
        self.suits[suit as usize] = Some(Key::bare(header));
        Next::Opened(KeyPlace::Suit(suit), header)
    }
}
