//! Threads and who is in them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::messages::public;
use super::{body, ids};
use crate::check::{needed_text, optional_number};
use crate::error::{ApiError, ApiResult, FormErrors};
use crate::ids::Id;
use crate::model::{Channel, Message, channel_kind, flag};
use crate::room::{Inner, Room};
use crate::wire::iso;

type Answer = ApiResult<Json<Value>>;

/// Discord's choices of how long a thread must be quiet before it is archived, in minutes.
const ARCHIVE_MINUTES: [u64; 4] = [60, 1440, 4320, 10080];

/// The quiet minutes after which the body asks for a thread to be archived, if it does.
pub(super) fn archive_minutes(errors: &mut FormErrors, body: &Value) -> Option<u64> {
    let minutes = optional_number(errors, body, "auto_archive_duration", "", (60, 10080))?;
    if !ARCHIVE_MINUTES.contains(&minutes) {
        errors.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).");
    }
    Some(minutes)
}

/// Checks a thread's body and the right to open one in `parent`.
fn read(inner: &Inner, parent: Id, body: &Value, id: Id, kind: u8) -> ApiResult<Channel> {
    let channel = inner.channel(parent)?;
    if channel.is_dm() {
        return Err(ApiError::not_in_dm());
    }
    if channel.is_thread() {
        return Err(FormErrors::one("channel_id", "CHANNEL_TYPE_INVALID", "Threads cannot be opened in a thread"));
    }
    if !inner.may_write(channel) {
        return Err(ApiError::missing_permissions());
    }
    let mut errors = FormErrors::default();
    let name = needed_text(&mut errors, body, "name", "", (1, 100)).unwrap_or_default().to_owned();
    let minutes = archive_minutes(&mut errors, body).unwrap_or(4320);
    errors.finish()?;
    Ok(Channel {
        parent: Some(parent),
        owner: Some(inner.house.bot),
        members: vec![inner.house.bot],
        auto_archive_minutes: minutes,
        ..Channel::new(id, kind, name)
    })
}

pub(super) async fn create(
    State(room): State<Arc<Room>>,
    path: Path<Vec<String>>,
    request: Request,
) -> ApiResult<(StatusCode, Json<Value>)> {
    let [parent] = ids(path, ApiError::unknown_channel)?;
    let body = body::read(request).await?.json;
    let mut inner = room.lock();
    let kind = match body["type"].as_u64() {
        Some(11) => channel_kind::PUBLIC_THREAD,
        None | Some(12) => channel_kind::PRIVATE_THREAD,
        _ => return Err(FormErrors::one("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")),
    };
    let id = inner.next_id();
    let thread = read(&inner, parent, &body, id, kind)?;
    inner.put_channel(thread.clone());
    if kind == channel_kind::PUBLIC_THREAD {
        announce(&mut inner, parent, &thread);
    }
    Ok((StatusCode::CREATED, Json(inner.channel_json(&thread))))
}

/// Posts the line that tells the channel that a thread was opened.
fn announce(inner: &mut Inner, parent: Id, thread: &Channel) {
    let draft = crate::compose::Draft { content: thread.name.clone(), ..Default::default() };
    let line = inner.message_from(parent, draft);
    inner.put_message(Message { kind: 18, thread: Some(thread.id), ..line });
}

pub(super) async fn from_message(
    State(room): State<Arc<Room>>,
    path: Path<Vec<String>>,
    request: Request,
) -> ApiResult<(StatusCode, Json<Value>)> {
    let [parent, id] = ids(path, ApiError::unknown_message)?;
    let body = body::read(request).await?.json;
    let mut inner = room.lock();
    let mut starter = public(&inner, parent, id)?.clone();
    if inner.channels.contains_key(&id) {
        return Err(ApiError::thread_exists());
    }
    // A thread that begins at a message has that message's id.
    let thread = read(&inner, parent, &body, id, channel_kind::PUBLIC_THREAD)?;
    inner.put_channel(thread.clone());
    starter.flags |= flag::HAS_THREAD;
    starter.thread = Some(id);
    inner.put_message(starter);
    Ok((StatusCode::CREATED, Json(inner.channel_json(&thread))))
}

pub(super) async fn active(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [guild] = ids(path, ApiError::unknown_guild)?;
    let inner = room.lock();
    if guild != inner.house.guild {
        return Err(ApiError::unknown_guild());
    }
    let threads: Vec<Value> =
        inner.channels.values().filter(|c| c.is_thread() && !c.archived).map(|c| inner.channel_json(c)).collect();
    Ok(Json(json!({"threads": threads, "members": [], "has_more": false})))
}

fn thread(inner: &Inner, id: &str) -> ApiResult<Channel> {
    let id = id.parse().map_err(|_| ApiError::unknown_channel())?;
    let found = inner.channel(id)?;
    if found.is_thread() { Ok(found.clone()) } else { Err(ApiError::unknown_channel()) }
}

fn member_json(thread: &Channel, id: Id) -> Value {
    json!({"id": thread.id, "user_id": id, "join_timestamp": iso(thread.created_ms), "flags": 0})
}

pub(super) async fn members(State(room): State<Arc<Room>>, Path(id): Path<String>) -> Answer {
    let inner = room.lock();
    let thread = thread(&inner, &id)?;
    Ok(Json(thread.members.iter().map(|id| member_json(&thread, *id)).collect()))
}

fn who(inner: &Inner, user: &str) -> ApiResult<Id> {
    if user == "@me" {
        return Ok(inner.house.bot);
    }
    let id: Id = user.parse().map_err(|_| ApiError::unknown_user())?;
    if inner.people.contains_key(&id) || id == inner.house.bot { Ok(id) } else { Err(ApiError::unknown_user()) }
}

pub(super) async fn add_member(
    State(room): State<Arc<Room>>,
    Path((id, user)): Path<(String, String)>,
) -> ApiResult<StatusCode> {
    let mut inner = room.lock();
    let mut thread = thread(&inner, &id)?;
    let user = who(&inner, &user)?;
    if !thread.members.contains(&user) {
        thread.members.push(user);
        inner.put_channel(thread);
    }
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn remove_member(
    State(room): State<Arc<Room>>,
    Path((id, user)): Path<(String, String)>,
) -> ApiResult<StatusCode> {
    let mut inner = room.lock();
    let mut thread = thread(&inner, &id)?;
    let user = who(&inner, &user)?;
    if user != inner.house.bot && thread.owner != Some(inner.house.bot) {
        return Err(ApiError::missing_permissions());
    }
    thread.members.retain(|member| *member != user);
    inner.put_channel(thread);
    Ok(StatusCode::NO_CONTENT)
}
