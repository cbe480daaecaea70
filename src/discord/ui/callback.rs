//! First responses to interactions.

use serde_json::{Value, json};

use super::LINES;
use super::message::{Audience, Message};
use super::modal::Modal;
use super::text::{cut, units};

/// One line of an autocomplete list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    name: String,
    value: String,
}

impl Choice {
    /// A line whose shown name is cut at 100 characters. `None` if the name is blank, or if the value is empty or
    /// longer than 100, since it could not be sent back.
    #[must_use]
    pub fn new(name: &str, value: &str) -> Option<Self> {
        let value = value.to_owned();
        ((1..=100).contains(&units(&value)) && !name.trim().is_empty()).then(|| Self { name: cut(name, 100), value })
    }

    /// What is sent back.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// The first response to an interaction.
#[derive(Clone, PartialEq, Debug)]
pub enum Callback {
    Message(Message, Audience),
    /// A new message will follow.
    Later(Audience),
    /// The component's message will change, or a separate message will follow.
    LaterHere,
    /// The component's message changes to this one.
    Update(Message),
    /// Autocomplete.
    Choices(Vec<Choice>),
    Form(Modal),
}

impl Callback {
    #[must_use]
    pub const fn ephemeral(message: Message) -> Self {
        Self::Message(message, Audience::Caller)
    }

    /// Autocomplete lines; only the first 25 are shown.
    #[must_use]
    pub fn choices(mut choices: Vec<Choice>) -> Self {
        choices.truncate(LINES);
        Self::Choices(choices)
    }

    /// The message it shows, if it shows one.
    #[must_use]
    pub const fn message(&self) -> Option<&Message> {
        match self {
            Self::Message(message, _) | Self::Update(message) => Some(message),
            _ => None,
        }
    }

    /// The body of the callback; a message is shown as `shown`, if given: with its picture or without.
    #[must_use]
    pub fn json(&self, shown: Option<&Message>) -> Value {
        match self {
            Self::Message(message, to) => json!({"type": 4, "data": shown.unwrap_or(message).reply(*to)}),
            Self::Update(message) => json!({"type": 7, "data": shown.unwrap_or(message).edit()}),
            Self::Later(Audience::Everybody) => json!({"type": 5}),
            Self::Later(to) => json!({"type": 5, "data": {"flags": to.flag()}}),
            Self::LaterHere => json!({"type": 6}),
            Self::Choices(choices) => {
                let lines: Vec<Value> = choices.iter().map(|c| json!({"name": c.name, "value": c.value})).collect();
                json!({"type": 8, "data": {"choices": lines}})
            }
            Self::Form(modal) => json!({"type": 9, "data": modal.json()}),
        }
    }
}
