//! Discord's limits on what a bot sends: each violation is listed with its place in the body.

pub(super) mod commands;
pub(super) mod components;
pub(super) mod embeds;
pub(super) mod modal;

use serde_json::Value;

use super::error::FormErrors;

/// A text field; `None` if it is absent, null, or (which is noted) not text.
pub(super) fn text<'a>(errors: &mut FormErrors, of: &'a Value, field: &str, path: &str) -> Option<&'a str> {
    match &of[field] {
        Value::Null => None,
        Value::String(text) => Some(text),
        other => {
            errors.add(
                &join(path, field),
                "STRING_TYPE_CONVERT",
                format!("Could not interpret \"{other}\" as string."),
            );
            None
        }
    }
}

/// A text field that must be present, with a length in characters.
pub(super) fn needed_text<'a>(
    errors: &mut FormErrors,
    of: &'a Value,
    field: &str,
    path: &str,
    (min, max): (usize, usize),
) -> Option<&'a str> {
    if of[field].is_null() {
        errors.required(&join(path, field));
    }
    optional_text(errors, of, field, path, (min, max))
}

/// A text field that may be absent, with a length in characters.
pub(super) fn optional_text<'a>(
    errors: &mut FormErrors,
    of: &'a Value,
    field: &str,
    path: &str,
    (min, max): (usize, usize),
) -> Option<&'a str> {
    let found = text(errors, of, field, path)?;
    errors.length(&join(path, field), found, min, max);
    Some(found)
}

/// A whole number that may be absent, within `min..=max`.
pub(super) fn optional_number(
    errors: &mut FormErrors,
    of: &Value,
    field: &str,
    path: &str,
    (min, max): (u64, u64),
) -> Option<u64> {
    let value = &of[field];
    if value.is_null() {
        return None;
    }
    let found = value.as_u64().filter(|n| (min..=max).contains(n));
    if found.is_none() {
        let message = format!("int value should be between {min} and {max}.");
        errors.add(&join(path, field), "NUMBER_TYPE_RANGE", message);
    }
    found
}

/// A list field: empty if it is absent, null, or (which is noted) not a list.
pub(super) fn list<'a>(errors: &mut FormErrors, of: &'a Value, field: &str, path: &str) -> &'a [Value] {
    match &of[field] {
        Value::Null => &[],
        Value::Array(list) => list,
        _ => {
            errors.add(&join(path, field), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            &[]
        }
    }
}

/// Joins a path and a field: `components.0` and `label`.
pub(super) fn join(path: &str, field: impl std::fmt::Display) -> String {
    if path.is_empty() { field.to_string() } else { format!("{path}.{field}") }
}
