//! What can go wrong with the database, each error with what to do about it.

use std::io::{Error, ErrorKind};
use std::path::Path;

use sqlx::migrate::MigrateError;

use super::ids::TableId;

/// What a file is, by its name.
fn what(path: &str) -> &'static str {
    match path.rsplit_once(['.', '-']) {
        Some((_, "lock")) => "The lock file",
        Some((_, "wal")) => "The log of the database,",
        Some((_, "shm")) => "The index of the database's log,",
        _ => "The database",
    }
}

/// The outermost directory on the way to a file that we may not enter; or its own, where the file is not there and could
/// not be made.
fn shut(file: &Path) -> Option<&Path> {
    let above: Vec<&Path> = file.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()).collect();
    let denied = |path: &Path| path.join(".").metadata().is_err_and(|e| e.kind() == ErrorKind::PermissionDenied);
    let entered = above.iter().rev().find(|above| denied(above)).copied();
    let own = file.parent().filter(|own| own.is_dir() && file.symlink_metadata().is_err());
    entered.or(own)
}

/// Something is wrong with the database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// `DATABASE_URL` is not the address of a database.
    #[error("DATABASE_URL is {url:?}: {why}. Right is, for example, sqlite://data/upcard.db")]
    Url {
        /// The address as given.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// Its directory cannot be created.
    #[error(
        "The directory {path} for the database cannot be made: {why}. Make it, or set DATABASE_URL to another place."
    )]
    Directory {
        /// The directory.
        path: String,
        /// What the system says.
        why: String,
    },
    /// Its directory cannot be created, because it or a directory above it is a file.
    #[error(
        "There can be no directory for the database, because {path} is a file. Move it away, or set DATABASE_URL to another place."
    )]
    FileInTheWay {
        /// The file.
        path: String,
    },
    /// It, or a file that is kept beside it, cannot be opened or written.
    #[error(
        "{} {path} cannot be opened for writing. Check that the file and its directory belong to the user that upcard \
         runs as, and that the file system is not read-only.",
        what(.path)
    )]
    Permission {
        /// The file.
        path: String,
    },
    /// A directory that leads to it, or its own, is closed to us.
    #[error(
        "The user that upcard runs as may not use the directory {path}, where the database is or is to be. Give it to that \
         user, with the right to read, write and enter it, or set DATABASE_URL to another place."
    )]
    Shut {
        /// The directory.
        path: String,
    },
    /// The directory that the program was started in is gone.
    #[error(
        "The directory that upcard was started in is not there any more, so {path} leads nowhere. Start upcard in another one, or \
         set DATABASE_URL to a path from the root, such as sqlite:///srv/upcard/upcard.db."
    )]
    Nowhere {
        /// The path as given.
        path: String,
    },
    /// One of its migrations is marked as not finished, although its tables are complete.
    #[error(
        "The database {path} has all its tables, but its list of migrations says that number {version} was not finished, which \
         upcard never leaves so. Put a backup in its place, or take the mark back with \
         `sqlite3 {path} \"UPDATE _sqlx_migrations SET success = 1\"`."
    )]
    Unfinished {
        /// The file.
        path: String,
        /// The migration.
        version: i64,
    },
    /// Its tables are not those that its list of migrations says.
    #[error(
        "The database {path} does not have the tables that its list of migrations (_sqlx_migrations) says: {why}. Something else \
         has changed it: stop upcard, delete {path}-wal and {path}-shm, and put a backup in its place."
    )]
    Muddled {
        /// The file.
        path: String,
        /// The first difference.
        why: String,
    },
    /// The file is not a database.
    #[error("{path} is not an SQLite database. Set DATABASE_URL to another file, or move this one away.")]
    NotADatabase {
        /// The file.
        path: String,
    },
    /// The file is a database, but not one of ours.
    #[error(
        "{path} is another program's database: it has tables, but none of upcard's. Set DATABASE_URL to another file, such as \
         sqlite://data/upcard.db."
    )]
    Others {
        /// The file.
        path: String,
    },
    /// The file is damaged.
    #[error(
        "The database {path} is damaged. To go back to a backup, stop upcard, delete {path}-wal and {path}-shm (what they hold \
         belongs to the damaged file and would damage the backup too), then put the backup in its place. Or save what is left \
         with `sqlite3 {path} .recover | sqlite3 saved.db` (a sqlite3 newer than 3.40)."
    )]
    Corrupt {
        /// The file.
        path: String,
    },
    /// It is no longer where it was opened.
    #[error(
        "The database {path} was deleted, moved or replaced while upcard was at work on it: what was played since then is not in it. \
         Stop upcard, put the file that it had open back in its place, and start it again."
    )]
    Missing {
        /// The file.
        path: String,
    },
    /// There is a log, but no database.
    #[error(
        "There is no database {path}, but a log of one, {path}-wal, which may hold what was played last. Put the database back \
         beside it. To begin anew, move the log away."
    )]
    OnlyLog {
        /// The file.
        path: String,
    },
    /// A newer program has used it.
    #[error(
        "The database {path} was last used by a newer upcard (its migration {version} is unknown here). Run that version, or a newer one."
    )]
    Newer {
        /// The file.
        path: String,
        /// The first migration that this program does not know.
        version: i64,
    },
    /// Its tables were made by a different edition of the same migration.
    #[error(
        "The database {path} was made by another edition of upcard (its migration {version} differs). Run the one it was made by."
    )]
    Foreign {
        /// The file.
        path: String,
        /// The migration.
        version: i64,
    },
    /// Another process has locked it.
    #[error("The database {path} is locked by another process. Stop the other program that uses it, then try again.")]
    Locked {
        /// The file.
        path: String,
    },
    /// Another upcard is using it.
    #[error("Another upcard is at work on the database {path}. Stop it first.")]
    InUse {
        /// The file.
        path: String,
    },
    /// There is no space left.
    #[error("There is no space left for the database {path}. Free some, then try again.")]
    Full {
        /// The file.
        path: String,
    },
    /// What was to be written conflicts with what is there.
    #[error("{0}")]
    Conflict(Conflict),
    /// A row cannot be read.
    #[error("Table {table} cannot be read from the database: its {what} is damaged.")]
    Row {
        /// The table.
        table: TableId,
        /// Which part.
        what: &'static str,
    },
    /// The store was closed.
    #[error("The database is closed, because upcard is stopping.")]
    Closed,
    /// The disk did not confirm what was written, and it may come back after a kill.
    #[error("The disk does not confirm what is written to the database {path}: {detail}")]
    Unflushed {
        /// The file.
        path: String,
        /// What SQLite says.
        detail: String,
    },
    /// Anything else.
    #[error("The database {path} failed: {detail}")]
    Other {
        /// The file.
        path: String,
        /// What SQLite says.
        detail: String,
    },
}

