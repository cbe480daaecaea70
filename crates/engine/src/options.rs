//! Options: the knobs of a table, their types and ranges, and the named bundles of them.

pub(crate) mod declare;
#[cfg(test)]
mod tests;
mod tokens;
mod typed;

use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::nearest::nearest;
use super::not_offered::{Correction, NotOffered};
use super::phrases::quoted_value;
use super::reader::{Language, Wording};
use crate::english::either;

pub use declare::{Declared, Values};
pub(crate) use declare::{choices, options};
use typed::unknown;
pub use typed::{Typing, read_overrides};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name, also the field of the game's options.
    pub key: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// What it does, in one line for a lobby.
    pub about: Wording,
    /// Its name for people, if that is not the key spelt out.
    name: Option<&'static str>,
    /// Values that do not read as words, each with the words shown for it.
    says: &'static [(&'static str, &'static str)],
}

impl Knob {
    /// An option.
    #[must_use]
    pub const fn new(key: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { key, kind, about: Wording::new(about), name: None, says: &[] }
    }

    /// An option with the values of its type.
    pub(crate) const fn of<C: Values>(key: &'static str, about: &'static str) -> Self {
        Self::new(key, C::KIND, about).saying(C::SAYS)
    }

    /// The same option, shown by a name other than its key spelt out.
    #[must_use]
    pub const fn titled(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// The same option with words for its values: `own` is "own pegs". They are shown after its name, so they must
    /// be short.
    #[must_use]
    pub const fn saying(self, says: &'static [(&'static str, &'static str)]) -> Self {
        Self { says, ..self }
    }

    /// Its name as people read it: "Knock limit".
    #[must_use]
    pub fn title(&self, language: Language) -> String {
        let Language::English = language;
        let mut title = self.name.map_or_else(|| self.key.replace('_', " "), str::to_owned);
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        title
    }

    /// A value that a program gave, as the options hold it.
    fn admit(&self, value: &Value) -> Result<Value, NotOffered> {
        self.kind.admits(value).ok_or_else(|| {
            let meant = self.kind.meant(value.as_str().unwrap_or_default());
            let hint = meant.map_or(Correction::None, |word| Correction::Meant(word.to_owned()));
            NotOffered::Value { key: self.key, kind: Box::new(self.kind), given: quoted_value(value), hint }
        })
    }

    /// One of its values as people read it: yes, no, a number, or words.
    #[must_use]
    pub fn words(&self, value: &Value, language: Language) -> String {
        let Language::English = language;
        match value {
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::String(text) => match self.says.iter().find(|(value, _)| value == text) {
                Some((_, words)) => (*words).to_owned(),
                None => text.replace(['_', ':'], " "),
            },
            other => other.to_string(),
        }
    }
}

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number in a range.
    Int(i64, i64),
    /// One of some words (numbers among them are strings, too).
    Choice(&'static [&'static str]),
    /// `false`, `true`, or a whole number in a range.
    BoolOrInt(i64, i64),
    /// One of some words, or `word:n` with a whole number in a range.
    ChoiceOrCount(&'static [&'static str], &'static str, i64, i64),
}

