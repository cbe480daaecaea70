//! One program per database: the program that works on it locks a file beside it. The system releases the lock when
//! the program ends, however it ends; the file remains, and means nothing by itself.

use std::fs::{File, OpenOptions, TryLockError, canonicalize};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::look::{beside, found_in};
use super::open::{given, make_directory};
use crate::store::StoreError;

const PAUSE: Duration = Duration::from_millis(50);

/// The lock of a database, held until this is dropped.
#[derive(Debug)]
pub struct Alone {
    /// `None` if the file system does not support locks.
    _lock: Option<File>,
}

pub(in crate::store) async fn alone_within(url: &str, patience: Duration) -> Result<Alone, StoreError> {
    let options = given(url)?.busy_timeout(patience);
    let file = options.get_filename().to_owned();
    let path = file.to_string_lossy().into_owned();
    make_directory(&file).await?;
    let lock_file = lock_file(&file);
    // Leaves nothing beside a file that is not ours.
    if !lock_file.exists() {
        found_in(options, &path).await?;
    }
    let lock = make(&lock_file).map_err(|error| StoreError::of_file(&error, &lock_file))?;
    let until = Instant::now() + patience;
    let mut waits = false;
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(Alone { _lock: Some(lock) }),
            Err(TryLockError::WouldBlock) if Instant::now() < until => {
                if !std::mem::replace(&mut waits, true) {
                    tracing::info!("another upcard is at work on the database: waiting until it has stopped");
                }
                tokio::time::sleep(PAUSE).await;
            }
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { path }),
            // That is no reason not to play.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(
                    "{} cannot be locked ({error}): a second upcard on this database would go unnoticed",
                    lock_file.display()
                );
                return Ok(Alone { _lock: None });
            }
        }
    }
}

/// Whether a program is at work on this database. Only looks.
pub(super) fn is_at_work(file: &Path) -> bool {
    // Two programs that only look do not get in each other's way.
    let held = |lock: File| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock));
    File::open(lock_file(file)).is_ok_and(held)
}

/// The file that is locked. A database may have several names, but its lock has one.
pub(super) fn lock_file(file: &Path) -> PathBuf {
    beside(&canonicalize(file).unwrap_or_else(|_| file.to_owned()), ".lock")
}

/// Opens the file, or creates it. Anyone who can open it could lock it, so nobody else may.
fn make(lock_file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    match create(&options, lock_file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => options.open(lock_file),
        made => made,
    }
}

#[cfg(unix)]
fn create(options: &OpenOptions, lock_file: &Path) -> io::Result<File> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt, fchown};
    let made = options.clone().create_new(true).mode(0o600).open(lock_file)?;
    // What root makes here must not shut out the owner of the database.
    if let Ok(database) = lock_file.with_extension("").metadata() {
        let _ = fchown(&made, Some(database.uid()), Some(database.gid()));
    }
    Ok(made)
}

#[cfg(not(unix))]
fn create(options: &OpenOptions, lock_file: &Path) -> io::Result<File> {
    options.clone().create_new(true).open(lock_file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Found, Store};

    const SOON: Duration = Duration::from_millis(100);

    fn url(path: &Path) -> String {
        format!("sqlite://{}", path.display())
    }

    #[tokio::test]
    async fn a_second_program_is_refused_until_the_first_has_ended() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/upcard.db");
        let url = url(&path);
        let first = Store::alone_within(&url, SOON).await.unwrap();
        let refused = Store::alone_within(&url, SOON).await.unwrap_err();
        assert_eq!(refused, StoreError::InUse { path: path.display().to_string() });
        let ends = async {
            tokio::time::sleep(SOON).await;
            drop(first);
        };
        let (second, ()) = tokio::join!(Store::alone(&url), ends);
        second.unwrap();
    }

    #[tokio::test]
    async fn a_look_sees_a_program_at_work_and_is_not_in_its_way() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        let at_work = async || Store::look(&url(&path)).await.map(|looked| (looked.found, looked.at_work));
        assert_eq!(at_work().await, Ok((Found::Nothing, false)));
        assert!(!lock_file(&path).exists(), "a look leaves nothing");
        let alone = Store::alone_within(&url(&path), SOON).await.unwrap();
        let store = Store::open(&url(&path)).await.unwrap();
        assert_eq!(at_work().await, Ok((Found::Current, true)));
        store.close().await;
        drop(alone);
        assert_eq!(at_work().await, Ok((Found::Current, false)));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_database_of_two_names_has_one_lock_and_it_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("upcard.db"), dir.path().join("link.db"));
        Store::open(&url(&path)).await.unwrap().close().await;
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let _first = Store::alone_within(&url(&path), SOON).await.unwrap();
        assert!(matches!(Store::alone_within(&url(&link), SOON).await, Err(StoreError::InUse { .. })));
        let mode = std::fs::metadata(lock_file(&path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[tokio::test]
    async fn nothing_is_left_beside_the_database_of_another_program() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("letter.txt");
        std::fs::write(&path, "Dear Ada, ".repeat(300)).unwrap();
        let refused = Store::alone_within(&url(&path), SOON).await.unwrap_err();
        assert!(matches!(refused, StoreError::NotADatabase { .. }), "{refused}");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
