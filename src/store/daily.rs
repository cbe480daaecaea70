//! What people make of the puzzles of a day.

use super::ids::{ChannelId, GuildId, UserId};

/// Which of a day's puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Riddle {
    /// Four cards, and a fifth to be made of them.
    Sum = 0,
    /// A hand of gin, from which a card is to be discarded.
    Hand = 1,
}

/// One person and one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Puzzled {
    pub user: UserId,
    pub riddle: Riddle,
    /// A day of UTC, by its number since 1970.
    pub day: u32,
}

/// How far somebody has come with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzling {
    /// When it was first shown to them, in milliseconds since 1970.
    pub shown: i64,
    /// When they solved it or gave it up.
    pub ended: Option<i64>,
    pub solved: bool,
    /// Their answers, each once, the last one last. Of a sum that was solved that is the right one.
    pub tried: Vec<String>,
    /// Whether they have shown their result to others.
    pub shared: bool,
}

impl Puzzling {
    /// How long it took, in milliseconds; `None` until it is solved.
    #[must_use]
    pub fn took(&self) -> Option<i64> {
        self.ended.filter(|_| self.solved).map(|ended| ended - self.shown)
    }
}

/// An answer, or that somebody gives up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// It is not right; there may be others.
    Wrong(String),
    Right(String),
    /// The only answer that counts, and whether it is the best.
    Only(String, bool),
    GivenUp,
}

/// Somebody in a server's table of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solver {
    pub user: UserId,
    /// How long it took, in milliseconds.
    pub took: i64,
    pub tries: u32,
}

/// A server that wants the day's puzzle announced, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Morning {
    pub guild: GuildId,
    pub channel: ChannelId,
}
