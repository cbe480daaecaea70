//! Whether the database is still where it was opened. A file that is deleted, moved or replaced meanwhile goes on to be
//! written, unseen: the next start would not find what was played.

use std::path::{Path, PathBuf};

use super::look::beside;

/// The database file and its log, as they were opened.
pub(super) struct InPlace {
    opened: Vec<(PathBuf, Option<FileId>)>,
}

/// What tells a file from any other that has its name.
type FileId = (u64, u64);

impl InPlace {
    /// The files of a database that was just opened.
    pub(super) fn of(database: &Path) -> Self {
        let files = [database.to_owned(), beside(database, "-wal")];
        Self { opened: files.map(|file| (file.clone(), id(&file))).into() }
    }

    /// Whether both files are still there.
    pub(super) fn holds(&self) -> bool {
        self.opened.iter().all(|(file, opened)| id(file) == *opened)
    }
}

/// `None` if there is no such file, or the system has no such numbers.
#[cfg(unix)]
fn id(file: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    file.metadata().ok().map(|found| (found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn id(_: &Path) -> Option<FileId> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::store::Store;

    #[tokio::test]
    async fn a_database_that_is_deleted_moved_or_replaced_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        let log = beside(&path, "-wal");
        let store = Store::open(&format!("sqlite://{}", path.display())).await.unwrap();
        assert_eq!(store.missing(), None);
        let away = dir.path().join("away");
        for file in [&path, &log] {
            std::fs::rename(file, &away).unwrap();
            let missing = store.missing().expect("moved away").to_string();
            assert!(missing.contains("was deleted, moved or replaced"), "{missing}");
            std::fs::copy(&away, file).unwrap();
            assert!(store.missing().is_some(), "a copy is another file");
            std::fs::rename(&away, file).unwrap();
            assert_eq!(store.missing(), None, "it is back");
        }
        store.close().await;
    }
}
