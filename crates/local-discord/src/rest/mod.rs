//! Discord's REST interface, version 10, as far as a bot in this room needs it.

pub(super) mod body;
mod channels;
mod commands;
pub(super) mod emojis;
mod interactions;
mod messages;
mod server;
mod threads;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post, put};

use super::error::{ApiError, ApiResult};
use super::ids::Id;
use super::room::Room;

/// The most bytes in a request with files.
const BODY_BYTES: usize = 110 << 20;

/// Everything below `/api/v10`.
pub(super) fn routes(room: Arc<Room>) -> Router {
    let open = Router::new()
        .route("/gateway", get(server::gateway))
        .route("/interactions/{id}/{token}/callback", post(interactions::callback))
        .route("/webhooks/{app}/{token}", post(webhooks::follow_up))
        .route(
            "/webhooks/{app}/{token}/messages/{message}",
            get(webhooks::get).patch(webhooks::edit).delete(webhooks::delete),
        );
    let guarded = Router::new()
        .merge(channel_routes())
        .merge(command_routes())
        .route("/applications/{app}/emojis", get(emojis::list).post(emojis::create))
        .route("/applications/{app}/emojis/{emoji}", get(emojis::get).delete(emojis::delete))
        .route("/gateway/bot", get(server::gateway_bot))
        .route("/users/@me", get(server::me))
        .route("/users/@me/guilds", get(server::my_guilds))
        .route("/users/@me/channels", post(channels::open_dm))
        .route("/users/{user}", get(server::user))
        .route("/applications/@me", get(server::application))
        .route("/oauth2/applications/@me", get(server::application))
        .route("/guilds/{guild}", get(server::guild))
        .route("/guilds/{guild}/channels", get(server::guild_channels))
        .route("/guilds/{guild}/roles", get(server::roles))
        .route("/guilds/{guild}/members", get(server::members))
        .route("/guilds/{guild}/members/{user}", get(server::member))
        .route("/guilds/{guild}/threads/active", get(threads::active))
        .layer(middleware::from_fn_with_state(room.clone(), authorize));
    open.merge(guarded)
        .fallback(any(|| async { ApiError::no_route() }))
        .method_not_allowed_fallback(|| async { ApiError::no_method() })
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .with_state(room)
}

fn channel_routes() -> Router<Arc<Room>> {
    Router::new()
        .route("/channels/{channel}", get(channels::get).patch(channels::edit).delete(channels::delete))
        .route("/channels/{channel}/typing", post(channels::typing))
        .route("/channels/{channel}/messages", get(messages::list).post(messages::create))
        .route(
            "/channels/{channel}/messages/{message}",
            get(messages::get).patch(messages::edit).delete(messages::delete),
        )
        .route("/channels/{channel}/threads", post(threads::create))
        .route("/channels/{channel}/messages/{message}/threads", post(threads::from_message))
        .route("/channels/{channel}/thread-members", get(threads::members))
        .route("/channels/{channel}/thread-members/{user}", put(threads::add_member).delete(threads::remove_member))
}

fn command_routes() -> Router<Arc<Room>> {
    Router::new()
        .route("/applications/{app}/commands", get(commands::list).put(commands::overwrite).post(commands::create))
        .route(
            "/applications/{app}/commands/{command}",
            get(commands::get).patch(commands::edit).delete(commands::delete),
        )
        .route(
            "/applications/{app}/guilds/{guild}/commands",
            get(commands::list).put(commands::overwrite).post(commands::create),
        )
        .route(
            "/applications/{app}/guilds/{guild}/commands/{command}",
            get(commands::get).patch(commands::edit).delete(commands::delete),
        )
}

async fn authorize(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
    let given = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if given.and_then(|value| value.strip_prefix("Bot ")) == Some(room.token.as_str()) {
        next.run(request).await
    } else {
        ApiError::unauthorized().into_response()
    }
}

/// The ids in a path; anything that is not an id cannot be found.
fn ids<const N: usize>(Path(parts): Path<Vec<String>>, unknown: fn() -> ApiError) -> ApiResult<[Id; N]> {
    let ids: Vec<Id> = parts.iter().map(|part| part.parse()).collect::<Result<_, _>>().map_err(|_| unknown())?;
    ids.try_into().map_err(|_| unknown())
}
