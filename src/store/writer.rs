//! The only writer: takes everything queued, commits it together, then answers each request.
//!
//! A commit costs an fsync, whatever is in it. While one fsync is under way, requests gather; all of them share the
//! next. A batch in which one job fails is rolled back and done again job by job, so that a bad job hurts nobody
//! else. A single statement that finds nobody at work is carried out directly, without the round trip to the
//! writer. What may be lost in a power cut (where a message is) is committed without an fsync, so that moves seldom
//! wait for it; if only the program is killed, none of it is lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{Mutex, Notify, mpsc, oneshot};

use super::checkpoint::{Checkpointer, ENOUGH_JOBS};
use super::committer::Committer;
use super::error::{Failed, StoreError};
use super::job::{Job, Queued, Write};

/// The most jobs that share a commit.
const BATCH: usize = 512;
/// The most jobs that wait in the queue; senders of more wait outside it.
const QUEUE: usize = 4096;

enum Mail {
    Job(Box<dyn Job>),
    Stop(oneshot::Sender<()>),
}

/// How much has been written since the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriterStats {
    /// Jobs done, each of which behaves like a transaction of its own.
    pub jobs: u64,
    /// Commits that they took.
    pub commits: u64,
}

#[derive(Default)]
pub(super) struct Counters {
    pub(super) jobs: AtomicU64,
    commits: AtomicU64,
    /// Notified when there is much to move out of the log.
    pub(super) much: Notify,
    /// Whether the log has grown so long that the writer should move the rest of it.
    pub(super) log_is_long: AtomicBool,
    /// Whether a flush has failed since the log was begun.
    pub(super) log_is_broken: AtomicBool,
    /// What kept the last write from the disk.
    trouble: parking_lot::Mutex<Option<StoreError>>,
    /// Whether the database was found to be damaged.
    damaged: AtomicBool,
    /// When the write under way was begun.
    writing: parking_lot::Mutex<Option<Instant>>,
    /// What keeps the log from being moved into the file.
    pub(super) stuck: parking_lot::Mutex<Option<StoreError>>,
}

/// A write is under way while this lives.
pub(super) struct Writing<'a>(&'a Counters);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        *self.0.writing.lock() = None;
    }
}

impl Counters {
    /// A write begins.
    pub(super) fn write(&self) -> Writing<'_> {
        *self.writing.lock() = Some(Instant::now());
        Writing(self)
    }

    /// Counts this many jobs as written, with one commit.
    pub(super) fn count(&self, jobs: usize) {
        *self.trouble.lock() = None;
        let before = self.jobs.fetch_add(jobs as u64, Ordering::Relaxed);
        self.commits.fetch_add(1, Ordering::Relaxed);
        if before / ENOUGH_JOBS < (before + jobs as u64) / ENOUGH_JOBS {
            self.much.notify_one();
        }
    }

    /// Notes that a job was not written.
    pub(super) fn failed(&self, error: &StoreError) {
        if error.is_of_the_disk() {
            *self.trouble.lock() = Some(error.clone());
        }
        self.note_damage(error);
    }

    /// Notes it if the error was a flush that failed.
    pub(super) fn note_flush(&self, error: &StoreError) {
        if matches!(error, StoreError::Unflushed { .. }) {
            self.log_is_broken.store(true, Ordering::Relaxed);
        }
    }

    fn note_damage(&self, error: &StoreError) {
        if matches!(error, StoreError::Corrupt { .. }) {
            self.damaged.store(true, Ordering::Relaxed);
        }
    }
}

/// Writes a page without changing it: a number in the file's header that we do not use. Setting a row to the values
/// it has would not do, because SQLite notices that and writes nothing. It takes the way through the queue, so that
/// the caller can stop waiting.
pub(super) struct Trial;

impl Write for Trial {
    type Out = ();

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            sqlx::query("PRAGMA user_version = 0").execute(conn).await?;
            Ok(())
        })
    }
}

/// The connections that write.
pub(super) struct Connections {
    /// Runs an fsync with each commit.
    pub sure: SqliteConnection,
    /// Leaves that to the next commit of the other connection.
    pub quick: SqliteConnection,
}

impl Connections {
    pub(super) const fn pick(&mut self, may_be_lost: bool) -> &mut SqliteConnection {
        if may_be_lost { &mut self.quick } else { &mut self.sure }
    }
}

/// Used by one task at a time, in the order of asking; `None` once closed.
type WriteLock = Arc<Mutex<Option<Connections>>>;

/// The way to the writer.
pub(super) struct Writer {
    queue: mpsc::Sender<Mail>,
    connections: WriteLock,
    path: Arc<str>,
    counters: Arc<Counters>,
}

