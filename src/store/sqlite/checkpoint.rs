//! Moves what is committed from the write-ahead log into the database file, beside the writer rather than in its
//! way: a commit that had to do this would keep everybody waiting for a second fsync.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::counters::Counters;
use super::in_place::Astray;
use crate::vitals::Vitals;

/// How often it checks for new commits if it is not notified.
const INTERVAL: Duration = Duration::from_millis(500);
/// While people play, it waits until this many jobs were written (some 4 MB of log, at two pages a move): each time
/// it works, the disk keeps moves waiting.
pub(super) const ENOUGH_JOBS: u64 = 500;
/// A log of this many pages (8 MB) is not left to grow until nobody happens to play: the writer moves the rest of
/// it.
pub(super) const LONG_LOG_PAGES: i64 = 2000;

pub(super) struct Checkpointer {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Checkpointer {
    pub(super) fn start(conn: SqliteConnection, counters: Arc<Counters>, vitals: &Vitals) -> Self {
        let (stop, stopped) = oneshot::channel();
        let task = vitals.spawn("what moves the database's log into its file", work(conn, counters, stopped));
        Self { stop, task }
    }

    /// Stops it and closes its connection.
    pub(super) async fn stop(self) {
        drop(self.stop);
        if let Err(error) = self.task.await {
            tracing::warn!("the log of the database was not looked after: {error}");
        }
    }
}

async fn work(mut conn: SqliteConnection, counters: Arc<Counters>, mut stopped: oneshot::Receiver<()>) {
    let (mut done, mut seen, mut rescued) = (0, 0, false);
    loop {
        tokio::select! {
            _ = &mut stopped => break,
            () = counters.much.notified() => rescued = false,
            () = tokio::time::sleep(INTERVAL) => {}
        }
        // Also where nobody plays it is soon noticed, and told.
        let whole = counters.missing().is_none();
        counters.end_trouble();
        let jobs = counters.jobs.load(Ordering::Relaxed);
        let is_quiet = std::mem::replace(&mut seen, jobs) == jobs;
        let due = if whole { is_due(jobs - done, is_quiet) } else { !rescued && may_be_moved(&counters) };
        if !due {
            continue;
        }
        // A passive checkpoint waits for nobody and holds nobody up; whatever readers still need is left for the
        // next time.
        let moved = sqlx::query_as::<_, (i64, i64, i64)>("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut conn).await;
        match moved {
            // Somebody else is moving it: it is tried again.
            Ok((_, pages, _)) if pages < 0 => {}
            Ok((_, pages, moved)) => {
                done = jobs;
                rescued = moved == pages;
                *counters.stuck.lock() = None;
                // What was committed in the meantime is left, and the log restarts from its beginning only if
                // nothing is left in it.
                counters.log_is_long.store(pages >= LONG_LOG_PAGES, Ordering::Relaxed);
            }
            Err(error) => *counters.stuck.lock() = Some(counters.note_checkpoint(&error)),
        }
    }
    let _ = conn.close().await;
}

/// Whether a start would find what is moved into the file, although the log is not in its place.
fn may_be_moved(counters: &Counters) -> bool {
    counters.in_place.astray() == Some(Astray::LogGone)
}

/// Whether it is time to move what this many jobs wrote.
const fn is_due(jobs: u64, is_quiet: bool) -> bool {
    jobs >= ENOUGH_JOBS || is_quiet && jobs > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_moved_when_there_is_much_of_it_or_nobody_plays() {
        assert!(!is_due(0, true), "there is nothing to move");
        assert!(is_due(1, true));
        assert!(!is_due(ENOUGH_JOBS - 1, false), "people play: the disk is theirs");
        assert!(is_due(ENOUGH_JOBS, false));
    }
}
