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
                text_input(&mut errors, &row["component"], &join(&path, "component"), &mut seen);
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

fn text_input<'a>(errors: &mut FormErrors, input: &'a Value, path: &str, seen: &mut HashSet<&'a str>) {
    if input["type"].as_u64() != Some(4) {
        errors.add(&join(path, "type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (4,).");
        return;
    }
    if let Some(id) = needed_text(errors, input, "custom_id", path, (1, 100))
        && !seen.insert(id)
    {
        errors.add(
            &join(path, "custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
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
}
