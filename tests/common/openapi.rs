//! Checks bodies against Discord's API description (an OpenAPI 3.1 file), if the environment names it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

/// The description, or `None` if `DISCORD_OPENAPI` is not set.
static DESCRIPTION: LazyLock<Option<Value>> = LazyLock::new(|| {
    let Some(path) = std::env::var_os("DISCORD_OPENAPI").filter(|path| !path.is_empty()) else {
        eprintln!("DISCORD_OPENAPI names no file: bodies were not held against Discord's API description (skipped)");
        return None;
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("DISCORD_OPENAPI={}: {e}", path.display()));
    let mut description: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("DISCORD_OPENAPI: {e}"));
    relax(&mut description);
    Some(description)
});

static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// Fixes the two places where the description is stricter than Discord: attachments may be numbered by integers,
/// and permissions are written as strings.
fn relax(description: &mut Value) {
    let schemas = &mut description["components"]["schemas"];
    if let Some(id) = schemas["MessageAttachmentRequest"]["properties"].get_mut("id") {
        *id = json!({"anyOf": [id.clone(), {"type": "integer", "minimum": 0}]});
    }
    for name in ["ApplicationCommandUpdateRequest", "ApplicationCommandCreateRequest"] {
        if let Some(bits) = schemas[name]["properties"].get_mut("default_member_permissions") {
            *bits = json!({"anyOf": [bits.clone(), {"type": "string", "pattern": "^[0-9]+$"}]});
        }
    }
}

/// Checks a request's JSON body against the description. The path may start with `/api/v10` and end in a query.
///
/// # Panics
/// If the description has no such request, or the body violates it.
pub fn validate(method: &str, path: &str, body: &Value) {
    let Some(description) = DESCRIPTION.as_ref() else { return };
    let path = path.split('?').next().unwrap_or_default();
    let path = path.strip_prefix("/api/v10").unwrap_or(path);
    let template = template(description, path).unwrap_or_else(|| panic!("Discord knows no {path}"));
    let key = format!("{method} {template}");
    let validator = {
        let mut validators = VALIDATORS.lock().unwrap_or_else(|e| e.into_inner());
        Arc::clone(validators.entry(key.clone()).or_insert_with(|| Arc::new(compile(description, method, template))))
    };
    let errors: Vec<String> =
        validator.iter_errors(body).map(|e| format!("  {} at {}", e, e.instance_path())).collect();
    assert!(errors.is_empty(), "{key} does not take this body:\n{}\n{body:#}", errors.join("\n"));
}

/// The description's path that matches this path, preferring literal parts to parameters.
fn template<'a>(description: &'a Value, path: &str) -> Option<&'a str> {
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |template: &&String| {
        let theirs: Vec<&str> = template.split('/').collect();
        theirs.len() == parts.len() && theirs.iter().zip(&parts).all(|(t, p)| t.starts_with('{') || t == p)
    };
    let paths = description["paths"].as_object()?;
    paths.keys().filter(fits).min_by_key(|t| t.matches('{').count()).map(String::as_str)
}

fn compile(description: &Value, method: &str, template: &str) -> Validator {
    let operation = &description["paths"][template][method.to_lowercase()];
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    assert!(!schema.is_null(), "Discord takes no JSON body for {method} {template}");
    let root = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "components": description["components"], "allOf": [schema],
    });
    jsonschema::validator_for(&root).unwrap_or_else(|e| panic!("{method} {template}: {e}"))
}
