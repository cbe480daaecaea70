//! Which shards are connected, and how long some may be missing before that is trouble.

use std::time::{Duration, Instant};

/// If all is well, a shard that lost its connection has a new one sooner than this.
const MOMENT: Duration = Duration::from_secs(60);

/// The shards that this process runs, as last counted.
#[derive(Default)]
pub(super) struct ShardHealth {
    connected: usize,
    all: usize,
    /// The most that were ever connected at once.
    most: usize,
    missing_since: Option<Instant>,
}

impl ShardHealth {
    /// This many are connected now. At the start shards connect one after another, with pauses: as long as more are
    /// connected than ever before, those still missing have time.
    pub(super) fn count(&mut self, connected: usize, all: usize, now: Instant) {
        if connected >= all {
            self.missing_since = None;
        } else if connected > self.most || self.missing_since.is_none() {
            self.missing_since = Some(now);
        }
        self.most = self.most.max(connected);
        (self.connected, self.all) = (connected, all);
    }

    /// Well: all of them are connected, or at least one is and the others have not been missing for long.
    ///
    /// # Errors
    /// What is wrong.
    pub(super) fn judge(&self, now: Instant) -> Result<(), String> {
        let missing_for = self.missing_since.map_or(Duration::ZERO, |since| now.duration_since(since));
        if self.connected == 0 {
            Err("not connected to Discord".to_owned())
        } else if missing_for >= MOMENT {
            Err(format!("only {} of {} shards are connected to Discord", self.connected, self.all))
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts at given times, in seconds, and judges at the last of them.
    fn judged(counts: &[(u64, usize, usize)]) -> Result<(), String> {
        let (start, mut shard_health) = (Instant::now(), ShardHealth::default());
        let mut now = start;
        for &(at, connected, all) in counts {
            now = start + Duration::from_secs(at);
            shard_health.count(connected, all, now);
        }
        shard_health.judge(now)
    }

    #[test]
    fn shards_may_be_missing_for_a_moment_but_not_all_of_them() {
        let nobody = || Err("not connected to Discord".to_owned());
        let only = |connected: usize| Err(format!("only {connected} of 4 shards are connected to Discord"));
        assert_eq!(ShardHealth::default().judge(Instant::now()), nobody());
        assert_eq!(judged(&[(0, 4, 4)]), Ok(()));
        assert_eq!(judged(&[(0, 4, 4), (1, 3, 4), (60, 3, 4)]), Ok(()));
        assert_eq!(judged(&[(0, 4, 4), (1, 3, 4), (61, 3, 4)]), only(3));
        assert_eq!(judged(&[(0, 4, 4), (1, 3, 4), (40, 2, 4), (59, 3, 4), (61, 3, 4)]), only(3));
        assert_eq!(judged(&[(0, 4, 4), (1, 3, 4), (61, 3, 4), (62, 4, 4)]), Ok(()));
        assert_eq!(judged(&[(0, 4, 4), (1, 0, 4)]), nobody());
    }

    #[test]
    fn a_long_start_is_no_trouble_while_shards_keep_coming() {
        assert_eq!(judged(&[(0, 0, 4), (40, 1, 4), (80, 2, 4), (120, 3, 4)]), Ok(()));
        assert!(judged(&[(0, 0, 4), (40, 1, 4), (80, 2, 4), (140, 2, 4)]).is_err());
    }
}
