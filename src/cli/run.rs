//! `upcard run`: opens the database, serves health and metrics, and runs the bot, on Discord or in the card room.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::config::{Config, LogFormat, Venue};
use crate::discord::gateway::{self, BotError, Connection};
use crate::discord::presenter::Manners;
use crate::ops::health::{self, Check};
use crate::ops::metrics::Metrics;
use crate::ops::{logs, overheard};
use crate::store::Store;
use crate::tables::Room;

use super::room::{self as card_room, ROOM_DATA};
use super::{Ending, say, sources, stopped, warn_of_strangers};

/// Runs the bot on Discord, or without a token the local card room and the bot in it.
pub(super) async fn run(config: Config) -> Result<(), Ending> {
    // From the very start: a container's first process is stopped only by signals that it listens for.
    let stop = tokio::spawn(stopped());
    let file = Store::file(&config.database)?;
    let (version, settings) = (env!("CARGO_PKG_VERSION"), sources(&config));
    tracing::info!(version, database = %file.display(), settings, "starting");
    warn_of_strangers();
    let _alone = Store::alone(&config.database).await?;
    let store = Store::open(&config.database).await?;
    let room = Room::open(store).await?;
    let outcome = serve(&config, &room, async { drop(stop.await) }).await;
    room.shutdown().await;
    // After a failure, the last line of the log is what went wrong.
    outcome.inspect(|()| tracing::info!("stopped"))
}

async fn serve(config: &Config, room: &Room, stop: impl Future<Output = ()>) -> Result<(), Ending> {
    let metrics = Arc::new(Metrics::default());
    if let Some(address) = config.http {
        let check = check(room.clone(), Arc::clone(&metrics));
        let served = health::serve(address, Arc::clone(&metrics), check).await;
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
    };
    end_anyway(config.log);
    let connection =
        Connection { token, proxy: config.proxy.clone(), shards: config.shards.clone(), manners: Manners::default() };
    gateway::run(connection, room.clone(), metrics, stop).await.map_err(|error| refused(&error))
}

async fn locally(
    config: &Config,
    address: SocketAddr,
    room: &Room,
    metrics: Arc<Metrics>,
    stop: impl Future<Output = ()>,
) -> Result<(), Ending> {
    let local = card_room::open(address).await?;
    let connection = card_room::connection(&local);
    say(format_args!("The card room is open: {}", local.page_url()));
    say(format_args!(
        "It is for trying and testing, on this machine only. Ctrl-C closes it; tables are kept in {}, messages in {ROOM_DATA}.",
        config.database
    ));
    let outcome = gateway::run(connection, room.clone(), metrics, stop).await;
    local.shutdown().await;
    outcome.map_err(|error| refused(&error))
}

/// How long the program may take to end once Discord has refused it for good.
const LATEST: Duration = Duration::from_secs(12);

/// Ends the program where it cannot end itself. A shard that was refused reads the closed connection without a pause, and
/// may take the whole runtime with it; so this waits on a thread of its own. What was acknowledged is on the disk.
fn end_anyway(log: LogFormat) {
    let mut warnings = overheard::listen();
    std::thread::spawn(move || {
        let refusal = loop {
            if let Some(refusal) = gateway::refusal(&warnings.next_blocking()) {
                break refusal;
            }
        };
        std::thread::sleep(LATEST);
        let ending = refused(&refusal);
        logs::last(log, ending.code, &ending.words);
        std::process::exit(ending.code.into());
    });
}

pub(super) fn refused(error: &BotError) -> Ending {
    Ending::discord(error.to_string())
}

/// A health check must be answered sooner than the wait for a lock would end.
const TRIAL: Duration = Duration::from_secs(2);

/// The program is well if it is connected to Discord, and the database answers and can be written.
fn check(room: Room, metrics: Arc<Metrics>) -> Check {
    Arc::new(move || {
        let (room, metrics) = (room.clone(), Arc::clone(&metrics));
        Box::pin(async move {
            metrics.connection()?;
            readable(room.store()).await?;
            writable(room.store()).await
        })
    })
}

/// A look-up that finds nothing shows whether the database answers. Most of a damaged database may still answer, so
/// damage that was found is remembered.
async fn readable(store: &Store) -> Result<(), String> {
    let nowhere = crate::tables::ChannelId(0);
    let answer = store.live_at(nowhere).await;
    match store.damage() {
        Some(damage) => Err(damage.to_string()),
        None => answer.map(drop).map_err(|error| format!("the database does not answer: {error}")),
    }
}

/// If the last write failed, another one is tried, so that all is well again even if nobody plays.
async fn writable(store: &Store) -> Result<(), String> {
    let Some(trouble) = store.trouble() else { return Ok(()) };
    let tried = tokio::time::timeout(TRIAL, store.try_to_write()).await.unwrap_or(Err(trouble));
    tried.map_err(|error| format!("the database cannot be written: {error}"))
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection as _, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn a_bot_that_cannot_write_is_not_well_until_it_can_again() {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/upcard.db", dir.path().display());
        let store = Store::open_within(&url, Duration::from_millis(200)).await.unwrap();
        let room = Room::open(store.clone()).await.unwrap();
        let metrics = Arc::new(Metrics::default());
        let check = check(room.clone(), Arc::clone(&metrics));
        assert_eq!(check().await, Err("not connected to Discord".to_owned()));
        metrics.shards(1, 1);
        assert_eq!(check().await, Ok(()));
        let mut other = SqliteConnection::connect(&url).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
        store.prune(0).await.unwrap_err();
        let why = check().await.unwrap_err();
        assert!(why.starts_with("the database cannot be written: ") && why.contains("is locked"), "{why}");
        sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
        assert_eq!(check().await, Ok(()), "nobody has written meanwhile");
        other.close().await.unwrap();
        room.shutdown().await;
    }

    #[tokio::test]
    async fn a_bot_whose_database_is_damaged_says_so() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("upcard.db");
        let url = format!("sqlite://{}", path.display());
        Store::open(&url).await.unwrap().close().await;
        let mut conn = SqliteConnection::connect(&url).await.unwrap();
        let page = "SELECT rootpage FROM sqlite_schema WHERE name = 'one_live_table_a_channel'";
        let page: i64 = sqlx::query_scalar(page).fetch_one(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let page = (page as usize - 1) * 4096;
        bytes[page..page + 4096].fill(0x5a);
        std::fs::write(&path, bytes).unwrap();
        let room = Room::open(Store::open(&url).await.unwrap()).await.unwrap();
        let metrics = Arc::new(Metrics::default());
        metrics.shards(1, 1);
        let why = check(room.clone(), Arc::clone(&metrics))().await.unwrap_err();
        assert!(why.starts_with(&format!("The database {} is damaged. ", path.display())), "{why}");
        room.shutdown().await;
    }
}
