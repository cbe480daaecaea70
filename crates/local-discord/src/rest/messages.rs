//! Messages of the bot in channels, threads and direct messages.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use serde_json::Value;

use super::{body, ids};
use crate::compose;
use crate::error::{ApiError, ApiResult, FormErrors};
use crate::ids::{Id, now_ms};
use crate::model::Message;
use crate::room::{Inner, Room};

type Answer = ApiResult<Json<Value>>;

/// How many messages are searched for a repeated nonce.
const NONCE_WINDOW: usize = 100;
/// How long a nonce is remembered, in milliseconds. Discord says only that it does so for a few minutes.
const NONCE_MS: u64 = 5 * 60 * 1_000;

/// Whether the bot may write in a channel.
fn check_writable(inner: &Inner, id: Id) -> ApiResult<()> {
    let channel = inner.channel(id)?;
    let open = channel.recipient.and_then(|id| inner.people.get(&id)).is_none_or(|person| person.dms_open);
    if !open {
        return Err(ApiError::dms_closed());
    }
    if !inner.may_write(channel) {
        return Err(ApiError::missing_permissions());
    }
    if channel.archived && channel.locked {
        return Err(ApiError::thread_archived());
    }
    Ok(())
}

/// A message as the bot sees it in a channel, where ephemeral ones do not exist.
pub(crate) fn public(inner: &Inner, channel: Id, id: Id) -> ApiResult<&Message> {
    inner.channel(channel)?;
    inner.message(channel, id).filter(|m| m.only.is_none()).ok_or_else(ApiError::unknown_message)
}

pub(super) async fn create(State(room): State<Arc<Room>>, path: Path<Vec<String>>, request: Request) -> Answer {
    let [channel] = ids(path, ApiError::unknown_channel)?;
    let body = body::read(request).await?;
    check_writable(&room.lock(), channel)?;
    let mut draft = compose::draft(&room, channel, &body.json, body.files)?;
    let mut inner = room.lock();
    check_writable(&inner, channel)?;
    if draft.enforce_nonce
        && let Some(nonce) = &draft.nonce
        && let Some(same) = said_lately(&inner, channel, nonce)
    {
        return Ok(Json(inner.message_json(same)));
    }
    if let Some(reply) = draft.reply_to
        && public(&inner, channel, reply).is_err()
    {
        if body.json["message_reference"]["fail_if_not_exists"] != Value::Bool(false) {
            let message = "Unknown message";
            return Err(FormErrors::one("message_reference", "REPLIES_UNKNOWN_MESSAGE", message));
        }
        draft.reply_to = None;
    }
    let message = inner.message_from(channel, draft);
    wake(&mut inner, channel);
    let wire = inner.message_json(&message);
    inner.put_message(message);
    Ok(Json(wire))
}

/// The message that the bot sent with this nonce a short while ago, if there is one.
fn said_lately<'a>(inner: &'a Inner, channel: Id, nonce: &Value) -> Option<&'a Message> {
    let now = now_ms();
    let mut recent = inner.messages(channel).rev().take(NONCE_WINDOW);
    recent.find(|m| {
        m.author == inner.house.bot && m.nonce.as_ref() == Some(nonce) && now.saturating_sub(m.sent_ms) < NONCE_MS
    })
}

/// Messages in an archived thread cannot be changed.
fn check_open(inner: &Inner, id: Id) -> ApiResult<()> {
    if inner.channel(id)?.archived { Err(ApiError::thread_archived()) } else { Ok(()) }
}

/// A message in an archived thread opens it again.
fn wake(inner: &mut Inner, id: Id) {
    if let Some(channel) = inner.channels.get(&id).filter(|c| c.archived).cloned() {
        inner.put_channel(crate::model::Channel { archived: false, ..channel });
    }
}

pub(super) async fn get(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [channel, id] = ids(path, ApiError::unknown_message)?;
    let inner = room.lock();
    Ok(Json(inner.message_json(public(&inner, channel, id)?)))
}

pub(super) async fn edit(State(room): State<Arc<Room>>, path: Path<Vec<String>>, request: Request) -> Answer {
    let [channel, id] = ids(path, ApiError::unknown_message)?;
    let body = body::read(request).await?;
    let _alone = room.editing();
    let old = {
        let inner = room.lock();
        let old = public(&inner, channel, id)?;
        if old.author != inner.house.bot {
            return Err(ApiError::not_author());
        }
        check_open(&inner, channel)?;
        old.clone()
    };
    let new = compose::edited(&room, &old, body)?;
    let mut inner = room.lock();
    public(&inner, channel, id)?;
    let wire = inner.message_json(&new);
    inner.put_message(new);
    Ok(Json(wire))
}

pub(super) async fn delete(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> ApiResult<StatusCode> {
    let [channel, id] = ids(path, ApiError::unknown_message)?;
    let mut inner = room.lock();
    let found = public(&inner, channel, id)?;
    if found.author != inner.house.bot {
        let dm = inner.channel(channel)?.is_dm();
        return Err(if dm { ApiError::not_in_dm() } else { ApiError::missing_permissions() });
    }
    check_open(&inner, channel)?;
    inner.remove_message(channel, id);
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn list(
    State(room): State<Arc<Room>>,
    path: Path<Vec<String>>,
    Query(query): Query<HashMap<String, String>>,
) -> Answer {
    let [channel] = ids(path, ApiError::unknown_channel)?;
    let limit = query.get("limit").map_or(Ok(50), |n| n.parse::<usize>()).ok().filter(|n| (1..=100).contains(n));
    let limit =
        limit.ok_or_else(|| FormErrors::one("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100."))?;
    let mark = |name: &str| query.get(name).and_then(|id| id.parse::<Id>().ok());
    let inner = room.lock();
    inner.channel(channel)?;
    let all = || inner.messages(channel).filter(|m| m.only.is_none());
    // Newest first, as Discord lists them.
    let before = |end: Id, count: usize| all().rev().filter(move |m| m.id < end).take(count).collect::<Vec<_>>();
    let after = |start: Id, count: usize| {
        let mut found: Vec<_> = all().filter(|m| m.id > start).take(count).collect();
        found.reverse();
        found
    };
    let found = if let Some(middle) = mark("around") {
        let mut found = after(Id(middle.0.saturating_sub(1)), limit / 2 + 1);
        found.extend(before(middle, limit - found.len().min(limit)));
        found
    } else if let Some(start) = mark("after") {
        after(start, limit)
    } else {
        before(mark("before").unwrap_or(Id(u64::MAX)), limit)
    };
    Ok(Json(found.into_iter().map(|m| inner.message_json(m)).collect()))
}
