//! Interactions as they arrive: which are new, which are too old, and who comes first.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::OwnedMutexGuard;

use crate::tables::{Cause, ChannelId};

/// Discord has told the person that it failed when this has passed since they acted, and an answer takes time as well.
/// Whoever is told that it failed must find that nothing was done.
const TOO_OLD: Duration = Duration::from_millis(1500);
/// An hour measured here may be this part of an hour longer or shorter than one of Discord's: 0.7 s.
const CLOCKS_DIFFER: u32 = 5_000;
/// The longest that an interaction waits for those before it: behind a handler that hangs, order is lost.
const QUEUED: Duration = Duration::from_millis(500);
/// From so many on, lines in which nobody waits are forgotten.
const LINES: usize = 1024;

/// The latest interactions: Discord delivers some of them twice in quick succession.
#[derive(Default)]
pub(super) struct Arrived(VecDeque<Cause>);

impl Arrived {
    const REMEMBERED: usize = 1024;

    /// Remembers one; `false` if it has already been seen.
    pub(super) fn is_new(&mut self, cause: Cause) -> bool {
        if self.0.contains(&cause) {
            return false;
        }
        if self.0.len() >= Self::REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(cause);
        true
    }
}

/// What time it is at Discord, at the least. Ids tell when they were made, by Discord's clock; ours may be wrong, and is
/// not asked. Only a link that goes on after it broke delivers what is old: what comes otherwise is new, and sets the
/// clock, so that a clock of ours that runs fast is right again with the next interaction.
#[derive(Default)]
pub(super) struct DiscordTime {
    /// The newest id known, as the time at which it was made, and when it came.
    newest: Option<(Instant, Duration)>,
    /// The ids of a stand-in for Discord may tell no time: then none is old.
    tells_nothing: bool,
}

impl DiscordTime {
    /// How old an interaction is that arrives now; `None` if too old to be answered. `resumed`: its link has just gone on.
    pub(super) fn age(&mut self, cause: Cause, now: Instant, resumed: bool) -> Option<Duration> {
        // The upper bits of an id are milliseconds.
        let made = Duration::from_millis(cause.0 >> 22);
        let it_is = self.newest.map_or(Duration::ZERO, |(at, then)| {
            let since = now.saturating_duration_since(at);
            then + since - since / CLOCKS_DIFFER
        });
        let age = it_is.saturating_sub(made);
        let is_old = age >= TOO_OLD;
        if resumed && is_old && !self.tells_nothing {
            return None;
        }
        if !resumed {
            self.tells_nothing = is_old;
        }
        // A link that goes on may deliver many old ones: none of them sets the clock back.
        if made >= it_is || !resumed {
            self.newest = Some((now, made));
        }
        Some(if resumed && !self.tells_nothing { age } else { Duration::ZERO })
    }
}

/// One line of interactions for each channel: who is first there is judged first.
#[derive(Default)]
pub(super) struct Lines(Mutex<HashMap<ChannelId, Weak<tokio::sync::Mutex<()>>>>);

impl Lines {
    fn of(&self, channel: ChannelId) -> Arc<tokio::sync::Mutex<()>> {
        let mut lines = self.0.lock();
        if let Some(line) = lines.get(&channel).and_then(Weak::upgrade) {
            return line;
        }
        if lines.len() >= LINES {
            lines.retain(|_, line| line.strong_count() > 0);
        }
        let line = Arc::new(tokio::sync::Mutex::new(()));
        lines.insert(channel, Arc::downgrade(&line));
        line
    }

    /// Waits until all who came earlier to this channel have asked what they want, or for a moment. Whoever polls this
    /// first is first.
    pub(super) async fn queue(&self, channel: ChannelId, turn: &InLine) {
        let first = tokio::time::timeout(QUEUED, self.of(channel).lock_owned()).await;
        *turn.0.lock() = first.ok();
    }
}

/// Whose turn it is in a channel. It is over once a table has been asked: tables keep the order from there on.
#[derive(Clone, Default)]
pub struct InLine(Arc<Mutex<Option<OwnedMutexGuard<()>>>>);

