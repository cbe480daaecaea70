//! Leaderboards.

use sqlx::SqliteConnection;

use super::Store;
use super::error::{Failed, StoreError};
use super::ids::{GuildId, UserId};
use super::ratings::Ladder;

/// Whose matches count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Those played in one server.
    Server(GuildId),
    /// All matches.
    Everywhere,
}

impl Scope {
    /// The number by which it is stored: the server's id, or 0.
    pub(super) const fn stored(self) -> i64 {
        match self {
            Self::Server(guild) => guild.stored(),
            Self::Everywhere => 0,
        }
    }
}

/// The period in which a match must have ended to count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Period {
    /// The quarter of the year that contains the time asked for (UTC).
    Season,
    /// The calendar month that contains the time asked for (UTC).
    Month,
    /// Ever.
    AllTime,
}

/// Which leaderboard, and which part of it.
#[derive(Clone, Debug)]
pub struct LeaderboardQuery {
    /// Whose matches count.
    pub scope: Scope,
    /// The game's id; `None` for all games together.
    pub game: Option<String>,
    /// The period in which they must have ended.
    pub period: Period,
    /// The time that decides which season and month, in milliseconds since 1970.
    pub at: i64,
    /// Which page, from 1.
    pub page: u32,
    /// How many lines a page has.
    pub lines: u32,
    /// The person whose own rank is shown too.
    pub caller: UserId,
}

/// A page of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaderboard {
    /// The lines, best first; empty beyond the last page.
    pub lines: Vec<Rank>,
    /// How many people are ranked in all.
    pub ranked: u64,
    /// The caller's own line, whichever page it is on; `None` for those without a rated match.
    pub own: Option<Rank>,
}

/// One line of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// From 1; equal points share a rank.
    pub rank: u64,
    /// Who.
    pub user: UserId,
    /// What they are called now: in a server their name there, everywhere that of their account.
    pub name: String,
    /// The rating that is compared (see `ratings::points`): 1000 for an unknown player.
    pub points: i64,
    /// Rated matches.
    pub matches: u32,
    /// How many of them were won (a shared first place counts).
    pub wins: u32,
}

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

type Line = (i64, String, i64, u32, u32);

impl Store {
    /// A page of a leaderboard.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn leaderboard(&self, query: &LeaderboardQuery) -> Result<Leaderboard, StoreError> {
        let mut tx = self.reading().await?;
        read(query, &mut tx).await.map_err(|failed| self.failed(failed))
    }
}

async fn read(query: &LeaderboardQuery, conn: &mut SqliteConnection) -> Result<Leaderboard, Failed> {
    let ladder = Ladder::new(query.scope, query.game.as_deref(), query.period, query.at);
    let offset = i64::from(query.page.max(1) - 1) * i64::from(query.lines);
    let page: Vec<Line> = sqlx::query_as(PAGE)
        .bind(ladder.scope)
        .bind(ladder.game)
        .bind(ladder.period)
        .bind(query.lines)
        .bind(offset)
        .fetch_all(&mut *conn)
        .await?;
    let own: Option<Line> = sqlx::query_as(OWN)
        .bind(ladder.scope)
        .bind(ladder.game)
        .bind(ladder.period)
        .bind(query.caller.stored())
        .fetch_optional(&mut *conn)
        .await?;
    let own = match own {
        Some(line) => Some(rank(ahead(ladder, line.2, conn).await?, line)),
        None => None,
    };
    let ranked: i64 = sqlx::query_scalar(RANKED)
        .bind(ladder.scope)
        .bind(ladder.game)
        .bind(ladder.period)
        .fetch_one(&mut *conn)
        .await?;
    let lines = ranks(ladder, page, offset, conn).await?;
    Ok(Leaderboard { lines, ranked: ranked.cast_unsigned(), own })
}

/// The ranks of a page: the first one is queried, the others follow from their points.
async fn ranks(
    ladder: Ladder<'_>,
    page: Vec<Line>,
    offset: i64,
    conn: &mut SqliteConnection,
) -> Result<Vec<Rank>, Failed> {
    let mut lines: Vec<Rank> = Vec::with_capacity(page.len());
    for (i, line) in page.into_iter().enumerate() {
        let before = match lines.last() {
            Some(last) if last.points == line.2 => last.rank - 1,
            Some(_) => offset.cast_unsigned() + i as u64,
            None => ahead(ladder, line.2, conn).await?,
        };
        lines.push(rank(before, line));
    }
    Ok(lines)
}

async fn ahead(ladder: Ladder<'_>, points: i64, conn: &mut SqliteConnection) -> Result<u64, Failed> {
    let ahead: i64 = sqlx::query_scalar(AHEAD)
        .bind(ladder.scope)
        .bind(ladder.game)
        .bind(ladder.period)
        .bind(points)
        .fetch_one(conn)
        .await?;
    Ok(ahead.cast_unsigned())
}

fn rank(ahead: u64, (user, name, points, matches, wins): Line) -> Rank {
    Rank { rank: ahead + 1, user: UserId::from_stored(user), name, points, matches, wins }
}

#[cfg(test)]
mod tests;
