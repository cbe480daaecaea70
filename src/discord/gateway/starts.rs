//! How many sessions may still be begun. Discord allows some 1000 a day, and whoever begins more loses the token.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::super::api::{Api, StartsLeft};

/// One session may begin in this time, or as many as Discord says may at once; with some room for the way there.
const APART: Duration = Duration::from_millis(5_500);
/// After this long there are as many as usual, if Discord does not say.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// If there are as many as usual again this soon, that is waited for.
const SOON: Duration = Duration::from_secs(600);
/// How many Discord usually allows a day.
const USUAL: u64 = 1000;

/// The sessions that this process may still begin. It counts by itself what it begins; what other processes begin, and
/// earlier ones have begun, it hears from Discord.
pub(super) struct Starts {
    api: Api,
    /// So many stay untouched by sessions that replace lost ones: the next start of the program needs them.
    kept: u64,
    budget: Mutex<Budget>,
}

/// There are too few left to begin another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spent {
    pub(super) left: u64,
    pub(super) total: u64,
    /// After this long there are as many as usual.
    pub(super) again: Duration,
}

struct Budget {
    left: u64,
    total: u64,
    /// When there are as many as usual.
    anew: Instant,
    at_once: u64,
    /// When the next may begin, among those that may not begin at once.
    next: HashMap<u64, Instant>,
}

impl Budget {
    fn new(said: Option<StartsLeft>, now: Instant) -> Self {
        let left = said.map_or(USUAL, |said| said.left);
        let total = said.map_or(USUAL, |said| said.total);
        let at_once = said.map_or(1, |said| said.at_once);
        Self { left, total, anew: now + until_anew(said), at_once, next: HashMap::new() }
    }

    /// Discord may know of more that were begun.
    fn hear(&mut self, said: StartsLeft, now: Instant) {
        self.renew(now);
        if said.left < self.left {
            self.left = said.left;
            self.anew = now + until_anew(Some(said));
        }
    }

    fn renew(&mut self, now: Instant) {
        if now >= self.anew {
            self.left = self.total;
            self.anew = now + DAY;
        }
    }

    /// Whether one may begin, if so many have to be left.
    fn allows(&mut self, kept: u64, now: Instant) -> Result<(), Spent> {
        self.renew(now);
        if self.left > kept {
            return Ok(());
        }
        Err(Spent { left: self.left, total: self.total, again: self.anew - now })
    }

    /// When this shard may begin its session.
    fn slot(&mut self, shard: u32, now: Instant) -> Instant {
        let next = self.next.entry(u64::from(shard) % self.at_once).or_insert(now);
        let slot = now.max(*next);
        *next = slot + APART;
        slot
    }
}

/// Nobody knows when the day began of which nothing was used: it may begin now.
fn until_anew(said: Option<StartsLeft>) -> Duration {
    said.map(|said| said.again).filter(|again| !again.is_zero()).unwrap_or(DAY)
}

impl Starts {
    /// With what Discord says, for so many shards of this process.
    pub(super) fn new(api: Api, said: Option<StartsLeft>, shards: u32) -> Self {
        Self { api, kept: shards.into(), budget: Mutex::new(Budget::new(said, Instant::now())) }
    }

    /// Waits until a shard may begin a session. `again`: it has had one before.
    ///
    /// # Errors
    /// If there are too few left.
    pub(super) async fn turn(&self, shard: u32, again: bool) -> Result<(), Spent> {
        if again && let Ok(Some(said)) = self.api.starts_left().await {
            self.budget.lock().hear(said, Instant::now());
        }
        let kept = if again { self.kept } else { 0 };
        loop {
            let allows = self.budget.lock().allows(kept, Instant::now());
            match allows {
                Ok(()) => break,
                Err(spent) if spent.again <= SOON => {
                    tracing::warn!(left = spent.left, seconds = spent.again.as_secs(), "waiting for new sessions");
                    tokio::time::sleep(spent.again).await;
                }
                Err(spent) => return Err(spent),
            }
        }
        let slot = self.budget.lock().slot(shard, Instant::now());
        tokio::time::sleep_until(slot.into()).await;
        Ok(())
    }

    /// Whether most of them are left.
    pub(super) fn are_plenty(&self) -> bool {
        let budget = self.budget.lock();
        budget.left > budget.total / 2
    }

    /// A session begins now.
    pub(super) fn begun(&self) {
        let mut budget = self.budget.lock();
        budget.left = budget.left.saturating_sub(1);
        self.api.metrics().link().session();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn said(left: u64, again: Duration) -> StartsLeft {
        StartsLeft { left, total: 1000, shards: 1, again, at_once: 2 }
    }

    #[test]
    fn p02_the_budget_is_never_spent_and_starts_anew() {
        let start = Instant::now();
        let mut budget = Budget::new(Some(said(5, HOUR)), start);
        let mut begun = 0;
        while budget.allows(1, start).is_ok() {
            budget.left -= 1;
            begun += 1;
        }
        assert_eq!(begun, 4);
        assert_eq!(budget.allows(1, start), Err(Spent { left: 1, total: 1000, again: HOUR }));
        assert_eq!(budget.allows(0, start), Ok(()), "a start of the program may use what was kept for it");
        assert_eq!(budget.allows(1, start + HOUR), Ok(()));
        assert_eq!(budget.left, 1000);
    }

    #[test]
    fn p02_what_discord_counts_is_believed_if_it_is_less() {
        let start = Instant::now();
        let mut budget = Budget::new(Some(said(900, Duration::ZERO)), start);
        budget.left -= 100;
        budget.hear(said(1000, Duration::ZERO), start);
        assert_eq!(budget.left, 800, "our own count stands");
        budget.hear(said(7, HOUR), start);
        assert_eq!((budget.left, budget.anew), (7, start + HOUR), "others began some as well");
        let mut unsaid = Budget::new(None, start);
        assert!(unsaid.allows(1, start).is_ok() && unsaid.left == USUAL);
    }

    #[test]
    fn p02_as_many_begin_at_once_as_discord_allows() {
        let start = Instant::now();
        let mut budget = Budget::new(Some(said(900, HOUR)), start);
        let slots: Vec<_> = (0..4).map(|shard| budget.slot(shard, start) - start).collect();
        assert_eq!(slots, [Duration::ZERO, Duration::ZERO, APART, APART]);
    }
}
