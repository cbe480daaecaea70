//! Forms with a text field.

use serde_json::{Value, json};

use super::Limit;
use super::button::CustomId;
use super::text::cut;

/// The text field of a modal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    label: String,
    example: String,
    value: String,
    max: u16,
}

impl Field {
    /// A required field of one line, for at most `max` characters (1 to 4000); the label is cut at 45 characters.
    ///
    /// # Errors
    /// If the label is empty.
    pub fn new(label: &str, max: u16) -> Result<Self, Limit> {
        if label.trim().is_empty() {
            return Err(Limit::Empty("the label of a field"));
        }
        let (example, value) = (String::new(), String::new());
        Ok(Self { label: cut(label, 45), example, value, max: max.clamp(1, 4000) })
    }

    /// The placeholder shown while the field is empty; cut at 100 characters.
    #[must_use]
    pub fn example(mut self, example: &str) -> Self {
        self.example = cut(example, 100);
        self
    }

    /// What the field starts with; cut at its own limit.
    #[must_use]
    pub fn value(mut self, value: &str) -> Self {
        self.value = cut(value, usize::from(self.max));
        self
    }

    fn json(&self) -> Value {
        let mut input = json!({
            "type": 4, "custom_id": "text", "style": 1, "label": self.label,
            "required": true, "max_length": self.max,
        });
        if !self.example.is_empty() {
            input["placeholder"] = self.example.clone().into();
        }
        if !self.value.is_empty() {
            input["value"] = self.value.clone().into();
        }
        json!({"type": 1, "components": [input]})
    }
}

/// A form of one text field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modal {
    id: CustomId,
    title: String,
    field: Field,
}

impl Modal {
    /// A form; the title is cut at 45 characters.
    ///
    /// # Errors
    /// If the title is empty.
    pub fn new(id: CustomId, title: &str, field: Field) -> Result<Self, Limit> {
        if title.trim().is_empty() {
            return Err(Limit::Empty("the title of a modal"));
        }
        Ok(Self { id, title: cut(title, 45), field })
    }

    pub(super) fn json(&self) -> Value {
        json!({"custom_id": self.id.as_str(), "title": self.title, "components": [self.field.json()]})
    }
}
