//! The solvers' questions.

use serde_json::{Map, Value, json};

use super::GinRummy;
use super::deadwood::deadwood;
use super::melds::{Layout, best_lay_off, best_layout, is_meld};
use super::phrases::pretty;
use crate::engine::cards::{Card, CardSet, CardText};
use crate::engine::words::{Study, quoted, quoted_value};

impl Study for GinRummy {
    /// Answers `{"deadwood":…}`, `{"knocks":…}` or `{"layoff":…}`.
    fn study(question: &Value) -> Result<Value, String> {
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

/// Reads distinct cards, `least` to `most` of them.
fn cards(field: &str, value: &Value, least: usize, most: usize) -> Result<CardSet, String> {
    let count = match (least, most) {
        (10, 11) => "ten or eleven cards".to_owned(),
        (10, 10) => "ten cards".to_owned(),
        (11, 11) => "eleven cards".to_owned(),
        _ => format!("{least} to {most} cards"),
    };
    let takes = |but: String| format!("`{field}` takes {count}, such as \"9D\", {but}.");
    let list = value.as_array().ok_or_else(|| takes(format!("not {}", quoted_value(value))))?;
    if !(least..=most).contains(&list.len()) {
        return Err(takes(format!("not {}", list.len())));
    }
    let mut all = CardSet::EMPTY;
    for value in list {
        let card = value.as_str().and_then(Card::parse).filter(|card| !card.is_joker());
        let card = card.ok_or_else(|| takes(format!("and {} is no card", quoted_value(value))))?;
        if all.contains(card) {
            return Err(takes(format!("and {card} stands twice")));
        }
        all.insert(card);
    }
    Ok(all)
}

fn least(value: &Value) -> Result<Value, String> {
    let hand = cards("deadwood", value, 10, 11)?;
    let layout = best_layout(hand, hand);
    Ok(json!({ "deadwood": deadwood(hand), "melds": layout, "unmatched": hand.minus(layout.cards()) }))
}

fn knocks(asked: &Map<String, Value>) -> Result<Value, String> {
    let hand = cards("knocks", &asked["knocks"], 11, 11)?;
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
    const TAKES: &str = "`layoff` takes an object with `spread`, one to three melds, and `hand`, ten cards";
    let asked = value.as_object().ok_or_else(|| format!("{TAKES}, not {}.", quoted_value(value)))?;
    if let Some(extra) = asked.keys().find(|key| *key != "spread" && *key != "hand") {
        return Err(format!("{TAKES}; it has no {}.", quoted(extra)));
    }
    let hand = cards("hand", asked.get("hand").unwrap_or(&Value::Null), 10, 10)?;
    let melds = asked.get("spread").and_then(Value::as_array).ok_or_else(|| format!("{TAKES}."))?;
    let melds = melds.iter().map(|meld| cards("spread", meld, 3, 11)).collect::<Result<Vec<_>, _>>()?;
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
    let spread = Layout::new(melds).ok_or_else(|| format!("{TAKES}."))?;
    let (laid, left) = best_lay_off(&spread, hand);
    let rest = hand.minus(laid.cards());
    let own = best_layout(rest, rest);
    let unmatched = rest.minus(own.cards());
    Ok(json!({
        "deadwood": left, "melds": own, "laid": laid.cards(), "unmatched": unmatched, "move": laid, "spread": spread,
    }))
}
