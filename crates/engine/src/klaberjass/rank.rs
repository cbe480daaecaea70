//! The 32 cards: their orders and their points.

use super::options::RankOrder;
use crate::cards::{Card, CardSet, Rank, Suit};

/// The ranks in natural order, lowest first: the order of sequences.
pub(super) const NATURAL: [Rank; 8] =
    [Rank::SEVEN, Rank::EIGHT, Rank::NINE, Rank::TEN, Rank::JACK, Rank::QUEEN, Rank::KING, Rank::ACE];

/// The 32 cards: suits S H D C, each in natural order from the seven.
pub(super) fn pack() -> impl Iterator<Item = Card> {
    Suit::ALL.into_iter().flat_map(|suit| (0..8).filter_map(move |at| card_at(suit, at)))
}

/// Is the card one of the 32?
pub(super) fn in_pack(card: Card) -> bool {
    pack().any(|c| c == card)
}

/// All cards of a suit.
pub(super) const fn suit_set(suit: Suit) -> CardSet {
    CardSet::from_bits(0x3f82 << (16 * suit as u32))
}

/// The place of a card's rank in natural order, 0 (seven) to 7 (ace).
pub(super) const fn place(card: Card) -> u8 {
    if card.number() == 1 { 7 } else { card.number() - 7 }
}

/// The card of a suit at a place in natural order.
pub(super) fn card_at(suit: Suit, place: u8) -> Option<Card> {
    NATURAL.get(usize::from(place)).map(|&rank| Card::new(rank, suit))
}

/// How high a card ranks within its suit, 0 to 7.
pub(super) const fn strength(card: Card, trump: bool, order: RankOrder) -> u8 {
    // By place in natural order: 7 8 9 10 J Q K A.
    let table = match (trump, order) {
        (false, RankOrder::Book) => [0, 1, 2, 3, 4, 5, 6, 7],
        (false, RankOrder::Standard) => [0, 1, 2, 6, 3, 4, 5, 7],
        (true, RankOrder::Book) => [0, 1, 6, 2, 7, 3, 4, 5],
        (true, RankOrder::Standard) => [0, 1, 6, 4, 7, 2, 3, 5],
    };
    table[place(card) as usize]
}

/// The ranks from high to low in one line, with what each counts: `J 20, 9 14, A 11`.
pub(super) fn order_line(trump: bool, order: RankOrder) -> String {
    ranked(trump, order).map(|(rank, points)| format!("{rank} {points}")).collect::<Vec<_>>().join(", ")
}

/// The ranks of trumps or of another suit from high to low, each with what it counts.
fn ranked(trump: bool, order: RankOrder) -> impl Iterator<Item = (&'static str, i32)> {
    let mut cards: Vec<Card> = suit_set(Suit::Spades).iter().collect();
    cards.sort_by_key(|card| std::cmp::Reverse(strength(*card, trump, order)));
    let trumps = if trump { Suit::Spades } else { Suit::Hearts };
    cards.into_iter().filter_map(move |card| Some((card.rank()?.pretty(), points(card, trumps))))
}

/// What a card counts in the trick that takes it.
pub(super) const fn points(card: Card, trump: Suit) -> i32 {
    let is_trump = card.suit() as u8 == trump as u8;
    match card.number() {
        1 => 11,
        10 => 10,
        13 => 4,
        12 => 3,
        11 if is_trump => 20,
        11 => 2,
        9 if is_trump => 14,
        _ => 0,
    }
}

/// Does the reply win against the lead?
pub(super) const fn beats(reply: Card, lead: Card, trump: Suit, order: RankOrder) -> bool {
    let is_trump = reply.suit() as u8 == trump as u8;
    if reply.suit() as u8 == lead.suit() as u8 {
        strength(reply, is_trump, order) > strength(lead, is_trump, order)
    } else {
        is_trump
    }
}

/// Cards as people read them: suits S H D C with the trump suit first, each from high to low.
pub(super) fn sorted(cards: CardSet, trump: Option<Suit>, order: RankOrder) -> Vec<Card> {
    let mut all: Vec<Card> = cards.iter().collect();
    all.sort_by_key(|card| {
        let is_trump = Some(card.suit()) == trump;
        (!is_trump, card.suit(), std::cmp::Reverse(strength(*card, is_trump, order)))
    });
    all
}
