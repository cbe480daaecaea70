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

/// Any field, below a label or in a row.
fn fill_input(input: &Value, label: &Value, values: &Map<String, Value>) -> Result<Value, Refusal> {
    let id = input["custom_id"].as_str().unwrap_or_default();
    let label = label.as_str().unwrap_or("this field");
    match input["type"].as_u64() {
        Some(4) => fill_text(input, label, values.get(id)),
        Some(23) => {
            let checked = values.get(id).is_some_and(|value| value == true || *value == json!(["true"]));
            Ok(json!({"type": 23, "id": input["id"].as_u64().unwrap_or(1), "custom_id": id, "value": checked}))
        }
        kind => fill_choice(input, label, values.get(id)).map(|picked| {
            let mut filled = json!({"type": kind, "id": input["id"].as_u64().unwrap_or(1), "custom_id": id});
            if kind == Some(21) {
                filled["value"] = picked.first().map_or(Value::Null, |one| json!(one));
            } else {
                filled["values"] = json!(picked);
            }
            filled
        }),
    }
}

/// What was picked of the options of a list, radio group or checkbox group.
fn fill_choice<'v>(input: &Value, label: &str, given: Option<&'v Value>) -> Result<Vec<&'v str>, Refusal> {
    let picked: Vec<&str> = match given {
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one],
        _ => Vec::new(),
    };
    let options = input["options"].as_array().map_or(&[][..], Vec::as_slice);
    if let Some(strange) = picked.iter().find(|one| !options.iter().any(|option| option["value"] == **one)) {
        return Err(Refusal::bad(format!("{label}: there is no {strange:?} to pick")));
    }
    let group = input["type"] == 22;
    let required = input["required"].as_bool().unwrap_or(true);
    let least = input["min_values"].as_u64().unwrap_or(u64::from(required)).max(u64::from(required));
    let most = input["max_values"].as_u64().unwrap_or(if group { options.len() as u64 } else { 1 });
    let count = picked.len() as u64;
    if count < least || count > most {
        return Err(Refusal::bad(format!("{label}: pick {least} to {most}, not {count}")));
    }
    Ok(picked)
}

fn fill_text(input: &Value, label: &str, given: Option<&Value>) -> Result<Value, Refusal> {
    let id = input["custom_id"].as_str().unwrap_or_default();
    let value = given.and_then(Value::as_str).unwrap_or_default();
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

    #[test]
    fn choices_are_sent_as_discord_sends_them() {
        let label = |component: Value| json!({"type": 18, "label": "Pick", "component": component});
        let options = json!([{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]);
        let form = json!({"custom_id": "m", "components": [
            label(json!({"type": 21, "custom_id": "radio", "options": options})),
            label(json!({"type": 22, "custom_id": "checks", "required": false, "options": options})),
            label(json!({"type": 3, "custom_id": "list", "options": options})),
            label(json!({"type": 23, "custom_id": "check"})),
        ]});
        let send = |values: Value| submission(&form, values.as_object().unwrap());
        let sent = send(json!({"radio": "b", "checks": ["a", "b"], "list": ["a"], "check": true})).unwrap();
        let of = |n: usize, key: &str| sent["components"][n]["component"][key].clone();
        assert_eq!((of(0, "value"), of(1, "values")), (json!("b"), json!(["a", "b"])));
        assert_eq!((of(2, "values"), of(3, "value")), (json!(["a"]), json!(true)));
        assert_eq!(
            send(json!({"radio": "a", "list": "b"})).unwrap()["components"][1]["component"]["values"],
            json!([])
        );
        assert!(send(json!({"list": "b"})).is_err() && send(json!({"radio": "c", "list": "b"})).is_err());
        assert!(send(json!({"radio": "a", "list": ["a", "b"]})).is_err());
    }
}
