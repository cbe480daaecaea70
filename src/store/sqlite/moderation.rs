//! Who may play where, and what owners and managers have decided about it.

use sqlx::SqliteConnection;

use super::failed::Failed;
use super::job::Write;
use super::values::bound;
use super::{ReadPool, Sqlite};
use crate::store::{Blocked, Decision, Deed, Done, GuildId, Limits, StoreError, TableId, UserId};

/// What blocks outside of any server are kept under.
const EVERYWHERE: GuildId = GuildId(0);
/// After so many days a match at which nothing has happened is closed, wherever it is.
const QUIET_MATCH: u32 = 30;

impl Write for Deed {
    type Out = bool;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<bool, Failed> {
        let (scope, is_owner) = (self.guild.unwrap_or(EVERYWHERE), self.who.is_none());
        let (query, what, user) = match &self.what {
            Decision::Block(user) => {
                let block = "INSERT INTO blocks (scope, user, at, owner) VALUES (?1, ?2, ?3, ?4) \
                             ON CONFLICT (scope, user) DO UPDATE SET owner = 1 WHERE ?4 AND NOT owner";
                (Some(bound!(sqlx::query(block), scope, user, self.at, is_owner)), "blocked", Some(user))
            }
            Decision::Unblock(user) => {
                let unblock = "DELETE FROM blocks WHERE scope = ?1 AND user = ?2 AND (?3 OR NOT owner)";
                (Some(bound!(sqlx::query(unblock), scope, user, is_owner)), "unblocked", Some(user))
            }
            Decision::Limit(limits, words) => {
                let forbidden = (!limits.forbidden.is_empty()).then(|| serde_json::json!(limits.forbidden).to_string());
                let limit = "INSERT INTO limits (guild, forbidden, most, idle) VALUES (?1, ?2, ?3, ?4) \
                             ON CONFLICT (guild) DO UPDATE SET forbidden = ?2, most = ?3, idle = ?4 \
                             WHERE forbidden IS NOT ?2 OR most IS NOT ?3 OR idle IS NOT ?4";
                (Some(bound!(sqlx::query(limit), scope, forbidden, limits.most, limits.idle)), words.as_str(), None)
            }
            Decision::Note(words, user) => (None, words.as_str(), user.as_ref()),
        };
        if let Some(query) = query
            && query.execute(&mut *conn).await?.rows_affected() == 0
        {
            return Ok(false);
        }
        let note = sqlx::query("INSERT INTO deeds (at, guild, who, what, user) VALUES (?1, ?2, ?3, ?4, ?5)");
        bound!(note, self.at, self.guild, self.who, what, user).execute(conn).await?;
        Ok(true)
    }
}

impl Sqlite {
    pub async fn decide(&self, deed: Deed) -> Result<bool, StoreError> {
        self.write(deed).await
    }
}

impl ReadPool {
    pub async fn deeds(&self, guild: Option<GuildId>, most: u32) -> Result<Vec<Done>, StoreError> {
        let all =
            "SELECT at, guild, who, what, user FROM deeds WHERE ?1 IS NULL OR guild = ?1 ORDER BY id DESC LIMIT ?2";
        let rows = self.rows(bound!(sqlx::query_as(all), guild, most)).await?;
        Ok(rows.into_iter().map(|(at, guild, who, what, user)| Done { at, guild, who, what, user }).collect())
    }

    pub async fn blocked(&self, guild: Option<GuildId>) -> Result<Vec<UserId>, StoreError> {
        let all = sqlx::query_as("SELECT user FROM blocks WHERE scope = ?1 ORDER BY at, user");
        Ok(self.rows(all.bind(guild.unwrap_or(EVERYWHERE))).await?.into_iter().map(|(user,)| user).collect())
    }

    pub async fn limits(&self, guild: GuildId) -> Result<Limits, StoreError> {
        type Row = (Option<String>, Option<u32>, Option<u32>);
        let rows = self.rows(sqlx::query_as("SELECT forbidden, most, idle FROM limits WHERE guild = ?1").bind(guild));
        let limits = |(forbidden, most, idle): Row| {
            // What cannot be read forbids nothing.
            let forbidden = forbidden.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
            Limits { forbidden, most, idle }
        };
        Ok(rows.await?.pop().map_or_else(Limits::default, limits))
    }

