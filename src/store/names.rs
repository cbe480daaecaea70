//! What people are called: the newest name that an interaction brought. Nicknames hold in their server, the account's
//! name wherever there is none.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::Store;
use super::error::{Failed, StoreError};
use super::ids::{Cause, GuildId, TableId, UserId};
use super::job::Write;
use super::leaderboard::Scope;

/// What an interaction called somebody.
#[derive(Clone, PartialEq, Eq)]
pub struct Called {
    /// Whom.
    pub user: UserId,
    /// The server it came from, if it came from one.
    pub guild: Option<GuildId>,
    /// The name there.
    pub name: String,
    /// The name of the account.
    pub account: String,
    /// The interaction.
    pub seen: Cause,
}

impl Called {
    /// The names to keep, each with its scope. A server's is empty where it is the account's.
    fn rows(&self) -> impl Iterator<Item = (i64, &str)> {
        let nick = if self.name == self.account { "" } else { self.name.as_str() };
        let server = self.guild.map(|guild| (Scope::Server(guild).stored(), nick));
        std::iter::once((Scope::Everywhere.stored(), self.account.as_str())).chain(server)
    }

    /// Keeps the names of somebody who had none.
    pub(super) async fn begin(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        self.each("INSERT OR IGNORE INTO names (scope, user, name, seen) VALUES (?1, ?2, ?3, ?4)", conn).await
    }

    /// Runs a statement with each row.
    async fn each(&self, statement: &'static str, conn: &mut SqliteConnection) -> Result<(), Failed> {
        for (scope, name) in self.rows() {
            let query = sqlx::query(statement).bind(scope).bind(self.user.stored());
            query.bind(name).bind(self.seen.stored()).execute(&mut *conn).await?;
        }
        Ok(())
    }

    /// Does it change a name that is kept?
    async fn is_news(&self, conn: &mut SqliteConnection) -> Result<bool, Failed> {
        for (scope, name) in self.rows() {
            let older =
                "SELECT EXISTS (SELECT 1 FROM names WHERE scope = ?1 AND user = ?2 AND name <> ?3 AND seen < ?4)";
            let query = sqlx::query_scalar(older).bind(scope).bind(self.user.stored());
            if query.bind(name).bind(self.seen.stored()).fetch_one(&mut *conn).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Only those who play, or played, are kept by name: somebody who merely looks leaves none.
impl Write for Called {
    type Out = ();

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(self.each("UPDATE names SET name = ?3, seen = ?4 WHERE scope = ?1 AND user = ?2 AND seen < ?4", conn))
    }
}

/// The live tables that show a person.
const SHOWN_AT: &str = "SELECT table_id FROM seats WHERE user = ?1 AND live = 1 \
    UNION SELECT p.table_id FROM (SELECT table_id, user FROM guests UNION SELECT table_id, user FROM sent_away) p \
    JOIN tables t ON t.id = p.table_id WHERE p.user = ?1 AND t.stage = 0";

impl Store {
    /// Keeps what an interaction called somebody, if that is newer than what is kept. Returns the live tables that
    /// showed another name.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub async fn rename(&self, called: Called) -> Result<Vec<TableId>, StoreError> {
        let user = called.user;
        let is_news = {
            let mut tx = self.reading().await?;
            called.is_news(&mut tx).await.map_err(|failed| self.failed(failed))?
        };
        if !is_news {
            return Ok(Vec::new());
        }
        self.write(called).await?;
        let tables: Vec<String> = sqlx::query_scalar(SHOWN_AT)
            .bind(user.stored())
            .fetch_all(&self.0.pool)
            .await
            .map_err(|error| self.fault(&error))?;
        Ok(tables.iter().filter_map(|id| id.parse().ok()).collect())
    }
}
