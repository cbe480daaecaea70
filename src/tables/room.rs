//! The registry of tables.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;

use super::request::{Answer, Fault, NewTable, Request, Sorry};
use super::snapshot::{Snapshot, Summary};
use crate::store::{ChannelId, Store, TableId, UserId};

/// How a room keeps its tables.
#[derive(Clone, Debug)]
pub struct RoomConfig {
    /// A table that nobody asked anything for so long is put away until it is asked again.
    pub idle: Duration,
}

impl Default for RoomConfig {
    fn default() -> Self {
        Self { idle: Duration::from_secs(300) }
    }
}

/// All tables. Cheap to clone; finds the owner of a table or wakes it.
#[derive(Clone)]
pub struct Room {
    store: Store,
}

/// Every committed change of every table, in order for each table.
pub struct Changes(mpsc::UnboundedReceiver<Arc<Snapshot>>);

impl Changes {
    /// The next change; `None` once the room was shut down and all was read.
    pub async fn next(&mut self) -> Option<Arc<Snapshot>> {
        self.0.recv().await
    }
}

impl Room {
    /// A room over a store. Reads no table: they are woken on demand.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn open(store: Store) -> Result<Self, Fault> {
        Self::open_with(store, RoomConfig::default()).await
    }

    /// The same, kept otherwise than by default.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn open_with(store: Store, config: RoomConfig) -> Result<Self, Fault> {
        let _ = config;
        Ok(Self { store })
    }

    /// The database below.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }

    /// Opens a table, or says why not.
    ///
    /// # Errors
    /// What to say to the person who asked.
    pub async fn create(&self, new: NewTable) -> Result<Answer, Sorry> {
        let _ = new;
        unimplemented!()
    }

    /// The one live table of a channel.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn at(&self, channel: ChannelId) -> Result<Option<TableId>, Fault> {
        let _ = channel;
        unimplemented!()
    }

    /// The table opened last in a channel, live or not: for a typed rematch.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn latest(&self, channel: ChannelId) -> Result<Option<TableId>, Fault> {
        let _ = channel;
        unimplemented!()
    }

    /// The live tables at which a person sits, the newest first.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn of(&self, user: UserId) -> Result<Vec<Summary>, Fault> {
        let _ = user;
        unimplemented!()
    }

    /// Asks something of a table.
    ///
    /// # Errors
    /// What to say to the person who asked.
    pub async fn ask(&self, table: &TableId, request: Request) -> Result<Answer, Sorry> {
        let _ = (table, request);
        unimplemented!()
    }

    /// Complete legal moves of a person's seat, narrowed by what is typed, best guess first: canonical text and a
    /// description. For that person's eyes alone.
    ///
    /// # Errors
    /// What to say to the person who asked.
    pub async fn suggest(
        &self,
        table: &TableId,
        user: UserId,
        typed: &str,
        limit: usize,
    ) -> Result<Vec<(String, String)>, Sorry> {
        let _ = (table, user, typed, limit);
        unimplemented!()
    }

    /// Every change committed from now on. Each caller gets all of them; read them promptly, they are kept in memory.
    #[must_use]
    pub fn changes(&self) -> Changes {
        let (_, receiver) = mpsc::unbounded_channel();
        Changes(receiver)
    }

    /// The tables whose board (the message stored as [`MessageKind::Board`](crate::store::MessageKind)) is older than
    /// their last change: live ones, and those that ended within the last day. To be painted after a start.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub async fn unpainted(&self) -> Result<Vec<TableId>, Fault> {
        unimplemented!()
    }

    /// How the hands ended that ended after revision `rev`, oldest first, each with its revision: for a presenter that was
    /// stopped before it could post them.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn results_after(&self, table: &TableId, rev: u64) -> Result<Vec<(u64, String)>, Sorry> {
        let _ = (table, rev);
        unimplemented!()
    }

    /// How many tables are awake.
    #[must_use]
    pub fn awake(&self) -> usize {
        0
    }

    /// Takes nothing new in, finishes what is in flight, and closes the store.
    pub async fn shutdown(&self) {}
}
