//! What people are called.

use sqlx::SqliteConnection;

use super::Sqlite;
use super::failed::Failed;
use super::job::Write;
use super::values::bound;
use crate::store::{Called, StoreError, TableId};

impl Called {
    /// Keeps the names of somebody who had none.
    pub(super) async fn begin(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        self.each("INSERT OR IGNORE INTO names (scope, user, name, seen) VALUES (?1, ?2, ?3, ?4)", conn).await
    }

    /// Runs a statement with each row.
    async fn each(&self, statement: &'static str, conn: &mut SqliteConnection) -> Result<(), Failed> {
        for (scope, name) in self.rows() {
            bound!(sqlx::query(statement), scope.stored(), self.user, name, self.seen).execute(&mut *conn).await?;
        }
        Ok(())
    }

    /// Does it change a name that is kept?
    async fn is_news(&self, conn: &mut SqliteConnection) -> Result<bool, Failed> {
        let older = "SELECT EXISTS (SELECT 1 FROM names WHERE scope = ?1 AND user = ?2 AND name <> ?3 AND seen < ?4)";
        for (scope, name) in self.rows() {
            let query = bound!(sqlx::query_scalar(older), scope.stored(), self.user, name, self.seen);
            if query.fetch_one(&mut *conn).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Write for Called {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        self.each("UPDATE names SET name = ?3, seen = ?4 WHERE scope = ?1 AND user = ?2 AND seen < ?4", conn).await
    }
}

/// The live tables that show a person.
const SHOWN_AT: &str = "SELECT table_id FROM seats WHERE user = ?1 AND live = 1 \
    UNION SELECT p.table_id FROM (SELECT table_id, user FROM guests UNION SELECT table_id, user FROM sent_away) p \
    JOIN tables t ON t.id = p.table_id WHERE p.user = ?1 AND t.stage = 0";

impl Sqlite {
    pub async fn rename(&self, called: Called) -> Result<Vec<TableId>, StoreError> {
        let user = called.user;
        let is_news = called.is_news(&mut *self.reader.reading().await?).await;
        if !is_news.map_err(|failed| self.reader.failed(failed))? {
            return Ok(Vec::new());
        }
        self.write(called).await?;
        self.reader.ids(sqlx::query_as(SHOWN_AT).bind(user)).await
    }
}
