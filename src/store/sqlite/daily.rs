//! What people make of the puzzles of a day.

use sqlx::SqliteConnection;

use super::failed::Failed;
use super::job::Write;
use super::values::bound;
use super::{ReadPool, Sqlite};
use crate::store::{Attempt, ChannelId, GuildId, Morning, Puzzled, Puzzling, Riddle, Solver, StoreError, UserId};

/// More different wrong answers than these are not kept.
const TRIES: usize = 99;

type Row = (i64, Option<i64>, bool, String, bool);

async fn found(of: Puzzled, conn: &mut SqliteConnection) -> sqlx::Result<Option<Puzzling>> {
    let row = "SELECT shown, ended, solved, tried, shared FROM daily WHERE user = ?1 AND kind = ?2 AND day = ?3";
    let row: Option<Row> = bound!(sqlx::query_as(row), of.user, of.riddle as i64, of.day).fetch_optional(conn).await?;
    Ok(row.map(|(shown, ended, solved, tried, shared)| {
        // What cannot be read was no answer.
        let tried = serde_json::from_str(&tried).unwrap_or_default();
        Puzzling { shown, ended, solved, tried, shared }
    }))
}

struct Show {
    of: Puzzled,
    guild: Option<GuildId>,
    at: i64,
}

impl Write for Show {
    type Out = Option<Puzzling>;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<Option<Puzzling>, Failed> {
        let show = "INSERT INTO daily (user, kind, day, guild, shown) VALUES (?1, ?2, ?3, ?4, ?5) \
                    ON CONFLICT (user, kind, day) DO UPDATE SET guild = coalesce(guild, ?4)";
        let Puzzled { user, riddle, day } = self.of;
        bound!(sqlx::query(show), user, riddle as i64, day, self.guild, self.at).execute(&mut *conn).await?;
        Ok(found(self.of, conn).await?)
    }
}

struct Try {
    of: Puzzled,
    attempt: Attempt,
    at: i64,
}

impl Write for Try {
    type Out = Option<Puzzling>;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<Option<Puzzling>, Failed> {
        // Of two answers at once, the second finds what came of the first.
        let Some(mut now) = found(self.of, conn).await?.filter(|now| now.ended.is_none()) else {
            return Ok(found(self.of, conn).await?);
        };
        let (answer, ends, solved) = match &self.attempt {
            Attempt::Wrong(answer) => (Some(answer), false, false),
            Attempt::Right(answer) => (Some(answer), true, true),
            Attempt::Only(answer, best) => (Some(answer), true, *best),
            Attempt::GivenUp => (None, true, false),
        };
        let new = answer.filter(|answer| !now.tried.contains(answer) && (ends || now.tried.len() < TRIES));
        now.tried.extend(new.cloned());
        (now.ended, now.solved) = (ends.then_some(self.at), solved);
        let tried = serde_json::json!(now.tried).to_string();
        let put = "UPDATE daily SET ended = ?4, solved = ?5, tried = ?6 WHERE user = ?1 AND kind = ?2 AND day = ?3";
        let Puzzled { user, riddle, day } = self.of;
        bound!(sqlx::query(put), user, riddle as i64, day, now.ended, solved, tried).execute(conn).await?;
        Ok(Some(now))
    }
}

struct Share(Puzzled);

impl Write for Share {
    type Out = bool;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<bool, Failed> {
        let share = "UPDATE daily SET shared = 1 WHERE user = ?1 AND kind = ?2 AND day = ?3 AND solved AND NOT shared";
        let Puzzled { user, riddle, day } = self.0;
        let shared = bound!(sqlx::query(share), user, riddle as i64, day).execute(conn).await?;
        Ok(shared.rows_affected() == 1)
    }
}

struct PutMorning {
    guild: GuildId,
    channel: Option<ChannelId>,
    today: u32,
}

impl Write for PutMorning {
    type Out = bool;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<bool, Failed> {
        let query = match self.channel {
            None => sqlx::query("DELETE FROM mornings WHERE guild = ?1").bind(self.guild),
            Some(channel) => {
                let put = "INSERT INTO mornings (guild, channel, posted) VALUES (?1, ?2, ?3) \
                           ON CONFLICT (guild) DO UPDATE SET channel = ?2 WHERE channel <> ?2";
                bound!(sqlx::query(put), self.guild, channel, self.today)
            }
        };
        Ok(query.execute(conn).await?.rows_affected() > 0)
    }
}

struct Announced {
    guild: GuildId,
    day: u32,
}

impl Write for Announced {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let put = sqlx::query("UPDATE mornings SET posted = max(posted, ?2) WHERE guild = ?1");
        bound!(put, self.guild, self.day).execute(conn).await?;
        Ok(())
    }
}

impl Sqlite {
    pub async fn show_daily(
        &self,
        of: Puzzled,
        guild: Option<GuildId>,
        at: i64,
    ) -> Result<Option<Puzzling>, StoreError> {
        self.write(Show { of, guild, at }).await
    }

    pub async fn try_daily(&self, of: Puzzled, attempt: Attempt, at: i64) -> Result<Option<Puzzling>, StoreError> {
        self.write(Try { of, attempt, at }).await
    }

    pub async fn share_daily(&self, of: Puzzled) -> Result<bool, StoreError> {
        self.write(Share(of)).await
    }

    pub async fn put_morning(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
        today: u32,
    ) -> Result<bool, StoreError> {
        self.write(PutMorning { guild, channel, today }).await
    }

    pub async fn announced(&self, guild: GuildId, day: u32) -> Result<(), StoreError> {
        self.write(Announced { guild, day }).await
    }
}

impl ReadPool {
    pub async fn daily(&self, of: Puzzled) -> Result<Option<Puzzling>, StoreError> {
        found(of, &mut *self.reading().await?).await.map_err(|error| self.failed(error))
    }

    pub async fn days_solved(&self, user: UserId, before: u32) -> Result<u32, StoreError> {
        let days = "SELECT day FROM daily WHERE user = ?1 AND kind = ?2 AND solved AND day < ?3 ORDER BY day DESC";
        let days: Vec<(u32,)> = self.rows(bound!(sqlx::query_as(days), user, Riddle::Sum as i64, before)).await?;
        let in_a_row = (0..before).rev().zip(days).take_while(|(wanted, (day,))| wanted == day);
        Ok(in_a_row.count() as u32)
    }

    pub async fn solvers(&self, guild: GuildId, day: u32) -> Result<Vec<Solver>, StoreError> {
        let all = "SELECT user, ended - shown, json_array_length(tried) FROM daily \
                   WHERE guild = ?1 AND day = ?2 AND kind = ?3 AND solved = 1 ORDER BY 2, 3, user";
        let rows = self.rows(bound!(sqlx::query_as(all), guild, day, Riddle::Sum as i64)).await?;
        Ok(rows.into_iter().map(|(user, took, tries)| Solver { user, took, tries }).collect())
    }

    pub async fn morning(&self, guild: GuildId) -> Result<Option<ChannelId>, StoreError> {
        let channel = sqlx::query_as("SELECT channel FROM mornings WHERE guild = ?1").bind(guild);
        Ok(self.rows(channel).await?.pop().map(|(channel,)| channel))
    }

    pub async fn mornings(&self, day: u32) -> Result<Vec<Morning>, StoreError> {
        let all = sqlx::query_as("SELECT guild, channel FROM mornings WHERE posted < ?1 ORDER BY guild").bind(day);
        Ok(self.rows(all).await?.into_iter().map(|(guild, channel)| Morning { guild, channel }).collect())
    }
}
