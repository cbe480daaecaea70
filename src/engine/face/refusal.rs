//! What a player is told when they may not do what they asked for.

use std::fmt;

use serde::Serialize;

/// A player's mistake: what is wrong, which rule says so, and what would be right.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refusal {
    /// For programs: `illegal`, `unreadable`, `ambiguous`, `not_your_turn`, `match_over`, `resigned`, `no_such_seat`,
    /// `nothing_to_void`.
    pub code: &'static str,
    /// In a player's words.
    pub message: String,
    /// The anchor of the section that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// A few legal moves, if that helps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Refusal {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), rule: None, nearest: Vec::new() }
    }
}
