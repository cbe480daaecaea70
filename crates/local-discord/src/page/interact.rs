//! What people do with the bot: commands, buttons, menus and modals become interactions that the bot has to answer.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::modal;
use super::options::{self, Filled};
use super::people::place;
use super::{Refusal, options::Resolved};
use crate::check::components::kind;
use crate::gateway::sessions::{Scope, intent};
use crate::ids::{Id, now_ms};
use crate::model::{Answer, Channel, Interaction, Message};
use crate::pending::{ANSWER_MS, Outcome};
use crate::room::{Inner, Room};
use crate::secret;

/// What a person did.
#[derive(Deserialize)]
pub(super) struct Asked {
    person: Id,
    channel: Id,
    #[serde(flatten)]
    act: Act,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Act {
    Command(CommandUse),
    /// A command that is being typed; `focused` names the option.
    Autocomplete(CommandUse),
    Component {
        message: Id,
        custom_id: String,
        #[serde(default)]
        values: Vec<String>,
    },
    Modal {
        interaction: Id,
        values: Map<String, Value>,
    },
}

#[derive(Deserialize)]
struct CommandUse {
    id: Id,
    /// Whom a user command is about.
    target: Option<Id>,
    #[serde(flatten)]
    filled: Filled,
}

/// An interaction about to be sent: everything that its kind decides.
struct Start {
    /// Discord's interaction type.
    kind: u8,
    data: Value,
    command: Option<String>,
    source: Option<Id>,
}

/// Starts an interaction and waits for the bot's first answer, or until its time is over.
pub(super) async fn begin(State(room): State<Arc<Room>>, Json(asked): Json<Asked>) -> Result<Json<Value>, Refusal> {
    let (id, told) = {
        let mut inner = room.lock();
        let channel = place(&inner, asked.person, asked.channel)?;
        let start = match asked.act {
            Act::Command(used) => command(&inner, &channel, asked.person, &used, false)?,
            Act::Autocomplete(used) => command(&inner, &channel, asked.person, &used, true)?,
            Act::Component { message, custom_id, values } => {
                component(&inner, &channel, asked.person, message, &custom_id, &values)?
            }
            Act::Modal { interaction, values } => submit(&inner, &channel, asked.person, interaction, &values)?,
        };
        let id = send(&mut inner, &channel, asked.person, start);
        (id, inner.pending.wait_for(id))
    };
    let outcome = tokio::time::timeout(Duration::from_millis(ANSWER_MS), told).await;
    Ok(Json(match outcome {
        Ok(Ok(Outcome::Answered)) => json!({"outcome": "answered", "interaction": id}),
        Ok(Ok(Outcome::Choices(choices))) => json!({"outcome": "choices", "choices": choices}),
        Ok(Ok(Outcome::Modal(modal))) => json!({"outcome": "modal", "interaction": id, "modal": modal}),
        Ok(Err(_)) | Err(_) => {
            let mut inner = room.lock();
            inner.pending.give_up(id);
            json!({"outcome": "failed", "interaction": id, "online": inner.sessions.connected()})
        }
    }))
}

fn command(inner: &Inner, channel: &Channel, person: Id, used: &CommandUse, typing: bool) -> Result<Start, Refusal> {
    let commands = inner.page_commands();
    let id = used.id.to_string();
    let found = commands.as_array().into_iter().flatten().find(|c| c["id"] == json!(id));
    let found = found.ok_or_else(|| Refusal::gone("this command is not there any more"))?;
    if !offered(found, inner.person_permissions(person), channel.is_dm()) {
        return Err(Refusal::bad("this command cannot be used here"));
    }
    let mut resolved = Resolved::default();
    if found["type"] == 2 {
        return about(inner, found, used.target, resolved);
    }
    let options = options::build(inner, found, &used.filled, typing, &mut resolved)?;
    let mut data = json!({"id": found["id"], "name": found["name"], "type": 1, "options": options});
    if !resolved.is_empty() {
        data["resolved"] = resolved.json(inner);
    }
    if !found["guild_id"].is_null() {
        data["guild_id"] = found["guild_id"].clone();
    }
    let words = std::iter::once(found["name"].as_str().unwrap_or_default());
    let name = words.chain(used.filled.path.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
    Ok(Start { kind: if typing { 4 } else { 2 }, data, command: Some(name), source: None })
}

/// A user command: no options, but somebody whom it is about.
fn about(inner: &Inner, command: &Value, target: Option<Id>, mut resolved: Resolved) -> Result<Start, Refusal> {
    let target = target.filter(|target| resolved.user(inner, &target.to_string()));
    let target = target.ok_or_else(|| Refusal::bad("choose somebody in this room"))?;
    let data = json!({
        "id": command["id"], "name": command["name"], "type": 2, "target_id": target, "resolved": resolved.json(inner),
    });
    Ok(Start { kind: 2, data, command: command["name"].as_str().map(str::to_owned), source: None })
}

/// Whether a command is offered to somebody with these permissions, in a guild or in direct messages.
fn offered(command: &Value, permissions: u64, dm: bool) -> bool {
    let needs = command["default_member_permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok());
    let here = u64::from(dm);
    let context = match command["contexts"].as_array() {
        Some(list) => list.iter().any(|c| c.as_u64() == Some(here)),
        None => !dm || command["dm_permission"].as_bool().unwrap_or(true),
    };
    context && (dm || needs.is_none_or(|needs| permissions & needs == needs))
}

/// Why words are not posted if they begin with the name of a command that cannot be used in this channel: whoever
/// types them means the command, and nobody should read them as a message.
pub(super) fn out_of_place(inner: &Inner, channel: &Channel, person: Id, content: &str) -> Option<Refusal> {
    let name = content.strip_prefix('/')?.split_whitespace().next()?;
    let commands = inner.page_commands();
    let named: Vec<&Value> = commands.as_array()?.iter().filter(|c| c["name"] == json!(name)).collect();
    let (permissions, dm) = (inner.person_permissions(person), channel.is_dm());
    let offered_in = |dm: bool| named.iter().any(|command| offered(command, permissions, dm));
    if named.is_empty() || offered_in(dm) {
        return None;
    }
    let why = match (offered_in(!dm), dm) {
        (true, true) => "is for the channels of the server, not for direct messages",
        (true, false) => "is for direct messages only",
        (false, _) => "is not for you to use",
    };
    Some(Refusal::bad(format!("/{name} {why}: nothing was sent")))
}

fn component(
    inner: &Inner,
    channel: &Channel,
    person: Id,
    message: Id,
    custom_id: &str,
    values: &[String],
) -> Result<Start, Refusal> {
    let message = inner.message(channel.id, message).filter(|m| m.visible_to(person));
    let message = message.ok_or_else(|| Refusal::gone("this message is not there any more"))?;
    let found = find(&message.components, custom_id);
    let found = found.ok_or_else(|| Refusal::gone("this button or menu is not there any more"))?;
    if found["disabled"] == true {
        return Err(Refusal::bad("this is switched off"));
    }
    let kind = found["type"].as_u64().unwrap_or(0);
    let mut data = json!({"custom_id": custom_id, "component_type": kind, "id": found["id"]});
    if kind != kind::BUTTON {
        let mut resolved = Resolved::default();
        check_values(inner, found, kind, values, &mut resolved)?;
        data["values"] = json!(values);
        if !resolved.is_empty() {
            data["resolved"] = resolved.json(inner);
        }
    }
    Ok(Start { kind: 3, data, command: None, source: Some(message.id) })
}

fn check_values(
    inner: &Inner,
    menu: &Value,
    kind: u64,
    values: &[String],
    resolved: &mut Resolved,
) -> Result<(), Refusal> {
    let (min, max) = (menu["min_values"].as_u64().unwrap_or(1), menu["max_values"].as_u64().unwrap_or(1));
    if !(min..=max).contains(&(values.len() as u64)) {
        return Err(Refusal::bad(format!("choose {min} to {max}")));
    }
    let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
    for value in values {
        let known = match kind {
            kind::STRING_SELECT => options.iter().any(|o| o["value"] == json!(value)),
            kind::USER_SELECT | kind::MENTIONABLE_SELECT => resolved.user(inner, value),
            kind::CHANNEL_SELECT => resolved.channel(inner, value),
            _ => false,
        };
        if !known {
            return Err(Refusal::bad("this choice is not there any more"));
        }
    }
    Ok(())
}

/// The component with this custom id, at any depth.
fn find<'a>(components: &'a [Value], custom_id: &str) -> Option<&'a Value> {
    components.iter().find_map(|component| {
        if component["custom_id"] == json!(custom_id) {
            return Some(component);
        }
        let accessory = Some(&component["accessory"]).filter(|a| a["custom_id"] == json!(custom_id));
        accessory.or_else(|| find(component["components"].as_array()?, custom_id))
    })
}

fn submit(
    inner: &Inner,
    channel: &Channel,
    person: Id,
    opener: Id,
    values: &Map<String, Value>,
) -> Result<Start, Refusal> {
    let gone = || Refusal::gone("this form is not open any more");
    let opener =
        inner.pending.get(opener).filter(|i| i.person == person && i.channel == channel.id).ok_or_else(gone)?;
    let form = opener.modal.as_ref().ok_or_else(gone)?;
    let data = modal::submission(form, values)?;
    let source = opener.source.filter(|id| inner.message(channel.id, *id).is_some());
    Ok(Start { kind: 5, data, command: None, source })
}

/// Stores the interaction and sends it to the bot.
fn send(inner: &mut Inner, channel: &Channel, person: Id, start: Start) -> Id {
    inner.pending.forget_old(now_ms());
    let interaction = Interaction {
        id: inner.next_id(),
        token: secret() + &secret(),
        kind: start.kind,
        person,
        channel: channel.id,
        created_ms: now_ms(),
        command: start.command,
        source: start.source,
        answer: Answer::None,
        original: None,
        followups: Vec::new(),
        modal: None,
    };
    let wire = inner.interaction_json(&interaction, channel, start.data);
    let id = interaction.id;
    inner.put_interaction(interaction);
    let scope = if channel.is_dm() { Scope::Direct } else { Scope::Guild(inner.house.guild) };
    inner.sessions.dispatch("INTERACTION_CREATE", &wire, scope, intent::NONE);
    id
}

impl Inner {
    fn interaction_json(&self, interaction: &Interaction, channel: &Channel, data: Value) -> Value {
        let mut wire = json!({
            "id": interaction.id, "application_id": self.house.bot, "type": interaction.kind, "data": data,
            "channel_id": channel.id, "channel": self.channel_json(channel), "token": interaction.token, "version": 1,
            "app_permissions": self.bot_permissions(channel).to_string(), "locale": "en-US", "entitlements": [],
            "attachment_size_limit": 10 << 20,
        });
        if channel.is_dm() {
            wire["user"] = self.user_json(interaction.person);
            wire["context"] = json!(1);
            wire["authorizing_integration_owners"] = json!({"0": "0"});
        } else {
            let permissions = self.person_permissions(interaction.person).to_string();
            let mut member = self.member_json(interaction.person);
            member["permissions"] = json!(permissions);
            wire["member"] = member;
            wire["channel"]["permissions"] = json!(permissions);
            wire["guild_id"] = json!(self.house.guild);
            wire["guild"] = json!({"id": self.house.guild, "locale": "en-US", "features": []});
            wire["guild_locale"] = json!("en-US");
            wire["context"] = json!(0);
            wire["authorizing_integration_owners"] = json!({"0": self.house.guild});
        }
        let source: Option<&Message> = interaction.source.and_then(|id| self.message(channel.id, id));
        if let Some(message) = source {
            wire["message"] = self.message_json(message);
        }
        wire
    }
}
