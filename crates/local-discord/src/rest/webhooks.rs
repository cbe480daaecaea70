//! What a bot does with an interaction's token after the first answer: follow-ups, and changes to what it sent.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use serde_json::Value;

use super::body;
use super::interactions::post;
use crate::compose;
use crate::error::{ApiError, ApiResult};
use crate::model::{Answer, Interaction, Message, flag};
use crate::room::{Inner, Room};

type Reply = ApiResult<Json<Value>>;

/// The interaction of a living token of this application.
fn by_token(inner: &Inner, app: &str, token: &str) -> ApiResult<Interaction> {
    if app.parse() != Ok(inner.house.bot) {
        return Err(ApiError::unknown_webhook());
    }
    inner.pending.by_token(token).cloned()
}

/// A message that the token may read and change: `@original`, or one by its id.
fn owned(inner: &Inner, interaction: &Interaction, id: &str) -> ApiResult<Message> {
    let id = if id == "@original" { interaction.original } else { id.parse().ok() };
    let id = id.filter(|id| interaction.owns(*id)).ok_or_else(ApiError::unknown_message)?;
    inner.message(interaction.channel, id).cloned().ok_or_else(ApiError::unknown_message)
}

pub(super) async fn follow_up(
    State(room): State<Arc<Room>>,
    Path((app, token)): Path<(String, String)>,
    request: Request,
) -> Reply {
    let body = body::read(request).await?;
    let interaction = by_token(&room.lock(), &app, &token)?;
    let mut draft = compose::draft(&room, interaction.channel, &body.json, body.files)?;
    let mut inner = room.lock();
    let mut interaction = by_token(&inner, &app, &token)?;
    let waiting = interaction
        .original
        .filter(|_| interaction.answer == Answer::Thinking)
        .and_then(|id| inner.message(interaction.channel, id))
        .filter(|m| m.has(flag::LOADING));
    let id = if let Some(waiting) = waiting.cloned() {
        // The first follow-up after "thinking" takes that message's place, for the same audience.
        draft.flags &= !flag::EPHEMERAL;
        let message = inner.message_from(waiting.channel, draft);
        let flags = message.flags | (waiting.flags & flag::EPHEMERAL);
        let id = waiting.id;
        inner.put_message(Message {
            id,
            flags,
            only: waiting.only,
            kind: waiting.kind,
            cause: waiting.cause,
            ..message
        });
        id
    } else {
        let id = post(&mut inner, &interaction, draft);
        interaction.followups.push(id);
        inner.put_interaction(interaction.clone());
        id
    };
    let message = inner.message(interaction.channel, id).ok_or_else(ApiError::internal)?;
    Ok(Json(inner.message_json(message)))
}

pub(super) async fn get(
    State(room): State<Arc<Room>>,
    Path((app, token, message)): Path<(String, String, String)>,
) -> Reply {
    let inner = room.lock();
    let interaction = by_token(&inner, &app, &token)?;
    Ok(Json(inner.message_json(&owned(&inner, &interaction, &message)?)))
}

pub(super) async fn edit(
    State(room): State<Arc<Room>>,
    Path((app, token, message)): Path<(String, String, String)>,
    request: Request,
) -> Reply {
    let body = body::read(request).await?;
    let _alone = room.editing();
    let old = {
        let inner = room.lock();
        owned(&inner, &by_token(&inner, &app, &token)?, &message)?
    };
    let new = compose::edited(&room, &old, body)?;
    let mut inner = room.lock();
    owned(&inner, &by_token(&inner, &app, &token)?, &message)?;
    let wire = inner.message_json(&new);
    inner.put_message(new);
    Ok(Json(wire))
}

pub(super) async fn delete(
    State(room): State<Arc<Room>>,
    Path((app, token, message)): Path<(String, String, String)>,
) -> ApiResult<StatusCode> {
    let mut inner = room.lock();
    let found = owned(&inner, &by_token(&inner, &app, &token)?, &message)?;
    inner.remove_message(found.channel, found.id);
    Ok(StatusCode::NO_CONTENT)
}
