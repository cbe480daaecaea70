//! The first answer to an interaction.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::body::{self, Body};
use crate::check::{self, commands::check_choices, list};
use crate::compose::{self, Draft};
use crate::error::{ApiError, ApiResult, FormErrors};
use crate::ids::Id;
use crate::model::{Answer, Interaction, Message, flag};
use crate::pending::Outcome;
use crate::room::{Inner, Room};

/// Callback types of Discord's API.
mod callback_type {
    pub const MESSAGE: u64 = 4;
    pub const THINKING: u64 = 5;
    pub const LATER: u64 = 6;
    pub const UPDATE: u64 = 7;
    pub const CHOICES: u64 = 8;
    pub const MODAL: u64 = 9;
}
use callback_type::{CHOICES, LATER, MESSAGE, MODAL, THINKING, UPDATE};

/// The callback types that may answer an interaction.
fn allowed(interaction: &Interaction) -> &'static [u64] {
    match (interaction.kind, interaction.source) {
        (2, _) => &[MESSAGE, THINKING, MODAL],
        (3, _) => &[MESSAGE, THINKING, LATER, UPDATE, MODAL],
        (4, _) => &[CHOICES],
        (_, Some(_)) => &[MESSAGE, THINKING, LATER, UPDATE],
        (_, None) => &[MESSAGE, THINKING],
    }
}