    pub async fn blocks_of(&self, user: UserId, guild: Option<GuildId>) -> Result<Vec<Blocked>, StoreError> {
        let all = "SELECT scope = 0, owner FROM blocks WHERE user = ?1 AND scope IN (0, ?2) ORDER BY 1 DESC";
        let one = |(everywhere, owner)| match (everywhere, owner) {
            (true, _) => Blocked::Everywhere,
            (false, true) => Blocked::HereByOwner,
            (false, false) => Blocked::Here,
        };
        let rows = self.rows(bound!(sqlx::query_as(all), user, guild.unwrap_or(EVERYWHERE))).await?;
        Ok(rows.into_iter().map(one).collect())
    }

    pub async fn blocked_in_lobbies(&self) -> Result<Vec<(TableId, UserId, String)>, StoreError> {
        let all = "SELECT t.id, s.user, s.name FROM blocks b JOIN seats s ON s.user = b.user AND s.live = 1 \
             JOIN tables t ON t.id = s.table_id AND t.stage = 0 WHERE b.scope IN (0, t.guild) GROUP BY t.id, s.user";
        let one = |(id, user, name): (String, _, _)| Some((id.parse().ok()?, user, name));
        Ok(self.rows(sqlx::query_as(all)).await?.into_iter().filter_map(one).collect())
    }

    pub async fn live_in(&self, guild: GuildId) -> Result<u32, StoreError> {
        live_in(guild, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }

    pub async fn forsaken(&self, now: i64) -> Result<Vec<(TableId, u32)>, StoreError> {
        let all = "SELECT id, days FROM (SELECT id, updated, CASE stage WHEN 1 THEN min(coalesce(idle, ?2), ?2) ELSE idle END AS days \
             FROM tables t LEFT JOIN limits l ON l.guild = t.guild WHERE stage < 2) AS t \
             WHERE days IS NOT NULL AND max(updated, coalesce((SELECT at FROM journal j WHERE j.table_id = t.id \
             ORDER BY number DESC LIMIT 1), 0)) <= ?1 - days * 86400000";
        let one = |(id, days): (String, _)| Some((id.parse().ok()?, days));
        Ok(self.rows(bound!(sqlx::query_as(all), now, QUIET_MATCH)).await?.into_iter().filter_map(one).collect())
    }

    pub async fn still_between(&self, from: i64, to: i64) -> Result<Vec<TableId>, StoreError> {
        let all = "SELECT id FROM (SELECT id, coalesce((SELECT at FROM journal j WHERE j.table_id = t.id \
             ORDER BY number DESC LIMIT 1), updated) AS moved FROM tables t WHERE stage < 2 AND stage = 1 AND due IS NULL) \
             WHERE moved > ?1 AND moved <= ?2";
        let rows: Vec<(String,)> = self.rows(bound!(sqlx::query_as(all), from, to)).await?;
        Ok(rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    pub async fn quiet_since(&self, then: i64) -> Result<Vec<(GuildId, TableId)>, StoreError> {
        let all = "SELECT guild, id FROM tables t WHERE stage < 2 AND guild IS NOT NULL AND updated < ?1 \
             AND coalesce((SELECT at FROM journal j WHERE j.table_id = t.id ORDER BY number DESC LIMIT 1), 0) < ?1 \
             ORDER BY guild";
        let one = |(guild, id): (_, String)| Some((guild, id.parse().ok()?));
        Ok(self.rows(sqlx::query_as(all).bind(then)).await?.into_iter().filter_map(one).collect())
    }
}

pub(super) async fn live_in(guild: GuildId, conn: &mut SqliteConnection) -> Result<u32, Failed> {
    let count = sqlx::query_scalar("SELECT count(*) FROM tables WHERE guild = ?1 AND stage < 2");
    Ok(count.bind(guild).fetch_one(conn).await?)
}
