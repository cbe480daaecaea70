//! The journal: moves in order, each written once.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::Store;
use super::error::{Conflict, Failed, StoreError};
use super::ids::{Cause, TableId};
use super::job::Write;
use super::ratings::RatingChange;
use super::results::Finish;
use super::rows::Stage;
use engine::{Entry, Seat};

/// The next entry of a table's journal, with the end of the match if this move decides it.
#[derive(Clone)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The revision of the table's row against which the move was judged.
    pub rev: u64,
    /// The number of the entry, from 1.
    pub number: u32,
    /// The move.
    pub entry: Entry,
    /// The interaction behind it.
    pub cause: Option<Cause>,
    /// The end of the match, if the move ends it.
    pub finish: Option<Finish>,
}

impl Write for Append {
    type Out = Vec<RatingChange>;

    fn is_one_statement(&self) -> bool {
        self.finish.is_none()
    }

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<Self::Out, Failed>> {
        Box::pin(async move {
            self.insert(conn).await?;
            match &self.finish {
                Some(finish) => finish.write(self.table, self.number, self.entry.at, conn).await,
                None => Ok(Vec::new()),
            }
        })
    }
}

impl Append {
    /// Inserts one row, provided that the match is still the one against which the move was judged.
    async fn insert(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let done = sqlx::query(
            "INSERT INTO journal (table_id, number, seat, move, at, cause) \
             SELECT ?1, ?2, ?3, ?4, ?5, ?6 FROM tables WHERE id = ?1 AND stage = ?7 AND rev = ?8",
        )
        .bind(self.table.as_str())
        .bind(self.number)
        .bind(self.entry.seat.number())
        .bind(&self.entry.text)
        .bind(self.entry.at)
        .bind(self.cause.map(Cause::stored))
        .bind(Stage::Playing.stored())
        .bind(self.rev.cast_signed())
        .execute(conn)
        .await?;
        if done.rows_affected() == 1 { Ok(()) } else { Err(Failed::Conflict(Conflict::Changed)) }
    }
}

impl Store {
    /// Appends to a journal. Returns how ratings changed, if the match ended and was rated.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if another writer was first or the cause was already carried out; nothing is
    /// changed then.
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
    let rows: Vec<(u32, i64, String, i64, Option<i64>)> =
        sqlx::query_as("SELECT number, seat, move, at, cause FROM journal WHERE table_id = ?1 ORDER BY number")
            .bind(table.as_str())
            .fetch_all(conn)
            .await?;
    let mut journal = Journal { entries: Vec::with_capacity(rows.len()), ..Journal::default() };
    for (n, (number, seat, text, at, cause)) in (1..).zip(rows) {
        if number != n {
            journal.missing.get_or_insert(n);
        }
        let seat = u8::try_from(seat).ok().and_then(Seat::new).ok_or(Failed::Row { table, what: "journal" })?;
        journal.entries.push(Entry { seat, text, at });
        journal.causes.extend(cause.map(Cause::from_stored));
    }
    Ok(journal)
}
