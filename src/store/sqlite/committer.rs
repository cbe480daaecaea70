//! What is done on the connection that writes, by its current holder.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sqlx::{Executor, SqliteConnection};

use super::counters::Counters;
use super::failed::Failed;
use super::job::{Job, Write};
use super::open::lengthen_log;
use super::writer::{Connections, Trial};
use crate::store::StoreError;

/// So long another who moves the log into the file is waited for.
const OTHERS_MOVE: Duration = Duration::from_secs(2);

pub(super) struct Committer<'a> {
    pub connections: &'a mut Connections,
    /// Which of them is used: the one that runs an fsync with each commit, or the other.
    pub may_be_lost: bool,
    pub path: &'a str,
    pub counters: &'a Counters,
}

impl Committer<'_> {
    /// Runs one statement, which SQLite commits by itself.
    pub(super) async fn one<W: Write>(&mut self, write: &W) -> Result<W::Out, StoreError> {
        let _writing = self.counters.write();
        // Whoever asked may be dropped meanwhile. SQLite goes on, and nobody would hear of a flush that fails.
        let doubt = self.counters.doubt();
        let result = match self.ready().await {
            Ok(()) => write.run(self.conn()).await.map_err(|failed| failed.of_commit(self.path)),
            Err(error) => Err(error),
        };
        let result = self.settled(result).await;
        doubt.settled();
        self.note(&result);
        result
    }

    fn conn(&mut self) -> &mut SqliteConnection {
        self.connections.pick(self.may_be_lost)
    }

    /// Runs all in one transaction; if that fails, each in its own.
    pub(super) async fn together(&mut self, mut batch: Vec<Box<dyn Job>>) {
        let _writing = self.counters.write();
        if batch.len() > 1 {
            let begun = self.begin().await;
            let is_begun = begun.is_ok();
            let done = match begun {
                Ok(()) => self.attempt(&mut batch).await,
                Err(error) => Err(error),
            };
            match self.settled(done).await {
                Ok(()) => {
                    self.counters.count(batch.len());
                    return answer_all(batch, &Ok(()));
                }
                Err(error) if !is_begun || error.may_be_done() => {
                    self.counters.failed(batch.len(), &error);
                    return answer_all(batch, &Err(error));
                }
                Err(_) => {}
            }
        }
        for job in batch {
            self.alone(job).await;
        }
    }

    async fn alone(&mut self, mut job: Box<dyn Job>) {
        let ready = if job.is_one_statement() { self.ready().await } else { self.begin().await };
        let result = match ready {
            Ok(()) if job.is_one_statement() => {
                job.run(self.conn()).await.map_err(|failed| failed.of_commit(self.path))
            }
            Ok(()) => self.attempt(std::slice::from_mut(&mut job)).await,
            Err(error) => Err(error),
        };
        let result = self.settled(result).await;
        self.note(&result);
        job.answer(result);
    }

    /// What to answer. What was written counts as done only if a start would find it. If a commit failed so late that a
    /// kill would bring it back, the log is mended first: after that nothing was changed.
    async fn settled<T>(&mut self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        match result {
            Ok(out) => match self.counters.missing() {
                None => Ok(out),
                Some(_) => {
                    // What is in a log that is gone can still be moved into the file.
                    self.counters.much.notify_one();
                    Err(StoreError::Astray { path: self.path.to_owned() })
                }
            },
            Err(StoreError::Unflushed(plain)) => {
                self.counters.log_is_broken.store(true, Ordering::Relaxed);
                Err(if self.ready().await.is_ok() { *plain } else { StoreError::Unflushed(plain) })
            }
            Err(error) => Err(error),
        }
    }

    /// Makes sure that what is written next will be found again.
    ///
    /// # Errors
    /// Why it would not. Then nothing may be written.
    async fn ready(&mut self) -> Result<(), StoreError> {
        // Who restarts on a damaged database may not find what is written to it now.
        match self.counters.missing().or_else(|| self.counters.damage()) {
            Some(wrong) => Err(wrong),
            None => self.mend().await,
        }
    }

    /// Begins the log anew if a flush has failed. Until then what was rolled back stands in it, and a kill would bring
    /// it back; and what the system has given up writing may be missing in it on the disk, so that a power cut would
    /// lose everything after that, however surely it was flushed.
    ///
    /// # Errors
    /// What keeps it from that. Then nothing may be written.
    async fn mend(&mut self) -> Result<(), StoreError> {
        // Taken back beforehand: a flush of the checkpointer's that fails meanwhile is noted anew.
        if !self.counters.log_is_broken.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        // It stays broken if this fails, or is given up in the middle.
        let doubt = self.counters.doubt();
        self.begin_log_anew().await.map_err(|failed| failed.at(self.path))?;
        doubt.settled();
        tracing::debug!("the log of the database was begun anew");
        Ok(())
    }

    async fn begin_log_anew(&mut self) -> Result<(), Failed> {
        // All of the log is moved into the file; the next commit is written over it.
        self.move_log("PRAGMA wal_checkpoint(RESTART)").await?;
        Trial.run(&mut self.connections.sure).await
    }

    /// Writes the file anew, with what it holds and nothing else, and empties the log.
    pub(super) async fn rewrite(&mut self) -> Result<(), StoreError> {
        self.ready().await?;
        let _writing = self.counters.write();
        let anew = async {
            self.connections.sure.execute("VACUUM").await?;
            self.move_log("PRAGMA wal_checkpoint(TRUNCATE)").await?;
            lengthen_log(&mut self.connections.sure, self.path).await;
            Ok(())
        };
        anew.await.map_err(|failed: Failed| failed.at(self.path))
    }

    async fn move_log(&mut self, moves: &'static str) -> Result<(), Failed> {
        let begun = Instant::now();
        loop {
            let moving = sqlx::query_as::<_, (i64, i64, i64)>(moves);
            let (is_busy, ..) = moving.fetch_one(&mut self.connections.sure).await?;
            if is_busy == 0 {
                return Ok(());
            }
            // The checkpointer may be at it, and SQLite does not wait for that by itself.
            if begun.elapsed() >= OTHERS_MOVE {
                return Err(Failed::Busy);
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Counts one job by its outcome.
    fn note<T>(&self, result: &Result<T, StoreError>) {
        match result {
            Ok(_) => self.counters.count(1),
            Err(error) => self.counters.failed(1, error),
        }
    }

    async fn begin(&mut self) -> Result<(), StoreError> {
        self.ready().await?;
        self.say("BEGIN IMMEDIATE").await.map_err(|error| StoreError::of(&error, self.path))
    }

    /// Runs the jobs and commits; rolls back at the first failure.
    async fn attempt(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
        let mut result = Ok(());
        for job in batch {
            result = job.run(self.conn()).await.map_err(|failed| failed.at(self.path));
            if result.is_err() {
                break;
            }
        }
        if result.is_ok() {
            result = self.say("COMMIT").await.map_err(|error| StoreError::of_commit(&error, self.path));
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
            && self.counters.missing().is_none()
            && let Err(error) = self.say("PRAGMA wal_checkpoint(PASSIVE)").await
        {
            self.counters.note_checkpoint(&error);
        }
    }

    async fn say(&mut self, statement: &'static str) -> sqlx::Result<()> {
        sqlx::query(statement).execute(self.conn()).await.map(drop)
    }
}

fn answer_all(batch: Vec<Box<dyn Job>>, result: &Result<(), StoreError>) {
    for job in batch {
        job.answer(result.clone());
    }
}
