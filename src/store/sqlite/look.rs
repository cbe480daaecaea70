//! Looks at a database before anything is written: whose it is, and what a start would do to it.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::alone::{is_at_work, lock_file};
use super::open::{LOG, given};
use super::rehearsal::{Made, made_anew};
use crate::store::StoreError;

/// A working bot holds the lock only for moments: whatever holds it for longer is another program.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// The least space that a start needs, in bytes, in addition to what the log takes.
const SPACE_NEEDED: u64 = 64 << 10;

/// What a start would find, if nothing prevents it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// No file, or no tables in it: they would be made.
    Nothing,
    /// Tables of an older version: they would be migrated.
    Older,
    /// Tables of this version.
    Current,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looked {
    pub path: String,
    /// What a start would find in it.
    pub found: Found,
    /// Whether another program has shut us out ([`Alone`](super::Alone)).
    pub at_work: bool,
}

pub(in crate::store) fn file(url: &str) -> Result<PathBuf, StoreError> {
    given(url).map(|options| options.get_filename().to_owned())
}

pub(in crate::store) async fn look(url: &str) -> Result<Looked, StoreError> {
    let options = given(url)?;
    let file = options.get_filename().to_owned();
    let made = may_write(&file)?;
    fill(made, SPACE_NEEDED + missing_log(&file)).map_err(|error| StoreError::of_file(&error, &file))?;
    let path = file.to_string_lossy().into_owned();
    let found = found_in(options.clone(), &path).await?;
    if found != Found::Nothing {
        is_whole(&options, &path).await?;
        if has_log(&path) {
            is_free(options, &path, LOCK_TIMEOUT).await?;
        }
    }
    Ok(Looked { at_work: is_at_work(&file), path, found })
}

/// Finds out what is in the file at `path`. Only reads, so that another program's database stays as it is.
///
/// # Errors
/// If it is not for this program to write to.
pub(super) async fn found_in(options: SqliteConnectOptions, path: &str) -> Result<Found, StoreError> {
    // What cannot be written may not be readable either, and SQLite does not say which file it was.
    may_write(Path::new(path))?;
    if !Path::new(path).is_file() {
        let is_lone = beside(Path::new(path), "-wal").metadata().is_ok_and(|log| log.len() > 0);
        return if is_lone { Err(StoreError::OnlyLog { path: path.to_owned() }) } else { Ok(Found::Nothing) };
    }
    let read = async || {
        let mut conn = only_to_read(options.clone(), path).connect().await?;
        let tables = tables(&mut conn).await?;
        let made = if is_ours(&tables).await? { Some(Made::read(&mut conn).await?) } else { None };
        conn.close().await?;
        sqlx::Result::Ok((tables, made))
    };
    let unused = !has_log(path);
    let read = match read().await {
        // Another program has begun to write in between: what was half read of it is no damage.
        Err(_) if unused && has_log(path) => read().await,
        read => read,
    };
    let (tables, made) = read.map_err(|error| StoreError::of(&error, path))?;
    match made {
        Some(made) => made.judge(path).await,
        None if tables.is_empty() => Ok(Found::Nothing),
        None => Err(StoreError::Others { path: path.to_owned() }),
    }
}

/// Checks that every page of the database is intact.
async fn is_whole(options: &SqliteConnectOptions, path: &str) -> Result<(), StoreError> {
    let read = async {
        let mut conn = only_to_read(options.clone(), path).connect().await?;
        let said: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut conn).await?;
        conn.close().await?;
        sqlx::Result::Ok(said)
    };
    match read.await.map_err(|error| StoreError::of(&error, path))?.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Corrupt { path: path.to_owned() }),
    }
}

/// Without a log beside the database nobody is writing. If SQLite looked for a log all the same, it would create
/// one and leave it there.
pub(super) fn only_to_read(options: SqliteConnectOptions, path: &str) -> SqliteConnectOptions {
    options.read_only(true).immutable(!has_log(path)).disable_statement_logging()
}

