//! Forms.

use serde_json::{Value, json};

use super::button::CustomId;
use super::text::cut;
use super::{LINES, Limit, SelectLine};

/// The most fields of a form.
pub const FIELDS: usize = 5;
/// The most lines of a field that shows all of them.
pub const CHOICES: usize = 10;

/// A field of a form, below its label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    id: String,
    label: String,
    about: String,
    input: Input,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Input {
    Text {
        example: String,
        value: String,
        max: u16,
        paragraph: bool,
    },
    /// One of them.
    Pick(Vec<SelectLine>),
    /// Any of them.
    Checks(Vec<SelectLine>),
}

impl Field {
    /// A required field of one line, for at most `max` characters (1 to 4000); labels are cut at 45 characters.
    ///
    /// # Errors
    /// If the label is empty.
    pub fn new(label: &str, max: u16) -> Result<Self, Limit> {
        let input =
            Input::Text { example: String::new(), value: String::new(), max: max.clamp(1, 4000), paragraph: false };
        Self::of("text", label, input)
    }

    /// A field for several lines.
    ///
    /// # Errors
    /// If the label is empty.
    pub fn lines(id: &str, label: &str, value: &str) -> Result<Self, Limit> {
        let input = Input::Text { example: String::new(), value: cut(value, 4000), max: 4000, paragraph: true };
        Self::of(id, label, input)
    }

    /// One of 2 to 25 lines.
    ///
    /// # Errors
    /// If there are fewer or more, or the label is empty.
    pub fn pick(id: &str, label: &str, lines: Vec<SelectLine>) -> Result<Self, Limit> {
        if !(2..=LINES).contains(&lines.len()) {
            return Err(Limit::Options(lines.len()));
        }
        Self::of(id, label, Input::Pick(lines))
    }

    /// Any of 1 to 10 lines.
    ///
    /// # Errors
    /// If there are none or more, or the label is empty.
    pub fn checks(id: &str, label: &str, lines: Vec<SelectLine>) -> Result<Self, Limit> {
        if !(1..=CHOICES).contains(&lines.len()) {
            return Err(Limit::Options(lines.len()));
        }
        Self::of(id, label, Input::Checks(lines))
    }

    fn of(id: &str, label: &str, input: Input) -> Result<Self, Limit> {
        if label.trim().is_empty() {
            return Err(Limit::Empty("the label of a field"));
        }
        Ok(Self { id: id.to_owned(), label: cut(label, 45), about: String::new(), input })
    }

    /// A line below the label; cut at 100 characters.
    #[must_use]
    pub fn about(mut self, about: &str) -> Self {
        self.about = cut(about, 100);
        self
    }

    /// The placeholder shown while a field for text is empty; cut at 100 characters.
    #[must_use]
    pub fn example(mut self, shown: &str) -> Self {
        if let Input::Text { example, .. } = &mut self.input {
            *example = cut(shown, 100);
        }
        self
    }

    fn json(&self) -> Value {
        let mut label = json!({"type": 18, "label": self.label, "component": self.input.json(&self.id)});
        if !self.about.trim().is_empty() {
            label["description"] = self.about.clone().into();
        }
        label
    }
}

impl Input {
    fn json(&self, id: &str) -> Value {
        let options = |lines: &[SelectLine]| lines.iter().map(SelectLine::json).collect::<Value>();
        match self {
            Self::Text { example, value, max, paragraph } => {
                let style = if *paragraph { 2 } else { 1 };
                let mut input =
                    json!({"type": 4, "custom_id": id, "style": style, "required": true, "max_length": max});
                for (key, text) in [("placeholder", example), ("value", value)] {
                    if !text.is_empty() {
                        input[key] = text.clone().into();
                    }
                }
                input
            }
            // A list shows more than ten only when it is opened.
            Self::Pick(lines) if lines.len() > CHOICES => {
                json!({"type": 3, "custom_id": id, "required": true, "options": options(lines)})
            }
            Self::Pick(lines) => json!({"type": 21, "custom_id": id, "required": true, "options": options(lines)}),
            Self::Checks(lines) => json!({
                "type": 22, "custom_id": id, "required": false, "min_values": 0, "max_values": lines.len(),
                "options": options(lines),
            }),
        }
    }
}

/// A form of 1 to 5 fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modal {
    id: CustomId,
    title: String,
    fields: Vec<Field>,
}

impl Modal {
    /// A form; the title is cut at 45 characters.
    ///
    /// # Errors
    /// If the title is empty, or there are no fields or too many.
    pub fn new(id: CustomId, title: &str, fields: impl Into<Vec<Field>>) -> Result<Self, Limit> {
        let fields = fields.into();
        if title.trim().is_empty() {
            return Err(Limit::Empty("the title of a modal"));
        }
        if !(1..=FIELDS).contains(&fields.len()) {
            return Err(Limit::Fields(fields.len()));
        }
        Ok(Self { id, title: cut(title, 45), fields })
    }

    pub(super) fn json(&self) -> Value {
        let fields: Value = self.fields.iter().map(Field::json).collect();
        json!({"custom_id": self.id.as_str(), "title": self.title, "components": fields})
    }
}

/// What a form was filled in with: the values of each field.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Filled(Vec<(String, Vec<String>)>);

impl Filled {
    /// Takes the fields out of the `data` of a submitted form: the library knows no labels, and reads the rest.
    #[must_use]
    pub fn take(data: &mut Value) -> Self {
        let Value::Array(rows) = std::mem::replace(&mut data["components"], json!([])) else { return Self::default() };
        // Forms that were opened before a new version came hold their field in a row.
        let inputs = rows.iter().flat_map(|row| match &row["components"] {
            Value::Array(inputs) => inputs.clone(),
            _ => vec![row["component"].clone()],
        });
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let field = |input: Value| {
            let values = match &input["values"] {
                Value::Array(values) => values.iter().filter_map(text).collect(),
                _ => text(&input["value"]).into_iter().collect(),
            };
            Some((text(&input["custom_id"])?, values))
        };
        Self(inputs.filter_map(field).collect())
    }

    /// What stands in the first field.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.first().and_then(|(_, values)| values.first()).map_or("", String::as_str)
    }

    /// The values of a field; `None` if the form had no such field.
    #[must_use]
    pub fn values(&self, id: &str) -> Option<&[String]> {
        self.0.iter().find(|(field, _)| field == id).map(|(_, values)| values.as_slice())
    }

    /// The only value of a field.
    #[must_use]
    pub fn value(&self, id: &str) -> Option<&str> {
        self.values(id)?.first().map(String::as_str)
    }
}
