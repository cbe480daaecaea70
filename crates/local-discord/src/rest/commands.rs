//! The bot's registered commands: global ones and those of the guild.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::body;
use crate::check::commands::{check, filled};
use crate::error::{ApiError, ApiResult, FormErrors};
use crate::ids::Id;
use crate::room::{Inner, Room};

type Answer = ApiResult<Json<Value>>;

/// The most slash commands that one list may hold.
const MOST_COMMANDS: usize = 100;

/// What a path names: the guild, and one command.
struct Place {
    guild: Option<Id>,
    command: Option<String>,
}

/// Reads `app`, `app, guild`, `app, command` or `app, guild, command`; the address itself tells them apart.
fn place(inner: &Inner, parts: &[String], request: &str) -> ApiResult<Place> {
    let id = |text: &String| text.parse::<Id>().ok();
    if parts.first().and_then(id) != Some(inner.house.bot) {
        return Err(ApiError::unknown_application());
    }
    let guild = if request.contains("/guilds/") { parts.get(1).map(id) } else { None };
    if let Some(named) = guild
        && named != Some(inner.house.guild)
    {
        return Err(ApiError::unknown_guild());
    }
    let rest = if guild.is_some() { 2 } else { 1 };
    Ok(Place { guild: guild.flatten(), command: parts.get(rest).cloned() })
}

impl Inner {
    fn commands_of(&self, guild: Option<Id>) -> Vec<Value> {
        self.commands.get(&guild).cloned().unwrap_or_default()
    }

    /// A command as registered: with the id of the command that it replaces (same name and type), or a new one.
    fn register(&mut self, guild: Option<Id>, command: &Value) -> Value {
        let old = self.commands_of(guild).into_iter().find(|old| same(old, command));
        let id = old.map_or_else(|| json!(self.next_id()), |old| old["id"].clone());
        let (application, version) = (json!(self.house.bot), json!(self.next_id()));
        let mut full = filled(command, &id, &application, &version);
        if let Some(guild) = guild {
            full["guild_id"] = json!(guild);
        }
        full
    }
}

/// Whether two commands are the same one: name and type.
fn same(a: &Value, b: &Value) -> bool {
    let kind = |c: &Value| c["type"].as_u64().unwrap_or(1);
    a["name"] == b["name"] && kind(a) == kind(b)
}

pub(super) async fn list(State(room): State<Arc<Room>>, Path(parts): Path<Vec<String>>, request: Request) -> Answer {
    let inner = room.lock();
    let place = place(&inner, &parts, request.uri().path())?;
    Ok(Json(inner.commands_of(place.guild).into()))
}

pub(super) async fn overwrite(
    State(room): State<Arc<Room>>,
    Path(parts): Path<Vec<String>>,
    request: Request,
) -> Answer {
    let place = place(&room.lock(), &parts, request.uri().path())?;
    let body = body::read(request).await?.json;
    let Some(given) = body.as_array() else { return Err(ApiError::invalid_json()) };
    let mut errors = FormErrors::default();
    errors.size("", given.len(), 0, MOST_COMMANDS);
    for (index, command) in given.iter().enumerate() {
        check(&mut errors, command, &index.to_string());
        if given[..index].iter().any(|other| same(other, command)) {
            let message = "Application command names must be unique";
            errors.add(&format!("{index}.name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
    errors.finish()?;
    let mut inner = room.lock();
    let list: Vec<Value> = given.iter().map(|command| inner.register(place.guild, command)).collect();
    inner.put_commands(place.guild, list.clone());
    Ok(Json(list.into()))
}

pub(super) async fn create(
    State(room): State<Arc<Room>>,
    Path(parts): Path<Vec<String>>,
    request: Request,
) -> ApiResult<(StatusCode, Json<Value>)> {
    let place = place(&room.lock(), &parts, request.uri().path())?;
    let command = body::read(request).await?.json;
    let mut errors = FormErrors::default();
    check(&mut errors, &command, "");
    errors.finish()?;
    let mut inner = room.lock();
    let full = inner.register(place.guild, &command);
    let mut list = inner.commands_of(place.guild);
    let known = list.iter().any(|old| same(old, &full));
    if !known && list.len() >= MOST_COMMANDS {
        return Err(FormErrors::one(
            "",
            "APPLICATION_COMMANDS_LIMIT",
            "Maximum number of application commands reached (100)",
        ));
    }
    list.retain(|old| !same(old, &full));
    list.push(full.clone());
    inner.put_commands(place.guild, list);
    Ok((if known { StatusCode::OK } else { StatusCode::CREATED }, Json(full)))
}

fn find(inner: &Inner, place: &Place) -> ApiResult<(Vec<Value>, usize)> {
    let list = inner.commands_of(place.guild);
    let index = list.iter().position(|c| c["id"].as_str() == place.command.as_deref());
    index.map(|index| (list, index)).ok_or_else(ApiError::unknown_command)
}

pub(super) async fn get(State(room): State<Arc<Room>>, Path(parts): Path<Vec<String>>, request: Request) -> Answer {
    let inner = room.lock();
    let place = place(&inner, &parts, request.uri().path())?;
    let (mut list, index) = find(&inner, &place)?;
    Ok(Json(list.swap_remove(index)))
}

pub(super) async fn edit(State(room): State<Arc<Room>>, Path(parts): Path<Vec<String>>, request: Request) -> Answer {
    let place = place(&room.lock(), &parts, request.uri().path())?;
    let changes = body::read(request).await?.json;
    let mut inner = room.lock();
    let (mut list, index) = find(&inner, &place)?;
    for (key, value) in changes.as_object().into_iter().flatten() {
        list[index][key] = value.clone();
    }
    let mut errors = FormErrors::default();
    check(&mut errors, &list[index], "");
    errors.finish()?;
    list[index]["version"] = json!(inner.next_id());
    let full = list[index].clone();
    inner.put_commands(place.guild, list);
    Ok(Json(full))
}

pub(super) async fn delete(
    State(room): State<Arc<Room>>,
    Path(parts): Path<Vec<String>>,
    request: Request,
) -> ApiResult<StatusCode> {
    let mut inner = room.lock();
    let place = place(&inner, &parts, request.uri().path())?;
    let (mut list, index) = find(&inner, &place)?;
    list.remove(index);
    inner.put_commands(place.guild, list);
    Ok(StatusCode::NO_CONTENT)
}
