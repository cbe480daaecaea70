//! Pieces of sentences that all games build, whatever the language.

use std::fmt::Display;

use serde_json::Value;

use super::reading::shown;

/// The text with a capital, to begin a sentence: `A jack` for `a jack`.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The text without its capital, to go on within a sentence: `play a card` for `Play a card`, and `A♠` as it is.
#[must_use]
pub fn uncapital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if chars.clone().next().is_some_and(char::is_lowercase) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

/// A number as people read it: `84`, and with a sign that stands as wide as a figure, `−7`.
#[must_use]
pub fn figure(n: impl Into<i64>) -> String {
    let n = n.into();
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

/// The running score after a hand, by the name of each side: `Ada 84 · Ben 97`, `Ada and Cyd 84 · Ben and Dan 97`.
#[must_use]
pub fn tally<N: Display>(sides: impl IntoIterator<Item = (N, i32)>) -> String {
    let all: Vec<String> = sides.into_iter().map(|(name, score)| format!("{name} {}", figure(score))).collect();
    all.join(" · ")
}

/// The most characters of a player's own words that are quoted back to them.
const ECHO: usize = 40;

/// A player's own words as a sentence quotes them: [visible, on one line](shown), cut if they are long.
#[must_use]
pub fn quoted(text: &str) -> String {
    format!("`{}`", shown(text, ECHO))
}

/// A value that a program sent, as a sentence quotes it: a string as it is, anything else as JSON, cut if it is long.
#[must_use]
pub(crate) fn quoted_value(value: &Value) -> String {
    value.as_str().map_or_else(|| quoted(&value.to_string()), quoted)
}
