//! One `SQLite` file that holds the whole card room.
//!
//! Reads go through a small pool; everything written goes through one writer (`writer.rs`), which commits whatever
//! is queued together (write-ahead log, full synchronous). Each table of the database, or group of tables that only makes
//! sense together, has one file here.

mod alone;
mod beside;
mod checkpoint;
mod clocks;
mod closing;
mod codes;
mod committer;
#[cfg(unix)]
mod contents;
mod counters;
mod daily;
mod failed;
mod files;
mod forget;
mod history;
mod in_place;
mod job;
mod journal;
mod kept;
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
mod settings;
mod tables;
mod tallies;
mod values;
mod writer;

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use sqlx::query::QueryAs;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{FromRow, SqlitePool, Transaction};

pub use alone::Alone;
pub(super) use alone::alone_within;
pub(super) use beside::{beside, decide_beside};
pub use counters::WriterStats;
pub(super) use forget::scrub;
pub use look::{Found, Looked};
pub(super) use look::{file, look};
pub(crate) use open::is_open_to_others;
pub(super) use open::open_within;

use super::{StoreError, TableId};
use crate::vitals::Vitals;
use counters::Counters;
use failed::Failed;
use job::Write;
use look::has_space;
use writer::{Trial, Writer};

/// A database that is open.
pub(super) struct Sqlite {
    reader: ReadPool,
    writer: Writer,
    pub(super) vitals: Vitals,
}

pub(super) struct ReadPool {
    /// The file, for use in messages.
    pub(super) path: Arc<str>,
    pool: SqlitePool,
    /// Where it is noted what goes wrong.
    counters: Option<Arc<Counters>>,
}

impl ReadPool {
    /// A transaction in which several statements see the same state.
    async fn reading(&self) -> Result<Transaction<'static, sqlx::Sqlite>, StoreError> {
        self.pool.begin().await.map_err(|error| self.failed(error))
    }

    /// The answer to a question of one statement.
    async fn rows<T>(&self, query: QueryAs<'_, sqlx::Sqlite, T, SqliteArguments>) -> Result<Vec<T>, StoreError>
    where
        T: Send + Unpin + for<'r> FromRow<'r, SqliteRow>,
    {
        query.fetch_all(&self.pool).await.map_err(|error| self.failed(error))
    }

    /// The same for a question that is answered with tables.
    async fn ids(
        &self,
        query: QueryAs<'_, sqlx::Sqlite, (String,), SqliteArguments>,
    ) -> Result<Vec<TableId>, StoreError> {
        Ok(self.rows(query).await?.iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    fn failed(&self, failed: impl Into<Failed>) -> StoreError {
        let error = failed.into().at(&self.path);
        if let Some(counters) = &self.counters {
            counters.note(1, &error);
        }
        error
    }
}

impl Deref for Sqlite {
    type Target = ReadPool;

    fn deref(&self) -> &ReadPool {
        &self.reader
    }
}

impl Sqlite {
    pub(super) fn counters(&self) -> &Counters {
        &self.writer.counters
    }

    pub async fn try_to_write(&self) -> Result<(), StoreError> {
        if let Some(full @ StoreError::Full { .. }) = self.counters().trouble() {
            let path = Arc::clone(&self.path);
            let looked = tokio::task::spawn_blocking(move || has_space(Path::new(&*path))).await;
            looked.unwrap_or(Err(full))?;
        }
        self.write(Trial).await
    }

    pub async fn free_space(&self) -> Option<u64> {
        let path = Arc::clone(&self.path);
        tokio::task::spawn_blocking(move || look::free_space(Path::new(&*path))).await.ok().flatten()
    }

    pub async fn close(&self) {
        self.vitals.release();
        self.pool.close().await;
        self.writer.stop().await;
    }

    async fn write<W: Write>(&self, write: W) -> Result<W::Out, StoreError> {
        self.writer.write(write).await
    }
}
