//! Forgetting a person.

use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use super::failed::Failed;
use super::job::Write;
use super::open::given;
use super::values::bound;
use super::{ReadPool, Sqlite};
use crate::store::{Blocks, Stage, StoreError, Traces, UserId};

/// Replaces a person's id (`?1`) with one that is nobody's (`?2`).
const REPLACE: [&str; 8] = [
    "UPDATE tallies SET opponent = ?2 WHERE opponent = ?1",
    "UPDATE deeds SET who = ?2 WHERE who = ?1",
    "UPDATE deeds SET user = ?2 WHERE user = ?1",
    // Without a word of theirs the seed is not found again, unless somebody noted it: `FORGOTTEN` stands in its place.
    "UPDATE seats SET user = ?2, name = 'a former player', account = NULL, \
        adds = CASE WHEN adds LIKE 'word:%' THEN 'forgotten' ELSE adds END WHERE user = ?1",
    "UPDATE played SET user = ?2 WHERE user = ?1",
    "UPDATE guests SET user = ?2, name = 'a former player' WHERE user = ?1",
    "UPDATE tables SET host = ?2 WHERE host = ?1",
    "UPDATE result_seats SET user = ?2, name = 'a former player' WHERE user = ?1",
];

/// Deletes what belongs to that person only.
const DELETE: [&str; 8] = [
    "DELETE FROM daily WHERE user = ?1",
    "DELETE FROM tallies WHERE user = ?1",
    "DELETE FROM moments WHERE user = ?1",
    "DELETE FROM ratings WHERE user = ?1",
    "DELETE FROM names WHERE user = ?1",
    "DELETE FROM settings WHERE kind = 0 AND owner = ?1",
    "DELETE FROM messages WHERE user = ?1",
    "DELETE FROM sent_away WHERE user = ?1",
];

/// What that person (`?1`) was asked to and has not answered is declined; a challenge is over with that. Stage 0 is a lobby, 3 a closed table.
const DECLINE: [&str; 3] = [
    "UPDATE tables SET stage = 3 WHERE stage = 0 AND challenge = 1 \
        AND id IN (SELECT table_id FROM guests WHERE user = ?1)",
    "UPDATE seats SET live = 0 WHERE table_id IN (SELECT id FROM tables WHERE stage = 3) \
        AND table_id IN (SELECT table_id FROM guests WHERE user = ?1)",
    "DELETE FROM guests WHERE user = ?1 AND table_id IN (SELECT id FROM tables WHERE stage IN (0, 3))",
];

const UNBLOCK: &str = "DELETE FROM blocks WHERE user = ?1";

/// Tables that are in memory with that person (`?1`) cannot be saved over this any more: they are read again.
const READ_AGAIN: &str = "UPDATE tables SET rev = rev + 1 WHERE id IN (SELECT table_id FROM seats WHERE user = ?1 \
    UNION SELECT table_id FROM guests WHERE user = ?1 UNION SELECT table_id FROM sent_away WHERE user = ?1)";

/// The tables at which a person sits, is invited and has not answered, or from which they were sent away; whether they
/// sit there.
const AT_TABLES: &str = "SELECT t.id, t.stage, max(at.sits) FROM tables t \
    JOIN (SELECT table_id, user, 1 sits FROM seats UNION SELECT table_id, user, 0 FROM guests \
    UNION SELECT table_id, user, 0 FROM sent_away) at ON at.table_id = t.id \
    WHERE at.user = ?1 GROUP BY t.id ORDER BY t.id";

struct Forget {
    user: UserId,
    nobody: UserId,
    blocks: Blocks,
}

impl Write for Forget {
    type Out = Traces;

    async fn run(&self, conn: &mut SqliteConnection) -> Result<Traces, Failed> {
        let found = traces(self.user, conn).await?;
        if !found.live.is_empty() {
            return Ok(found);
        }
        sqlx::query(READ_AGAIN).bind(self.user).execute(&mut *conn).await?;
        for statement in DECLINE {
            sqlx::query(statement).bind(self.user).execute(&mut *conn).await?;
        }
        for statement in REPLACE {
            bound!(sqlx::query(statement), self.user, self.nobody).execute(&mut *conn).await?;
        }
        let unblock = (self.blocks == Blocks::Go).then_some(UNBLOCK);
        for statement in DELETE.into_iter().chain(unblock) {
            sqlx::query(statement).bind(self.user).execute(&mut *conn).await?;
        }
        Ok(found)
    }
}

