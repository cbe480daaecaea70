//! What the card room keeps: rows, the rules of conflicts, the arithmetic of ratings, and what may be asked of it all.
//!
//! How it is kept is an engine's affair; `sqlite` is the one there is. Whatever an engine does, it has to pass
//! `conformance.rs`. When a write returns `Ok` it is on the disk, except the records of where hands and notices are, and of
//! messages that are gone.

mod changes;
#[cfg(test)]
mod conformance;
mod daily;
mod error;
mod forget;
mod history;
mod ids;
mod leaderboard;
mod messages;
mod moderation;
mod names;
mod profile;
mod ratings;
mod results;
mod rows;
mod settings;
mod sitters;
mod sqlite;
mod trouble;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub use changes::{Append, Create, Finish, FinishSeat, Save};
pub use daily::{Attempt, Morning, Puzzled, Puzzling, Riddle, Solver};
pub use error::{Conflict, StoreError};
pub use forget::{Blocks, Traces};
pub use history::{Bygone, CameOut, History, HistoryQuery, MatchesOf, PastMatch, PastSeat, RunningQuery};
pub use ids::{Cause, ChannelId, GuildId, MessageId, NotATableId, Place, TableId, UserId};
pub use leaderboard::{AgainstHouse, Leaderboard, LeaderboardQuery, Period, Ranked, Scope};
pub use messages::{MessageKind, Posted};
pub use moderation::{Blocked, Decision, Deed, Done, Limits};
pub use names::Called;
pub use profile::{BestMoment, GameTally, MomentKind, Opponent, Profile, ProfileQuery, RatingCourse, Tally};
pub use ratings::{RatingChange, points};
pub use results::{Decided, DecidedSeat};
pub use rows::{
    Absent, Attendee, Clock, ForcedMoves, Hints, LiveTable, NextHand, Says, Sealed, Stage, StandIn, Stored, TableRow,
    WishWord, Wished,
};
pub use settings::{Chooser, Chosen, Notices};
pub use sitters::{HOUSE, House, Level, NotASitter, Sitter};
pub(crate) use sqlite::is_open_to_others;
pub use sqlite::{Alone, Found, Looked, WriterStats};
pub use trouble::FaultId;

use crate::vitals::Vitals;
use sqlite::{ReadPool, Sqlite};

/// What is kept. Cheap to clone.
#[derive(Clone)]
pub struct Store(Arc<Sqlite>);

/// How long another process is waited for: the one before may still be stopping.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// What only reads, beside a bot that may be at work, or of what nobody has open: nothing is written.
pub struct Beside(ReadPool);

