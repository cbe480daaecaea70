//! A proxy between the bot and the server, which records every request.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::payload::payload;

/// How long a 429 asks to wait: longer than the bot would of its own accord.
pub const RETRY_AFTER: std::time::Duration = std::time::Duration::from_millis(1400);

/// One request of the bot, and how it was answered.
#[derive(Clone, Debug)]
pub struct Sent {
    pub method: String,
    pub path: String,
    pub body: Option<Value>,
    /// The number of files uploaded with it.
    pub files: usize,
    pub status: u16,
    pub answer: Value,
}

impl Sent {
    /// Whether everybody in a channel may read it. Callbacks may be public: their flags say whether they are
    /// ephemeral.
    pub fn is_public(&self, directs: &[String]) -> bool {
        let flags = |v: &Value| v["flags"].as_u64().unwrap_or(0) & 64 != 0;
        let Some(body) = &self.body else { return false };
        if self.path.contains("/callback") {
            // Forms and autocomplete go to one person; a change of a message goes wherever that message is.
            return body["type"] == 4 && !flags(&body["data"]);
        }
        if self.path.contains("/webhooks/") {
            // An interaction's token may change any message: the answer says which one.
            let direct = directs.iter().any(|id| self.answer["channel_id"] == id.as_str());
            return self.status < 300 && !flags(&self.answer) && !direct;
        }
        self.path.contains("/channels/") && !directs.iter().any(|id| self.path.contains(&format!("/channels/{id}/")))
    }
}

/// Something that goes wrong on the way, this many times.
#[derive(Clone, Debug)]
pub struct Trick {
    pub method: &'static str,
    /// A part of the path.
    pub part: String,
    pub times: usize,
    pub delay: std::time::Duration,
    /// Status and Discord's code, instead of the server's answer. A 429 asks to wait for [`RETRY_AFTER`].
    pub answer: Option<(u16, u64)>,
    /// Whether the server gets the request all the same.
    pub heard: bool,
}

#[derive(Clone)]
pub struct Recorder {
    pub base: String,
    sent: Arc<Mutex<Vec<Sent>>>,
    tricks: Arc<Mutex<Vec<Trick>>>,
    no_files: Arc<Mutex<Option<(u16, u64)>>>,
}

#[derive(Clone)]
struct Through {
    to: String,
    http: reqwest::Client,
    sent: Arc<Mutex<Vec<Sent>>>,
    tricks: Arc<Mutex<Vec<Trick>>>,
    no_files: Arc<Mutex<Option<(u16, u64)>>>,
}

impl Recorder {
    pub async fn start(to: &str) -> Self {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let tricks = Arc::new(Mutex::new(Vec::new()));
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let no_files = Arc::default();
        let through = Through {
            to: to.to_owned(),
            http,
            sent: Arc::clone(&sent),
            tricks: Arc::clone(&tricks),
            no_files: Arc::clone(&no_files),
        };
        let listener = tokio::net::TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(forward).with_state(through);
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { base, sent, tricks, no_files }
    }

    pub fn all(&self) -> Vec<Sent> {
        self.sent.lock().unwrap().clone()
    }

    /// From now on this goes wrong.
    pub fn trick(&self, trick: Trick) {
        self.tricks.lock().unwrap().push(trick);
    }

    /// From now on no files are accepted: they are answered with this status and Discord's code.
    pub fn refuse_files(&self, answer: (u16, u64)) {
        *self.no_files.lock().unwrap() = Some(answer);
    }

    /// What was to go wrong, but has not done so yet.
    pub fn untried(&self) -> Vec<Trick> {
        self.tricks.lock().unwrap().iter().filter(|trick| trick.times > 0).cloned().collect()
    }

    /// Nothing goes wrong any more.
    pub fn be_good(&self) {
        self.tricks.lock().unwrap().clear();
    }
}

async fn forward(State(through): State<Through>, request: Request) -> Response {
    let method = request.method().clone();
    let path = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    let headers = request.headers().clone();
    let body: Bytes = to_bytes(request.into_body(), 16 << 20).await.unwrap();
    let record = |status: u16, answer: Value| {
        through.sent.lock().unwrap().push(Sent {
            method: method.to_string(),
            path: path.clone(),
            body: (!body.is_empty()).then(|| serde_json::from_slice(payload(&body)).unwrap()),
            files: body.windows(8).filter(|window| window == b"files[0]").count(),
            status,
            answer,
        });
    };
    let trick = {
        let mut tricks = through.tricks.lock().unwrap();
        let found = tricks.iter_mut().find(|t| t.times > 0 && t.method == method.as_str() && path.contains(&t.part));
        found.map(|t| {
            t.times -= 1;
            t.clone()
        })
    };
    if let Some(trick) = &trick {
        tokio::time::sleep(trick.delay).await;
    }
    let no_files = *through.no_files.lock().unwrap();
    let refused = no_files.filter(|_| payload(&body).len() != body.len());
    let heard = trick.as_ref().is_some_and(|trick| trick.heard);
    let instead = refused.or_else(|| trick.and_then(|t| t.answer));
    if let Some((status, code)) = instead.filter(|_| !heard) {
        let mut answer = serde_json::json!({"code": code, "message": "a trick"});
        if status == 429 {
            answer["retry_after"] = RETRY_AFTER.as_secs_f64().into();
        }
        record(status, answer.clone());
        return (StatusCode::from_u16(status).unwrap(), axum::Json(answer)).into_response();
    }
    let mut on = through.http.request(method.clone(), format!("{}{path}", through.to)).body(body.clone());
    for name in ["authorization", "content-type", "user-agent"] {
        if let Some(value) = headers.get(name) {
            on = on.header(name, value);
        }
    }
    let answer = on.send().await.unwrap();
    let status = answer.status().as_u16();
    let bytes = answer.bytes().await.unwrap();
    if let Some((status, _)) = instead {
        record(status, Value::Null);
        return StatusCode::from_u16(status).unwrap().into_response();
    }
    record(status, serde_json::from_slice(&bytes).unwrap_or(Value::Null));
    (StatusCode::from_u16(status).unwrap(), [("content-type", "application/json")], bytes).into_response()
}
