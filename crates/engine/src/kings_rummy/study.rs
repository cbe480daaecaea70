//! The solver's questions: is it a meld, how many there are, which card goes with three.

use serde::Deserialize;
use serde_json::{Value, json};

use super::KingsRummy;
use super::meld::{common, fourth, is_meld, melds_among};
use super::tile::{Tile, Tiles};
use crate::reading::card;
use crate::{Language, Study, study};

const ASK: &str = "A question has one field: `meld` (cards), `count` (3 or 4) or `extend` (three cards).";

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    Meld(Value),
    Count(Value),
    Extend(Value),
}

impl Study for KingsRummy {
    /// Answers `{"meld":[cards]}`, `{"count":3}` or `{"extend":[three cards]}`.
    fn study(question: &Value, Language::English: Language) -> Result<Value, String> {
        match study::read(question, ASK)? {
            Question::Meld(cards) => {
                let cards = read_cards("meld", &cards)?;
                Ok(json!({ "meld": is_meld(cards), "common": if cards.is_empty() { 0 } else { common(cards) } }))
            }
            Question::Count(size) => count(&size),
            Question::Extend(cards) => extend(&cards),
        }
    }
}

fn count(value: &Value) -> Result<Value, String> {
    let size = value.as_u64().filter(|n| (3..=4).contains(n)).ok_or("`count` takes 3 or 4: the cards of a meld.")?;
    let mut count = 0;
    melds_among(Tile::pack().collect(), |meld| count += u32::from(u64::from(meld.len()) == size));
    Ok(json!({ "count": count }))
}

fn extend(value: &Value) -> Result<Value, String> {
    let cards = read_cards("extend", value)?;
    if cards.len() != 3 || !is_meld(cards) {
        return Err(format!("`extend` takes the three cards of a meld; {cards} is none."));
    }
    Ok(json!({ "card": fourth(cards).map(Tile::letters) }))
}

fn read_cards(field: &str, value: &Value) -> Result<Tiles, String> {
    Ok(study::distinct_cards(field, value, "\"2AR\"", card::<Tile>)?.into_iter().collect())
}
