//! Tables, who sits at them, and their changes other than moves.

mod load;
mod seldom;

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::Store;
use super::error::{Conflict, Failed, StoreError};
use super::ids::{Cause, ChannelId, GuildId, TableId, UserId};
use super::job::Write;
use super::names::Called;
use super::rows::{Stage, Stored, TableRow};
use engine::Seat;
pub(super) use load::{load, load_row};

/// How long two things are kept, in milliseconds: interactions other than moves (far longer than Discord delivers
/// one), and tables that came to nothing.
const KEPT_FOR: i64 = 7 * 24 * 3600 * 1000;
/// How far back [`Store::unpainted`] looks for ended tables, in milliseconds.
const ENDED_LATELY: i64 = 24 * 3600 * 1000;
/// How far back it looks for live ones. Where nobody has played for longer, the bot may have been sent away, and Discord
/// counts requests that it refuses against us.
const CHANGED_LATELY: i64 = 30 * 24 * 3600 * 1000;

/// A new table.
#[derive(Clone)]
pub struct Create {
    /// The table; its revision is 1.
    pub row: TableRow,
    /// The interaction behind it, which from then on leads to the new table.
    pub cause: Option<Cause>,
    /// The table that this is the rematch of, as it should be saved.
    pub old: Option<TableRow>,
}

/// A change of a table other than by a move.
#[derive(Clone)]
pub struct Save {
    /// The table as it should be; its revision is one more than that of the table it was changed from.
    pub row: TableRow,
    /// The interaction behind it.
    pub cause: Option<Cause>,
}

impl Write for Create {
    type Out = ();

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            insert(&self.row, conn).await?;
            put_people(&self.row, self.cause, conn).await?;
            if let Some(old) = &self.old {
                update(old, conn).await?;
            }
            put_cause(self.cause, &self.row, conn).await
        })
    }
}

impl Write for Save {
    type Out = ();

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            update(&self.row, conn).await?;
            put_people(&self.row, self.cause, conn).await?;
            put_cause(self.cause, &self.row, conn).await
        })
    }
}

/// Selects the tables that were closed before their match began, and before a given time. A rematch that came to
/// nothing is kept, because its match refers to it.
macro_rules! closed_lobbies {
    () => {
        "FROM tables WHERE stage = 3 AND header IS NULL AND rematch_of IS NULL AND updated < ?1"
    };
}
macro_rules! of_closed_lobbies {
    ($what:literal) => {
        concat!("DELETE FROM ", $what, " WHERE table_id IN (SELECT id ", closed_lobbies!(), ")")
    };
}

/// Forgets interactions from before a given time, and tables that came to nothing, with everything that belongs to
/// them.
pub(super) const PRUNE: [&str; 9] = [
    // They are kept for a year: this many milliseconds longer.
    "DELETE FROM deeds WHERE at < ?1 - 30931200000",
    "DELETE FROM causes WHERE at < ?1",
    // Nobody is kept by name for having sat down once.
    concat!(
        "DELETE FROM names WHERE user IN (SELECT user FROM seats WHERE table_id IN (SELECT id ",
        closed_lobbies!(),
        ") UNION SELECT user FROM guests WHERE table_id IN (SELECT id ",
        closed_lobbies!(),
        ") UNION SELECT user FROM sent_away WHERE table_id IN (SELECT id ",
        closed_lobbies!(),
        ")) AND NOT EXISTS (SELECT 1 FROM result_seats r WHERE r.user = names.user) \
         AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.user = names.user AND s.live = 1)"
    ),
    of_closed_lobbies!("causes"),
    of_closed_lobbies!("messages"),
    of_closed_lobbies!("guests"),
    of_closed_lobbies!("sent_away"),
    of_closed_lobbies!("seats"),
    concat!("DELETE ", closed_lobbies!()),
];

/// Forgets interactions that will not be delivered again, and tables at which nobody will play.
struct Prune {
    before: i64,
}

impl Write for Prune {
    type Out = ();

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(async move {
            for statement in PRUNE {
                sqlx::query(statement).bind(self.before).execute(&mut *conn).await?;
            }
            Ok(())
        })
    }
}

fn json<T: serde::Serialize>(value: &T, table: TableId, what: &'static str) -> Result<String, Failed> {
    serde_json::to_string(value).map_err(|_| Failed::Row { table, what })
}

/// Binds everything that can change, then the id and the revision.
macro_rules! bind_row {
    ($query:expr, $row:expr) => {
        $query
            .bind($row.place.channel.stored())
            .bind($row.place.guild.map(GuildId::stored))
            .bind(&$row.game)
            .bind(&$row.variant)
            .bind(json(&$row.options, $row.id, "options")?)
            .bind($row.seats)
            .bind($row.stage.stored())
            .bind($row.host.stored())
            .bind($row.private)
            .bind($row.challenge)
            .bind($row.first.map(Seat::number))
            .bind($row.header.as_ref().map(|h| json(h, $row.id, "header")).transpose()?)
            .bind($row.created)
            .bind($row.updated)
            .bind($row.rematch_of.as_ref().map(TableId::as_str))
            .bind($row.rematch.as_ref().map(TableId::as_str))
            .bind($row.id.as_str())
            .bind($row.rev.cast_signed())
    };
}

