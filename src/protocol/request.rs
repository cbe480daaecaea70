//! Requests, read from lines of JSON: what is wrong with one is named by its field.

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::{Value, json};

use super::Failure;
use super::unique::Unique;
use engine::Overrides;
use engine::columns::cut;
use engine::json::{LONGEST_REASON, wrong};

/// A request. Fields that it does not have are errors.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Query {
    Games {},
    New {
        game: String,
        variant: Option<String>,
        options: Option<Overrides>,
        seats: Option<u8>,
        seed: Option<String>,
        decks: Option<Vec<Vec<String>>>,
        first: Option<u64>,
    },
    Status {
        r#match: u64,
    },
    Legal {
        r#match: u64,
        seat: u64,
        prefix: Option<String>,
        limit: Option<usize>,
    },
    Play {
        r#match: u64,
        seat: u64,
        r#move: String,
    },
    View {
        r#match: u64,
        seat: Option<u64>,
    },
    Suggest {
        r#match: u64,
        seat: u64,
        level: String,
        ms: Option<u64>,
        work: Option<u32>,
        seed: Option<String>,
    },
    Screen {
        r#match: u64,
        seat: Option<u64>,
    },
    Record {
        r#match: u64,
    },
    Replay {
        record: Value,
    },
    Study {
        game: String,
        question: Value,
    },
    Close {
        r#match: u64,
    },
}

pub(super) fn read(line: &[u8]) -> Result<Query, Failure> {
    let no_request = |why: &str| Failure::new("bad_request", format!("This is no request: {why}."));
    let Unique(value) = serde_json::from_slice(line).map_err(|e| match e.classify() {
        Category::Data => no_request(&cut(without_place(&e.to_string()), LONGEST_REASON)),
        _ => Failure::new("bad_json", format!("This line is not one JSON value: {e}.")),
    })?;
    let Value::Object(mut fields) = value else {
        return Err(Failure::new("bad_request", "This line is JSON, but no object: a request is {\"cmd\": …}."));
    };
    let command = match fields.remove("cmd") {
        Some(Value::String(command)) => command,
        Some(_) => return Err(no_request("`cmd` is the name of a command")),
        None => return Err(no_request("missing field `cmd`")),
    };
    serde_path_to_error::deserialize(json!({ command: fields })).map_err(|e| no_request(&wrong(&e, "command")))
}

/// A reason without the line and column, of which a request has one.
fn without_place(why: &str) -> &str {
    why.rsplit_once(" at line ").map_or(why, |(why, _)| why)
}
