//! `/privacy`: a copy of what is kept about somebody, and forgetting them.

use serde_json::json;

use crate::store::{Blocks, StoreError, Traces};
use crate::tables::Fault;

use super::super::api::Failure;
use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, HandlerError, Reply};
use super::super::screens;

const _: fn(engine::Language) = |engine::Language::English| ();

/// No file that is sent is longer, in bytes. Discord takes 10 MiB.
const PART: usize = 8 << 20;

/// Sends the copy, or asks before it forgets.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    match line.sub.as_deref() {
        Some("export") => export(app, from).await,
        _ => ask(app, from).await,
    }
}

fn unread(app: &App, error: &StoreError) -> HandlerError {
    Fault::of_store(app.store(), "what is kept of somebody could not be read", error).into()
}

/// Sends everything that is kept by direct message, or, where those are closed, beside the answer.
async fn export(app: &App, from: &Incoming) -> Handled {
    let kept = app.store().kept(from.person.id).await.map_err(|error| unread(app, &error))?;
    if kept.iter().all(|(_, rows)| rows.is_empty()) {
        return Ok(Reply::Whisper(screens::note("Nothing is kept about you.")?));
    }
    let parts = parts(from.person.id.0, &kept);
    let of = parts.len();
    for (n, part) in parts.into_iter().enumerate() {
        let message = screens::export_part(part, (n + 1, of), app.privacy.as_deref())?;
        match app.presenters.direct(from.person.id, &message, from.cause.0.wrapping_add(n as u64)).await {
            Ok(()) => {}
            Err(Failure::NoDirect) if of == 1 => return Ok(Reply::Whisper(message)),
            Err(Failure::NoDirect) => {
                return Err(HandlerError::say(
                    "It is too much for one message, and you take no direct messages from me. Open this server's menu → Privacy \
                     Settings → Direct Messages, and ask again.",
                ));
            }
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(Reply::Whisper(screens::note("I have sent you everything that I keep about you, by direct message.")?))
}

/// What is kept, as JSON objects that are not too long: each has some tables of the database, with some of their rows.
fn parts(user: u64, kept: &[(&'static str, Vec<String>)]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<(&str, Vec<&str>)>> = vec![Vec::new()];
    let mut length = 0;
    for (table, rows) in kept {
        let mut begun = false;
        for row in rows {
            if length + row.len() > PART {
                parts.push(Vec::new());
                (length, begun) = (0, false);
            }
            length += row.len() + 4;
            let Some(part) = parts.last_mut() else { continue };
            if !begun {
                part.push((table, Vec::new()));
                begun = true;
            }
            if let Some((_, all)) = part.last_mut() {
                all.push(row);
            }
        }
    }
    let of = parts.len();
    let write = |(n, tables): (usize, &Vec<(&str, Vec<&str>)>)| {
        let tables: Vec<String> =
            tables.iter().map(|(table, rows)| format!("\"{table}\": [\n  {}\n ]", rows.join(",\n  "))).collect();
        format!(
            "{{\n \"user\": {}, \"part\": {}, \"of\": {of},\n {}\n}}\n",
            json!(user.to_string()),
            n + 1,
            tables.join(",\n ")
        )
        .into_bytes()
    };
    parts.iter().enumerate().map(write).collect()
}

/// Says what would go and what would stay.
async fn ask(app: &App, from: &Incoming) -> Handled {
    let found = app.store().traces(from.person.id).await.map_err(|error| unread(app, &error))?;
    let message = if !found.live.is_empty() {
        screens::in_the_way(&app.room.of(from.person.id).await?)?
    } else if found.is_none_but(Blocks::Stay) {
        screens::forgotten(&found)?
    } else {
        screens::sure_forget(&found, app.privacy.as_deref())?
    };
    Ok(Reply::alone(from, message))
}

/// Forgets whoever pressed, and leaves no copy in the file.
///
/// # Errors
/// What to say instead.
pub async fn forget(app: &App, from: &Incoming) -> Handled {
    let user = from.person.id;
    let failed = |error: &StoreError| Fault::of_store(app.store(), "somebody could not be forgotten", error);
    let found: Traces = app.room.forget(user, Blocks::Stay).await.map_err(|error| failed(&error))?;
    if !found.live.is_empty() {
        return ask(app, from).await;
    }
    app.presenters.preferences().forget(user).await;
    if !found.is_none_but(Blocks::Stay) {
        app.store().rewrite().await.map_err(|error| failed(&error).perhaps_done())?;
    }
    Ok(Reply::alone(from, screens::forgotten(&found)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_export_comes_in_parts_and_each_is_read_alone() {
        let row = format!("{{\"move\": \"{}\"}}", "x".repeat(1 << 20));
        let kept =
            [("names", vec!["{\"name\": \"Ada\"}".to_owned()]), ("seats", Vec::new()), ("journal", vec![row; 20])];
        let parts = parts(7, &kept);
        assert!(parts.len() == 3 && parts.iter().all(|part| part.len() <= PART + 4096), "{}", parts.len());
        let mut moves = 0;
        for part in &parts {
            let read: serde_json::Value = serde_json::from_slice(part).unwrap();
            assert_eq!(read["user"], "7");
            assert!(read.get("seats").is_none());
            moves += read["journal"].as_array().map_or(0, Vec::len);
        }
        assert_eq!(moves, 20);
    }
}
