//! The messages that show tables: which board, which hands, which notices stand where.

use super::Store;
use super::error::StoreError;
use super::ids::{ChannelId, MessageId, TableId, UserId};

/// What a message shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MessageKind {
    /// The board, in the channel.
    Board,
    /// A person's hand, in their direct messages.
    Hand,
    /// The notice that it is a person's turn.
    Notice,
    /// The invitation sent to a person.
    Invitation,
}

/// One message of a table. A table has at most one of a kind for each user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    /// What it shows.
    pub kind: MessageKind,
    /// Whose it is; `None` for the board.
    pub user: Option<UserId>,
    /// Where it stands.
    pub channel: ChannelId,
    /// Which it is.
    pub message: MessageId,
    /// The revision of the table that it shows.
    pub rev: u64,
    /// When it was posted, in milliseconds since 1970.
    pub posted: i64,
}

impl Store {
    /// The messages of a table.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn messages(&self, table: &TableId) -> Result<Vec<Posted>, StoreError> {
        let _ = table;
        unimplemented!()
    }

    /// Remembers a message in place of the one of its kind and user.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn put_message(&self, table: &TableId, posted: Posted) -> Result<(), StoreError> {
        let _ = (table, posted);
        unimplemented!()
    }

    /// Forgets a message, if it is known.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn forget_message(
        &self,
        table: &TableId,
        kind: MessageKind,
        user: Option<UserId>,
    ) -> Result<(), StoreError> {
        let _ = (table, kind, user);
        unimplemented!()
    }
}
