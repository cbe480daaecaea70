//! What an error of the operating system means for a file of a database.

use std::io::{Error, ErrorKind};
use std::path::Path;

use crate::store::StoreError;

/// The outermost directory on the way to a file that we may not enter; or its own, where the file is not there and could
/// not be made.
fn shut(file: &Path) -> Option<&Path> {
    let above: Vec<&Path> = file.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()).collect();
    let denied = |path: &Path| path.join(".").metadata().is_err_and(|e| e.kind() == ErrorKind::PermissionDenied);
    let entered = above.iter().rev().find(|above| denied(above)).copied();
    let own = file.parent().filter(|own| own.is_dir() && file.symlink_metadata().is_err());
    entered.or(own)
}

impl StoreError {
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
    pub(super) fn denied(file: &Path) -> Self {
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
