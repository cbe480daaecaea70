//! The solver's questions: the sequences of some cards, and what may answer a lead.

use serde_json::{Map, Value, json};

use super::Klaberjass;
use super::moves::replies;
use super::options::{LongRun, Options, RankOrder};
use super::phrases::not_in_pack;
use super::rank::in_pack;
use super::sequences::find;
use crate::engine::cards::{Card, CardSet, CardText, Suit};
use crate::engine::words::{Study, quoted_value};

impl Study for Klaberjass {
    /// Answers `{"sequences":[cards],"trump":suit}` or
    /// `{"follow":{"hand":[cards],"led":card,"trump":suit,"rank_order":order}}`.
    fn study(question: &Value) -> Result<Value, String> {
        let fields = question.as_object().ok_or("A question is an object with `sequences` or `follow`.")?;
        if let Some(cards) = fields.get("sequences") {
            known(fields, &["sequences", "trump", "long_run"])?;
            return sequences(cards, fields);
        }
        let Some(follow) = fields.get("follow") else {
            return Err("A question has `sequences` (cards) or `follow` (hand, led, trump, rank_order).".to_owned());
        };
        known(fields, &["follow"])?;
        let follow = follow.as_object().ok_or("`follow` is an object with `hand`, `led` and `trump`.")?;
        known(follow, &["hand", "led", "trump", "rank_order"])?;
        answer_lead(follow)
    }
}

fn known(fields: &Map<String, Value>, names: &[&str]) -> Result<(), String> {
    match fields.keys().find(|key| !names.contains(&key.as_str())) {
        Some(key) => Err(format!("There is no field `{key}` here; fields are {}.", names.join(", "))),
        None => Ok(()),
    }
}

fn sequences(cards: &Value, fields: &Map<String, Value>) -> Result<Value, String> {
    let cards: CardSet = read_cards("sequences", cards)?.into_iter().collect();
    let trump = fields.get("trump").map(read_suit).transpose()?;
    let long_run = match fields.get("long_run").map(|v| v.as_str()) {
        None | Some(Some("single")) => LongRun::Single,
        Some(Some("split_allowed")) => LongRun::SplitAllowed,
        Some(_) => return Err("`long_run` takes single or split_allowed.".to_owned()),
    };
    let mut found = find(cards);
    let options = Options::default();
    found.sort_by_key(|s| std::cmp::Reverse(s.worth(trump.unwrap_or(Suit::Spades), &options)));
    let all: Vec<Value> = found
        .iter()
        .map(|s| json!({"cards": s.cards().map(Card::code).collect::<Vec<_>>(), "points": s.points(long_run)}))
        .collect();
    Ok(json!({ "sequences": all }))
}

fn answer_lead(fields: &Map<String, Value>) -> Result<Value, String> {
    let field = |name: &str| fields.get(name).ok_or_else(|| format!("`follow` needs `{name}`."));
    let hand = read_cards("hand", field("hand")?)?;
    let led = read_card("led", field("led")?)?;
    if hand.contains(&led) {
        return Err(format!("`led` is {}, which is in `hand`.", led.code()));
    }
    let trump = read_suit(field("trump")?)?;
    let order = match fields.get("rank_order").map(|v| v.as_str()) {
        None | Some(Some("book")) => RankOrder::Book,
        Some(Some("standard")) => RankOrder::Standard,
        Some(_) => return Err("`rank_order` takes book or standard.".to_owned()),
    };
    let may = replies(hand.iter().copied().collect(), led, trump, order);
    let legal: Vec<String> = hand.into_iter().filter(|card| may.contains(*card)).map(Card::code).collect();
    Ok(json!({ "legal": legal }))
}

fn read_suit(value: &Value) -> Result<Suit, String> {
    let suit = value.as_str().and_then(Suit::parse);
    suit.ok_or_else(|| format!("`trump` takes S, H, D or C, not {}.", quoted_value(value)))
}

fn read_card(field: &str, value: &Value) -> Result<Card, String> {
    let card = value.as_str().and_then(Card::parse);
    let card = card.ok_or_else(|| format!("`{field}` takes cards such as KH or TD, not {}.", quoted_value(value)))?;
    if in_pack(card) { Ok(card) } else { Err(format!("`{field}`: {}", not_in_pack(card))) }
}

fn read_cards(field: &str, value: &Value) -> Result<Vec<Card>, String> {
    let list = value.as_array().ok_or_else(|| format!("`{field}` takes a list of cards."))?;
    let mut cards = Vec::with_capacity(list.len());
    for value in list {
        let card = read_card(field, value)?;
        if cards.contains(&card) {
            return Err(format!("`{field}` names {} twice.", card.code()));
        }
        cards.push(card);
    }
    Ok(cards)
}
