//! What has the name of the database, or of a file that is kept beside it, and is no such file. It is looked for before
//! anything is made: SQLite and the system would only say that something cannot be opened.

use std::io::ErrorKind;
use std::path::Path;

use super::alone::lock_file;
use super::look::beside;
use crate::store::StoreError;

/// Checks that nothing is in the way of the files of a database.
///
/// # Errors
/// What is, and what to do about it.
pub(super) fn check(file: &Path) -> Result<(), StoreError> {
    // Behind a dead link a database would be made, and have another lock from then on.
    if let Some(link) = file.ancestors().find(|part| is_dead(part)) {
        return Err(dead(link));
    }
    for part in [beside(file, "-wal"), beside(file, "-shm"), beside(file, "-journal"), lock_file(file)] {
        if is_dead(&part) {
            return Err(dead(&part));
        }
        if part.metadata().is_ok_and(|there| !there.is_file()) {
            return Err(StoreError::NoFile { path: part.display().to_string() });
        }
    }
    Ok(())
}

/// Whether this is a link that leads nowhere.
fn is_dead(path: &Path) -> bool {
    path.is_symlink() && path.metadata().is_err_and(|error| error.kind() != ErrorKind::PermissionDenied)
}

fn dead(link: &Path) -> StoreError {
    let to = link.read_link().unwrap_or_default().display().to_string();
    StoreError::DeadLink { path: link.display().to_string(), to }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::store::Store;

    /// What a look, a lock and a start say of a folder of data that was prepared.
    async fn said(prepare: impl Fn(&Path)) -> (tempfile::TempDir, StoreError) {
        let dir = tempfile::tempdir().unwrap();
        prepare(dir.path());
        let url = format!("sqlite://{}/data/upcard.db", dir.path().display());
        let looked = Store::look(&url).await.unwrap_err();
        assert_eq!(Store::alone(&url).await.err(), Some(looked.clone()));
        assert_eq!(Store::open(&url).await.err(), Some(looked.clone()));
        (dir, looked)
    }

    #[tokio::test]
    async fn p10_a_link_that_leads_nowhere_is_named_with_where_it_leads() {
        for (link, to) in [
            ("data/upcard.db", "/mnt/not-there/upcard.db"),
            ("data/upcard.db", "elsewhere.db"),
            ("data/upcard.db", "upcard.db"),
            ("data/upcard.db-wal", "gone"),
            ("data/upcard.db.lock", "gone"),
            ("data", "gone"),
        ] {
            let (dir, error) = said(|dir| {
                let link = dir.join(link);
                std::fs::create_dir_all(link.parent().unwrap()).unwrap();
                symlink(to, link).unwrap();
            })
            .await;
            let path = dir.path().join(link).display().to_string();
            assert_eq!(error, StoreError::DeadLink { path: path.clone(), to: to.to_owned() });
            let words = error.to_string();
            assert!(words.contains(&format!("{path} is a link to {to}")), "{words}");
            assert!(dir.path().join(link).is_symlink(), "nothing was made behind it");
        }
    }

    #[tokio::test]
    async fn p10_a_folder_or_a_pipe_in_the_way_is_named() {
        for ending in ["-wal", "-shm", "-journal", ".lock"] {
            for is_there in [true, false] {
                let (dir, error) = said(|dir| {
                    let data = dir.join("data");
                    std::fs::create_dir_all(data.join(format!("upcard.db{ending}"))).unwrap();
                    if is_there {
                        std::fs::write(data.join("upcard.db"), "").unwrap();
                    }
                })
                .await;
                let path = dir.path().join(format!("data/upcard.db{ending}")).display().to_string();
                assert_eq!(error, StoreError::NoFile { path: path.clone() });
                let words = error.to_string();
                assert!(words.contains(&path) && words.contains("is not a file"), "{words}");
            }
        }
        let (dir, error) = said(|dir| {
            std::fs::create_dir_all(dir.join("data")).unwrap();
            let pipe = dir.join("data/upcard.db.lock");
            assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        })
        .await;
        let path = dir.path().join("data/upcard.db.lock").display().to_string();
        assert_eq!(error, StoreError::NoFile { path }, "opening it would wait for ever");
    }
}
