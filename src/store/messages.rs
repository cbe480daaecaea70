//! The messages that show tables: where each board, hand, notice and invitation is.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::Store;
use super::error::{Failed, StoreError};
use super::ids::{ChannelId, MessageId, TableId, UserId};
use super::job::Write;

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

/// One message of a table. A table has at most one of each kind for each user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    /// What it shows.
    pub kind: MessageKind,
    /// Whose it is; `None` for the board.
    pub user: Option<UserId>,
    /// The channel it is in.
    pub channel: ChannelId,
    /// Its id.
    pub message: MessageId,
    /// The revision of the table that it shows.
    pub rev: u64,
    /// When it was posted, in milliseconds since 1970.
    pub posted: i64,
    /// The deal in which a hand or a board was posted; 0: none, or unknown.
    pub deal: u32,
}

impl MessageKind {
    const ALL: [Self; 4] = [Self::Board, Self::Hand, Self::Notice, Self::Invitation];

    const fn stored(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Hand => "hand",
            Self::Notice => "notice",
            Self::Invitation => "invitation",
        }
    }
}

struct Put {
    table: TableId,
    posted: Posted,
}

impl Write for Put {
    type Out = ();

    fn is_one_statement(&self) -> bool {
        true
    }

    /// Whether this record may be lost in a power cut: what is posted again then has the nonce of the existing message.
    /// Boards and invitations, of which there are few, are kept all the same: a board that answered a command has
    /// no nonce.
    fn may_be_lost(&self) -> bool {
        matches!(self.posted.kind, MessageKind::Hand | MessageKind::Notice)
    }

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            let Posted { kind, user, channel, message, rev, posted, deal } = self.posted;
            sqlx::query(
                "INSERT OR REPLACE INTO messages (table_id, kind, user, channel, message, rev, posted, deal) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )
            .bind(self.table.as_str())
            .bind(kind.stored())
            .bind(user.map_or(0, UserId::stored))
            .bind(channel.stored())
            .bind(message.stored())
            .bind(rev.cast_signed())
            .bind(posted)
            .bind(deal)
            .execute(conn)
            .await?;
            Ok(())
        })
    }
}

struct Forget {
    table: TableId,
    kind: MessageKind,
    user: Option<UserId>,
}

impl Write for Forget {
    type Out = ();

    fn is_one_statement(&self) -> bool {
        true
    }

    fn may_be_lost(&self) -> bool {
        true
    }

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            sqlx::query("DELETE FROM messages WHERE table_id = ?1 AND kind = ?2 AND user = ?3")
                .bind(self.table.as_str())
                .bind(self.kind.stored())
                .bind(self.user.map_or(0, UserId::stored))
                .execute(conn)
                .await?;
            Ok(())
        })
    }
}

type Row = (String, i64, i64, i64, i64, i64, u32);

fn posted((kind, user, channel, message, rev, posted, deal): Row) -> Option<Posted> {
    Some(Posted {
        kind: MessageKind::ALL.into_iter().find(|k| k.stored() == kind)?,
        user: (user != 0).then(|| UserId::from_stored(user)),
        channel: ChannelId::from_stored(channel),
        message: MessageId::from_stored(message),
        rev: rev.cast_unsigned(),
        posted,
        deal,
    })
}

impl Store {
    /// The messages of a table.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn messages(&self, table: &TableId) -> Result<Vec<Posted>, StoreError> {
        let rows: Vec<Row> =
            sqlx::query_as("SELECT kind, user, channel, message, rev, posted, deal FROM messages WHERE table_id = ?1")
                .bind(table.as_str())
                .fetch_all(&self.0.pool)
                .await
                .map_err(|error| self.fault(&error))?;
        Ok(rows.into_iter().filter_map(posted).collect())
    }

    /// Records a message, replacing the one of its kind and user.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn put_message(&self, table: &TableId, posted: Posted) -> Result<(), StoreError> {
        self.write(Put { table: *table, posted }).await
    }

    /// Forgets a message, if it is on record.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn forget_message(
        &self,
        table: &TableId,
        kind: MessageKind,
        user: Option<UserId>,
    ) -> Result<(), StoreError> {
        self.write(Forget { table: *table, kind, user }).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Create, Place, Sitter, TableRow};

    const ADA: UserId = UserId(1);
    const BEN: UserId = UserId(2);

    fn posted(kind: MessageKind, user: Option<UserId>) -> Posted {
        Posted { kind, user, channel: ChannelId(1), message: MessageId(5), rev: 1, posted: 0, deal: 1 }
    }

    /// A table of Ada's in this channel.
    async fn table(store: &Store, channel: u64) -> TableId {
        let ada = Sitter { user: ADA, name: "Ada".to_owned(), account: "Ada".to_owned(), joined: 0 };
        let place = Place { channel: ChannelId(channel), guild: None };
        let row = TableRow::lobby(TableId::random(0), place, "g", "v", ada, 0);
        store.create(Create { row: row.clone(), cause: None, old: None }).await.unwrap();
        row.id
    }

    #[tokio::test]
    async fn only_the_message_that_is_named_is_forgotten() {
        let (_dir, store) = Store::temporary().await;
        let (here, there) = (table(&store, 1).await, table(&store, 2).await);
        let all = [
            posted(MessageKind::Hand, Some(ADA)),
            posted(MessageKind::Hand, Some(BEN)),
            posted(MessageKind::Notice, Some(ADA)),
            posted(MessageKind::Board, None),
        ];
        for table in [here, there] {
            for message in all {
                store.put_message(&table, message).await.unwrap();
            }
        }
        store.forget_message(&here, MessageKind::Hand, Some(ADA)).await.unwrap();
        let left = store.messages(&here).await.unwrap();
        assert!(left.len() == 3 && all[1..].iter().all(|message| left.contains(message)), "{left:?}");
        assert_eq!(store.messages(&there).await.unwrap().len(), 4);
        store.close().await;
    }

    #[test]
    fn records_of_boards_and_invitations_outlive_a_power_cut() {
        let may_be_lost = |kind| Put { table: TableId::random(0), posted: posted(kind, None) }.may_be_lost();
        assert_eq!(MessageKind::ALL.map(may_be_lost), [false, true, true, false]);
    }
}
