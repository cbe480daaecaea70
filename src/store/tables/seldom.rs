//! Changes of tables that have a condition, or come seldom.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::super::Store;
use super::super::error::{Conflict, Failed, StoreError};
use super::super::ids::TableId;
use super::super::job::Write;
use super::super::moderation::live_in;
use super::Create;

/// A new table, unless its server then had more than so many.
struct Within {
    create: Create,
    most: Option<u32>,
}

impl Write for Within {
    type Out = ();

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            if let (Some(guild), Some(most)) = (self.create.row.place.guild, self.most)
                && live_in(guild, conn).await? >= most
            {
                return Err(Failed::Conflict(Conflict::Full));
            }
            self.create.run(conn).await
        })
    }
}

/// Closes a table whose row cannot be read.
struct PutAway {
    table: TableId,
    now: i64,
}

impl Write for PutAway {
    type Out = ();

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            let close = "UPDATE tables SET stage = 3, rev = rev + 1, updated = ?2 WHERE id = ?1 AND stage < 2";
            sqlx::query(close).bind(self.table.as_str()).bind(self.now).execute(&mut *conn).await?;
            let seats = "UPDATE seats SET live = 0 WHERE table_id = ?1";
            sqlx::query(seats).bind(self.table.as_str()).execute(conn).await?;
            Ok(())
        })
    }
}

impl Store {
    /// Writes a new table, unless its server then had more than so many live ones ([`Conflict::Full`]).
    ///
    /// # Errors
    /// As for [`create`](Self::create).
    pub async fn create_within(&self, create: Create, most: Option<u32>) -> Result<(), StoreError> {
        self.write(Within { create, most }).await
    }

    /// Closes a live table that nobody can wake, because what is stored of it is damaged; the rest of it stays as it is.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn put_away(&self, table: TableId, now: i64) -> Result<(), StoreError> {
        self.write(PutAway { table, now }).await
    }
}
