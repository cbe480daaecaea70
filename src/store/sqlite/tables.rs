//! Tables, who sits at them, and their changes other than moves.

mod load;

use engine::Seat;
use sqlx::SqliteConnection;

use super::failed::Failed;
use super::history;
use super::job::Write;
use super::moderation::live_in;
use super::values::bound;
use super::{ReadPool, Sqlite};
use crate::store::{
    Attendee, Called, Cause, ChannelId, Conflict, Create, Level, LiveTable, Save, Sealed, Stage, StoreError, Stored,
    TableId, TableRow, UserId,
};
use load::{load, load_row};

/// How long two things are kept, in milliseconds: interactions other than moves (far longer than Discord delivers
/// one), and tables that came to nothing.
const KEPT_FOR: i64 = 7 * 24 * 3600 * 1000;
/// How far back [`ReadPool::unpainted`] looks for ended tables, in milliseconds.
const ENDED_LATELY: i64 = 24 * 3600 * 1000;
/// How far back it looks for live ones. Where nobody has played for longer, the bot may have been sent away, and Discord
/// counts requests that it refuses against us.
const CHANGED_LATELY: i64 = 30 * 24 * 3600 * 1000;

/// A new table, unless its server then had more than so many.
struct Within {
    create: Create,
    most: Option<u32>,
}

impl Write for Within {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let Create { row, cause, old } = &self.create;
        if let (Some(guild), Some(most)) = (row.place.guild, self.most)
            && live_in(guild, conn).await? >= most
        {
            return Err(Failed::Conflict(Conflict::Full));
        }
        insert(row, conn).await?;
        put_seal(row, conn).await?;
        put_people(row, *cause, conn).await?;
        if let Some(old) = old {
            update(old, conn).await?;
        }
        put_cause(*cause, row, conn).await
    }
}

impl Write for Save {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        if self.row.stage == Stage::Closed {
            history::ends(self.row.id, self.row.updated, &mut *conn).await?;
        }
        update(&self.row, conn).await?;
        put_start(&self.row, conn).await?;
        put_people(&self.row, self.cause, conn).await?;
        put_cause(self.cause, &self.row, conn).await
    }
}

/// Closes a table whose row cannot be read.
struct PutAway {
    table: TableId,
    now: i64,
}

impl Write for PutAway {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        history::ends(self.table, self.now, &mut *conn).await?;
        let close = "UPDATE tables SET stage = 3, rev = rev + 1, updated = ?2 WHERE id = ?1 AND stage < 2";
        bound!(sqlx::query(close), self.table, self.now).execute(&mut *conn).await?;
        sqlx::query("UPDATE seats SET live = 0 WHERE table_id = ?1").bind(self.table).execute(conn).await?;
        Ok(())
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

struct Prune {
    before: i64,
}

impl Write for Prune {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        for statement in PRUNE {
            sqlx::query(statement).bind(self.before).execute(&mut *conn).await?;
        }
        Ok(())
    }
}

fn json<T: serde::Serialize>(value: &T, table: TableId, what: &'static str) -> Result<String, Failed> {
    serde_json::to_string(value).map_err(|_| Failed::Row { table, what })
}

/// Runs a statement with the columns that can change, then the id and the revision. Returns how many rows it changed.
async fn write_row(statement: &'static str, row: &TableRow, conn: &mut SqliteConnection) -> Result<u64, Failed> {
    let TableRow { id, place, game, variant, seats, stage, host, private, hints, clock, .. } = row;
    let TableRow { absent, forced, next_hand, challenge, first, rev, .. } = row;
    let options = json(&row.options, *id, "options")?;
    let header = row.header.as_ref().map(|header| json(header, *id, "header")).transpose()?;
    let what = bound!(sqlx::query(statement), place.channel, place.guild, game, variant, options, seats, stage, host);
    let what = bound!(what, private, challenge, first.map(Seat::number), header, row.created, row.updated);
    let what = bound!(what, row.rematch_of, row.rematch, id, rev.cast_signed(), hints, clock);
    // What else may be sooner than a full move's time is found out when the table is woken.
    let due = (*stage == Stage::Playing && clock.seconds().is_some()).then_some(row.updated);
    let what = bound!(what.bind(due), absent, forced, next_hand);
    Ok(what.execute(conn).await?.rows_affected())
}

