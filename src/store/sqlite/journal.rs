//! The journal: moves in order, each written once.

use engine::{Entry, Seat};
use sqlx::SqliteConnection;

use super::Sqlite;
use super::failed::Failed;
use super::job::Write;
use super::values::bound;
use crate::store::{Append, Cause, Conflict, RatingChange, Stage, StoreError, TableId};

impl Write for Append {
    type Out = Vec<RatingChange>;

    fn is_one_statement(&self) -> bool {
        self.finish.is_none() && self.due.is_none()
    }

    async fn run(&self, conn: &mut SqliteConnection) -> Result<Self::Out, Failed> {
        self.insert(conn).await?;
        if let Some(due) = self.due {
            let put = sqlx::query("UPDATE tables SET due = ?2 WHERE id = ?1");
            bound!(put, self.table, due).execute(&mut *conn).await?;
        }
        match &self.finish {
            Some(finish) => finish.write(self.table, self.number, self.entry.at, conn).await,
            None => Ok(Vec::new()),
        }
    }
}

impl Append {
    /// Inserts one row, provided that the match is still the one against which the move was judged.
    async fn insert(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let insert = "INSERT INTO journal (table_id, number, seat, move, at, cause, goes_on) \
                      SELECT ?1, ?2, ?3, ?4, ?5, ?6, nullif(?9, 0) FROM tables WHERE id = ?1 AND stage = ?7 AND rev = ?8";
        let Entry { seat, text, at } = &self.entry;
        let moved = bound!(sqlx::query(insert), self.table, self.number, seat.number(), text, at, self.cause);
        let done = bound!(moved, Stage::Playing, self.rev.cast_signed(), self.goes_on).execute(conn).await?;
        if done.rows_affected() == 1 { Ok(()) } else { Err(Failed::Conflict(Conflict::Changed)) }
    }
}

impl Sqlite {
    pub async fn append(&self, append: Append) -> Result<Vec<RatingChange>, StoreError> {
        self.write(append).await
    }
}

/// A journal as it is stored.
#[derive(Default)]
pub(super) struct Journal {
    pub(super) entries: Vec<Entry>,
    pub(super) causes: Vec<Cause>,
    /// The first number that none of them has, although a later one is there.
    pub(super) missing: Option<u32>,
}

/// The journal of a table.
pub(super) async fn load(table: TableId, conn: &mut SqliteConnection) -> Result<Journal, Failed> {
    let all = "SELECT number, seat, move, at, cause FROM journal WHERE table_id = ?1 ORDER BY number";
    let rows: Vec<(u32, i64, String, i64, Option<Cause>)> = sqlx::query_as(all).bind(table).fetch_all(conn).await?;
    let mut journal = Journal { entries: Vec::with_capacity(rows.len()), ..Journal::default() };
    for (n, (number, seat, text, at, cause)) in (1..).zip(rows) {
        if number != n {
            journal.missing.get_or_insert(n);
        }
        let seat = u8::try_from(seat).ok().and_then(Seat::new).ok_or(Failed::Row { table, what: "journal" })?;
        journal.entries.push(Entry { seat, text, at });
        journal.causes.extend(cause);
    }
    Ok(journal)
}
