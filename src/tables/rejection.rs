//! Why nothing was done: causes, with what is needed to say them. The screens put them into words.

use std::fmt;
use std::sync::Arc;

use super::audit::Stuck;
use super::request::Fault;
use super::snapshot::Snapshot;
use super::summary::Summary;
use crate::store::Blocked;
use engine::{NotOffered, Refusal, Seat};

/// Why nothing was done: for the person who asked, and nobody else. Its `Debug` reveals only the kind.
#[derive(Clone, Debug)]
pub enum Rejection {
    /// Against the rules, or not a move at all.
    Refused(Box<RefusedMove>),
    /// No table has this code.
    NoTable,
    /// The person does not sit at this table.
    NotSeated,
    /// Pressed too late, or twice.
    TooLate(TooLate),
    /// No hints are given at this table; `rated`: because people play a rated match.
    NoHints {
        rated: bool,
    },
    /// The table is closed.
    Gone,
    /// More requests than the table can take in.
    Busy,
    /// Nothing is begun any more, because the program is to be stopped.
    Stopping,
    /// The table was opened, but cannot be shown.
    Unseen,
    Untimely(Untimely),
    NotYours(NotYours),
    Barred(Barred),
    NotOpened(NotOpened),
    Unfit(Unfit),
    NotStarted(NotStarted),
    NoSeat(NoSeat),
    NoAnswer(NoAnswer),
    NoWord(NoWord),
    NotMoved(NotMoved),
    NotNudged(NotNudged),
    NotSentAway(NotSentAway),
    NotInvited(NotInvited),
    NotPlayed(NotPlayed),
    /// A fault on our side.
    Fault(Fault),
}

/// A move that was refused.
#[derive(Clone)]
pub struct RefusedMove {
    pub seat: Seat,
    pub refusal: Refusal,
    pub more: More,
    /// The table then.
    pub now: Arc<Snapshot>,
}

impl RefusedMove {
    /// The game's words.
    #[must_use]
    pub fn says(&self) -> String {
        self.now.play.says(&self.refusal)
    }

    /// A few legal moves, worded as in lists, if that helps.
    pub fn nearest(&self) -> impl Iterator<Item = String> {
        self.refusal.nearest.iter().map(|text| self.now.play.describe(self.seat, text))
    }
}

/// What may be played besides the moves that a refusal names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum More {
    /// Nothing else, or nothing worth mentioning.
    None,
    /// This many moves, which a list shows.
    Listed(usize),
    /// More than are worth counting.
    Others,
    /// More than any list can hold: typed answers.
    Answers,
}

/// What came too late at the table as it was then.
#[derive(Clone, Debug)]
pub struct TooLate {
    pub seat: Seat,
    pub why: Missed,
    pub now: Arc<Snapshot>,
}

/// What somebody has missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missed {
    /// Their time had run out before, and was played for.
    Time,
    /// The hand that was to be voided is over.
    Hand,
    /// What was to be chosen cannot be chosen any more.
    Choice,
    /// What was answered is gone.
    Question,
    /// The same answer has counted already.
    Sent,
    /// Their own move was made of that turn.
    Moved,
    /// Another was faster, in a move that is the last so many milliseconds since.
    Race { by: Seat, since: Option<i64> },
    /// The turn before the last move.
    Turn,
    /// A turn long ago.
    LongAgo,
}

/// The match is not where it would have to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Untimely {
    NotBegun,
    NotOver,
    /// For whoever would have a hand reviewed.
    HandNotOver,
    /// For whoever would look at a match again.
    NoReplayYet,
    /// The same, of a table that has seen no move and sees none any more, or none yet.
    NeverBegun,
    Over,
    Begun,
    /// For whoever would join.
    BegunWithout,
    /// For whoever would leave.
    NobodyLeaves,
    /// For a host who would send somebody away.
    NobodyIsSentAway,
}

/// Why somebody's word about a wish does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoWord {
    /// The match goes on.
    Gone,
    Said,
    /// They have given the match up.
    NotThere,
    /// The others wait for their move.
    Move,
    /// Nobody has kept them waiting for a day.
    Early,
}

/// Why nobody is called once more.
#[derive(Clone, PartialEq, Eq)]
pub enum NotNudged {
    /// Nobody has kept whoever asks waiting for ten minutes.
    Early,
    /// They can be called again in so many milliseconds.
    Lately { name: String, left: i64 },
}

/// Only others may do it. The host's name is known while the host sits at the table.
#[derive(Clone, PartialEq, Eq)]
pub enum NotYours {
    Host(Option<String>),
    /// Closing the table.
    Closing {
        host: Option<String>,
        begun: bool,
    },
    Voiding,
}

