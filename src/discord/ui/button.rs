//! Buttons and custom ids.

use engine::picture::CardFace;
use serde_json::{Value, json};

use super::Limit;
use super::text::{cut, units};

/// What Discord sends back when a component is used: 1 to 100 characters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CustomId(String);

impl CustomId {
    /// A custom id.
    ///
    /// # Errors
    /// If it is empty or longer than 100 characters.
    pub fn new(id: impl Into<String>) -> Result<Self, Limit> {
        let id = id.into();
        match units(&id) {
            1..=100 => Ok(Self(id)),
            n => Err(Limit::CustomId(n)),
        }
    }

    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How a button is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The expected choice.
    Primary = 1,
    /// Any other.
    Secondary = 2,
    /// Agrees to something.
    Success = 3,
    /// Cannot be undone.
    Danger = 4,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    label: String,
    id: CustomId,
    style: Style,
    disabled: bool,
    card: Option<CardFace>,
}

impl Button {
    /// A button that sends `id`; a label of more than 80 characters is cut.
    #[must_use]
    pub fn new(label: &str, id: CustomId, style: Style) -> Self {
        Self { label: cut(label, 80), id, style, disabled: false, card: None }
    }

    /// The same button with this card on it, where the application has it as an emoji.
    #[must_use]
    pub const fn card(mut self, card: Option<CardFace>) -> Self {
        self.card = card;
        self
    }

    /// The same button, shown but disabled.
    #[must_use]
    pub fn greyed(mut self) -> Self {
        self.disabled = true;
        self
    }

    pub(super) const fn id(&self) -> &CustomId {
        &self.id
    }

    pub(super) fn check(&self) -> Result<(), Limit> {
        if self.label.trim().is_empty() { Err(Limit::Empty("a label")) } else { Ok(()) }
    }

    pub(super) fn json(&self) -> Value {
        let mut json = json!({
            "type": 2, "style": self.style as u8, "label": self.label, "custom_id": self.id.as_str(), "disabled": self.disabled,
        });
        if let Some(card) = self.card {
            json["emoji"] = json!({"name": card.name()});
        }
        json
    }
}
