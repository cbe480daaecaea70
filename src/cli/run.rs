//! `upcard run`.

use std::sync::Arc;

use crate::config::Config;
use crate::discord::gateway::{self, BotError, Connection};
use crate::discord::presenter::Manners;
use crate::ops::health::{self, Check};
use crate::ops::metrics::Metrics;
use crate::store::Store;
use crate::tables::Room;

use super::room::{LocalRoom, ROOM_DATA};
use super::{Ending, say, stopped};

/// Runs the bot on Discord, or without a token the local card room and the bot in it.
pub(super) async fn run(config: Config) -> Result<(), Ending> {
    // From the very start: as a container's first process we are only stopped by signals that we listen to.
    let stop = tokio::spawn(stopped());
    let store = Store::open(&config.database).await.map_err(|error| Ending::database(error.to_string()))?;
    let room = Room::open(store).await.map_err(|error| Ending::database(error.to_string()))?;
    let outcome = serve(&config, &room, async { drop(stop.await) }).await;
    room.shutdown().await;
    // Of a failure the last line is what went wrong.
    outcome.inspect(|()| tracing::info!("stopped"))
}

async fn serve(config: &Config, room: &Room, stop: impl Future<Output = ()>) -> Result<(), Ending> {
    let metrics = Arc::new(Metrics::default());
    if let Some(address) = config.http {
        let check = check(room.clone(), Arc::clone(&metrics));
        let served = health::serve(address, Arc::clone(&metrics), check).await;
        let bound = served.map_err(|error| {
            Ending::address(format!("UPCARD_HTTP is {address}, which cannot be bound: {error}. Choose another port."))
        })?;
        tracing::info!("health and metrics on http://{bound}");
    }
    let Some(token) = config.token.clone() else { return locally(config, room, metrics, stop).await };
    let connection =
        Connection { token, proxy: config.proxy.clone(), shards: config.shards.clone(), manners: Manners::default() };
    gateway::run(connection, room.clone(), metrics, stop).await.map_err(|error| refused(&error))
}

async fn locally(
    config: &Config,
    room: &Room,
    metrics: Arc<Metrics>,
    stop: impl Future<Output = ()>,
) -> Result<(), Ending> {
    let local = LocalRoom::open(config).await?;
    let connection = local.connection();
    say(format_args!("The card room is open: {}", local.page()));
    say(format_args!(
        "It is for trying and testing, on this machine only. Ctrl-C closes it; tables are kept in {}, messages in {ROOM_DATA}.",
        config.database
    ));
    let outcome = gateway::run(connection, room.clone(), metrics, stop).await;
    local.close().await;
    outcome.map_err(|error| refused(&error))
}

pub(super) fn refused(error: &BotError) -> Ending {
    Ending::discord(error.to_string())
}

/// Well: connected to Discord, and the database answers.
fn check(room: Room, metrics: Arc<Metrics>) -> Check {
    Arc::new(move || {
        let (room, metrics) = (room.clone(), Arc::clone(&metrics));
        Box::pin(async move {
            if !metrics.is_connected() {
                return Err("not connected to Discord".to_owned());
            }
            let nowhere = crate::tables::ChannelId(0);
            room.at(nowhere).await.map(drop).map_err(|_| "the database does not answer".to_owned())
        })
    })
}
