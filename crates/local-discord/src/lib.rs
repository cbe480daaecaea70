//! A Discord-compatible server on this machine, with a chat room on it as a web page.
//!
//! A bot that is pointed at it ([`LocalDiscord::api_base`], [`LocalDiscord::token`]) meets Discord's REST interface
//! (version 10), its gateway and its rules: limits, error codes, three seconds to the first answer, fifteen minutes
//! for a token. People get a chat client in the browser, several of them side by side in one window. The room is
//! for trying things out and for testing: it has no log-in and listens on loopback only. It knows nothing of what
//! the bot does.

#![warn(missing_docs)]

mod check;
mod compose;
mod error;
mod files;
mod gateway;
mod ids;
mod model;
mod origin;
mod page;
mod pending;
mod rest;
mod room;
mod storage;
mod wire;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::routing::get;
use axum::{Router, middleware};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use error::LocalDiscordError;
use files::Files;
use ids::now_ms;
use model::House;
use room::{Inner, Room};
use storage::Journal;

use serving::{Tolerance, Traffic};

/// A browser's panes hold a connection each, the bot some more; a picture may take its time to be uploaded.
const LIMITS: Tolerance = Tolerance { most: 512, head: Duration::from_secs(30), body: Duration::from_secs(30) };
/// How long open requests may take to end when the room shuts down.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The settings of a room.
#[derive(Clone, Debug)]
pub struct LocalDiscordConfig {
    /// Where to listen: a loopback address. Port 0 chooses a free one.
    pub addr: SocketAddr,
    /// Where the room is stored. The directory is created if it does not exist.
    pub data_dir: PathBuf,
    /// The token that the bot logs in with. It protects nothing, and only keeps bots apart.
    pub bot_token: String,
    /// The bot's name.
    pub bot_name: String,
    /// The name of the server, in Discord's sense; used when the room is new.
    pub guild_name: String,
    /// Names of the text channels of a new room.
    pub channels: Vec<String>,
    /// Names of the people of a new room. The first is its owner.
    pub people: Vec<String>,
    /// What a channel shows in which nothing has been said. With it the page begins with one window, without it with two.
    pub welcome: Option<Welcome>,
    /// Where its connections are counted.
    pub traffic: Traffic,
}

/// A greeting for newcomers, with a button that sends a slash command for whoever presses it.
#[derive(Clone, Debug, Serialize)]
pub struct Welcome {
    /// One line.
    pub title: String,
    /// A sentence or two.
    pub words: String,
    /// What is on the button.
    pub label: String,
    /// The name of a command of the bot. The button can be pressed once it is registered.
    pub command: String,
    /// Its options by their names.
    pub options: Map<String, Value>,
}

impl LocalDiscordConfig {
    /// A room with default names.
    #[must_use]
    pub fn new(addr: SocketAddr, data_dir: impl Into<PathBuf>) -> Self {
        Self {
            addr,
            data_dir: data_dir.into(),
            bot_token: "local-room".to_owned(),
            bot_name: "Bot".to_owned(),
            guild_name: "Local room".to_owned(),
            channels: vec!["general".to_owned(), "side-room".to_owned()],
            people: vec!["Ada".to_owned(), "Ben".to_owned()],
            welcome: None,
            traffic: Traffic::default(),
        }
    }
}

/// A running room. Dropping it ends it at once; [`LocalDiscord::shutdown`] lets requests end first.
#[derive(Debug)]
pub struct LocalDiscord {
    room: Arc<Room>,
    addr: SocketAddr,
    stop: watch::Sender<bool>,
    server: JoinHandle<()>,
    /// Its other half is the server's.
    served: watch::Receiver<()>,
}

