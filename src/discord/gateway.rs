//! The connection to Discord: client, shards, start and stop.

mod at_start;
mod link;
mod morning;
mod pauses;
mod sent_away;
mod starts;

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use serenity::http::{Http, HttpBuilder};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use crate::config::{Shards, Token};
use crate::ops::metrics::Metrics;
use crate::store::StoreError;
use crate::tables::Room;

use super::api::{Api, Failure, StartsLeft};
use super::app::App;
use super::dispatch::Dispatch;
use super::preferences::Preferences;
use super::presenter::{Manners, Presenters};
use super::registry;
use link::{Link, Links};
use starts::Starts;

/// The longest that a stop takes here, boards first. Containers are killed 10 s after they were told to stop, and the
/// database is closed after this.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(6);
/// How much of that may go to answers that are under way: what they did may change boards.
const ANSWERS_TIMEOUT: Duration = Duration::from_secs(2);
/// The last of it is for taking leave of the gateway.
const LEAVE_TIMEOUT: Duration = Duration::from_millis(500);
/// How often connected shards and the tables in memory are counted.
const PULSE: Duration = Duration::from_millis(500);

/// How to reach Discord.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The bot's token.
    pub token: Token,
    /// An HTTP proxy that keeps the rate limits, or a server that behaves like Discord.
    pub proxy: Option<String>,
    pub shards: Shards,
    /// The page that says what is kept of people.
    pub privacy: Option<String>,
    /// How messages of tables are kept up to date.
    pub manners: Manners,
    /// Whether the cards are uploaded as emoji of the application.
    pub emoji: bool,
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
    /// The gateway ends our sessions again and again.
    #[error(
        "Discord's gateway ends our sessions again and again. Of the {total} that it lets us begin a day {left} are left, and \
         beyond them it would reset DISCORD_TOKEN, so upcard ends here. In {hours} h {minutes} min there are as many as \
         usual. Before you start it again: look at https://discordstatus.com, and whether another program uses the same \
         token."
    )]
    Starts {
        left: u64,
        /// How many it usually is.
        total: u64,
        /// After so many hours it is that many again.
        hours: u64,
        minutes: u64,
    },
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Our own commands are broken.
    #[error("A file of commands/ is broken: {0}.")]
    Commands(String),
}

/// What knows the token and where Discord's API is, or a stand-in. It keeps no limits: see [`Api`].
#[must_use]
pub fn http(token: &Token, proxy: Option<&str>) -> Http {
    let builder = HttpBuilder::new(token.reveal()).ratelimiter_disabled(true);
    match proxy {
        Some(url) => builder.proxy(url).build(),
        None => builder.build(),
    }
}

/// Who the bot is, and where it connects.
pub struct Identity {
    pub id: u64,
    pub name: String,
    /// The WebSocket address.
    pub gateway: String,
}

/// Asks Discord who we are and where its gateway is, so that any problem is known before anything is started.
///
/// # Errors
/// What is wrong.
pub async fn check(api: &Api, proxy: Option<&str>) -> Result<Identity, BotError> {
    let (id, name) = api.me().await.map_err(|failure| wrong(failure, proxy))?;
    let gateway = api.gateway().await.map_err(|failure| wrong(failure, proxy))?;
    if !(gateway.starts_with("ws://") || gateway.starts_with("wss://")) {
        return Err(wrong(Failure::Away(format!("its gateway is {gateway:?}, no WebSocket address")), proxy));
    }
    Ok(Identity { id, name, gateway })
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
    let api = Api::new(Arc::new(http(&connection.token, proxy)), Arc::clone(&metrics));
    let mut stop = std::pin::pin!(stop);
    tracing::info!("asking Discord who we are");
    let (known, said) = tokio::select! {
        found = find(&api, &connection) => found?,
        () = &mut stop => return Ok(()),
    };
    let preferences = Preferences::load(room.store().clone()).await?;
    let presenters = Presenters::new(api.clone(), room.clone(), preferences, connection.manners);
    let (presenting, privacy) = (presenters.clone(), connection.privacy.clone());
    let app = App { room: room.clone(), api, presenters: presenting, privacy, metrics: Arc::clone(&metrics) };
    let app = Arc::new(app);
    let dispatch = Arc::new(Dispatch::new(Arc::clone(&app)));
    let (links, mut shards) = connect(&connection, known.gateway, said, &app, &dispatch);
    let mut aside = JoinSet::new();
    let vitals = room.store().vitals().clone();
    aside.spawn(vitals.guard("what tells presenters of changes", watch(Arc::clone(&app))));
    aside.spawn(vitals.guard("the pulse", pulse(Arc::clone(&links), shards.len(), Arc::clone(&app))));
    aside.spawn(vitals.guard("what announces the puzzle of the day", morning::announce(Arc::clone(&app))));
    let begin = begin(Arc::clone(&links), commands, Arc::clone(&app), &connection);
    aside.spawn(vitals.guard("what a start has to do", begin));
    let outcome = tokio::select! {
        Some(ended) = shards.join_next() => {
            Err(ended.ok().flatten().unwrap_or_else(|| BotError::Gateway("our end of it broke".to_owned())))
        }
        () = &mut stop => Ok(()),
    };
    let until = Instant::now() + SHUTDOWN_TIMEOUT;
    dispatch.stop(ANSWERS_TIMEOUT).await;
    presenters.shutdown(until.saturating_duration_since(Instant::now()).saturating_sub(LEAVE_TIMEOUT)).await;
    aside.shutdown().await;
    metrics.shards(0, 0);
    links.stop.cancel();
    // A link that has taken leave ends; one that is between two connections has none to take.
    let _ = timeout(LEAVE_TIMEOUT, async { while shards.join_next().await.is_some() {} }).await;
    outcome
}

