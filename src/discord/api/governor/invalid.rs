//! Refused requests that Discord counts: after 10,000 in ten minutes it bans the address.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How long they count.
const WINDOW: Duration = Duration::from_secs(600);
/// They are counted in parts of this length.
const PART: Duration = Duration::from_secs(10);
/// From here on nothing is sent that nobody asked for. What people ask for goes on: it is far less.
pub(super) const TOO_MANY: usize = 2_000;

/// The refused requests of the last ten minutes.
#[derive(Default)]
pub(super) struct Invalid {
    /// When each part began, and how many there were in it.
    parts: VecDeque<(Instant, usize)>,
    /// Whether it is known that there are too many.
    noticed: bool,
}

impl Invalid {
    /// One more was refused.
    pub(super) fn add(&mut self, now: Instant) {
        match self.parts.back_mut() {
            Some((begun, count)) if now < *begun + PART => *count += 1,
            _ => self.parts.push_back((now, 1)),
        }
    }

    pub(super) fn count(&mut self, now: Instant) -> usize {
        while self.parts.front().is_some_and(|(begun, _)| now >= *begun + PART + WINDOW) {
            self.parts.pop_front();
        }
        self.parts.iter().map(|(_, count)| count).sum()
    }

    /// How long nothing should be sent that nobody asked for; `None` if there are few.
    pub(super) fn too_many(&mut self, now: Instant) -> Option<Duration> {
        let count = self.count(now);
        if count < TOO_MANY {
            self.noticed = false;
            return None;
        }
        if !std::mem::replace(&mut self.noticed, true) {
            tracing::error!(
                count,
                "Discord has refused so many requests within ten minutes that it may soon ban this address: boards and hands \
                 wait until there are fewer"
            );
        }
        let oldest = self.parts.front().map_or(now, |(begun, _)| *begun);
        Some((oldest + PART + WINDOW).saturating_duration_since(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c1_refused_requests_count_for_ten_minutes() {
        let (mut invalid, start) = (Invalid::default(), Instant::now());
        for second in 0..200 {
            (0..10).for_each(|_| invalid.add(start + Duration::from_secs(second)));
        }
        let now = start + Duration::from_secs(200);
        assert_eq!(invalid.count(now), TOO_MANY);
        let wait = invalid.too_many(now).expect("there are too many");
        assert!(wait <= WINDOW, "{wait:?}");
        assert_eq!(invalid.too_many(now + wait), None, "the oldest do not count any more");
        assert_eq!(invalid.count(now + WINDOW + PART), 0);
        assert!(invalid.parts.is_empty(), "memory does not grow");
    }
}
