//! Limits of modals.

use std::collections::HashSet;

use serde_json::Value;

use super::{join, list, needed_text, optional_number, optional_text};
use crate::error::{ApiResult, FormErrors};

/// Checks the `data` of a modal.
///
/// # Errors
/// 50035 with every violation.
pub(crate) fn check(data: &Value) -> ApiResult<()> {
    let mut errors = FormErrors::default();
    needed_text(&mut errors, data, "custom_id", "data", (1, 100));
    needed_text(&mut errors, data, "title", "data", (1, 45));
    let rows = list(&mut errors, data, "components", "data");
    errors.size("data.components", rows.len(), 1, 5);
    let mut seen = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let path = join("data.components", index);
        match row["type"].as_u64() {
            Some(1) => {
                let inputs = list(&mut errors, row, "components", &path);
                errors.size(&join(&path, "components"), inputs.len(), 1, 1);
                for (number, input) in inputs.iter().enumerate() {
                    let path = join(&join(&path, "components"), number);
                    needed_text(&mut errors, input, "label", &path, (1, 45));
                    text_input(&mut errors, input, &path, &mut seen);
                }
            }
            Some(10) => drop(needed_text(&mut errors, row, "content", &path, (1, 4000))),
            Some(18) => {
                needed_text(&mut errors, row, "label", &path, (1, 45));
                optional_text(&mut errors, row, "description", &path, (0, 100));
                labelled(&mut errors, &row["component"], &join(&path, "component"), &mut seen);
            }
            _ => errors.add(
                &join(&path, "type"),
                "UNION_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1, 10, 18).",
            ),
        }
    }
    errors.finish()
}

/// What stands below a label.
fn labelled<'a>(errors: &mut FormErrors, input: &'a Value, path: &str, seen: &mut HashSet<&'a str>) {
    let limits = match input["type"].as_u64() {
        Some(4) => return text_input(errors, input, path, seen),
        Some(3) => (1, 25),
        Some(21) => (2, 10),
        Some(22) => (1, 10),
        Some(23) => return own_id(errors, input, path, seen),
        _ => {
            let words = "Value of field \"type\" must be one of (3, 4, 21, 22, 23).";
            return errors.add(&join(path, "type"), "UNION_TYPE_CHOICES", words);
        }
    };
    own_id(errors, input, path, seen);
    let options = list(errors, input, "options", path);
    errors.size(&join(path, "options"), options.len(), limits.0, limits.1);
    let mut values = HashSet::new();
    for (number, option) in options.iter().enumerate() {
        let path = join(&join(path, "options"), number);
        needed_text(errors, option, "label", &path, (1, 100));
        optional_text(errors, option, "description", &path, (0, 100));
        if let Some(value) = needed_text(errors, option, "value", &path, (1, 100))
            && !values.insert(value)
        {
            let words = "The specified option value is already used";
            errors.add(&join(&path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words);
        }
    }
    let least = optional_number(errors, input, "min_values", path, (0, limits.1 as u64));
    let most = optional_number(errors, input, "max_values", path, (1, limits.1 as u64));
    if let (Some(least), Some(most)) = (least, most)
        && least > most
    {
        errors.add(&join(path, "min_values"), "BASE_TYPE_MAX", "min_values cannot be larger than max_values");
    }
    let chosen = options.iter().filter(|option| option["default"] == true).count();
    if chosen > 1 && input["type"] == 21 {
        errors.add(&join(path, "options"), "RADIO_GROUP_DEFAULTS", "Only one option can be chosen");
    }
}

fn own_id<'a>(errors: &mut FormErrors, input: &'a Value, path: &str, seen: &mut HashSet<&'a str>) {
    if let Some(id) = needed_text(errors, input, "custom_id", path, (1, 100))
        && !seen.insert(id)
    {
        errors.add(
            &join(path, "custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
}

fn text_input<'a>(errors: &mut FormErrors, input: &'a Value, path: &str, seen: &mut HashSet<&'a str>) {
    if input["type"].as_u64() != Some(4) {
        errors.add(&join(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (4,).");
        return;
    }
    own_id(errors, input, path, seen);
    if optional_number(errors, input, "style", path, (1, 2)).is_none() && input["style"].is_null() {
        errors.required(&join(path, "style"));
    }
    let min = optional_number(errors, input, "min_length", path, (0, 4000));
    let max = optional_number(errors, input, "max_length", path, (1, 4000));
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        errors.add(&join(path, "min_length"), "BASE_TYPE_MAX", "min_length cannot be larger than max_length");
    }
    optional_text(errors, input, "value", path, (0, 4000));
    optional_text(errors, input, "placeholder", path, (0, 100));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn input(id: &str, label: &str) -> Value {
        json!({"type": 1, "components": [{"type": 4, "custom_id": id, "style": 1, "label": label}]})
    }

    #[test]
    fn a_plain_modal_passes() {
        let data = json!({"custom_id": "m", "title": "Name", "components": [input("a", "Your name")]});
        assert!(check(&data).is_ok());
    }

    #[test]
    fn every_limit_is_named_where_it_is_broken() {
        let rows: Vec<Value> = (0..6).map(|_| input("same", &"l".repeat(46))).collect();
        let data = json!({"custom_id": "", "title": "t".repeat(46), "components": rows});
        let tree = check(&data).unwrap_err().errors.unwrap()["data"].clone();
        assert!(tree["custom_id"].is_object() && tree["title"].is_object());
        assert!(tree["components"]["_errors"].is_array());
        let first = &tree["components"]["0"]["components"]["0"];
        assert!(first["label"].is_object() && first["custom_id"].is_null());
        assert!(tree["components"]["1"]["components"]["0"]["custom_id"].is_object());
    }

    fn labelled(component: Value) -> Value {
        json!({"custom_id": "m", "title": "Rules", "components": [{"type": 18, "label": "Pick", "component": component}]})
    }

    fn options(count: usize) -> Vec<Value> {
        (0..count).map(|n| json!({"label": "One", "value": n.to_string()})).collect()
    }

    #[test]
    fn choices_stand_below_labels() {
        for (kind, count) in [(3, 25), (21, 10), (22, 10), (22, 1)] {
            assert!(
                check(&labelled(json!({"type": kind, "custom_id": "a", "options": options(count)}))).is_ok(),
                "{kind}"
            );
        }
        assert!(check(&labelled(json!({"type": 23, "custom_id": "a"}))).is_ok());
        for (kind, count) in [(3, 26), (21, 11), (21, 1), (22, 11), (22, 0), (2, 1)] {
            assert!(
                check(&labelled(json!({"type": kind, "custom_id": "a", "options": options(count)}))).is_err(),
                "{kind}"
            );
        }
        let twice = [options(1), options(1)].concat();
        assert!(check(&labelled(json!({"type": 22, "custom_id": "a", "options": twice}))).is_err());
    }
}
