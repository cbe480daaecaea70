//! Checks the room's answers against Discord's API description (an OpenAPI 3.1 file), if the environment names it.

use serde_json::{Value, json};

/// The description, or `None` if `DISCORD_OPENAPI` is not set.
pub(crate) fn description() -> Option<Value> {
    let Some(path) = std::env::var_os("DISCORD_OPENAPI").filter(|path| !path.is_empty()) else {
        eprintln!("DISCORD_OPENAPI names no file: answers were not held against Discord's API description (skipped)");
        return None;
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("DISCORD_OPENAPI={}: {e}", path.display()));
    Some(serde_json::from_str(&text).unwrap_or_else(|e| panic!("DISCORD_OPENAPI: {e}")))
}

/// Checks a successful answer against what the description says about this request.
///
/// # Panics
/// If the description has no such request or answer, or the answer violates it.
pub(crate) fn check(description: &Value, method: &str, template: &str, answer: &(u16, Value)) {
    let operation = &description["paths"][template][method];
    let schema = &operation["responses"][answer.0.to_string()]["content"]["application/json"]["schema"];
    assert!(!schema.is_null(), "{method} {template} has no answer {}: {:#}", answer.0, answer.1);
    let root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "components": description["components"], "allOf": [schema],
    });
    let validator = jsonschema::validator_for(&root).unwrap_or_else(|e| panic!("{method} {template}: {e}"));
    let errors: Vec<String> =
        validator.iter_errors(&answer.1).map(|e| format!("  {} at {}", e, e.instance_path())).collect();
    assert!(errors.is_empty(), "{method} {template} answers otherwise:\n{}\n{:#}", errors.join("\n"), answer.1);
}
