//! What people and servers have chosen. Only choices have rows, so that all of them fit into memory.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::Store;
use super::error::{Failed, StoreError};
use super::ids::{GuildId, UserId};
use super::job::Write;

/// Whose settings they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chooser {
    /// A person's, wherever they play.
    Person(UserId),
    /// A server's, for its boards and for those who have chosen nothing.
    Server(GuildId),
}

/// What was chosen; `None` leaves it to the server, or to the default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Chosen {
    /// Pictures rather than text.
    pub picture: Option<bool>,
    /// Dark words on pale felt rather than light words on dark felt.
    pub light: Option<bool>,
    /// Hands by direct message rather than by a button that shows them only to their owner.
    pub direct: Option<bool>,
    /// A notice when others wait for this person's move.
    pub notices: Option<bool>,
}

impl Chooser {
    const fn stored(self) -> (i64, i64) {
        match self {
            Self::Person(user) => (0, user.stored()),
            Self::Server(guild) => (1, guild.stored()),
        }
    }
}

struct Put {
    owner: Chooser,
    chosen: Chosen,
}

impl Write for Put {
    type Out = ();

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            let (kind, owner) = self.owner.stored();
            let Chosen { picture, light, direct, notices } = self.chosen;
            let query = if self.chosen == Chosen::default() {
                sqlx::query("DELETE FROM settings WHERE kind = ?1 AND owner = ?2").bind(kind).bind(owner)
            } else {
                sqlx::query(
                    "INSERT OR REPLACE INTO settings (kind, owner, picture, light, direct, notices) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )
                .bind(kind)
                .bind(owner)
                .bind(picture)
                .bind(light)
                .bind(direct)
                .bind(notices)
            };
            query.execute(conn).await?;
            Ok(())
        })
    }
}

type Row = (i64, i64, Option<bool>, Option<bool>, Option<bool>, Option<bool>);

impl Store {
    /// Everything that anybody has chosen.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn settings(&self) -> Result<Vec<(Chooser, Chosen)>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as("SELECT kind, owner, picture, light, direct, notices FROM settings")
            .fetch_all(&self.0.pool)
            .await
            .map_err(|error| self.fault(&error))?;
        let of = |(kind, owner, picture, light, direct, notices): Row| {
            let owner = match kind {
                0 => Chooser::Person(UserId::from_stored(owner)),
                _ => Chooser::Server(GuildId::from_stored(owner)),
            };
            (owner, Chosen { picture, light, direct, notices })
        };
        Ok(rows.into_iter().map(of).collect())
    }

    /// Records what somebody has chosen, replacing what they had.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn put_setting(&self, owner: Chooser, chosen: Chosen) -> Result<(), StoreError> {
        self.write(Put { owner, chosen }).await
    }
}
