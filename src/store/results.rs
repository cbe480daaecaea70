//! Results: decided matches, who played them, and how they placed.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;

use super::error::Failed;
use super::ids::{Cause, GuildId, Place, TableId, UserId};
use super::names::Called;
use super::ratings::{self, RatingChange};
use super::rows::Stage;
use engine::{Seat, Side};

/// The end of a match, written together with its last move.
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

/// How one seat finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishSeat {
    /// Which.
    pub seat: Seat,
    /// Who.
    pub user: UserId,
    /// Under which name.
    pub name: String,
    /// The name of the account.
    pub account: String,
    /// The side, whose seats win together.
    pub side: Side,
    /// 1 for the winners; those who tie share a place.
    pub place: u8,
    /// The side's final score.
    pub score: i32,
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
        let changes = ratings::rate(self, table, at, conn).await?;
        for seat in &self.seats {
            let change = changes.iter().find(|c| c.user == seat.user);
            put_seat(id, seat, change, conn).await?;
            let (name, account) = (seat.name.clone(), seat.account.clone());
            let called = Called { user: seat.user, guild: self.place.guild, name, account, seen: Cause(0) };
            called.begin(conn).await?;
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

/// How ratings changed at the end of a match.
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

/// The seats of each side, with the side's place.
pub(super) fn by_side(seats: &[FinishSeat]) -> Vec<(u8, Vec<&FinishSeat>)> {
    let mut sides: BTreeMap<u8, (u8, Vec<&FinishSeat>)> = BTreeMap::new();
    for seat in seats {
        sides.entry(seat.side.0).or_insert_with(|| (seat.place, Vec::new())).1.push(seat);
    }
    sides.into_values().collect()
}