/// Checks that a start could write to a database that has a log, and so may be in use. Waits for its lock as long
/// as `patience`.
async fn is_free(options: SqliteConnectOptions, path: &str, patience: Duration) -> Result<(), StoreError> {
    let options = options.busy_timeout(patience).disable_statement_logging();
    let tried = async {
        // The last connection that can write moves the log into the file when it closes. If nobody else is there,
        // this read-only connection prevents that.
        let mut stays = options.clone().read_only(true).connect().await?;
        tables(&mut stays).await?;
        let mut tries = options.connect().await?;
        tries.begin_with("BEGIN IMMEDIATE").await?.rollback().await?;
        tries.close().await?;
        stays.close().await
    };
    tried.await.map_err(|error| StoreError::of(&error, path))
}

/// Whether there is a log beside the database. Without one nobody is at work.
fn has_log(path: &str) -> bool {
    beside(Path::new(path), "-wal").exists()
}

/// A file that is kept beside the database: beside the file itself, where its name is a link.
pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    with_ending(&std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned()), ending)
}

/// A file's name with something after it.
pub(super) fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Every table's name, and the statement that made it.
pub(super) async fn tables(conn: &mut SqliteConnection) -> sqlx::Result<Vec<(String, String)>> {
    let all = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL \
               AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    sqlx::query_as(all).fetch_all(conn).await
}

/// The first migrations create all of these, in one transaction; other programs may have a table of migrations, or one
/// called `tables` or `journal`, but hardly two of them. Where they are gone, what is left was made by the words of one of
/// our migrations; every program that uses the library makes its list of migrations by the same words.
async fn is_ours(tables: &[(String, String)]) -> sqlx::Result<bool> {
    let ours = ["_sqlx_migrations", "tables", "journal"];
    if tables.is_empty() || tables.iter().filter(|(name, _)| ours.contains(&name.as_str())).count() >= 2 {
        return Ok(!tables.is_empty());
    }
    let made = made_anew().await?;
    Ok(tables.iter().any(|table| table.0 != "_sqlx_migrations" && made.contains(table)))
}

/// Checks that a start could write the file and those that an earlier run left beside it, and create others there: a file
/// without a name shows that, and is gone at once. It is returned.
///
/// # Errors
/// Which of them it could not.
fn may_write(file: &Path) -> Result<File, StoreError> {
    for part in [file.to_owned(), beside(file, "-wal"), beside(file, "-shm"), lock_file(file)] {
        if let Err(error) = writable(&part)
            && !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
        {
            return Err(StoreError::of_file(&error, &part));
        }
    }
    let here = Path::new(".");
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(here);
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(here);
    tempfile::tempfile_in(there).map_err(|error| StoreError::of_folder(&error, there, file))
}

/// Whether a file may be written to. To open it and close it again would let go of SQLite's locks on it, if this program
/// has it open.
#[cfg(unix)]
fn writable(file: &Path) -> io::Result<()> {
    Ok(rustix::fs::access(file, rustix::fs::Access::WRITE_OK)?)
}

#[cfg(not(unix))]
fn writable(file: &Path) -> io::Result<()> {
    std::fs::OpenOptions::new().write(true).open(file).map(drop)
}

/// Checks that the disk of a database has space for more than the next small change: what one that failed had already
/// taken of the log may be just enough for that.
pub(super) fn has_space(file: &Path) -> Result<(), StoreError> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let filled = tempfile::tempfile_in(folder).and_then(|made| fill(made, SPACE_NEEDED));
    filled.map_err(|error| StoreError::of_file(&error, file))
}

