//! From a checked body to a message: what a bot sends, and what it changes later.

use std::path::Path;

use serde_json::Value;

use super::check::{components, embeds, list, optional_text, text};
use super::error::{ApiError, ApiResult, FormErrors};
use super::ids::{Id, now_ms};
use super::model::{Attachment, Message, flag};
use super::rest::body::{Body, Upload};
use super::room::{Inner, Room};

/// Flags that a bot may set on a message.
const SETTABLE: u64 = flag::SUPPRESS_EMBEDS | flag::SUPPRESS_NOTIFICATIONS | flag::COMPONENTS_V2;

/// The contents of a new message; where it is posted, and by whom, is up to the caller.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Attachment>,
    /// Including [`flag::EPHEMERAL`], which only answers to interactions may keep.
    pub flags: u64,
    pub allowed: Allowed,
    pub reply_to: Option<Id>,
    pub nonce: Option<Value>,
    /// A message with the same nonce is the same message.
    pub enforce_nonce: bool,
}

/// Whom a message may mention.
#[derive(Clone, Debug, Default)]
pub(super) enum Allowed {
    #[default]
    All,
    Only {
        users: Vec<Id>,
        any_user: bool,
        everyone: bool,
    },
}

impl Allowed {
    fn read(errors: &mut FormErrors, body: &Value) -> Self {
        let field = &body["allowed_mentions"];
        if field.is_null() {
            return Self::All;
        }
        let parse: Vec<&str> =
            list(errors, field, "parse", "allowed_mentions").iter().filter_map(Value::as_str).collect();
        let users = list(errors, field, "users", "allowed_mentions");
        errors.size("allowed_mentions.users", users.len(), 0, 100);
        for (index, what) in parse.iter().enumerate() {
            if !["users", "roles", "everyone"].contains(what) {
                let message = "Value must be one of ('everyone', 'roles', 'users').";
                errors.add(&format!("allowed_mentions.parse.{index}"), "BASE_TYPE_CHOICES", message);
            }
        }
        if parse.contains(&"users") && !users.is_empty() {
            let message = "parse:[\"users\"] and users: [ids...] are mutually exclusive.";
            errors.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
        let users = users.iter().filter_map(|id| serde_json::from_value(id.clone()).ok()).collect();
        Self::Only { users, any_user: parse.contains(&"users"), everyone: parse.contains(&"everyone") }
    }

    fn lets(&self, person: Id) -> bool {
        match self {
            Self::All => true,
            Self::Only { users, any_user, .. } => *any_user || users.contains(&person),
        }
    }
}

/// Checks a new message and stores its files.
///
/// # Errors
/// 50035 with every violation, 50006 for an empty message.
pub(super) fn draft(room: &Room, channel: Id, body: &Value, files: Vec<Upload>) -> ApiResult<Draft> {
    let mut errors = FormErrors::default();
    let flags = body["flags"].as_u64().unwrap_or(0) & (SETTABLE | flag::EPHEMERAL);
    let v2 = flags & flag::COMPONENTS_V2 != 0;
    let content = optional_text(&mut errors, body, "content", "", (0, 2000)).unwrap_or_default().to_owned();
    if v2 {
        refuse_legacy(&mut errors, body);
    }
    check_listed(&mut errors, body, &files, &[]);
    let names: Vec<String> = files.iter().map(|f| f.filename.clone()).collect();
    let mut draft = Draft {
        content,
        embeds: embeds::check(&mut errors, body),
        components: components::check(&mut errors, body, v2, &names, &room.emojis()),
        attachments: Vec::new(),
        flags,
        allowed: Allowed::read(&mut errors, body),
        reply_to: reply(&mut errors, body),
        nonce: Some(body["nonce"].clone()).filter(|nonce| !nonce.is_null()),
        enforce_nonce: body["enforce_nonce"].as_bool().unwrap_or(false),
    };
    errors.finish()?;
    let nothing = draft.content.trim().is_empty() && draft.embeds.is_empty() && files.is_empty();
    if draft.components.is_empty() && (v2 || nothing) {
        return Err(ApiError::empty_message());
    }
    draft.attachments = store_all(room, channel, body, files)?;
    Ok(draft)
}

/// The message that an edit makes of `old`, whose files remain until the new one takes its place.
///
/// # Errors
/// As [`draft`].
pub(super) fn edited(room: &Room, old: &Message, body: Body) -> ApiResult<Message> {
    let Body { json, files } = body;
    let mut errors = FormErrors::default();
    let mut new = old.clone();
    let asked = json["flags"].as_u64().map_or(old.flags, |f| (f & SETTABLE) | (old.flags & !SETTABLE));
    // Components of version 2, once used, cannot be given up again.
    new.flags = (asked | (old.flags & flag::COMPONENTS_V2)) & !flag::LOADING;
    let v2 = new.has(flag::COMPONENTS_V2);
    let given = |field: &str| json.get(field).is_some();
    if given("content") {
        new.content = optional_text(&mut errors, &json, "content", "", (0, 2000)).unwrap_or_default().to_owned();
    }
    if given("embeds") {
        new.embeds = embeds::check(&mut errors, &json);
    }
    if v2 {
        refuse_legacy(&mut errors, &json);
        if !(new.content.is_empty() && new.embeds.is_empty()) {
            let message = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2";
            errors.add("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
        }
    }
    new.attachments = kept(&mut errors, old, &json);
    check_listed(&mut errors, &json, &files, &old.attachments);
    if given("components") {
        let names: Vec<String> = new
            .attachments
            .iter()
            .map(|a| a.filename.clone())
            .chain(files.iter().map(|f| f.filename.clone()))
            .collect();
        new.components = components::check(&mut errors, &json, v2, &names, &room.emojis());
    }
    let allowed = Allowed::read(&mut errors, &json);
    errors.finish()?;
    let nothing = new.content.trim().is_empty() && new.embeds.is_empty() && new.attachments.is_empty();
    if new.components.is_empty() && files.is_empty() && (v2 || nothing) {
        return Err(ApiError::empty_message());
    }
    new.attachments.extend(store_all(room, old.channel, &json, files)?);
    if !old.has(flag::LOADING) {
        new.edited_ms = Some(now_ms());
    }
    let inner = room.lock();
    (new.mentions, new.mention_everyone) = inner.mentions(&new, &allowed);
    Ok(new)
}

fn refuse_legacy(errors: &mut FormErrors, body: &Value) {
    for field in ["content", "embeds", "sticker_ids", "poll"] {
        let value = &body[field];
        let empty = value.is_null() || value.as_str() == Some("") || value.as_array().is_some_and(Vec::is_empty);
        if !empty {
            let message = format!("The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2");
            errors.add(field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
        }
    }
}

/// Checks `attachments` of a body against the files that there are.
fn check_listed(errors: &mut FormErrors, body: &Value, files: &[Upload], old: &[Attachment]) {
    for (index, listed) in list(errors, body, "attachments", "").iter().enumerate() {
        let path = format!("attachments.{index}");
        optional_text(errors, listed, "description", &path, (0, 1024));
        text(errors, listed, "filename", &path);
        let id = serde_json::from_value::<Id>(listed["id"].clone()).ok();
        let known = id.is_some_and(|id| files.iter().any(|f| f.index == id.0) || old.iter().any(|a| a.id == id));
        if !known {
            let message = "No file of this message has this id";
            errors.add(&format!("{path}.id"), "MESSAGE_ATTACHMENT_NOT_FOUND", message);
        }
    }
}

/// The attachments that an edit keeps: all, or those that it lists.
fn kept(errors: &mut FormErrors, old: &Message, body: &Value) -> Vec<Attachment> {
    if body.get("attachments").is_none() {
        return old.attachments.clone();
    }
    let listed = list(errors, body, "attachments", "");
    let ids: Vec<Id> = listed.iter().filter_map(|a| serde_json::from_value(a["id"].clone()).ok()).collect();
    old.attachments.iter().filter(|a| ids.contains(&a.id)).cloned().collect()
}

fn reply(errors: &mut FormErrors, body: &Value) -> Option<Id> {
    let field = &body["message_reference"];
    if field.is_null() {
        return None;
    }
    let id = serde_json::from_value(field["message_id"].clone()).ok();
    if id.is_none() {
        errors.required("message_reference.message_id");
    }
    id
}

fn store_all(room: &Room, channel: Id, body: &Value, files: Vec<Upload>) -> ApiResult<Vec<Attachment>> {
    files.into_iter().map(|file| store(room, channel, body, &file)).collect()
}

fn store(room: &Room, channel: Id, body: &Value, file: &Upload) -> ApiResult<Attachment> {
    let id = room.lock().next_id();
    room.files.store(channel, id, &file.filename, &file.bytes).map_err(|error| {
        tracing::error!(%error, "an attachment cannot be stored");
        ApiError::internal()
    })?;
    let listed = body["attachments"].as_array().into_iter().flatten();
    let about = listed
        .into_iter()
        .find(|a| serde_json::from_value::<Id>(a["id"].clone()).is_ok_and(|listed| listed.0 == file.index));
    let size = png_size(&file.bytes);
    Ok(Attachment {
        id,
        filename: file.filename.clone(),
        description: about.and_then(|a| a["description"].as_str()).map(str::to_owned),
        content_type: content_type(&file.filename).to_owned(),
        size: file.bytes.len() as u64,
        width: size.map(|s| s.0),
        height: size.map(|s| s.1),
    })
}

/// The media type, from the file name's extension.
pub(super) fn content_type(filename: &str) -> &'static str {
    let ending = Path::new(filename).extension().and_then(|e| e.to_str()).unwrap_or_default();
    match ending.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "txt" | "md" | "log" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Width and height, from the first chunk of a PNG picture.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(4..16)?;
    let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    Some((number(4)?, number(8)?))
}

impl Inner {
    /// The message that a draft becomes, from the bot in `channel`.
    pub(super) fn message_from(&mut self, channel: Id, draft: Draft) -> Message {
        let mut message = Message {
            id: self.next_id(),
            channel,
            author: self.house.bot,
            kind: if draft.reply_to.is_some() { 19 } else { 0 },
            content: draft.content,
            sent_ms: now_ms(),
            edited_ms: None,
            flags: draft.flags & !flag::EPHEMERAL,
            embeds: draft.embeds,
            components: draft.components,
            attachments: draft.attachments,
            mentions: Vec::new(),
            mention_everyone: false,
            reply_to: draft.reply_to,
            cause: None,
            only: None,
            nonce: draft.nonce,
            thread: None,
        };
        (message.mentions, message.mention_everyone) = self.mentions(&message, &draft.allowed);
        message
    }

    /// The people mentioned in a message, out of those who may be mentioned, and whether everyone is.
    pub(super) fn mentions(&self, message: &Message, allowed: &Allowed) -> (Vec<Id>, bool) {
        let mut words = message.content.clone();
        shown_text(&message.components, &mut words);
        let mut named = Vec::new();
        for piece in words.split("<@").skip(1) {
            let id = piece.split_once('>').and_then(|(id, _)| id.trim_start_matches('!').parse::<Id>().ok());
            let known = id.filter(|id| self.people.contains_key(id) || *id == self.house.bot);
            if let Some(id) = known.filter(|id| allowed.lets(*id))
                && !named.contains(&id)
            {
                named.push(id);
            }
        }
        let everyone = words.contains("@everyone") && matches!(allowed, Allowed::Only { everyone: true, .. });
        (named, everyone)
    }
}

/// Adds the texts of all text displays.
fn shown_text(components: &[Value], words: &mut String) {
    for component in components {
        if let Some(text) = component["content"].as_str() {
            words.push('\n');
            words.push_str(text);
        }
        shown_text(component["components"].as_array().map_or(&[], Vec::as_slice), words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_tells_its_size() {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend([0, 0, 3, 32, 0, 0, 2, 88, 8, 6]);
        assert_eq!(png_size(&bytes), Some((800, 600)));
        assert_eq!(png_size(b"GIF89a"), None);
    }
}
