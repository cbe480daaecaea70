//! The messages that show tables.

use sqlx::SqliteConnection;

use super::failed::Failed;
use super::job::Write;
use super::values::bound;
use super::{ReadPool, Sqlite};
use crate::store::{ChannelId, MessageId, MessageKind, Posted, StoreError, TableId, UserId};

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

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let Posted { kind, user, channel, message, rev, posted, deal } = self.posted;
        let (table, kind, user, rev) = (self.table.as_str(), kind.stored(), user.unwrap_or(NOBODY), rev.cast_signed());
        let put = "INSERT OR REPLACE INTO messages (table_id, kind, user, channel, message, rev, posted, deal) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        bound!(sqlx::query(put), table, kind, user, channel, message, rev, posted, deal).execute(conn).await?;
        Ok(())
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

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let (table, kind, user) = (self.table.as_str(), self.kind.stored(), self.user.unwrap_or(NOBODY));
        let forget = "DELETE FROM messages WHERE table_id = ?1 AND kind = ?2 AND user = ?3";
        bound!(sqlx::query(forget), table, kind, user).execute(conn).await?;
        Ok(())
    }
}

/// Whose a board is.
const NOBODY: UserId = UserId(0);

type Row = (String, UserId, ChannelId, MessageId, i64, i64, u32);

fn posted((kind, user, channel, message, rev, posted, deal): Row) -> Option<Posted> {
    let kind = MessageKind::ALL.into_iter().find(|k| k.stored() == kind)?;
    let (user, rev) = (Some(user).filter(|user| *user != NOBODY), rev.cast_unsigned());
    Some(Posted { kind, user, channel, message, rev, posted, deal })
}

impl ReadPool {
    pub async fn messages(&self, table: &TableId) -> Result<Vec<Posted>, StoreError> {
        let all = "SELECT kind, user, channel, message, rev, posted, deal FROM messages WHERE table_id = ?1";
        Ok(self.rows(sqlx::query_as(all).bind(table.as_str())).await?.into_iter().filter_map(posted).collect())
    }
}

impl Sqlite {
    pub async fn put_message(&self, table: &TableId, posted: Posted) -> Result<(), StoreError> {
        self.write(Put { table: *table, posted }).await
    }

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

    #[test]
    fn records_of_boards_and_invitations_outlive_a_power_cut() {
        let posted = |kind| Posted {
            kind,
            user: None,
            channel: ChannelId(1),
            message: MessageId(5),
            rev: 1,
            posted: 0,
            deal: 1,
        };
        let may_be_lost = |kind| Put { table: TableId::random(0), posted: posted(kind) }.may_be_lost();
        assert_eq!(MessageKind::ALL.map(may_be_lost), [false, true, true, false]);
    }
}
