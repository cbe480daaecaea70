//! Results: decided matches, who played them and where they came in.

use std::collections::BTreeMap;

use futures_util::future::try_join_all;
use sqlx::SqliteConnection;

use super::Store;
use super::error::{Failed, StoreError};
use super::ids::{ChannelId, GuildId, Place, TableId, UserId};
use super::ratings::{self, RatingChange};
use super::rows::Stage;
use crate::engine::{Seat, Side};

/// The end of a match, to be written with its last move.
#[derive(Clone, PartialEq, Debug)]
pub struct Finish {
    /// The game's id.
    pub game: String,
    /// The variant's id.
    pub variant: String,
    /// Where.
    pub place: Place,
    /// Everybody at the table, in seat order.
    pub seats: Vec<FinishSeat>,
}

/// How one seat came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishSeat {
    /// Which.
    pub seat: Seat,
    /// Who.
    pub user: UserId,
    /// Under which name.
    pub name: String,
    /// Who won together with them.
    pub side: Side,
    /// 1 for the winners; those who tie share a place.
    pub place: u8,
    /// The side's final score.
    pub score: i32,
}

/// A decided match, as it is listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Its number, in the order in which matches ended.
    pub id: i64,
    /// Its record.
    pub record: TableId,
    /// The game's id.
    pub game: String,
    /// The variant's id.
    pub variant: String,
    /// Where.
    pub place: Place,
    /// When, in milliseconds since 1970.
    pub finished: i64,
    /// How many entries its journal has.
    pub moves: u32,
    /// Everybody at the table, in seat order.
    pub seats: Vec<FinishedSeat>,
}

/// How one seat came out, and what it did to their rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedSeat {
    /// How it came out.
    pub came: FinishSeat,
    /// Points of the game's ladder (everywhere, of all time) before and after; `None` where the match was not rated.
    pub points: Option<(i64, i64)>,
}

impl Finish {
    /// Writes the result, rates it, and marks the table as over.
    pub(super) async fn write(
        &self,
        table: TableId,
        moves: u32,
        at: i64,
        conn: &mut SqliteConnection,
    ) -> Result<Vec<RatingChange>, Failed> {
        self.close_table(table, at, conn).await?;
        let id = self.put_result(table, moves, at, conn).await?;
        let changes = ratings::rate(self, at, conn).await?;
        for seat in &self.seats {
            let change = changes.iter().find(|c| c.user == seat.user);
            put_seat(id, seat, change, conn).await?;
            sqlx::query("INSERT INTO people (user, name) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET name = ?2")
                .bind(seat.user.stored())
                .bind(&seat.name)
                .execute(&mut *conn)
                .await?;
        }
        Ok(changes)
    }

    async fn close_table(&self, table: TableId, at: i64, conn: &mut SqliteConnection) -> Result<(), Failed> {
        sqlx::query("UPDATE tables SET stage = ?2, updated = ?3 WHERE id = ?1")
            .bind(table.as_str())
            .bind(Stage::Over.stored())
            .bind(at)
            .execute(&mut *conn)
            .await?;
        sqlx::query("UPDATE seats SET live = 0 WHERE table_id = ?1").bind(table.as_str()).execute(conn).await?;
        Ok(())
    }

