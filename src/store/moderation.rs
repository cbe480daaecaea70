//! Who may play where, and what owners and managers have decided about it.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;

use super::Store;
use super::error::{Failed, StoreError};
use super::ids::{GuildId, TableId, UserId};
use super::job::Write;

/// What a server allows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The ids of games that are not played there.
    pub forbidden: Vec<String>,
    /// The most tables at once; `None`: as many as people like.
    pub most: Option<u32>,
    /// After so many days without a change a table is closed; `None`: never.
    pub idle: Option<u32>,
}

/// Something that an owner or a manager decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// This person may open and join no tables.
    Block(UserId),
    /// This person may again.
    Unblock(UserId),
    /// What a server allows from now on, and what changes with that, in words.
    Limit(Limits, String),
    /// Something that was done already, in words, and whom it concerned.
    Note(String, Option<UserId>),
}

/// A decision, and who made it for which server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// For which server; `None`: everywhere.
    pub guild: Option<GuildId>,
    /// By whom; `None`: the bot's owner, by command.
    pub who: Option<UserId>,
    /// What.
    pub what: Decision,
}

/// A line of the log of such decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// For which server; `None`: everywhere.
    pub guild: Option<GuildId>,
    /// By whom; `None`: the bot's owner, by command.
    pub who: Option<UserId>,
    /// What, in words.
    pub what: String,
    /// Whom it concerned.
    pub user: Option<UserId>,
}

/// Where somebody is blocked, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocked {
    /// Everywhere, by whoever runs the bot.
    Everywhere,
    /// On this server, by whoever runs the bot: those who manage it cannot lift that.
    HereByOwner,
    /// On this server, by those who manage it.
    Here,
}

/// The number that blocks of a server, or of everywhere, are kept under.
fn scope(guild: Option<GuildId>) -> i64 {
    guild.map_or(0, GuildId::stored)
}

impl Write for Deed {
    type Out = bool;

    fn run<'a>(&'a self, conn: &'a mut SqliteConnection) -> BoxFuture<'a, Result<bool, Failed>> {
        Box::pin(self.carry_out(conn))
    }
}

impl Deed {
    /// Does it and notes it; `false` if it was so already, or is not theirs to change.
    pub(super) async fn carry_out(&self, conn: &mut SqliteConnection) -> Result<bool, Failed> {
        let (scope, is_owner) = (scope(self.guild), self.who.is_none());
        let (query, what, user) = match &self.what {
            Decision::Block(user) => {
                let query = sqlx::query(
                    "INSERT INTO blocks (scope, user, at, owner) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (scope, user) \
                     DO UPDATE SET owner = 1 WHERE ?4 AND NOT owner",
                );
                let query = query.bind(scope).bind(user.stored()).bind(self.at).bind(is_owner);
                (Some(query), "blocked", Some(user))
            }
            Decision::Unblock(user) => {
                let query = sqlx::query("DELETE FROM blocks WHERE scope = ?1 AND user = ?2 AND (?3 OR NOT owner)");
                (Some(query.bind(scope).bind(user.stored()).bind(is_owner)), "unblocked", Some(user))
            }
            Decision::Limit(limits, words) => {
                let forbidden = (!limits.forbidden.is_empty()).then(|| serde_json::json!(limits.forbidden).to_string());
                let query = sqlx::query(
                    "INSERT INTO limits (guild, forbidden, most, idle) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (guild) \
                     DO UPDATE SET forbidden = ?2, most = ?3, idle = ?4 \
                     WHERE forbidden IS NOT ?2 OR most IS NOT ?3 OR idle IS NOT ?4",
                );
                (Some(query.bind(scope).bind(forbidden).bind(limits.most).bind(limits.idle)), words.as_str(), None)
            }
            Decision::Note(words, user) => (None, words.as_str(), user.as_ref()),
        };
        if let Some(query) = query
            && query.execute(&mut *conn).await?.rows_affected() == 0
        {
            return Ok(false);
        }
        sqlx::query("INSERT INTO deeds (at, guild, who, what, user) VALUES (?1, ?2, ?3, ?4, ?5)")
            .bind(self.at)
            .bind(self.guild.map(GuildId::stored))
            .bind(self.who.map(UserId::stored))
            .bind(what)
            .bind(user.map(|user| user.stored()))
            .execute(conn)
            .await?;
        Ok(true)
    }
}

/// What was done, newest first: for one server, or with `None` all of it.
pub(super) async fn deeds(guild: Option<GuildId>, most: u32, conn: &mut SqliteConnection) -> Result<Vec<Done>, Failed> {
    type Row = (i64, Option<i64>, Option<i64>, String, Option<i64>);
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT at, guild, who, what, user FROM deeds WHERE ?1 IS NULL OR guild = ?1 ORDER BY id DESC LIMIT ?2",
    )
    .bind(guild.map(GuildId::stored))
    .bind(most)
    .fetch_all(conn)
    .await?;
    let done = |(at, guild, who, what, user): Row| Done {
        at,
        guild: guild.map(GuildId::from_stored),
        who: who.map(UserId::from_stored),
        what,
        user: user.map(UserId::from_stored),
    };
    Ok(rows.into_iter().map(done).collect())
}

/// Everybody who is blocked on a server, or with `None` everywhere.
pub(super) async fn blocked(guild: Option<GuildId>, conn: &mut SqliteConnection) -> Result<Vec<UserId>, Failed> {
    let all = sqlx::query_scalar("SELECT user FROM blocks WHERE scope = ?1 ORDER BY at, user");
    let users: Vec<i64> = all.bind(scope(guild)).fetch_all(conn).await?;
    Ok(users.into_iter().map(UserId::from_stored).collect())
}

