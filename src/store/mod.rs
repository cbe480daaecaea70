//! The database: one SQLite file that holds the whole card room.
//!
//! Reads go through a small pool; everything written goes through one writer (`writer.rs`), which commits whatever
//! is queued together. When a write returns `Ok` it is on the disk (write-ahead log, full synchronous), except the
//! records of where hands and notices are, and of messages that are gone. Each table of the database, or group of
//! tables that only makes sense together, has one file here.

mod alone;
mod beside;
mod checkpoint;
mod committer;
mod error;
mod forget;
mod ids;
mod in_place;
mod job;
mod journal;
mod leaderboard;
mod look;
mod messages;
mod open;
mod ratings;
mod rehearsal;
mod results;
mod rows;
mod settings;
mod tables;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{Sqlite, SqlitePool, Transaction};

pub use alone::Alone;
pub use beside::{Beside, Live};
pub use error::{Conflict, StoreError};
pub use forget::Traces;
pub use ids::{Cause, ChannelId, GuildId, MessageId, NotATableId, Place, TableId, UserId};
pub use journal::Append;
pub use leaderboard::{Leaderboard, LeaderboardQuery, Period, Rank, Scope};
pub use look::{Found, Looked};
pub use messages::{MessageKind, Posted};
pub(crate) use open::is_open_to_others;
pub use ratings::{RatingChange, points};
pub use results::{Finish, FinishSeat};
pub use rows::{Sitter, Stage, Stored, TableRow};
pub use settings::{Chooser, Chosen};
pub use tables::{Create, Save};
pub use writer::WriterStats;

use error::Failed;
use in_place::InPlace;
use job::Write;
use look::has_space;
use writer::{Trial, Writer};

/// The database. Cheap to clone.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    /// The file, for use in messages.
    path: Arc<str>,
    in_place: InPlace,
    pool: SqlitePool,
    writer: Writer,
}

impl Store {
    /// How much has been written since the start.
    #[must_use]
    pub fn stats(&self) -> WriterStats {
        self.0.writer.stats()
    }

    /// What kept the last write from the disk; `None` if one has succeeded since.
    #[must_use]
    pub fn trouble(&self) -> Option<StoreError> {
        self.0.writer.trouble()
    }

    /// The damage found since the start, by a write or a read. Unlike other [trouble](Self::trouble) it does not
    /// pass.
    #[must_use]
    pub fn damage(&self) -> Option<StoreError> {
        self.0.writer.is_damaged().then(|| StoreError::Corrupt { path: self.0.path.to_string() })
    }

    /// What keeps the log from being moved into the file. It grows until then, and may fill the disk.
    #[must_use]
    pub fn stuck(&self) -> Option<StoreError> {
        self.0.writer.stuck()
    }

    /// How long the write under way has taken so far. Everybody who plays waits for it.
    #[must_use]
    pub fn writing(&self) -> Option<Duration> {
        self.0.writer.writing()
    }

    /// That the database is no longer where it was opened, if so: then what is written does not stay.
    #[must_use]
    pub fn missing(&self) -> Option<StoreError> {
        (!self.0.in_place.holds()).then(|| StoreError::Missing { path: self.0.path.to_string() })
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

    /// The database file.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Finishes what is queued, moves the log into the file and closes it. Everything asked afterwards is refused
    /// with [`StoreError::Closed`].
    pub async fn close(&self) {
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
        self.0.writer.note_damage(&error);
        error
    }
}

#[cfg(test)]
impl Store {
    /// A database of its own for a test, and its directory, which goes when it is dropped.
    pub(crate) async fn temporary() -> (tempfile::TempDir, Self) {
        let dir = tempfile::tempdir().unwrap();
        let store = Self::open(&format!("sqlite://{}/upcard.db", dir.path().display())).await.unwrap();
        (dir, store)
    }
}