/// What was to be written conflicts with what is there: another writer was first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Conflict {
    /// The table has changed since it was read: its next number in the journal, or its revision, is taken.
    #[error("the table has been changed by another writer")]
    Changed,
    /// The interaction was already carried out.
    #[error("the interaction was carried out before")]
    Cause,
    /// The channel has a live table.
    #[error("the channel has a live table")]
    Channel,
    /// The code of the table is in use.
    #[error("the code of the table is in use")]
    Id,
}

/// Why one job on the database failed, without the path of the database.
#[derive(Debug)]
pub(super) enum Failed {
    Sql(sqlx::Error),
    Conflict(Conflict),
    Row {
        table: TableId,
        what: &'static str,
    },
    /// Another program holds what is needed.
    Busy,
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        match conflict(&error) {
            Some(conflict) => Self::Conflict(conflict),
            None => Self::Sql(error),
        }
    }
}

/// The conflict, if one of our own keys refused a row.
fn conflict(error: &sqlx::Error) -> Option<Conflict> {
    let database = error.as_database_error()?;
    if !database.is_unique_violation() {
        return None;
    }
    let message = database.message();
    let named = |column: &str| message.contains(column);
    if named("journal.cause") || named("causes.cause") {
        Some(Conflict::Cause)
    } else if named("journal.table_id") || named("results.table_id") {
        Some(Conflict::Changed)
    } else if named("tables.channel") {
        Some(Conflict::Channel)
    } else if named("tables.id") {
        Some(Conflict::Id)
    } else {
        None
    }
}

impl Failed {
    pub(super) fn at(self, path: &str) -> StoreError {
        match self {
            Self::Sql(error) => StoreError::of(&error, path),
            Self::Conflict(conflict) => StoreError::Conflict(conflict),
            Self::Row { table, what } => StoreError::Row { table, what },
            Self::Busy => StoreError::Locked { path: path.to_owned() },
        }
    }
}

