//! Reads of what there is only one of: gateway, application, guild, people.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::ids;
use crate::error::{ApiError, ApiResult};
use crate::ids::Id;
use crate::room::{Inner, Room};

type Answer = ApiResult<Json<Value>>;

pub(super) async fn gateway(State(room): State<Arc<Room>>) -> Json<Value> {
    Json(json!({"url": format!("ws://{}/gateway", room.authority)}))
}

pub(super) async fn gateway_bot(State(room): State<Arc<Room>>) -> Json<Value> {
    let limit = json!({"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1});
    Json(json!({"url": format!("ws://{}/gateway", room.authority), "shards": 1, "session_start_limit": limit}))
}

pub(super) async fn me(State(room): State<Arc<Room>>) -> Json<Value> {
    let inner = room.lock();
    let mut me = inner.user_json(inner.house.bot);
    me["verified"] = json!(true);
    me["mfa_enabled"] = json!(false);
    me["locale"] = json!("en-US");
    me["email"] = Value::Null;
    Json(me)
}

pub(super) async fn my_guilds(State(room): State<Arc<Room>>) -> Json<Value> {
    let inner = room.lock();
    let permissions = crate::wire::permission::COMMON.to_string();
    Json(json!([{"id": inner.house.guild, "name": inner.house.guild_name, "icon": null, "banner": null, "owner": false,
        "permissions": permissions, "features": []}]))
}

pub(super) async fn application(State(room): State<Arc<Room>>) -> Json<Value> {
    let inner = room.lock();
    let owner = inner.user_json(inner.owner());
    Json(json!({
        "id": inner.house.bot, "name": inner.bot_name, "icon": null, "description": "", "bot_public": false,
        "bot_require_code_grant": false, "owner": owner, "team": null, "verify_key": "0".repeat(64), "flags": 0,
        "bot": inner.user_json(inner.house.bot), "summary": "", "hook": true, "type": null, "rpc_origins": [],
        "integration_types_config": {"0": {}}, "approximate_guild_count": 1, "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "eligible_oauth2_scopes": [], "explicit_content_filter": 0,
        "flags_new": "0", "redirect_uris": [], "interactions_endpoint_url": null, "role_connections_verification_url": null,
    }))
}

pub(super) async fn user(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [id] = ids(path, ApiError::unknown_user)?;
    let inner = room.lock();
    known(&inner, id).ok_or_else(ApiError::unknown_user)?;
    Ok(Json(inner.user_json(id)))
}

fn known(inner: &Inner, id: Id) -> Option<Id> {
    (inner.people.contains_key(&id) || id == inner.house.bot).then_some(id)
}

/// Checks that it is the room's only guild.
fn check_guild(inner: &Inner, id: Id) -> ApiResult<()> {
    if id == inner.house.guild { Ok(()) } else { Err(ApiError::unknown_guild()) }
}

pub(super) async fn guild(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [id] = ids(path, ApiError::unknown_guild)?;
    let inner = room.lock();
    check_guild(&inner, id)?;
    Ok(Json(inner.guild_json()))
}

pub(super) async fn guild_channels(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [id] = ids(path, ApiError::unknown_guild)?;
    let inner = room.lock();
    check_guild(&inner, id)?;
    Ok(Json(inner.guild_channels_json()))
}

pub(super) async fn roles(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [id] = ids(path, ApiError::unknown_guild)?;
    let inner = room.lock();
    check_guild(&inner, id)?;
    Ok(Json(inner.roles_json()))
}

pub(super) async fn members(State(room): State<Arc<Room>>, path: Path<Vec<String>>) -> Answer {
    let [id] = ids(path, ApiError::unknown_guild)?;
    let inner = room.lock();
    check_guild(&inner, id)?;
    let there = inner.people.values().filter(|person| !person.left).map(|person| person.id);
    let everybody = there.chain([inner.house.bot]);
    Ok(Json(everybody.map(|id| inner.member_json(id)).collect()))
}

pub(super) async fn member(State(room): State<Arc<Room>>, Path(path): Path<(String, String)>) -> Answer {
    let inner = room.lock();
    check_guild(&inner, path.0.parse().map_err(|_| ApiError::unknown_guild())?)?;
    let id = if path.1 == "@me" { Some(inner.house.bot) } else { path.1.parse().ok() };
    let is_there = |id: &Id| inner.people.get(id).is_none_or(|person| !person.left);
    let id = id.and_then(|id| known(&inner, id)).filter(is_there).ok_or_else(ApiError::unknown_member)?;
    Ok(Json(inner.member_json(id)))
}
