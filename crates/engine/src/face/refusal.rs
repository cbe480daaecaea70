//! What a player is told when they may not do what they asked for.

use std::fmt;

use serde::Serialize;

use crate::words::Late;

/// What kind of mistake a player made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// A move, but against the rules.
    Illegal,
    /// No move.
    Unreadable,
    /// Several moves could be meant.
    Ambiguous,
    /// Somebody else is on turn.
    NotYourTurn,
    /// Nobody is, any more.
    MatchOver,
    /// The seat has given the match up.
    Resigned,
    /// The table has no such seat.
    NoSuchSeat,
    /// The rules of this table know no void.
    NothingToVoid,
}

/// A player's mistake: what is wrong, which rule says so, and what would be right.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// In a player's words.
    pub message: String,
    /// The anchor of the section that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// A few legal moves, if that helps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
    /// Are there legal moves that it keeps back, because players are to find them?
    #[serde(skip)]
    pub keeps_back: bool,
    /// Does the move answer what is settled by now?
    #[serde(skip)]
    pub late: Option<Late>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Refusal {
    pub(super) fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), rule: None, nearest: Vec::new(), keeps_back: false, late: None }
    }
}
