//! Opening the database: its directory, its file, its migrations.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use include_dir::{Dir, File, include_dir};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor, SqlSafeStr, SqliteConnection, SqlitePool};

use super::checkpoint::LONG_LOG_PAGES;
use super::in_place::InPlace;
use super::look::{Found, beside, found_in};
use super::obstacles;
use super::writer::{Connections, Writer};
use super::{ReadPool, Sqlite};
use crate::store::{Store, StoreError};
use crate::vitals::Vitals;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/migrations");
/// Made of the files here: the library's macro for it builds SQLite, and all that leads to it, a second time.
pub(super) static MIGRATIONS: LazyLock<Migrator> =
    LazyLock::new(|| Migrator::with_migrations(FILES.files().filter_map(migration).collect()));

/// What `0007_settings.sql` holds.
fn migration(file: &'static File<'static>) -> Option<Migration> {
    let (version, name) = file.path().file_stem()?.to_str()?.split_once('_')?;
    let sql = file.contents_utf8()?.into_sql_str();
    Some(Migration::new(version.parse().ok()?, name.replace('_', " ").into(), MigrationType::Simple, sql, false))
}

/// The size to which the log (WAL) grows before it is written over, in bytes: SQLite's pages have 4 KiB.
pub(super) const LOG: u64 = LONG_LOG_PAGES.cast_unsigned() << 12;
/// How much of the database each connection caches, in bytes.
const CACHE: u64 = 4 << 20;
/// How many reads run at once.
const READERS: u32 = 4;

pub(in crate::store) async fn open_within(url: &str, patience: Duration) -> Result<Store, StoreError> {
    let options = options(url, patience)?;
    let path: Arc<str> = options.get_filename().to_string_lossy().into();
    make_directory(options.get_filename()).await?;
    let found = found_in(given(url)?.busy_timeout(patience), &path).await?;
    make_file(options.get_filename()).await;
    #[cfg(unix)]
    keep_private(options.get_filename()).await;
    let mut sure = connect(&options, &path, patience).await?;
    migrate(&mut sure, &path).await?;
    tell(found, &path);
    lengthen_log(&mut sure, &path).await;
    let quick = connect(&options.clone().synchronous(SqliteSynchronous::Normal), &path, patience).await?;
    let beside = connect(&options, &path, patience).await?;
    let pool = readers(options.pragma("query_only", "ON"), &path).await?;
    let (in_place, vitals) = (InPlace::of(Path::new(&*path)), Vitals::default());
    let writer = Writer::start(Connections { sure, quick }, beside, Arc::clone(&path), in_place, &vitals);
    let reader = ReadPool { path, pool, counters: Some(Arc::clone(&writer.counters)) };
    Ok(Store(Arc::new(Sqlite { reader, writer, vitals })))
}

/// The connections that read. All are made at once and kept: a connection made later would open whatever has the
/// database's name by then, and make a log for it.
async fn readers(options: SqliteConnectOptions, path: &str) -> Result<SqlitePool, StoreError> {
    let pool = SqlitePoolOptions::new().max_connections(READERS).min_connections(0);
    // A file does not hang up, so checking each connection before a read would be a needless round trip to its
    // thread.
    let pool = pool.test_before_acquire(false).idle_timeout(None).max_lifetime(None).connect_lazy_with(options);
    let made = try_join_all((0..READERS).map(|_| pool.acquire())).await;
    made.map_err(|error| StoreError::of(&error, path))?;
    Ok(pool)
}

/// The database that a URL names, as it is: connecting with these options changes nothing in it.
pub(super) fn given(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    let wrong = |why: &str| StoreError::Url { url: url.to_owned(), why: why.to_owned() };
    if !url.starts_with("sqlite:") {
        return Err(wrong("it does not begin with sqlite:"));
    }
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(wrong("a database in memory would forget every match at the next restart"));
    }
    if url.contains("mode=ro") || url.contains("immutable=") {
        return Err(wrong("the card room has to write to it"));
    }
    let options: SqliteConnectOptions = url.parse().map_err(|error: sqlx::Error| wrong(&error.to_string()))?;
    let file = options.get_filename();
    if file.file_name().is_none() || file.to_string_lossy().ends_with('/') {
        return Err(wrong("it names no file"));
    }
    if file.to_string_lossy().starts_with(['~', '$']) {
        return Err(wrong("only a shell knows what ~ and $ mean: write the whole path"));
    }
    // Before anything is locked, created or made private: only a regular file is ours to touch.
    match std::fs::metadata(file) {
        Ok(found) if found.is_dir() => return Err(wrong("it names a directory, and should name a file in it")),
        Ok(found) if !found.is_file() => return Err(wrong("what it names is not a regular file")),
        _ => {}
    }
    // People who read the path in a message need not know where upcard was started.
    let file = std::path::absolute(file).map_err(|_| StoreError::Nowhere { path: file.display().to_string() })?;
    obstacles::check(&file)?;
    Ok(options.filename(file))
}

