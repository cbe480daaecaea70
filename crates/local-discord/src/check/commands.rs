//! Limits of application commands, and the fields that Discord fills in.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{join, list, needed_text, optional_number, optional_text};
use crate::error::FormErrors;

/// Option types of Discord's API.
pub(crate) mod option {
    pub const SUBCOMMAND: u64 = 1;
    pub const GROUP: u64 = 2;
    pub const STRING: u64 = 3;
    pub const INTEGER: u64 = 4;
    pub const BOOLEAN: u64 = 5;
    pub const USER: u64 = 6;
    pub const CHANNEL: u64 = 7;
    pub const MENTIONABLE: u64 = 9;
    pub const NUMBER: u64 = 10;
}
use option::{GROUP, INTEGER, NUMBER, STRING, SUBCOMMAND};

/// The most characters in all names, descriptions and values of one command.
const TOTAL: usize = 8_000;

/// Checks one command at `path`; the command type is 1 (slash), 2 (user) or 3 (message).
pub(crate) fn check(errors: &mut FormErrors, command: &Value, path: &str) {
    if command["type"].as_u64().unwrap_or(1) != 1 {
        needed_text(errors, command, "name", path, (1, 32));
        return;
    }
    name(errors, command, path);
    needed_text(errors, command, "description", path, (1, 100));
    permissions(errors, command, path);
    options(errors, command, path, 0);
    let size = weight(command);
    if size > TOTAL {
        let message = format!("Command exceeds maximum size of {TOTAL} characters");
        errors.add(path, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

fn permissions(errors: &mut FormErrors, command: &Value, path: &str) {
    let field = &command["default_member_permissions"];
    let fine = field.is_null() || field.as_str().is_some_and(|bits| bits.parse::<u64>().is_ok());
    if !fine {
        errors.add(&join(path, "default_member_permissions"), "BASE_TYPE_BAD_STRING", "Must be a string of a bit set");
    }
}

fn name(errors: &mut FormErrors, of: &Value, path: &str) {
    let Some(name) = needed_text(errors, of, "name", path, (1, 32)) else { return };
    let fits = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '\'';
    if !name.chars().all(fits) || name.chars().any(char::is_uppercase) {
        let message = "Command name is invalid: it has to be 1 to 32 lower-case letters, digits, - or _";
        errors.add(&join(path, "name"), "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

fn options(errors: &mut FormErrors, of: &Value, path: &str, depth: u8) {
    let found = list(errors, of, "options", path);
    let path = join(path, "options");
    errors.size(&path, found.len(), 0, 25);
    let nested = found.iter().filter(|o| matches!(o["type"].as_u64(), Some(SUBCOMMAND | GROUP))).count();
    if nested != 0 && nested != found.len() {
        let message = "Sub-command and sub-command group option types are mutually exclusive to all other types";
        errors.add(&path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
    }
    let mut names = HashSet::new();
    let mut optional = false;
    for (index, option) in found.iter().enumerate() {
        let path = join(&path, index);
        if !names.insert(option["name"].as_str()) {
            let message = "Option name is not unique";
            errors.add(&join(&path, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", message);
        }
        let required = option["required"].as_bool().unwrap_or(false);
        if required && optional {
            let message = "Required options must be placed before non-required options";
            errors.add(&path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        optional |= !required;
        one_option(errors, option, &path, depth);
    }
}

fn one_option(errors: &mut FormErrors, option: &Value, path: &str, depth: u8) {
    name(errors, option, path);
    needed_text(errors, option, "description", path, (1, 100));
    match option["type"].as_u64() {
        Some(SUBCOMMAND) if depth < 2 => options(errors, option, path, 2),
        Some(GROUP) if depth == 0 => options(errors, option, path, 1),
        Some(3..=11) => {}
        _ => {
            errors.add(&join(path, "type"), "BASE_TYPE_CHOICES", "Value must be one of the option types that fit here.")
        }
    }
    choices(errors, option, path);
    optional_number(errors, option, "min_length", path, (0, 6000));
    optional_number(errors, option, "max_length", path, (1, 6000));
}

fn choices(errors: &mut FormErrors, option: &Value, path: &str) {
    let kind = option["type"].as_u64();
    let takes = matches!(kind, Some(STRING | INTEGER | NUMBER));
    let found = list(errors, option, "choices", path);
    let automatic = option["autocomplete"].as_bool().unwrap_or(false);
    if automatic && (!found.is_empty() || !takes) {
        let message = "Autocomplete needs a string, integer or number option without choices";
        errors.add(&join(path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", message);
    }
    if !takes && !found.is_empty() {
        errors.add(&join(path, "choices"), "APPLICATION_COMMAND_CHOICES_INVALID", "This option type takes no choices");
    }
    check_choices(errors, found, &join(path, "choices"), kind);
}

/// Checks the choices of an option or an autocomplete answer. If an option type is given, values must be of that
/// type.
pub(crate) fn check_choices(errors: &mut FormErrors, found: &[Value], path: &str, kind: Option<u64>) {
    errors.size(path, found.len(), 0, 25);
    let mut names = HashSet::new();
    for (index, choice) in found.iter().enumerate() {
        let path = join(path, index);
        if let Some(name) = needed_text(errors, choice, "name", &path, (1, 100))
            && !names.insert(name)
            && kind.is_some()
        {
            errors.add(
                &path,
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "Choice names have to be unique",
            );
        }
        match (&choice["value"], kind) {
            (Value::String(_), Some(STRING) | None) => drop(optional_text(errors, choice, "value", &path, (1, 100))),
            (Value::Number(n), Some(INTEGER)) if n.is_i64() => {}
            (Value::Number(_), Some(NUMBER) | None) => {}
            (Value::Null, _) => errors.required(&join(&path, "value")),
            (other, _) => errors.add(
                &join(&path, "value"),
                "APPLICATION_COMMAND_CHOICE_VALUE_TYPE",
                format!("{other} is not a value of this option's type"),
            ),
        }
    }
}

/// How many characters names, descriptions and text values have in all.
fn weight(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(weight).sum(),
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| match (key.as_str(), value) {
                ("name" | "description" | "value", Value::String(text)) => text.chars().count(),
                _ => weight(value),
            })
            .sum(),
        _ => 0,
    }
}

/// Fills in what Discord adds to a registered command.
pub(crate) fn filled(command: &Value, id: &Value, application: &Value, version: &Value) -> Value {
    let mut full = command.clone();
    let defaults = json!({
        "type": 1, "options": [], "default_member_permissions": null, "dm_permission": true, "nsfw": false,
        "integration_types": [0], "contexts": null, "name_localizations": null, "description_localizations": null,
        "description": "",
    });
    for (key, value) in defaults.as_object().into_iter().flatten() {
        if full.get(key).is_none() {
            full[key] = value.clone();
        }
    }
    full["id"] = id.clone();
    full["application_id"] = application.clone();
    full["version"] = version.clone();
    full
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(command: Value) -> String {
        let mut errors = FormErrors::default();
        check(&mut errors, &command, "0");
        errors.finish().err().map_or_else(String::new, |e| e.errors.unwrap_or_default().to_string())
    }

    fn with(options: Value) -> Value {
        json!({"name": "go", "description": "Goes", "options": options})
    }

    #[test]
    fn usual_commands_pass() {
        assert_eq!(codes(with(json!([]))), "");
        assert_eq!(
            codes(with(json!([
                {"type": 3, "name": "a", "description": "A", "required": true, "autocomplete": true},
                {"type": 4, "name": "b", "description": "B", "choices": [{"name": "one", "value": 1}], "min_value": 1},
            ]))),
            ""
        );
        let inner = json!([{"type": 6, "name": "who", "description": "Who"}]);
        assert_eq!(codes(with(json!([{"type": 1, "name": "a", "description": "A", "options": inner}]))), "");
    }

    #[test]
    fn breaches_are_named() {
        let cases = [
            (codes(json!({"name": "Go", "description": "x"})), "INVALID_NAME"),
            (codes(json!({"name": "go there", "description": "x"})), "INVALID_NAME"),
            (codes(json!({"name": "go", "description": ""})), "between 1 and 100"),
            (
                codes(with(json!([{"type": 3, "name": "a", "description": "A"},
                    {"type": 3, "name": "b", "description": "B", "required": true}]))),
                "REQUIRED_INVALID",
            ),
            (
                codes(with(json!([{"type": 3, "name": "a", "description": "A", "autocomplete": true,
                    "choices": [{"name": "x", "value": "x"}]}]))),
                "AUTOCOMPLETE",
            ),
            (
                codes(with(json!([{"type": 3, "name": "a", "description": "A"},
                    {"type": 3, "name": "a", "description": "B"}]))),
                "NOT_UNIQUE",
            ),
            (
                codes(with(
                    json!([{"type": 4, "name": "a", "description": "A", "choices": [{"name": "x", "value": "x"}]}]),
                )),
                "VALUE_TYPE",
            ),
        ];
        for (found, expected) in cases {
            assert!(found.contains(expected), "{expected} is missing in {found}");
        }
    }
}
