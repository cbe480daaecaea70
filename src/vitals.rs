//! Tasks that have to run as long as the program does. One that ends by itself, or panics, ends the program: what it
//! did is done no more, and nobody would notice.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The tasks of one program. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct Vitals(Arc<Inner>);

#[derive(Default, Debug)]
struct Inner {
    lost: watch::Sender<Option<Lost>>,
    released: AtomicBool,
}

/// A task that has ended.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("A part of upcard broke down that has to run all the time: {0}. Start upcard again.")]
pub struct Lost(pub &'static str);

impl Vitals {
    /// Runs a task that has to last. To abort it is no loss.
    pub fn spawn(&self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        tokio::spawn(self.guard(name, task))
    }

    /// The same for a task that is run by somebody else.
    pub fn guard<F>(&self, name: &'static str, task: F) -> impl Future<Output = ()> + Send + use<F>
    where
        F: Future<Output = ()> + Send,
    {
        let inner = Arc::clone(&self.0);
        async move {
            // Whether it has ended or panicked: both are wrong.
            let _ = AssertUnwindSafe(task).catch_unwind().await;
            if !inner.released.load(Ordering::Acquire) {
                inner.lost.send_if_modified(|lost| {
                    let is_first = lost.is_none();
                    lost.get_or_insert(Lost(name));
                    is_first
                });
            }
        }
    }

    /// From now on tasks may end: the program does.
    pub fn release(&self) {
        self.0.released.store(true, Ordering::Release);
    }

    /// The first task that was lost.
    #[must_use]
    pub fn lost(&self) -> Option<Lost> {
        self.0.lost.borrow().clone()
    }

    /// Waits until a task is lost.
    pub async fn until_lost(&self) -> Lost {
        let mut changes = self.0.lost.subscribe();
        loop {
            if let Some(lost) = changes.borrow_and_update().clone() {
                return lost;
            }
            // Its sender lives as long as we do.
            let _ = changes.changed().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn c05_a_task_that_ends_or_panics_is_lost_and_one_that_is_aborted_or_released_is_not() {
        let breaks = |word: &'static str| async move {
            if word == "panics" {
                panic!("a test breaks");
            }
        };
        for name in ["panics", "ends"] {
            let vitals = Vitals::default();
            vitals.spawn("lasts", std::future::pending());
            vitals.spawn(name, breaks(name));
            assert_eq!(vitals.until_lost().await, Lost(name));
            assert_eq!(vitals.lost(), Some(Lost(name)), "it stays lost");
            vitals.spawn("later", breaks("ends")).await.unwrap();
            assert_eq!(vitals.lost(), Some(Lost(name)), "the first is what broke");
        }
        let vitals = Vitals::default();
        let aborted = vitals.spawn("aborted", std::future::pending());
        aborted.abort();
        aborted.await.unwrap_err();
        vitals.release();
        vitals.spawn("released", breaks("ends")).await.unwrap();
        assert_eq!(vitals.lost(), None);
    }
}