impl LocalDiscord {
    /// Opens the room and starts listening.
    ///
    /// # Errors
    /// [`LocalDiscordError`]: the address is not loopback or in use, or the data directory cannot be used.
    pub async fn start(config: LocalDiscordConfig) -> Result<Self, LocalDiscordError> {
        if !config.addr.ip().is_loopback() {
            return Err(LocalDiscordError::NotLoopback(config.addr));
        }
        check_token(&config.bot_token)?;
        let listen = |source: std::io::Error| match source.kind() {
            std::io::ErrorKind::AddrInUse => LocalDiscordError::AddrInUse(config.addr),
            _ => LocalDiscordError::Listen { addr: config.addr, source },
        };
        let listener = TcpListener::bind(config.addr).await.map_err(listen)?;
        let addr = listener.local_addr().map_err(listen)?;
        let (journal, records) = Journal::open(&config.data_dir)?;
        let files = Files::of(&config.data_dir);
        let mut inner = Inner::restore(journal, files, records, format!("http://{addr}"), config.bot_name.clone());
        inner.welcome = config.welcome.clone();
        if inner.is_empty() {
            furnish(&mut inner, &config);
        }
        inner.compact();
        inner.sweep_files();
        let (stop, stopped) = watch::channel(false);
        let room = Arc::new(Room::new(addr.to_string(), config.bot_token, stopped, inner));
        let (serves, served) = watch::channel(());
        let app = serve(listener, room.clone(), config.traffic);
        let server = tokio::spawn(async move {
            app.await;
            drop(serves);
        });
        Ok(Self { room, addr, stop, server, served })
    }

    /// Checks whether a room could be stored in this directory. Changes nothing.
    ///
    /// # Errors
    /// Why it could not, as [`LocalDiscord::start`] would say.
    pub fn look(data_dir: &Path) -> Result<(), LocalDiscordError> {
        Journal::look(data_dir)
    }

    /// The base address for a bot's REST client, without `/api`: `http://127.0.0.1:8080`.
    #[must_use]
    pub fn api_base(&self) -> &str {
        &self.room.base
    }

    /// The token that the bot logs in with, without `Bot `.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.room.token
    }

    /// Where people open the room in a browser.
    #[must_use]
    pub fn page_url(&self) -> String {
        format!("{}/", self.room.base)
    }

    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Waits until the room serves nobody any more, whyever: because it was shut down, or by a fault.
    pub fn ended(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut served = self.served.clone();
        async move { while served.changed().await.is_ok() {} }
    }

    /// Ends the room: open requests get two seconds, and everything is flushed to disk.
    pub async fn shutdown(mut self) {
        self.stop.send_replace(true);
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut self.server).await.is_err() {
            self.server.abort();
        }
        self.room.lock().sync();
    }
}

impl Drop for LocalDiscord {
    fn drop(&mut self) {
        self.stop.send_replace(true);
        self.server.abort();
    }
}

async fn serve(listener: TcpListener, room: Arc<Room>, traffic: Traffic) {
    let app = Router::new()
        .route("/gateway", get(gateway::connect))
        .route("/gateway/", get(gateway::connect))
        .with_state(room.clone())
        .nest("/api/v10", rest::routes(room.clone()))
        .merge(page::routes(room.clone()))
        .fallback(|| async { error::ApiError::no_route() })
        .layer(middleware::from_fn(origin::same_origin));
    serving::serve(listener, app, LIMITS, traffic, room.stopped()).await;
}

/// Sets up a new room.
fn furnish(inner: &mut Inner, config: &LocalDiscordConfig) {
    let (guild, bot, bot_role) = (inner.next_id(), inner.next_id(), inner.next_id());
    inner.put_house(House { guild, guild_name: config.guild_name.clone(), bot, bot_role, created_ms: now_ms() });
    config.people.iter().for_each(|name| drop(inner.new_person(name.clone())));
    config.channels.iter().for_each(|name| drop(inner.new_channel(name.clone())));
}

fn check_token(token: &str) -> Result<(), LocalDiscordError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let fine = (1..=100).contains(&token.len()) && token.chars().all(fits);
    if fine { Ok(()) } else { Err(LocalDiscordError::BadToken) }
}

/// 64 random hexadecimal digits: sessions and tokens that cannot be guessed.
fn secret() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}
