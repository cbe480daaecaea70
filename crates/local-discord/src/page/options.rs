//! A typed command becomes the options of an interaction.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Refusal;
use crate::check::commands::option;
use crate::ids::Id;
use crate::room::Inner;

/// What a person filled in.
#[derive(Deserialize)]
pub(super) struct Filled {
    /// Subcommand group and subcommand, if the command has them.
    #[serde(default)]
    pub path: Vec<String>,
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The option that is being typed.
    pub focused: Option<String>,
}

/// The people and channels that options and menus name.
#[derive(Default)]
pub(super) struct Resolved {
    users: BTreeSet<Id>,
    channels: BTreeSet<Id>,
}

impl Resolved {
    /// Notes a person, or the bot. Returns whether it exists.
    pub(super) fn user(&mut self, inner: &Inner, text: &str) -> bool {
        let id = text.parse().ok().filter(|id| inner.people.contains_key(id) || *id == inner.house.bot);
        self.users.extend(id);
        id.is_some()
    }

    /// Notes a channel of the guild. Returns whether it exists.
    pub(super) fn channel(&mut self, inner: &Inner, text: &str) -> bool {
        let id = text.parse().ok().filter(|id| inner.channels.get(id).is_some_and(|c| !c.is_dm()));
        self.channels.extend(id);
        id.is_some()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.users.is_empty() && self.channels.is_empty()
    }

    pub(super) fn json(&self, inner: &Inner) -> Value {
        let mut users = Map::new();
        let mut members = Map::new();
        for id in &self.users {
            users.insert(id.to_string(), inner.user_json(*id));
            let mut member = inner.partial_member_json(*id);
            member["permissions"] = json!(inner.person_permissions(*id).to_string());
            members.insert(id.to_string(), member);
        }
        let mut channels = Map::new();
        for channel in self.channels.iter().filter_map(|id| inner.channels.get(id)) {
            let mut wire = inner.channel_json(channel);
            wire["permissions"] = json!(inner.bot_permissions(channel).to_string());
            channels.insert(channel.id.to_string(), wire);
        }
        let mut all = json!({});
        for (name, map) in [("users", users), ("members", members), ("channels", channels)] {
            if !map.is_empty() {
                all[name] = Value::Object(map);
            }
        }
        all
    }
}

/// The `options` of an interaction. While a command is still being typed (`typing`), anything missing or wrong is
/// left out; the focused option is sent as it is.
pub(super) fn build(
    inner: &Inner,
    command: &Value,
    filled: &Filled,
    typing: bool,
    resolved: &mut Resolved,
) -> Result<Value, Refusal> {
    let mut at = command;
    let mut steps = Vec::new();
    for name in &filled.path {
        let next = list(at, "options").iter().find(|o| o["name"] == json!(name) && nests(o));
        at = next.ok_or_else(|| Refusal::bad(format!("{name} is no part of this command")))?;
        steps.push(at);
    }
    if list(at, "options").iter().any(nests) {
        return Err(Refusal::bad("choose what this command should do first"));
    }
    let mut found = Vec::new();
    for option in list(at, "options") {
        let name = option["name"].as_str().unwrap_or_default();
        let given = filled.options.get(name).filter(|v| !v.is_null());
        if typing && filled.focused.as_deref() == Some(name) {
            let text = given.map_or_else(String::new, as_text);
            found.push(json!({"name": name, "type": option["type"], "value": text, "focused": true}));
            continue;
        }
        match given.map(|given| value(inner, option, given, resolved)) {
            Some(Ok(value)) => found.push(json!({"name": name, "type": option["type"], "value": value})),
            Some(Err(refusal)) if !typing => return Err(refusal),
            None if !typing && option["required"] == true => {
                return Err(Refusal::bad(format!("{name}: this option is required")));
            }
            _ => {}
        }
    }
    let wrap = |inside: Value, step: &&Value| json!([{"name": step["name"], "type": step["type"], "options": inside}]);
    Ok(steps.iter().rev().fold(Value::Array(found), wrap))
}

fn list<'a>(of: &'a Value, field: &str) -> &'a [Value] {
    of[field].as_array().map_or(&[], Vec::as_slice)
}

fn nests(of: &Value) -> bool {
    matches!(of["type"].as_u64(), Some(option::SUBCOMMAND | option::GROUP))
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// One option's value, in the type that the option wants.
fn value(inner: &Inner, option: &Value, given: &Value, resolved: &mut Resolved) -> Result<Value, Refusal> {
    let name = option["name"].as_str().unwrap_or_default();
    let text = as_text(given);
    let bad = |words: &str| Refusal::bad(format!("{name}: {words}"));
    let value = match option["type"].as_u64().unwrap_or(0) {
        option::STRING => json!(text),
        option::INTEGER => json!(text.trim().parse::<i64>().map_err(|_| bad("write a whole number"))?),
        option::NUMBER => json!(text.trim().parse::<f64>().map_err(|_| bad("write a number"))?),
        option::BOOLEAN => json!(text.parse::<bool>().map_err(|_| bad("choose true or false"))?),
        option::USER | option::MENTIONABLE if resolved.user(inner, &text) => json!(text),
        option::USER | option::MENTIONABLE => return Err(bad("choose somebody in this room")),
        option::CHANNEL if resolved.channel(inner, &text) => json!(text),
        option::CHANNEL => return Err(bad("choose a channel")),
        _ => return Err(bad("options of this kind cannot be used in this room")),
    };
    let choices = list(option, "choices");
    if !choices.is_empty() && choices.iter().all(|c| !same(&c["value"], &value)) {
        return Err(bad("choose one of the choices"));
    }
    limits(option, &value).map_err(|words| bad(&words))?;
    Ok(value)
}

fn same(a: &Value, b: &Value) -> bool {
    a == b || a.as_f64().is_some_and(|n| Some(n) == b.as_f64())
}

fn limits(option: &Value, value: &Value) -> Result<(), String> {
    if let Some(number) = value.as_f64() {
        if option["min_value"].as_f64().is_some_and(|min| number < min) {
            return Err(format!("at least {}", option["min_value"]));
        }
        if option["max_value"].as_f64().is_some_and(|max| number > max) {
            return Err(format!("at most {}", option["max_value"]));
        }
    }
    if let (Some(option::STRING), Some(text)) = (option["type"].as_u64(), value.as_str()) {
        let count = text.chars().count() as u64;
        let (min, max) = (option["min_length"].as_u64().unwrap_or(0), option["max_length"].as_u64().unwrap_or(6000));
        if !(min..=max).contains(&count) {
            return Err(format!("write {min} to {max} characters"));
        }
    }
    Ok(())
}
