//! The room on disk: one file of JSON lines, each with the newest state of one thing.
//!
//! A line is handed to the operating system in one write before anyone is told of the change, so a killed process
//! loses at worst its last line, cut short. A full disk may also cut a line short: the remains are removed before
//! the next line is written. On every start, and whenever the file has grown well past its contents, it is written
//! again beside the old one and moved into its place.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::LocalDiscordError;
use super::ids::Id;
use super::model::{Channel, Emoji, House, Interaction, Message, Person};

/// Growth that is always allowed before the file is rewritten, in bytes.
const SLACK: u64 = 8 << 20;

const LINES: &str = "room.jsonl";
const LOCK: &str = "room.lock";

/// One line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "k", content = "v")]
pub(super) enum Record<'a> {
    /// No id up to this one may be given out again.
    IdMark(Id),
    House(Cow<'a, House>),
    Person(Cow<'a, Person>),
    Channel(Cow<'a, Channel>),
    ChannelGone(Id),
    Message(Cow<'a, Message>),
    MessageGone {
        channel: Id,
        id: Id,
    },
    Interaction(Cow<'a, Interaction>),
    /// All commands of a guild, or the global ones.
    Commands {
        guild: Option<Id>,
        list: Cow<'a, [Value]>,
    },
    Emoji(Cow<'a, Emoji>),
    EmojiGone(Id),
}

/// The open file. Holding it also holds the lock on the data directory.
#[derive(Debug)]
pub(super) struct Journal {
    dir: PathBuf,
    file: File,
    _lock: File,
    /// How long the file was when it was last rewritten.
    whole: u64,
    /// How far its complete lines reach.
    good: u64,
}

impl Journal {
    /// Locks the directory and reads its contents.
    ///
    /// [`LocalDiscordError::DataDirInUse`] if another room has it open, [`LocalDiscordError::DataDir`] if it cannot be
    /// read or written, [`LocalDiscordError::DataUnreadable`] with the line that cannot be parsed.
    pub(super) fn open(dir: &Path) -> Result<(Self, Vec<Record<'static>>), LocalDiscordError> {
        let at = failed(dir);
        obstacle(dir).map_err(at)?;
        fs::create_dir_all(dir).map_err(at)?;
        keep_private(dir, 0o700);
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(dir.join(LOCK)).map_err(at)?;
        take(&lock, dir)?;
        let (records, whole) = read(dir)?;
        let path = dir.join(LINES);
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(at)?;
        keep_private(&path, 0o600);
        Ok((Self { dir: dir.to_path_buf(), file, _lock: lock, whole, good: whole }, records))
    }

    /// Checks whether [`open`](Self::open) would succeed. Changes nothing.
    ///
    /// # Errors
    /// As for `open`.
    pub(super) fn look(dir: &Path) -> Result<(), LocalDiscordError> {
        let at = failed(dir);
        obstacle(dir).map_err(at)?;
        let existing = |name: &str| match OpenOptions::new().append(true).open(dir.join(name)) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(at(error)),
        };
        if let Some(lock) = existing(LOCK)? {
            take(&lock, dir)?;
        }
        existing(LINES)?;
        read(dir)?;
        // A file without a name shows whether others can be created, and is gone at once.
        let there = dir.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
        tempfile::tempfile_in(there).map(drop).map_err(at)
    }

    /// Appends a line.
    pub(super) fn append(&mut self, record: &Record<'_>) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.cut_torn()?;
        self.file.write_all(&line)?;
        self.good += line.len() as u64;
        Ok(())
    }

    /// Removes what follows the complete lines: the next line would be appended to it, and neither could ever be
    /// read again.
    fn cut_torn(&self) -> std::io::Result<()> {
        if self.file.metadata()?.len() > self.good { self.file.set_len(self.good) } else { Ok(()) }
    }

    /// Whether the file should be rewritten.
    pub(super) fn is_bloated(&self) -> bool {
        self.good - self.whole > SLACK.max(2 * self.whole)
    }

    /// Replaces the file with `records`. The old one remains until the new one is complete on disk.
    pub(super) fn rewrite<'a>(&mut self, records: impl Iterator<Item = Record<'a>>) -> std::io::Result<()> {
        let fresh = self.dir.join("room.jsonl.new");
        let rewritten = self.replace(&fresh, records);
        if rewritten.is_err() {
            // The next attempt comes no sooner than after a success, because the disk may be full.
            self.whole = self.good;
            let _ = fs::remove_file(&fresh);
        }
        rewritten
    }

    fn replace<'a>(&mut self, fresh: &Path, records: impl Iterator<Item = Record<'a>>) -> std::io::Result<()> {
        let mut out = BufWriter::new(File::create(fresh)?);
        keep_private(fresh, 0o600);
        for record in records {
            serde_json::to_writer(&mut out, &record)?;
            out.write_all(b"\n")?;
        }
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all()?;
        let path = self.dir.join(LINES);
        fs::rename(fresh, &path)?;
        self.file = OpenOptions::new().append(true).open(&path)?;
        self.whole = self.file.metadata()?.len();
        self.good = self.whole;
        Ok(())
    }

    /// Waits until everything is on disk.
    pub(super) fn sync(&self) -> std::io::Result<()> {
        self.file.sync_all()
    }
}

fn failed(dir: &Path) -> impl Fn(std::io::Error) -> LocalDiscordError + Copy {
    move |source| LocalDiscordError::DataDir { path: dir.to_path_buf(), source }
}

/// Locks the directory, for as long as the file stays open.
fn take(lock: &File, dir: &Path) -> Result<(), LocalDiscordError> {
    match lock.try_lock() {
        Ok(()) => Ok(()),
        Err(fs::TryLockError::WouldBlock) => Err(LocalDiscordError::DataDirInUse(dir.to_path_buf())),
        Err(fs::TryLockError::Error(error)) => Err(failed(dir)(error)),
    }
}

/// Keeps others on this machine from reading it: it contains tokens, and messages for one person only.
fn keep_private(path: &Path, mode: u32) {
    #[cfg(unix)]
    if let Err(error) = fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)) {
        tracing::warn!(%error, path = %path.display(), "others on this machine may read the room");
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}

/// A directory's contents, and how far its complete lines reach.
fn read(dir: &Path) -> Result<(Vec<Record<'static>>, u64), LocalDiscordError> {
    let path = dir.join(LINES);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(failed(dir)(error)),
    };
    let text = whole_lines(&bytes);
    Ok((parse(&path, text)?, text.len() as u64))
}

