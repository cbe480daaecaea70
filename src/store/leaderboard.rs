//! Leaderboards.

use super::Store;
use super::error::StoreError;
use super::ids::{GuildId, UserId};

/// Whose matches count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Those played in one server.
    Server(GuildId),
    /// All.
    Everywhere,
}

/// When a match must have ended to count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Period {
    /// In the quarter of the year that the asked time lies in (UTC).
    Season,
    /// In the calendar month that the asked time lies in (UTC).
    Month,
    /// Ever.
    AllTime,
}

/// Which leaderboard, and which part of it.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Whose matches count.
    pub scope: Scope,
    /// The game's id; `None` for all games together.
    pub game: Option<String>,
    /// When they must have ended.
    pub period: Period,
    /// The time that decides which season and month, in milliseconds since 1970.
    pub at: i64,
    /// Which page, from 1.
    pub page: u32,
    /// How many lines a page has.
    pub lines: u32,
    /// Whose own rank is shown too.
    pub caller: UserId,
}

/// A page of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaderboard {
    /// The lines, best first; empty beyond the last page.
    pub lines: Vec<Rank>,
    /// How many people are ranked in all.
    pub ranked: u64,
    /// The caller's own line, whichever page it is on; `None` for those without a rated match.
    pub own: Option<Rank>,
}

/// One line of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// From 1; equal points share a rank.
    pub rank: u64,
    /// Who.
    pub user: UserId,
    /// Under the name of their last match.
    pub name: String,
    /// The rating that is compared: 1000 for an unknown player, sure to be worth that much.
    pub points: i64,
    /// Rated matches.
    pub matches: u32,
    /// Of which won (a shared first place counts).
    pub wins: u32,
}

impl Store {
    /// A page of a leaderboard.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn leaderboard(&self, ask: &Ask) -> Result<Leaderboard, StoreError> {
        let _ = ask;
        unimplemented!()
    }
}
