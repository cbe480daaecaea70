//! The solvers' questions.

use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::GinRummy;
use super::deadwood::deadwood;
use super::melds::{Layout, best_lay_off, best_layout, is_meld};
use super::phrases::pretty;
use crate::cards::{Card, CardSet};
use crate::reading::card;
use crate::words::{Language, quoted_value};
use crate::{Study, study};

impl Study for GinRummy {
    /// Answers `{"deadwood":…}`, `{"knocks":…}` or `{"layoff":…}`.
    fn study(question: &Value, Language::English: Language) -> Result<Value, String> {
        const QUESTIONS: &str = r#"{"deadwood":[ten or eleven cards]}, {"knocks":[eleven cards],"limit":10} or {"layoff":{"spread":[[cards],…],"hand":[ten cards]}}"#;
        let asked = question.as_object().filter(|asked| !asked.is_empty());
        let asked = asked.ok_or_else(|| format!("A question is one of {QUESTIONS}."))?;
        match asked.keys().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["deadwood"] => least(&asked["deadwood"]),
            ["knocks"] | ["knocks", "limit"] | ["limit", "knocks"] => knocks(asked),
            ["layoff"] => lay_off(&asked["layoff"]),
            other => Err(format!("A question is one of {QUESTIONS}; this one has {}.", other.join(", "))),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayOff {
    spread: Vec<Value>,
    hand: Value,
}

/// Reads distinct cards, as many as `counted` says.
fn cards(field: &str, value: &Value, counts: RangeInclusive<usize>, counted: &str) -> Result<CardSet, String> {
    let cards = study::distinct_cards(field, value, "\"9D\"", |text| card::<Card>(text).filter(|c| !c.is_joker()))?;
    if !counts.contains(&cards.len()) {
        return Err(format!("`{field}` takes {counted}, such as \"9D\", not {}.", cards.len()));
    }
    Ok(cards.into_iter().collect())
}

fn least(value: &Value) -> Result<Value, String> {
    let hand = cards("deadwood", value, 10..=11, "ten or eleven cards")?;
    let layout = best_layout(hand, hand);
    Ok(json!({ "deadwood": deadwood(hand), "melds": layout, "unmatched": hand.minus(layout.cards()) }))
}

fn knocks(asked: &Map<String, Value>) -> Result<Value, String> {
    let hand = cards("knocks", &asked["knocks"], 11..=11, "eleven cards")?;
    let limit = match asked.get("limit") {
        None => 10,
        Some(value) => value
            .as_u64()
            .filter(|&n| n <= 98)
            .ok_or_else(|| format!("`limit` takes a whole number from 0 to 98, not {}.", quoted_value(value)))?,
    };
    let may = |&card: &Card| u64::from(deadwood(hand.without(card))) <= limit;
    let discards: CardSet = hand.iter().filter(may).collect();
    Ok(json!({ "discards": discards }))
}

fn lay_off(value: &Value) -> Result<Value, String> {
    const TAKES: &str = "`layoff` takes an object with `spread`, one to three melds, and `hand`, ten cards.";
    let LayOff { spread, hand } = study::read(value, TAKES)?;
    let hand = cards("hand", &hand, 10..=10, "ten cards")?;
    let melds =
        spread.iter().map(|meld| cards("spread", meld, 3..=11, "3 to 11 cards")).collect::<Result<Vec<_>, _>>()?;
    let mut seen = hand;
    for &meld in &melds {
        if !is_meld(meld) {
            return Err(format!("`spread` takes melds, and {} is none.", pretty(meld)));
        }
        if let Some(card) = meld.intersection(seen).iter().next() {
            return Err(format!("`spread` and `hand` share a pack, and {card} stands twice."));
        }
        seen = seen.union(meld);
    }
    let spread = Layout::new(melds).ok_or(TAKES)?;
    let (laid, left) = best_lay_off(&spread, hand);
    let rest = hand.minus(laid.cards());
    let own = best_layout(rest, rest);
    let unmatched = rest.minus(own.cards());
    Ok(json!({
        "deadwood": left, "melds": own, "laid": laid.cards(), "unmatched": unmatched, "move": laid, "spread": spread,
    }))
}
