//! Options: the knobs of a table, their types and ranges, and the named bundles of them.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name, also the field of the game's options.
    pub key: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What it does, in one line for a lobby.
    pub about: &'static str,
}

impl Knob {
    /// An option.
    #[must_use]
    pub const fn new(key: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { key, kind, about }
    }
}

/// What values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number in a range.
    Int(i64, i64),
    /// One of some words (numbers among them are written as words).
    Choice(&'static [&'static str]),
    /// `false`, `true`, or a whole number in a range.
    BoolOrInt(i64, i64),
    /// One of some words, or `word:n` with a whole number in a range.
    ChoiceOrCount(&'static [&'static str], &'static str, i64, i64),
}

impl Kind {
    /// Reads a value as people type it.
    ///
    /// # Errors
    /// What would be right.
    pub fn read(self, text: &str) -> Result<Value, String> {
        let bool = || match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some(json!(true)),
            "false" | "no" | "off" => Some(json!(false)),
            _ => None,
        };
        let int = |low, high| text.parse::<i64>().ok().filter(|n| (low..=high).contains(n)).map(|n| json!(n));
        let choice = |words: &[&str]| words.iter().find(|w| w.eq_ignore_ascii_case(text)).map(|w| json!(w));
        match self {
            Self::Bool => bool(),
            Self::Int(low, high) => int(low, high),
            Self::Choice(words) => choice(words),
            Self::BoolOrInt(low, high) => int(low, high).or_else(bool),
            Self::ChoiceOrCount(words, prefix, low, high) => choice(words).or_else(|| {
                let n = text.strip_prefix(prefix)?.strip_prefix(':')?;
                n.parse::<i64>().ok().filter(|n| (low..=high).contains(n)).map(|n| json!(format!("{prefix}:{n}")))
            }),
        }
        .ok_or_else(|| format!("takes {}", self.takes()))
    }

    /// The values it takes, in words.
    #[must_use]
    pub fn takes(self) -> String {
        match self {
            Self::Bool => "true or false".to_owned(),
            Self::Int(low, high) => format!("a whole number from {low} to {high}"),
            Self::Choice(words) => words.join(", "),
            Self::BoolOrInt(low, high) => format!("true, false, or a whole number from {low} to {high}"),
            Self::ChoiceOrCount(words, prefix, low, high) => {
                format!("{}, or {prefix}:n with n from {low} to {high}", words.join(", "))
            }
        }
    }

    /// Some values to suggest, as text.
    #[must_use]
    pub fn examples(self) -> Vec<String> {
        match self {
            Self::Bool | Self::BoolOrInt(..) => vec!["true".to_owned(), "false".to_owned()],
            Self::Int(low, high) => [low, (low + high) / 2, high].iter().map(ToString::to_string).collect(),
            Self::Choice(words) | Self::ChoiceOrCount(words, ..) => words.iter().map(|w| (*w).to_owned()).collect(),
        }
    }

    /// Is a JSON value of this kind and in range? Words may also be given as the numbers or truth values they spell.
    fn admits(self, value: &Value) -> Result<Value, String> {
        match value {
            Value::String(text) => self.read(text),
            Value::Bool(_) | Value::Number(_) => self.read(&value.to_string()),
            _ => Err(format!("takes {}", self.takes())),
        }
    }

    /// `type` and `range` as the engine protocol lists them.
    #[must_use]
    pub fn describe(self) -> (&'static str, Value) {
        match self {
            Self::Bool => ("bool", json!([false, true])),
            Self::Int(low, high) => ("int", json!([low, high])),
            Self::Choice(words) => ("choice", json!(words)),
            Self::BoolOrInt(low, high) => ("bool_or_int", json!([low, high])),
            Self::ChoiceOrCount(words, prefix, ..) => {
                let mut all: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
                all.push(format!("{prefix}:n"));
                ("choice", json!(all))
            }
        }
    }
}

/// A named bundle of options.
#[derive(Clone, Debug)]
pub struct Variant<O> {
    /// Its id (`oklahoma`).
    pub id: &'static str,
    /// Its name, as people spell it.
    pub title: &'static str,
    /// What is special about it, one line.
    pub about: &'static str,
    /// How many may sit.
    pub seats: RangeInclusive<u8>,
    /// Its options.
    pub options: fn() -> O,
}

/// The options that differ from a variant's own, by name.
pub type Overrides = Map<String, Value>;

/// A variant's options with some of them changed.
///
/// # Errors
/// The sentence to show: which option, what was wrong, what would be right.
pub fn resolve<O: Serialize + DeserializeOwned>(preset: &O, knobs: &[Knob], changes: &Overrides) -> Result<O, String> {
    let mut all = serde_json::to_value(preset).map_err(|e| e.to_string())?;
    for (key, value) in changes {
        let Some(knob) = knobs.iter().find(|k| k.key == key) else {
            let known: Vec<&str> = knobs.iter().map(|k| k.key).collect();
            return Err(format!("There is no option `{key}` here. Options: {}.", known.join(", ")));
        };
        all[key.as_str()] = knob.kind.admits(value).map_err(|takes| format!("Option `{key}` {takes}, not {value}."))?;
    }
    serde_json::from_value(all).map_err(|e| format!("These options do not fit together: {e}."))
}

/// Reads `key=value` pairs separated by commas, semicolons or spaces, as `/play options:` takes them.
///
/// # Errors
/// The sentence to show.
pub fn read_overrides(knobs: &[Knob], text: &str) -> Result<Overrides, String> {
    let mut changes = Overrides::new();
    for pair in text.split([',', ';', ' ']).map(str::trim).filter(|p| !p.is_empty()) {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(format!(
                "`{pair}` is no option: write `key=value`, such as `target=50`, and separate several with commas."
            ));
        };
        let Some(knob) = knobs.iter().find(|k| k.key == key.trim()) else {
            let known: Vec<&str> = knobs.iter().map(|k| k.key).collect();
            return Err(format!("There is no option `{}` here. Options: {}.", key.trim(), known.join(", ")));
        };
        let value = knob
            .kind
            .read(value.trim())
            .map_err(|takes| format!("Option `{}` {takes}, not `{}`.", knob.key, value.trim()))?;
        changes.insert(knob.key.to_owned(), value);
    }
    Ok(changes)
}