/// How many bytes are left for us on the disk of a database.
#[cfg(unix)]
pub(super) fn free_space(file: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(file.parent()?).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
pub(super) const fn free_space(_: &Path) -> Option<u64> {
    None
}

/// How much a start will lengthen the log by, in bytes.
fn missing_log(file: &Path) -> u64 {
    let there = beside(file, "-wal").metadata().map_or(0, |log| log.len());
    LOG.saturating_sub(there)
}

/// On a full disk, files can still be created, but not filled.
fn fill(mut file: File, bytes: u64) -> io::Result<()> {
    io::copy(&mut io::repeat(b'x').take(bytes), &mut file)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::store::Store;

    fn url(path: &Path) -> String {
        format!("sqlite://{}", path.display())
    }

    async fn run(path: &Path, sql: &'static str) {
        let mut conn = given(&url(path)).unwrap().create_if_missing(true).connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
    }

    /// Every file in a folder, with its contents.
    fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let all = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
        all.map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap())).collect()
    }

    /// What a look finds, having checked that it left everything as it was.
    async fn looked(path: &Path, folder: &Path) -> Result<Found, StoreError> {
        let before = files(folder);
        let found = Store::look(&url(path)).await;
        assert!(before == files(folder), "a look changes nothing, and leaves nothing");
        found.map(|looked| looked.found)
    }

    #[tokio::test]
    async fn a_look_tells_what_a_start_would_do_and_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a #1.db");
        assert_eq!(looked(&dir.path().join("deep/er/upcard.db"), dir.path()).await, Ok(Found::Nothing));
        std::fs::write(&path, "").unwrap();
        assert_eq!(looked(&path, dir.path()).await, Ok(Found::Nothing));
        let store = Store::open(&url(&path)).await.unwrap();
        assert_eq!(Store::look(&url(&path)).await.unwrap().found, Found::Current, "while the bot runs");
        store.close().await;
        assert_eq!(looked(&path, dir.path()).await, Ok(Found::Current));
        run(&path, "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 5").await;
        assert!(matches!(looked(&path, dir.path()).await, Err(StoreError::Newer { version: 9999, .. })));
    }

    #[tokio::test]
    async fn a_log_whose_database_is_gone_is_not_thrown_away() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        let log = beside(&path, "-wal");
        std::fs::write(&log, "").unwrap();
        assert_eq!(looked(&path, dir.path()).await, Ok(Found::Nothing), "there is nothing in it");
        std::fs::write(&log, "moves").unwrap();
        let only_log = StoreError::OnlyLog { path: path.display().to_string() };
        assert_eq!(looked(&path, dir.path()).await, Err(only_log.clone()));
        assert_eq!(Store::open(&url(&path)).await.err(), Some(only_log));
        assert!(!path.exists() && std::fs::read(&log).unwrap() == b"moves");
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
        let in_the_way = StoreError::FileInTheWay { path: file.display().to_string() };
        assert_eq!(below, Err(in_the_way.clone()));
        assert_eq!(looked(&file.join("upcard.db"), dir.path()).await, Err(in_the_way));
        std::fs::remove_file(&file).unwrap();
        let folder = Store::look(&url(dir.path())).await;
        assert!(matches!(folder, Err(StoreError::Url { .. })), "{folder:?}");
    }

    #[tokio::test]
    async fn what_an_earlier_run_left_must_be_writable_too() {
        for ending in ["-wal", "-shm", ".lock"] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("upcard.db");
            Store::open(&url(&path)).await.unwrap().close().await;
            let left = beside(&path, ending);
            std::fs::create_dir(&left).unwrap();
            let refused = StoreError::NoFile { path: left.display().to_string() };
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
        assert_eq!(Store::look(&url(&copy)).await.map(|looked| looked.found), Ok(Found::Current));
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
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        assert_eq!(fill(full, SPACE_NEEDED).unwrap_err().kind(), ErrorKind::StorageFull);
    }

    #[test]
    fn as_much_space_is_asked_for_as_the_log_will_take() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        assert_eq!(missing_log(&path), LOG);
        let log = File::create(beside(&path, "-wal")).unwrap();
        for (there, missing) in [(LOG - 5, 5), (LOG, 0), (2 * LOG, 0)] {
            log.set_len(there).unwrap();
            assert_eq!(missing_log(&path), missing);
        }
        let file = File::create(dir.path().join("filled")).unwrap();
        fill(file.try_clone().unwrap(), 100_000).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 100_000);
    }

    #[tokio::test]
    async fn a_damaged_page_is_seen_that_a_start_would_not_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        Store::open(&url(&path)).await.unwrap().close().await;
        let mut bytes = std::fs::read(&path).unwrap();
        let last = bytes.len() - 4096;
        bytes[last..].fill(0x5a);
        std::fs::write(&path, bytes).unwrap();
        Store::open(&url(&path)).await.unwrap().close().await;
        let corrupt = StoreError::Corrupt { path: path.display().to_string() };
        assert_eq!(looked(&path, dir.path()).await, Err(corrupt));
    }
}
