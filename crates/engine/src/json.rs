//! What is wrong with a piece of JSON, for whoever wrote it.

use serde_path_to_error::Segment;

use super::columns::cut;

/// The most columns of what is wrong: it may quote a word of the request or question itself, however long.
pub const LONGEST_REASON: usize = 300;

/// What is wrong, with the field whose value it is; `choice` says what kind of thing a word chooses.
pub fn wrong(error: &serde_path_to_error::Error<serde_json::Error>, choice: &str) -> String {
    // Here, "variant" would mean something else.
    let why = error.inner().to_string().replace("unknown variant", &format!("unknown {choice}"));
    let mut field = String::new();
    for part in error.path().iter() {
        match part {
            Segment::Seq { index } => field.push_str(&format!("[{index}]")),
            Segment::Map { key } if field.is_empty() => field.push_str(key),
            Segment::Map { key } => field.push_str(&format!(".{key}")),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    // What is missing or unknown is named already.
    let whole = if why.starts_with("invalid") && !field.is_empty() { format!("`{field}`: {why}") } else { why };
    cut(&whole, LONGEST_REASON)
}
