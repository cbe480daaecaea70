//! Reading request bodies: JSON, or a form with `payload_json` and `files[n]`.

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::error::{ApiError, ApiResult, FormErrors};

/// The most files in one message.
const FILES: usize = 10;
/// The most bytes in one file.
const FILE_BYTES: usize = 10 << 20;
/// The most bytes in a body without files.
const JSON_BYTES: usize = 8 << 20;

/// An uploaded file.
#[derive(Debug)]
pub(crate) struct Upload {
    /// The n of `files[n]`.
    pub index: u64,
    pub filename: String,
    pub bytes: Vec<u8>,
}

/// A body: its JSON (an empty object if there is none) and its files.
#[derive(Debug)]
pub(crate) struct Body {
    pub json: Value,
    pub files: Vec<Upload>,
}

/// Reads the body of a request.
///
/// # Errors
/// 50109 for anything but a JSON object or list, 40005 for a body that is too large, 50035 for too many files.
pub(crate) async fn read(request: Request) -> ApiResult<Body> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    if kind.starts_with("multipart/form-data") {
        let form = Multipart::from_request(request, &()).await.map_err(|_| ApiError::invalid_json())?;
        return read_form(form).await;
    }
    let bytes = axum::body::to_bytes(request.into_body(), JSON_BYTES).await.map_err(|_| ApiError::too_large())?;
    let json = if bytes.is_empty() { json!({}) } else { parse(&bytes)? };
    Ok(Body { json, files: Vec::new() })
}

fn parse(bytes: &[u8]) -> ApiResult<Value> {
    let json: Value = serde_json::from_slice(bytes).map_err(|_| ApiError::invalid_json())?;
    if json.is_object() || json.is_array() { Ok(json) } else { Err(ApiError::invalid_json()) }
}

async fn read_form(mut form: Multipart) -> ApiResult<Body> {
    let mut body = Body { json: json!({}), files: Vec::new() };
    while let Some(field) = form.next_field().await.map_err(|_| ApiError::invalid_json())? {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().unwrap_or("file").to_owned();
        let bytes = field.bytes().await.map_err(|_| ApiError::too_large())?;
        if name == "payload_json" {
            body.json = parse(&bytes)?;
        } else if let Some(index) = name.strip_prefix("files[").and_then(|n| n.strip_suffix(']')) {
            let index = index.parse().map_err(|_| FormErrors::one(&name, "BASE_TYPE_CHOICES", "Not a file number"))?;
            if bytes.len() > FILE_BYTES {
                return Err(ApiError::too_large());
            }
            body.files.push(Upload { index, filename: safe_name(&filename), bytes: bytes.to_vec() });
        }
    }
    if body.files.len() > FILES {
        return Err(FormErrors::one("files", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length."));
    }
    Ok(body)
}

/// A file name that cannot lead out of its directory.
fn safe_name(name: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' };
    let safe: String = name.chars().map(keep).take(100).collect();
    let safe = safe.trim_start_matches('.');
    if safe.is_empty() { "file".to_owned() } else { safe.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::safe_name;

    #[test]
    fn file_names_cannot_leave_their_directory() {
        assert_eq!(safe_name("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(safe_name("board 1.png"), "board_1.png");
        assert_eq!(safe_name("..."), "file");
    }
}
