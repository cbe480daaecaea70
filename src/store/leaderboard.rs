//! Leaderboards.

use super::Level;
use super::ids::{GuildId, UserId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Those played in one server.
    Server(GuildId),
    /// All matches.
    Everywhere,
}

impl Scope {
    /// The number by which it is stored: the server's id, or 0.
    pub(super) const fn stored(self) -> i64 {
        match self {
            Self::Server(guild) => guild.0.cast_signed(),
            Self::Everywhere => 0,
        }
    }
}

/// The period in which a match must have ended to count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Period {
    /// The quarter of the year that contains the time asked for (UTC).
    Season,
    /// The calendar month that contains the time asked for (UTC).
    Month,
    AllTime,
}

/// Which leaderboard, and which part of it.
#[derive(Clone, Debug)]
pub struct LeaderboardQuery {
    pub scope: Scope,
    /// The game's id; `None` for all games together.
    pub game: Option<String>,
    /// The period in which they must have ended.
    pub period: Period,
    /// The time that decides which season and month, in milliseconds since 1970.
    pub at: i64,
    /// Which page, from 1.
    pub page: u32,
    /// How many lines a page has.
    pub lines: u32,
    /// The person whose own rank is shown too.
    pub caller: UserId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaderboard {
    /// The lines, best first; empty beyond the last page.
    pub lines: Vec<Ranked>,
    /// How many people are ranked in all.
    pub ranked: u64,
    /// The caller's own line, whichever page it is on; `None` for those without a rated match.
    pub own: Option<Ranked>,
    /// How the caller has done against the house, the weakest level first, of all time and everywhere: that is not rated.
    pub against: Vec<AgainstHouse>,
}

/// Somebody's matches against one level of the house. Where that had several seats, it counts once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgainstHouse {
    pub level: Level,
    pub matches: u32,
    /// How many of them the person was placed before every house of that level.
    pub wins: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// From 1; equal points share a rank.
    pub rank: u64,
    pub user: UserId,
    /// What they are called now: in a server their name there, everywhere that of their account.
    pub name: String,
    /// The rating that is compared (see `ratings::points`): 1000 for an unknown player.
    pub points: i64,
    pub matches: u32,
    /// How many of them were won (a shared first place counts).
    pub wins: u32,
}
