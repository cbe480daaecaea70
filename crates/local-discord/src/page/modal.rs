//! A submitted modal: the form with the values that were typed into it.

use serde_json::{Map, Value, json};

use super::Refusal;

/// The `data` of a modal submission, in the form's own layout.
///
/// # Errors
/// Which field is missing, too short or too long.
pub(super) fn submission(form: &Value, values: &Map<String, Value>) -> Result<Value, Refusal> {
    let rows = form["components"].as_array().map_or(&[][..], Vec::as_slice);
    let filled: Vec<Value> = rows.iter().map(|row| fill(row, values)).collect::<Result<_, _>>()?;
    Ok(json!({"custom_id": form["custom_id"], "components": filled}))
}

fn fill(row: &Value, values: &Map<String, Value>) -> Result<Value, Refusal> {
    match row["type"].as_u64() {
        Some(1) => {
            let inputs = row["components"].as_array().map_or(&[][..], Vec::as_slice);
            let inputs: Vec<Value> =
                inputs.iter().map(|input| fill_input(input, &input["label"], values)).collect::<Result<_, _>>()?;
            Ok(json!({"type": 1, "id": row["id"].as_u64().unwrap_or(1), "components": inputs}))
        }
        Some(18) => {
            let input = fill_input(&row["component"], &row["label"], values)?;
            Ok(json!({"type": 18, "id": row["id"].as_u64().unwrap_or(1), "component": input}))
        }
        _ => Ok(json!({"type": row["type"], "id": row["id"].as_u64().unwrap_or(1)})),
    }
}

fn fill_input(input: &Value, label: &Value, values: &Map<String, Value>) -> Result<Value, Refusal> {
    let id = input["custom_id"].as_str().unwrap_or_default();
    let value = values.get(id).and_then(Value::as_str).unwrap_or_default();
    let label = label.as_str().unwrap_or("this field");
    let count = value.chars().count() as u64;
    if count == 0 && input["required"].as_bool().unwrap_or(true) {
        return Err(Refusal::bad(format!("{label}: this field is required")));
    }
    let (min, max) = (input["min_length"].as_u64().unwrap_or(0), input["max_length"].as_u64().unwrap_or(4000));
    if count > max || (count > 0 && count < min) {
        return Err(Refusal::bad(format!("{label}: write {min} to {max} characters, not {count}")));
    }
    Ok(json!({"type": 4, "id": input["id"].as_u64().unwrap_or(1), "custom_id": id, "value": value}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(extra: Value) -> Value {
        let mut input = json!({"type": 4, "custom_id": "a", "style": 1, "label": "Answer"});
        for (key, value) in extra.as_object().unwrap() {
            input[key] = value.clone();
        }
        json!({"custom_id": "m", "components": [{"type": 1, "components": [input]}]})
    }

    fn sent(form: &Value, text: &str) -> Result<Value, Refusal> {
        submission(form, json!({"a": text}).as_object().unwrap())
    }

    #[test]
    fn values_stand_where_their_inputs_stood() {
        let data = sent(&form(json!({})), "6*4").unwrap();
        assert_eq!(data["components"][0]["components"][0]["value"], "6*4");
        assert_eq!(data["custom_id"], "m");
    }

    #[test]
    fn lengths_and_required_fields_are_held() {
        assert!(sent(&form(json!({})), "").is_err());
        assert!(sent(&form(json!({"required": false, "min_length": 3})), "").is_ok());
        assert!(sent(&form(json!({"min_length": 3})), "ab").is_err());
        assert!(sent(&form(json!({"max_length": 3})), "abcd").is_err());
    }
}