fn options(url: &str, patience: Duration) -> Result<SqliteConnectOptions, StoreError> {
    Ok(given(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(patience)
        // SQLite takes kibibytes, written as a negative number.
        .pragma("cache_size", format!("-{}", CACHE >> 10))
        // A checkpointer beside the writer moves the log into the file; the writer does so itself only if that
        // fails for long (80 MB).
        .pragma("wal_autocheckpoint", "20000")
        .disable_statement_logging())
}

pub(super) async fn make_directory(file: &Path) -> Result<(), StoreError> {
    let Some(directory) = file.parent().filter(|d| !d.as_os_str().is_empty()) else { return Ok(()) };
    let made = tokio::fs::create_dir_all(directory).await;
    made.map_err(|error| StoreError::of_directory(&error, directory))
}

/// Makes the file, still empty, so that nobody else on the machine can read it: it will hold the seeds of running
/// matches. SQLite gives its log the same permissions. If this fails, connecting says what is wrong.
pub(super) async fn make_file(file: &Path) {
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    let _ = options.open(file).await;
}

/// Closes an older file to others as well, and a log or an index beside it, which have permissions of their own.
#[cfg(unix)]
async fn keep_private(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for file in [file.to_owned(), beside(file, "-wal"), beside(file, "-shm")] {
        if is_open_to_others(&file)
            && let Err(error) = tokio::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).await
        {
            tracing::warn!("others on this machine may read {}: {error}", file.display());
        }
    }
}

