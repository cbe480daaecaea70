//! Leaderboards.

use sqlx::SqliteConnection;

use super::ReadPool;
use super::failed::Failed;
use super::values::bound;
use crate::store::ratings::Ladder;
use crate::store::{AgainstHouse, Leaderboard, LeaderboardQuery, Level, Ranked, StoreError, UserId};

/// A page, best first; those with equal points in the order of their account ids.
const PAGE: &str = "SELECT r.user, coalesce(nullif(n.name, ''), a.name, ''), r.points, r.matches, r.wins FROM ratings r \
     LEFT JOIN names n ON n.scope = r.scope AND n.user = r.user LEFT JOIN names a ON a.scope = 0 AND a.user = r.user \
     WHERE r.scope = ?1 AND r.game = ?2 AND r.period = ?3 \
     ORDER BY r.points DESC, r.user LIMIT ?4 OFFSET ?5";
/// One person's line.
const OWN: &str = "SELECT r.user, coalesce(nullif(n.name, ''), a.name, ''), r.points, r.matches, r.wins FROM ratings r \
     LEFT JOIN names n ON n.scope = r.scope AND n.user = r.user LEFT JOIN names a ON a.scope = 0 AND a.user = r.user \
     WHERE r.scope = ?1 AND r.game = ?2 AND r.period = ?3 \
     AND r.user = ?4";
/// How many people have more than this many points.
const AHEAD: &str = "SELECT count(*) FROM ratings WHERE scope = ?1 AND game = ?2 AND period = ?3 AND points > ?4";
/// How many people are ranked.
const RANKED: &str = "SELECT count(*) FROM ratings WHERE scope = ?1 AND game = ?2 AND period = ?3";
/// How one person has done against each level of the house.
const AGAINST: &str = "SELECT level, matches, wins FROM tallies WHERE user = ?1 AND opponent = 0 AND level <> '' \
     AND game = coalesce(?2, '') AND variant = ''";

type Line = (UserId, String, i64, u32, u32);

impl ReadPool {
    pub async fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Leaderboard, StoreError> {
        read(query, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }
}

pub(super) async fn read(query: &LeaderboardQuery, conn: &mut SqliteConnection) -> Result<Leaderboard, Failed> {
    let ladder = Ladder::new(query.scope, query.game.as_deref(), query.period, query.at);
    let Ladder { scope, game, period } = ladder;
    let offset = i64::from(query.page.max(1) - 1) * i64::from(query.lines);
    let page: Vec<Line> =
        bound!(sqlx::query_as(PAGE), scope, game, period, query.lines, offset).fetch_all(&mut *conn).await?;
    let own = bound!(sqlx::query_as(OWN), scope, game, period, query.caller).fetch_optional(&mut *conn).await?;
    let own = match own {
        Some(line) => Some(rank(ahead(ladder, &line, conn).await?, line)),
        None => None,
    };
    let ranked: i64 = bound!(sqlx::query_scalar(RANKED), scope, game, period).fetch_one(&mut *conn).await?;
    let mut lines: Vec<Ranked> = Vec::with_capacity(page.len());
    // The rank of the first one is queried, those of the others follow from their points.
    for (i, line) in page.into_iter().enumerate() {
        let before = match lines.last() {
            Some(last) if last.points == line.2 => last.rank - 1,
            Some(_) => offset.cast_unsigned() + i as u64,
            None => ahead(ladder, &line, conn).await?,
        };
        lines.push(rank(before, line));
    }
    let against = against_house(query, conn).await?;
    Ok(Leaderboard { lines, ranked: ranked.cast_unsigned(), own, against })
}

async fn against_house(query: &LeaderboardQuery, conn: &mut SqliteConnection) -> Result<Vec<AgainstHouse>, Failed> {
    let rows = bound!(sqlx::query_as(AGAINST), query.caller, query.game.as_deref());
    let rows: Vec<(String, u32, u32)> = rows.fetch_all(conn).await?;
    let of = |level: Level| {
        let (_, matches, wins) = rows.iter().find(|(id, ..)| id == level.id())?;
        Some(AgainstHouse { level, matches: *matches, wins: *wins })
    };
    Ok(Level::ALL.into_iter().filter_map(of).collect())
}

async fn ahead(ladder: Ladder<'_>, line: &Line, conn: &mut SqliteConnection) -> Result<u64, Failed> {
    let ahead = bound!(sqlx::query_scalar(AHEAD), ladder.scope, ladder.game, ladder.period, line.2);
    Ok(ahead.fetch_one(conn).await.map(i64::cast_unsigned)?)
}

fn rank(ahead: u64, (user, name, points, matches, wins): Line) -> Ranked {
    Ranked { rank: ahead + 1, user, name, points, matches, wins }
}

#[cfg(test)]
mod tests {
    use super::super::tables::PRUNE;
    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn leaderboards_are_read_and_old_things_forgotten_through_indexes() {
        let (_dir, store) = Store::temporary().await;
        for query in [PAGE, OWN, AHEAD, RANKED, AGAINST].into_iter().chain(PRUNE) {
            let explained = format!("EXPLAIN QUERY PLAN {query}");
            let plan: Vec<(i64, i64, i64, String)> =
                sqlx::query_as(sqlx::AssertSqlSafe(explained)).fetch_all(&store.0.reader.pool).await.unwrap();
            for (.., step) in plan {
                assert!(!step.starts_with("SCAN"), "{query}\n{step}");
            }
        }
    }
}
