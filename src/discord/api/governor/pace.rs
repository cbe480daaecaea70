//! How quickly requests may follow each other, and when none may be sent at all.

use std::time::{Duration, Instant};

/// The pause between two requests: some 45 a second, where Discord allows 50.
const STEP: Duration = Duration::from_micros(22_222);
/// So many may go at once after a quiet while: with these, no second ever has more than 50.
const BURST: u32 = 5;
/// Where a proxy keeps the pace, nobody waits for ours while fewer than this are under way: hardly more are refused before
/// the first refusal is heard.
const UNPACED: usize = 8;
/// For so long after everything was refused the pace is ours, whoever else keeps it.
const KEPT: Duration = Duration::from_secs(600);
/// If nobody says how long to wait. Each further time in a row it is twice as long.
const UNSAID: Duration = Duration::from_secs(5);
const MOST: Duration = Duration::from_secs(300);
/// The least wait whatever is said, doubled each time in a row, and its limit: every try that is refused counts.
const LEAST: Duration = Duration::from_millis(500);
const ENOUGH: Duration = Duration::from_secs(30);

#[derive(Default)]
pub(super) struct Pace {
    /// When all that was sent would have been sent one by one.
    spent: Option<Instant>,
    pause: Pause,
    /// How often in a row everything was refused.
    refusals: u32,
    /// How many requests are under way.
    flying: usize,
    /// From when on it may be left to a proxy, if there is one.
    left_from: Option<Instant>,
}

/// Whether requests are held back altogether.
#[derive(Clone, Copy, Default)]
enum Pause {
    #[default]
    Open,
    /// Until then. `address`: not the bot is limited, but the address it sends from, so that nothing gets through.
    Until { until: Instant, address: bool },
    /// The pause is over, and one request finds out whether that is true before all others follow.
    Trying,
}

/// When to ask again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Later {
    /// At this time.
    At(Instant),
    /// When the request that finds out is back.
    Told,
}

impl Pace {
    /// Left to a proxy until that refuses everything.
    pub(super) fn of_proxy() -> Self {
        Self { left_from: Some(Instant::now()), ..Self::default() }
    }

    /// Takes the right to send one request now. `true`: it is to find out whether the pause is really over.
    pub(super) fn take(&mut self, now: Instant) -> Result<bool, Later> {
        let tries = match self.pause {
            Pause::Until { until, .. } if now < until => return Err(Later::At(until)),
            Pause::Trying => return Err(Later::Told),
            Pause::Until { .. } => true,
            Pause::Open => false,
        };
        let spent = self.spent.unwrap_or(now);
        let early = spent.checked_sub(STEP * (BURST - 1)).unwrap_or(now);
        if now >= early {
            self.spent = Some(spent.max(now) + STEP);
        } else if self.flying >= UNPACED || self.left_from.is_none_or(|from| now < from) {
            return Err(Later::At(early));
        }
        if tries {
            self.pause = Pause::Trying;
        }
        self.flying += 1;
        Ok(tries)
    }

    /// A request is back, or was given up.
    pub(super) const fn back(&mut self) {
        self.flying -= 1;
    }

    /// Until when everything is held back.
    pub(super) fn paused(&self, now: Instant) -> Option<Instant> {
        match self.pause {
            Pause::Until { until, .. } if now < until => Some(until),
            _ => None,
        }
    }

    /// Until when even that is held back which has limits of its own.
    pub(super) fn shut(&self, now: Instant) -> Option<Instant> {
        match self.pause {
            Pause::Until { until, address: true } if now < until => Some(until),
            _ => None,
        }
    }

    /// Everything is refused for this long (`None`: nobody said). Returns by how much that prolongs the pause.
    pub(super) fn refused(&mut self, wait: Option<Duration>, address: bool, now: Instant) -> Duration {
        let before = self.paused(now);
        // Requests that were under way when the pause began are refused as well: they say nothing new.
        if before.is_none() {
            self.refusals += 1;
        }
        let times = 1_u32 << (self.refusals.saturating_sub(1)).min(16);
        let wait = wait.unwrap_or((UNSAID * times).min(MOST)).max((LEAST * times).min(ENOUGH));
        let until = before.unwrap_or(now).max(now + wait);
        let address = address || self.shut(now).is_some();
        self.pause = Pause::Until { until, address };
        self.left_from = self.left_from.map(|_| now + KEPT);
        // Afterwards they come one by one, not in a burst.
        self.spent = Some(until + STEP * (BURST - 1));
        until - before.unwrap_or(now)
    }

