//! What can go wrong with the database, each error with what to do about it.

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

/// Something is wrong with the database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("DATABASE_URL is {url:?}: {why}. Right is, for example, sqlite://data/upcard.db")]
    Url { url: String, why: String },
    #[error(
        "The directory {path} for the database cannot be made: {why}. Make it, or set DATABASE_URL to another place."
    )]
    Directory { path: String, why: String },
    #[error(
        "There can be no directory for the database, because {path} is a file. Move it away, or set DATABASE_URL to another place."
    )]
    FileInTheWay { path: String },
    #[error(
        "{path} is a link to {to}, and nothing is there. Bring back what it leads to (is a disk missing?), or remove the link. For \
         a new database behind it, make an empty file there."
    )]
    DeadLink { path: String, to: String },
    #[error(
        "{path} is not a file, but upcard keeps one by that name beside its database. Move it away, or set DATABASE_URL to \
         another place."
    )]
    NoFile { path: String },
    #[error(
        "{} {path} cannot be opened for writing. Check that the file and its directory belong to the user that upcard \
         runs as, and that the file system is not read-only.",
        what(.path)
    )]
    Permission { path: String },
    #[error(
        "The user that upcard runs as may not use the directory {path}, where the database is or is to be. Give it to that \
         user, with the right to read, write and enter it, or set DATABASE_URL to another place."
    )]
    Shut { path: String },
    #[error(
        "The directory that upcard was started in is not there any more, so {path} leads nowhere. Start upcard in another one, or \
         set DATABASE_URL to a path from the root, such as sqlite:///srv/upcard/upcard.db."
    )]
    Nowhere { path: String },
    #[error(
        "The database {path} has all its tables, but its list of migrations says that number {version} was not finished, which \
         upcard never leaves so. Put a backup in its place, or take the mark back with \
         `sqlite3 {path} \"UPDATE _sqlx_migrations SET success = 1\"`."
    )]
    Unfinished { path: String, version: i64 },
    #[error(
        "The tables of the database {path} are not those that its list of migrations (_sqlx_migrations) says: {why}. Something \
         else has changed it: stop upcard, delete {path}-wal and {path}-shm, and put a backup in its place."
    )]
    Muddled { path: String, why: String },
    #[error("{path} is not an SQLite database. Set DATABASE_URL to another file, or move this one away.")]
    NotADatabase { path: String },
    #[error(
        "{path} is another program's database: it has tables, but not those of upcard. Set DATABASE_URL to another file, such as \
         sqlite://data/upcard.db."
    )]
    Others { path: String },
    #[error(
        "The database {path} is damaged. To go back to a backup, stop upcard, delete {path}-wal and {path}-shm (what they hold \
         belongs to the damaged file and would damage the backup too), then put the backup in its place. Or save what is left \
         with `sqlite3 {path} .recover | sqlite3 saved.db` (a sqlite3 newer than 3.40)."
    )]
    Corrupt { path: String },
    #[error(
        "The database {path} was deleted, moved or replaced while upcard was at work on it, so nothing more is kept. Put the \
         file that it had open back in its place, or stop upcard: it then saves what it has open beside it."
    )]
    Missing { path: String },
    #[error(
        "The log of the database, {path}-wal, was deleted, moved or replaced while upcard was at work, so nothing more is kept. \
         Stop upcard, which moves what was played into {path} as far as it can, and start it again."
    )]
    LogMissing { path: String },
    #[error("The database {path} or its log was deleted, moved or replaced while it was being written to.")]
    Astray { path: String },
    #[error(
        "The database {path} was deleted, moved or replaced while upcard was at work on it. All that was played is saved in \
         {copy}: to go on with it, put that in the place of {path}, with no {path}-wal or {path}-shm beside it."
    )]
    Saved { path: String, copy: String },
    #[error(
        "The database {path} or its log was deleted, moved or replaced while upcard was at work on it, and what upcard had open \
         could not be saved: {why}. What was played last is in those files, if they still exist, and nowhere else."
    )]
    Lost { path: String, why: String },
    #[error(
        "There is no database {path}, but a log of one, {path}-wal, which may hold what was played last. Put the database back \
         beside it. To begin anew, move the log away."
    )]
    OnlyLog { path: String },
    #[error(
        "The database {path} was last used by a newer upcard (its migration {version} is unknown here). Run that version, or a newer one."
    )]
    Newer { path: String, version: i64 },
    #[error(
        "The database {path} was made by another edition of upcard (its migration {version} differs). Run the one it was made by."
    )]
    Foreign { path: String, version: i64 },
    #[error("The database {path} is locked by another process. Stop the other program that uses it, then try again.")]
    Locked { path: String },
    #[error("Another upcard is at work on the database {path}. Stop it first.")]
    InUse { path: String },
    #[error("There is no space left for the database {path}. Free some, then try again.")]
    Full { path: String },
    #[error("{0}")]
    Conflict(Conflict),
    #[error("Table {table} cannot be read from the database: its {what} is damaged.")]
    Row { table: TableId, what: &'static str },
    #[error("The database is closed, because upcard is stopping.")]
    Closed,
    /// A commit failed so late that it may come back after a kill. In it: what the same would mean if it could not.
    #[error("It is not known whether what was written last will be found again. {0}")]
    Unflushed(Box<Self>),
    /// Whoever had it to write broke down.
    #[error("What writes to the database broke down in the middle of a change.")]
    Abandoned,
    /// The database refuses this one change, or holds something that is not what was asked for.
    #[error("Something does not fit the database {path}: {detail}")]
    Unfit { path: String, detail: String },
    /// Anything else.
    #[error("The database {path} failed: {detail}")]
    Other { path: String, detail: String },
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
    /// Its server has as many tables as it allows.
    #[error("the server has as many tables as it allows")]
    Full,
}

impl StoreError {
    /// Whether what was asked for may be done all the same.
    #[must_use]
    pub const fn may_be_done(&self) -> bool {
        matches!(self, Self::Unflushed(_) | Self::Astray { .. } | Self::Abandoned)
    }

    /// Whether it keeps other writes from the disk as well. Errors that concern only this write, or that come from
    /// stopping, do not.
    pub(super) const fn is_of_the_disk(&self) -> bool {
        self.is_our_trouble() && !matches!(self, Self::Unfit { .. })
    }

    /// Whether somebody should look into it.
    pub(super) const fn is_our_trouble(&self) -> bool {
        !matches!(self, Self::Conflict(_) | Self::Row { .. } | Self::Closed)
    }

    /// Whether the files are not where they were.
    pub(super) const fn is_astray(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::LogMissing { .. } | Self::Astray { .. })
    }
}