async fn traces(user: UserId, conn: &mut SqliteConnection) -> Result<Traces, Failed> {
    let tables: Vec<(String, i64, bool)> = sqlx::query_as(AT_TABLES).bind(user).fetch_all(&mut *conn).await?;
    let (mut live, mut at) = (Vec::new(), Vec::with_capacity(tables.len()));
    for (id, stage, sits) in &tables {
        let Ok(table) = id.parse() else { continue };
        at.push(table);
        if Stage::from_stored(*stage).ok_or(Failed::Row { table, what: "stage" })?.is_live() && *sits {
            live.push(table);
        }
    }
    let (results, ratings, settings, blocks, deeds, daily) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM result_seats WHERE user = ?1), (SELECT count(*) FROM ratings WHERE user = ?1), \
                EXISTS (SELECT 1 FROM settings WHERE kind = 0 AND owner = ?1), \
                (SELECT count(*) FROM blocks WHERE user = ?1), \
                (SELECT count(*) FROM deeds WHERE user = ?1 OR who = ?1), \
                (SELECT count(*) FROM daily WHERE user = ?1)",
    )
    .bind(user)
    .fetch_one(conn)
    .await?;
    Ok(Traces { live, tables: at, results, ratings, settings, blocks, deeds, daily })
}

impl ReadPool {
    pub async fn traces(&self, user: UserId) -> Result<Traces, StoreError> {
        traces(user, &mut *self.reading().await?).await.map_err(|failed| self.failed(failed))
    }
}

impl Sqlite {
    pub async fn forget(&self, user: UserId, blocks: Blocks) -> Result<Traces, StoreError> {
        self.write(Forget { user, nobody: UserId::nobody(), blocks }).await
    }

    pub async fn rewrite(&self) -> Result<(), StoreError> {
        self.writer.rewrite().await
    }
}

pub(in crate::store) async fn scrub(url: &str) -> Result<(), StoreError> {
    let options = given(url)?.disable_statement_logging();
    let path = options.get_filename().to_string_lossy().into_owned();
    let anew = async {
        let mut conn = options.connect().await?;
        conn.execute("VACUUM").await?;
        let (busy, ..): (bool, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut conn).await?;
        conn.close().await?;
        sqlx::Result::Ok(busy)
    };
    match anew.await.map_err(|error| StoreError::of(&error, &path))? {
        true => Err(StoreError::Locked { path }),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Attendee, ChannelId, Create, Place, Save, Store, TableId, TableRow};

    #[tokio::test]
    async fn once_closed_neither_the_file_nor_a_log_holds_the_name() {
        let (dir, store) = Store::temporary().await;
        let zoe = Attendee { account: "zz.zebulon".to_owned(), ..Attendee::new(UserId(1), "Zoe-Zebulon") };
        let place = Place { channel: ChannelId(1), guild: None };
        let mut row = TableRow::lobby(TableId::random(0), place, "g", "v", UserId(1), "", 0);
        row.sitters = vec![zoe];
        store.create(Create { row: row.clone(), cause: None, old: None }).await.unwrap();
        row.stage = Stage::Closed;
        row.rev += 1;
        store.save(Save { row, cause: None }).await.unwrap();
        assert_eq!(store.forget(UserId(1), Blocks::Go).await.unwrap().tables.len(), 1);
        let held = |file: std::path::PathBuf| {
            let bytes = std::fs::read(file).unwrap();
            bytes.windows(7).any(|part| part.eq_ignore_ascii_case(b"zebulon"))
        };
        assert!(held(dir.path().join("upcard.db-wal")), "or this test tells nothing");
        store.close().await;
        Store::scrub(&format!("sqlite://{}/upcard.db", dir.path().display())).await.unwrap();
        for file in std::fs::read_dir(dir.path()).unwrap() {
            let file = file.unwrap().path();
            assert!(!held(file.clone()), "{}", file.display());
        }
    }
}
