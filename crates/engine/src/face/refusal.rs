//! What a player is told when they may not do what they asked for.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use crate::game::Refuse;
use crate::reading::LONGEST;
use crate::seats::Seat;
use crate::words::{Language, Late, Reader};

/// How many of the moves a text could mean are named in the refusal.
const MEANINGS_NAMED: usize = 4;
/// From this many unnamed moves on, the refusal says "many more".
const MEANINGS_COUNTED: usize = 100;

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
#[derive(Clone, Debug)]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// The anchor of the section that says so.
    pub rule: Option<&'static str>,
    /// A few legal moves, if that helps.
    pub nearest: Vec<String>,
    /// Are there legal moves that it keeps back, because players are to find them?
    pub keeps_back: bool,
    /// Does the move answer what is settled by now?
    pub late: Option<Late>,
    pub(super) cause: Cause,
}

/// What a refusal is put into words from.
#[derive(Clone, Debug)]
pub(super) enum Cause {
    NotYourTurn,
    Over,
    Resigned,
    NoVoid,
    NoSeat(Seat),
    /// So many characters were typed.
    Long(usize),
    /// The moves that could be meant.
    Several(Vec<String>),
    /// A text was read for somebody, in whose language this says what is wrong.
    Read(String),
    Rule(Arc<dyn Says>),
}

/// A cause of any game.
pub(super) trait Says: fmt::Debug + Send + Sync {
    fn says(&self, reader: &Reader) -> String;
}

impl<I: Refuse> Says for I {
    fn says(&self, reader: &Reader) -> String {
        Refuse::says(self, reader)
    }
}

impl Refusal {
    pub(super) const fn new(code: RefusalCode, cause: Cause) -> Self {
        Self { code, rule: None, nearest: Vec::new(), keeps_back: false, late: None, cause }
    }

    /// By a rule of the game.
    pub(super) fn by_rule(code: RefusalCode, why: impl Refuse) -> Self {
        Self { rule: Some(why.rule().0), ..Self::new(code, Cause::Rule(Arc::new(why))) }
    }

    /// In a player's words.
    #[must_use]
    pub fn says(&self, reader: &Reader) -> String {
        let Language::English = reader.language;
        match &self.cause {
            Cause::NotYourTurn => "It is not your turn.".to_owned(),
            Cause::Over => "The match is over.".to_owned(),
            Cause::Resigned => "You have resigned this match.".to_owned(),
            Cause::NoVoid => "By the rules of this table a hand cannot be voided.".to_owned(),
            Cause::NoSeat(seat) => format!("There is no seat {} at this table.", seat.number()),
            Cause::Long(typed) => format!("That is {typed} characters long; a move takes at most {LONGEST}."),
            Cause::Several(moves) => {
                format!("That could be several moves: {}. Write the one you mean.", a_few_of(moves))
            }
            Cause::Read(says) => says.clone(),
            Cause::Rule(why) => why.says(reader),
        }
    }

    /// As programs read it.
    #[must_use]
    pub fn json(&self, reader: &Reader) -> Value {
        let mut json = json!({ "code": self.code, "message": self.says(reader) });
        if let Some(rule) = self.rule {
            json["rule"] = rule.into();
        }
        if !self.nearest.is_empty() {
            json["nearest"] = self.nearest.clone().into();
        }
        json
    }
}

/// What a text could mean, in a sentence: all of it, or a few moves and how many more there are.
pub(super) fn a_few_of(moves: &[String]) -> String {
    // Naming one more takes no more room than counting it.
    let named = if moves.len() <= MEANINGS_NAMED + 1 { moves.len() } else { MEANINGS_NAMED };
    let texts = moves[..named].join(", ");
    match moves.len() - named {
        0 => texts,
        more if more < MEANINGS_COUNTED => format!("{texts} and {more} more"),
        _ => format!("{texts} and many more"),
    }
}
