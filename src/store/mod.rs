//! The database: one SQLite file that holds the whole card room.
//!
//! Reads go through a small pool; everything written goes through one writer (`writer.rs`), which commits whatever
//! is queued together. When a write returns `Ok` it is on the disk (write-ahead log, full synchronous), except the
//! records of where hands and notices are, and of messages that are gone. Each table of the database, or group of
//! tables that only makes sense together, has one file here.

mod alone;
mod beside;
mod checkpoint;
mod closing;
mod codes;
mod committer;
#[cfg(unix)]
mod contents;
mod counters;
mod error;
mod failed;
mod forget;
mod ids;
mod in_place;
mod job;
mod journal;
mod leaderboard;
mod look;
mod messages;
mod moderation;
mod names;
mod obstacles;
mod open;
mod ratings;
mod rehearsal;
mod results;
mod rows;
mod settings;
mod tables;
mod trouble;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{Sqlite, SqlitePool, Transaction};

pub use alone::Alone;
pub use beside::{Beside, Live};
pub use counters::WriterStats;
pub use error::{Conflict, StoreError};
pub use forget::Traces;
pub use ids::{Cause, ChannelId, GuildId, MessageId, NotATableId, Place, TableId, UserId};
pub use journal::Append;
pub use leaderboard::{Leaderboard, LeaderboardQuery, Period, Rank, Scope};
pub use look::{Found, Looked};
pub use messages::{MessageKind, Posted};
pub use moderation::{Blocked, Decision, Deed, Done, Limits};
pub use names::Called;
pub(crate) use open::is_open_to_others;
pub use ratings::{RatingChange, points};
pub use results::{Finish, FinishSeat};
pub use rows::{Sitter, Stage, Stored, TableRow};
pub use settings::{Chooser, Chosen};
pub use tables::{Create, Save};
pub use trouble::FaultId;

use error::Failed;
use job::Write;
use look::has_space;
use writer::{Trial, Writer};

use crate::vitals::Vitals;

/// The database. Cheap to clone.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    /// The file, for use in messages.
    path: Arc<str>,
    pool: SqlitePool,
    writer: Writer,
    vitals: Vitals,
}

impl Store {
    /// How much has been written since the start.
    #[must_use]
    pub fn stats(&self) -> WriterStats {
        self.0.writer.counters.stats()
    }

    /// What kept the last write from the disk; `None` if one has succeeded since.
    #[must_use]
    pub fn trouble(&self) -> Option<StoreError> {
        self.0.writer.counters.trouble()
    }

    /// Whether a start would find what is written: the database and its log are where they were opened.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        self.0.writer.counters.in_place.astray().is_none()
    }

    /// The damage found since the start, by a write or a read. Unlike other [trouble](Self::trouble) it does not
    /// pass.
    #[must_use]
    pub fn damage(&self) -> Option<StoreError> {
        self.0.writer.counters.is_damaged().then(|| StoreError::Corrupt { path: self.0.path.to_string() })
    }

    /// What keeps the log from being moved into the file. It grows until then, and may fill the disk.
    #[must_use]
    pub fn stuck(&self) -> Option<StoreError> {
        self.0.writer.counters.stuck.lock().clone()
    }

    /// How long the write under way has taken so far. Everybody who plays waits for it.
    #[must_use]
    pub fn writing(&self) -> Option<Duration> {
        self.0.writer.counters.writing().map(|begun| begun.elapsed())
    }

    /// What a start would not find where it was opened, if anything: then nothing is written.
    #[must_use]
    pub fn missing(&self) -> Option<StoreError> {
        self.0.writer.counters.is_in_place().err()
    }

    /// Whether trouble with the database is being told and counted in the log.
    #[must_use]
    pub fn is_in_trouble(&self) -> bool {
        self.0.writer.counters.troubles.is_on()
    }

    /// The id under which an error of this store was logged, if it was: what happens again and again is logged once.
    #[must_use]
    pub fn told(&self, error: &StoreError) -> Option<FaultId> {
        self.0.writer.counters.troubles.told(error)
    }

    /// What [`close`](Self::close) could not leave where a start would find it.
    #[must_use]
    pub fn loss(&self) -> Option<StoreError> {
        self.0.writer.counters.loss.lock().clone()
    }

    /// The tasks that have to run as long as this is open. Others who use it add theirs.
    #[must_use]
    pub fn vitals(&self) -> &Vitals {
        &self.0.vitals
    }

    /// Writes something that changes nothing. If that succeeds, [`trouble`](Self::trouble) is over.
    ///
    /// # Errors
    /// Why nothing can be written.
    pub async fn try_to_write(&self) -> Result<(), StoreError> {
        if let Some(full @ StoreError::Full { .. }) = self.trouble() {
            let path = Arc::clone(&self.0.path);
            let looked = tokio::task::spawn_blocking(move || has_space(Path::new(&*path))).await;
            looked.unwrap_or(Err(full))?;
        }
        self.write(Trial).await
    }

    /// How many bytes are left on its disk, where the system says.
    pub async fn free_space(&self) -> Option<u64> {
        let path = Arc::clone(&self.0.path);
        tokio::task::spawn_blocking(move || look::free_space(Path::new(&*path))).await.ok().flatten()
    }

    /// The database file.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Finishes what is queued, moves the log into the file and closes it. Everything asked afterwards is refused
    /// with [`StoreError::Closed`].
    pub async fn close(&self) {
        self.0.vitals.release();
        self.0.pool.close().await;
        self.0.writer.stop().await;
    }

    async fn write<W: Write>(&self, write: W) -> Result<W::Out, StoreError> {
        self.0.writer.write(write).await
    }

    /// A transaction in which several reads see the same state.
    async fn reading(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        self.0.pool.begin().await.map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &sqlx::Error) -> StoreError {
        self.noted(StoreError::of(error, &self.0.path))
    }

    fn failed(&self, failed: Failed) -> StoreError {
        self.noted(failed.at(&self.0.path))
    }

    fn noted(&self, error: StoreError) -> StoreError {
        self.0.writer.counters.note(1, &error);
        error
    }
}

#[cfg(test)]
pub(crate) use listening::listen;

#[cfg(test)]
impl Store {
    /// A database of its own for a test, and its directory, which goes when it is dropped.
    pub(crate) async fn temporary() -> (tempfile::TempDir, Self) {
        let dir = tempfile::tempdir().unwrap();
        let store = Self::open(&format!("sqlite://{}/upcard.db", dir.path().display())).await.unwrap();
        (dir, store)
    }
}

/// What is logged in a test.
#[cfg(test)]
mod listening {
    use std::fmt;
    use std::io;
    use std::sync::Arc;

    use parking_lot::Mutex;
    use tracing::subscriber::DefaultGuard;

    #[derive(Clone, Default)]
    pub(crate) struct Lines(Arc<Mutex<Vec<u8>>>);

    /// Hears what this thread logs as long as the guard lives.
    pub(crate) fn listen() -> (Lines, DefaultGuard) {
        let lines = Lines::default();
        let writer = lines.clone();
        let layer = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone());
        (lines, tracing::subscriber::set_default(layer.finish()))
    }

    impl Lines {
        pub(crate) fn count(&self, part: &str) -> usize {
            self.to_string().lines().filter(|line| line.contains(part)).count()
        }

        pub(crate) fn has(&self, part: &str) -> bool {
            self.count(part) > 0
        }
    }

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl fmt::Display for Lines {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&String::from_utf8_lossy(&self.0.lock()))
        }
    }
}
