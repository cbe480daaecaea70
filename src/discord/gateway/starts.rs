//! How many sessions may still be begun. Discord allows some 1000 a day, and whoever begins more loses the token.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::OwnedMutexGuard;

use super::super::api::{Api, StartsLeft};

/// Discord wants five seconds between those sessions that may not begin at once. The way there may differ by the rest.
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
    turns: Turns,
}

/// Whose turn it is to begin a session, among the shards that may not begin at once.
struct Turns {
    at_once: u64,
    /// When the next may begin.
    next: Mutex<HashMap<u64, Arc<tokio::sync::Mutex<Option<Instant>>>>>,
}

/// A shard may begin its session. Nobody else of its kind may until this is dropped: how long it takes to be connected
/// is not known beforehand, and what counts is when sessions begin.
pub(super) struct MayStart(OwnedMutexGuard<Option<Instant>>);

impl Turns {
    fn new(at_once: u64) -> Self {
        Self { at_once: at_once.max(1), next: Mutex::default() }
    }

    async fn of(&self, shard: u32) -> MayStart {
        let next = Arc::clone(self.next.lock().entry(u64::from(shard) % self.at_once).or_default());
        let turn = next.lock_owned().await;
        if let Some(next) = *turn {
            tokio::time::sleep_until(next.into()).await;
        }
        MayStart(turn)
    }
}

impl MayStart {
    /// The session has just begun.
    pub(super) fn used(mut self) {
        *self.0 = Some(Instant::now() + APART);
    }
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
}

impl Budget {
    fn new(said: Option<StartsLeft>, now: Instant) -> Self {
        let left = said.map_or(USUAL, |said| said.left);
        let total = said.map_or(USUAL, |said| said.total);
        Self { left, total, anew: now + until_anew(said) }
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
}

/// Nobody knows when the day began of which nothing was used: it may begin now.
fn until_anew(said: Option<StartsLeft>) -> Duration {
    said.map(|said| said.again).filter(|again| !again.is_zero()).unwrap_or(DAY)
}

impl Starts {
    /// With what Discord says, for so many shards of this process.
    pub(super) fn new(api: Api, said: Option<StartsLeft>, shards: u32) -> Self {
        let (budget, turns) = (Budget::new(said, Instant::now()), Turns::new(said.map_or(1, |said| said.at_once)));
        Self { api, kept: shards.into(), budget: Mutex::new(budget), turns }
    }

    /// Waits until a shard may begin a session. `again`: it has had one before.
    ///
    /// # Errors
    /// If there are too few left.
    pub(super) async fn turn(&self, shard: u32, again: bool) -> Result<MayStart, Spent> {
        let turn = self.turns.of(shard).await;
        if again && let Ok(Some(said)) = self.api.starts_left().await {
            self.budget.lock().hear(said, Instant::now());
        }
        let kept = if again { self.kept } else { 0 };
        loop {
            let allows = self.budget.lock().allows(kept, Instant::now());
            match allows {
                Ok(()) => return Ok(turn),
                Err(spent) if spent.again <= SOON => {
                    tracing::warn!(left = spent.left, seconds = spent.again.as_secs(), "waiting for new sessions");
                    tokio::time::sleep(spent.again).await;
                }
                Err(spent) => return Err(spent),
            }
        }
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

    #[tokio::test]
    async fn p02_as_many_begin_at_once_as_discord_allows_and_the_others_wait_from_when_they_began() {
        let (turns, start) = (Turns::new(2), Instant::now());
        let connects = Duration::from_millis(300);
        let begin = async |shard| {
            let turn = turns.of(shard).await;
            tokio::time::sleep(connects).await;
            let begun = start.elapsed();
            turn.used();
            begun
        };
        let fails = async {
            drop(turns.of(1).await);
            turns.of(1).await.used();
            start.elapsed()
        };
        let (zero, two, one) = tokio::join!(begin(0), begin(2), fails);
        assert!(one < connects, "who comes to nothing keeps nobody waiting, and others are of another kind: {one:?}");
        assert!(two - zero >= APART, "{zero:?} {two:?}");
    }
}
