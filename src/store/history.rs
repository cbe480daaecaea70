//! Matches that somebody played, and plays.

use super::ids::{GuildId, TableId, UserId};
use super::sitters::Sitter;

/// Where a match stands among those that are over, which are in the order in which they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bygone {
    /// When it ended, in milliseconds since 1970.
    pub ended: i64,
    pub table: TableId,
}

/// Whose matches, and which of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchesOf {
    pub user: UserId,
    /// The game's id; `None` for those of all games.
    pub game: Option<String>,
    /// Only those that this person played too.
    pub against: Option<UserId>,
}

/// Some of the matches that are over: the newest, or those next to one.
#[derive(Clone, Debug)]
pub struct HistoryQuery {
    pub of: MatchesOf,
    pub beside: Option<Bygone>,
    /// Those that ended after it, not before.
    pub newer: bool,
    /// How many, at most.
    pub lines: u32,
}

/// Which matches are being played.
#[derive(Clone, Debug)]
pub struct RunningQuery {
    pub of: MatchesOf,
    /// Only those of this server.
    pub guild: Option<GuildId>,
    /// How many, at most.
    pub lines: u32,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// The latest first.
    pub matches: Vec<PastMatch>,
    /// Whether there are more of them, that ended earlier and later.
    pub older: bool,
    pub newer: bool,
}

/// A match in one line. Nothing in it is hidden.
#[derive(Clone, PartialEq, Debug)]
pub struct PastMatch {
    pub table: TableId,
    pub game: String,
    pub variant: String,
    /// When, in milliseconds since 1970; `None` while it is played.
    pub ended: Option<i64>,
    /// In seat order.
    pub seats: Vec<PastSeat>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PastSeat {
    pub who: Sitter,
    /// The name of their account, as it is now.
    pub name: String,
    /// How they came out; `None` where the match was not decided.
    pub came_out: Option<CameOut>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CameOut {
    /// Seats of one side win together.
    pub side: u8,
    /// 1 for those who won.
    pub place: u8,
    pub score: i32,
}

impl PastMatch {
    /// Where it stands among those that are over.
    #[must_use]
    pub fn bygone(&self) -> Option<Bygone> {
        self.ended.map(|ended| Bygone { ended, table: self.table })
    }
}
