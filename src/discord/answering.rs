//! Answers first: work that nobody waits for gives way to the first answers to interactions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// This long after an answer was handed over it is on its way. Work that gives way pauses for as long at a time.
const PAUSE: Duration = Duration::from_millis(1);
/// The most pauses: at busy times somebody is always waiting, and everybody looks at boards.
const PAUSES: usize = 10;

/// Which interactions wait for their first answer. Cheap to clone.
#[derive(Clone, Default)]
pub struct Answering(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    waiting: usize,
    /// When the last answer was handed over for sending.
    sent: Option<Instant>,
}

/// An interaction waits while this lives.
pub struct Waiting {
    among: Answering,
    since: Instant,
}

impl Answering {
    #[must_use]
    pub fn wait(&self) -> Waiting {
        self.0.lock().waiting += 1;
        Waiting { among: self.clone(), since: Instant::now() }
    }

    /// Returns when all answers are on their way, or after a short while.
    pub async fn give_way(&self) {
        for _ in 0..PAUSES {
            if self.is_quiet() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn is_quiet(&self) -> bool {
        let state = self.0.lock();
        state.waiting == 0 && state.sent.is_none_or(|sent| sent.elapsed() >= PAUSE)
    }
}

impl Waiting {
    /// Its answer is handed over for sending. Returns when it began to wait.
    #[must_use]
    pub fn end(self) -> Instant {
        self.since
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut state = self.among.0.lock();
        state.waiting -= 1;
        state.sent = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_nobody_waits_for_gives_way_until_all_are_answered() {
        let answering = Answering::default();
        assert!(answering.is_quiet());
        let (one, two) = (answering.wait(), answering.wait());
        drop(one);
        tokio::time::sleep(PAUSE * 2).await;
        assert!(!answering.is_quiet(), "the other one waits");
        drop(two);
        answering.give_way().await;
        assert!(answering.is_quiet());
    }

    #[tokio::test]
    async fn it_does_not_give_way_for_ever() {
        let answering = Answering::default();
        let _always = answering.wait();
        answering.give_way().await;
    }
}