/// Those who run the bot, those who manage the server, or people's peace, are in the way.
#[derive(Clone, PartialEq, Eq)]
pub enum Barred {
    You(Blocked),
    Guest(String),
    /// These may not begin a match; of a challenge or rematch, or of a table with a host who can send them away.
    Players {
        names: Vec<String>,
        challenge: bool,
    },
    Game {
        game: String,
        forbidden: Vec<String>,
    },
    /// The server has as many tables as it allows.
    Full(u32),
    /// Somebody was asked so often within ten minutes, and never came.
    AskedOften {
        name: String,
        times: usize,
    },
}

/// Why no table, challenge or rematch is opened.
#[derive(Clone, PartialEq)]
pub enum NotOpened {
    /// Whoever is challenged is who challenges.
    Yourself,
    /// The channel has a table: this one, if it could be read.
    Occupied { there: Option<Box<Summary>>, challenge: bool, rematch: bool },
    /// The match ended too long ago for a rematch.
    Lapsed,
    /// Somebody who played it is not known any more.
    Forgotten,
}

/// The terms do not go together, or do not suit the table.
#[derive(Clone, PartialEq, Eq)]
pub enum Unfit {
    /// The game has no such terms.
    Rules(NotOffered),
    Seats {
        game: &'static str,
        fits: Vec<u8>,
        wanted: u8,
    },
    Crowded {
        seated: usize,
        most: u8,
    },
    Unchanged,
    /// A challenge or a rematch is accepted or declined as it was made.
    Fixed {
        rematch: bool,
    },
}

/// Why a host cannot start the match.
#[derive(Clone, PartialEq, Eq)]
pub enum NotStarted {
    WaitsFor(Vec<String>),
    TooFew { seated: u8, fewest: u8 },
}

/// Why somebody does not sit down.
#[derive(Clone, PartialEq, Eq)]
pub enum NoSeat {
    Seated,
    SentAway {
        host: Option<String>,
    },
    Private {
        host: Option<String>,
    },
    WaitsFor(Vec<String>),
    /// This many, all there are.
    Taken(u8),
    KeptFor(Vec<String>),
}

/// Why somebody accepts or declines nothing.
#[derive(Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// Whoever has a seat has answered: it is for these to `accept` or decline.
    ForOthers {
        names: Vec<String>,
        accept: bool,
        host: bool,
    },
    NotAsked,
    /// It waits for these.
    OthersAsked(Vec<String>),
    /// Declining a seat that one has.
    Seated,
}

/// Why somebody keeps their seat.
#[derive(Clone, PartialEq, Eq)]
pub enum NotMoved {
    NoSeat,
    First(String),
}

/// Why a host sends nobody away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotSentAway {
    Yourself,
    NotHere,
}

/// Why a host invites nobody.
#[derive(Clone, PartialEq, Eq)]
pub enum NotInvited {
    AnybodyMayJoin,
    Seated(String),
    Invited(String),
    /// So many are invited.
    Enough(usize),
}

/// Why no move can be played.
#[derive(Clone, PartialEq, Eq)]
pub enum NotPlayed {
    /// The match begins when its host wants.
    WaitsForHost,
    /// It begins once these have accepted.
    WaitsFor(Vec<String>),
    /// This program cannot continue the match, for this reason.
    Stuck(Stuck),
    /// Nor can it be looked at again.
    NotReplayed(Stuck),
    Incomplete,
    /// The house plays in the place of whoever asks.
    Left,
    /// There the house takes no seat from anybody.
    NotLeft,
    /// Whoever asks has their seat.
    NotAway,
}

impl Rejection {
    /// Whether what was asked for may have been done all the same.
    #[must_use]
    pub const fn may_be_done(&self) -> bool {
        matches!(self, Self::Unseen | Self::Fault(Fault { perhaps_done: true, .. }))
    }

    /// What cannot be told of a change that is on the disk.
    pub(super) fn after_all(self) -> Self {
        match self {
            Self::Fault(fault) => fault.perhaps_done().into(),
            other => other,
        }
    }
}

impl From<NotOffered> for Unfit {
    fn from(why: NotOffered) -> Self {
        Self::Rules(why)
    }
}

macro_rules! rejects {
    ($($cause:ident),*) => {
        $(impl From<$cause> for Rejection {
            fn from(cause: $cause) -> Self {
                Self::$cause(cause)
            }
        })*
    };
}

rejects!(
    TooLate,
    Untimely,
    NotYours,
    Barred,
    NotOpened,
    Unfit,
    NotStarted,
    NoSeat,
    NoAnswer,
    NoWord,
    NotMoved,
    NotNudged,
    NotSentAway,
    NotInvited,
    NotPlayed,
    Fault
);

/// Moves may be hidden, and names are people's own, so both stay out of logs.
macro_rules! only_named {
    ($($cause:ident),*) => {
        $(impl fmt::Debug for $cause {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($cause))
            }
        })*
    };
}

only_named!(
    RefusedMove,
    NotYours,
    Barred,
    NotOpened,
    Unfit,
    NotStarted,
    NoSeat,
    NoAnswer,
    NotMoved,
    NotNudged,
    NotInvited,
    NotPlayed
);
