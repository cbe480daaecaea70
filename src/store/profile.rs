//! How somebody has done.

use super::ids::{TableId, UserId};
use super::leaderboard::{AgainstHouse, Ranked, Scope};

/// Whose profile.
#[derive(Clone, Debug)]
pub struct ProfileQuery {
    pub user: UserId,
    /// The game's id; `None` for all games.
    pub game: Option<String>,
    /// Where: opponents are called as they are called there.
    pub scope: Scope,
    /// The most opponents.
    pub opponents: u32,
    /// The longest course of a rating.
    pub course: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Profile {
    /// What they are called in that scope; empty if that is not known.
    pub name: String,
    /// Their place on the ladder of everywhere and of all time, of that game or all.
    pub rank: Option<Ranked>,
    /// How many are ranked there.
    pub ranked: u64,
    /// All their matches in which another person sat on another side.
    pub tally: Tally,
    /// By game, most matches first; of one game alone, if one was asked for.
    pub games: Vec<GameTally>,
    /// By variant of that game, most matches first; empty for all games.
    pub variants: Vec<(String, Tally)>,
    /// Whom they met most often.
    pub opponents: Vec<Opponent>,
    /// Against each level of the house, the weakest first.
    pub against: Vec<AgainstHouse>,
    /// The rating after each of their last matches in the game with most rated ones, oldest first.
    pub course: RatingCourse,
    pub moments: Vec<BestMoment>,
}

/// How matches came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub matches: u32,
    pub wins: u32,
    /// The rest were shared.
    pub losses: u32,
    /// So many of the last ones were won, one after another.
    pub streak: u32,
    /// The longest there was.
    pub longest: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTally {
    pub game: String,
    pub tally: Tally,
    /// The rating, and of how many matches it is.
    pub points: Option<(i64, u32)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    pub user: UserId,
    /// What they are called; empty for somebody who was forgotten.
    pub name: String,
    pub tally: Tally,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RatingCourse {
    pub game: String,
    pub points: Vec<i64>,
}

/// A match of which somebody may be proud.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMoment {
    pub kind: MomentKind,
    pub game: String,
    pub value: i64,
    pub table: TableId,
    /// When, in milliseconds since 1970.
    pub finished: i64,
    /// How many entries its journal has.
    pub moves: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MomentKind {
    /// The highest rating.
    Peak,
    /// The most points won in a match.
    Gain,
    /// The end of the longest streak.
    Streak,
}

impl MomentKind {
    pub const ALL: [Self; 3] = [Self::Peak, Self::Gain, Self::Streak];

    pub(super) const fn stored(self) -> &'static str {
        match self {
            Self::Peak => "peak",
            Self::Gain => "gain",
            Self::Streak => "streak",
        }
    }
}