    /// The request that was to find out whether the pause is over is back. `passed`: it was not refused for it.
    pub(super) const fn tried(&mut self, passed: bool) {
        if passed {
            self.refusals = 0;
        }
        if matches!(self.pause, Pause::Trying) {
            self.pause = Pause::Open;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// How many requests are sent in this time, if there are always more.
    fn sent(pace: &mut Pace, mut now: Instant, until: Instant) -> usize {
        let mut sent = 0;
        while now < until {
            match pace.take(now) {
                Ok(tries) => {
                    sent += 1;
                    pace.back();
                    if tries {
                        pace.tried(true);
                    }
                }
                Err(Later::At(at)) => now = at,
                Err(Later::Told) => panic!("it was told"),
            }
        }
        sent
    }

    #[test]
    fn c1_no_second_has_more_than_discord_allows() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        assert_eq!(sent(&mut pace, start, start + SECOND), 50);
        assert_eq!(sent(&mut pace, start + SECOND, start + 11 * SECOND), 450);
        let later = start + 100 * SECOND;
        assert!(sent(&mut pace, later, later + SECOND) <= 50, "after a quiet while");
    }

    #[test]
    fn p14_a_proxy_keeps_the_pace_until_it_refuses_everything() {
        let (mut pace, start) = (Pace::of_proxy(), Instant::now());
        assert!((0..UNPACED).all(|_| pace.take(start) == Ok(false)));
        assert_eq!(sent(&mut pace, start, start + SECOND), 45, "until the first are back, the pace is ours");
        (0..UNPACED).for_each(|_| pace.back());
        let free = |pace: &mut Pace, now| (0..1000).all(|_| pace.take(now).map(|_| pace.back()).is_ok());
        let now = start + SECOND;
        assert!(free(&mut pace, now));
        pace.refused(Some(SECOND), false, now);
        assert!(sent(&mut pace, now + SECOND, now + 2 * SECOND) <= 50, "it has refused everything");
        assert!(sent(&mut pace, now + KEPT - SECOND, now + KEPT) <= 50);
        assert!(free(&mut pace, now + KEPT));
    }

    #[test]
    fn c1_after_a_pause_one_finds_out_and_the_others_follow_one_by_one() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        assert_eq!(pace.refused(Some(3 * SECOND), false, start), 3 * SECOND);
        assert_eq!(pace.refused(Some(3 * SECOND), false, start), Duration::ZERO, "the same refusal, heard twice");
        assert_eq!(pace.take(start + SECOND), Err(Later::At(start + 3 * SECOND)));
        let now = start + 3 * SECOND;
        assert_eq!(pace.take(now), Ok(true));
        assert_eq!(pace.take(now + SECOND / 2), Err(Later::Told), "nobody else until it is back");
        pace.tried(true);
        let now = now + SECOND / 10;
        assert_eq!(pace.take(now), Ok(false));
        assert!(sent(&mut pace, now, now + SECOND) <= 50);
        // It is refused again.
        pace.refused(Some(SECOND), false, now);
        assert_eq!(pace.take(now + SECOND), Ok(true));
        assert_eq!(pace.refused(Some(SECOND), false, now + SECOND), SECOND);
        pace.tried(false);
        assert_eq!(pace.take(now + SECOND), Err(Later::At(now + 2 * SECOND)), "the new pause stays");
    }

    #[test]
    fn c1_who_is_refused_again_and_again_waits_longer_each_time() {
        let (mut pace, mut now) = (Pace::default(), Instant::now());
        let mut waits = Vec::new();
        for _ in 0..12 {
            waits.push(pace.refused(None, true, now));
            assert!(pace.shut(now).is_some());
            now += *waits.last().unwrap();
            assert_eq!(pace.take(now), Ok(true));
        }
        assert_eq!((waits[0], waits[1], waits[11]), (UNSAID, 2 * UNSAID, MOST));
        pace.tried(true);
        let begun = now + SECOND;
        assert_eq!(pace.refused(Some(Duration::ZERO), false, begun), LEAST, "a wait of nothing is none");
    }
}
