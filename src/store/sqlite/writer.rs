//! The only writer: takes everything queued, commits it together, then answers each request.
//!
//! A commit costs an fsync, whatever is in it. While one fsync is under way, requests gather; all of them share the
//! next. A batch in which one job fails is rolled back and done again job by job, so that a bad job hurts nobody
//! else. A single statement that finds nobody at work is carried out directly, without the round trip to the
//! writer. What may be lost in a power cut (where a message is) is committed without an fsync, so that moves seldom
//! wait for it; if only the program is killed, none of it is lost.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use sqlx::SqliteConnection;
use tokio::sync::{Mutex, mpsc, oneshot};

use super::checkpoint::Checkpointer;
use super::closing;
use super::committer::Committer;
use super::counters::Counters;
use super::failed::Failed;
use super::in_place::InPlace;
use super::job::{Job, Queued, Write};
use crate::store::StoreError;
use crate::vitals::Vitals;

/// The most jobs that share a commit.
const BATCH: usize = 512;
/// The most jobs that wait in the queue; senders of more wait outside it.
const QUEUE: usize = 4096;

enum Mail {
    Job(Box<dyn Job>),
    Rewrite(oneshot::Sender<Result<(), StoreError>>),
    Stop(oneshot::Sender<()>),
}

/// Writes a page without changing it: a number in the file's header that we do not use. Setting a row to the values
/// it has would not do, because SQLite notices that and writes nothing. It takes the way through the queue, so that
/// the caller can stop waiting.
pub(super) struct Trial;

impl Write for Trial {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        sqlx::query("PRAGMA user_version = 0").execute(conn).await?;
        Ok(())
    }
}

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

pub(super) struct Writer {
    queue: mpsc::Sender<Mail>,
    connections: WriteLock,
    path: Arc<str>,
    pub(super) counters: Arc<Counters>,
}

impl Writer {
    /// Starts the writer, and beside it the checkpointer on a connection of its own.
    pub(super) fn start(
        connections: Connections,
        beside: SqliteConnection,
        path: Arc<str>,
        in_place: InPlace,
        vitals: &Vitals,
    ) -> Self {
        let (queue, mail) = mpsc::channel(QUEUE);
        let counters = Arc::new(Counters::new(Arc::clone(&path), in_place));
        let checkpointer = Checkpointer::start(beside, Arc::clone(&counters), vitals);
        let connections = Arc::new(Mutex::new(Some(connections)));
        let task = WriterTask {
            connections: Arc::clone(&connections),
            checkpointer,
            path: Arc::clone(&path),
            counters: Arc::clone(&counters),
        };
        vitals.spawn("the writer of the database", task.work(mail));
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
        // A stop answers all that is queued: only a writer that broke down leaves something without an answer.
        answer.await.unwrap_or_else(|_| {
            self.counters.failed(1, &StoreError::Abandoned);
            Err(StoreError::Abandoned)
        })
    }

    /// Writes the file anew, once what is queued is written.
    pub(super) async fn rewrite(&self) -> Result<(), StoreError> {
        let (done, rewritten) = oneshot::channel();
        self.queue.send(Mail::Rewrite(done)).await.map_err(|_| StoreError::Closed)?;
        rewritten.await.unwrap_or(Err(StoreError::Abandoned))
    }

    /// Finishes what is queued and closes the connections.
    pub(super) async fn stop(&self) {
        let (done, stopped) = oneshot::channel();
        if self.queue.send(Mail::Stop(done)).await.is_ok() {
            let _ = stopped.await;
        }
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
        let (mut stopping, mut rewriting) = (Vec::new(), Vec::new());
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
                    Mail::Rewrite(done) => rewriting.push(done),
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
            if !rewriting.is_empty() {
                let rewritten = committer.rewrite().await;
                rewriting.drain(..).for_each(|done| drop(done.send(rewritten.clone())));
            }
        }
        self.close().await;
        for done in stopping {
            let _ = done.send(());
        }
    }

    async fn close(self) {
        self.checkpointer.stop().await;
        if let Some(connections) = self.connections.lock().await.take() {
            closing::close(connections, &self.path, &self.counters).await;
        }
    }
}

#[cfg(test)]
mod tests;
