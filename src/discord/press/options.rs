//! Which of a table's options a form holds.

use std::fmt;

use super::number;

/// The options of one form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The game's own; where they need more than one form, those of this one, from 0.
    HouseRules(u8),
    /// How the table is run.
    Ways,
}

impl Part {
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name.split_at_checked(1)? {
            ("w", "") => Some(Self::Ways),
            ("r", n) => number(n).map(Self::HouseRules),
            _ => None,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HouseRules(n) => write!(f, "r{n}"),
            Self::Ways => f.write_str("w"),
        }
    }
}
