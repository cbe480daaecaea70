//! What goes wrong with the database again and again is logged once, counted, and logged once more when it is over.

use std::fmt;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rand::RngExt;

use super::error::StoreError;

/// Trouble is over once there was none for so long: a disk that is nearly full takes some changes and refuses others.
const CALM: Duration = Duration::from_secs(60);
/// The most kinds of trouble that are told apart.
const KINDS: usize = 16;

/// The id under which a fault is logged and shown: six hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaultId(u32);

impl FaultId {
    #[must_use]
    pub fn random() -> Self {
        Self(rand::rng().random_range(0..1 << 24))
    }
}

impl fmt::Display for FaultId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06x}", self.0)
    }
}

#[derive(Default)]
pub(super) struct Troubles(Mutex<Option<Episode>>);

struct Episode {
    begun: Instant,
    last: Instant,
    /// Each kind is logged under an id of its own, which everybody is shown whom it hits.
    kinds: Vec<(StoreError, FaultId)>,
    failures: u64,
}

impl Troubles {
    /// Notes an error that has failed so many requests, and logs it if it is news.
    pub(super) fn note(&self, error: &StoreError, failures: u64, now: Instant) {
        let mut present = self.0.lock();
        let episode = present.get_or_insert_with(|| Episode { begun: now, last: now, kinds: Vec::new(), failures: 0 });
        episode.last = now;
        episode.failures += failures;
        if episode.kinds.len() < KINDS && episode.kinds.iter().all(|(known, _)| known != error) {
            let id = FaultId::random();
            tracing::error!(fault = %id, "{error}");
            episode.kinds.push((error.clone(), id));
        }
    }

    /// The id under which an error was logged, if it lasts.
    pub(super) fn told(&self, error: &StoreError) -> Option<FaultId> {
        let present = self.0.lock();
        let kinds = &present.as_ref()?.kinds;
        let known = kinds.iter().find(|(known, _)| known == error);
        // Where there are too many kinds to log, whoever looks one up finds the trouble that it is part of.
        known.or_else(|| kinds.last().filter(|_| kinds.len() == KINDS)).map(|(_, id)| *id)
    }

    pub(super) fn is_on(&self) -> bool {
        self.0.lock().is_some()
    }

    /// What was away is back: should it go again, that is news.
    pub(super) fn back(&self) {
        let failures = self.0.lock().as_mut().map_or(0, |episode| {
            episode.kinds.retain(|(kind, _)| !kind.is_astray());
            std::mem::take(&mut episode.failures)
        });
        tracing::info!(
            failures,
            "the database is back in its place: all that was answered as done holds, and changes are kept again"
        );
        self.0.lock().take_if(|episode| episode.kinds.is_empty());
    }

    /// Says that it is over, if it is.
    pub(super) fn end(&self, now: Instant) {
        let over = self.0.lock().take_if(|episode| now.duration_since(episode.last) >= CALM);
        if let Some(Episode { begun, last, failures, .. }) = over {
            tracing::info!(failures, seconds = last.duration_since(begun).as_secs(), "the database is well again");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> StoreError {
        StoreError::Full { path: "upcard.db".to_owned() }
    }

    #[test]
    fn p08_what_fails_again_and_again_is_logged_once_and_counted() {
        let (lines, _logged) = crate::store::listen();
        let (troubles, begun) = (Troubles::default(), Instant::now());
        let after = |seconds| begun + Duration::from_secs(seconds);
        for second in 0..100 {
            troubles.note(&full(), 1, after(second));
            troubles.end(after(second));
        }
        let id = troubles.told(&full()).expect("it lasts");
        assert_eq!(lines.count("ERROR"), 1, "{lines}");
        assert!(lines.has(&format!("fault={id}")) && lines.has("There is no space left"), "{lines}");
        troubles.note(&StoreError::Locked { path: "upcard.db".to_owned() }, 1, after(100));
        assert_eq!(lines.count("ERROR"), 2, "another kind is news: {lines}");
        assert_eq!(troubles.told(&full()), Some(id));
        troubles.end(after(159));
        assert!(troubles.is_on(), "some are refused, and others not: that is not over");
        troubles.end(after(160));
        assert!(!troubles.is_on() && lines.count("INFO") == 1, "{lines}");
        assert!(lines.has("well again failures=101 seconds=100"), "{lines}");
        assert_eq!(troubles.told(&full()), None);
    }

    #[test]
    fn p08_errors_that_differ_each_time_are_not_logged_without_end() {
        let (lines, _logged) = crate::store::listen();
        let troubles = Troubles::default();
        for n in 0..1000 {
            let other = StoreError::Other { path: String::new(), detail: n.to_string() };
            troubles.note(&other, 1, Instant::now());
            assert!(troubles.told(&other).is_some(), "whoever it hits is shown an id");
        }
        assert_eq!(lines.count("ERROR"), KINDS);
    }
}