/// Who we are, and what the gateway says before the first session, once it allows as many as we need.
async fn find(api: &Api, connection: &Connection) -> Result<(Identity, Option<StartsLeft>), BotError> {
    let proxy = connection.proxy.as_deref();
    let known = check(api, proxy).await?;
    tracing::info!(bot = known.name, "Discord knows us");
    loop {
        let said = match api.starts_left().await {
            Ok(said) => said,
            Err(failure) if matches!(connection.shards, Shards::All) => return Err(wrong(failure, proxy)),
            Err(_) => None,
        };
        let Some((starts, needed)) = said.and_then(|said| too_few(said, &connection.shards)) else {
            return Ok((known, said));
        };
        tracing::warn!(
            left = starts.left,
            needed,
            seconds = starts.again.as_secs(),
            "Discord allows too few new sessions for now: waiting until it does. Is the bot restarted all the time?"
        );
        tokio::time::sleep(starts.again).await;
    }
}

/// The sessions that may still be begun, and how many these shards need, if those are more.
pub async fn too_few_starts(api: &Api, shards: &Shards) -> Option<(StartsLeft, u64)> {
    too_few(api.starts_left().await.ok()??, shards)
}

/// Whoever begins more loses the token: that may be a bot which something restarts again and again.
fn too_few(starts: StartsLeft, shards: &Shards) -> Option<(StartsLeft, u64)> {
    let needed =
        if let Shards::Some(some, _) = shards { u64::from(some.end() - some.start()) + 1 } else { starts.shards };
    (starts.left < needed && !starts.again.is_zero()).then_some((starts, needed))
}

/// Connects the shards. Each task ends when it is stopped, or says why there is no use in going on.
fn connect(
    connection: &Connection,
    url: String,
    said: Option<StartsLeft>,
    app: &Arc<App>,
    dispatch: &Arc<Dispatch>,
) -> (Arc<Links>, JoinSet<Option<BotError>>) {
    let recommended = said.map_or(1, |said| u32::try_from(said.shards).unwrap_or(u32::MAX)).max(1);
    let (ours, total) = match &connection.shards {
        Shards::All => (0..=recommended - 1, recommended),
        Shards::Some(some, total) => (some.clone(), *total),
    };
    let count = ours.end() - ours.start() + 1;
    let dispatch = Arc::clone(dispatch);
    let links = Arc::new(Links {
        token: connection.token.clone(),
        url,
        stays: connection.proxy.is_some(),
        total,
        api: app.api.clone(),
        starts: Starts::new(app.api.clone(), said, count),
        hear: Box::new(move |event, resumed| dispatch.hear(event, resumed)),
        connected: AtomicUsize::new(0),
        ready: tokio::sync::Notify::new(),
        stop: CancellationToken::new(),
    });
    let mut shards = JoinSet::new();
    ours.for_each(|shard| drop(shards.spawn(Link::new(Arc::clone(&links), shard).run())));
    (links, shards)
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

/// Keeps count of the connected shards. Tables also go idle without a change, so what is in memory is counted here as
/// well.
async fn pulse(links: Arc<Links>, shards: usize, app: Arc<App>) {
    loop {
        let connected = links.connected.load(Ordering::Relaxed);
        app.metrics.shards(connected, shards);
        app.room.reach(connected == shards).await;
        app.metrics.live(app.room.awake(), app.presenters.at_work());
        app.metrics.broken_tables(app.room.broken());
        app.metrics.thinking(app.room.thinking());
        for (what, (thoughts, took)) in app.room.thoughts() {
            app.metrics.thought(what, thoughts, took);
        }
        app.api.measure();
        tokio::time::sleep(PULSE).await;
    }
}

/// What is done once, when the first shard is connected.
fn begin(
    links: Arc<Links>,
    commands: Vec<Value>,
    app: Arc<App>,
    connection: &Connection,
) -> impl Future<Output = ()> + use<> {
    let (again, emoji) = (connection.manners.again, connection.emoji);
    async move {
        links.ready.notified().await;
        // The last of them goes on for ever.
        let cards = async {
            if emoji {
                at_start::teach_cards(&app).await;
            }
        };
        tokio::join!(
            at_start::register(&app, &commands),
            cards,
            at_start::catch_up(&app),
            sent_away::watch(&app, again)
        );
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
}
