//! Handing a request on to the room.

use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Answers as the room at `to` does; what it says of the gateway, through `gateway`.
pub async fn pass_on(
    http: &reqwest::Client,
    to: &str,
    request: Request,
    gateway: impl FnOnce(&str) -> String,
) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map(ToString::to_string).unwrap_or_default();
    let body: Bytes = to_bytes(body, 16 << 20).await.unwrap();
    let mut on = http.request(parts.method, format!("{to}{path}")).body(body);
    for name in ["authorization", "content-type", "user-agent"] {
        if let Some(value) = parts.headers.get(name) {
            on = on.header(name, value);
        }
    }
    let answer = on.send().await.unwrap();
    let status = StatusCode::from_u16(answer.status().as_u16()).unwrap();
    let mut bytes = answer.bytes().await.unwrap();
    if path.contains("/gateway") {
        bytes = gateway(std::str::from_utf8(&bytes).unwrap()).into();
    }
    (status, [("content-type", "application/json")], bytes).into_response()
}