async fn insert(row: &TableRow, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let query = sqlx::query(
        "INSERT INTO tables (channel, guild, game, variant, options, seats, stage, host, private, challenge, first, \
         header, created, updated, rematch_of, rematch, id, rev) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
    );
    bind_row!(query, row).execute(conn).await?;
    Ok(())
}

/// Saves a row over its previous revision; another writer's row is not overwritten.
async fn update(row: &TableRow, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let query = sqlx::query(
        "UPDATE tables SET channel = ?1, guild = ?2, game = ?3, variant = ?4, options = ?5, seats = ?6, stage = ?7, \
         host = ?8, private = ?9, challenge = ?10, first = ?11, header = ?12, created = ?13, updated = ?14, \
         rematch_of = ?15, rematch = ?16, rev = ?18 WHERE id = ?17 AND rev = ?18 - 1",
    );
    let done = bind_row!(query, row).execute(conn).await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(Failed::Conflict(Conflict::Changed)) }
}

/// Replaces the people who sit, those who are invited and those who were sent away. The newest name of each is kept from
/// then on.
async fn put_people(row: &TableRow, cause: Option<Cause>, conn: &mut SqliteConnection) -> Result<(), Failed> {
    for delete in [
        "DELETE FROM seats WHERE table_id = ?1",
        "DELETE FROM guests WHERE table_id = ?1",
        "DELETE FROM sent_away WHERE table_id = ?1",
    ] {
        sqlx::query(delete).bind(row.id.as_str()).execute(&mut *conn).await?;
    }
    for (i, sitter) in row.sitters.iter().enumerate() {
        sqlx::query(
            "INSERT INTO seats (table_id, seat, user, name, account, live, joined) \
             VALUES (?1, ?2, ?3, ?4, nullif(?5, ?4), ?6, ?7)",
        )
        .bind(row.id.as_str())
        .bind(i as i64)
        .bind(sitter.user.stored())
        .bind(&sitter.name)
        .bind(&sitter.account)
        .bind(row.stage.is_live())
        .bind(sitter.joined)
        .execute(&mut *conn)
        .await?;
    }
    let guests = "INSERT INTO guests (table_id, place, user, name) VALUES (?1, ?2, ?3, ?4)";
    let sent_away = "INSERT INTO sent_away (table_id, place, user, name) VALUES (?1, ?2, ?3, ?4)";
    for (sql, people) in [(guests, &row.guests), (sent_away, &row.sent_away)] {
        for (i, person) in people.iter().enumerate() {
            sqlx::query(sql)
                .bind(row.id.as_str())
                .bind(i as i64)
                .bind(person.user.stored())
                .bind(&person.name)
                .execute(&mut *conn)
                .await?;
        }
    }
    for person in row.sitters.iter().chain(&row.guests).chain(&row.sent_away) {
        let (name, account) = (person.name.clone(), person.account.clone());
        let (user, guild, seen) = (person.user, row.place.guild, cause.unwrap_or(Cause(0)));
        Called { user, guild, name, account, seen }.begin(conn).await?;
    }
    Ok(())
}

async fn put_cause(cause: Option<Cause>, row: &TableRow, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let Some(cause) = cause else { return Ok(()) };
    sqlx::query("INSERT INTO causes (cause, table_id, at) VALUES (?1, ?2, ?3)")
        .bind(cause.stored())
        .bind(row.id.as_str())
        .bind(row.updated)
        .execute(conn)
        .await?;
    Ok(())
}

impl Store {
    /// Writes a new table.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if its channel or its code is taken, or its cause was already carried out.
    pub async fn create(&self, create: Create) -> Result<(), StoreError> {
        self.write(create).await
    }

    /// Saves a table.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another writer was first or the cause was already carried out.
    pub async fn save(&self, save: Save) -> Result<(), StoreError> {
        self.write(save).await
    }

