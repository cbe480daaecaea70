//! Whether a database has the tables that its list of migrations (`_sqlx_migrations`) says it has. What a start would do
//! is tried on a copy in memory, which has the same tables without their rows.

use std::collections::BTreeSet;

use sqlx::migrate::MigrateError;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use super::look::{Found, tables};
use super::open::MIGRATIONS;
use crate::store::StoreError;

/// How a database is made.
pub(super) struct Made {
    /// The statements that make its tables and indexes.
    schema: Vec<String>,
    done: Vec<Done>,
}

/// A migration that is said to have been carried out.
struct Done {
    version: i64,
    checksum: Vec<u8>,
    finished: bool,
}

impl Made {
    pub(super) async fn read(conn: &mut SqliteConnection) -> sqlx::Result<Self> {
        let schema = "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL \
                      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type DESC, rowid";
        let schema = sqlx::query_scalar(schema).fetch_all(&mut *conn).await?;
        let done: sqlx::Result<Vec<(i64, Vec<u8>, bool)>> = sqlx::query_as(
            "SELECT coalesce(CAST(version AS INTEGER), 0), CAST(coalesce(checksum, '') AS BLOB), coalesce(success = 1, 0) \
             FROM _sqlx_migrations ORDER BY version",
        )
        .fetch_all(conn)
        .await;
        let done = match done {
            // The list, or one of its columns, is not there.
            Err(error) if error.as_database_error().is_some_and(|error| error.code().as_deref() == Some("1")) => vec![],
            done => done?,
        };
        let done = done.into_iter().map(|(version, checksum, finished)| Done { version, checksum, finished });
        Ok(Self { schema, done: done.collect() })
    }

    /// What a start would find.
    ///
    /// # Errors
    /// Why it could not go on.
    pub(super) async fn judge(&self, path: &str) -> Result<Found, StoreError> {
        let path = || path.to_owned();
        for Done { version, checksum, .. } in &self.done {
            match MIGRATIONS.iter().find(|known| known.version == *version) {
                // No version of upcard numbers one like this.
                None if *version <= 0 => return Err(StoreError::Muddled { path: path(), why: NO_LIST.to_owned() }),
                None => return Err(StoreError::Newer { path: path(), version: *version }),
                Some(known) if *known.checksum != **checksum => {
                    return Err(StoreError::Foreign { path: path(), version: *version });
                }
                Some(_) => {}
            }
        }
        self.rehearse().await.map_err(|why| StoreError::Muddled { path: path(), why })?;
        match self.done.iter().find(|done| !done.finished) {
            Some(done) => Err(StoreError::Unfinished { path: path(), version: done.version }),
            None if self.done.len() < MIGRATIONS.iter().count() => Ok(Found::Older),
            None => Ok(Found::Current),
        }
    }

    /// Carries out what is left to do, on a copy.
    async fn rehearse(&self) -> Result<(), String> {
        let failed = |error: sqlx::Error| error.to_string();
        let mut copy = SqliteConnection::connect("sqlite::memory:").await.map_err(failed)?;
        for statement in &self.schema {
            // What is not ours may need what we have not.
            let _ = sqlx::raw_sql(AssertSqlSafe(statement.clone())).execute(&mut copy).await;
        }
        for Done { version, checksum, .. } in &self.done {
            let noted = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                         VALUES (?1, '', 1, ?2, 0)";
            sqlx::query(noted).bind(version).bind(checksum).execute(&mut copy).await.map_err(|_| NO_LIST)?;
        }
        MIGRATIONS.run(&mut copy).await.map_err(|error| undone(&error))?;
        let mut new = SqliteConnection::connect("sqlite::memory:").await.map_err(failed)?;
        MIGRATIONS.run(&mut new).await.map_err(|error| error.to_string())?;
        let (wanted, there) = (parts(&mut new).await.map_err(failed)?, parts(&mut copy).await.map_err(failed)?);
        match wanted.difference(&there).next() {
            Some(missing) => Err(format!("{missing} is missing")),
            None => Ok(()),
        }
    }
}

/// The tables of a new database.
pub(super) async fn made_anew() -> sqlx::Result<Vec<(String, String)>> {
    let mut new = SqliteConnection::connect("sqlite::memory:").await?;
    MIGRATIONS.run(&mut new).await.map_err(sqlx::Error::from)?;
    tables(&mut new).await
}

const NO_LIST: &str = "that list itself is not as upcard makes it";

/// Why what is left to do cannot be done, in words of ours: those of the library name neither cause nor remedy.
pub(super) fn undone(error: &MigrateError) -> String {
    match error {
        MigrateError::ExecuteMigration(_, number) => {
            format!("number {number} is not in it, and cannot be carried out on the tables as they are")
        }
        _ => NO_LIST.to_owned(),
    }
}

