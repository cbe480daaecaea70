//! Sequences: runs of three or more in natural order, and which side's are better.

use arrayvec::ArrayVec;
use serde::Serialize;

use super::options::{LongRun, Options, Reveal};
use super::rank::{NATURAL, card_at, place};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::seats::Seat;

/// A whole run of three or more cards of one suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sequence {
    pub suit: Suit,
    /// Its highest card's place in natural order, 2 (nine) to 7 (ace).
    pub top: u8,
    /// How many cards, 3 to 8.
    pub length: u8,
}

impl Sequence {
    /// Its class: 20 for three cards, 50 for more.
    pub(super) const fn class(self) -> u8 {
        if self.length == 3 { 20 } else { 50 }
    }

    /// What it scores.
    pub(super) const fn points(self, long_run: LongRun) -> i32 {
        match (long_run, self.length) {
            (_, 3) => 20,
            (LongRun::SplitAllowed, 7) => 70,
            (LongRun::SplitAllowed, 8) => 100,
            _ => 50,
        }
    }

    /// Its cards from low to high.
    pub(super) fn cards(self) -> impl Iterator<Item = Card> {
        (self.top + 1 - self.length..=self.top).filter_map(move |at| card_at(self.suit, at))
    }

    /// The key that decides between two sequences: the better one's is greater.
    pub(super) fn worth(self, trump: Suit, options: &Options) -> (u8, u8, u8, bool) {
        let length = if options.length_breaks_50 && self.length > 3 { self.length } else { 0 };
        (self.class(), length, self.top, self.suit == trump)
    }
}

/// The sequences of a hand.
pub(super) type Sequences = ArrayVec<Sequence, 8>;

/// Every sequence among these cards, each as long as it can be.
pub(super) fn find(cards: CardSet) -> Sequences {
    let mut found = Sequences::new();
    for suit in Suit::ALL {
        let bits = (cards.bits() >> (16 * suit as u32)) as u16;
        // Bit `i` is place `i` in natural order; the ace, bit 1 of a suit, comes on top.
        let run = bits >> 7 & 0x7f | (bits & 2) << 6;
        if run & run >> 1 & run >> 2 == 0 {
            continue;
        }
        let mut length = 0;
        for at in 0..=NATURAL.len() as u8 {
            if run >> at & 1 != 0 {
                length += 1;
                continue;
            }
            if length >= 3 {
                found.push(Sequence { suit, top: at - 1, length });
            }
            length = 0;
        }
    }
    found
}

/// The best of a hand's sequences.
pub(super) fn best(cards: CardSet, trump: Suit, options: &Options) -> Option<Sequence> {
    find(cards).into_iter().max_by_key(|s| s.worth(trump, options))
}

/// The cards of some sequences.
pub(super) fn cards_of(sequences: &Sequences) -> CardSet {
    sequences.iter().flat_map(|s| s.cards()).collect()
}

/// What they score together.
pub(super) fn points_of(sequences: &Sequences, options: &Options) -> i32 {
    sequences.iter().map(|s| s.points(options.long_run)).sum()
}

/// What was announced of a seat's best sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Said {
    /// 20 or 50.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<u8>,
    /// How many cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u8>,
    /// The rank of its top card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<Rank>,
    /// Is it of the trump suit?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trump: Option<bool>,
}

impl Said {
    /// The first `levels` of what is compared about a sequence: class, length (if it counts), top, trump.
    fn levels(sequence: Sequence, levels: usize, trump: Suit, options: &Options) -> Self {
        let length = (options.length_breaks_50 && sequence.length > 3) || options.reveal == Reveal::Full;
        Self {
            class: (levels > 0).then_some(sequence.class()),
            length: (levels > 1 && length).then_some(sequence.length),
            top: (levels > 2).then(|| NATURAL[usize::from(sequence.top)]),
            trump: (levels > 3).then_some(sequence.suit == trump),
        }
    }

    /// Could a sequence be announced like this?
    pub(super) fn fits(self, sequence: Sequence, trump: Suit) -> bool {
        self.class.is_none_or(|class| class == sequence.class())
            && self.length.is_none_or(|length| length == sequence.length)
            && self
                .top
                .is_none_or(|top| card_at(sequence.suit, sequence.top).is_some_and(|card| card.rank() == Some(top)))
            && self.trump.is_none_or(|is_trump| is_trump == (sequence.suit == trump))
    }
}

/// Which of two sequences is better, and what has to be said of both to know. `None`: they are equal.
pub(super) fn compare(
    ours: (Seat, Sequence),
    theirs: (Seat, Sequence),
    trump: Suit,
    options: &Options,
) -> (Option<Seat>, [Said; 2]) {
    let (a, b) = (ours.1.worth(trump, options), theirs.1.worth(trump, options));
    let decided = [a.0 != b.0, a.1 != b.1, a.2 != b.2].iter().position(|&d| d).map_or(4, |at| at + 1);
    let levels = if options.reveal == Reveal::Full { 4 } else { decided };
    let better = match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(ours.0),
        std::cmp::Ordering::Less => Some(theirs.0),
        std::cmp::Ordering::Equal => None,
    };
    (better, [ours.1, theirs.1].map(|s| Said::levels(s, levels, trump, options)))
}

/// What is announced if only one side has declared: nothing is needed to decide.
pub(super) fn alone(sequence: Sequence, trump: Suit, options: &Options) -> Said {
    let levels = if options.reveal == Reveal::Full { 4 } else { 0 };
    Said::levels(sequence, levels, trump, options)
}

/// Every run of three or more that these cards hold, including parts of longer ones.
pub(super) fn runs_within(cards: CardSet) -> impl Iterator<Item = Sequence> {
    find(cards).into_iter().flat_map(|whole| {
        let low = whole.top + 1 - whole.length;
        (low + 2..=whole.top)
            .flat_map(move |top| (3..=top + 1 - low).map(move |length| Sequence { suit: whole.suit, top, length }))
    })
}

/// If the card is the king or queen of trumps, the other one of the two.
pub(super) fn other_royal(card: Card, trump: Suit) -> Option<Card> {
    match (card.suit() == trump, place(card)) {
        (true, 5) => card_at(trump, 6),
        (true, 6) => card_at(trump, 5),
        _ => None,
    }
}