impl Kind {
    /// Reads a value as programs and records write it, in upper or lower case; [`Knob::typed`] reads what people type.
    #[must_use]
    pub fn read(self, text: &str) -> Option<Value> {
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
                let (_, n) = text.split_once(':').filter(|(word, _)| word.eq_ignore_ascii_case(prefix))?;
                n.parse::<i64>().ok().filter(|n| (low..=high).contains(n)).map(|n| json!(format!("{prefix}:{n}")))
            }),
        }
    }

    /// The values it takes, in words.
    #[must_use]
    pub fn takes(self, language: Language) -> String {
        let Language::English = language;
        match self {
            Self::Bool => "true or false".to_owned(),
            Self::Int(low, high) => format!("a whole number from {low} to {high}"),
            Self::Choice(words) => either(words),
            Self::BoolOrInt(low, high) => format!("true, false, or a whole number from {low} to {high}"),
            Self::ChoiceOrCount(words, prefix, low, high) => {
                format!("{}, or {prefix}:n with n from {low} to {high}", words.join(", "))
            }
        }
    }

    /// All values it takes, as they are typed; `None` if there are more than `most`, and for kinds that mix words
    /// and numbers.
    #[must_use]
    pub fn all(self, most: usize) -> Option<Vec<String>> {
        let all: Vec<String> = match self {
            Self::Bool | Self::Choice(_) => self.examples(),
            Self::Int(low, high) if usize::try_from(high - low).is_ok_and(|n| n < most) => {
                (low..=high).map(|n| n.to_string()).collect()
            }
            Self::Int(..) | Self::BoolOrInt(..) | Self::ChoiceOrCount(..) => return None,
        };
        (all.len() <= most).then_some(all)
    }

    /// What a word that is none of these may have meant.
    fn meant(self, text: &str) -> Option<&'static str> {
        match self {
            Self::Choice(words) | Self::ChoiceOrCount(words, ..) => nearest(text, words.iter().copied()),
            Self::Bool | Self::Int(..) | Self::BoolOrInt(..) => None,
        }
    }

    /// One value of it, neither the least nor the most if it is a number.
    pub(super) fn example(self) -> String {
        let at = if let Self::Int(..) = self { 1 } else { 0 };
        self.examples().into_iter().nth(at).unwrap_or_default()
    }

    /// Some values to suggest, as text.
    #[must_use]
    pub fn examples(self) -> Vec<String> {
        match self {
            Self::Bool => vec!["true".to_owned(), "false".to_owned()],
            Self::BoolOrInt(low, high) => {
                ["true".to_owned(), "false".to_owned(), low.to_string(), high.to_string()].to_vec()
            }
            Self::Int(low, high) => [low, (low + high) / 2, high].iter().map(ToString::to_string).collect(),
            Self::Choice(words) => words.iter().map(|w| (*w).to_owned()).collect(),
            Self::ChoiceOrCount(words, prefix, low, high) => {
                let counts = [low, high].map(|n| format!("{prefix}:{n}"));
                words.iter().map(|w| (*w).to_owned()).chain(counts).collect()
            }
        }
    }

    /// A JSON value, if it is of this kind and in range. A number or a truth value may be given for the word that
    /// spells it, and the other way round.
    fn admits(self, value: &Value) -> Option<Value> {
        match value {
            Value::String(text) => self.read(text),
            Value::Bool(_) | Value::Number(_) => self.read(&value.to_string()),
            _ => None,
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
    pub title: Wording,
    /// What is special about it, one line.
    pub about: Wording,
    /// How many may sit.
    pub seats: RangeInclusive<u8>,
    /// Its options.
    pub options: fn() -> O,
}

/// What differs from common play, in a few words each, beside the option that says so.
#[derive(Default)]
pub struct HouseRules(Vec<(&'static str, String)>);

impl HouseRules {
    /// Adds these words if they apply.
    pub(crate) fn say(&mut self, key: &'static str, holds: bool, words: impl Into<String>) {
        if holds {
            self.0.push((key, words.into()));
        }
    }

    /// Those of these options, in this order.
    pub(crate) fn of(self, keys: &[&str]) -> Vec<String> {
        let of_key = |key| self.0.iter().filter(move |(said, _)| said == key);
        keys.iter().flat_map(of_key).map(|(_, words)| words.clone()).collect()
    }

    /// All of them in one line: first those of the options that matter most, then the rest in their order.
    #[must_use]
    pub(crate) fn line<O: Declared>(mut self, first: &[&str]) -> String {
        let place = |key: &str| first.iter().position(|k| *k == key);
        let order = |key: &str| O::KNOBS.iter().position(|knob| knob.key == key);
        self.0.sort_by_key(|(key, _)| (place(key).unwrap_or(first.len()), order(key)));
        self.0.into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(" · ")
    }
}

/// The options that differ from a variant's own, by name.
pub type Overrides = Map<String, Value>;

/// A variant's options with some of them changed.
///
/// # Errors
/// Which option, what was wrong, what would be right.
pub fn resolve<O>(preset: &O, knobs: &[Knob], changes: &Overrides) -> Result<O, NotOffered>
where
    O: Serialize + DeserializeOwned,
{
    let mut all = written(preset)?;
    for (key, value) in admitted(knobs, changes)? {
        all[key] = value;
    }
    serde_json::from_value(all).map_err(|e| NotOffered::Unreadable(e.to_string()))
}

/// Options as records hold them.
pub(super) fn written<O: Serialize>(options: &O) -> Result<Value, NotOffered> {
    serde_json::to_value(options).map_err(|e| NotOffered::Unreadable(e.to_string()))
}

/// The options that a record holds: all of them. None is filled in, because defaults change over the years.
///
/// # Errors
/// Which option, what was wrong, what would be right.
pub(super) fn recorded<O: DeserializeOwned>(knobs: &[Knob], options: &Value) -> Result<O, NotOffered> {
    let given = options.as_object().ok_or(NotOffered::NotRecorded)?;
    serde_json::from_value(Value::Object(admitted(knobs, given)?)).map_err(|e| NotOffered::Incomplete(e.to_string()))
}

/// Options under the keys that the game uses, with values as it holds them.
fn admitted(knobs: &[Knob], given: &Overrides) -> Result<Overrides, NotOffered> {
    let mut all = Overrides::new();
    for (key, value) in given {
        let knob = named(knobs, key)?;
        set(&mut all, knob, knob.admit(value)?)?;
    }
    Ok(all)
}

/// The option of this name, in upper or lower case.
fn named<'k>(knobs: &'k [Knob], key: &str) -> Result<&'k Knob, NotOffered> {
    knobs.iter().find(|knob| knob.key.eq_ignore_ascii_case(key)).ok_or_else(|| unknown(knobs, key, None))
}

/// Adds a value, unless the option has one already.
fn set(all: &mut Overrides, knob: &Knob, value: Value) -> Result<(), NotOffered> {
    match all.insert(knob.key.to_owned(), value) {
        Some(_) => Err(NotOffered::Twice(knob.key)),
        None => Ok(()),
    }
}
