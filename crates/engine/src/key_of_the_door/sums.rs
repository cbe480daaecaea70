//! Key arithmetic: sums, readings, and whether a key can still come to 21. All by value, from ace 1 to ten 10.

/// What a key must count.
pub const GOAL: u8 = 21;

/// How many cards of each value there are: entry 0 counts cards worth nothing, entry `n` those worth `n` (1–10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally([u8; 11]);

impl Tally {
    /// Adds a card worth `value` (0–10; no card is worth more, so higher values are ignored).
    pub fn add(&mut self, value: u8) {
        if let Some(count) = self.0.get_mut(usize::from(value)) {
            *count += 1;
        }
    }

    /// How many cards worth `value`.
    #[must_use]
    pub fn of(&self, value: u8) -> u8 {
        self.0.get(usize::from(value)).copied().unwrap_or(0)
    }

    /// What they add up to, undoubled.
    #[must_use]
    pub fn sum(&self) -> u16 {
        (1..=10).map(|n: u8| u16::from(n) * u16::from(self.of(n))).sum()
    }

    /// The values that a header may copy, highest first. Cards worth nothing can be copied only if `zeros` says so.
    pub fn copies(&self, zeros: bool) -> impl Iterator<Item = u8> + '_ {
        (u8::from(!zeros)..=10).rev().filter(|&n| self.of(n) > 0)
    }

    /// What the key may count: its sum with one of its values doubled, the highest first.
    pub fn readings(&self, zeros: bool) -> impl Iterator<Item = u16> + '_ {
        let sum = self.sum();
        self.copies(zeros).map(move |copy| sum + u16::from(copy))
    }

    /// Does it count 21?
    #[must_use]
    pub fn counts_21(&self, zeros: bool) -> bool {
        self.readings(zeros).any(|reading| reading == u16::from(GOAL))
    }

    /// Every sum up to 21 that some of these cards make, as bits; bit 0 (none of them) is always set.
    fn reach(&self) -> u32 {
        (1..=10).fold(1, |sums, n| (0..self.of(n)).fold(sums, |sums, _| sums | sums << n)) & ((1 << (GOAL + 1)) - 1)
    }

    fn without(mut self, value: u8) -> Self {
        self.0[usize::from(value)] -= 1;
        self
    }
}

impl FromIterator<u8> for Tally {
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> Self {
        let mut all = Self::default();
        values.into_iter().for_each(|value| all.add(value));
        all
    }
}

/// Is there a choice of `free` cards, possibly none, that brings the key to 21?
///
/// The copied value either lies on the key already (then the chosen cards make up the rest), or is among the chosen
/// ones (then it counts twice, and the others make up the rest).
#[must_use]
pub fn can_finish(key: &Tally, free: &Tally, zeros: bool) -> bool {
    let Some(room) = u16::from(GOAL).checked_sub(key.sum()) else { return false };
    let made = |sums: u32, spent: u16| room.checked_sub(spent).is_some_and(|rest| sums >> rest & 1 != 0);
    let all = free.reach();
    key.copies(zeros).any(|copy| made(all, u16::from(copy)))
        || free.copies(false).any(|copy| made(free.without(copy).reach(), 2 * u16::from(copy)))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It can still be finished.
    Open,
    /// It counts 21.
    Complete,
    /// Its sum is above 21.
    Bust,
    /// It can never count 21 any more.
    Bent,
}

impl Standing {
    /// Judges a key; `free` are the cards not yet played that may go on it.
    #[must_use]
    pub fn of(key: &Tally, free: &Tally, zeros: bool) -> Self {
        if key.sum() > u16::from(GOAL) {
            Self::Bust
        } else if key.counts_21(zeros) {
            Self::Complete
        } else if can_finish(key, free, zeros) {
            Self::Open
        } else {
            Self::Bent
        }
    }

    /// As the solvers answer: `open`, `complete`, `bust`, `bent`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Complete => "complete",
            Self::Bust => "bust",
            Self::Bent => "bent",
        }
    }
}
