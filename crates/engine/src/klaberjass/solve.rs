//! The play of two open hands, solved exactly: how many points the tricks bring that are still to come.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;

use super::moves::replies;
use super::options::RankOrder;
use super::play::LAST_TRICK;
use super::rank::{beats, points, strength};
use crate::cards::{Card, CardSet, Suit};

/// More than all tricks bring.
const INFINITE: i32 = 1000;

/// Hashes what is a set of cards, quickly: nobody chooses these keys to do harm.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u128((*byte).into()));
    }

    fn write_u128(&mut self, key: u128) {
        let folded = (key >> 64) as u64 ^ (key as u64).rotate_left(29);
        self.0 = (self.0 ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
}

/// One hand of tricks, open to both. Players are 0 and 1; values are what player 0 gains of what is left.
pub(super) struct Solver<'a> {
    pub(super) trump: Suit,
    pub(super) order: RankOrder,
    /// May it go on?
    pub(super) go_on: &'a mut dyn FnMut() -> bool,
    known: HashMap<u128, (i32, i32), BuildHasherDefault<Mixed>>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(trump: Suit, order: RankOrder, go_on: &'a mut dyn FnMut() -> bool) -> Self {
        Self { trump, order, go_on, known: HashMap::default() }
    }

    /// What player 0 gains if `leader` leads, or has led this card; `None` if there was no time.
    pub(super) fn value(&mut self, hands: [CardSet; 2], leader: usize, lead: Option<Card>) -> Option<i32> {
        match lead {
            Some(lead) => self.replied(hands, leader, lead, -INFINITE, INFINITE),
            None => self.led(hands, leader, -INFINITE, INFINITE),
        }
    }

    fn led(&mut self, hands: [CardSet; 2], leader: usize, mut alpha: i32, mut beta: i32) -> Option<i32> {
        if hands[leader].is_empty() {
            return Some(0);
        }
        // No hand has the highest bit of all.
        let key = u128::from(hands[0].bits()) << 64 | u128::from(hands[1].bits() | (leader as u64) << 63);
        if let Some(&(least, most)) = self.known.get(&key) {
            if least >= beta || least == most {
                return Some(least);
            }
            if most <= alpha {
                return Some(most);
            }
            (alpha, beta) = (alpha.max(least), beta.min(most));
        }
        if !(self.go_on)() {
            return None;
        }
        let (low, high) = (alpha, beta);
        let mut best = if leader == 0 { -INFINITE } else { INFINITE };
        for card in self.different(hands[leader], hands[1 - leader]) {
            let mut left = hands;
            left[leader].remove(card);
            let value = self.replied(left, leader, card, alpha, beta)?;
            if leader == 0 {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        let known = self.known.entry(key).or_insert((-INFINITE, INFINITE));
        // Inside the window it is exact; at its edges it is a bound.
        if best > low {
            known.0 = known.0.max(best);
        }
        if best < high {
            known.1 = known.1.min(best);
        }
        Some(best)
    }

    fn replied(
        &mut self,
        hands: [CardSet; 2],
        leader: usize,
        lead: Card,
        mut alpha: i32,
        mut beta: i32,
    ) -> Option<i32> {
        let replier = 1 - leader;
        let mut best = if replier == 0 { -INFINITE } else { INFINITE };
        let last = hands[replier].len() == 1;
        let may = replies(hands[replier], lead, self.trump, self.order);
        for card in self.different(may, hands[leader].with(lead)) {
            let mut left = hands;
            left[replier].remove(card);
            let winner = if beats(card, lead, self.trump, self.order) { replier } else { leader };
            let worth = points(lead, self.trump) + points(card, self.trump) + if last { LAST_TRICK } else { 0 };
            let gained = if winner == 0 { worth } else { 0 };
            let value = gained + self.led(left, winner, alpha - gained, beta - gained)?;
            if replier == 0 {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Some cards, what counts most first: cut-offs come soonest there. Of cards that count the same, with none of the
    /// other hand between them, one is enough.
    fn different(&self, cards: CardSet, others: CardSet) -> ArrayVec<Card, 9> {
        let height = |card: Card| strength(card, card.suit() == self.trump, self.order);
        let between = |one: Card, other: Card| {
            let (low, high) = (height(one).min(height(other)), height(one).max(height(other)));
            others.iter().any(|card| card.suit() == one.suit() && (low..high).contains(&height(card)))
        };
        let mut all: ArrayVec<Card, 9> = ArrayVec::new();
        for card in cards {
            let alike = |other: &Card| {
                other.suit() == card.suit()
                    && points(*other, self.trump) == points(card, self.trump)
                    && !between(*other, card)
            };
            if !all.iter().any(alike) {
                all.push(card);
            }
        }
        all.sort_by_key(|card| std::cmp::Reverse(points(*card, self.trump)));
        all
    }
}
