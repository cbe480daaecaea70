//! Limits of message components, of the older kind and of version 2, and the ids that Discord fills in.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{join, list, needed_text, optional_number, optional_text};
use crate::error::FormErrors;

/// Component types of Discord's API.
pub(crate) mod kind {
    pub const ROW: u64 = 1;
    pub const BUTTON: u64 = 2;
    pub const STRING_SELECT: u64 = 3;
    pub const USER_SELECT: u64 = 5;
    pub const ROLE_SELECT: u64 = 6;
    pub const MENTIONABLE_SELECT: u64 = 7;
    pub const CHANNEL_SELECT: u64 = 8;
    pub const SECTION: u64 = 9;
    pub const TEXT: u64 = 10;
    pub const THUMBNAIL: u64 = 11;
    pub const GALLERY: u64 = 12;
    pub const FILE: u64 = 13;
    pub const SEPARATOR: u64 = 14;
    pub const CONTAINER: u64 = 17;
}
use kind::*;

/// The most components in a message of version 2, nested ones included.
const TOTAL: usize = 40;
/// The most characters in all text displays of a message.
const TEXT_TOTAL: usize = 4_000;

/// Checks `components` of a message body and returns them with their ids filled in. `files` are the names that
/// `attachment://` may refer to, `emojis` the ids of the application's own.
pub(crate) fn check(
    errors: &mut FormErrors,
    body: &Value,
    v2: bool,
    files: &[String],
    emojis: &HashSet<String>,
) -> Vec<Value> {
    let top = list(errors, body, "components", "");
    let mut walk = Walk { errors, files, emojis, seen: HashSet::new(), ids: HashSet::new(), count: 0, text: 0 };
    walk.take_ids(&body["components"]);
    let allowed: &[u64] = if v2 { &[ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER] } else { &[ROW] };
    let mut checked = walk.children(top, "components", allowed);
    if !v2 {
        walk.errors.size("components", top.len(), 0, 5);
    } else if walk.count > TOTAL {
        let message = format!("The total number of components ({}) exceeds the maximum of {TOTAL}", walk.count);
        walk.errors.add("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message);
    }
    if walk.text > TEXT_TOTAL {
        let message = format!("The total displayable text ({}) exceeds the maximum of {TEXT_TOTAL}", walk.text);
        walk.errors.add("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message);
    }
    let mut next = 1;
    checked.iter_mut().for_each(|component| walk.fill_ids(component, &mut next));
    checked
}

struct Walk<'a, 'e> {
    errors: &'e mut FormErrors,
    files: &'a [String],
    emojis: &'a HashSet<String>,
    seen: HashSet<&'a str>,
    ids: HashSet<u64>,
    count: usize,
    text: usize,
}

impl<'a> Walk<'a, '_> {
    fn children(&mut self, list: &'a [Value], path: &str, allowed: &[u64]) -> Vec<Value> {
        list.iter().enumerate().map(|(index, child)| self.component(child, &join(path, index), allowed)).collect()
    }

    fn component(&mut self, of: &'a Value, path: &str, allowed: &[u64]) -> Value {
        self.count += 1;
        let found = of["type"].as_u64().filter(|kind| allowed.contains(kind));
        let Some(found) = found else {
            let kinds = allowed.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            let message = format!("Value of field \"type\" must be one of ({kinds}).");
            self.errors.add(&join(path, "type"), "UNION_TYPE_CHOICES", message);
            return of.clone();
        };
        let mut checked = of.clone();
        match found {
            ROW => checked["components"] = self.row(of, path).into(),
            BUTTON => self.button(of, path),
            STRING_SELECT => self.string_select(of, path),
            USER_SELECT | ROLE_SELECT | MENTIONABLE_SELECT | CHANNEL_SELECT => self.select(of, path, 25),
            SECTION => self.section(of, path, &mut checked),
            TEXT => {
                let text = needed_text(self.errors, of, "content", path, (1, TEXT_TOTAL));
                self.text += text.map_or(0, |text| text.chars().count());
            }
            THUMBNAIL => self.media(of, path),
            GALLERY => self.gallery(of, path),
            FILE => self.address(&of["file"], &join(path, "file")),
            SEPARATOR => drop(optional_number(self.errors, of, "spacing", path, (1, 2))),
            _ => {
                optional_number(self.errors, of, "accent_color", path, (0, 0xFF_FFFF));
                let inside = list(self.errors, of, "components", path);
                self.errors.size(&join(path, "components"), inside.len(), 1, TOTAL);
                let allowed = [ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR];
                checked["components"] = self.children(inside, &join(path, "components"), &allowed).into();
            }
        }
        checked
    }

    fn row(&mut self, of: &'a Value, path: &str) -> Vec<Value> {
        let inside = list(self.errors, of, "components", path);
        let path = join(path, "components");
        let selects = inside.iter().filter(|c| c["type"] != json!(BUTTON)).count();
        self.errors.size(&path, inside.len(), 1, 5);
        if selects > 0 && inside.len() > 1 {
            self.errors.add(
                &path,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
        let allowed = [BUTTON, STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT];
        self.children(inside, &path, &allowed)
    }

    fn section(&mut self, of: &'a Value, path: &str, checked: &mut Value) {
        let texts = list(self.errors, of, "components", path);
        self.errors.size(&join(path, "components"), texts.len(), 1, 3);
        checked["components"] = self.children(texts, &join(path, "components"), &[TEXT]).into();
        if of["accessory"].is_null() {
            self.errors.required(&join(path, "accessory"));
        } else {
            checked["accessory"] = self.component(&of["accessory"], &join(path, "accessory"), &[BUTTON, THUMBNAIL]);
        }
    }

    fn custom_id(&mut self, of: &'a Value, path: &str) {
        if let Some(id) = needed_text(self.errors, of, "custom_id", path, (1, 100))
            && !self.seen.insert(id)
        {
            let message = "Component custom id cannot be duplicated";
            self.errors.add(&join(path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
        }
    }

    /// An emoji is a sign, or one of the application's own.
    fn emoji(&mut self, of: &'a Value, path: &str) {
        let emoji = &of["emoji"];
        let path = join(path, "emoji");
        optional_text(self.errors, emoji, "name", &path, (0, 32));
        if emoji["id"].as_str().is_some_and(|id| !self.emojis.contains(id)) {
            self.errors.add(&join(&path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji");
        }
    }

    fn button(&mut self, of: &'a Value, path: &str) {
        self.emoji(of, path);
        let label = optional_text(self.errors, of, "label", path, (0, 80));
        let style = optional_number(self.errors, of, "style", path, (1, 6));
        if of["style"].is_null() {
            self.errors.required(&join(path, "style"));
        }
        if label.is_none_or(str::is_empty) && of["emoji"].is_null() && style != Some(6) {
            self.errors.add(path, "BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI", "A button needs a label or an emoji");
        }
        let has = |field: &str| !of[field].is_null();
        let excluded = match style {
            Some(5) => {
                needed_text(self.errors, of, "url", path, (1, 512));
                has("custom_id")
            }
            Some(6) => {
                if !has("sku_id") {
                    self.errors.required(&join(path, "sku_id"));
                }
                false
            }
            _ => {
                self.custom_id(of, path);
                has("url")
            }
        };
        if excluded {
            let message = "A custom id and url cannot both be specified";
            self.errors.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message);
        }
    }

    fn string_select(&mut self, of: &'a Value, path: &str) {
        let options = list(self.errors, of, "options", path);
        let path_of_options = join(path, "options");
        self.errors.size(&path_of_options, options.len(), 1, 25);
        let mut values = HashSet::new();
        for (index, option) in options.iter().enumerate() {
            let path = join(&path_of_options, index);
            needed_text(self.errors, option, "label", &path, (1, 100));
            self.emoji(option, &path);
            optional_text(self.errors, option, "description", &path, (0, 100));
            if let Some(value) = needed_text(self.errors, option, "value", &path, (1, 100))
                && !values.insert(value)
            {
                let message = "The specified option value is already used";
                self.errors.add(&join(&path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
            }
        }
        self.select(of, path, options.len().min(25));
    }

    fn select(&mut self, of: &'a Value, path: &str, choices: usize) {
        self.custom_id(of, path);
        optional_text(self.errors, of, "placeholder", path, (0, 150));
        let min = optional_number(self.errors, of, "min_values", path, (0, 25)).unwrap_or(1);
        let max = optional_number(self.errors, of, "max_values", path, (1, 25)).unwrap_or(1);
        if min > max || max > choices.max(1) as u64 {
            let message = format!("min_values ({min}) and max_values ({max}) must fit the {choices} options");
            self.errors.add(&join(path, "max_values"), "SELECT_COMPONENT_VALUES_OUT_OF_RANGE", message);
        }
    }

    fn gallery(&mut self, of: &'a Value, path: &str) {
        let items = list(self.errors, of, "items", path);
        let path = join(path, "items");
        self.errors.size(&path, items.len(), 1, 10);
        items.iter().enumerate().for_each(|(index, item)| self.media(item, &join(&path, index)));
    }

    fn media(&mut self, of: &'a Value, path: &str) {
        optional_text(self.errors, of, "description", path, (0, 1024));
        self.address(&of["media"], &join(path, "media"));
    }

    /// Checks an unfurled media item: the URL must be one on the web, or that of a file of this message.
    fn address(&mut self, of: &'a Value, path: &str) {
        let Some(url) = needed_text(self.errors, of, "url", path, (1, 2048)) else { return };
        let path = join(path, "url");
        if let Some(name) = url.strip_prefix("attachment://") {
            if !self.files.iter().any(|file| file == name) {
                let message = format!("The attachment \"{name}\" could not be resolved");
                self.errors.add(&path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message);
            }
        } else if !url.starts_with("https://") && !url.starts_with("http://") {
            let message = "Scheme must be one of ('http', 'https', 'attachment').";
            self.errors.add(&path, "URL_TYPE_INVALID_SCHEME", message);
        }
    }

    /// Notes the ids that the sender chose.
    fn take_ids(&mut self, value: &Value) {
        for component in value.as_array().into_iter().flatten() {
            self.ids.extend(component["id"].as_u64());
            self.take_ids(&component["components"]);
            self.ids.extend(component["accessory"]["id"].as_u64());
        }
    }

    /// Gives an id to every component without one.
    fn fill_ids(&mut self, component: &mut Value, next: &mut u64) {
        if !component.is_object() {
            return;
        }
        if component["id"].as_u64().unwrap_or(0) == 0 {
            while !self.ids.insert(*next) {
                *next += 1;
            }
            component["id"] = json!(*next);
        }
        if let Some(inside) = component["components"].as_array_mut() {
            inside.iter_mut().for_each(|child| self.fill_ids(child, next));
        }
        if component["accessory"].is_object() {
            self.fill_ids(&mut component["accessory"], next);
        }
        // Looking up a field in order to change it leaves a null if there was none.
        if let Some(map) = component.as_object_mut() {
            map.retain(|_, value| !value.is_null());
        }
        complete(component, defaults(component["type"].as_u64().unwrap_or(0)));
        for item in component.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten() {
            complete(item, defaults(THUMBNAIL));
        }
    }
}

/// What Discord fills in where the sender gave nothing.
fn defaults(kind: u64) -> Value {
    match kind {
        STRING_SELECT | USER_SELECT | ROLE_SELECT | MENTIONABLE_SELECT | CHANNEL_SELECT => {
            json!({"min_values": 1, "max_values": 1})
        }
        THUMBNAIL => json!({"description": null, "spoiler": false}),
        FILE => json!({"name": null, "size": null, "spoiler": false}),
        SEPARATOR => json!({"spacing": 1, "divider": true}),
        CONTAINER => json!({"accent_color": null, "spoiler": false}),
        _ => json!({}),
    }
}

fn complete(component: &mut Value, defaults: Value) {
    let (Value::Object(component), Value::Object(defaults)) = (component, defaults) else { return };
    for (key, value) in defaults {
        component.entry(key).or_insert(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(components: Value, v2: bool) -> String {
        let mut errors = FormErrors::default();
        check(
            &mut errors,
            &json!({"components": components}),
            v2,
            &["board.png".to_owned()],
            &HashSet::from(["7".to_owned()]),
        );
        errors.finish().err().map_or_else(String::new, |e| e.errors.unwrap_or_default().to_string())
    }

    fn button(id: &str) -> Value {
        json!({"type": 2, "style": 1, "label": "Go", "custom_id": id})
    }

    #[test]
    fn a_message_of_version_2_passes_and_gets_unique_ids() {
        let components = json!([{"type": 17, "accent_color": 255, "components": [
            {"type": 10, "content": "# Hello", "id": 2},
            {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "A board"}]},
            {"type": 14},
            {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": button("s")},
            {"type": 1, "components": [button("a"), button("b")]}]}]);
        let mut errors = FormErrors::default();
        let checked =
            check(&mut errors, &json!({"components": components}), true, &["board.png".to_owned()], &HashSet::new());
        errors.finish().unwrap();
        let text = serde_json::to_string(&checked).unwrap();
        let ids: Vec<&str> = text.match_indices("\"id\":").map(|(at, _)| &text[at..at + 7]).collect();
        assert_eq!(ids.len(), 10);
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 10);
        assert!(!text.contains("\"components\":null") && !text.contains("\"accessory\":null"), "{text}");
    }

    #[test]
    fn an_emoji_must_be_one_of_the_applications() {
        let shows = |id: &str| {
            let mut button = button("a");
            button["emoji"] = json!({"id": id, "name": "queen_of_spades"});
            codes(json!([{"type": 1, "components": [button]}]), true)
        };
        assert_eq!(shows("7"), "");
        assert!(shows("8").contains("BUTTON_COMPONENT_INVALID_EMOJI"), "{}", shows("8"));
    }

    #[test]
    fn breaches_are_named() {
        let row = |inside: Vec<Value>| json!([{"type": 1, "components": inside}]);
        let cases = [
            (codes(row(vec![button("a"), button("a")]), false), "COMPONENT_CUSTOM_ID_DUPLICATED"),
            (codes(row((0..6).map(|i| button(&i.to_string())).collect()), false), "between 1 and 5"),
            (codes(row(vec![button(&"x".repeat(101))]), false), "between 1 and 100"),
            (codes(json!([{"type": 10, "content": "x"}]), false), "UNION_TYPE_CHOICES"),
            (codes(json!([{"type": 10, "content": "x".repeat(4001)}]), true), "COMPONENT_DISPLAYABLE_TEXT_SIZE"),
            (codes((0..41).map(|_| json!({"type": 14})).collect(), true), "COMPONENT_MAX_TOTAL"),
            (codes(json!([{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}]), true), "NOT_FOUND"),
            (codes(row(vec![json!({"type": 2, "style": 1, "label": "x".repeat(81), "custom_id": "a"})]), false), "80"),
        ];
        for (found, expected) in cases {
            assert!(found.contains(expected), "{expected} is missing in {found}");
        }
    }

    #[test]
    fn a_select_stands_alone_and_has_at_most_25_options() {
        let option = |i: u32| json!({"label": i.to_string(), "value": i.to_string()});
        let select = |n| json!({"type": 3, "custom_id": "s", "options": (0..n).map(option).collect::<Vec<_>>()});
        assert_eq!(codes(json!([{"type": 1, "components": [select(25)]}]), false), "");
        assert!(codes(json!([{"type": 1, "components": [select(26)]}]), false).contains("options"));
        assert!(codes(json!([{"type": 1, "components": [select(2), button("b")]}]), false).contains("WIDTH"));
    }
}
