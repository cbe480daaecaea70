//! Whether the files still hold what `SQLite` has put there: somebody may write over a file without another one taking its
//! place. The index of the log (`-shm`) says what its last frame is, and how much of it was moved into the database:
//! <https://www.sqlite.org/walformat.html>
//!
//! These files stay open as long as the database is: to close any file of the index lets go of `SQLite`'s locks on it.

use std::fs::{File, Metadata};
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::look::beside;

const LOG_HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;
/// The header of the index, twice, and how many frames were moved.
const INDEX_HEADER: usize = 48;
const READ: usize = 2 * INDEX_HEADER + 4;
/// How often the index is read again because somebody wrote to it meanwhile.
const ATTEMPTS: usize = 5;

pub(super) struct Contents {
    files: Option<(File, File)>,
}

/// What is not as it was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Overwritten {
    Log,
    Database,
}

#[derive(PartialEq, Eq)]
struct Index([u8; READ]);

impl Contents {
    pub(super) fn of(database: &Path) -> Self {
        let open = |ending| File::open(beside(database, ending)).ok();
        Self { files: open("-shm").zip(open("-wal")) }
    }

    /// What is not as it was left, if anything. `database`: what the system says of that file.
    pub(super) fn overwritten(&self, database: &Metadata) -> Option<Overwritten> {
        let (index, log) = self.files.as_ref()?;
        for _ in 0..ATTEMPTS {
            let before = Index::read(index)?;
            let found = before.judge(log, database.len())?;
            // While it stays the same, the log is not begun anew.
            if Index::read(index).is_some_and(|after| after == before) && before.is_settled() {
                return Some(found);
            }
        }
        None
    }

    /// Whether all of the log was moved into the database.
    pub(super) fn is_moved(&self) -> bool {
        let index = self.files.as_ref().and_then(|(index, _)| Index::read(index));
        index.is_some_and(|index| index.is_settled() && index.is_moved())
    }
}

impl Index {
    fn read(file: &File) -> Option<Self> {
        let mut bytes = [0; READ];
        file.read_exact_at(&mut bytes, 0).ok().map(|()| Self(bytes))
    }

    fn part<const N: usize>(&self, at: usize) -> [u8; N] {
        std::array::from_fn(|i| self.0[at + i])
    }

    fn number(&self, at: usize) -> u32 {
        u32::from_ne_bytes(self.part(at))
    }

    /// Whether nobody was about to write it.
    fn is_settled(&self) -> bool {
        self.0[..INDEX_HEADER] == self.0[INDEX_HEADER..2 * INDEX_HEADER] && self.0[12] != 0
    }

    fn frames(&self) -> u32 {
        self.number(16)
    }

    fn is_moved(&self) -> bool {
        self.number(2 * INDEX_HEADER) >= self.frames()
    }

    fn page_size(&self) -> u64 {
        match u16::from_ne_bytes(self.part(14)) {
            1 => 65536,
            size => size.into(),
        }
    }

    fn judge(&self, log: &File, length: u64) -> Option<Overwritten> {
        if self.frames() > 0 && !self.ends(log) {
            return Some(Overwritten::Log);
        }
        let pages = u64::from(self.number(20));
        (self.is_moved() && length < pages * self.page_size()).then_some(Overwritten::Database)
    }

    /// Whether the last frame that the index knows of is in the log.
    fn ends(&self, log: &File) -> bool {
        let at = LOG_HEADER + u64::from(self.frames() - 1) * (FRAME_HEADER + self.page_size());
        let mut frame = [0; FRAME_HEADER as usize];
        let (salts, checksum) = (self.part::<8>(32), [self.number(24), self.number(28)].map(u32::to_be_bytes).concat());
        log.read_exact_at(&mut frame, at).is_ok() && frame[8..16] == salts && frame[16..24] == checksum[..]
    }
}
