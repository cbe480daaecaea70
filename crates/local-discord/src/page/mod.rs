//! The web page and the private interface that it uses.

mod interact;
mod modal;
mod options;
mod people;
mod view;

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::{Message, WebSocket};
use axum::extract::{Path, State, WebSocketUpgrade};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, patch, post};
use include_dir::{Dir, include_dir};
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::compose::content_type;
use super::ids::Id;
use super::rest::emojis::picture;
use super::room::Room;

/// The page, embedded in the program.
static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// What the page may load: itself only.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
/// What an attachment may do when it is opened on its own: nothing.
const FILE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox");

/// The page, its interface and the attachments.
pub(super) fn routes(room: Arc<Room>) -> Router {
    Router::new()
        .route("/", get(|| asset(Path("index.html".to_owned()))))
        .route("/assets/{*path}", get(asset))
        .route("/attachments/{channel}/{id}/{filename}", get(attachment))
        .route("/emojis/{id}", get(emoji))
        .route("/room/state", get(people::state))
        .route("/room/ws", get(listen))
        .route("/room/people", post(people::add))
        .route("/room/people/{person}", patch(people::change))
        .route("/room/channels", post(people::add_channel))
        .route("/room/channels/{channel}", patch(people::change_channel))
        .route("/room/dms", post(people::open_dm))
        .route("/room/messages", get(people::messages).post(people::say))
        .route("/room/read", post(people::read))
        .route("/room/dismiss", post(people::dismiss))
        .route("/room/interactions", post(interact::begin))
        .with_state(room)
}

/// What went wrong with a request of the page, in words for the person.
#[derive(Debug)]
pub(super) struct Refusal(StatusCode, String);

impl Refusal {
    fn bad(words: impl Into<String>) -> Self {
        Self(StatusCode::BAD_REQUEST, words.into())
    }

    fn gone(words: impl Into<String>) -> Self {
        Self(StatusCode::NOT_FOUND, words.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, axum::Json(json!({"error": self.1}))).into_response()
    }
}

async fn asset(Path(path): Path<String>) -> Response {
    let Some(file) = ASSETS.get_file(&path) else { return StatusCode::NOT_FOUND.into_response() };
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => content_type(&path),
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, file.contents()).into_response()
}

async fn attachment(
    State(room): State<Arc<Room>>,
    Path((channel, id, filename)): Path<(String, String, String)>,
) -> Response {
    // Ids are numbers and stored names have no slashes, so the path stays inside.
    let safe = !filename.starts_with('.') && !filename.contains(['/', '\\']);
    let (Ok(channel), Ok(id), true) = (channel.parse::<Id>(), id.parse::<Id>(), safe) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let Ok(bytes) = tokio::fs::read(room.files.path(channel, id, &filename)).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(content_type(&filename))),
        (CONTENT_SECURITY_POLICY, FILE_POLICY),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (CACHE_CONTROL, HeaderValue::from_static("private, max-age=31536000, immutable")),
    ];
    (headers, bytes).into_response()
}

async fn emoji(State(room): State<Arc<Room>>, Path(id): Path<String>) -> Response {
    let image = id.parse::<Id>().ok().and_then(|id| room.lock().emojis.get(&id).map(|emoji| emoji.image.clone()));
    let Some((kind, bytes)) = image.as_deref().and_then(picture) else { return StatusCode::NOT_FOUND.into_response() };
    let Ok(kind) = HeaderValue::from_str(kind) else { return StatusCode::NOT_FOUND.into_response() };
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, FILE_POLICY),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (CACHE_CONTROL, HeaderValue::from_static("private, max-age=31536000, immutable")),
    ];
    (headers, bytes).into_response()
}

async fn listen(State(room): State<Arc<Room>>, upgrade: WebSocketUpgrade) -> Response {
    // Before the page is told that it is connected: from then on it relies on hearing about everything.
    let events = room.lock().page.subscribe();
    upgrade.on_upgrade(move |socket| relay(room, events, socket))
}

/// Sends a page everything that happens, until it leaves.
async fn relay(room: Arc<Room>, mut events: Receiver<Arc<str>>, mut socket: WebSocket) {
    loop {
        let event = tokio::select! {
            event = events.recv() => event,
            frame = socket.recv() => match frame {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
            () = room.stopped() => return,
        };
        let text = match event {
            Ok(text) => text.to_string(),
            // The page fell behind: it has to read everything again.
            Err(RecvError::Lagged(_)) => r#"{"t":"resync"}"#.to_owned(),
            Err(RecvError::Closed) => return,
        };
        if socket.send(Message::Text(text.into())).await.is_err() {
            return;
        }
    }
}