async fn insert(row: &TableRow, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let insert = "INSERT INTO tables (channel, guild, game, variant, options, seats, stage, host, private, challenge, first, \
                  header, created, updated, rematch_of, rematch, id, rev, hints, clock, due, absent, forced, next_hand) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)";
    write_row(insert, row, conn).await.map(drop)
}

/// Saves a row over its previous revision; another writer's row is not overwritten.
async fn update(row: &TableRow, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let update = "UPDATE tables SET channel = ?1, guild = ?2, game = ?3, variant = ?4, options = ?5, seats = ?6, stage = ?7, \
                  host = ?8, private = ?9, challenge = ?10, first = ?11, header = ?12, created = ?13, updated = ?14, \
                  rematch_of = ?15, rematch = ?16, rev = ?18, hints = ?19, clock = ?20, due = ?21, absent = ?22, forced = ?23, \
                  next_hand = ?24 \
                  WHERE id = ?17 AND rev = ?18 - 1";
    if write_row(update, row, conn).await? == 1 { Ok(()) } else { Err(Failed::Conflict(Conflict::Changed)) }
}

/// Writes down what a new table committed itself to, under the next number of its place.
async fn put_seal(row: &TableRow, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let Some(Sealed { seal, start, .. }) = &row.seal else { return Ok(()) };
    // Stage 2 is a match that was decided.
    let put = "INSERT INTO seals (table_id, scope, channel, number, attempt, secret, rules_rev, start) \
               VALUES (?1, coalesce(?2, ?3), ?3, \
                       (SELECT coalesce(max(number), 0) + 1 FROM seals WHERE scope = coalesce(?2, ?3)), \
                       (SELECT count(*) + 1 FROM seals WHERE channel = ?3 AND number > coalesce( \
                           (SELECT s.number FROM seals s JOIN tables t ON t.id = s.table_id \
                            WHERE s.channel = ?3 AND t.stage = 2 ORDER BY s.number DESC LIMIT 1), 0)), ?4, ?5, ?6)";
    let put = bound!(sqlx::query(put), row.id, row.place.guild, row.place.channel);
    bound!(put, seal.secret.as_slice(), seal.rules_rev, start).execute(conn).await?;
    Ok(())
}

/// Writes down what the press that started the match added, once.
async fn put_start(row: &TableRow, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let Some(start) = row.seal.as_ref().and_then(|sealed| sealed.start.as_ref()) else { return Ok(()) };
    let put = "UPDATE seals SET start = ?2 WHERE table_id = ?1 AND start IS NULL";
    bound!(sqlx::query(put), row.id, start).execute(conn).await?;
    Ok(())
}

/// Replaces the people who sit, those who are invited and those who were sent away. The newest name of each is kept from
/// then on.
async fn put_people(row: &TableRow, cause: Option<Cause>, conn: &mut SqliteConnection) -> Result<(), Failed> {
    for delete in [
        "DELETE FROM seats WHERE table_id = ?1",
        "DELETE FROM guests WHERE table_id = ?1",
        "DELETE FROM sent_away WHERE table_id = ?1",
    ] {
        sqlx::query(delete).bind(row.id).execute(&mut *conn).await?;
    }
    let seats = "INSERT INTO seats (table_id, seat, user, name, house, account, live, joined, adds) \
                 VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, ?4), ?7, ?8, ?9)";
    let guests = "INSERT INTO guests (table_id, place, user, name, house) VALUES (?1, ?2, ?3, ?4, ?5)";
    let sent_away = "INSERT INTO sent_away (table_id, place, user, name) VALUES (?1, ?2, ?3, ?4)";
    for (put, people) in [(seats, &row.sitters), (guests, &row.guests), (sent_away, &row.sent_away)] {
        for (i, Attendee { who, name, account, joined, adds }) in people.iter().enumerate() {
            let query = bound!(sqlx::query(put), row.id, i as i64, who.person(), name);
            let query = if put == sent_away { query } else { query.bind(who.house()) };
            let query = if put == seats { bound!(query, account, row.stage.is_live(), joined, adds) } else { query };
            query.execute(&mut *conn).await?;
            let Some(user) = who.person() else { continue };
            let (name, account) = (name.clone(), account.clone());
            let called = Called { user, guild: row.place.guild, name, account, seen: cause.unwrap_or(Cause(0)) };
            called.begin(conn).await?;
        }
    }
    // What was is not written again.
    let stand_ins = "INSERT OR IGNORE INTO stand_ins (table_id, number, seat, entries, at, level, away) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    for (number, one) in (1i64..).zip(&row.stand_ins) {
        let query = bound!(sqlx::query(stand_ins), row.id, number, one.seat.number(), one.entries, one.at);
        bound!(query, one.level.map(Level::id), one.away).execute(&mut *conn).await?;
    }
    let wishes = "INSERT OR IGNORE INTO wishes (table_id, number, seat, entries, at, says, absent) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    for (number, one) in (1i64..).zip(&row.wishes) {
        let (says, absent) = one.says.stored();
        let query = bound!(sqlx::query(wishes), row.id, number, one.seat.number(), one.entries, one.at);
        bound!(query, says, absent.map(Seat::number)).execute(&mut *conn).await?;
    }
    Ok(())
}

