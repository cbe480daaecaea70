//! What SQLite's codes mean.

use std::path::Path;

use sqlx::migrate::MigrateError;

use super::rehearsal::undone;
use crate::store::StoreError;

impl StoreError {
    /// What an error of SQLite means for the database at `path`.
    pub(super) fn of(error: &sqlx::Error, path: &str) -> Self {
        let file = Path::new(path);
        let path = path.to_owned();
        let code = code(error);
        match code.map(primary) {
            // The file that readers and writers share (`-shm`) cannot grow.
            _ if code == Some(4874) => Self::Full { path },
            Some(3 | 8 | 14 | 23) => Self::denied(file),
            Some(5 | 6) => Self::Locked { path },
            Some(11) => Self::Corrupt { path },
            Some(13) => Self::Full { path },
            Some(26) => Self::NotADatabase { path },
            // Too big, a constraint, a wrong type, a number out of range.
            Some(18 | 19 | 20 | 25) => Self::Unfit { path, detail: error.to_string() },
            None if matches!(error, sqlx::Error::PoolClosed) => Self::Closed,
            None if is_of_a_row(error) => Self::Unfit { path, detail: error.to_string() },
            _ => Self::Other { path, detail: error.to_string() },
        }
    }

    /// What an error of a statement means that commits. Its changes are in the log before all of the work is done: an
    /// index of the log that cannot grow, for example, fails it when they are complete on the disk. A disk that is full
    /// refuses them earlier.
    pub(super) fn of_commit(error: &sqlx::Error, path: &str) -> Self {
        let plain = Self::of(error, path);
        let late = match code(error).map(primary) {
            // Memory, input and output, and an index that makes no sense.
            Some(code) => matches!(code, 7 | 10 | 11),
            // Without a code of SQLite's nobody knows how far it came.
            None => !matches!(plain, Self::Closed | Self::Unfit { .. }),
        };
        if late { Self::Unflushed(Box::new(plain)) } else { plain }
    }

    pub(super) fn of_migration(error: &MigrateError, path: &str) -> Self {
        match error {
            MigrateError::VersionMissing(version) => Self::Newer { path: path.to_owned(), version: *version },
            MigrateError::VersionMismatch(version) => Self::Foreign { path: path.to_owned(), version: *version },
            MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _) => match Self::of(cause, path) {
                // What is in its tables is not as the migration takes it.
                Self::Other { path, .. } => Self::Muddled { path, why: undone(error) },
                other => other,
            },
            other => Self::Other { path: path.to_owned(), detail: other.to_string() },
        }
    }
}

/// The extended code: <https://www.sqlite.org/rescode.html>
fn code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error().and_then(|error| error.code()).and_then(|code| code.parse().ok())
}

/// The primary code is the low byte.
const fn primary(code: i32) -> i32 {
    code & 0xff
}

/// Whether the disk failed to flush a file.
pub(super) fn is_of_a_flush(error: &sqlx::Error) -> bool {
    code(error) == Some(1034)
}

/// Whether what was read, or was to be written, is not of the kind that it should be.
const fn is_of_a_row(error: &sqlx::Error) -> bool {
    use sqlx::Error as E;
    matches!(
        error,
        E::RowNotFound
            | E::TypeNotFound { .. }
            | E::ColumnIndexOutOfBounds { .. }
            | E::ColumnNotFound(_)
            | E::ColumnDecode { .. }
            | E::Encode(_)
            | E::Decode(_)
    )
}

#[cfg(test)]
mod tests {
    use std::error::Error as StdError;
    use std::fmt;
    use std::io::Error;

    use sqlx::error::{DatabaseError, ErrorKind};

    use super::*;

    /// An error with one of SQLite's extended codes.
    #[derive(Debug)]
    struct Coded(i32);

    impl fmt::Display for Coded {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "code {}", self.0)
        }
    }

    impl StdError for Coded {}

    impl DatabaseError for Coded {
        fn message(&self) -> &str {
            "broken"
        }

        fn code(&self) -> Option<std::borrow::Cow<'_, str>> {
            Some(self.0.to_string().into())
        }

        fn as_error(&self) -> &(dyn StdError + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn StdError + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn StdError + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    fn coded(code: i32) -> sqlx::Error {
        sqlx::Error::Database(Box::new(Coded(code)))
    }

    #[test]
    fn c03_every_failure_of_the_disk_or_of_memory_leaves_a_commit_in_doubt() {
        // All that SQLite has: https://www.sqlite.org/rescode.html
        let io = (0..=36).map(|kind| 10 | kind << 8);
        for code in io.chain([7, 11, 267, 523, 779]) {
            let late = StoreError::of_commit(&coded(code), "x");
            assert!(late.may_be_done() && late.is_of_the_disk(), "{code}: {late}");
            let before = StoreError::of(&coded(code), "x");
            assert!(!before.may_be_done(), "{code}: nothing was committed");
            assert_eq!(late, StoreError::Unflushed(Box::new(before)), "{code}: once that is mended");
        }
        for unknown in [sqlx::Error::WorkerCrashed, sqlx::Error::Io(Error::other("?"))] {
            assert!(StoreError::of_commit(&unknown, "x").may_be_done(), "{unknown}");
        }
    }

    #[test]
    fn c03_what_is_refused_before_it_is_written_is_not_in_doubt() {
        // Busy, locked, read-only, full, cannot be opened, a constraint, misused.
        for code in [5, 261, 517, 6, 262, 8, 264, 13, 14, 19, 275, 787, 1299, 2067, 21] {
            let refused = StoreError::of_commit(&coded(code), "x");
            assert!(!refused.may_be_done(), "{code}: {refused}");
        }
        assert!(!StoreError::of_commit(&sqlx::Error::RowNotFound, "x").may_be_done());
        assert_eq!(StoreError::of_commit(&sqlx::Error::PoolClosed, "x"), StoreError::Closed);
    }

    #[test]
    fn c09_what_concerns_one_change_is_no_trouble_of_the_disk() {
        for code in [18, 19, 275, 531, 787, 1043, 1299, 1555, 1811, 2067, 2579, 3091, 20, 25] {
            let refused = StoreError::of(&coded(code), "x");
            assert!(!refused.is_of_the_disk() && refused.is_our_trouble(), "{code}: {refused}");
        }
        assert!(!StoreError::of(&sqlx::Error::RowNotFound, "x").is_of_the_disk());
        for code in [1, 3, 5, 7, 8, 10, 11, 13, 14, 23, 26, 4874] {
            assert!(StoreError::of(&coded(code), "x").is_of_the_disk(), "{code}");
        }
        assert!(StoreError::of(&sqlx::Error::PoolTimedOut, "x").is_of_the_disk());
    }
}
