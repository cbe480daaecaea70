//! How the solvers' questions are read: what is refused is told which field is wrong and what it takes.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::cards::CardText;
use super::json::wrong;
use super::words::{capital, quoted_value};
use super::{Game, Knob, Language, Overrides, resolve};

/// Reads a question; `ask` says in a sentence what may be asked.
pub(super) fn read<Q: DeserializeOwned>(question: &Value, ask: &str) -> Result<Q, String> {
    serde_path_to_error::deserialize(question).map_err(|error| match wrong(&error, "question") {
        // No field is named: it is not a question at all.
        why if why.starts_with("invalid") => ask.to_owned(),
        why => format!("{}. {ask}", capital(&why)),
    })
}

/// A table's options with those changed that a question sets; it may set these and no others.
pub(super) fn options<G: Game>(changes: &Overrides, keys: &[&str]) -> Result<G::Options, String> {
    let knobs: Vec<Knob> = G::knobs().iter().filter(|knob| keys.contains(&knob.key)).copied().collect();
    resolve(&G::Options::default(), &knobs, changes).map_err(|why| why.says(Language::English))
}

/// Reads a list of cards, each of them once, as `card` takes them.
pub(super) fn distinct_cards<C: CardText>(
    field: &str,
    list: &Value,
    example: &str,
    card: impl Fn(&str) -> Option<C>,
) -> Result<Vec<C>, String> {
    let wrong = |value| format!("`{field}` takes a list of cards such as {example}; {} is none.", quoted_value(value));
    let mut cards = Vec::new();
    for value in list.as_array().ok_or_else(|| wrong(list))? {
        let card = value.as_str().and_then(&card).ok_or_else(|| wrong(value))?;
        if cards.contains(&card) {
            return Err(format!("`{field}` names {} twice.", card.code()));
        }
        cards.push(card);
    }
    Ok(cards)
}