/// Whether others have any access to a file. If its permissions cannot be read, nothing is claimed.
#[cfg(unix)]
pub(crate) fn is_open_to_others(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

/// Whether others have any access to a file: nothing is claimed where permissions are another system's.
#[cfg(not(unix))]
pub(crate) const fn is_open_to_others(_: &Path) -> bool {
    false
}

/// Connects. Turning the write-ahead log on does not wait for locks by itself, so that is done here.
async fn connect(
    options: &SqliteConnectOptions,
    path: &str,
    patience: Duration,
) -> Result<SqliteConnection, StoreError> {
    let until = Instant::now() + patience;
    loop {
        match options.connect().await.map_err(|error| StoreError::of(&error, path)) {
            Err(StoreError::Locked { .. }) if Instant::now() < until => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            done => return done,
        }
    }
}

/// Brings the tables up to date: all migrations in one transaction that shuts out other writers, so that two
/// programs started at once do not both migrate, and a failed migration leaves nothing behind.
async fn migrate(conn: &mut SqliteConnection, path: &str) -> Result<(), StoreError> {
    let mut all = conn.begin_with("BEGIN EXCLUSIVE").await.map_err(|error| StoreError::of(&error, path))?;
    MIGRATIONS.run(&mut *all).await.map_err(|error| StoreError::of_migration(&error, path))?;
    all.commit().await.map_err(|error| StoreError::of(&error, path))
}

/// Says what the start has made of the database: whoever expected another one should see it.
fn tell(found: Found, path: &str) {
    let version = MIGRATIONS.iter().map(|migration| migration.version).max();
    match found {
        Found::Nothing => tracing::info!(database = path, version, "made a new database"),
        Found::Older => tracing::info!(database = path, version, "migrated the database"),
        Found::Current => {}
    }
}

/// Gives the log its usual length at once, because a file that grows takes longer to flush than one that is written
/// over: a table that is never created is written to it, as far as it does not fit in memory. Later commits are
/// written over that.
pub(super) async fn lengthen_log(conn: &mut SqliteConnection, path: &str) {
    let log = tokio::fs::metadata(format!("{path}-wal")).await;
    if log.is_ok_and(|log| log.len() >= LOG) {
        return;
    }
    let lengthen = async {
        // Committed pages go into the file first. Then the log holds nothing that would need space elsewhere when
        // it is given back.
        conn.execute("PRAGMA wal_checkpoint(PASSIVE)").await?;
        let mut never = conn.begin().await?;
        never.execute("CREATE TABLE filling (bytes BLOB)").await?;
        let bytes = (LOG + CACHE).cast_signed();
        sqlx::query("INSERT INTO filling VALUES (zeroblob(?1))").bind(bytes).execute(&mut *never).await?;
        never.rollback().await
    };
    if let Err(error) = lengthen.await {
        tracing::warn!("the log of the database could not be lengthened: {error}");
        // What was written of it would fill up a disk that is nearly full, and the next moves need the space.
        if let Err(error) = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").await {
            tracing::warn!("the log of the database takes space that it does not need: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::LOCK_TIMEOUT;

    async fn refused(url: &str) -> StoreError {
        Store::open_within(url, Duration::from_millis(200)).await.err().expect("it should not open")
    }

    fn url(path: &Path) -> String {
        format!("sqlite://{}", path.display())
    }

    #[test]
    fn every_file_of_the_folder_is_a_migration_and_they_are_in_order() {
        let versions: Vec<i64> = MIGRATIONS.iter().map(|migration| migration.version).collect();
        let counted: Vec<i64> = (1..).take(std::fs::read_dir("migrations").unwrap().count()).collect();
        assert_eq!(versions, counted);
    }

    #[tokio::test]
    async fn a_new_database_is_made_with_its_directory() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/er/upcard.db");
        let store = Store::open(&url(&path)).await.unwrap();
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&store.0.reader.pool).await.unwrap();
        let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous").fetch_one(&store.0.reader.pool).await.unwrap();
        assert_eq!((mode.as_str(), synchronous), ("wal", 2));
        store.close().await;
        assert!(path.exists());
        assert!(!dir.path().join("deep/er/upcard.db-wal").exists(), "the log is moved into the file");
        Store::open(&url(&path)).await.unwrap().close().await;
    }

    #[tokio::test]
    async fn addresses_that_are_none_are_refused() {
        for wrong in [
            "",
            "postgres://x",
            "sqlite::memory:",
            "sqlite://x?mode=ro",
            "sqlite://",
            "sqlite:///",
            "sqlite://x/",
            "sqlite://x/?mode=rwc",
            "sqlite://x?colour=red",
            "sqlite://~/upcard.db",
            "sqlite://~ada/upcard.db",
            "sqlite://$HOME/upcard.db",
            "sqlite://${HOME}/upcard.db",
            "sqlite:///dev/null",
        ] {
            let error = refused(wrong).await;
            assert!(matches!(error, StoreError::Url { .. }), "{wrong}: {error}");
            assert!(error.to_string().contains("sqlite://data/upcard.db"));
        }
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn nobody_else_on_the_machine_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        // The second time the file already exists, as an older version made it.
        for _ in 0..2 {
            let store = Store::open(&url(&path)).await.unwrap();
            for name in ["upcard.db", "upcard.db-wal", "upcard.db-shm"] {
                let mode = std::fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o600, "{name}");
            }
            store.close().await;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        }
    }

    #[tokio::test]
    async fn a_file_that_is_no_database_is_refused_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("letter.txt");
        std::fs::write(&path, "Dear Ada, ".repeat(300)).unwrap();
        assert!(matches!(refused(&url(&path)).await, StoreError::NotADatabase { .. }));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "Dear Ada, ".repeat(300));
    }

    #[tokio::test]
    async fn a_damaged_database_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        Store::open(&url(&path)).await.unwrap().close().await;
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[100..].fill(0x5a);
        std::fs::write(&path, bytes).unwrap();
        let error = refused(&url(&path)).await;
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
    }

    #[tokio::test]
    async fn places_where_no_database_can_be_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "x").unwrap();
        for below in ["upcard.db", "sub/upcard.db"] {
            let in_the_way = StoreError::FileInTheWay { path: file.display().to_string() };
            assert_eq!(refused(&url(&file.join(below))).await, in_the_way);
        }
        let mode = || std::fs::metadata(dir.path()).unwrap().permissions();
        let before = mode();
        assert!(refused(&url(dir.path())).await.to_string().contains("it names a directory"));
        assert_eq!(mode(), before, "it is not ours to change");
    }

    #[tokio::test]
    async fn the_database_of_a_newer_program_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        Store::open(&url(&path)).await.unwrap().close().await;
        let mut conn = options(&url(&path), LOCK_TIMEOUT).unwrap().connect().await.unwrap();
        let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                     VALUES (9999, 'from the future', TRUE, x'00', 0)";
        sqlx::query(newer).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        let error = refused(&url(&path)).await;
        assert_eq!(error, StoreError::Newer { path: path.display().to_string(), version: 9999 });
    }

    #[tokio::test]
    async fn the_log_has_its_length_from_the_start_and_the_database_nothing_of_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        let store = Store::open(&url(&path)).await.unwrap();
        assert!(std::fs::metadata(dir.path().join("upcard.db-wal")).unwrap().len() >= LOG);
        store.close().await;
        assert!(std::fs::metadata(&path).unwrap().len() < 1 << 20);
        let mut conn = options(&url(&path), LOCK_TIMEOUT).unwrap().connect().await.unwrap();
        let filling = sqlx::query("SELECT 1 FROM sqlite_schema WHERE name = 'filling'").fetch_optional(&mut conn).await;
        assert!(filling.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_log_that_cannot_have_its_length_gives_the_space_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        Store::open(&url(&path)).await.unwrap().close().await;
        let mut conn = options(&url(&path), LOCK_TIMEOUT).unwrap().connect().await.unwrap();
        // For this connection, the disk is full once more than its cache is written.
        let pages = (CACHE + LOG / 2) >> 12;
        sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"))).execute(&mut conn).await.unwrap();
        lengthen_log(&mut conn, &path.to_string_lossy()).await;
        assert_eq!(std::fs::metadata(beside(&path, "-wal")).unwrap().len(), 0);
        sqlx::query("PRAGMA user_version = 0").execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn only_of_a_file_whose_permissions_are_known_others_may_be_said_to_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, "x").unwrap();
        for (mode, open) in [(0o600, false), (0o400, false), (0o644, true), (0o640, true)] {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(is_open_to_others(&file), open, "{mode:o}");
        }
        // Not even root can read the permissions of a path below a file.
        for unknown in [dir.path().join("none"), file.join("below")] {
            assert!(!is_open_to_others(&unknown));
        }
    }

    #[tokio::test]
    async fn messages_name_the_file_from_the_root() {
        let file = Store::file("sqlite://data/upcard.db").unwrap();
        assert_eq!(file, std::env::current_dir().unwrap().join("data/upcard.db"));
    }

    #[test]
    fn what_to_do_about_a_damaged_database_names_the_files_that_must_go_first() {
        let words = StoreError::Corrupt { path: "data/upcard.db".to_owned() }.to_string();
        let go = words.find("delete data/upcard.db-wal and data/upcard.db-shm").unwrap();
        assert!(words.find("stop upcard").unwrap() < go && go < words.find("put the backup in its place").unwrap());
    }

    #[tokio::test]
    async fn the_database_of_another_edition_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        Store::open(&url(&path)).await.unwrap().close().await;
        let mut conn = options(&url(&path), LOCK_TIMEOUT).unwrap().connect().await.unwrap();
        sqlx::query("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 1").execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        assert!(matches!(refused(&url(&path)).await, StoreError::Foreign { version: 1, .. }));
    }

    #[tokio::test]
    async fn a_database_locked_by_another_process_is_refused_after_a_while() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        Store::open(&url(&path)).await.unwrap().close().await;
        let mut other = options(&url(&path), LOCK_TIMEOUT).unwrap().connect().await.unwrap();
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
        assert!(matches!(refused(&url(&path)).await, StoreError::Locked { .. }));
        other.close().await.unwrap();
        Store::open(&url(&path)).await.unwrap().close().await;
    }

    #[tokio::test]
    async fn programs_started_at_once_migrate_once() {
        let dir = tempfile::tempdir().unwrap();
        let url = url(&dir.path().join("upcard.db"));
        let opened = futures_util::future::join_all((0..6).map(|_| Store::open(&url))).await;
        for store in opened {
            store.unwrap().close().await;
        }
    }
}