    /// Forgets interactions so old that they will not be delivered again, and tables that were closed long ago
    /// before their match began. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn prune(&self, now: i64) -> Result<(), StoreError> {
        self.write(Prune { before: now - KEPT_FOR }).await
    }

    /// Everything about a table, including what is hidden; `None` if there is no such table.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn load(&self, id: TableId) -> Result<Option<Stored>, StoreError> {
        let mut tx = self.reading().await?;
        load(id, &mut tx).await.map_err(|failed| self.failed(failed))
    }

    /// The revision of a table that people see: its row's revision plus the length of its journal.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn revision(&self, id: TableId) -> Result<Option<u64>, StoreError> {
        let rev: Option<i64> = sqlx::query_scalar(
            "SELECT rev + coalesce((SELECT max(number) FROM journal WHERE table_id = ?1), 0) FROM tables WHERE id = ?1",
        )
        .bind(id.as_str())
        .fetch_optional(&self.0.pool)
        .await
        .map_err(|error| self.fault(&error))?;
        Ok(rev.map(i64::cast_unsigned))
    }

    /// The table that an interaction led to.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn table_of(&self, cause: Cause) -> Result<Option<TableId>, StoreError> {
        self.one_id(
            sqlx::query_scalar(
                "SELECT table_id FROM causes WHERE cause = ?1 \
                 UNION ALL SELECT table_id FROM journal WHERE cause = ?1 LIMIT 1",
            )
            .bind(cause.stored()),
        )
        .await
    }

    /// The one live table of a channel.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn live_at(&self, channel: ChannelId) -> Result<Option<TableId>, StoreError> {
        self.one_id(sqlx::query_scalar("SELECT id FROM tables WHERE channel = ?1 AND stage < 2").bind(channel.stored()))
            .await
    }

    /// The table that was last opened in a channel.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn latest_at(&self, channel: ChannelId) -> Result<Option<TableId>, StoreError> {
        self.one_id(
            sqlx::query_scalar(
                "SELECT id FROM tables WHERE channel = ?1 ORDER BY stage < 2 DESC, created DESC LIMIT 1",
            )
            .bind(channel.stored()),
        )
        .await
    }

    /// The newest rematch of a table that was not closed, if there is one.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn rematch_after(&self, table: TableId) -> Result<Option<TableId>, StoreError> {
        self.one_id(
            sqlx::query_scalar(
                "SELECT id FROM tables WHERE rematch_of = ?1 AND stage <> ?2 ORDER BY created DESC LIMIT 1",
            )
            .bind(table.as_str().to_owned())
            .bind(Stage::Closed.stored()),
        )
        .await
    }

    /// The live tables at which a person sits, newest first, at most 100.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn live_of(&self, user: UserId) -> Result<Vec<TableRow>, StoreError> {
        let mut tx = self.reading().await?;
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id \
             WHERE s.user = ?1 AND s.live = 1 ORDER BY t.created DESC LIMIT 100",
        )
        .bind(user.stored())
        .fetch_all(&mut *tx)
        .await
        .map_err(|error| self.fault(&error))?;
        let mut rows = Vec::with_capacity(ids.len());
        for id in ids.iter().filter_map(|id| id.parse().ok()) {
            rows.extend(load_row(id, &mut tx).await.map_err(|failed| self.failed(failed))?);
        }
        Ok(rows)
    }

    /// Tables that have something to show, the most recently changed first, because people are waiting there. Of live
    /// ones, those that changed within a month before `now` (milliseconds since 1970) are considered; of those that
    /// ended, those of the last day. One has something to show if
    /// - its board is missing, or shows an older revision than the table has;
    /// - its board shows a later deal than somebody's hand;
    /// - it has ended, and somebody's hand is still on record;
    /// - it is a lobby in which somebody invited has not been sent an invitation.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn unpainted(&self, now: i64) -> Result<Vec<TableId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(
            "WITH lately AS (SELECT id, rev, stage, max(updated, coalesce((SELECT at FROM journal j \
                             WHERE j.table_id = tables.id ORDER BY number DESC LIMIT 1), 0)) AS changed \
                             FROM tables WHERE stage < 2 UNION ALL \
                             SELECT id, rev, stage, updated FROM tables WHERE stage >= 2 AND updated > ?1) \
             SELECT t.id FROM lately t \
             LEFT JOIN messages m ON m.table_id = t.id AND m.kind = 'board' AND m.user = 0 \
             WHERE t.changed > ?2 AND (coalesce(m.rev, -1) < \
                   t.rev + coalesce((SELECT max(number) FROM journal j WHERE j.table_id = t.id), 0) \
                OR EXISTS (SELECT 1 FROM messages h WHERE h.table_id = t.id AND h.kind = 'hand' \
                           AND (t.stage >= 2 OR h.deal > 0 AND h.deal < m.deal)) \
                OR t.stage = 0 AND EXISTS (SELECT 1 FROM guests g WHERE g.table_id = t.id \
                   AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.table_id = g.table_id AND s.user = g.user) \
                   AND NOT EXISTS (SELECT 1 FROM messages i WHERE i.table_id = g.table_id AND i.kind = 'invitation' \
                                   AND i.user = g.user))) \
             ORDER BY t.changed DESC",
        )
        .bind(now - ENDED_LATELY)
        .bind(now - CHANGED_LATELY)
        .fetch_all(&self.0.pool)
        .await
        .map_err(|error| self.fault(&error))?;
        Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
    }

    async fn one_id<'q>(
        &self,
        query: sqlx::query::QueryScalar<'q, sqlx::Sqlite, String, sqlx::sqlite::SqliteArguments>,
    ) -> Result<Option<TableId>, StoreError> {
        let id = query.fetch_optional(&self.0.pool).await.map_err(|error| self.fault(&error))?;
        Ok(id.and_then(|id| id.parse().ok()))
    }
}
