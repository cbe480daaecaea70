//! What people and servers have chosen.

use sqlx::SqliteConnection;

use super::failed::Failed;
use super::job::Write;
use super::values::bound;
use super::{ReadPool, Sqlite};
use crate::store::{Chooser, Chosen, GuildId, Notices, StoreError, UserId};

impl Chooser {
    const fn stored(self) -> (i64, i64) {
        match self {
            Self::Person(user) => (0, user.0.cast_signed()),
            Self::Server(guild) => (1, guild.0.cast_signed()),
        }
    }
}

struct Put {
    owner: Chooser,
    chosen: Chosen,
}

impl Write for Put {
    type Out = ();

    async fn run(&self, conn: &mut SqliteConnection) -> Result<(), Failed> {
        let (kind, owner) = self.owner.stored();
        let Chosen { picture, light, direct, notices } = self.chosen;
        let query = if self.chosen == Chosen::default() {
            bound!(sqlx::query("DELETE FROM settings WHERE kind = ?1 AND owner = ?2"), kind, owner)
        } else {
            let put = "INSERT OR REPLACE INTO settings (kind, owner, picture, light, direct, notices) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let notices = notices.map(|notices| notices as i64);
            bound!(sqlx::query(put), kind, owner, picture, light, direct, notices)
        };
        query.execute(conn).await?;
        Ok(())
    }
}

type Row = (i64, i64, Option<bool>, Option<bool>, Option<bool>, Option<i64>);

impl ReadPool {
    pub async fn settings(&self) -> Result<Vec<(Chooser, Chosen)>, StoreError> {
        let all = sqlx::query_as("SELECT kind, owner, picture, light, direct, notices FROM settings");
        let of = |(kind, owner, picture, light, direct, notices): Row| {
            let owner = owner.cast_unsigned();
            let owner = if kind == 0 { Chooser::Person(UserId(owner)) } else { Chooser::Server(GuildId(owner)) };
            // What a later version knows of and this one does not is as usual.
            let meant = |stored| Notices::ALL.into_iter().find(|meant| *meant as i64 == stored).unwrap_or_default();
            let notices = notices.map(meant);
            (owner, Chosen { picture, light, direct, notices })
        };
        Ok(self.rows(all).await?.into_iter().map(of).collect())
    }
}

impl Sqlite {
    pub async fn put_setting(&self, owner: Chooser, chosen: Chosen) -> Result<(), StoreError> {
        self.write(Put { owner, chosen }).await
    }
}
