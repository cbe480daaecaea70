//! Which page of a leaderboard a button shows.

use std::fmt;

use crate::store::Period;

use super::{ALL, number, unless_all, word};

/// One page of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaders {
    /// Whose matches count.
    pub whose: Whose,
    /// The game's id; `None`: all games together.
    pub game: Option<String>,
    /// The period in which they must have ended.
    pub period: Period,
    /// From 1.
    pub page: u32,
}

/// Whose matches a leaderboard counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Those of the server where it is shown.
    Server,
    /// All matches.
    Everywhere,
}

const WHOSE: [(Whose, &str); 2] = [(Whose::Server, "s"), (Whose::Everywhere, "e")];
const PERIODS: [(Period, &str); 3] = [(Period::Season, "q"), (Period::Month, "m"), (Period::AllTime, "a")];

impl Leaders {
    pub(super) fn parse(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.split(':').collect();
        let [whose, game, period, page] = parts.as_slice() else { return None };
        let game = unless_all(game, word)?;
        Some(Self { whose: meaning(&WHOSE, whose)?, game, period: meaning(&PERIODS, period)?, page: number(page)? })
    }
}

impl fmt::Display for Leaders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whose, period) = (letter(&WHOSE, self.whose), letter(&PERIODS, self.period));
        write!(f, "{whose}:{}:{period}:{}", self.game.as_deref().unwrap_or(ALL), self.page)
    }
}

fn letter<T: Copy + PartialEq>(all: &[(T, &'static str)], value: T) -> &'static str {
    all.iter().find(|(of, _)| *of == value).map_or("", |(_, letter)| letter)
}

fn meaning<T: Copy>(all: &[(T, &str)], text: &str) -> Option<T> {
    all.iter().find(|(_, letter)| *letter == text).map(|(value, _)| *value)
}