async fn put_cause(cause: Option<Cause>, row: &TableRow, conn: &mut SqliteConnection) -> Result<(), Failed> {
    let Some(cause) = cause else { return Ok(()) };
    let put = sqlx::query("INSERT INTO causes (cause, table_id, at) VALUES (?1, ?2, ?3)");
    bound!(put, cause, row.id, row.updated).execute(conn).await?;
    Ok(())
}

impl Sqlite {
    pub async fn create(&self, create: Create) -> Result<(), StoreError> {
        self.create_within(create, None).await
    }

    pub async fn create_within(&self, create: Create, most: Option<u32>) -> Result<(), StoreError> {
        self.write(Within { create, most }).await
    }

    pub async fn save(&self, save: Save) -> Result<(), StoreError> {
        self.write(save).await
    }

    pub async fn put_away(&self, table: TableId, now: i64) -> Result<(), StoreError> {
        self.write(PutAway { table, now }).await
    }

    pub async fn prune(&self, now: i64) -> Result<(), StoreError> {
        self.write(Prune { before: now - KEPT_FOR }).await
    }
}

impl ReadPool {
    pub async fn load(&self, id: TableId) -> Result<Option<Stored>, StoreError> {
        load(id, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }

    pub async fn table_of(&self, cause: Cause) -> Result<Option<TableId>, StoreError> {
        let all = "SELECT table_id FROM causes WHERE cause = ?1 \
                   UNION ALL SELECT table_id FROM journal WHERE cause = ?1 LIMIT 1";
        Ok(self.ids(sqlx::query_as(all).bind(cause)).await?.pop())
    }

    pub async fn live_at(&self, channel: ChannelId) -> Result<Option<TableId>, StoreError> {
        let live = sqlx::query_as("SELECT id FROM tables WHERE channel = ?1 AND stage < 2");
        Ok(self.ids(live.bind(channel)).await?.pop())
    }

    pub async fn latest_at(&self, channel: ChannelId) -> Result<Option<TableId>, StoreError> {
        let latest = "SELECT id FROM tables WHERE channel = ?1 ORDER BY stage < 2 DESC, created DESC LIMIT 1";
        Ok(self.ids(sqlx::query_as(latest).bind(channel)).await?.pop())
    }

    pub async fn rematch_after(&self, table: TableId) -> Result<Option<TableId>, StoreError> {
        let after = "SELECT id FROM tables WHERE rematch_of = ?1 AND stage <> ?2 ORDER BY created DESC LIMIT 1";
        Ok(self.ids(bound!(sqlx::query_as(after), table, Stage::Closed)).await?.pop())
    }

    pub async fn live_of(&self, user: UserId) -> Result<Vec<TableRow>, StoreError> {
        live_of(user, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }

    pub async fn begun(&self, all: bool) -> Result<Vec<TableId>, StoreError> {
        let begun =
            "SELECT id FROM tables WHERE stage = ?1 OR ?2 AND (stage = ?3 OR header IS NOT NULL) ORDER BY created";
        self.ids(bound!(sqlx::query_as(begun), Stage::Playing, all, Stage::Over)).await
    }

    pub async fn live(&self) -> Result<(Vec<LiveTable>, Vec<StoreError>), StoreError> {
        let (mut live, mut wrong) = (Vec::new(), Vec::new());
        let all = "SELECT id, max(updated, coalesce((SELECT at FROM journal j WHERE j.table_id = tables.id \
                   ORDER BY number DESC LIMIT 1), 0)) AS changed FROM tables WHERE stage < 2 ORDER BY changed, id";
        for (id, changed) in self.rows::<(String, i64)>(sqlx::query_as(all)).await? {
            let Ok(id) = id.parse() else { continue };
            match load_row(id, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed)) {
                Ok(Some(row)) => live.push(LiveTable { row, changed }),
                Ok(None) => {}
                Err(error @ StoreError::Row { .. }) => wrong.push(error),
                Err(error) => return Err(error),
            }
        }
        Ok((live, wrong))
    }

    pub async fn going_on(&self) -> Result<Vec<TableId>, StoreError> {
        let going_on = "SELECT id FROM tables t WHERE stage = 1 AND (EXISTS \
                      (SELECT 1 FROM seats s WHERE s.table_id = t.id AND s.house IS NOT NULL) \
                      OR EXISTS (SELECT 1 FROM stand_ins i WHERE i.table_id = t.id) \
                      OR (SELECT goes_on FROM journal j WHERE j.table_id = t.id ORDER BY number DESC LIMIT 1) = 1 \
                      OR forced = 1 AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.table_id = t.id))";
        self.ids(sqlx::query_as(going_on)).await
    }

    pub async fn unpainted(&self, now: i64) -> Result<Vec<TableId>, StoreError> {
        let unpainted = "WITH lately AS (SELECT id, rev, stage, max(updated, coalesce((SELECT at FROM journal j \
                         WHERE j.table_id = tables.id ORDER BY number DESC LIMIT 1), 0)) AS changed \
                         FROM tables WHERE stage < 2 UNION ALL \
                         SELECT id, rev, stage, updated FROM tables WHERE stage >= 2 AND updated > ?1) \
         SELECT t.id FROM lately t \
         LEFT JOIN messages m ON m.table_id = t.id AND m.kind = 'board' AND m.user = 0 \
         WHERE t.changed > ?2 AND (coalesce(m.rev, -1) < \
               t.rev + coalesce((SELECT max(number) FROM journal j WHERE j.table_id = t.id), 0) \
            OR EXISTS (SELECT 1 FROM messages h WHERE h.table_id = t.id AND h.kind = 'hand' \
                       AND (t.stage >= 2 OR h.deal > 0 AND h.deal < m.deal)) \
            OR t.stage = 0 AND EXISTS (SELECT 1 FROM guests g WHERE g.table_id = t.id AND g.user IS NOT NULL \
               AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.table_id = g.table_id AND s.user = g.user) \
               AND NOT EXISTS (SELECT 1 FROM messages i WHERE i.table_id = g.table_id AND i.kind = 'invitation' \
                               AND i.user = g.user))) \
         ORDER BY t.changed DESC";
        self.ids(bound!(sqlx::query_as(unpainted), now - ENDED_LATELY, now - CHANGED_LATELY)).await
    }
}

async fn live_of(user: UserId, conn: &mut SqliteConnection) -> Result<Vec<TableRow>, Failed> {
    let live = "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id \
                WHERE s.user = ?1 AND s.live = 1 ORDER BY t.created DESC LIMIT 100";
    let ids: Vec<String> = sqlx::query_scalar(live).bind(user).fetch_all(&mut *conn).await?;
    let mut rows = Vec::with_capacity(ids.len());
    for id in ids.iter().filter_map(|id| id.parse().ok()) {
        rows.extend(load_row(id, conn).await?);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Place, Store};

    #[tokio::test]
    async fn a_stage_that_is_none_is_damage_and_not_a_closed_table() {
        let (_dir, store) = Store::temporary().await;
        let place = Place { channel: ChannelId(1), guild: None };
        let row = TableRow::lobby(TableId::random(0), place, "g", "v", UserId(1), "Ada", 0);
        let table = row.id;
        store.create(Create { row, cause: None, old: None }).await.unwrap();
        let mut conn = store.0.reader.pool.acquire().await.unwrap();
        for sql in [
            "PRAGMA query_only = OFF",
            "PRAGMA ignore_check_constraints = ON",
            "UPDATE tables SET stage = 4",
            "PRAGMA query_only = ON",
        ] {
            sqlx::query(sql).execute(&mut *conn).await.unwrap();
        }
        let damaged = Some(StoreError::Row { table, what: "stage" });
        assert_eq!(store.load(table).await.err(), damaged);
        assert_eq!(store.traces(UserId(1)).await.err(), damaged);
    }
}
