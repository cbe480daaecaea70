//! Looking at a database before anything is written: whose it is, and what a start would do to it.

use std::fs::OpenOptions;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::Store;
use super::error::StoreError;
use super::open::{MIGRATIONS, given};

/// What a start would find, where nothing keeps it from its work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// No file, or no tables in it: they would be made.
    Nothing,
    /// Tables of an older version: they would be migrated.
    Older,
    /// Tables of this version.
    Current,
}

impl Store {
    /// Looks at a database (`sqlite://path`) as a start would find it, and changes nothing: its file, and what is there.
    ///
    /// # Errors
    /// What would stop the start, in a sentence that says what to do.
    pub async fn look(url: &str) -> Result<(String, Found), StoreError> {
        let options = given(url)?;
        let file = options.get_filename().to_owned();
        may_write(&file)?;
        let path = file.to_string_lossy().into_owned();
        let found = look(options, &path).await?;
        Ok((path, found))
    }
}

/// What there is in the file at `path`. Only reads, so that another program's database stays as it is.
///
/// # Errors
/// Where it is not for this program to write to.
pub(super) async fn look(options: SqliteConnectOptions, path: &str) -> Result<Found, StoreError> {
    if !Path::new(path).is_file() {
        return Ok(Found::Nothing);
    }
    // Without a log beside it nobody is writing. To look for one all the same, SQLite would make one and leave it there.
    let quiet = !Path::new(&format!("{path}-wal")).exists();
    let options = options.read_only(true).immutable(quiet).disable_statement_logging();
    let read = async {
        let mut conn = options.connect().await?;
        let tables = tables(&mut conn).await?;
        let migrations = if is_ours(&tables) { migrations(&mut conn).await? } else { Vec::new() };
        conn.close().await?;
        sqlx::Result::Ok((tables, migrations))
    };
    let (tables, migrations) = read.await.map_err(|error| StoreError::of(&error, path))?;
    if tables.is_empty() {
        Ok(Found::Nothing)
    } else if is_ours(&tables) {
        compare(&migrations, path)
    } else {
        Err(StoreError::Others { path: path.to_owned() })
    }
}

async fn tables(conn: &mut SqliteConnection) -> sqlx::Result<Vec<String>> {
    let all = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    sqlx::query_scalar(all).fetch_all(conn).await
}

/// The first migration makes both, in one transaction; other programs have a list of migrations, or tables, but not these two.
fn is_ours(tables: &[String]) -> bool {
    ["_sqlx_migrations", "tables"].iter().all(|ours| tables.iter().any(|table| table == ours))
}

/// The migrations that were carried out: version and checksum.
async fn migrations(conn: &mut SqliteConnection) -> sqlx::Result<Vec<(i64, Vec<u8>)>> {
    sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version").fetch_all(conn).await
}

fn compare(done: &[(i64, Vec<u8>)], path: &str) -> Result<Found, StoreError> {
    for (version, checksum) in done {
        let path = path.to_owned();
        match MIGRATIONS.iter().find(|known| known.version == *version) {
            None => return Err(StoreError::Newer { path, version: *version }),
            Some(known) if *known.checksum != **checksum => {
                return Err(StoreError::Foreign { path, version: *version });
            }
            Some(_) => {}
        }
    }
    Ok(if done.len() < MIGRATIONS.iter().count() { Found::Older } else { Found::Current })
}

/// Could a start write the file, and make files beside it? A file without a name tells, and is gone at once.
fn may_write(file: &Path) -> Result<(), StoreError> {
    let refused = || StoreError::Permission { path: file.display().to_string() };
    if file.exists() {
        OpenOptions::new().write(true).open(file).map_err(|_| refused())?;
    }
    let here = Path::new(".");
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(here);
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(here);
    match tempfile::tempfile_in(there) {
        Ok(_) => Ok(()),
        Err(_) if there == folder => Err(refused()),
        Err(why) => Err(StoreError::Directory { path: folder.display().to_string(), why: why.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn url(path: &Path) -> String {
        format!("sqlite://{}", path.display())
    }

    async fn run(path: &Path, sql: &'static str) {
        let mut conn = given(&url(path)).unwrap().create_if_missing(true).connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
    }

    /// Every file of a folder, with what it holds.
    fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let all = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
        all.map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap())).collect()
    }

    /// What a look finds, having seen that it left everything as it was.
    async fn looked(path: &Path, folder: &Path) -> Result<Found, StoreError> {
        let before = files(folder);
        let found = Store::look(&url(path)).await;
        assert!(before == files(folder), "a look changes nothing, and leaves nothing");
        found.map(|(_, found)| found)
    }

    #[tokio::test]
    async fn a_look_tells_what_a_start_would_do_and_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a #1.db");
        assert_eq!(looked(&dir.path().join("deep/er/upcard.db"), dir.path()).await, Ok(Found::Nothing));
        std::fs::write(&path, "").unwrap();
        assert_eq!(looked(&path, dir.path()).await, Ok(Found::Nothing));
        let store = Store::open(&url(&path)).await.unwrap();
        assert_eq!(Store::look(&url(&path)).await.unwrap().1, Found::Current, "while the bot runs");
        store.close().await;
        assert_eq!(looked(&path, dir.path()).await, Ok(Found::Current));
        run(&path, "DELETE FROM _sqlx_migrations WHERE version > 5").await;
        assert_eq!(looked(&path, dir.path()).await, Ok(Found::Older));
        run(&path, "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 5").await;
        assert!(matches!(looked(&path, dir.path()).await, Err(StoreError::Newer { version: 9999, .. })));
    }

    #[tokio::test]
    async fn another_programs_database_is_refused_and_stays_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("theirs.db");
        for made in [
            "CREATE TABLE users (name TEXT); CREATE TABLE messages (text TEXT)",
            "PRAGMA journal_mode = wal",
            "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, checksum BLOB); INSERT INTO _sqlx_migrations VALUES (1, x'00')",
        ] {
            run(&path, made).await;
            let others = StoreError::Others { path: path.display().to_string() };
            assert_eq!(looked(&path, dir.path()).await, Err(others.clone()), "{made}");
            let before = files(dir.path());
            assert_eq!(Store::open(&url(&path)).await.err(), Some(others), "{made}");
            assert!(before == files(dir.path()), "{made}");
        }
    }

    #[tokio::test]
    async fn a_place_where_no_database_can_be_is_seen_beforehand() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "x").unwrap();
        let below = looked(&file.join("sub/upcard.db"), dir.path()).await;
        assert!(matches!(below, Err(StoreError::Directory { .. })), "{below:?}");
        std::fs::remove_file(&file).unwrap();
        let folder = Store::look(&url(dir.path())).await;
        assert!(matches!(folder, Err(StoreError::Permission { .. })), "{folder:?}");
    }
}
