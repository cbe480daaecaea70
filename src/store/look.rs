//! Looking at a database before anything is written: whose it is, and what a start would do to it.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::Store;
use super::error::StoreError;
use super::open::{MIGRATIONS, given};

/// A bot at work has the lock for moments only: who has it for longer is another program.
const MOMENTS: Duration = Duration::from_secs(2);
/// A start needs at least so much space, in bytes.
const SOME: usize = 64 << 10;

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
        let found = look(options.clone(), &path).await?;
        if found != Found::Nothing && has_log(&path) {
            is_free(options, &path, MOMENTS).await?;
        }
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
    let options = options.read_only(true).immutable(!has_log(path)).disable_statement_logging();
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

/// Could a start write to a database that has a log, and so may be in use? Its lock is waited for as long as `patience`.
async fn is_free(options: SqliteConnectOptions, path: &str, patience: Duration) -> Result<(), StoreError> {
    let options = options.busy_timeout(patience).disable_statement_logging();
    let tried = async {
        // The last one that could write moves the log into the file when it closes. Where nobody else is there, this one, which only
        // reads, keeps it from that.
        let mut stays = options.clone().read_only(true).connect().await?;
        tables(&mut stays).await?;
        let mut tries = options.connect().await?;
        tries.begin_with("BEGIN IMMEDIATE").await?.rollback().await?;
        tries.close().await?;
        stays.close().await
    };
    tried.await.map_err(|error| StoreError::of(&error, path))
}

/// Is there a log beside the database? Without one nobody is at work.
fn has_log(path: &str) -> bool {
    beside(Path::new(path), "-wal").exists()
}

/// A file that SQLite keeps beside its database.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
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

/// Could a start write the file, and make files beside it? A file without a name tells, and is gone at once. What an earlier run left
/// beside it is written on.
fn may_write(file: &Path) -> Result<(), StoreError> {
    for part in [file.to_owned(), beside(file, "-wal"), beside(file, "-shm")] {
        if let Err(error) = OpenOptions::new().write(true).open(&part)
            && !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
        {
            return Err(StoreError::of_file(&error, &part));
        }
    }
    let here = Path::new(".");
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(here);
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(here);
    let filled = tempfile::tempfile_in(there).and_then(fill);
    filled.map_err(|error| match StoreError::of_file(&error, file) {
        full @ StoreError::Full { .. } => full,
        other if folder.is_dir() => other,
        _ => StoreError::Directory { path: folder.display().to_string(), why: error.to_string() },
    })
}

/// Where a disk is full, files can still be made, but not filled.
fn fill(mut file: File) -> io::Result<()> {
    file.write_all(&[b'x'; SOME])?;
    file.sync_all()
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
        let inside = looked(&file.join("upcard.db"), dir.path()).await;
        assert!(matches!(inside, Err(StoreError::Directory { .. })), "{inside:?}");
        std::fs::remove_file(&file).unwrap();
        let folder = Store::look(&url(dir.path())).await;
        assert!(matches!(folder, Err(StoreError::Permission { .. })), "{folder:?}");
    }

    #[tokio::test]
    async fn what_an_earlier_run_left_must_be_writable_too() {
        for ending in ["-wal", "-shm"] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("upcard.db");
            Store::open(&url(&path)).await.unwrap().close().await;
            // Not even root can write to a folder.
            let left = beside(&path, ending);
            std::fs::create_dir(&left).unwrap();
            let refused = StoreError::Permission { path: left.display().to_string() };
            assert_eq!(Store::look(&url(&path)).await, Err(refused));
        }
    }

    #[tokio::test]
    async fn a_log_that_a_killed_bot_left_stays_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        let store = Store::open(&url(&path)).await.unwrap();
        store.try_to_write().await.unwrap();
        let left = tempfile::tempdir().unwrap();
        let copy = left.path().join("upcard.db");
        for ending in ["", "-wal"] {
            std::fs::copy(beside(&path, ending), beside(&copy, ending)).unwrap();
        }
        let kept = || ["", "-wal"].map(|ending| std::fs::read(beside(&copy, ending)).unwrap());
        let before = kept();
        assert_eq!(Store::look(&url(&copy)).await.map(|(_, found)| found), Ok(Found::Current));
        assert!(before == kept(), "what is in the log is moved by the next start, not by a look");
        store.close().await;
    }

    #[tokio::test]
    async fn a_database_is_locked_only_where_its_lock_is_held_for_long() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        Store::open(&url(&path)).await.unwrap().close().await;
        let mut other = given(&url(&path)).unwrap().connect().await.unwrap();
        let held = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let tried = async |patience| {
            let name = path.display().to_string();
            is_free(given(&url(&path)).unwrap(), &name, Duration::from_millis(patience)).await
        };
        assert!(matches!(tried(100).await, Err(StoreError::Locked { .. })));
        let released = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            held.rollback().await.unwrap();
        };
        let (free, ()) = tokio::join!(tried(5000), released);
        assert_eq!(free, Ok(()));
        other.close().await.unwrap();
    }

    #[test]
    fn errors_of_the_system_say_what_to_do() {
        let path = Path::new("data/upcard.db");
        let words = |kind: ErrorKind| StoreError::of_file(&io::Error::from(kind), path).to_string();
        assert!(words(ErrorKind::StorageFull).starts_with("There is no space left for the database data/upcard.db."));
        assert!(words(ErrorKind::ReadOnlyFilesystem).ends_with("and that the file system is not read-only."));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_seen_although_a_file_can_be_made() {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        assert_eq!(fill(full).unwrap_err().kind(), ErrorKind::StorageFull);
    }
}
