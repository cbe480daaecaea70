//! The connection to Discord: client, shards, start and stop.

mod at_start;
mod limits;
mod silence;

use std::future::Future;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serenity::client::{ClientBuilder, Context, EventHandler};
use serenity::gateway::{ConnectionStage, GatewayError, ShardManager};
use serenity::http::{Http, HttpBuilder};
use serenity::model::application::Interaction;
use serenity::model::gateway::{GatewayIntents, Ready};
use tokio::task::JoinSet;

use crate::config::{Shards, Token};
use crate::ops::metrics::Metrics;
use crate::ops::overheard::{self, Warnings};
use crate::store::StoreError;
use crate::tables::{Closing, Room};

use super::api::{Api, Failure, StartsLeft, direct};
use super::app::App;
use super::dispatch::Dispatch;
use super::incoming::Incoming;
use super::preferences::Preferences;
use super::presenter::{Manners, Presenters};
use super::registry;
use silence::Silence;

/// The longest that a stop waits for whatever is under way.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);
/// How often connected shards and the tables in memory are counted.
const PULSE: Duration = Duration::from_millis(500);

/// How to reach Discord.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The bot's token.
    pub token: Token,
    /// An HTTP proxy that keeps the rate limits, or a server that behaves like Discord.
    pub proxy: Option<String>,
    /// Which shards to run.
    pub shards: Shards,
    /// How messages of tables are kept up to date.
    pub manners: Manners,
}

/// Why the bot cannot start, or has stopped.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// Discord does not accept the token.
    #[error(
        "Discord does not accept DISCORD_TOKEN. Copy it anew: https://discord.com/developers -> your application -> Bot -> \
         Reset Token."
    )]
    Token,
    /// The proxy does not answer as Discord does.
    #[error(
        "DISCORD_PROXY_URL is {url}, but nothing there answers as Discord's API does: {why}. Start it, or take the \
             variable away."
    )]
    Proxy {
        /// Its address.
        url: String,
        /// What went wrong.
        why: String,
    },
    /// Discord cannot be reached.
    #[error("Discord cannot be reached: {0}. Check the network, and https://discordstatus.com.")]
    Away(String),
    /// The gateway has closed the connection for good.
    #[error("Discord's gateway has closed the connection: {0}.")]
    Gateway(String),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Our own commands are broken.
    #[error("A file of commands/ is broken: {0}.")]
    Commands(String),
}

