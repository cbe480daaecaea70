//! What a request of the bot says, whether it carries files or not.

/// The JSON of a body: all of it, or the part of a form that contains it.
pub fn payload(body: &[u8]) -> &[u8] {
    let find = |from: usize, what: &[u8]| {
        body[from..].windows(what.len()).position(|window| window == what).map(|at| from + at)
    };
    let Some(name) = find(0, b"name=\"payload_json\"") else { return body };
    let begin = find(name, b"\r\n\r\n").unwrap() + 4;
    &body[begin..find(begin, b"\r\n--").unwrap()]
}
