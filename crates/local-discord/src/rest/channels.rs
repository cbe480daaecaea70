//! Channels: reading, opening direct messages, changing threads.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::threads::archive_minutes;
use super::{body, ids};
use crate::check::needed_text;
use crate::error::{ApiError, ApiResult, FormErrors};
use crate::ids::Id;
use crate::model::{Channel, channel_kind};
use crate::room::{Inner, Room};

type Answer = ApiResult<Json<Value>>;

impl Inner {
    /// The direct messages between a person and the bot, opened if there are none.
    pub(crate) fn dm_with(&mut self, person: Id) -> Channel {
        if let Some(channel) = self.channels.values().find(|c| c.recipient == Some(person)) {
            return channel.clone();
        }
        let bare = Channel::new(self.next_id(), channel_kind::DM, String::new());
        let channel = Channel { recipient: Some(person), ..bare };
        self.put_channel(channel.clone());
        channel
    }
}

pub(super) async fn open_dm(State(room): State<Arc<Room>>, request: Request) -> Answer {
    let body = body::read(request).await?.json;
    let person = serde_json::from_value::<Id>(body["recipient_id"].clone())
        .map_err(|_| FormErrors::one("recipient_id", "BASE_TYPE_REQUIRED", "This field is required"))?;
    let mut inner = room.lock();
    if person == inner.house.bot {
        return Err(ApiError::dms_closed());
    }
    if !inner.people.contains_key(&person) {
        return Err(ApiError::unknown_user());
    }
    let channel = inner.dm_with(person);
    Ok(Json(inner.channel_json(&channel)))
}

pub(super) async fn get(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [id] = ids(path, ApiError::unknown_channel)?;
    let inner = room.lock();
    Ok(Json(inner.channel_json(inner.channel(id)?)))
}

pub(super) async fn typing(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> ApiResult<StatusCode> {
    let [id] = ids(path, ApiError::unknown_channel)?;
    let inner = room.lock();
    inner.channel(id)?;
    inner.tell_page(&json!({"t": "typing", "channel": id}));
    Ok(StatusCode::NO_CONTENT)
}

/// The thread to reopen, if the body asks only for that: anyone who may write in a thread may reopen it, unless it
/// is locked.
fn archived_thread(inner: &Inner, id: Id, body: &Value) -> Option<Channel> {
    let opens = *body == json!({"archived": false});
    inner
        .channel(id)
        .ok()
        .filter(|thread| opens && thread.is_thread() && !thread.locked && inner.may_write(thread))
        .cloned()
}

/// A thread that the bot may change, which means its own: it has no permission to manage channels.
fn own_thread(inner: &Inner, id: Id) -> ApiResult<Channel> {
    let channel = inner.channel(id)?;
    if channel.is_dm() {
        return Err(ApiError::not_in_dm());
    }
    if !channel.is_thread() || channel.owner != Some(inner.house.bot) {
        return Err(ApiError::missing_permissions());
    }
    Ok(channel.clone())
}

pub(super) async fn edit(State(room): State<Arc<Room>>, path: Path<Vec<String>>, request: Request) -> Answer {
    let [id] = ids(path, ApiError::unknown_channel)?;
    let body = body::read(request).await?.json;
    let mut inner = room.lock();
    let mut thread = match archived_thread(&inner, id, &body) {
        Some(thread) => thread,
        None => own_thread(&inner, id)?,
    };
    let mut errors = FormErrors::default();
    if !body["name"].is_null() {
        thread.name = needed_text(&mut errors, &body, "name", "", (1, 100)).unwrap_or_default().to_owned();
    }
    let minutes = archive_minutes(&mut errors, &body);
    errors.finish()?;
    thread.archived = body["archived"].as_bool().unwrap_or(thread.archived);
    thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
    thread.auto_archive_minutes = minutes.unwrap_or(thread.auto_archive_minutes);
    inner.put_channel(thread.clone());
    Ok(Json(inner.channel_json(&thread)))
}

pub(super) async fn delete(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [id] = ids(path, ApiError::unknown_channel)?;
    let mut inner = room.lock();
    let channel = inner.channel(id)?.clone();
    // Closing direct messages only hides them.
    if !channel.is_dm() {
        own_thread(&inner, id)?;
        inner.remove_channel(id);
    }
    Ok(Json(inner.channel_json(&channel)))
}