/// A client for Discord's API, or for a stand-in.
#[must_use]
pub fn http(token: &Token, proxy: Option<&str>) -> Http {
    let builder = HttpBuilder::new(token.reveal());
    match proxy {
        // The client honours a proxy only if its own rate limiter is off; keeping the limits is the proxy's job.
        Some(url) => builder.client(direct()).proxy(url).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// Who the bot is, and where it connects.
pub struct Known {
    /// Its id.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// The WebSocket address.
    pub gateway: String,
}

/// Asks Discord who we are and where its gateway is, so that any problem is known before anything is started.
///
/// # Errors
/// What is wrong.
pub async fn check(api: &Api, proxy: Option<&str>) -> Result<Known, BotError> {
    let (id, name) = api.me().await.map_err(|failure| wrong(failure, proxy))?;
    let gateway = api.gateway().await.map_err(|failure| wrong(failure, proxy))?;
    if !(gateway.starts_with("ws://") || gateway.starts_with("wss://")) {
        return Err(wrong(Failure::Away(format!("its gateway is {gateway:?}, no WebSocket address")), proxy));
    }
    Ok(Known { id, name, gateway })
}

fn wrong(failure: Failure, proxy: Option<&str>) -> BotError {
    let why = match failure {
        Failure::Unauthorized => return BotError::Token,
        // The error's text already says that nothing could be reached.
        Failure::Away(why) => why,
        Failure::Down(status) => format!("status {status}"),
        other => other.to_string(),
    };
    match proxy {
        Some(url) => BotError::Proxy { url: url.to_owned(), why },
        None => BotError::Away(why),
    }
}

/// Runs the bot until `stop` is ready, or Discord ends it. Interactions under way are then finished; the room stays
/// open.
///
/// # Errors
/// Why it cannot start, or has stopped.
pub async fn run(
    connection: Connection,
    room: Room,
    metrics: Arc<Metrics>,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let proxy = connection.proxy.as_deref();
    let commands = registry::commands().map_err(BotError::Commands)?;
    let probe = Api::new(Arc::new(http(&connection.token, proxy)), Arc::clone(&metrics));
    let mut stop = std::pin::pin!(stop);
    tracing::info!("asking Discord who we are");
    let Known { name, gateway, .. } = tokio::select! {
        known = check(&probe, proxy) => known?,
        () = &mut stop => return Ok(()),
    };
    tracing::info!(bot = name, "Discord knows us");
    tokio::select! {
        () = enough_starts(&probe, &connection.shards) => {}
        () = &mut stop => return Ok(()),
    }
    let ours = AtomicU32::new(known(&connection.shards));
    let handler = Arc::new(Handler { dispatch: OnceLock::new(), commands, ready: tokio::sync::Notify::new(), ours });
    // Interactions arrive without any intent.
    let client = ClientBuilder::new_with_http(http(&connection.token, proxy), GatewayIntents::empty())
        .event_handler_arc(Arc::clone(&handler));
    let mut client = client.await.map_err(|error| BotError::Away(error.to_string()))?;
    // The client has looked the gateway up itself; if that failed even briefly, it would silently use the public
    // gateway.
    *client.ws_url.lock().await = gateway;
    let api = Api::new(Arc::clone(&client.http), Arc::clone(&metrics));
    let preferences = Preferences::load(room.store().clone()).await?;
    let presenters = Presenters::new(api.clone(), room.clone(), preferences, connection.manners);
    let app = Arc::new(App { room: room.clone(), api, presenters: presenters.clone(), metrics: Arc::clone(&metrics) });
    let dispatch = Arc::new(Dispatch::new(Arc::clone(&app)));
    let _ = handler.dispatch.set(Arc::clone(&dispatch));
    let shards = Arc::clone(&client.shard_manager);
    let mut aside = JoinSet::new();
    let vitals = room.store().vitals().clone();
    aside.spawn(vitals.guard("what tells presenters of changes", watch(Arc::clone(&app))));
    aside.spawn(vitals.guard("what closes lobbies without a channel", clear(room, presenters.clone())));
    aside.spawn(limits::sweep(Arc::clone(&client.http)));
    aside.spawn(vitals.guard("the pulse", pulse(Arc::clone(&shards), Arc::clone(&handler), Arc::clone(&app))));
    let begin = vitals.spawn("what a start has to do", begin(Arc::clone(&handler), Arc::clone(&app)));
    let warnings = overheard::listen();
    let outcome = tokio::select! {
        error = refused(warnings) => Err(error),
        outcome = start(&mut client, &connection.shards) => outcome.map_err(ended),
        () = &mut stop => Ok(()),
    };
    begin.abort();
    dispatch.stop(SHUTDOWN_TIMEOUT).await;
    presenters.shutdown(SHUTDOWN_TIMEOUT).await;
    aside.shutdown().await;
    metrics.shards(0, 0);
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, shards.shutdown_all()).await;
    outcome
}

/// Waits while Discord allows too few new connections. Whoever begins more of them loses the token: that may be a bot
/// which something restarts again and again.
async fn enough_starts(api: &Api, shards: &Shards) {
    if let Some((starts, needed)) = too_few_starts(api, shards).await {
        tracing::warn!(
            left = starts.left,
            needed,
            seconds = starts.again.as_secs(),
            "Discord allows too few new connections for now: waiting until it does. Is the bot restarted all the time?"
        );
        tokio::time::sleep(starts.again).await;
    }
}

/// The connections that may still be begun, and how many these shards need, if those are more.
pub async fn too_few_starts(api: &Api, shards: &Shards) -> Option<(StartsLeft, u64)> {
    let starts = api.starts_left().await.ok()??;
    let needed = if let Shards::Some(..) = shards { known(shards).into() } else { starts.shards };
    (starts.left < needed && !starts.again.is_zero()).then_some((starts, needed))
}

async fn start(client: &mut serenity::Client, shards: &Shards) -> Result<(), serenity::Error> {
    match shards {
        Shards::All => client.start_autosharded().await,
        // The library takes the end of its range to be the last shard.
        Shards::Some(some, total) => client.start_shard_range(*some.start()..*some.end(), *total).await,
    }
}

fn ended(error: serenity::Error) -> BotError {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => BotError::Token,
        serenity::Error::Gateway(GatewayError::NoAuthentication) => {
            BotError::Gateway("it does not know the session any more; a new start has a new one".to_owned())
        }
        serenity::Error::Gateway(GatewayError::InvalidShardData) => {
            BotError::Gateway("it does not take these shards; DISCORD_SHARDS=all lets it choose".to_owned())
        }
        serenity::Error::Gateway(GatewayError::OverloadedShard) => {
            BotError::Gateway("a shard has too many servers; DISCORD_SHARDS needs a larger total".to_owned())
        }
        other => BotError::Gateway(other.to_string()),
    }
}

/// Waits until a shard is refused for good. The library only logs that, and then keeps reading the closed connection
/// without a pause, so the program has to end.
async fn refused(mut warnings: Warnings) -> BotError {
    loop {
        if let Some(error) = refusal(&warnings.next().await) {
            return error;
        }
    }
}

/// The refusal for good that a warning from the library means, if it means one.
#[must_use]
pub fn refusal(warning: &str) -> Option<BotError> {
    [
        ("Sent no authentication.", GatewayError::NoAuthentication),
        ("Sent invalid shard data.", GatewayError::InvalidShardData),
        ("Shard has too many guilds.", GatewayError::OverloadedShard),
    ]
    .into_iter()
    .find_map(|(words, error)| warning.ends_with(words).then(|| ended(serenity::Error::Gateway(error))))
}

