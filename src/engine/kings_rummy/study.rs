//! The solver's questions: is it a meld, how many there are, which card goes with three.

use serde_json::{Value, json};

use super::KingsRummy;
use super::meld::{common, fourth, is_meld, melds_among};
use super::tile::{Tile, Tiles, read_tile};
use crate::engine::cards::CardText;
use crate::engine::words::{Study, quoted_value};

impl Study for KingsRummy {
    /// Answers `{"meld":[cards]}`, `{"count":3}` or `{"extend":[three cards]}`.
    fn study(question: &Value) -> Result<Value, String> {
        const FIELDS: &str = "A question has one field: `meld` (cards), `count` (3 or 4) or `extend` (three cards).";
        let fields = question.as_object().filter(|fields| fields.len() == 1).ok_or(FIELDS)?;
        let (name, value) = fields.iter().next().ok_or(FIELDS)?;
        match name.as_str() {
            "meld" => {
                let cards = read_cards("meld", value)?;
                Ok(json!({ "meld": is_meld(cards), "common": if cards.is_empty() { 0 } else { common(cards) } }))
            }
            "count" => count(value),
            "extend" => extend(value),
            _ => Err(format!("There is no field `{name}` here. {FIELDS}")),
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
    Ok(json!({ "card": fourth(cards).map(Tile::code) }))
}

fn read_cards(field: &str, value: &Value) -> Result<Tiles, String> {
    let list = value.as_array().ok_or_else(|| format!("`{field}` takes a list of cards such as \"2AR\"."))?;
    let mut cards = Tiles::EMPTY;
    for value in list {
        let card = value.as_str().and_then(read_tile);
        let card =
            card.ok_or_else(|| format!("`{field}` takes cards such as \"2AR\", not {}.", quoted_value(value)))?;
        if cards.contains(card) {
            return Err(format!("`{field}` names {card} twice."));
        }
        cards = cards.with(card);
    }
    Ok(cards)
}
