//! Reads of a database that a bot may be working on, or of one that nobody has open: nothing is written.

use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::Store;
use super::error::{Failed, StoreError};
use super::forget::{Traces, traces};
use super::ids::{GuildId, TableId, UserId};
use super::look::only_to_read;
use super::moderation::{self, Deed, Done, Limits};
use super::open::given;
use super::rows::{Stage, Stored, TableRow};
use super::tables::{load, load_row};

/// A connection that only reads. Each question sees one state of the database; the bot's work is not held up in between.
pub struct Beside {
    conn: SqliteConnection,
    path: String,
}

/// A table in its lobby or playing.
pub struct Live {
    /// The table.
    pub row: TableRow,
    /// When it last changed, in milliseconds since 1970.
    pub changed: i64,
}

/// Asks something within a transaction of its own.
macro_rules! within {
    ($self:ident, $conn:ident, $read:expr) => {{
        let read = async {
            let mut $conn = $self.conn.begin().await?;
            let found = $read;
            $conn.rollback().await?;
            Ok::<_, Failed>(found)
        };
        read.await.map_err(|failed: Failed| failed.at(&$self.path))
    }};
}

impl Store {
    /// Reads a database (`sqlite://path`) of this version beside whoever uses it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn beside(url: &str) -> Result<Beside, StoreError> {
        let options = given(url)?;
        let path = options.get_filename().to_string_lossy().into_owned();
        let conn = only_to_read(options, &path).connect().await.map_err(|error| StoreError::of(&error, &path))?;
        Ok(Beside { conn, path })
    }

    /// Carries out a decision in a database (`sqlite://path`) of this version, beside whoever uses it. `false` if it was so
    /// already.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn decide_beside(url: &str, deed: Deed) -> Result<bool, StoreError> {
        let options = given(url)?.disable_statement_logging();
        let path = options.get_filename().to_string_lossy().into_owned();
        let write = async {
            let mut conn = options.connect().await?;
            let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
            let done = deed.carry_out(&mut tx).await?;
            tx.commit().await?;
            conn.close().await?;
            Ok(done)
        };
        write.await.map_err(|failed: Failed| failed.at(&path))
    }
}

impl Beside {
    /// What the database holds about a person.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn traces(&mut self, user: UserId) -> Result<Traces, StoreError> {
        within!(self, conn, traces(user, &mut conn).await?)
    }

    /// What a server allows.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn limits(&mut self, guild: GuildId) -> Result<Limits, StoreError> {
        within!(self, conn, moderation::limits(guild, &mut conn).await?)
    }

    /// Everybody who is blocked on a server, or with `None` everywhere.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn blocked(&mut self, guild: Option<GuildId>) -> Result<Vec<UserId>, StoreError> {
        within!(self, conn, moderation::blocked(guild, &mut conn).await?)
    }

    /// What was decided, newest first: for one server, or all of it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn deeds(&mut self, guild: Option<GuildId>, most: u32) -> Result<Vec<Done>, StoreError> {
        within!(self, conn, moderation::deeds(guild, most, &mut conn).await?)
    }

    /// The tables whose match is being played, or with `all` every one that has begun, oldest first.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn begun(&mut self, all: bool) -> Result<Vec<TableId>, StoreError> {
        let which =
            "SELECT id FROM tables WHERE stage = ?1 OR ?2 AND (stage = ?3 OR header IS NOT NULL) ORDER BY created";
        let ids: Vec<String> = within!(self, conn, {
            let query = sqlx::query_scalar(which).bind(Stage::Playing.stored()).bind(all).bind(Stage::Over.stored());
            query.fetch_all(&mut *conn).await?
        })?;
        Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Everything about a table.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn load(&mut self, id: TableId) -> Result<Option<Stored>, StoreError> {
        within!(self, conn, load(id, &mut conn).await?)
    }

    /// The live tables, the one that has been idle for longest first. Of those that cannot be read, why.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn live(&mut self) -> Result<(Vec<Live>, Vec<StoreError>), StoreError> {
        let (mut live, mut wrong) = (Vec::new(), Vec::new());
        let idle = within!(self, conn, idle(&mut conn).await?)?;
        for (id, changed) in idle {
            match within!(self, conn, load_row(id, &mut conn).await?) {
                Ok(Some(row)) => live.push(Live { row, changed }),
                Ok(None) => {}
                Err(error @ StoreError::Row { .. }) => wrong.push(error),
                Err(error) => return Err(error),
            }
        }
        Ok((live, wrong))
    }
}

/// The live tables, each with the time of its last change, oldest first.
pub(super) async fn idle(conn: &mut SqliteConnection) -> Result<Vec<(TableId, i64)>, Failed> {
    let all = "SELECT id, max(updated, coalesce((SELECT at FROM journal j WHERE j.table_id = tables.id \
               ORDER BY number DESC LIMIT 1), 0)) AS changed FROM tables WHERE stage < 2 ORDER BY changed, id";
    let rows: Vec<(String, i64)> = sqlx::query_as(all).fetch_all(conn).await?;
    Ok(rows.into_iter().filter_map(|(id, changed)| Some((id.parse().ok()?, changed))).collect())
}
