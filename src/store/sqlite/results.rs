//! Results: decided matches, who played them, and how they placed.

use engine::{Level, Seat, Side};
use sqlx::SqliteConnection;

use super::ReadPool;
use super::failed::Failed;
use super::history;
use super::ratings;
use super::values::bound;
use crate::store::{
    Called, Cause, Decided, DecidedSeat, Finish, FinishSeat, RatingChange, Stage, StoreError, TableId, UserId,
};

impl Finish {
    /// Writes the result, rates it, and marks the table as over.
    pub(super) async fn write(
        &self,
        table: TableId,
        moves: u32,
        at: i64,
        conn: &mut SqliteConnection,
    ) -> Result<Vec<RatingChange>, Failed> {
        history::ends(table, at, &mut *conn).await?;
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
            put_seat((result, &self.game), seat, change, conn).await?;
            let Some(user) = seat.who.person() else { continue };
            let (name, account) = (seat.name.clone(), seat.account.clone());
            Called { user, guild: place.guild, name, account, seen: Cause(0) }.begin(conn).await?;
        }
        self.tally(result, &changes, conn).await?;
        Ok(changes)
    }
}

async fn put_seat(
    (result, game): (i64, &str),
    seat: &FinishSeat,
    change: Option<&RatingChange>,
    conn: &mut SqliteConnection,
) -> Result<(), Failed> {
    let put = "INSERT INTO result_seats (result, seat, user, level, name, side, place, score, before, after, game) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let level = seat.who.house().map(|house| house.level.id());
    let put = bound!(sqlx::query(put), result, seat.seat.number(), seat.who.person(), level, &seat.name, seat.side.0);
    bound!(put, seat.place, seat.score, change.map(|c| c.before), change.map(|c| c.after), game).execute(conn).await?;
    Ok(())
}

impl ReadPool {
    pub async fn knows(&self, user: UserId, game: &str) -> Result<bool, StoreError> {
        let any =
            "SELECT 1 FROM result_seats s JOIN results r ON r.id = s.result WHERE s.user = ?1 AND r.game = ?2 LIMIT 1";
        let found: Vec<(i64,)> = self.rows(bound!(sqlx::query_as(any), user, game)).await?;
        Ok(!found.is_empty())
    }

    pub async fn decided(&self, game: Option<&str>, since: i64) -> Result<Vec<Decided>, StoreError> {
        decided(game, since, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }
}

async fn decided(game: Option<&str>, since: i64, conn: &mut SqliteConnection) -> Result<Vec<Decided>, Failed> {
    type Row =
        (String, String, String, i64, u32, u8, Option<UserId>, Option<String>, u8, u8, i32, Option<i64>, Option<i64>);
    let all = "SELECT r.table_id, r.game, r.variant, r.finished, r.moves, s.seat, s.user, s.level, s.side, s.place, s.score, \
               s.before, s.after FROM results r JOIN result_seats s ON s.result = r.id \
               WHERE r.finished >= ?2 AND (?1 IS NULL OR r.game = ?1) ORDER BY r.id, s.seat";
    let rows: Vec<Row> = bound!(sqlx::query_as(all), game, since).fetch_all(conn).await?;
    let mut found: Vec<Decided> = Vec::new();
    for (table, game, variant, finished, moves, seat, user, level, side, place, score, before, after) in rows {
        let (Ok(table), Some(at)) = (table.parse(), Seat::new(seat)) else { continue };
        if found.last().is_none_or(|last| last.table != table) {
            found.push(Decided { table, game, variant, finished, moves, seats: Vec::new() });
        }
        let (level, rating) = (level.as_deref().and_then(Level::of), before.zip(after));
        let seat = DecidedSeat { seat: at, user, level, side: Side(side), place, score, rating };
        found.last_mut().into_iter().for_each(|last| last.seats.push(seat.clone()));
    }
    Ok(found)
}

/// How ratings changed at the end of a match.
pub(super) async fn changes(table: TableId, conn: &mut SqliteConnection) -> Result<Vec<RatingChange>, Failed> {
    let all = "SELECT s.user, s.before, s.after FROM results r JOIN result_seats s ON s.result = r.id \
               WHERE r.table_id = ?1 AND s.before IS NOT NULL ORDER BY s.seat";
    let rows: Vec<_> = sqlx::query_as(all).bind(table).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|(user, before, after)| RatingChange { user, before, after }).collect())
}
