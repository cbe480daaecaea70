//! The one writer: takes everything queued, commits it together, then answers each.
//!
//! A commit costs a flush of the disk, whatever is in it. While one flush is under way requests gather; all of them share the
//! next. A batch in which one job fails is rolled back and done again job by job, so that a bad job hurts nobody else.
//! A single statement that finds nobody at work is carried out where it is asked, without the way to the writer and back.
//! What nobody waits for (where a message stands) has commits of its own, few of them, so that moves seldom meet one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sqlx::{Connection, SqliteConnection};
use tokio::sync::{Mutex, Notify, mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use super::checkpoint::{Checkpointer, MUCH};
use super::error::StoreError;
use super::job::{Job, Ticket, Write};
use super::scribe::Scribe;

/// The most jobs that share a commit.
const BATCH: usize = 512;
/// The most jobs that wait; more wait outside the queue.
const QUEUE: usize = 4096;
/// So long at most waits what may wait.
pub(super) const SOON: Duration = Duration::from_millis(100);

enum Mail {
    Job(Box<dyn Job>),
    Stop(oneshot::Sender<()>),
}

/// How much was written since the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriterStats {
    /// Jobs done, each as good as a transaction of its own.
    pub jobs: u64,
    /// Commits that they took.
    pub commits: u64,
}

#[derive(Default)]
pub(super) struct Counters {
    pub(super) jobs: AtomicU64,
    commits: AtomicU64,
    /// There is much to move from the log.
    pub(super) much: Notify,
    /// Has the log grown so long that the writer should move the rest of it?
    pub(super) log_is_long: AtomicBool,
}

impl Counters {
    pub(super) fn count(&self, jobs: usize) {
        let before = self.jobs.fetch_add(jobs as u64, Ordering::Relaxed);
        self.commits.fetch_add(1, Ordering::Relaxed);
        if before / MUCH < (before + jobs as u64) / MUCH {
            self.much.notify_one();
        }
    }
}

/// The connection that writes, for one at a time and in the order of asking; `None` once it is closed.
type Pen = Arc<Mutex<Option<SqliteConnection>>>;

/// The way to the writer.
pub(super) struct Writer {
    queue: mpsc::Sender<Mail>,
    pen: Pen,
    path: Arc<str>,
    counters: Arc<Counters>,
}

impl Writer {
    /// Starts the writer, and beside it what looks after its log on a connection of its own.
    pub(super) fn start(conn: SqliteConnection, beside: SqliteConnection, path: Arc<str>) -> Self {
        let (queue, mail) = mpsc::channel(QUEUE);
        let counters = Arc::new(Counters::default());
        let checkpointer = Checkpointer::start(beside, Arc::clone(&counters));
        let pen = Arc::new(Mutex::new(Some(conn)));
        let desk = Desk {
            pen: Arc::clone(&pen),
            checkpointer,
            path: Arc::clone(&path),
            counters: Arc::clone(&counters),
            waiting: Vec::new(),
            patience: None,
        };
        tokio::spawn(desk.work(mail));
        Self { queue, pen, path, counters }
    }

    /// Writes durably: when this returns `Ok` the change is on the disk.
    pub(super) async fn write<W: Write>(&self, write: W) -> Result<W::Out, StoreError> {
        if write.is_one_statement()
            && !write.may_wait()
            && !self.counters.log_is_long.load(Ordering::Relaxed)
            && let Ok(mut pen) = self.pen.try_lock()
            && let Some(conn) = pen.as_mut()
        {
            return Scribe { conn, path: &self.path, counters: &self.counters }.one(&write).await;
        }
        let (ticket, answer) = Ticket::new(write);
        self.queue.send(Mail::Job(Box::new(ticket))).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Finishes what is queued and closes the connection.
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
}

/// The writer's own task: what came by mail, and what may wait.
struct Desk {
    pen: Pen,
    checkpointer: Checkpointer,
    path: Arc<str>,
    counters: Arc<Counters>,
    /// What may wait, and how long it still does.
    waiting: Vec<Box<dyn Job>>,
    patience: Option<Instant>,
}

impl Desk {
    async fn work(mut self, mut mail: mpsc::Receiver<Mail>) {
        let (pen, path, counters) = (Arc::clone(&self.pen), Arc::clone(&self.path), Arc::clone(&self.counters));
        let mut letters = Vec::new();
        let mut stopping = Vec::new();
        loop {
            let received = mail.recv_many(&mut letters, BATCH);
            let received = match self.patience {
                Some(until) => timeout_at(until, received).await,
                None => Ok(received.await),
            };
            let mut pen = pen.lock().await;
            // What came while somebody else wrote shares the commit.
            while letters.len() < BATCH
                && let Ok(letter) = mail.try_recv()
            {
                letters.push(letter);
            }
            let mut batch = Vec::with_capacity(letters.len());
            for letter in letters.drain(..) {
                match letter {
                    Mail::Job(job) if job.may_wait() => self.put_off(job),
                    Mail::Job(job) => batch.push(job),
                    Mail::Stop(done) => {
                        mail.close();
                        stopping.push(done);
                    }
                }
            }
            let Some(conn) = pen.as_mut() else { break };
            let mut scribe = Scribe { conn, path: &path, counters: &counters };
            scribe.together(batch).await;
            scribe.finish_log().await;
            let closed = received == Ok(0);
            if closed || self.patience.is_some_and(|until| until <= Instant::now()) {
                self.patience = None;
                scribe.together(std::mem::take(&mut self.waiting)).await;
            }
            if closed {
                break;
            }
        }
        self.close().await;
        for done in stopping {
            let _ = done.send(());
        }
    }

    fn put_off(&mut self, job: Box<dyn Job>) {
        self.patience.get_or_insert_with(|| Instant::now() + SOON);
        self.waiting.push(job);
    }

    /// Moves the log into the database file, so that one file is all there is.
    async fn close(self) {
        self.checkpointer.stop().await;
        let Some(mut conn) = self.pen.lock().await.take() else { return };
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut conn).await {
            tracing::warn!("the database was closed without a checkpoint: {error}");
        }
        if let Err(error) = conn.close().await {
            tracing::warn!("the database did not close: {error}");
        }
    }
}

#[cfg(test)]
mod tests;
