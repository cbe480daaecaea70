//! Records: a header and a journal, which replay to the same match, byte for byte.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::not_offered::NotOffered;
use super::seats::Seat;
use super::words::{Language, quoted};

/// How a match began.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The variant's id.
    pub variant: String,
    /// Every option, complete: defaults may change over the years, but a record may not.
    pub options: Value,
    /// How many seats.
    pub seats: u8,
    /// The seed of its chance.
    #[serde(with = "hex32")]
    pub seed: [u8; 32],
    /// The revision of the rules it is played by.
    pub rules_rev: u16,
    /// Who played first. `None`: a seat was drawn, or with a stacked pack the first seat began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Packs stacked by the engine protocol, top card first; never set by the bot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<Vec<String>>,
}

impl fmt::Debug for Header {
    /// Without the seed and the packs, which would reveal every hidden card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, variant, options, seats, rules_rev, first, seed: _, decks: _ } = self;
        f.debug_struct("Header")
            .field("game", game)
            .field("variant", variant)
            .field("options", options)
            .field("seats", seats)
            .field("rules_rev", rules_rev)
            .field("first", first)
            .finish_non_exhaustive()
    }
}

/// One entry of a journal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Who.
    pub seat: Seat,
    /// The move in canonical notation; `resign` and `void` are the acts that every game knows.
    #[serde(rename = "move")]
    pub text: String,
    /// When it was committed, in milliseconds since 1970; 0 if nobody kept time.
    #[serde(default)]
    pub at: i64,
}

impl fmt::Debug for Entry {
    /// Without the move, which may name a hidden card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, text: _, at } = self;
        f.debug_struct("Entry").field("seat", seat).field("at", at).finish_non_exhaustive()
    }
}

/// A whole match. As JSON the header's fields and `journal` stand side by side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "Flat", try_from = "Value")]
pub struct Record {
    /// How it began.
    pub header: Header,
    /// What was played, in order.
    pub journal: Vec<Entry>,
}

#[derive(Serialize)]
struct Flat {
    #[serde(flatten)]
    header: Header,
    journal: Vec<Entry>,
}

impl From<Record> for Flat {
    fn from(Record { header, journal }: Record) -> Self {
        Self { header, journal }
    }
}

impl TryFrom<Value> for Record {
    type Error = String;

    /// Refuses unknown fields, which serde cannot do by itself for a flattened header.
    fn try_from(mut all: Value) -> Result<Self, Self::Error> {
        let journal = all.as_object_mut().and_then(|fields| fields.remove("journal"));
        let journal = journal.ok_or("missing field `journal`")?;
        Ok(Self {
            header: serde_path_to_error::deserialize(all).map_err(|error| error.to_string())?,
            journal: serde_path_to_error::deserialize(journal).map_err(|error| format!("journal: {error}"))?,
        })
    }
}

/// Why a record does not replay. Its `Display` may go into a log; the text [in full](Self::in_full) may not.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The header names something this program does not have.
    #[error("{}", .0.says(Language::English))]
    Setup(NotOffered),
    /// Played by rules that this program no longer (or not yet) has.
    #[error("the record was played by revision {recorded} of the rules of {game}; this program has revision {ours}")]
    Revision {
        /// The game's id.
        game: String,
        /// The record's revision.
        recorded: u16,
        /// This program's.
        ours: u16,
    },
    /// An entry is not legal at its place in the journal.
    #[error("entry {number} cannot be played")]
    Entry {
        /// Which, from 1.
        number: usize,
        /// Its move.
        text: String,
        /// The refusal.
        why: String,
    },
}

impl From<NotOffered> for ReplayError {
    fn from(why: NotOffered) -> Self {
        Self::Setup(why)
    }
}

impl ReplayError {
    /// With the move that cannot be played, and why, both of which may name a hidden card: only for someone who
    /// holds the record.
    #[must_use]
    pub fn in_full(&self) -> String {
        match self {
            Self::Entry { number, text, why } => format!("entry {number} ({text}) cannot be played: {why}"),
            Self::Setup(_) | Self::Revision { .. } => self.to_string(),
        }
    }
}

impl fmt::Debug for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

pub(super) mod hex32 {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(seed: &[u8; 32], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&super::seed_to_hex(seed))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 32], D::Error> {
        super::seed_from_hex(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// A seed as 64 hexadecimal digits.
#[must_use]
pub fn seed_to_hex(seed: &[u8; 32]) -> String {
    hex::encode(seed)
}

/// A seed from 64 hexadecimal digits.
///
/// # Errors
/// What would be right.
pub fn seed_from_hex(text: &str) -> Result<[u8; 32], String> {
    let mut seed = [0; 32];
    hex::decode_to_slice(text, &mut seed).map_err(|_| {
        format!("a seed is 64 hexadecimal digits, not the {} characters {}", text.chars().count(), quoted(text))
    })?;
    Ok(seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_seed_is_said_back_in_short() {
        let wrong = seed_from_hex(&"\n`12".repeat(100)).expect_err("it is no seed");
        assert!(wrong.starts_with("a seed is 64 hexadecimal digits, not the 400 characters `'12 '12"), "{wrong}");
        assert!(wrong.ends_with("…`") && wrong.len() < 120, "{wrong}");
        assert!(seed_from_hex(&"+f".repeat(32)).is_err(), "a sign is no digit");
        assert_eq!(seed_from_hex(&"aF".repeat(32)), Ok([0xaf; 32]));
    }

    #[test]
    fn a_header_in_a_log_tells_no_seed_and_no_card() {
        let header = Header {
            game: "gin-rummy".to_owned(),
            variant: "classic".to_owned(),
            options: Value::Null,
            seats: 2,
            seed: [0xab; 32],
            rules_rev: 1,
            first: None,
            decks: vec![vec!["AS".to_owned()]],
        };
        let said = format!("{header:?}").to_lowercase();
        assert!(said.contains("gin-rummy"));
        assert!(!said.contains("seed") && !said.contains("decks"), "{said}");
    }

    #[test]
    fn a_journal_and_why_it_does_not_replay_tell_no_move_in_a_log() {
        let entry = Entry { seat: Seat::FIRST, text: "discard AS".to_owned(), at: 7 };
        let why = "A♠ is not in your hand.".to_owned();
        let error = ReplayError::Entry { number: 3, text: entry.text.clone(), why };
        for said in [format!("{entry:?}"), format!("{error:?}"), error.to_string()] {
            assert!(!said.contains("AS") && !said.contains("A♠"), "{said}");
        }
        assert_eq!(error.to_string(), "entry 3 cannot be played");
        assert_eq!(error.in_full(), "entry 3 (discard AS) cannot be played: A♠ is not in your hand.");
    }
}