impl InLine {
    /// The next in line may go on.
    pub fn pass(&self) {
        self.0.lock().take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl DiscordTime {
        fn is_too_old(&mut self, cause: Cause, now: Instant, resumed: bool) -> bool {
            self.age(cause, now, resumed).is_none()
        }
    }

    #[test]
    fn c2_what_waited_for_a_link_to_go_on_is_as_old_as_it_is() {
        let (mut time, start) = (DiscordTime::default(), Instant::now());
        let made = |millisecond: u64| Cause(millisecond << 22);
        assert_eq!(time.age(made(1_000_000), start, false), Some(Duration::ZERO));
        let later = start + Duration::from_secs(2);
        let age = time.age(made(1_001_000), later, true).unwrap();
        assert!(age > Duration::from_millis(990) && age <= Duration::from_secs(1), "{age:?}");
        assert_eq!(time.age(made(1_001_000), later, false), Some(Duration::ZERO), "nothing has kept it up");
    }

    #[test]
    fn an_interaction_is_new_once() {
        let mut seen = Arrived::default();
        assert!((0..2000).all(|n| seen.is_new(Cause(n))));
        assert!((1000..2000).all(|n| !seen.is_new(Cause(n))), "delivered twice");
        assert_eq!(seen.0.len(), Arrived::REMEMBERED);
    }

    /// An id that was made at this second.
    fn made_at(second: u64) -> Cause {
        Cause((second * 1000) << 22)
    }

    #[test]
    fn c2_what_was_made_long_before_the_newest_is_too_old() {
        let (mut time, start) = (DiscordTime::default(), Instant::now());
        let at = |second| start + Duration::from_secs(second);
        assert!(!time.is_too_old(made_at(1000), at(0), true), "nothing is known yet");
        assert!(!time.is_too_old(made_at(999), at(0), false), "a second late");
        // The link breaks, and after ten minutes everything comes at once, oldest first.
        assert!(time.is_too_old(made_at(1003), at(600), true));
        assert!(time.is_too_old(made_at(1300), at(600), true), "the last one did not set the clock back");
        assert!(!time.is_too_old(made_at(1599), at(600), true));
        assert!(!time.is_too_old(made_at(1600), at(600), true));
        assert!(time.is_too_old(made_at(1597), at(600), true));
    }

    #[test]
    fn c2_a_clock_that_runs_fast_here_makes_nothing_old() {
        let (mut time, start) = (DiscordTime::default(), Instant::now());
        // A quiet day, which our clock takes to be 8 s longer than it was.
        time.is_too_old(made_at(1000), start, false);
        let day = 24 * 3600;
        assert!(!time.is_too_old(made_at(1000 + day), start + Duration::from_secs(day + 8), true));
        // Our clock jumped a minute ahead, or one id was of the future.
        let (mut time, after) = (DiscordTime::default(), start + Duration::from_secs(60));
        time.is_too_old(made_at(1000), start, false);
        assert!(!time.is_too_old(made_at(1001), after, false), "what comes without a break is new");
        let second = |n| Duration::from_secs(n);
        assert!(!time.is_too_old(made_at(1002), after + second(1), false), "and sets the clock");
        assert!(!time.is_too_old(made_at(1003), after + second(2), true));
        assert!(time.is_too_old(made_at(1000), after + second(3), true));
    }

    #[test]
    fn c2_ids_that_tell_no_time_make_nothing_old() {
        let (mut time, start) = (DiscordTime::default(), Instant::now());
        for n in 0..5 {
            assert!(!time.is_too_old(Cause(n), start + Duration::from_secs(10 * n), n == 4), "{n}");
        }
    }

    #[tokio::test]
    async fn q03_who_is_first_in_a_channel_is_first_and_a_handler_that_hangs_is_passed() {
        let (lines, order) = (Lines::default(), Mutex::new(Vec::new()));
        let (hangs, other, next) = (InLine::default(), InLine::default(), InLine::default());
        lines.queue(ChannelId(1), &hangs).await;
        let begun = Instant::now();
        let wait = async |name, channel, turn: &InLine| {
            lines.queue(ChannelId(channel), turn).await;
            order.lock().push(name);
        };
        tokio::join!(wait("next", 1, &next), wait("other", 2, &other));
        assert!(begun.elapsed() >= QUEUED);
        assert_eq!(*order.lock(), ["other", "next"]);
        hangs.pass();
        let (one, two) = (InLine::default(), InLine::default());
        order.lock().clear();
        lines.queue(ChannelId(1), &next).await;
        let pass = async { next.pass() };
        tokio::join!(
            wait("one", 1, &one),
            async {
                wait("two", 1, &two).await;
            },
            pass,
            async {
                tokio::time::sleep(Duration::from_millis(1)).await;
                one.pass();
            }
        );
        assert_eq!(*order.lock(), ["one", "two"]);
    }
}
