//! The solver's questions: what may be played of a hand, and what cards count.

use serde::Deserialize;
use serde_json::{Value, json};

use super::CrazyEights;
use super::moves::{Move, plays};
use super::state::count;
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::reading;
use crate::seats::Seat;
use crate::words::{Language, Notation, quoted_value};
use crate::{Dealing, Overrides, Study, study};

const ASK: &str = "A question has `fits` (hand, suit, rank, owed) or `count` (cards).";

/// What cards are written like.
const CARDS: &str = "\"8S\" or \"XR\"";

#[derive(Deserialize)]
struct Count {
    count: Value,
    #[serde(flatten)]
    changes: Overrides,
}

#[derive(Deserialize)]
struct Hand {
    fits: Fits,
    #[serde(flatten)]
    changes: Overrides,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Fits {
    hand: Value,
    suit: Value,
    rank: Value,
    #[serde(default)]
    owed: u8,
}

impl Study for CrazyEights {
    /// Answers `{"fits":{"hand":[cards],"suit":suit,"rank":rank,"owed":cards}}` or `{"count":[cards]}`.
    fn study(question: &Value, Language::English: Language) -> Result<Value, String> {
        if question.get("count").is_some() {
            let asked: Count = study::read(question, ASK)?;
            let options = study::options::<Self>(&asked.changes, &["joker_points"])?;
            Ok(json!({ "points": count(cards("count", &asked.count)?, &options) }))
        } else {
            fits(&study::read(question, ASK)?)
        }
    }
}

fn fits(asked: &Hand) -> Result<Value, String> {
    let mut options = study::options::<CrazyEights>(&asked.changes, &["joker_then"])?;
    options.twos_draw = asked.fits.owed > 0;
    let mut public = CrazyEights::open(&options, 2, Seat::FIRST).public;
    public.suit = or_none("suit", &asked.fits.suit, "S, H, D or C", Suit::parse)?;
    public.rank = or_none("rank", &asked.fits.rank, "A, 2 to 9, T, J, Q or K", Rank::parse)?;
    public.owed = asked.fits.owed;
    let mut moves: Vec<String> =
        plays(&public, cards("hand", &asked.fits.hand)?).map(|m: Move| CrazyEights::say(&m)).collect();
    moves.sort_unstable();
    Ok(json!({ "moves": moves }))
}

fn cards(field: &str, list: &Value) -> Result<CardSet, String> {
    Ok(study::distinct_cards(field, list, CARDS, reading::card::<Card>)?.into_iter().collect())
}

/// What a field holds unless it is null.
fn or_none<T>(field: &str, value: &Value, takes: &str, read: fn(&str) -> Option<T>) -> Result<Option<T>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let read = value.as_str().and_then(|text| read(&reading::folded(text)));
    read.map(Some).ok_or_else(|| format!("`{field}` takes {takes} or null, not {}.", quoted_value(value)))
}