impl Writer {
    /// Starts the writer, and beside it the checkpointer on a connection of its own.
    pub(super) fn start(connections: Connections, beside: SqliteConnection, path: Arc<str>) -> Self {
        let (queue, mail) = mpsc::channel(QUEUE);
        let counters = Arc::new(Counters::default());
        let checkpointer = Checkpointer::start(beside, Arc::clone(&path), Arc::clone(&counters));
        let connections = Arc::new(Mutex::new(Some(connections)));
        let task = WriterTask {
            connections: Arc::clone(&connections),
            checkpointer,
            path: Arc::clone(&path),
            counters: Arc::clone(&counters),
        };
        tokio::spawn(task.work(mail));
        Self { queue, connections, path, counters }
    }

    /// When this returns `Ok` the change is on the disk, or with the operating system if it [may be
    /// lost](Write::may_be_lost).
    pub(super) async fn write<W: Write>(&self, write: W) -> Result<W::Out, StoreError> {
        if write.is_one_statement()
            && !self.counters.log_is_long.load(Ordering::Relaxed)
            // If the writer broke down within a batch, its transaction is still open.
            && !self.queue.is_closed()
            && let Ok(mut lock) = self.connections.try_lock()
            && let Some(connections) = lock.as_mut()
        {
            let may_be_lost = write.may_be_lost();
            let mut committer = Committer { connections, may_be_lost, path: &self.path, counters: &self.counters };
            return committer.one(&write).await;
        }
        let (ticket, answer) = Queued::new(write);
        self.queue.send(Mail::Job(Box::new(ticket))).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Finishes what is queued and closes the connections.
    pub(super) async fn stop(&self) {
        let (done, stopped) = oneshot::channel();
        if self.queue.send(Mail::Stop(done)).await.is_ok() {
            let _ = stopped.await;
        }
    }

    pub(super) fn stats(&self) -> WriterStats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        WriterStats { jobs: read(&self.counters.jobs), commits: read(&self.counters.commits) }
    }

    /// What kept the last write from the disk.
    pub(super) fn trouble(&self) -> Option<StoreError> {
        self.counters.trouble.lock().clone()
    }

    /// What keeps the log from being moved into the file.
    pub(super) fn stuck(&self) -> Option<StoreError> {
        self.counters.stuck.lock().clone()
    }

    /// How long the write under way has taken so far.
    pub(super) fn writing(&self) -> Option<Duration> {
        self.counters.writing.lock().map(|begun| begun.elapsed())
    }

    /// Notes it if the error was damage.
    pub(super) fn note_damage(&self, error: &StoreError) {
        self.counters.note_damage(error);
    }

    /// Whether the database was found to be damaged.
    pub(super) fn is_damaged(&self) -> bool {
        self.counters.damaged.load(Ordering::Relaxed)
    }
}

/// The writer's own task, which handles what is queued.
struct WriterTask {
    connections: WriteLock,
    checkpointer: Checkpointer,
    path: Arc<str>,
    counters: Arc<Counters>,
}

impl WriterTask {
    async fn work(self, mut mail: mpsc::Receiver<Mail>) {
        let mut letters = Vec::new();
        let mut stopping = Vec::new();
        while mail.recv_many(&mut letters, BATCH).await > 0 {
            let mut lock = self.connections.lock().await;
            // Jobs that came while somebody else wrote share the commit.
            while letters.len() < BATCH
                && let Ok(letter) = mail.try_recv()
            {
                letters.push(letter);
            }
            let (mut lasting, mut passing) = (Vec::with_capacity(letters.len()), Vec::new());
            for letter in letters.drain(..) {
                match letter {
                    Mail::Job(job) if job.may_be_lost() => passing.push(job),
                    Mail::Job(job) => lasting.push(job),
                    Mail::Stop(done) => {
                        mail.close();
                        stopping.push(done);
                    }
                }
            }
            let Some(connections) = lock.as_mut() else { break };
            let (path, counters) = (&self.path, &self.counters);
            let mut committer = Committer { connections, may_be_lost: false, path, counters };
            committer.together(lasting).await;
            committer.finish_log().await;
            committer.may_be_lost = true;
            committer.together(passing).await;
        }
        self.close().await;
        for done in stopping {
            let _ = done.send(());
        }
    }

    /// Moves the log into the database file, so that only one file remains.
    async fn close(self) {
        self.checkpointer.stop().await;
        let Some(Connections { mut sure, quick }) = self.connections.lock().await.take() else { return };
        let quick = quick.close().await;
        match sqlx::query_as::<_, (i64, i64, i64)>("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut sure).await {
            Ok((0, ..)) => {}
            Ok(_) => {
                tracing::warn!("another program has the database open: its newest part stays in the log beside it")
            }
            Err(error) => tracing::warn!("the database was closed without a checkpoint: {error}"),
        }
        if let Err(error) = sure.close().await.and(quick) {
            tracing::warn!("the database did not close: {error}");
        }
    }
}

#[cfg(test)]
mod tests;
