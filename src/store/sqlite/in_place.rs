//! Whether what is written reaches the files that a start would open. Files that are deleted, moved or replaced
//! meanwhile go on to be written, unseen.
//!
//! The index beside them (`-shm`) is not among them: a start makes it anew from the log.

use std::path::{Path, PathBuf};

use super::contents::{Contents, Overwritten};
use super::look::{beside, with_ending};
#[cfg(unix)]
use crate::store::StoreError;

/// The database file and its log, as they were opened.
pub(super) struct InPlace {
    /// The name by which a start would look for the database.
    database: PathBuf,
    /// The log's name, if that of the database is no link.
    named: PathBuf,
    log: PathBuf,
    opened: Opened,
    #[cfg(unix)]
    contents: Contents,
}

#[derive(PartialEq, Eq)]
struct Opened {
    database: Option<FileId>,
    log: Option<FileId>,
}

/// What tells a file from any other that has its name.
type FileId = (u64, u64);

/// What a start would not find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Astray {
    /// The log: there is none, or nothing in it. All that is moved into the database is kept.
    LogGone,
    /// The log: a start would take another one for it. What is moved into the database now, that one would damage.
    LogReplaced,
    /// What was in the log: somebody wrote over it.
    LogOverwritten,
    Database,
}

impl Astray {
    pub(super) fn at(self, path: &str) -> StoreError {
        let path = path.to_owned();
        match self {
            Self::LogGone | Self::LogReplaced | Self::LogOverwritten => StoreError::LogMissing { path },
            Self::Database => StoreError::Missing { path },
        }
    }
}

impl InPlace {
    /// The files of a database that was just opened.
    pub(super) fn of(database: &Path) -> Self {
        let log = beside(database, "-wal");
        let opened = Opened { database: id(database), log: id(&log) };
        Self {
            database: database.to_owned(),
            named: with_ending(database, "-wal"),
            log,
            opened,
            #[cfg(unix)]
            contents: Contents::of(database),
        }
    }

    /// What a start would not find as it was opened, if anything: every link and folder on the way is looked at anew.
    #[cfg(unix)]
    pub(super) fn astray(&self) -> Option<Astray> {
        let found = self.database.symlink_metadata().ok();
        let leads_elsewhere = found.as_ref().is_some_and(|found| found.is_symlink());
        // Only where the name itself is a link the log has another one: every commit pays for what is asked here.
        let (database, log) = if leads_elsewhere {
            (self.database.metadata().ok(), beside(&self.database, "-wal").metadata())
        } else {
            (found, self.named.metadata())
        };
        let database = database.filter(|there| Some(id_of(there)) == self.opened.database);
        let Some(database) = database else { return Some(Astray::Database) };
        match log {
            Ok(log) if Some(id_of(&log)) == self.opened.log => match self.contents.overwritten(&database)? {
                Overwritten::Log => Some(Astray::LogOverwritten),
                // It may have grown since it was looked at: the log is moved into it meanwhile.
                Overwritten::Database => {
                    let now = self.database.metadata().ok();
                    let is_so = now.is_none_or(|now| self.contents.overwritten(&now).is_some());
                    is_so.then_some(Astray::Database)
                }
            },
            Ok(log) if log.len() > 0 => Some(Astray::LogReplaced),
            _ => Some(Astray::LogGone),
        }
    }

    #[cfg(not(unix))]
    pub(super) const fn astray(&self) -> Option<Astray> {
        None
    }

    /// Whether all of the log was moved into the database.
    #[cfg(unix)]
    pub(super) fn is_moved(&self) -> bool {
        self.contents.is_moved()
    }

    #[cfg(not(unix))]
    pub(super) const fn is_moved(&self) -> bool {
        false
    }

    pub(super) fn log(&self) -> &Path {
        &self.log
    }

    /// The log of somebody else's that lies where ours was. `SQLite` would delete it when it closes.
    pub(super) fn strange_log(&self) -> Option<&Path> {
        let there = id(&self.log);
        (there.is_some() && there != self.opened.log).then_some(&self.log)
    }
}

#[cfg(unix)]
fn id_of(found: &std::fs::Metadata) -> FileId {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

/// `None` if there is no such file, or the system has no such numbers.
#[cfg(unix)]
fn id(file: &Path) -> Option<FileId> {
    file.metadata().ok().as_ref().map(id_of)
}

#[cfg(not(unix))]
const fn id(_: &Path) -> Option<FileId> {
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

    #[tokio::test]
    async fn p01_what_a_start_would_find_is_told_by_the_way_it_would_go() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::create_dir(at("real")).unwrap();
        symlink(at("real"), at("folder")).unwrap();
        symlink("upcard.db", at("real/link.db")).unwrap();
        std::fs::write(at("real/upcard.db"), "").unwrap();
        let name = at("folder/link.db");
        let store = Store::open(&format!("sqlite://{}", name.display())).await.unwrap();
        assert!(at("real/upcard.db-wal").exists() && !at("real/link.db-wal").exists());
        let in_place = || store.0.writer.counters.in_place.astray();
        assert_eq!(in_place(), None);
        std::fs::remove_file(at("real/upcard.db-wal")).unwrap();
        assert_eq!(in_place(), Some(Astray::LogGone));
        std::fs::write(at("real/upcard.db-wal"), "").unwrap();
        assert_eq!(in_place(), Some(Astray::LogGone), "a start would find nothing in it");
        std::fs::write(at("real/upcard.db-wal"), "something").unwrap();
        assert_eq!(in_place(), Some(Astray::LogReplaced));
        // The same file by another name has another log.
        std::fs::create_dir(at("other")).unwrap();
        std::fs::hard_link(at("real/upcard.db"), at("other/upcard.db")).unwrap();
        std::fs::remove_file(name.clone()).unwrap();
        assert_eq!(in_place(), Some(Astray::Database));
        symlink(at("other/upcard.db"), &name).unwrap();
        assert_eq!(in_place(), Some(Astray::LogGone));
        // The folder leads elsewhere.
        std::fs::remove_file(at("folder")).unwrap();
        assert_eq!(in_place(), Some(Astray::Database));
        std::fs::rename(at("real"), at("folder")).unwrap();
        assert_eq!(in_place(), Some(Astray::LogGone));
        store.close().await;
    }
}
