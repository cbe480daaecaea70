//! Which page of somebody's matches a button shows.

use std::fmt;

use crate::store::{Bygone, MatchesOf, UserId};

use super::{ALL, number, unless_all, word};

/// What a button or list beside them does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryAct {
    /// The newest.
    Newest,
    /// Those that ended before this one.
    Older(Bygone),
    /// Those that ended after it.
    Newer(Bygone),
    /// The picked person is whom they were played against.
    Against,
    /// Whoever they were played against.
    Anybody,
    /// The picked value is the code of a match, which is opened.
    Open,
}

pub(super) fn name(MatchesOf { user, game, against }: &MatchesOf, act: HistoryAct) -> String {
    let against = against.map_or_else(|| ALL.to_owned(), |user| user.to_string());
    format!("{user}:{}:{against}:{act}", game.as_deref().unwrap_or(ALL))
}

pub(super) fn parse(name: &str) -> Option<(MatchesOf, HistoryAct)> {
    let parts: Vec<&str> = name.split(':').collect();
    let [user, game, against, act] = parts.as_slice() else { return None };
    let (game, against) = (unless_all(game, word)?, unless_all(against, |id| number(id).map(UserId))?);
    Some((MatchesOf { user: UserId(number(user)?), game, against }, HistoryAct::parse(act)?))
}

impl HistoryAct {
    fn parse(name: &str) -> Option<Self> {
        let ended = |text: &str| {
            let (at, table) = text.split_once('.')?;
            Some(Bygone { ended: number(at)?, table: table.parse().ok()? })
        };
        match name.split_at_checked(1)? {
            ("n", "") => Some(Self::Newest),
            ("a", "") => Some(Self::Against),
            ("e", "") => Some(Self::Anybody),
            ("r", "") => Some(Self::Open),
            ("o", rest) => ended(rest).map(Self::Older),
            ("y", rest) => ended(rest).map(Self::Newer),
            _ => None,
        }
    }
}

impl fmt::Display for HistoryAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newest => f.write_str("n"),
            Self::Against => f.write_str("a"),
            Self::Anybody => f.write_str("e"),
            Self::Open => f.write_str("r"),
            Self::Older(Bygone { ended, table }) => write!(f, "o{ended}.{table}"),
            Self::Newer(Bygone { ended, table }) => write!(f, "y{ended}.{table}"),
        }
    }
}