/// The columns of every table, and the indexes.
async fn parts(conn: &mut SqliteConnection) -> sqlx::Result<BTreeSet<String>> {
    let all = "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' \
               UNION SELECT 'the index ' || name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL";
    Ok(sqlx::query_scalar(all).fetch_all(conn).await?.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;

    use super::super::open::given;
    use super::*;
    use crate::store::{Attendee, Looked, Store, UserId};

    /// A table of an older database, and a result.
    const PLAYED: &str = "INSERT INTO tables VALUES ('k7f2', 1, NULL, 'g', 'v', '{}', NULL, 1, 1, 0, 0, NULL, NULL, 1, 0, 0, NULL, \
                          NULL); \
         INSERT INTO seats VALUES ('k7f2', 0, 1, 'Ada', 1, 3); INSERT INTO guests VALUES ('k7f2', 0, 2, 'Ben'); \
         INSERT INTO results VALUES (1, 'k7f2', 'g', 'v', NULL, 1, 5, 1); \
         INSERT INTO result_seats VALUES (1, 0, 1, 'Ada', 0, 1, 5, NULL, NULL)";

    type Fits<'a> = &'a dyn Fn(&StoreError) -> bool;

    /// What a look, and what a start says of a new database to which this was done.
    async fn said(done: &'static str) -> [Result<Found, StoreError>; 2] {
        let (dir, store) = Store::temporary().await;
        store.close().await;
        let url = format!("sqlite://{}/upcard.db", dir.path().display());
        let mut conn = given(&url).unwrap().connect().await.unwrap();
        sqlx::raw_sql(done).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        let looked = Store::look(&url).await.map(|Looked { found, .. }| found);
        let opened = match Store::open(&url).await {
            Ok(store) => {
                store.close().await;
                Ok(Found::Current)
            }
            Err(error) => Err(error),
        };
        [looked, opened]
    }

    #[tokio::test]
    async fn p07_a_list_of_migrations_that_does_not_fit_is_named_alike_by_a_look_and_by_a_start() {
        let unfinished = |error: &StoreError| matches!(error, StoreError::Unfinished { .. });
        let muddled = |error: &StoreError| matches!(error, StoreError::Muddled { .. });
        let foreign = |error: &StoreError| matches!(error, StoreError::Foreign { version: 2, .. });
        let newer = |error: &StoreError| matches!(error, StoreError::Newer { version: 9999, .. });
        let cases: [(&str, Fits<'_>); 19] = [
            ("UPDATE _sqlx_migrations SET success = 0 WHERE version = 1", &unfinished),
            ("UPDATE _sqlx_migrations SET success = 0", &unfinished),
            ("DELETE FROM _sqlx_migrations WHERE version = 3", &muddled),
            ("DELETE FROM _sqlx_migrations WHERE version > 5", &muddled),
            ("DELETE FROM _sqlx_migrations", &muddled),
            ("DROP TABLE _sqlx_migrations", &muddled),
            ("DROP TABLE _sqlx_migrations; DROP TABLE journal", &muddled),
            ("DROP TABLE tables; DROP TABLE journal", &muddled),
            ("DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)", &muddled),
            ("ALTER TABLE _sqlx_migrations DROP COLUMN success", &muddled),
            ("DROP TABLE results", &muddled),
            ("UPDATE _sqlx_migrations SET version = -1 WHERE version = 3", &muddled),
            ("UPDATE _sqlx_migrations SET version = 'a' WHERE version = 3", &muddled),
            (
                "INSERT INTO _sqlx_migrations SELECT NULL, description, installed_on, success, checksum, execution_time \
                 FROM _sqlx_migrations WHERE version = 3",
                &muddled,
            ),
            ("DROP INDEX one_live_table_a_channel", &muddled),
            ("ALTER TABLE messages DROP COLUMN deal", &muddled),
            ("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2", &foreign),
            ("UPDATE _sqlx_migrations SET checksum = x'' WHERE version = 2", &foreign),
            ("UPDATE _sqlx_migrations SET version = 9999, success = 0 WHERE version = 2", &newer),
        ];
        for (done, fits) in cases {
            let [looked, opened] = said(done).await;
            let error = looked.unwrap_err();
            assert!(fits(&error), "{done}: {error}");
            let words = error.to_string();
            assert!(!words.contains("error returned") && !words.contains("(code"), "of the library: {words}");
            assert_eq!(opened.map_err(|error| std::mem::discriminant(&error)), Err(std::mem::discriminant(&error)));
        }
        let added = "CREATE TABLE of_the_owner (x); CREATE VIEW seen AS SELECT id FROM tables";
        assert_eq!(said(added).await, [Ok(Found::Current), Ok(Found::Current)], "what is there besides is no fault");
    }

    #[tokio::test]
    async fn an_older_database_is_one_whose_tables_are_older_too() {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/upcard.db", dir.path().display());
        let mut conn = given(&url).unwrap().create_if_missing(true).connect().await.unwrap();
        MIGRATIONS.run_to(5, &mut conn).await.unwrap();
        sqlx::raw_sql(PLAYED).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        assert_eq!(Store::look(&url).await.map(|looked| looked.found), Ok(Found::Older));
        let store = Store::open(&url).await.unwrap();
        let row = store.load("k7f2".parse().unwrap()).await.unwrap().unwrap().row;
        let ada = Attendee { joined: 3, ..Attendee::new(UserId(1), "Ada") };
        assert_eq!((row.sitters, row.guests), (vec![ada], vec![Attendee::new(UserId(2), "Ben")]));
        let traces = store.traces(UserId(1)).await.unwrap();
        assert_eq!((traces.live, traces.results), (vec![row.id], 1));
        store.close().await;
        assert_eq!(Store::look(&url).await.map(|looked| looked.found), Ok(Found::Current));
    }
}
