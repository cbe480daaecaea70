//! Moves what is committed from the write-ahead log into the database file, beside the writer rather than in its way:
//! a commit that had to do it would keep everybody waiting for a second flush of the disk.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::writer::Counters;

/// How often it looks whether something was committed.
const EVERY: Duration = Duration::from_millis(500);

pub(super) struct Checkpointer {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Checkpointer {
    pub(super) fn start(conn: SqliteConnection, counters: Arc<Counters>) -> Self {
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(work(conn, counters, stopped));
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
    let mut done = 0;
    while tokio::time::timeout(EVERY, &mut stopped).await.is_err() {
        let commits = counters.commits.load(Ordering::Relaxed);
        if commits == done {
            continue;
        }
        // Passive: waits for nobody and holds up nobody; what readers still need is left for the next time.
        match sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut conn).await {
            Ok(_) => done = commits,
            Err(error) => tracing::warn!("the log of the database was not moved into its file: {error}"),
        }
    }
    let _ = conn.close().await;
}