/// What a server allows.
pub(super) async fn limits(guild: GuildId, conn: &mut SqliteConnection) -> Result<Limits, Failed> {
    let row = sqlx::query_as("SELECT forbidden, most, idle FROM limits WHERE guild = ?1");
    let row: Option<(Option<String>, Option<u32>, Option<u32>)> = row.bind(guild.stored()).fetch_optional(conn).await?;
    Ok(row.map_or_else(Limits::default, |(forbidden, most, idle)| {
        // What cannot be read forbids nothing.
        let forbidden = forbidden.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
        Limits { forbidden, most, idle }
    }))
}

impl Store {
    /// Carries out a decision, and notes it. `false` if it was so already.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn decide(&self, deed: Deed) -> Result<bool, StoreError> {
        self.write(deed).await
    }

    /// The blocks of this person that hold on a server, or outside of any, the widest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn blocks_of(&self, user: UserId, guild: Option<GuildId>) -> Result<Vec<Blocked>, StoreError> {
        let all =
            sqlx::query_as("SELECT scope = 0, owner FROM blocks WHERE user = ?1 AND scope IN (0, ?2) ORDER BY 1 DESC");
        let rows: Vec<(bool, bool)> = all
            .bind(user.stored())
            .bind(scope(guild))
            .fetch_all(&self.0.pool)
            .await
            .map_err(|error| self.fault(&error))?;
        let one = |(everywhere, owner)| match (everywhere, owner) {
            (true, _) => Blocked::Everywhere,
            (false, true) => Blocked::HereByOwner,
            (false, false) => Blocked::Here,
        };
        Ok(rows.into_iter().map(one).collect())
    }

    /// Who sits in a lobby although they are blocked there, with the name that they sit under.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn blocked_in_lobbies(&self) -> Result<Vec<(TableId, UserId, String)>, StoreError> {
        let all = sqlx::query_as(
            "SELECT t.id, s.user, s.name FROM blocks b JOIN seats s ON s.user = b.user AND s.live = 1 \
             JOIN tables t ON t.id = s.table_id AND t.stage = 0 WHERE b.scope IN (0, t.guild) GROUP BY t.id, s.user",
        );
        let rows: Vec<(String, i64, String)> = all.fetch_all(&self.0.pool).await.map_err(|error| self.fault(&error))?;
        let one = |(id, user, name): (String, i64, String)| Some((id.parse().ok()?, UserId::from_stored(user), name));
        Ok(rows.into_iter().filter_map(one).collect())
    }

    /// Everybody who is blocked on a server, or with `None` everywhere.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn blocked(&self, guild: Option<GuildId>) -> Result<Vec<UserId>, StoreError> {
        blocked(guild, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }

    /// What a server allows.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn limits(&self, guild: GuildId) -> Result<Limits, StoreError> {
        limits(guild, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }

    /// What was decided for a server, newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn deeds(&self, guild: GuildId, most: u32) -> Result<Vec<Done>, StoreError> {
        deeds(Some(guild), most, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }

    /// How many tables of a server are live.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn live_in(&self, guild: GuildId) -> Result<u32, StoreError> {
        live_in(guild, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }

    /// The live tables that their servers want closed, because nothing has happened for so many days.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn forsaken(&self, now: i64) -> Result<Vec<(TableId, u32)>, StoreError> {
        let forsaken = sqlx::query_as(
            "SELECT t.id, l.idle FROM limits l JOIN tables t ON t.guild = l.guild AND t.stage < 2 \
             WHERE l.idle IS NOT NULL AND max(t.updated, coalesce((SELECT at FROM journal j WHERE j.table_id = t.id \
             ORDER BY number DESC LIMIT 1), 0)) <= ?1 - l.idle * 86400000",
        );
        let rows: Vec<(String, u32)> =
            forsaken.bind(now).fetch_all(&self.0.pool).await.map_err(|error| self.fault(&error))?;
        Ok(rows.into_iter().filter_map(|(id, days)| Some((id.parse().ok()?, days))).collect())
    }

    /// The servers at whose live tables nothing has happened since a given time, each with those tables.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn quiet_since(&self, then: i64) -> Result<Vec<(GuildId, TableId)>, StoreError> {
        let quiet = sqlx::query_as(
            "SELECT guild, id FROM tables t WHERE stage < 2 AND guild IS NOT NULL AND updated < ?1 AND coalesce((SELECT at \
             FROM journal j WHERE j.table_id = t.id ORDER BY number DESC LIMIT 1), 0) < ?1 ORDER BY guild",
        );
        let rows: Vec<(i64, String)> =
            quiet.bind(then).fetch_all(&self.0.pool).await.map_err(|error| self.fault(&error))?;
        let one = |(guild, id): (i64, String)| Some((GuildId::from_stored(guild), id.parse().ok()?));
        Ok(rows.into_iter().filter_map(one).collect())
    }
}

/// How many tables of a server are live.
pub(super) async fn live_in(guild: GuildId, conn: &mut SqliteConnection) -> Result<u32, Failed> {
    let count = sqlx::query_scalar("SELECT count(*) FROM tables WHERE guild = ?1 AND stage < 2");
    Ok(count.bind(guild.stored()).fetch_one(conn).await?)
}
