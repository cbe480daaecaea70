//! Errors: those of starting a room, and those that its REST interface answers with, in Discord's shape.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use thiserror::Error;

/// Why a room could not be started.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LocalDiscordError {
    /// The address would be reachable from other machines.
    #[error("{0} is reachable from other machines, and this room has no log-in. Use a loopback address such as 127.0.0.1:{port}.", port = .0.port())]
    NotLoopback(SocketAddr),
    /// Something else listens there.
    #[error("{0} is already in use: stop the program that listens there, or choose another port.")]
    AddrInUse(SocketAddr),
    /// Listening failed for another reason.
    #[error("The room cannot listen on {addr}: {source}.")]
    Listen {
        /// Where.
        addr: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// The data directory cannot be read or written.
    #[error("The data directory {} cannot be used: {source}.", path.display())]
    DataDir {
        /// The directory.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Another room has this data directory open.
    #[error("Another room is running on the data directory {}: stop it, or use another directory.", .0.display())]
    DataDirInUse(PathBuf),
    /// A stored line cannot be parsed.
    #[error("{}, line {line} cannot be read ({reason}): restore the file, or move it away to begin an empty room.", path.display())]
    DataUnreadable {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What the parser said.
        reason: String,
    },
    /// The bot token is empty or cannot be part of a header.
    #[error("The room's bot token must be 1 to 100 letters, digits, dots, dashes or underscores.")]
    BadToken,
}

/// A refusal of the REST interface: `{"code", "message", "errors"?}`.
#[derive(Debug)]
pub(super) struct ApiError {
    pub status: StatusCode,
    pub code: u32,
    pub message: String,
    pub errors: Option<Value>,
}

pub(super) type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    fn new(status: StatusCode, code: u32, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: None }
    }

    pub(super) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 0, "401: Unauthorized")
    }
    pub(super) fn no_route() -> Self {
        Self::new(StatusCode::NOT_FOUND, 0, "404: Not Found")
    }
    pub(super) fn no_method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, 0, "405: Method Not Allowed")
    }
    pub(super) fn unknown_channel() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10003, "Unknown Channel")
    }
    pub(super) fn unknown_guild() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10004, "Unknown Guild")
    }
    pub(super) fn unknown_application() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10002, "Unknown Application")
    }
    pub(super) fn unknown_member() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10007, "Unknown Member")
    }
    pub(super) fn unknown_message() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10008, "Unknown Message")
    }
    pub(super) fn unknown_emoji() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10014, "Unknown Emoji")
    }
    pub(super) fn too_many_emojis(most: usize) -> Self {
        Self::new(StatusCode::BAD_REQUEST, 30008, &format!("Maximum number of emojis reached ({most})"))
    }
    pub(super) fn unknown_user() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10013, "Unknown User")
    }
    pub(super) fn unknown_webhook() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10015, "Unknown Webhook")
    }
    pub(super) fn unknown_interaction() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10062, "Unknown interaction")
    }
    pub(super) fn unknown_command() -> Self {
        Self::new(StatusCode::NOT_FOUND, 10063, "Unknown application command")
    }
    pub(super) fn asset_too_large() -> Self {
        FormErrors::one("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    }
    pub(super) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, 40005, "Request entity too large")
    }
    pub(super) fn already_acknowledged() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 40060, "Interaction has already been acknowledged.")
    }
    pub(super) fn not_in_dm() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50003, "Cannot execute action on a DM channel")
    }
    pub(super) fn not_author() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50005, "Cannot edit a message authored by another user")
    }
    pub(super) fn empty_message() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50006, "Cannot send an empty message")
    }
    pub(super) fn dms_closed() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50007, "Cannot send messages to this user")
    }
    pub(super) fn missing_permissions() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50013, "Missing Permissions")
    }
    pub(super) fn invalid_webhook_token() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 50027, "Invalid Webhook Token")
    }
    pub(super) fn thread_archived() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50083, "Thread is archived")
    }
    pub(super) fn invalid_json() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50109, "The request body contains invalid JSON.")
    }
    pub(super) fn thread_exists() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 160_004, "A thread has already been created for this message")
    }
    /// The same refusal for a body that is at `field` of a larger one.
    pub(super) fn under(mut self, field: &str) -> Self {
        self.errors = self.errors.map(|errors| json!({field: errors}));
        self
    }

    /// A fault on our side: the cause goes to the log, never to the caller.
    pub(super) fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, 0, "500: Internal Server Error")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = self.errors {
            body["errors"] = errors;
        }
        (self.status, Json(body)).into_response()
    }
}

/// What is wrong with a body, field by field: Discord's 50035.
#[derive(Debug, Default)]
pub(super) struct FormErrors {
    found: BTreeMap<String, Vec<(&'static str, String)>>,
}

impl FormErrors {
    /// Notes that the field at `path` (`components.0.custom_id`) is wrong.
    pub(super) fn add(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        self.found.entry(path.to_owned()).or_default().push((code, message.into()));
    }

    pub(super) fn required(&mut self, path: &str) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Checks that a text's length in characters is within `min..=max`.
    pub(super) fn length(&mut self, path: &str, text: &str, min: usize, max: usize) {
        let count = text.chars().count();
        if count > max && min == 0 {
            self.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
        } else if count < min || count > max {
            self.add(path, "BASE_TYPE_BAD_LENGTH", format!("Must be between {min} and {max} in length."));
        }
    }

    /// Checks that a list's size is within `min..=max`.
    pub(super) fn size(&mut self, path: &str, count: usize, min: usize, max: usize) {
        if count < min || count > max {
            self.add(path, "BASE_TYPE_BAD_LENGTH", format!("Must be between {min} and {max} in length."));
        }
    }

    /// `Ok` if nothing was wrong, otherwise the refusal that lists all of it.
    pub(super) fn finish(self) -> ApiResult<()> {
        if self.found.is_empty() {
            return Ok(());
        }
        let mut tree = Value::Object(Map::new());
        for (path, list) in &self.found {
            let mut at = &mut tree;
            for key in path.split('.').filter(|key| !key.is_empty()) {
                at = &mut at[key];
            }
            at["_errors"] = list.iter().map(|(code, message)| json!({"code": code, "message": message})).collect();
        }
        let mut error = ApiError::new(StatusCode::BAD_REQUEST, 50035, "Invalid Form Body");
        error.errors = Some(tree);
        Err(error)
    }

    /// The refusal for one wrong field.
    pub(super) fn one(path: &str, code: &'static str, message: impl Into<String>) -> ApiError {
        let mut errors = Self::default();
        errors.add(path, code, message);
        match errors.finish() {
            Err(error) => error,
            Ok(()) => ApiError::internal(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_fields_are_listed_where_they_are() {
        let mut errors = FormErrors::default();
        errors.length("components.0.custom_id", "", 1, 100);
        errors.length("content", &"x".repeat(2001), 0, 2000);
        errors.length("label", "fine", 1, 80);
        let error = errors.finish().unwrap_err();
        assert_eq!(error.code, 50035);
        let tree = error.errors.unwrap();
        assert_eq!(tree["components"]["0"]["custom_id"]["_errors"][0]["code"], "BASE_TYPE_BAD_LENGTH");
        assert_eq!(tree["content"]["_errors"][0]["message"], "Must be 2000 or fewer in length.");
        assert!(tree.get("label").is_none());
    }
}
