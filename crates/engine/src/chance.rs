//! The pinned shuffle: ChaCha20 from a 32-byte seed and our own Fisher-Yates.
//!
//! Records must replay byte for byte for years, so nothing here may depend on how a library does it: the cipher is
//! named, and how its words become numbers and swaps is written out below and held by captured vectors in the tests.

use std::collections::VecDeque;
use std::sync::Arc;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::seats::Seat;

/// Something that chance did.
#[derive(Clone, PartialEq, Eq)]
pub enum ChanceDraw {
    /// A number below this one.
    Below(u32),
    /// A pack was shuffled.
    Pack(PackDraw),
    /// So many cards that were put away became a pile again.
    Remake(u32),
}

/// A pack that was shuffled: it tells every card.
#[derive(Clone, PartialEq, Eq)]
pub struct PackDraw {
    /// Entry `i` is the place, in the game's fresh pack, of the card that lies `i`-th from the top.
    pub order: Box<[u16]>,
    /// Who was dealt which of them, counted from the top, unseen by others.
    pub dealt: Vec<(Seat, u16)>,
}

/// Everything random in a match, from one seed. Packs stacked by the engine protocol come first.
#[derive(Clone, PartialEq, Eq)]
pub struct Chance {
    rng: ChaCha20Rng,
    /// Orders for the first packs: entry `i` is the place, in the game's fresh pack, of the card that is to lie
    /// `i`-th from the top.
    stacked: VecDeque<Box<[u16]>>,
    /// Was any pack stacked? Then piles remade from discards keep their order.
    stacks: bool,
    /// What it did so far, if that is noted: copies of a match share it.
    draws: Option<Arc<Vec<ChanceDraw>>>,
}

impl Chance {
    /// Chance from a seed alone.
    #[must_use]
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self::stacked(seed, Vec::new())
    }

    /// One of the many that one seed has, each independent of the others.
    pub(crate) fn stream(seed: [u8; 32], number: u64) -> Self {
        let mut chance = Self::from_seed(seed);
        chance.rng.set_stream(number);
        chance
    }

    /// Chance whose first packs are stacked in the given orders.
    #[must_use]
    pub fn stacked(seed: [u8; 32], packs: Vec<Box<[u16]>>) -> Self {
        Self { rng: ChaCha20Rng::from_seed(seed), stacks: !packs.is_empty(), stacked: packs.into(), draws: None }
    }

    /// The same chance, which from now on notes what it does.
    #[must_use]
    pub(crate) fn noted(self) -> Self {
        Self { draws: Some(Arc::default()), ..self }
    }

    /// What it did so far, in order.
    pub(crate) fn draws(&self) -> &[ChanceDraw] {
        self.draws.as_deref().map_or(&[], Vec::as_slice)
    }

    fn note(&mut self, draw: impl FnOnce() -> ChanceDraw) {
        if let Some(draws) = &mut self.draws {
            Arc::make_mut(draws).push(draw());
        }
    }

    /// Notes that a seat was dealt this card of the last pack, counted from the top, unseen by others.
    pub(crate) fn gave(&mut self, seat: Seat, place: usize) {
        if let Some(ChanceDraw::Pack(pack)) = self.draws.as_mut().and_then(|draws| Arc::make_mut(draws).last_mut()) {
            pack.dealt.push((seat, place as u16));
        }
    }

    /// A number below `n` (which must not be 0), each equally likely: the high half of a 32×32-bit product, redrawn
    /// where the low half falls into the uneven remainder (Lemire's method).
    pub fn below(&mut self, n: u32) -> u32 {
        self.note(|| ChanceDraw::Below(n));
        self.number(n)
    }

    fn number(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "nothing is below 0");
        let uneven = n.wrapping_neg() % n;
        loop {
            let wide = u64::from(self.rng.next_u32()) * u64::from(n);
            if (wide as u32) >= uneven {
                return (wide >> 32) as u32;
            }
        }
    }

    /// Fisher-Yates from the last place down.
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.number(last as u32 + 1) as usize);
        }
    }

    /// The next pack, top card first: stacked if one is left, shuffled otherwise.
    pub fn pack<C: Copy>(&mut self, fresh: &[C]) -> Vec<C> {
        let order = self.stacked.pop_front().unwrap_or_else(|| {
            let mut order: Box<[u16]> = (0..fresh.len() as u16).collect();
            self.shuffle(&mut order);
            order
        });
        let pack = order.iter().map(|&i| fresh[usize::from(i)]).collect();
        self.note(|| ChanceDraw::Pack(PackDraw { order, dealt: Vec::new() }));
        pack
    }

    /// Makes a new pile of the discards, which are given first discarded first: shuffled, but in that order in a
    /// match with stacked packs, so that another program can follow the cards.
    pub fn remake<C>(&mut self, discards: &mut [C]) {
        if !self.stacks {
            self.note(|| ChanceDraw::Remake(discards.len() as u32));
            self.shuffle(discards);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shuffle_is_pinned_by_captured_vectors() {
        let mut chance = Chance::from_seed([7; 32]);
        let mut cards: Vec<u8> = (0..16).collect();
        chance.shuffle(&mut cards);
        assert_eq!(cards, PINNED, "records of old matches would no longer replay");
        let draws: Vec<u32> = (0..6).map(|_| chance.below(1000)).collect();
        assert_eq!(draws, PINNED_DRAWS);
    }
    const PINNED: [u8; 16] = [1, 11, 4, 15, 12, 2, 9, 6, 8, 0, 14, 13, 5, 10, 3, 7];
    const PINNED_DRAWS: [u32; 6] = [421, 47, 988, 0, 401, 828];

    #[test]
    fn stacked_packs_come_first_and_piles_keep_their_order() {
        let mut chance = Chance::stacked([0; 32], vec![vec![2, 0, 1].into()]);
        assert_eq!(chance.pack(&['a', 'b', 'c']), ['c', 'a', 'b']);
        let mut pile = [1, 2, 3, 4, 5, 6, 7, 8];
        chance.remake(&mut pile);
        assert_eq!(pile, [1, 2, 3, 4, 5, 6, 7, 8]);
        let mut second = chance.pack(&(0..40).collect::<Vec<_>>());
        assert_ne!(second, (0..40).collect::<Vec<_>>(), "the second pack is shuffled");
        second.sort_unstable();
        assert_eq!(second, (0..40).collect::<Vec<_>>());
    }
}
