//! Messages as people read them.

use serde_json::Value;

/// Every component of a message, including nested ones.
pub fn components(message: &Value) -> Vec<Value> {
    fn walk(list: &Value, into: &mut Vec<Value>) {
        for c in list.as_array().into_iter().flatten() {
            into.push(c.clone());
            walk(&c["components"], into);
        }
    }
    let mut all = Vec::new();
    walk(&message["components"], &mut all);
    all
}

/// All words of a message, with its buttons in brackets.
pub fn text(message: &Value) -> String {
    let words = |c: &Value| match c["type"].as_u64() {
        Some(10) => c["content"].as_str().map(str::to_owned),
        Some(2) => Some(format!("[{}]", c["label"].as_str().unwrap_or_default())),
        Some(3) => Some(format!("<{}>", c["placeholder"].as_str().unwrap_or_default())),
        _ => None,
    };
    components(message).iter().filter_map(words).collect::<Vec<_>>().join("\n")
}

/// The custom id of the enabled button or list with this label.
pub fn id_of(message: &Value, label: &str) -> Option<String> {
    let fits = |c: &&Value| (c["label"] == label || c["placeholder"] == label) && c["disabled"] != true;
    components(message).iter().find(fits).and_then(|c| c["custom_id"].as_str().map(str::to_owned))
}

/// Whether only one person sees it.
pub fn is_ephemeral(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or(0) & 64 != 0
}
