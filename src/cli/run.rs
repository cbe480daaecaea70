//! `upcard run`: opens the database, serves health and metrics, and runs the bot, on Discord or in the card room.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::config::{Config, TOKEN_LIKE, Venue};
use crate::discord::SPOKEN;
use crate::discord::gateway::{self, BotError, Connection};
use crate::discord::presenter::Manners;
use crate::ops::health;
use crate::ops::metrics::Metrics;
use crate::store::Store;
use crate::tables::{Beacon, Room, RoomConfig};

use super::room::{self as card_room, ROOM_DATA};
use super::{Ending, say, sources, stopped, warnings, well};

/// The longest that closing the room takes. Taking leave of Discord has had at most 6 s before, and whoever stops a
/// container kills it after 10 s.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs the bot on Discord, or without a token the local card room and the bot in it.
pub(super) async fn run(config: Config) -> Result<(), Ending> {
    if config.venue == Venue::Nowhere {
        return Err(nowhere());
    }
    // From the very start: a container's first process is stopped only by signals that it listens for.
    let mut stop = tokio::spawn(stopped());
    let file = Store::file(&config.database)?;
    let (version, settings) = (super::VERSION.as_str(), sources(&config));
    tracing::info!(version, database = %file.display(), settings, "starting");
    for warning in warnings(&config) {
        tracing::warn!("{warning}");
    }
    let _alone = tokio::select! {
        alone = Store::alone(&config.database) => alone?,
        _ = &mut stop => return Ok(()),
    };
    let store = Store::open(&config.database).await?;
    let metrics = Arc::new(Metrics::default());
    let vitals = store.vitals().clone();
    let watch = vitals.spawn("what looks after the database", well::watch(store.clone(), Arc::clone(&metrics)));
    let beacon = config.drand.as_deref().map(Beacon::at);
    let (speed, moment) = (config.clock_speed, std::time::Duration::from_secs(20));
    let (draws, language) = (render::draws, SPOKEN);
    let room =
        Room::open_with(store, RoomConfig { draws, language, moment, speed, beacon, ..RoomConfig::default() }).await?;
    let stop = async {
        tokio::select! {
            _ = stop => {}
            lost = vitals.until_lost() => tracing::error!("{lost}"),
        }
        vitals.release();
    };
    let outcome = serve(&config, &room, metrics, stop).await;
    watch.abort();
    let mut closing = std::pin::pin!(room.shutdown());
    let is_slow = tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut closing).await.is_err();
    // What was acknowledged is on the disk, so nobody waits for one that hangs; unless only what is open here has it.
    if is_slow && !room.store().is_in_place() {
        closing.await;
    }
    // After a failure, the last line of the log is what went wrong.
    outcome.and_then(|()| ended_well(room.store())).inspect(|()| tracing::info!("stopped"))
}

/// Whether all that was played is kept, and nothing broke.
fn ended_well(store: &Store) -> Result<(), Ending> {
    if let Some(loss) = store.loss() {
        return Err(loss.into());
    }
    if let Some(damage) = store.damage() {
        return Err(damage.into());
    }
    store.vitals().lost().map_or(Ok(()), |lost| Err(Ending::other(lost.to_string())))
}

async fn serve(
    config: &Config,
    room: &Room,
    metrics: Arc<Metrics>,
    stop: impl Future<Output = ()>,
) -> Result<(), Ending> {
    if let Some(address) = config.http {
        let check = well::check(room.store().clone(), Arc::clone(&metrics));
        let served = health::serve(address, Arc::clone(&metrics), check, room.store().vitals()).await;
        let bound = served.map_err(|error| {
            Ending::address(format!(
                "UPCARD_HTTP is {address}, which cannot be bound: {error}. Set UPCARD_HTTP to another address or port."
            ))
        })?;
        tracing::info!("health and metrics on http://{bound}");
    }
    let token = match &config.venue {
        Venue::Room(address) => return locally(config, *address, room, metrics, stop).await,
        Venue::Discord(token) => token.clone(),
        Venue::Nowhere => return Err(nowhere()),
    };
    let (proxy, shards, privacy) = (config.proxy.clone(), config.shards.clone(), config.privacy.clone());
    let connection = Connection { token, proxy, shards, privacy, manners: Manners::default(), emoji: true };
    gateway::run(connection, room.clone(), metrics, stop).await.map_err(|error| refused(&error))
}

async fn locally(
    config: &Config,
    address: SocketAddr,
    room: &Room,
    metrics: Arc<Metrics>,
    stop: impl Future<Output = ()>,
) -> Result<(), Ending> {
    let local = card_room::open(address, metrics.traffic("room"), room.store().vitals()).await?;
    let connection = Connection { privacy: config.privacy.clone(), ..card_room::connection(&local) };
    say(format_args!("The card room is open: {}", local.page_url()));
    say(format_args!(
        "It is for trying and testing, on this machine only. Ctrl-C closes it; tables are kept in {}, messages in {ROOM_DATA}.",
        config.database
    ));
    let outcome = gateway::run(connection, room.clone(), metrics, stop).await;
    local.shutdown().await;
    outcome.map_err(|error| refused(&error))
}

/// There is neither a token nor a card room.
pub(super) fn nowhere() -> Ending {
    Ending::setting(format!(
        "DISCORD_TOKEN is not set, and UPCARD_ROOM=off: there is nowhere to play. Set DISCORD_TOKEN to {TOKEN_LIKE}"
    ))
}

pub(super) fn refused(error: &BotError) -> Ending {
    Ending::discord(error.to_string())
}
