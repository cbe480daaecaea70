//! Limits of embeds.

use serde_json::Value;

use super::{join, list, optional_text};
use crate::error::FormErrors;

/// The most embeds in one message.
const EMBEDS: usize = 10;
/// The most characters in all embeds of a message.
const TOTAL: usize = 6_000;

/// Checks `embeds` of a message body.
pub(crate) fn check(errors: &mut FormErrors, body: &Value) -> Vec<Value> {
    let embeds = list(errors, body, "embeds", "");
    errors.size("embeds", embeds.len(), 0, EMBEDS);
    let mut total = 0;
    for (index, embed) in embeds.iter().enumerate() {
        let path = join("embeds", index);
        let mut count = |of: &Value, field: &str, path: &str, max: usize| {
            total += optional_text(errors, of, field, path, (0, max)).map_or(0, |text| text.chars().count());
        };
        count(embed, "title", &path, 256);
        count(embed, "description", &path, 4096);
        count(&embed["footer"], "text", &join(&path, "footer"), 2048);
        count(&embed["author"], "name", &join(&path, "author"), 256);
        let fields = embed["fields"].as_array().map_or(&[][..], Vec::as_slice);
        for (number, field) in fields.iter().enumerate() {
            let path = join(&join(&path, "fields"), number);
            count(field, "name", &path, 256);
            count(field, "value", &path, 1024);
        }
        errors.size(&join(&path, "fields"), fields.len(), 0, 25);
    }
    if total > TOTAL {
        errors.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
    embeds.iter().map(filled).collect()
}

/// An embed as Discord shows it, with its type.
fn filled(embed: &Value) -> Value {
    let mut embed = embed.clone();
    if embed.is_object() {
        embed["type"] = "rich".into();
    }
    embed
}