impl StoreError {
    /// What an error of SQLite means for the database at `path`.
    pub(super) fn of(error: &sqlx::Error, path: &str) -> Self {
        let file = Path::new(path);
        let path = path.to_owned();
        let code = error.as_database_error().and_then(|e| e.code()).and_then(|code| code.parse::<i32>().ok());
        // The low byte is the primary code: https://www.sqlite.org/rescode.html
        match code.map(|code| code & 0xff) {
            // The file that readers and writers share (`-shm`) cannot grow.
            _ if code == Some(4874) => Self::Full { path },
            _ if code == Some(1034) => Self::Unflushed { path, detail: error.to_string() },
            Some(3 | 8 | 14 | 23) => Self::denied(file),
            Some(5 | 6) => Self::Locked { path },
            Some(11) => Self::Corrupt { path },
            Some(13) => Self::Full { path },
            Some(26) => Self::NotADatabase { path },
            _ if matches!(error, sqlx::Error::PoolClosed) => Self::Closed,
            _ => Self::Other { path, detail: error.to_string() },
        }
    }

    /// What an error of the operating system means for a file of the database.
    pub(super) fn of_file(error: &Error, file: &Path) -> Self {
        let path = file.display().to_string();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full { path },
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::IsADirectory => Self::denied(file),
            _ => Self::Other { path, detail: error.to_string() },
        }
    }

    /// We may not use a file: perhaps because of a directory.
    fn denied(file: &Path) -> Self {
        match shut(file) {
            Some(directory) => Self::Shut { path: directory.display().to_string() },
            None => Self::Permission { path: file.display().to_string() },
        }
    }

    /// Why no file can be made in `there`, the directory of `file` or the lowest above it that is there.
    pub(super) fn of_folder(error: &Error, there: &Path, file: &Path) -> Self {
        let own = file.parent().unwrap_or(there);
        match error.kind() {
            ErrorKind::PermissionDenied if there.is_dir() => Self::Shut { path: there.display().to_string() },
            _ if own.is_dir() => Self::of_file(error, file),
            _ => Self::of_directory(error, own),
        }
    }

    /// Why the database's directory, or a file in it, cannot be created.
    pub(super) fn of_directory(error: &Error, directory: &Path) -> Self {
        let there = directory.ancestors().find(|part| part.exists());
        match there {
            Some(file) if !file.is_dir() => Self::FileInTheWay { path: file.display().to_string() },
            _ => Self::Directory { path: directory.display().to_string(), why: error.to_string() },
        }
    }

    /// Whether it keeps other writes from the disk as well. Errors that concern only this write, or that come from
    /// stopping, do not.
    pub(super) const fn is_of_the_disk(&self) -> bool {
        !matches!(self, Self::Conflict(_) | Self::Row { .. } | Self::Closed)
    }

    /// What went wrong while migrating.
    pub(super) fn of_migration(error: &MigrateError, path: &str) -> Self {
        match error {
            MigrateError::VersionMissing(version) => Self::Newer { path: path.to_owned(), version: *version },
            MigrateError::VersionMismatch(version) => Self::Foreign { path: path.to_owned(), version: *version },
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => match Self::of(error, path) {
                // What is in its tables is not as the migration takes it.
                Self::Other { path, detail } => Self::Muddled { path, why: detail },
                other => other,
            },
            other => Self::Other { path: path.to_owned(), detail: other.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p10_what_cannot_be_used_is_called_what_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let denied = Error::from(ErrorKind::PermissionDenied);
        let words = |name: &str, there: bool| {
            let file = dir.path().join(name);
            if there {
                std::fs::write(&file, "x").unwrap();
            }
            StoreError::of_file(&denied, &file).to_string()
        };
        for (name, called) in [
            ("upcard.db.lock", "The lock file "),
            ("upcard.db-wal", "The log of the database, "),
            ("upcard.db-shm", "The index of the database's log, "),
            ("upcard.db", "The database "),
            ("some-club.sqlite", "The database "),
        ] {
            let folder = words(name, false);
            let of_folder = format!("may not use the directory {},", dir.path().display());
            assert!(folder.contains(&of_folder), "{name}: {folder}");
            let own = words(name, true);
            assert!(own.starts_with(&format!("{called}{}", dir.path().join(name).display())), "{name}: {own}");
        }
        let made = StoreError::of_folder(&denied, dir.path(), &dir.path().join("deep/er/upcard.db"));
        assert_eq!(made, StoreError::Shut { path: dir.path().display().to_string() });
    }
}
