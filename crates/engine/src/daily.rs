//! The puzzles of a day: the same for everybody, from the number of the day and a sentence that is published.
//!
//! A day is a day of UTC, by its number since 1 January 1970. All chance of its puzzles comes from `ChaCha20`: the key is
//! [`SALT`], the stream is twice the day's number, and one more for the second puzzle. So anybody can compute them.

use super::chance::Chance;

pub use super::brain_drain::daily::DailySum;
pub use super::gin_rummy::daily::{DailyHand, Discarded};

/// What the puzzles of all days are drawn from, besides the day.
pub const SALT: &[u8; 32] = b"Upcard, the puzzle of the day  1";

/// The day before the first puzzle: 31 December 2025.
const EVE: u32 = 20_453;

/// Milliseconds of a day.
const DAY: i64 = 24 * 3600 * 1000;

/// The day of a time in milliseconds since 1970.
#[must_use]
pub fn day_of(time: i64) -> u32 {
    u32::try_from(time.div_euclid(DAY)).unwrap_or(0)
}

/// When a day begins, in milliseconds since 1970.
#[must_use]
pub fn begins(day: u32) -> i64 {
    i64::from(day) * DAY
}

/// What people call the puzzle of this day.
#[must_use]
pub const fn number(day: u32) -> u32 {
    day.saturating_sub(EVE)
}

/// Five of seven are: from Monday to Friday. (The first day of all, of 1970, was a Thursday.)
#[must_use]
pub const fn is_harder(day: u32) -> bool {
    (day + 3) % 7 < 5
}

/// The chance of one of the day's puzzles.
pub(crate) fn chance(day: u32, puzzle: u64) -> Chance {
    Chance::stream(*SALT, 2 * u64::from(day) + puzzle)
}

#[cfg(test)]
mod tests;