pub(super) async fn callback(
    State(room): State<Arc<Room>>,
    Path((id, token)): Path<(String, String)>,
    Query(query): Query<HashMap<String, String>>,
    request: Request,
) -> ApiResult<Response> {
    let id: Id = id.parse().map_err(|_| ApiError::unknown_interaction())?;
    let body = body::read(request).await?;
    let interaction = room.lock().pending.open(id, &token)?;
    let kind = body.json["type"].as_u64().unwrap_or(0);
    let kinds = allowed(&interaction);
    if !kinds.contains(&kind) {
        let kinds = kinds.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        return Err(FormErrors::one("type", "BASE_TYPE_CHOICES", format!("Value must be one of ({kinds}).")));
    }
    let _alone = room.editing();
    let prepared = prepare(&room, &interaction, kind, body)?;
    let mut inner = room.lock();
    let mut interaction = inner.pending.open(id, &token)?;
    let shown = settle(&mut inner, &mut interaction, prepared)?;
    inner.put_interaction(interaction.clone());
    if query.get("with_response").is_some_and(|v| v == "true" || v == "1") {
        return Ok(Json(response_json(&inner, &interaction, kind, shown)).into_response());
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A checked answer, not yet in effect.
enum Prepared {
    Message(Draft),
    Thinking { ephemeral: bool },
    Later,
    Update(Box<Message>),
    Choices(Value),
    Modal(Value),
}

fn prepare(room: &Room, interaction: &Interaction, kind: u64, body: Body) -> ApiResult<Prepared> {
    let data = body.json["data"].clone();
    let within = |error: ApiError| error.under("data");
    Ok(match kind {
        MESSAGE => Prepared::Message(compose::draft(room, interaction.channel, &data, body.files).map_err(within)?),
        THINKING => Prepared::Thinking { ephemeral: data["flags"].as_u64().unwrap_or(0) & flag::EPHEMERAL != 0 },
        UPDATE if data.is_object() => {
            let source = source(&room.lock(), interaction)?;
            let body = Body { json: data, files: body.files };
            Prepared::Update(Box::new(compose::edited(room, &source, body).map_err(within)?))
        }
        LATER | UPDATE => Prepared::Later,
        CHOICES => {
            let mut errors = FormErrors::default();
            let choices = list(&mut errors, &data, "choices", "data");
            check_choices(&mut errors, choices, "data.choices", None);
            errors.finish()?;
            Prepared::Choices(data["choices"].clone())
        }
        _ => {
            check::modal::check(&data)?;
            Prepared::Modal(data)
        }
    })
}

/// The message whose component was used.
fn source(inner: &Inner, interaction: &Interaction) -> ApiResult<Message> {
    let found = interaction.source.and_then(|id| inner.message(interaction.channel, id));
    found.cloned().ok_or_else(ApiError::unknown_message)
}

/// Puts an answer into effect. Returns the message that it made or changed, if any.
///
/// # Errors
/// 10008 if the message to update is gone; the interaction may then still be answered.
fn settle(inner: &mut Inner, interaction: &mut Interaction, prepared: Prepared) -> ApiResult<Option<Id>> {
    let mut outcome = Outcome::Answered;
    let shown = match prepared {
        Prepared::Message(draft) => {
            interaction.answer = Answer::Message;
            Some(post(inner, interaction, draft))
        }
        Prepared::Thinking { ephemeral } => {
            interaction.answer = Answer::Thinking;
            let flags = flag::LOADING | if ephemeral { flag::EPHEMERAL } else { 0 };
            Some(post(inner, interaction, Draft { flags, ..Draft::default() }))
        }
        Prepared::Later => {
            interaction.answer = Answer::Update;
            interaction.source
        }
        Prepared::Update(message) => {
            // It may have been deleted while the update was checked.
            source(inner, interaction)?;
            interaction.answer = Answer::Update;
            let id = message.id;
            inner.put_message(*message);
            Some(id)
        }
        Prepared::Choices(choices) => {
            interaction.answer = Answer::Choices;
            outcome = Outcome::Choices(choices);
            None
        }
        Prepared::Modal(modal) => {
            interaction.answer = Answer::Modal;
            interaction.modal = Some(modal.clone());
            outcome = Outcome::Modal(modal);
            None
        }
    };
    interaction.original = shown;
    inner.pending.answered(interaction.id, outcome);
    Ok(shown)
}

/// Posts a message that answers an interaction, ephemeral if the draft says so.
pub(super) fn post(inner: &mut Inner, interaction: &Interaction, draft: Draft) -> Id {
    let flags = draft.flags;
    let mut message = inner.message_from(interaction.channel, draft);
    if flags & flag::EPHEMERAL != 0 {
        message.flags |= flag::EPHEMERAL;
        message.only = Some(interaction.person);
    }
    message.flags |= flags & flag::LOADING;
    message.kind = if interaction.kind == 2 { 20 } else { 0 };
    message.cause = Some(interaction.cause());
    let id = message.id;
    inner.put_message(message);
    id
}

fn response_json(inner: &Inner, interaction: &Interaction, kind: u64, shown: Option<Id>) -> Value {
    let mut about = json!({"id": interaction.id, "type": interaction.kind, "channel_id": interaction.channel});
    let mut resource = json!({"type": kind});
    if let Some(message) = shown.and_then(|id| inner.message(interaction.channel, id)) {
        about["response_message_id"] = json!(message.id);
        about["response_message_ephemeral"] = json!(message.only.is_some());
        about["response_message_loading"] = json!(message.has(flag::LOADING));
        if kind != LATER {
            resource["message"] = inner.message_json(message);
        }
    }
    json!({"interaction": about, "resource": resource})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::now_ms;
    use crate::model::Attachment;
    use crate::{LocalDiscord, LocalDiscordConfig};

    /// A message of the bot with a file.
    fn message(inner: &mut Inner) -> Message {
        let channel = *inner.channels.keys().next().unwrap();
        let attachment = Attachment {
            id: inner.next_id(),
            filename: "x.txt".to_owned(),
            description: None,
            content_type: "text/plain".to_owned(),
            size: 1,
            width: None,
            height: None,
        };
        let draft = Draft { content: "old".to_owned(), attachments: vec![attachment], ..Draft::default() };
        let message = inner.message_from(channel, draft);
        inner.put_message(message.clone());
        message
    }

    /// A press on one of its buttons.
    fn press(inner: &mut Inner, on: &Message) -> Interaction {
        Interaction {
            id: inner.next_id(),
            token: "token".to_owned(),
            kind: 3,
            person: *inner.people.keys().next().unwrap(),
            channel: on.channel,
            created_ms: now_ms(),
            command: None,
            source: Some(on.id),
            answer: Answer::None,
            original: None,
            followups: Vec::new(),
            modal: None,
        }
    }

    #[tokio::test]
    async fn an_update_takes_effect_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let config = LocalDiscordConfig::new("127.0.0.1:0".parse().unwrap(), dir.path());
        let playground = LocalDiscord::start(config).await.unwrap();
        let room = &playground.room;
        let bare = || json!({"type": UPDATE, "data": {"content": "new", "attachments": []}});
        let (old, mut press) = {
            let mut inner = room.lock();
            let old = message(&mut inner);
            let press = press(&mut inner, &old);
            (old, press)
        };
        let file = old.attachments[0].id;
        room.files.store(old.channel, file, "x.txt", b"x").unwrap();
        let kept = || room.files.path(old.channel, file, "x.txt").exists();

        let prepared = prepare(room, &press, UPDATE, Body { json: bare(), files: Vec::new() }).unwrap();
        assert!(kept(), "the old message still stands, and has its file");
        settle(&mut room.lock(), &mut press, prepared).unwrap();
        assert!(!kept());

        // Deleted between the check and the effect: it does not come back.
        let prepared = prepare(room, &press, UPDATE, Body { json: bare(), files: Vec::new() }).unwrap();
        let mut inner = room.lock();
        inner.remove_message(old.channel, old.id);
        assert_eq!(settle(&mut inner, &mut press, prepared).unwrap_err().code, 10008);
        assert!(inner.message(old.channel, old.id).is_none());
    }
}