/// Hands every change of every table to its presenter, once the answer to the person who made it is on its way.
async fn watch(app: Arc<App>) {
    let mut changes = app.room.changes();
    while let Some(snapshot) = changes.next().await {
        app.api.answering().give_way().await;
        app.presenters.show(snapshot);
        while let Some(snapshot) = changes.next_now() {
            app.presenters.show(snapshot);
        }
        app.metrics.live(app.room.awake(), app.presenters.at_work());
    }
}

/// Closes lobbies whose channels are gone.
async fn clear(room: Room, presenters: Presenters) {
    while let Some(table) = presenters.next_gone().await {
        if let Err(rejection) = room.close(&table, Closing::Unreachable).await {
            tracing::warn!(%table, why = %rejection, "a lobby whose channel is gone could not be closed");
        }
    }
}

/// Keeps count of the connected shards. The library reports the stages that its shards reach, but not that a shard
/// has broken off. Tables also go idle without a change, so what is in memory is counted here as well. A shard that has
/// fallen silent is connected anew.
async fn pulse(shards: Arc<ShardManager>, handler: Arc<Handler>, app: Arc<App>) {
    let mut silence = Silence::default();
    loop {
        let (connected, started, silent) = {
            let runners = shards.runners.lock().await;
            let connected = runners.values().filter(|shard| shard.stage == ConnectionStage::Connected);
            (connected.count(), runners.len(), silence.listen(&runners, Instant::now()))
        };
        for shard in silent {
            tracing::warn!(%shard, "Discord's gateway has fallen silent: connecting anew");
            shards.restart(shard).await;
        }
        // A shard whose start keeps failing is not among those that were started.
        let all = started.max(handler.ours.load(Ordering::Relaxed) as usize);
        app.metrics.shards(connected, all);
        app.metrics.live(app.room.awake(), app.presenters.at_work());
        app.metrics.broken_tables(app.room.broken());
        tokio::time::sleep(PULSE).await;
    }
}

/// How many shards this process runs; 0 if Discord decides.
const fn known(shards: &Shards) -> u32 {
    match shards {
        Shards::All => 0,
        Shards::Some(some, _) => *some.end() - *some.start() + 1,
    }
}

/// What is done once, when the first shard is connected.
async fn begin(handler: Arc<Handler>, app: Arc<App>) {
    handler.ready.notified().await;
    tokio::join!(at_start::register(&app, &handler.commands), at_start::catch_up(&app));
    // It has ended well, and must not be missed.
    std::future::pending::<()>().await;
}

struct Handler {
    dispatch: OnceLock<Arc<Dispatch>>,
    commands: Vec<serde_json::Value>,
    /// A shard is connected.
    ready: tokio::sync::Notify,
    /// How many shards this process runs; 0 until Discord has said how many.
    ours: AtomicU32,
}

#[serenity::async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, ready: Ready) {
        let shard = ready.shard.map_or(0, |shard| shard.id.0);
        tracing::info!(shard, "connected");
        let total = ready.shard.map_or(1, |shard| shard.total);
        // If the shards were chosen beforehand, the total may be that of several processes.
        let _ = self.ours.compare_exchange(0, total, Ordering::Relaxed, Ordering::Relaxed);
        self.ready.notify_one();
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let Some(dispatch) = self.dispatch.get() else { return };
        if let Some(incoming) = Incoming::read(interaction) {
            dispatch.handle(incoming).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_once() {
        let away = || Failure::Away("connection refused".to_owned());
        let words = wrong(away(), None).to_string();
        assert_eq!(
            words,
            "Discord cannot be reached: connection refused. Check the network, and https://discordstatus.com."
        );
        let words = wrong(away(), Some("http://127.0.0.1:3000")).to_string();
        assert!(words.contains("as Discord's API does: connection refused. Start it"), "{words}");
        assert!(wrong(Failure::Forbidden, None).to_string().contains("a permission is missing"));
        assert!(matches!(wrong(Failure::Unauthorized, Some("x")), BotError::Token));
    }

    #[test]
    fn only_discord_itself_is_reached_through_the_systems_proxy() {
        let token = Token::new("a.b.c");
        // The debug output of a client that uses the system's proxy says so, whether the system has a proxy or not.
        let asks_the_system = |proxy| format!("{:?}", http(&token, proxy)).contains("proxies");
        assert!(asks_the_system(None));
        assert!(!asks_the_system(Some("http://127.0.0.1:3000")));
    }

    #[test]
    fn shards_are_counted_by_what_was_chosen() {
        assert_eq!(known(&Shards::All), 0);
        assert_eq!(known(&Shards::Some(4..=7, 16)), 4);
    }
}
