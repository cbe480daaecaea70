//! Matches that somebody played, and plays.

use sqlx::SqliteConnection;

use super::ReadPool;
use super::failed::Failed;
use super::values::bound;
use crate::store::{
    CameOut, History, HistoryQuery, House, MatchesOf, PastMatch, PastSeat, RunningQuery, Sitter, StoreError, TableId,
    UserId,
};

/// Before a match (`?1`) is marked as over: who played it until now (`?2`).
const ENDS: &str = "INSERT INTO played (user, ended, table_id, game) SELECT s.user, ?2, t.id, t.game \
                    FROM tables t JOIN seats s ON s.table_id = t.id WHERE t.id = ?1 AND t.stage = 1 AND s.user IS NOT NULL";

/// Matches beside one, of this game or of any.
macro_rules! page {
    ($beside:literal, $game:literal, $order:literal) => {
        concat!(
            "SELECT p.ended, p.table_id FROM played p WHERE p.user = ?1 AND (p.ended, p.table_id) ",
            $beside,
            " (?2, ?3) AND ",
            $game,
            " AND (?5 IS NULL OR EXISTS (SELECT 1 FROM played o \
              WHERE o.user = ?5 AND o.ended = p.ended AND o.table_id = p.table_id)) ORDER BY p.ended ",
            $order,
            ", p.table_id ",
            $order,
            " LIMIT ?6"
        )
    };
}
/// By whether they are newer, and of one game.
const PAGES: [[&str; 2]; 2] = [
    [page!("<", "?4 IS NULL", "DESC"), page!("<", "p.game = ?4", "DESC")],
    [page!(">", "?4 IS NULL", "ASC"), page!(">", "p.game = ?4", "ASC")],
];
const RUNNING: &str = "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id \
     WHERE s.user = ?1 AND s.live = 1 AND t.stage = 1 AND (?2 IS NULL OR t.game = ?2) AND (?4 IS NULL OR t.guild = ?4) \
     AND (?3 IS NULL OR EXISTS (SELECT 1 FROM seats o WHERE o.table_id = t.id AND o.user = ?3)) \
     ORDER BY t.created DESC LIMIT ?5";
const HEAD: &str = "SELECT game, variant FROM tables WHERE id = ?1";
const PEOPLE: &str = "SELECT s.user, s.house, coalesce(a.name, s.account, s.name), r.side, r.place, r.score FROM seats s \
     LEFT JOIN results x ON x.table_id = s.table_id LEFT JOIN result_seats r ON r.result = x.id AND r.seat = s.seat \
     LEFT JOIN names a ON a.scope = 0 AND a.user = s.user WHERE s.table_id = ?1 ORDER BY s.seat";

/// Notes who played a match that is about to be marked as over; nothing, if none is played at that table.
pub(super) async fn ends(table: TableId, at: i64, conn: &mut SqliteConnection) -> Result<(), Failed> {
    bound!(sqlx::query(ENDS), table, at).execute(conn).await?;
    Ok(())
}

impl ReadPool {
    pub async fn history(&self, query: &HistoryQuery) -> Result<History, StoreError> {
        read(query, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }

    pub async fn running(&self, query: &RunningQuery) -> Result<Vec<PastMatch>, StoreError> {
        running(query, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }
}

async fn read(query: &HistoryQuery, conn: &mut SqliteConnection) -> Result<History, Failed> {
    let HistoryQuery { of: MatchesOf { user, game, against }, beside, newer, lines } = query;
    let newer = *newer && beside.is_some();
    // One more tells whether there are more.
    let page = bound!(sqlx::query_as(PAGES[usize::from(newer)][usize::from(game.is_some())]), user);
    let table = beside.as_ref().map_or("", |one| one.table.as_str());
    let page = bound!(page, beside.map_or(i64::MAX, |one| one.ended), table);
    let mut found: Vec<(i64, String)> = bound!(page, game, against, lines + 1).fetch_all(&mut *conn).await?;
    let more = found.len() > *lines as usize;
    found.truncate(*lines as usize);
    if newer {
        found.reverse();
    }
    let mut matches = Vec::with_capacity(found.len());
    for (ended, table) in found {
        matches.extend(past(&table, Some(ended), conn).await?);
    }
    Ok(History { matches, older: newer || more, newer: if newer { more } else { beside.is_some() } })
}

async fn running(query: &RunningQuery, conn: &mut SqliteConnection) -> Result<Vec<PastMatch>, Failed> {
    let RunningQuery { of: MatchesOf { user, game, against }, guild, lines } = query;
    let found = bound!(sqlx::query_scalar(RUNNING), user, game, against, guild, lines);
    let found: Vec<String> = found.fetch_all(&mut *conn).await?;
    let mut matches = Vec::with_capacity(found.len());
    for table in found {
        matches.extend(past(&table, None, conn).await?);
    }
    Ok(matches)
}

type Row = (Option<UserId>, Option<String>, String, Option<u8>, Option<u8>, Option<i32>);

async fn past(table: &str, ended: Option<i64>, conn: &mut SqliteConnection) -> Result<Option<PastMatch>, Failed> {
    let head: Option<(String, String)> = sqlx::query_as(HEAD).bind(table).fetch_optional(&mut *conn).await?;
    let (Some((game, variant)), Ok(id)) = (head, table.parse()) else { return Ok(None) };
    let rows: Vec<Row> = sqlx::query_as(PEOPLE).bind(table).fetch_all(conn).await?;
    let seat = |(user, house, name, side, place, score): Row| {
        let house = || house.and_then(|house| house.parse::<House>().ok());
        let who = user.map(Sitter::Person).or_else(|| house().map(Sitter::House))?;
        let came_out = side.zip(place).zip(score).map(|((side, place), score)| CameOut { side, place, score });
        Some(PastSeat { who, name, came_out })
    };
    let seats: Option<Vec<PastSeat>> = rows.into_iter().map(seat).collect();
    let seats = seats.ok_or(Failed::Row { table: id, what: "seats" })?;
    Ok(Some(PastMatch { table: id, game, variant, ended, seats }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn matches_are_listed_by_index() {
        let (_dir, store) = Store::temporary().await;
        for query in PAGES.concat().into_iter().chain([RUNNING, HEAD, PEOPLE, ENDS]) {
            let explained = format!("EXPLAIN QUERY PLAN {query}");
            let plan: Vec<(i64, i64, i64, String)> =
                sqlx::query_as(sqlx::AssertSqlSafe(explained)).fetch_all(&store.0.reader.pool).await.unwrap();
            for (.., step) in plan {
                assert!(!step.starts_with("SCAN"), "{query}\n{step}");
                assert!(!step.contains("TEMP B-TREE") || query == RUNNING, "{query}\n{step}");
            }
        }
    }
}
