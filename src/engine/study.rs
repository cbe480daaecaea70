//! How the solvers' questions are read: what is refused is told which field is wrong and what it takes.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use super::cards::CardText;
use super::columns::cut;
use super::words::{capital, quoted_value};
use super::{Game, Knob, Overrides, resolve};

/// The most columns of what is wrong: it may quote a word of the request or question itself, however long.
pub(crate) const LONGEST_REASON: usize = 300;

/// Reads a question; `ask` says in a sentence what may be asked.
pub(super) fn read<Q: DeserializeOwned>(question: &Value, ask: &str) -> Result<Q, String> {
    serde_path_to_error::deserialize(question).map_err(|error| match wrong(&error, "question") {
        // No field is named: it is not a question at all.
        why if why.starts_with("invalid") => ask.to_owned(),
        why => format!("{}. {ask}", capital(&why)),
    })
}

/// What is wrong, with the field whose value it is; `choice` says what kind of thing a word chooses.
pub(crate) fn wrong(error: &serde_path_to_error::Error<serde_json::Error>, choice: &str) -> String {
    // Here, "variant" would mean something else.
    let why = error.inner().to_string().replace("unknown variant", &format!("unknown {choice}"));
    let mut field = String::new();
    for part in error.path().iter() {
        match part {
            Segment::Seq { index } => field.push_str(&format!("[{index}]")),
            Segment::Map { key } if field.is_empty() => field.push_str(key),
            Segment::Map { key } => field.push_str(&format!(".{key}")),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    // What is missing or unknown is named already.
    let whole = if why.starts_with("invalid") && !field.is_empty() { format!("`{field}`: {why}") } else { why };
    cut(&whole, LONGEST_REASON)
}

/// A table's options with those changed that a question sets; it may set these and no others.
pub(super) fn options<G: Game>(changes: &Overrides, keys: &[&str]) -> Result<G::Options, String> {
    let knobs: Vec<Knob> = G::knobs().iter().filter(|knob| keys.contains(&knob.key)).copied().collect();
    resolve(&G::Options::default(), &knobs, changes)
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
