//! Select lists, from which one item is picked.

use std::collections::HashSet;

use engine::picture::CardFace;
use serde_json::{Value, json};

use super::button::CustomId;
use super::text::{cut, units};
use super::{LINES, Limit};

/// One line of a [`Select`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectLine {
    label: String,
    hint: String,
    value: String,
    chosen: bool,
    card: Option<CardFace>,
}

impl SelectLine {
    /// A line; label and hint are cut at 100 characters, an empty hint is not shown.
    ///
    /// # Errors
    /// If the value is empty or longer than 100 characters, or the label is empty.
    pub fn new(label: &str, hint: &str, value: impl Into<String>) -> Result<Self, Limit> {
        let value = value.into();
        match units(&value) {
            _ if label.trim().is_empty() => Err(Limit::Empty("the label of an option")),
            1..=100 => Ok(Self { label: cut(label, 100), hint: cut(hint, 100), value, chosen: false, card: None }),
            n => Err(Limit::Value(n)),
        }
    }

    /// The same line with this card beside it, where the application has it as an emoji.
    #[must_use]
    pub const fn card(mut self, card: Option<CardFace>) -> Self {
        self.card = card;
        self
    }

    /// Marks the line as the one shown while the list is closed.
    #[must_use]
    pub fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }

    pub(super) fn json(&self) -> Value {
        let mut json = json!({"label": self.label, "value": self.value});
        if !self.hint.trim().is_empty() {
            json["description"] = self.hint.clone().into();
        }
        if let Some(card) = self.card {
            json["emoji"] = json!({"name": card.name()});
        }
        if self.chosen {
            json["default"] = true.into();
        }
        json
    }
}

/// A list from which one line is picked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Select {
    id: CustomId,
    placeholder: String,
    picks: Option<Vec<SelectLine>>,
}

impl Select {
    /// A list of everybody in the server; the placeholder is cut at 150 characters.
    #[must_use]
    pub fn people(id: CustomId, placeholder: &str) -> Self {
        Self { id, placeholder: cut(placeholder, 150), picks: None }
    }

    /// A list; the placeholder is cut at 150 characters.
    ///
    /// # Errors
    /// If it has no line, more than 25, or two with the same value.
    pub fn new(id: CustomId, placeholder: &str, picks: Vec<SelectLine>) -> Result<Self, Limit> {
        if picks.is_empty() || picks.len() > LINES {
            return Err(Limit::Options(picks.len()));
        }
        let values: HashSet<&str> = picks.iter().map(|p| p.value.as_str()).collect();
        if values.len() != picks.len() {
            return Err(Limit::OptionTwice);
        }
        Ok(Self { id, placeholder: cut(placeholder, 150), picks: Some(picks) })
    }

    pub(super) fn id(&self) -> &CustomId {
        &self.id
    }

    pub(super) fn json(&self) -> Value {
        let mut json = json!({
            "type": 5, "custom_id": self.id.as_str(), "placeholder": self.placeholder, "min_values": 1, "max_values": 1,
        });
        if let Some(picks) = &self.picks {
            json["type"] = 3.into();
            json["options"] = picks.iter().map(SelectLine::json).collect();
        }
        json
    }
}
