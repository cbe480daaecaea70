//! The puzzles of a day: what they are, and which day it is.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use parking_lot::Mutex;
use tokio::sync::OnceCell;

use super::clock::now;
use super::request::Fault;
use super::room::Room;
use super::thinkers::BrokeOff;
use engine::daily::{DailyHand, DailySum, day_of};

/// For so many days what was worked out is remembered.
const REMEMBERED: usize = 3;

/// What was worked out for the latest days, each once however many ask at the same time.
pub(super) struct Daily {
    sums: Latest<DailySum>,
    hands: Latest<DailyHand>,
}

struct Latest<T>(Mutex<BTreeMap<u32, Arc<OnceCell<Arc<T>>>>>);

impl<T> Latest<T> {
    fn of(&self, day: u32) -> Arc<OnceCell<Arc<T>>> {
        let mut all = self.0.lock();
        if all.len() >= REMEMBERED && !all.contains_key(&day) {
            all.pop_first();
        }
        Arc::clone(all.entry(day).or_default())
    }
}

impl Default for Daily {
    fn default() -> Self {
        Self { sums: Latest(Mutex::default()), hands: Latest(Mutex::default()) }
    }
}

impl Room {
    /// The time by which days are counted, in milliseconds since 1970, and the day of UTC that it is.
    #[must_use]
    pub fn today(&self) -> (i64, u32) {
        let now = now() + self.0.config.ahead.load(Ordering::Relaxed);
        (now, day_of(now))
    }

    /// The sum of a day: a few tries, soon made, for which nobody waits behind the house's thoughts.
    ///
    /// # Errors
    /// If working it out broke down.
    pub async fn sum_of(&self, day: u32) -> Result<Arc<DailySum>, Fault> {
        let known = self.0.daily.sums.of(day);
        let work = async || {
            let sum = tokio::task::spawn_blocking(move || Arc::new(DailySum::of(day))).await;
            sum.map_err(|_| Fault::log("a sum could not be worked out", &BrokeOff("daily")))
        };
        known.get_or_try_init(work).await.cloned()
    }

    /// The hand of a day. It takes as long as the house thinks about some moves.
    ///
    /// # Errors
    /// If working it out broke down.
    pub async fn hand_of_the_day(&self, day: u32) -> Result<Arc<DailyHand>, Fault> {
        let known = self.0.daily.hands.of(day);
        let work = || self.0.thinkers.answer("daily", move || Arc::new(DailyHand::of(day)));
        known.get_or_try_init(work).await.cloned()
    }
}
