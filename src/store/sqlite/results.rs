//! Results: decided matches, who played them, and how they placed.

use sqlx::SqliteConnection;

use super::failed::Failed;
use super::ratings;
use super::values::bound;
use crate::store::{Called, Cause, Finish, FinishSeat, RatingChange, Stage, TableId};

impl Finish {
    /// Writes the result, rates it, and marks the table as over.
    pub(super) async fn write(
        &self,
        table: TableId,
        moves: u32,
        at: i64,
        conn: &mut SqliteConnection,
    ) -> Result<Vec<RatingChange>, Failed> {
        let close = sqlx::query("UPDATE tables SET stage = ?2, updated = ?3 WHERE id = ?1");
        bound!(close, table, Stage::Over, at).execute(&mut *conn).await?;
        sqlx::query("UPDATE seats SET live = 0 WHERE table_id = ?1").bind(table).execute(&mut *conn).await?;
        let put = "INSERT INTO results (table_id, game, variant, guild, channel, finished, moves) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let place = self.place;
        let put = bound!(sqlx::query(put), table, &self.game, &self.variant, place.guild, place.channel, at, moves);
        let result = put.execute(&mut *conn).await?.last_insert_rowid();
        let changes = ratings::rate(self, table, at, conn).await?;
        for seat in &self.seats {
            let change = changes.iter().find(|c| seat.who == c.user);
            put_seat(result, seat, change, conn).await?;
            let Some(user) = seat.who.person() else { continue };
            let (name, account) = (seat.name.clone(), seat.account.clone());
            Called { user, guild: place.guild, name, account, seen: Cause(0) }.begin(conn).await?;
        }
        Ok(changes)
    }
}

async fn put_seat(
    result: i64,
    seat: &FinishSeat,
    change: Option<&RatingChange>,
    conn: &mut SqliteConnection,
) -> Result<(), Failed> {
    let put = "INSERT INTO result_seats (result, seat, user, level, name, side, place, score, before, after) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let level = seat.who.house().map(|house| house.level.id());
    let put = bound!(sqlx::query(put), result, seat.seat.number(), seat.who.person(), level, &seat.name, seat.side.0);
    bound!(put, seat.place, seat.score, change.map(|c| c.before), change.map(|c| c.after)).execute(conn).await?;
    Ok(())
}

/// How ratings changed at the end of a match.
pub(super) async fn changes(table: TableId, conn: &mut SqliteConnection) -> Result<Vec<RatingChange>, Failed> {
    let all = "SELECT s.user, s.before, s.after FROM results r JOIN result_seats s ON s.result = r.id \
               WHERE r.table_id = ?1 AND s.before IS NOT NULL ORDER BY s.seat";
    let rows: Vec<_> = sqlx::query_as(all).bind(table).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|(user, before, after)| RatingChange { user, before, after }).collect())
}