/// What may be asked of a type, or of each of several: an engine answers under the same name.
macro_rules! asks {
    ($of:ident, $($more:ident),+: $all:tt) => {
        asks!($of: $all);
        asks!($($more),+: $all);
    };
    ($of:ident: {$(
        $(#[$says:meta])* $name:ident($($given:ident: $kind:ty),*) -> $out:ty;
    )*}) => {
        impl $of {$(
            $(#[$says])*
            pub async fn $name(&self, $($given: $kind),*) -> Result<$out, StoreError> {
                self.0.$name($($given),*).await
            }
        )*}
    };
}

// What is written together is written as one, or not at all.
asks! { Store: {
    /// Writes a new table. A [`Conflict`] if its channel or its code is taken, or its cause was already carried
    /// out.
    create(create: Create) -> ();
    /// The same, unless its server then had more than so many live ones.
    create_within(create: Create, most: Option<u32>) -> ();
    /// Saves a table. A [`Conflict`] if another writer was first or the cause was already carried out.
    save(save: Save) -> ();
    /// Appends to a journal. Returns how ratings changed, if the match ended and was rated. A [`Conflict`] if another
    /// writer was first or the cause was already carried out; nothing is changed then.
    append(append: Append) -> Vec<RatingChange>;
    /// Closes a live table that nobody can wake, because what is stored of it is damaged; the rest of it stays as it is.
    put_away(table: TableId, now: i64) -> ();
    /// Forgets interactions so old that they will not be delivered again, and tables that were closed long ago before
    /// their match began. `now` is in milliseconds since 1970.
    prune(now: i64) -> ();
    /// Records a message, replacing the one of its kind and user.
    put_message(table: &TableId, posted: Posted) -> ();
    /// Forgets a message, if it is on record.
    forget_message(table: &TableId, kind: MessageKind, user: Option<UserId>) -> ();
    /// Records what somebody has chosen, replacing what they had.
    put_setting(owner: Chooser, chosen: Chosen) -> ();
    /// Keeps what an interaction called somebody, if that is newer than what is kept. Returns the live tables that showed
    /// another name. Only those who play, or played, are kept by name: somebody who merely looks leaves none.
    rename(called: Called) -> Vec<TableId>;
    /// Carries out a decision, and notes it. `false` if it was so already, or is not theirs to change.
    decide(deed: Deed) -> bool;
    /// Forgets a person, unless they sit at a table that is not over. Invitations are declined. Returns what there was
    /// about them; if that contains [live](Traces::live) tables, nothing was done.
    forget(user: UserId, blocks: Blocks) -> Traces;
    /// Writes the file anew, with what it holds and nothing else, while it is open: copies of what was deleted or replaced
    /// lie in unused parts of its pages, and in its log. Everybody who plays waits for it.
    rewrite() -> ();
    /// A day's puzzle is shown to somebody: from the first time on their time runs. It counts on the first server where
    /// that was. Returns how far they have come.
    show_daily(of: Puzzled, guild: Option<GuildId>, at: i64) -> Option<Puzzling>;
    /// Somebody answers a puzzle that was shown to them. The same wrong answer counts once, and what comes after the end
    /// changes nothing. Returns how far they have come.
    try_daily(of: Puzzled, attempt: Attempt, at: i64) -> Option<Puzzling>;
    /// Somebody shows others how they solved it. `false` if they have before, or have not solved it.
    share_daily(of: Puzzled) -> bool;
    /// From the day after `today` on a server wants the day's puzzle announced in this channel, or nowhere. `false` if it
    /// was so already.
    put_morning(guild: GuildId, channel: Option<ChannelId>, today: u32) -> bool;
    /// That is done for this day.
    announced(guild: GuildId, day: u32) -> ();
    /// The bot is alive, and a clock runs.
    alive(now: i64) -> ();
    /// Between these times nobody could have moved.
    put_absence(began: i64, ended: i64) -> ();
    /// Writes something that changes nothing. If that succeeds, [`trouble`](Self::trouble) is over.
    try_to_write() -> ();
}}

asks! { Store, Beside: {
    /// Everything about a table, including what is hidden; `None` if there is no such table.
    load(id: TableId) -> Option<Stored>;
    /// The table that an interaction led to.
    table_of(cause: Cause) -> Option<TableId>;
    /// The one live table of a channel.
    live_at(channel: ChannelId) -> Option<TableId>;
    /// The table that was last opened in a channel.
    latest_at(channel: ChannelId) -> Option<TableId>;
    /// The newest rematch of a table that was not closed, if there is one.
    rematch_after(table: TableId) -> Option<TableId>;
    /// The live tables at which a person sits, newest first, at most 100.
    live_of(user: UserId) -> Vec<TableRow>;
    /// How many tables of a server are live.
    live_in(guild: GuildId) -> u32;
    /// The live tables, the one that has been idle for longest first. Of those that cannot be read, why.
    live() -> (Vec<LiveTable>, Vec<StoreError>);
    /// The tables whose match is being played, or with `all` every one that has begun, oldest first.
    begun(all: bool) -> Vec<TableId>;
    /// The tables whose match may go on by itself: the house has a seat, the last entry says so, or
    /// nobody has moved where every forced move plays itself.
    going_on() -> Vec<TableId>;
    /// The matches with a clock, each with a time before which it asks for nothing.
    dues() -> Vec<(TableId, i64)>;
    /// When the bot was last alive while a clock ran.
    last_alive() -> Option<i64>;
    /// When nobody could have moved, as far as that matters to a match that is being played.
    absences() -> Vec<(i64, i64)>;
    /// Tables that have something to show, the most recently changed first, because people are waiting there. Of live
    /// ones, those that changed within a month before `now` (milliseconds since 1970) are considered; of those that
    /// ended, those of the last day. One has something to show if
    /// - its board is missing, or shows an older revision than the table has;
    /// - its board shows a later deal than somebody's hand;
    /// - it has ended, and somebody's hand is still on record;
    /// - it is a lobby in which somebody invited has not been sent an invitation.
    unpainted(now: i64) -> Vec<TableId>;
    /// The live tables that are to be closed, because nothing has happened for so many days: as many as their server says,
    /// and for a match 30 at most.
    forsaken(now: i64) -> Vec<(TableId, u32)>;
    /// The matches without a clock that were moved last, or begun, after the first of these times, and not after the second.
    still_between(from: i64, to: i64) -> Vec<TableId>;
    /// The servers at whose live tables nothing has happened since a given time, each with those tables.
    quiet_since(then: i64) -> Vec<(GuildId, TableId)>;
    /// The messages of a table, in no order.
    messages(table: &TableId) -> Vec<Posted>;
    /// Everything that anybody has chosen.
    settings() -> Vec<(Chooser, Chosen)>;
    leaderboard(query: &LeaderboardQuery) -> Leaderboard;
    /// How somebody has done, everywhere and of all time.
    profile(query: &ProfileQuery) -> Profile;
    /// How far somebody has come with a puzzle; `None` if it was never shown to them.
    daily(of: Puzzled) -> Option<Puzzling>;
    /// On how many days in a row, up to the one before this, somebody has solved the sum.
    days_solved(user: UserId, before: u32) -> u32;
    /// Has somebody been at the end of a match of this game?
    knows(user: UserId, game: &str) -> bool;
    /// Who has solved a day's sum on a server, the fastest first.
    solvers(guild: GuildId, day: u32) -> Vec<Solver>;
    /// Where a server wants the day's puzzle announced.
    morning(guild: GuildId) -> Option<ChannelId>;
    /// The servers for which that is still to be done.
    mornings(day: u32) -> Vec<Morning>;
    /// Matches that somebody played and that are over: decided, or closed after they had begun.
    history(query: &HistoryQuery) -> History;
    /// Matches that somebody plays, those opened last first.
    running(query: &RunningQuery) -> Vec<PastMatch>;
    /// What is held about a person.
    traces(user: UserId) -> Traces;
    /// All of it, by the tables of the database: their rows, as JSON objects.
    kept(user: UserId) -> Vec<(&'static str, Vec<String>)>;
    /// The matches that were decided after a time (milliseconds since 1970), of one game or all, oldest first.
    decided(game: Option<&str>, since: i64) -> Vec<Decided>;
    limits(guild: GuildId) -> Limits;
    /// Everybody who is blocked on a server, or with `None` everywhere.
    blocked(guild: Option<GuildId>) -> Vec<UserId>;
    /// The blocks of this person that hold on a server, or outside of any, the widest first.
    blocks_of(user: UserId, guild: Option<GuildId>) -> Vec<Blocked>;
    /// Who sits in a lobby although they are blocked there, with the name that they sit under.
    blocked_in_lobbies() -> Vec<(TableId, UserId, String)>;
    /// What was decided, newest first: for one server, or all of it.
    deeds(guild: Option<GuildId>, most: u32) -> Vec<Done>;
}}

/// What is asked of the database that a URL (`sqlite://path`) names; its scheme says which engine keeps it. What is wrong
/// with one is said in a sentence that says what to do.
macro_rules! named {
    ($($(#[$says:meta])* $name:ident($($given:ident: $kind:ty),*) -> $out:ty;)*) => {
        impl Store {$(
            $(#[$says])*
            pub async fn $name(url: &str, $($given: $kind),*) -> Result<$out, StoreError> {
                sqlite::$name(url, $($given),*).await
            }
        )*}
    };
}

named! {
    /// Opens a database, creating it and its directory first if they are missing. Waits for locks of other processes no
    /// longer than `patience`.
    open_within(patience: Duration) -> Self;
    /// Shuts out other programs that ask for the same, before a database is opened, waiting for another one no longer than
    /// `patience`. Opening a database does not take the lock.
    alone_within(patience: Duration) -> Alone;
    /// Looks at a database as a start would find it, and changes nothing. Unlike a start, which does not take the time, it
    /// reads the whole database. An error is what would stop the start, or that the database is damaged.
    look() -> Looked;
    /// Reads a database of this version beside whoever uses it.
    beside() -> Beside;
    /// Carries out a decision in a database of this version, beside whoever uses it. `false` if it was so already.
    decide_beside(deed: Deed) -> bool;
    /// Writes a database that nobody has open anew, with what it holds and nothing else: copies of what was deleted or
    /// replaced lie in unused parts of its pages, and in its log. If another program has it open, copies may be left.
    scrub() -> ();
}

/// What is known of how the keeping goes.
macro_rules! known {
    ($($(#[$says:meta])* $name:ident($($given:ident: $kind:ty),*) -> $out:ty;)*) => {
        impl Store {$(
            $(#[$says])*
            #[must_use]
            pub fn $name(&self, $($given: $kind),*) -> $out {
                self.0.counters().$name($($given),*)
            }
        )*}
    };
}

known! {
    /// How much has been written since the start.
    stats() -> WriterStats;
    /// What kept the last write from the disk; `None` if one has succeeded since.
    trouble() -> Option<StoreError>;
    /// The damage found since the start, by a write or a read. Unlike other [trouble](Self::trouble) it does not pass.
    damage() -> Option<StoreError>;
    /// What keeps the log from being moved into the file. It grows until then, and may fill the disk.
    stuck() -> Option<StoreError>;
    /// How long the write under way has taken so far. Everybody who plays waits for it.
    writing() -> Option<Duration>;
    /// What a start would not find where it was opened, if anything: then nothing is written.
    missing() -> Option<StoreError>;
    /// Whether a start would find what is written. Unlike [`missing`](Self::missing) it waits for nobody.
    is_in_place() -> bool;
    /// Whether trouble with the database is being told and counted in the log.
    is_in_trouble() -> bool;
    /// The id under which an error of this store was logged, if it was: what happens again and again is logged once.
    told(error: &StoreError) -> Option<FaultId>;
    /// What [`close`](Self::close) could not leave where a start would find it.
    loss() -> Option<StoreError>;
}

impl Store {
    /// [`open_within`](Self::open_within) the usual time.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_within(url, LOCK_TIMEOUT).await
    }

    /// [`alone_within`](Self::alone_within) the usual time.
    pub async fn alone(url: &str) -> Result<Alone, StoreError> {
        Self::alone_within(url, LOCK_TIMEOUT).await
    }

    /// The file that a URL (`sqlite://path`) names, as an absolute path.
    pub fn file(url: &str) -> Result<PathBuf, StoreError> {
        sqlite::file(url)
    }

    /// The tasks that have to run as long as this is open. Others who use it add theirs.
    #[must_use]
    pub fn vitals(&self) -> &Vitals {
        &self.0.vitals
    }

    /// How many bytes are left on its disk, where the system says.
    pub async fn free_space(&self) -> Option<u64> {
        self.0.free_space().await
    }

    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Finishes what is queued, moves the log into the file and closes it. Everything asked afterwards is refused with
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        self.0.close().await;
    }
}

#[cfg(test)]
pub(crate) use listening::listen;

#[cfg(test)]
impl Store {
    /// A database of its own for a test, and its directory, which goes when it is dropped.
    pub(crate) async fn temporary() -> (tempfile::TempDir, Self) {
        let dir = tempfile::tempdir().unwrap();
        let store = Self::open(&format!("sqlite://{}/upcard.db", dir.path().display())).await.unwrap();
        (dir, store)
    }
}

/// What is logged in a test.
#[cfg(test)]
mod listening {
    use std::fmt;
    use std::io;
    use std::sync::Arc;

    use parking_lot::Mutex;
    use tracing::subscriber::DefaultGuard;

    #[derive(Clone, Default)]
    pub(crate) struct Logged(Arc<Mutex<Vec<u8>>>);

    /// Hears what this thread logs as long as the guard lives.
    pub(crate) fn listen() -> (Logged, DefaultGuard) {
        let lines = Logged::default();
        let writer = lines.clone();
        let layer = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone());
        (lines, tracing::subscriber::set_default(layer.finish()))
    }

    impl Logged {
        pub(crate) fn count(&self, part: &str) -> usize {
            self.to_string().lines().filter(|line| line.contains(part)).count()
        }

        pub(crate) fn has(&self, part: &str) -> bool {
            self.count(part) > 0
        }
    }

    impl io::Write for Logged {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl fmt::Display for Logged {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&String::from_utf8_lossy(&self.0.lock()))
        }
    }
}
