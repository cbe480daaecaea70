//! The least deadwood of a hand.
//!
//! Sets are few: a rank with fewer than three cards has none, so a short search decides which sets to lay. Runs
//! never leave their suit: once the sets are out, what the runs of a suit leave unmatched depends on thirteen bits
//! alone and is looked up in a table. Most hands cost four look-ups.

use crate::cards::{Card, CardSet};

/// What a card counts when it is in no meld: 1 for an ace, its pips, 10 for a court card.
#[must_use]
pub const fn value(card: Card) -> u8 {
    if card.number() < 10 { card.number() } else { 10 }
}

/// What all the cards of a set count together.
#[must_use]
pub fn points(cards: CardSet) -> u16 {
    cards.iter().map(|card| u16::from(value(card))).sum()
}

/// The least that any choice of melds leaves unmatched. Right for every set of cards without jokers (at most 170
/// can be left of one pack); quick for hands, where at most three ranks have three cards.
#[must_use]
pub fn deadwood(hand: CardSet) -> u8 {
    let bits = hand.bits();
    with_sets(bits, ranks_of_three(bits), in_runs(bits))
}

/// Ranks (bits 1 to 13) of which at least three cards are here.
const fn ranks_of_three(bits: u64) -> u16 {
    let [s, h, d, c] = [bits as u16, (bits >> 16) as u16, (bits >> 32) as u16, (bits >> 48) as u16];
    (s & h & (d | c)) | (d & c & (s | h))
}

/// The cards that some run could take. No suit's bits spill into the next, because bits 0, 14 and 15 are never cards.
const fn in_runs(bits: u64) -> u64 {
    let tops = bits & bits << 1 & bits << 2;
    tops | tops >> 1 | tops >> 2
}

/// The least left of `bits` if sets may still be made of `ranks`; `runs` are the cards that a run could take.
fn with_sets(bits: u64, ranks: u16, runs: u64) -> u8 {
    if ranks == 0 {
        return by_runs(bits);
    }
    let later = ranks & (ranks - 1);
    let four = 0x0001_0001_0001_0001 << ranks.trailing_zeros();
    let cards = bits & four;
    let all = with_sets(bits & !cards, later, runs);
    if all == 0 || cards & runs == 0 {
        return all;
    }
    let mut best = all.min(with_sets(bits, later, runs));
    if cards == four {
        let mut spare = cards & runs;
        while spare != 0 {
            let one = spare & spare.wrapping_neg();
            best = best.min(with_sets(bits & !cards | one, later, runs));
            spare ^= one;
        }
    }
    best
}

/// What is left when runs alone are laid.
fn by_runs(bits: u64) -> u8 {
    let lane = |suit: u32| LEFT_BY_RUNS[(bits >> (16 * suit + 1)) as usize & 0x1fff];
    lane(0) + lane(1) + lane(2) + lane(3)
}

/// For the cards of one suit (bit 0 an ace, bit 12 a king): the least that their runs leave.
static LEFT_BY_RUNS: [u8; 1 << 13] = left_by_runs();

const fn left_by_runs() -> [u8; 1 << 13] {
    let mut left = [0; 1 << 13];
    let mut cards = 1;
    while cards < left.len() {
        let low = cards.trailing_zeros();
        let unmatched = if low < 10 { low as u8 + 1 } else { 10 };
        let mut best = left[cards & (cards - 1)] + unmatched;
        // The lowest card starts a run of three, four or five; longer runs are combinations of these.
        let mut length = 3;
        while length <= 5 {
            let run = ((1 << length) - 1) << low;
            if run & !cards == 0 && left[cards & !run] < best {
                best = left[cards & !run];
            }
            length += 1;
        }
        left[cards] = best;
        cards += 1;
    }
    left
}
