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

/// What may be picked under this heading, each as the custom id to press and the values to send: the lines of a list, or the
/// buttons below a line of text.
#[allow(dead_code, reason = "each test uses its part")]
pub fn choices(message: &Value, heading: &str) -> Vec<(String, Vec<String>)> {
    let id = |c: &Value| c["custom_id"].as_str().unwrap_or_default().to_owned();
    let all = components(message);
    let is_list = |c: &&Value| c["placeholder"].as_str().is_some_and(|words| words.starts_with(heading));
    if let Some(list) = all.iter().find(is_list) {
        let lines = list["options"].as_array().into_iter().flatten();
        return lines.map(|line| (id(list), vec![line["value"].as_str().unwrap_or_default().to_owned()])).collect();
    }
    let says = |c: &&Value| c["content"].as_str().is_some_and(|words| words.starts_with(&format!("-# {heading}")));
    let below = all.iter().skip_while(|c| !says(c)).skip(1);
    below
        .take_while(|c| c["type"] == 1 || c["type"] == 2)
        .filter(|c| c["type"] == 2)
        .map(|c| (id(c), Vec::new()))
        .collect()
}

/// What lays a meld: as many ways as there are, or one button.
#[allow(dead_code, reason = "each test uses its part")]
pub fn lays(hand: &Value) -> Vec<(String, Vec<String>)> {
    let alone = |c: &Value| c["label"].as_str().is_some_and(|words| words.starts_with("Lay "));
    let only = components(hand).into_iter().find(alone);
    let only = only.and_then(|c| Some((c["custom_id"].as_str()?.to_owned(), Vec::new())));
    only.into_iter().chain(choices(hand, "Lay a new meld")).collect()
}