/// Everything except an incomplete last line, which is what a killed process or a full disk leaves.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    &bytes[..end]
}

/// Reads the lines.
fn parse(path: &Path, text: &[u8]) -> Result<Vec<Record<'static>>, LocalDiscordError> {
    let mut records = Vec::new();
    for (number, line) in text.split(|&b| b == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
        let record = serde_json::from_slice(line).map_err(|error| LocalDiscordError::DataUnreadable {
            path: path.to_path_buf(),
            line: number + 1,
            reason: error.to_string(),
        })?;
        records.push(record);
    }
    Ok(records)
}

/// Names what is in the way of the folder and its files: the system says only that something is no folder, or is there
/// already.
fn obstacle(dir: &Path) -> std::io::Result<()> {
    let folders = dir.ancestors().filter(|part| !part.as_os_str().is_empty()).map(|part| (part.to_owned(), true));
    for (part, is_folder) in folders.chain([LOCK, LINES].map(|name| (dir.join(name), false))) {
        let words = match part.metadata() {
            Err(error) if error.kind() != ErrorKind::PermissionDenied && part.is_symlink() => {
                "a link that leads nowhere"
            }
            Ok(there) if is_folder && !there.is_dir() => "not a folder",
            Ok(there) if !is_folder && !there.is_file() => "not a file",
            _ => continue,
        };
        return Err(std::io::Error::other(format!("{} is {words}", part.display())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(id: u64) -> Record<'static> {
        Record::ChannelGone(Id(id))
    }

    #[cfg(unix)]
    #[test]
    fn p10_what_is_in_the_way_of_the_room_is_named_by_a_look_and_by_a_start() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::write(at("file"), "x").unwrap();
        symlink("gone", at("link")).unwrap();
        fs::create_dir_all(at("lines/room.jsonl")).unwrap();
        fs::create_dir_all(at("lock/room.lock")).unwrap();
        fs::create_dir(at("dead")).unwrap();
        symlink("gone", at("dead/room.lock")).unwrap();
        for (room, words) in [
            ("file", "file is not a folder."),
            ("file/below", "file is not a folder."),
            ("link", "link is a link that leads nowhere."),
            ("link/below", "link is a link that leads nowhere."),
            ("lines", "room.jsonl is not a file."),
            ("lock", "room.lock is not a file."),
            ("dead", "room.lock is a link that leads nowhere."),
        ] {
            let (look, open) = (Journal::look(&at(room)).unwrap_err(), Journal::open(&at(room)).unwrap_err());
            assert!(look.to_string().ends_with(words) && look.to_string() == open.to_string(), "{look} {open}");
        }
    }

    #[test]
    fn a_cut_last_line_is_dropped_and_the_rest_kept() {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, none) = Journal::open(dir.path()).unwrap();
        assert!(none.is_empty());
        journal.append(&gone(1)).unwrap();
        journal.append(&gone(2)).unwrap();
        drop(journal);
        let path = dir.path().join("room.jsonl");
        let mut bytes = fs::read(&path).unwrap();
        bytes.truncate(bytes.len() - 3);
        fs::write(&path, bytes).unwrap();
        let (_, records) = Journal::open(dir.path()).unwrap();
        assert!(matches!(records[..], [Record::ChannelGone(Id(1))]));
    }

    /// Leaves the remains of an unfinished write at the end of the file.
    fn tear(dir: &Path) {
        let mut file = OpenOptions::new().append(true).open(dir.join("room.jsonl")).unwrap();
        file.write_all(b"{\"k\":\"ChannelG").unwrap();
    }

    #[test]
    fn a_line_after_a_cut_one_stands_alone() {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(dir.path()).unwrap();
        journal.append(&gone(1)).unwrap();
        drop(journal);
        tear(dir.path());
        let (mut journal, _) = Journal::open(dir.path()).unwrap();
        journal.append(&gone(2)).unwrap();
        // The disk may also be full for a while as the room goes on.
        tear(dir.path());
        journal.append(&gone(3)).unwrap();
        drop(journal);
        let (_, records) = Journal::open(dir.path()).unwrap();
        let ids: Vec<u64> = records.iter().map(|r| if let Record::ChannelGone(id) = r { id.0 } else { 0 }).collect();
        assert_eq!(ids, [1, 2, 3]);
    }

    #[test]
    fn nonsense_in_the_middle_is_named_by_its_line() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("room.jsonl"), "{\"k\":\"IdMark\",\"v\":\"1\"}\nnonsense\n").unwrap();
        let error = Journal::open(dir.path()).unwrap_err();
        assert!(matches!(error, LocalDiscordError::DataUnreadable { line: 2, .. }), "{error}");
    }

    #[test]
    fn a_directory_belongs_to_one_room_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let _first = Journal::open(dir.path()).unwrap();
        assert!(matches!(Journal::open(dir.path()), Err(LocalDiscordError::DataDirInUse(_))));
    }

    #[test]
    fn a_look_tells_whether_a_room_could_be_opened_and_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let room = dir.path().join("data/room");
        Journal::look(&room).unwrap();
        assert!(!dir.path().join("data").exists());
        let open = Journal::open(&room).unwrap();
        assert!(matches!(Journal::look(&room), Err(LocalDiscordError::DataDirInUse(_))));
        drop(open);
        Journal::look(&room).unwrap();
        fs::write(room.join(LINES), "nonsense\n").unwrap();
        assert!(matches!(Journal::look(&room), Err(LocalDiscordError::DataUnreadable { line: 1, .. })));
        // Not even root can write to a folder as if it were a file, or into a file as if it were a folder.
        fs::remove_file(room.join(LINES)).unwrap();
        fs::create_dir(room.join(LINES)).unwrap();
        assert!(matches!(Journal::look(&room), Err(LocalDiscordError::DataDir { .. })));
        fs::write(dir.path().join("file"), "x").unwrap();
        assert!(matches!(Journal::look(&dir.path().join("file")), Err(LocalDiscordError::DataDir { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_on_the_machine_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(LINES);
        let modes = || [dir.path(), &path].map(|file| fs::metadata(file).unwrap().permissions().mode() & 0o777);
        let (mut journal, _) = Journal::open(dir.path()).unwrap();
        assert_eq!(modes(), [0o700, 0o600]);
        journal.rewrite([gone(7)].into_iter()).unwrap();
        assert_eq!(modes(), [0o700, 0o600]);
        drop(journal);
        for (file, mode) in [(dir.path(), 0o755), (&*path, 0o644)] {
            fs::set_permissions(file, fs::Permissions::from_mode(mode)).unwrap();
        }
        Journal::open(dir.path()).unwrap();
        assert_eq!(modes(), [0o700, 0o600], "as an older version made it");
    }

    #[test]
    fn rewriting_leaves_exactly_the_given_records() {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(dir.path()).unwrap();
        (0..50).for_each(|id| journal.append(&gone(id)).unwrap());
        journal.rewrite([gone(7)].into_iter()).unwrap();
        journal.append(&gone(8)).unwrap();
        drop(journal);
        let (_, records) = Journal::open(dir.path()).unwrap();
        assert!(matches!(records[..], [Record::ChannelGone(Id(7)), Record::ChannelGone(Id(8))]));
    }
}
