//! What is done on the connection that writes, by its current holder.

use std::sync::atomic::Ordering;

use sqlx::SqliteConnection;

use super::error::StoreError;
use super::job::{Job, Write};
use super::writer::Counters;

/// The holder of the connection.
pub(super) struct Committer<'a> {
    pub conn: &'a mut SqliteConnection,
    pub path: &'a str,
    pub counters: &'a Counters,
}

impl Committer<'_> {
    /// Runs one statement, which SQLite commits by itself.
    pub(super) async fn one<W: Write>(&mut self, write: &W) -> Result<W::Out, StoreError> {
        let result = write.run(self.conn).await.map_err(|failed| failed.at(self.path));
        self.note(&result);
        result
    }

    /// Runs all in one transaction; if that fails, each in its own.
    pub(super) async fn together(&mut self, mut batch: Vec<Box<dyn Job>>) {
        if batch.len() > 1 {
            if let Err(error) = self.begin().await {
                self.counters.failed(&error);
                for job in batch {
                    job.answer(Err(error.clone()));
                }
                return;
            }
            if self.attempt(&mut batch).await.is_ok() {
                self.counters.count(batch.len());
                for job in batch {
                    job.answer(Ok(()));
                }
                return;
            }
        }
        for job in batch {
            self.alone(job).await;
        }
    }

    async fn alone(&mut self, mut job: Box<dyn Job>) {
        let result = if job.is_one_statement() {
            job.run(self.conn).await.map_err(|failed| failed.at(self.path))
        } else {
            match self.begin().await {
                Ok(()) => self.attempt(std::slice::from_mut(&mut job)).await,
                Err(error) => Err(error),
            }
        };
        self.note(&result);
        job.answer(result);
    }

    /// Counts one job by its outcome.
    fn note<T>(&self, result: &Result<T, StoreError>) {
        match result {
            Ok(_) => self.counters.count(1),
            Err(error) => self.counters.failed(error),
        }
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        self.say("BEGIN IMMEDIATE").await
    }

    /// Runs the jobs and commits; rolls back at the first failure.
    async fn attempt(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
        let mut result = Ok(());
        for job in batch {
            result = job.run(self.conn).await.map_err(|failed| failed.at(self.path));
            if result.is_err() {
                break;
            }
        }
        if result.is_ok() {
            result = self.say("COMMIT").await;
        }
        if result.is_err() {
            // Some errors (a full disk) have rolled back already; then there is nothing left to roll back.
            let _ = self.say("ROLLBACK").await;
        }
        result
    }

    /// Moves the little that the checkpointer left into the file, so that the next commit starts the log from its
    /// beginning: a file that is written over is flushed sooner than one that grows.
    pub(super) async fn finish_log(&mut self) {
        if self.counters.log_is_long.swap(false, Ordering::Relaxed)
            && let Err(error) = self.say("PRAGMA wal_checkpoint(PASSIVE)").await
        {
            tracing::warn!("the log of the database was not begun anew: {error}");
        }
    }

    async fn say(&mut self, statement: &'static str) -> Result<(), StoreError> {
        let done = sqlx::query(statement).execute(&mut *self.conn).await;
        done.map(|_| ()).map_err(|error| StoreError::of(&error, self.path))
    }
}
