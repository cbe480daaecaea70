//! Who may talk to the room: programs on this machine, and pages that this very server served.
//!
//! The bot's token is no secret, so any web page open in a browser on this machine could pose as the bot. A browser
//! says where a page came from (`Origin`) and by which name it found the server (`Host`); programs send no origin.

use axum::Json;
use axum::extract::Request;
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use serving::host::is_local;

/// Refuses requests that came through a name other than a loopback one (a rebound DNS name), or from another page.
pub(super) async fn same_origin(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = header(headers, &HOST);
    let own = |origin: &str| origin.strip_prefix("http://").is_some_and(|from| Some(from) == host);
    // An origin that is not text also comes from some page.
    let fine = is_local(headers)
        && host.is_some()
        && (!headers.contains_key(ORIGIN) || header(headers, &ORIGIN).is_some_and(own));
    if fine {
        next.run(request).await
    } else {
        let refusal = json!({"error": "this room answers only to its own page and to programs on this machine"});
        (StatusCode::FORBIDDEN, Json(refusal)).into_response()
    }
}

fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}
