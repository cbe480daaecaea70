//! Answers first: what nobody waits for gives way to interactions that wait for their first answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How often it is looked whether anybody still waits.
const PAUSE: Duration = Duration::from_millis(1);
/// So many pauses are enough: somebody always waits where much is played, and everybody looks at boards.
const PAUSES: usize = 10;

/// How many interactions wait for their first answer. Cheap to clone.
#[derive(Clone, Default)]
pub struct Answering(Arc<AtomicUsize>);

/// An interaction waits while this lives.
pub struct Waiting {
    count: Arc<AtomicUsize>,
    since: Instant,
}

impl Answering {
    /// One more waits.
    #[must_use]
    pub fn wait(&self) -> Waiting {
        self.0.fetch_add(1, Ordering::Relaxed);
        Waiting { count: Arc::clone(&self.0), since: Instant::now() }
    }

    /// Returns when none waits, or after a while.
    pub async fn give_way(&self) {
        for _ in 0..PAUSES {
            if self.0.load(Ordering::Relaxed) == 0 {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

impl Waiting {
    /// Its answer is being sent. Since when it has waited.
    #[must_use]
    pub fn end(self) -> Instant {
        self.since
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn what_nobody_waits_for_gives_way_until_all_are_answered() {
        let answering = Answering::default();
        assert_eq!(answering.give_way().now_or_never(), Some(()));
        let (one, two) = (answering.wait(), answering.wait());
        drop(one);
        assert_eq!(answering.give_way().now_or_never(), None);
        drop(two);
        assert_eq!(answering.give_way().now_or_never(), Some(()));
    }

    #[tokio::test]
    async fn it_does_not_give_way_for_ever() {
        let answering = Answering::default();
        let _always = answering.wait();
        answering.give_way().await;
    }
}