    async fn put_result(
        &self,
        table: TableId,
        moves: u32,
        at: i64,
        conn: &mut SqliteConnection,
    ) -> Result<i64, Failed> {
        let done = sqlx::query(
            "INSERT INTO results (table_id, game, variant, guild, channel, finished, moves) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )
        .bind(table.as_str())
        .bind(&self.game)
        .bind(&self.variant)
        .bind(self.place.guild.map(GuildId::stored))
        .bind(self.place.channel.stored())
        .bind(at)
        .bind(moves)
        .execute(conn)
        .await?;
        Ok(done.last_insert_rowid())
    }
}

async fn put_seat(
    result: i64,
    seat: &FinishSeat,
    change: Option<&RatingChange>,
    conn: &mut SqliteConnection,
) -> Result<(), Failed> {
    sqlx::query(
        "INSERT INTO result_seats (result, seat, user, name, side, place, score, before, after) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )
    .bind(result)
    .bind(seat.seat.number())
    .bind(seat.user.stored())
    .bind(&seat.name)
    .bind(seat.side.0)
    .bind(seat.place)
    .bind(seat.score)
    .bind(change.map(|c| c.before))
    .bind(change.map(|c| c.after))
    .execute(conn)
    .await?;
    Ok(())
}

/// How ratings moved at the end of a match.
pub(super) async fn changes(table: TableId, conn: &mut SqliteConnection) -> Result<Vec<RatingChange>, Failed> {
    let rows: Vec<(i64, i64, i64)> = sqlx::query_as(
        "SELECT s.user, s.before, s.after FROM results r JOIN result_seats s ON s.result = r.id \
         WHERE r.table_id = ?1 AND s.before IS NOT NULL ORDER BY s.seat",
    )
    .bind(table.as_str())
    .fetch_all(conn)
    .await?;
    let change = |(user, before, after)| RatingChange { user: UserId::from_stored(user), before, after };
    Ok(rows.into_iter().map(change).collect())
}

type ResultRow = (i64, String, String, String, Option<i64>, i64, i64, u32);
type SeatRow = (i64, i64, String, i64, i64, i32, Option<i64>, Option<i64>);

impl Store {
    /// Decided matches of a person, the latest first; `before` continues a list after the match with that number.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn finished_of(
        &self,
        user: UserId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        let rows: Vec<ResultRow> = sqlx::query_as(
            "SELECT r.id, r.table_id, r.game, r.variant, r.guild, r.channel, r.finished, r.moves \
             FROM result_seats s JOIN results r ON r.id = s.result \
             WHERE s.user = ?1 AND s.result < ?2 ORDER BY s.result DESC LIMIT ?3",
        )
        .bind(user.stored())
        .bind(before.unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.0.pool)
        .await
        .map_err(|error| self.fault(&error))?;
        try_join_all(rows.into_iter().map(|row| self.finished(row))).await
    }

    async fn finished(&self, row: ResultRow) -> Result<Finished, StoreError> {
        let (id, table, game, variant, guild, channel, finished, moves) = row;
        let record = table
            .parse()
            .map_err(|_| StoreError::Other { path: self.path().to_owned(), detail: format!("{table:?} is no code") })?;
        let seats: Vec<SeatRow> = sqlx::query_as(
            "SELECT seat, user, name, side, place, score, before, after FROM result_seats WHERE result = ?1 ORDER BY seat",
        )
        .bind(id)
        .fetch_all(&self.0.pool)
        .await
        .map_err(|error| self.fault(&error))?;
        let place = Place { channel: ChannelId::from_stored(channel), guild: guild.map(GuildId::from_stored) };
        let seats = seats.into_iter().filter_map(finished_seat).collect();
        Ok(Finished { id, record, game, variant, place, finished, moves, seats })
    }
}

fn finished_seat((seat, user, name, side, place, score, before, after): SeatRow) -> Option<FinishedSeat> {
    let came = FinishSeat {
        seat: Seat::new(u8::try_from(seat).ok()?)?,
        user: UserId::from_stored(user),
        name,
        side: Side(u8::try_from(side).ok()?),
        place: u8::try_from(place).ok()?,
        score,
    };
    Some(FinishedSeat { came, points: before.zip(after) })
}

/// The seats of each side, with the side's place.
pub(super) fn by_side(seats: &[FinishSeat]) -> Vec<(u8, Vec<&FinishSeat>)> {
    let mut sides: BTreeMap<u8, (u8, Vec<&FinishSeat>)> = BTreeMap::new();
    for seat in seats {
        sides.entry(seat.side.0).or_insert_with(|| (seat.place, Vec::new())).1.push(seat);
    }
    sides.into_values().collect()
}
