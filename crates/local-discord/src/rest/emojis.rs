//! Little pictures of the bot's own, for words, buttons and lists.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{body, ids};
use crate::check::needed_text;
use crate::error::{ApiError, ApiResult, FormErrors};
use crate::ids::Id;
use crate::model::Emoji;
use crate::room::{Inner, Room};

/// The most that an application may have.
const MOST: usize = 2_000;
/// The most bytes of one.
const BYTES: usize = 256 << 10;

impl Inner {
    fn emoji_json(&self, emoji: &Emoji) -> Value {
        json!({
            "id": emoji.id, "name": emoji.name, "roles": [], "require_colons": true, "managed": false, "animated": false,
            "available": true, "user": self.user_json(self.house.bot),
        })
    }
}

/// The kind and the bytes of a picture that was sent as `data:image/png;base64,…`.
pub(crate) fn picture(image: &str) -> Option<(&str, Vec<u8>)> {
    let (kind, data) = image.strip_prefix("data:")?.split_once(";base64,")?;
    let known = ["image/png", "image/jpeg", "image/gif", "image/webp"].contains(&kind);
    Some((kind, STANDARD.decode(data).ok().filter(|bytes| known && !bytes.is_empty())?))
}

fn check(inner: &Inner, body: &Value) -> ApiResult<(String, String)> {
    let mut errors = FormErrors::default();
    let name = needed_text(&mut errors, body, "name", "", (2, 32)).unwrap_or_default();
    let image = needed_text(&mut errors, body, "image", "", (1, usize::MAX)).unwrap_or_default();
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        errors.add("name", "STRING_TYPE_REGEX", "String value did not match validation regex.");
    }
    if inner.emojis.values().any(|emoji| emoji.name == name) {
        errors.add("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "Emoji name is already taken");
    }
    let bytes = picture(image);
    if bytes.is_none() {
        errors.add("image", "IMAGE_INVALID", "Invalid image data");
    }
    errors.finish()?;
    if bytes.is_some_and(|(_, bytes)| bytes.len() > BYTES) {
        return Err(ApiError::asset_too_large());
    }
    Ok((name.to_owned(), image.to_owned()))
}

fn ours(inner: &Inner, app: Option<&String>) -> ApiResult<()> {
    let named = app.and_then(|app| app.parse::<Id>().ok());
    if named == Some(inner.house.bot) { Ok(()) } else { Err(ApiError::unknown_application()) }
}

pub(super) async fn list(State(room): State<Arc<Room>>, Path(parts): Path<Vec<String>>) -> ApiResult<Json<Value>> {
    let inner = room.lock();
    ours(&inner, parts.first())?;
    let items: Vec<Value> = inner.emojis.values().map(|emoji| inner.emoji_json(emoji)).collect();
    Ok(Json(json!({"items": items})))
}

pub(super) async fn create(
    State(room): State<Arc<Room>>,
    Path(parts): Path<Vec<String>>,
    request: Request,
) -> ApiResult<(StatusCode, Json<Value>)> {
    ours(&room.lock(), parts.first())?;
    let body = body::read(request).await?.json;
    let mut inner = room.lock();
    let (name, image) = check(&inner, &body)?;
    if inner.emojis.len() >= MOST {
        return Err(ApiError::too_many_emojis(MOST));
    }
    let emoji = Emoji { id: inner.next_id(), name, image };
    let made = inner.emoji_json(&emoji);
    inner.put_emoji(emoji);
    Ok((StatusCode::CREATED, Json(made)))
}

pub(super) async fn get(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> ApiResult<Json<Value>> {
    let inner = room.lock();
    let [app, emoji] = ids(path, ApiError::unknown_emoji)?;
    ours(&inner, Some(&app.to_string()))?;
    inner.emojis.get(&emoji).map(|emoji| Json(inner.emoji_json(emoji))).ok_or_else(ApiError::unknown_emoji)
}

pub(super) async fn delete(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> ApiResult<StatusCode> {
    let mut inner = room.lock();
    let [app, emoji] = ids(path, ApiError::unknown_emoji)?;
    ours(&inner, Some(&app.to_string()))?;
    inner.drop_emoji(emoji).map(|_| StatusCode::NO_CONTENT).ok_or_else(ApiError::unknown_emoji)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_are_taken() {
        assert_eq!(picture("data:image/png;base64,aGk="), Some(("image/png", b"hi".to_vec())));
        for odd in [
            "aGk=",
            "data:image/png;base64,",
            "data:image/png;base64,*",
            "data:text/html;base64,aGk=",
            "data:image/png,hi",
        ] {
            assert_eq!(picture(odd), None, "{odd}");
        }
    }
}
