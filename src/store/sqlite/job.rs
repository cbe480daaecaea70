//! What has to be written, and its way to the writer and back.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;
use tokio::sync::oneshot;

use super::failed::Failed;
use crate::store::StoreError;

/// Something to write, in one transaction. It may be run twice (in a batch, then alone): only the last run counts.
pub(super) trait Write: Send + Sync + 'static {
    type Out: Send + 'static;
    /// Whether it is a single statement, which needs no transaction around it.
    fn is_one_statement(&self) -> bool {
        false
    }
    /// Whether it does no harm if a power cut undoes the change. Then it does not wait for an fsync.
    fn may_be_lost(&self) -> bool {
        false
    }
    fn run(&self, conn: &mut SqliteConnection) -> impl Future<Output = Result<Self::Out, Failed>> + Send;
}

/// A [`Write`] of any type, on its way to the writer.
pub(super) trait Job: Send {
    fn is_one_statement(&self) -> bool;
    fn may_be_lost(&self) -> bool;
    fn run<'a>(&'a mut self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>>;
    fn answer(self: Box<Self>, result: Result<(), StoreError>);
}

pub(super) struct Queued<W: Write> {
    write: W,
    out: Option<W::Out>,
    reply: oneshot::Sender<Result<W::Out, StoreError>>,
}

impl<W: Write> Queued<W> {
    /// The queued write, and the receiver of its answer.
    pub(super) fn new(write: W) -> (Self, oneshot::Receiver<Result<W::Out, StoreError>>) {
        let (reply, answer) = oneshot::channel();
        (Self { write, out: None, reply }, answer)
    }
}

impl<W: Write> Job for Queued<W> {
    fn is_one_statement(&self) -> bool {
        self.write.is_one_statement()
    }

    fn may_be_lost(&self) -> bool {
        self.write.may_be_lost()
    }

    fn run<'a>(&'a mut self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async {
            self.out = Some(self.write.run(conn).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, result: Result<(), StoreError>) {
        let Self { out, reply, .. } = *self;
        // Whoever asked may be gone; what was written stays written.
        let _ = reply.send(result.and_then(|()| out.ok_or(StoreError::Abandoned)));
    }
}
