//! The files of messages, beside the journal: `attachments/<channel>/<attachment>/<filename>`.

use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::ids::Id;

/// The directory of the files.
#[derive(Clone, Debug)]
pub(super) struct Files(PathBuf);

impl Files {
    /// The files of the room in the data directory `dir`.
    pub(super) fn of(dir: &Path) -> Self {
        Self(dir.join("attachments"))
    }

    /// The path of a file. The name must contain no slashes.
    pub(super) fn path(&self, channel: Id, attachment: Id, filename: &str) -> PathBuf {
        self.attachment(channel, attachment).join(filename)
    }

    fn channel(&self, channel: Id) -> PathBuf {
        self.0.join(channel.to_string())
    }

    fn attachment(&self, channel: Id, attachment: Id) -> PathBuf {
        self.channel(channel).join(attachment.to_string())
    }

    pub(super) fn store(&self, channel: Id, attachment: Id, filename: &str, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(self.attachment(channel, attachment))?;
        fs::write(self.path(channel, attachment, filename), bytes)
    }

    pub(super) fn remove(&self, channel: Id, attachment: Id) {
        remove(&self.attachment(channel, attachment));
    }

    pub(super) fn remove_channel(&self, channel: Id) {
        remove(&self.channel(channel));
    }

    /// Removes files that belong to no message: those whose message was refused after they were stored, or expired,
    /// and those that a killed process had no time to remove. `kept` has the channel and id of each attachment.
    pub(super) fn sweep(&self, kept: &HashSet<(Id, Id)>) {
        for channel in ids_in(&self.0) {
            for attachment in ids_in(&self.channel(channel)).into_iter().filter(|id| !kept.contains(&(channel, *id))) {
                self.remove(channel, attachment);
            }
            // A channel's directory that still contains files stays.
            let _ = fs::remove_dir(self.channel(channel));
        }
    }
}

/// Removes a directory. If it cannot be removed, it only takes up space until the next start.
fn remove(dir: &Path) {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            tracing::warn!(%error, path = %dir.display(), "attachments cannot be removed");
        }
        _ => {}
    }
}

/// The ids that are file names in a directory; none if there is no such directory.
fn ids_in(dir: &Path) -> Vec<Id> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_leaves_exactly_what_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let files = Files::of(dir.path());
        files.sweep(&HashSet::new());
        for (channel, attachment) in [(1, 10), (1, 11), (2, 20)] {
            files.store(Id(channel), Id(attachment), "x.png", b"x").unwrap();
        }
        files.sweep(&HashSet::from([(Id(1), Id(10)), (Id(2), Id(11))]));
        assert_eq!(fs::read(files.path(Id(1), Id(10), "x.png")).unwrap(), b"x");
        assert_eq!(ids_in(&files.channel(Id(1))), [Id(10)]);
        assert_eq!(ids_in(&files.0), [Id(1)]);
    }
}
