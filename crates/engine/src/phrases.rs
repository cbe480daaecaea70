//! Pieces of sentences that all games build.

use std::fmt::Display;

use serde_json::Value;

use super::reading::shown;

/// Several names in a row: `Ada`, `Ada and Ben`, `Ada, Ben and Cyd`.
#[must_use]
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    in_a_row(names, "and")
}

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

/// Several things to choose from: `9♥`, `9♥ or J♥`, `9♥, J♥ or Q♥`.
#[must_use]
pub fn either<T: AsRef<str>>(things: &[T]) -> String {
    in_a_row(things, "or")
}

fn in_a_row<T: AsRef<str>>(things: &[T], joint: &str) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match things.as_slice() {
        [init @ .., last] if !init.is_empty() => format!("{} {joint} {last}", init.join(", ")),
        things => things.concat(),
    }
}

/// A number as people read it: `84`, and with a sign that stands as wide as a figure, `−7`.
#[must_use]
pub fn figure(n: impl Into<i64>) -> String {
    let n = n.into();
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

/// How many: `1 card`, `9 cards`.
#[must_use]
pub fn counted(n: impl Into<i64>, thing: &str) -> String {
    let n = n.into();
    format!("{} {thing}{}", figure(n), if n == 1 { "" } else { "s" })
}

/// What lies under the top card of an open pile of `cards`: `8 more below`. `None` if nothing does.
#[must_use]
pub fn more_below(cards: usize) -> Option<String> {
    cards.checked_sub(1).filter(|below| *below > 0).map(|below| format!("{below} more below"))
}

/// The running score after a hand, by the name of each side: `Ada 84 · Ben 97`, `Ada and Cyd 84 · Ben and Dan 97`.
#[must_use]
pub fn tally<N: Display>(sides: impl IntoIterator<Item = (N, i32)>) -> String {
    let all: Vec<String> = sides.into_iter().map(|(name, score)| format!("{name} {}", figure(score))).collect();
    all.join(" · ")
}

/// How a match ended, by the names of each side that came first: `Ada wins the match.`
#[must_use]
pub fn outcome(first: &[Vec<&str>]) -> String {
    let names = list(&first.concat());
    match first {
        [] => "The match is over.".to_owned(),
        [side] if side.len() == 1 => format!("{names} wins the match."),
        [_] => format!("{names} win the match."),
        // Partners are named as a group.
        [one, others @ ..] if first.iter().any(|side| side.len() > 1) => {
            let others: Vec<String> = others.iter().map(|side| list(side)).collect();
            format!("{} share first place with {}.", list(one), list(&others))
        }
        _ => format!("{names} share first place."),
    }
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
