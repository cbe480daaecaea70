//! What people do without the bot: being there, talking, reading.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Refusal;
use super::interact::out_of_place;
use crate::compose::{Allowed, Draft};
use crate::ids::{Id, now_ms};
use crate::model::{Channel, Message, Person, channel_kind};
use crate::room::{Inner, Room};

type Answer = Result<Json<Value>, Refusal>;

/// The most people that a room holds.
const PEOPLE: usize = 50;
/// The most channels that a room holds, not counting threads.
const CHANNELS: usize = 100;
/// The most messages in one answer.
const PAGE: usize = 50;

pub(super) async fn state(State(room): State<Arc<Room>>) -> Json<Value> {
    Json(room.lock().page_state())
}

/// The person, and the channel if it is open to that person.
pub(super) fn place(inner: &Inner, person: Id, channel: Id) -> Result<Channel, Refusal> {
    if !inner.people.contains_key(&person) {
        return Err(Refusal::gone("this person is not in the room"));
    }
    let found = inner.channels.get(&channel).filter(|c| c.visible_to(person));
    found.cloned().ok_or_else(|| Refusal::gone("this channel is not there"))
}

/// A name of a person or channel: trimmed, 1 to 32 characters.
fn name(given: &str) -> Result<String, Refusal> {
    let name = given.split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=32).contains(&name.chars().count()) { Ok(name) } else { Err(Refusal::bad("a name has 1 to 32 characters")) }
}

/// Channel names are lower case, with dashes for spaces.
fn channel_name(given: &str) -> Result<String, Refusal> {
    let keep = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = name(given)?.to_lowercase().chars().map(keep).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { Err(Refusal::bad("a channel's name needs a letter or digit")) } else { Ok(name.to_owned()) }
}

#[derive(Deserialize)]
pub(super) struct Named {
    name: String,
}

pub(super) async fn add(State(room): State<Arc<Room>>, Json(asked): Json<Named>) -> Answer {
    let mut inner = room.lock();
    let name = name(&asked.name)?;
    check_name(&inner, &name, None)?;
    if inner.people.len() >= PEOPLE {
        return Err(Refusal::bad(format!("a room holds {PEOPLE} people")));
    }
    let person = inner.new_person(name);
    Ok(Json(inner.page_person(&person)))
}

fn check_name(inner: &Inner, name: &str, but: Option<Id>) -> Result<(), Refusal> {
    let taken = inner.people.values().any(|p| p.name.eq_ignore_ascii_case(name) && Some(p.id) != but);
    if taken { Err(Refusal::bad(format!("{name} is in the room already: choose another name"))) } else { Ok(()) }
}

impl Inner {
    /// Lets somebody in. What was said before counts as read.
    pub(crate) fn new_person(&mut self, name: String) -> Person {
        let id = self.next_id();
        let read = self.channels.values().filter_map(|c| Some((c.id, c.last_message?))).collect();
        let person = Person { id, name, dms_open: true, joined_ms: now_ms(), left: false, read };
        self.put_person(person.clone());
        person
    }

    /// Opens a text channel.
    pub(crate) fn new_channel(&mut self, name: String) -> Channel {
        let channel = Channel::new(self.next_id(), channel_kind::TEXT, name);
        self.put_channel(channel.clone());
        channel
    }
}

#[derive(Deserialize)]
pub(super) struct PersonChange {
    name: Option<String>,
    dms_open: Option<bool>,
    left: Option<bool>,
}

pub(super) async fn change(
    State(room): State<Arc<Room>>,
    Path(id): Path<Id>,
    Json(asked): Json<PersonChange>,
) -> Answer {
    let mut inner = room.lock();
    let gone = || Refusal::gone("this person is not in the room");
    let mut person = inner.people.get(&id).cloned().ok_or_else(gone)?;
    if let Some(given) = asked.name {
        person.name = name(&given)?;
        check_name(&inner, &person.name, Some(id))?;
    }
    person.dms_open = asked.dms_open.unwrap_or(person.dms_open);
    person.left = asked.left.unwrap_or(person.left);
    inner.put_person(person.clone());
    Ok(Json(inner.page_person(&person)))
}

