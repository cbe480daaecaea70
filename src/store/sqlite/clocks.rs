//! When tables are due, and when nobody could have moved.

use sqlx::SqliteConnection;

use super::failed::Failed;
use super::job::Write;
use super::values::bound;
use super::{ReadPool, Sqlite};
use crate::store::{StoreError, TableId};

struct Alive(i64);

impl Write for Alive {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let alive = "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = ?1";
        sqlx::query(alive).bind(self.0).execute(conn).await?;
        Ok(())
    }
}

struct Absence {
    began: i64,
    ended: i64,
}

impl Write for Absence {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        // What was before every match that is being played matters to none of them.
        let forget =
            "DELETE FROM absences WHERE ended < coalesce((SELECT min(created) FROM tables WHERE stage = 1), ?1)";
        sqlx::query(forget).bind(self.began).execute(&mut *conn).await?;
        let put = sqlx::query("INSERT INTO absences (began, ended) VALUES (?1, ?2)");
        bound!(put, self.began, self.ended).execute(conn).await?;
        Ok(())
    }
}

impl Sqlite {
    pub async fn alive(&self, now: i64) -> Result<(), StoreError> {
        self.write(Alive(now)).await
    }

    pub async fn put_absence(&self, began: i64, ended: i64) -> Result<(), StoreError> {
        self.write(Absence { began, ended }).await
    }
}

impl ReadPool {
    /// When the bot was last alive while a clock ran: it was as long as somebody moved.
    pub async fn last_alive(&self) -> Result<Option<i64>, StoreError> {
        let last = "SELECT max(at) FROM (SELECT at FROM alive UNION ALL \
                    SELECT (SELECT at FROM journal WHERE table_id = id ORDER BY number DESC LIMIT 1) \
                    FROM tables WHERE due IS NOT NULL AND stage = 1)";
        Ok(self.rows::<(Option<i64>,)>(sqlx::query_as(last)).await?.pop().and_then(|(at,)| at))
    }

    pub async fn absences(&self) -> Result<Vec<(i64, i64)>, StoreError> {
        self.rows(sqlx::query_as("SELECT began, ended FROM absences ORDER BY began")).await
    }

    pub async fn dues(&self) -> Result<Vec<(TableId, i64)>, StoreError> {
        let dues = "SELECT id, due FROM tables WHERE due IS NOT NULL AND stage = 1";
        let rows = self.rows::<(String, i64)>(sqlx::query_as(dues)).await?;
        Ok(rows.into_iter().filter_map(|(id, due)| Some((id.parse().ok()?, due))).collect())
    }
}
