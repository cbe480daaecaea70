//! The solver's questions: the sequences of some cards, and what may answer a lead.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Klaberjass;
use super::moves::replies;
use super::rank::in_pack;
use super::sequences::find;
use crate::cards::{Card, CardSet, CardText, Suit};
use crate::reading;
use crate::words::{Language, quoted_value};
use crate::{Overrides, Study, study};

const ASK: &str = "A question has `sequences` (cards) or `follow` (hand, led, trump, rank_order).";

/// What cards are written like.
const CARDS: &str = "\"TD\", seven up to ace";

#[derive(Deserialize)]
struct Sequences {
    sequences: Value,
    trump: Option<Value>,
    #[serde(flatten)]
    changes: Overrides,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lead {
    follow: Follow,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Follow {
    hand: Value,
    led: Value,
    trump: Value,
    #[serde(flatten)]
    changes: Overrides,
}

impl Study for Klaberjass {
    /// Answers `{"sequences":[cards],"trump":suit}` or
    /// `{"follow":{"hand":[cards],"led":card,"trump":suit,"rank_order":order}}`.
    fn study(question: &Value, Language::English: Language) -> Result<Value, String> {
        if question.get("sequences").is_some() {
            sequences(&study::read(question, ASK)?)
        } else {
            let Lead { follow } = study::read(question, ASK)?;
            answer_lead(&follow)
        }
    }
}

fn sequences(asked: &Sequences) -> Result<Value, String> {
    let cards = study::distinct_cards("sequences", &asked.sequences, CARDS, card)?;
    let cards: CardSet = cards.into_iter().collect();
    let trump = asked.trump.as_ref().map(read_suit).transpose()?;
    let options = study::options::<Klaberjass>(&asked.changes, &["long_run"])?;
    let mut found = find(cards);
    found.sort_by_key(|s| std::cmp::Reverse(s.worth(trump.unwrap_or(Suit::Spades), &options)));
    let all: Vec<Value> = found
        .iter()
        .map(|s| json!({"cards": s.cards().map(Card::code).collect::<Vec<_>>(), "points": s.points(options.long_run)}))
        .collect();
    Ok(json!({ "sequences": all }))
}

fn answer_lead(asked: &Follow) -> Result<Value, String> {
    let hand = study::distinct_cards("hand", &asked.hand, CARDS, card)?;
    let led = asked.led.as_str().and_then(card);
    let led = led.ok_or_else(|| format!("`led` takes a card such as {CARDS}, not {}.", quoted_value(&asked.led)))?;
    if hand.contains(&led) {
        return Err(format!("`led` is {}, which is in `hand`.", led.code()));
    }
    let trump = read_suit(&asked.trump)?;
    let options = study::options::<Klaberjass>(&asked.changes, &["rank_order"])?;
    let may = replies(hand.iter().copied().collect(), led, trump, options.rank_order);
    let legal: Vec<String> = hand.into_iter().filter(|card| may.contains(*card)).map(Card::code).collect();
    Ok(json!({ "legal": legal }))
}

fn read_suit(value: &Value) -> Result<Suit, String> {
    let suit = value.as_str().and_then(|text| Suit::parse(&reading::folded(text)));
    suit.ok_or_else(|| format!("`trump` takes S, H, D or C, not {}.", quoted_value(value)))
}

fn card(text: &str) -> Option<Card> {
    reading::card::<Card>(text).filter(|card| in_pack(*card))
}