pub(super) async fn add_channel(State(room): State<Arc<Room>>, Json(asked): Json<Named>) -> Answer {
    let mut inner = room.lock();
    let name = channel_name(&asked.name)?;
    if inner.channels.values().any(|c| c.name == name && !c.is_thread()) {
        return Err(Refusal::bad(format!("#{name} is there already: choose another name")));
    }
    if inner.channels.values().filter(|c| !c.is_thread() && !c.is_dm()).count() >= CHANNELS {
        return Err(Refusal::bad(format!("a room holds {CHANNELS} channels")));
    }
    let channel = inner.new_channel(name);
    Ok(Json(inner.page_channel(&channel)))
}

#[derive(Deserialize)]
pub(super) struct ChannelChange {
    bot_may_write: Option<bool>,
}

pub(super) async fn change_channel(
    State(room): State<Arc<Room>>,
    Path(id): Path<Id>,
    Json(asked): Json<ChannelChange>,
) -> Answer {
    let mut inner = room.lock();
    let found = inner.channels.get(&id).filter(|c| !c.is_dm()).cloned();
    let mut channel = found.ok_or_else(|| Refusal::gone("this channel is not there"))?;
    channel.bot_may_write = asked.bot_may_write.unwrap_or(channel.bot_may_write);
    inner.put_channel(channel.clone());
    Ok(Json(inner.page_channel(&channel)))
}

#[derive(Deserialize)]
pub(super) struct Somebody {
    person: Id,
}

pub(super) async fn open_dm(State(room): State<Arc<Room>>, Json(asked): Json<Somebody>) -> Answer {
    let mut inner = room.lock();
    if !inner.people.contains_key(&asked.person) {
        return Err(Refusal::gone("this person is not in the room"));
    }
    let channel = inner.dm_with(asked.person);
    Ok(Json(inner.page_channel(&channel)))
}

#[derive(Deserialize)]
pub(super) struct Wanted {
    person: Id,
    channel: Id,
    before: Option<Id>,
}

pub(super) async fn messages(State(room): State<Arc<Room>>, Query(asked): Query<Wanted>) -> Answer {
    let inner = room.lock();
    place(&inner, asked.person, asked.channel)?;
    let end = asked.before.unwrap_or(Id(u64::MAX));
    let seen = inner.messages(asked.channel).rev().filter(|m| m.id < end && m.visible_to(asked.person));
    let mut found: Vec<&Message> = seen.take(PAGE + 1).collect();
    let more = found.len() > PAGE;
    found.truncate(PAGE);
    let list: Vec<Value> = found.into_iter().rev().map(|m| inner.page_message(m)).collect();
    Ok(Json(json!({"messages": list, "more": more})))
}

#[derive(Deserialize)]
pub(super) struct Words {
    person: Id,
    channel: Id,
    content: String,
}

pub(super) async fn say(State(room): State<Arc<Room>>, Json(asked): Json<Words>) -> Answer {
    let mut inner = room.lock();
    let channel = place(&inner, asked.person, asked.channel)?;
    let content = asked.content.trim();
    if !(1..=2000).contains(&content.chars().count()) {
        return Err(Refusal::bad("a message has 1 to 2000 characters"));
    }
    if let Some(refusal) = out_of_place(&inner, &channel, asked.person, content) {
        return Err(refusal);
    }
    if channel.archived {
        inner.put_channel(Channel { archived: false, ..channel.clone() });
    }
    let draft = Draft { content: content.to_owned(), ..Draft::default() };
    let mut message = inner.message_from(channel.id, draft);
    message.author = asked.person;
    (message.mentions, message.mention_everyone) = inner.mentions(&message, &Allowed::All);
    let id = message.id;
    inner.put_message(message);
    inner.mark_read(asked.person, channel.id, id);
    Ok(Json(json!({"id": id})))
}

#[derive(Deserialize)]
pub(super) struct Which {
    person: Id,
    channel: Id,
    message: Id,
}

pub(super) async fn read(State(room): State<Arc<Room>>, Json(asked): Json<Which>) -> Answer {
    let mut inner = room.lock();
    place(&inner, asked.person, asked.channel)?;
    inner.mark_read(asked.person, asked.channel, asked.message);
    Ok(Json(json!({})))
}

/// Hides an ephemeral message from the person who had it.
pub(super) async fn dismiss(State(room): State<Arc<Room>>, Json(asked): Json<Which>) -> Answer {
    let mut inner = room.lock();
    place(&inner, asked.person, asked.channel)?;
    let found = inner.message(asked.channel, asked.message).filter(|m| m.only == Some(asked.person));
    if found.is_none() {
        return Err(Refusal::gone("this message is not there any more"));
    }
    inner.remove_message(asked.channel, asked.message);
    Ok(Json(json!({})))
}
