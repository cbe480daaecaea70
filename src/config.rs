//! Settings: the environment (and `.env`) read into one checked [`Config`].

mod env_file;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Where the database is unless `DATABASE_URL` says otherwise.
pub const DATABASE: &str = "sqlite://data/upcard.db";
/// Where the local card room listens unless `UPCARD_ROOM` says otherwise.
pub const ROOM: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080));

/// Everything that can be set from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Where the bot plays.
    pub venue: Venue,
    /// An HTTP proxy for Discord's API that keeps the rate limits itself, without a trailing slash.
    pub proxy: Option<String>,
    /// Which shards this process runs.
    pub shards: Shards,
    /// The page on which whoever runs the bot says what is kept of people.
    pub privacy: Option<String>,
    /// The relay of drand that a round is fetched from as a match begins.
    pub drand: Option<String>,
    /// The database, as an sqlx URL.
    pub database: String,
    /// Where `/healthz` and `/metrics` are served, if at all.
    pub http: Option<SocketAddr>,
    /// So much faster than elsewhere clocks run: for tests.
    pub clock_speed: u32,
    /// How logs are written.
    pub log: LogFormat,
    /// What is logged: `RUST_LOG`, unchanged.
    pub filter: String,
    /// The file `.env` that was read, if there was one.
    pub env_file: Option<PathBuf>,
    /// What is called `.env` but is no file that can be read, each in a sentence.
    pub passed_over: Vec<String>,
}

/// Where the bot plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Venue {
    /// On Discord, as the bot with this token.
    Discord(Token),
    /// Without a token: in the local card room, which listens at this loopback address.
    Room(SocketAddr),
    /// With neither: only commands that do not play can be given.
    Nowhere,
}

/// A bot token. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token, as Discord's developer portal gives it.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Whether Discord could have issued it: its tokens have three parts, of letters, digits, `-` and `_`.
    fn is_discords(&self) -> bool {
        let part =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        self.0.split('.').count() == 3 && self.0.split('.').all(part)
    }

    /// The token itself, for the one place that sends it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Which shards of the bot a process runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Shards {
    /// As many as Discord recommends.
    #[default]
    All,
    /// These shards, out of that total.
    Some(RangeInclusive<u32>, u32),
}

/// How logs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

impl LogFormat {
    /// The format that the environment asks for, used to report that other settings are wrong; the default if this
    /// one is wrong too.
    #[must_use]
    pub fn from_env() -> Self {
        std::env::var("UPCARD_LOG").ok().and_then(|text| read_log(text.trim())).unwrap_or_default()
    }
}

/// Every variable that is set to something wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError(Vec<String>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for ConfigError {}

/// Every variable that is read.
const NAMES: [&str; 11] = [
    "DISCORD_TOKEN",
    "DISCORD_PROXY_URL",
    "DISCORD_SHARDS",
    "DATABASE_URL",
    "UPCARD_HTTP",
    "UPCARD_ROOM",
    "UPCARD_PRIVACY",
    "UPCARD_DRAND",
    "UPCARD_LOG",
    "UPCARD_CLOCK_SPEED",
    "RUST_LOG",
];

/// Names in the environment that look like ours but are not: typing mistakes that would otherwise go unnoticed.
#[must_use]
pub fn strangers(names: impl Iterator<Item = String>) -> Vec<String> {
    let ours = |name: &String| {
        let name = name.to_ascii_uppercase();
        name.starts_with("DISCORD_") || name.starts_with("UPCARD_")
    };
    names.filter(ours).filter(|name| !NAMES.contains(&name.as_str())).collect()
}

impl Config {
    /// Reads the environment, after adding what `.env` sets and the environment does not.
    ///
    /// # Errors
    /// One line for each variable that is set to something wrong, with its name and a valid example; or for each
    /// line of `.env` that cannot be read.
    pub fn from_env() -> Result<Self, ConfigError> {
        let found = env_file::load().map_err(ConfigError)?;
        // A value that is not valid text contains U+FFFD then, which no valid value does.
        let config = Self::read(|name| Some(std::env::var_os(name)?.to_string_lossy().into_owned()))?;
        Ok(Self { env_file: found.file, passed_over: found.passed_over, ..config })
    }

    /// The proxy, if the token goes to it over a network and can be read on the way.
    #[must_use]
    pub fn open_proxy(&self) -> Option<&str> {
        let proxy = self.proxy.as_deref().filter(|_| matches!(self.venue, Venue::Discord(_)))?;
        let url = reqwest::Url::parse(proxy).ok()?;
        (url.scheme() == "http" && !is_this_machine(url.host_str()?)).then_some(proxy)
    }

    /// Reads settings from `get`. An empty variable counts as not set.
    ///
    /// # Errors
    /// One line for each variable that is set to something wrong.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let mut reader = Reader { get, wrong: Vec::new() };
        let proxy = reader.value("DISCORD_PROXY_URL", "http://127.0.0.1:3000", read_proxy);
        let venue = reader.venue(proxy.is_some());
        let shards = reader.value("DISCORD_SHARDS", "all, or 0-3/16", read_shards).unwrap_or_default();
        let database = reader.value("DATABASE_URL", DATABASE, read_database).unwrap_or_else(|| DATABASE.to_owned());
        let http = reader.value("UPCARD_HTTP", "127.0.0.1:8091, or off", read_http).flatten();
        let privacy = reader.value("UPCARD_PRIVACY", "https://example.org/upcard-privacy", read_page);
        let drand = reader.value("UPCARD_DRAND", "https://api.drand.sh, or off", read_drand).flatten();
        let log = reader.value("UPCARD_LOG", "text, or json", read_log).unwrap_or_default();
        let clock_speed = reader.value("UPCARD_CLOCK_SPEED", "60, for tests", read_speed).unwrap_or(1);
        if clock_speed > 1 && !stays_here(&venue, proxy.as_deref()) {
            let why = "UPCARD_CLOCK_SPEED is for tests: it is taken only in the card room, or where DISCORD_PROXY_URL is on this machine.";
            reader.wrong.push(why.to_owned());
        }
        let filter = reader.value("RUST_LOG", "info, or warn,upcard=debug", read_filter).unwrap_or_default();
        if let (Venue::Room(room), Some(http)) = (&venue, http)
            && collide(http, *room)
        {
            let port = room.port();
            reader.wrong.push(format!(
                "UPCARD_HTTP and UPCARD_ROOM are both on port {port} ({http} and {room}): choose another port for one."
            ));
        }
        if !reader.wrong.is_empty() {
            return Err(ConfigError(reader.wrong));
        }
        let (env_file, passed_over) = (None, Vec::new());
        Ok(Self {
            venue,
            proxy,
            shards,
            privacy,
            drand,
            database,
            http,
            clock_speed,
            log,
            filter,
            env_file,
            passed_over,
        })
    }
}

/// Whether the Discord that is spoken to is on this machine.
fn stays_here(venue: &Venue, proxy: Option<&str>) -> bool {
    let here = |proxy: &str| reqwest::Url::parse(proxy).is_ok_and(|url| url.host_str().is_some_and(is_this_machine));
    !matches!(venue, Venue::Discord(_)) || proxy.is_some_and(here)
}

/// Whether what is sent to this host of a URL stays on this machine.
fn is_this_machine(host: &str) -> bool {
    let name = host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.');
    match name.parse::<IpAddr>() {
        Ok(ip) => ip.to_canonical().is_loopback() || ip.is_unspecified(),
        Err(_) => name == "localhost" || name.ends_with(".localhost"),
    }
}

/// Whether binding one address would prevent binding the other. `0.0.0.0` takes a port of every IPv4 address,
/// `[::]` of all addresses. Port 0 means any free port.
fn collide(http: SocketAddr, room: SocketAddr) -> bool {
    let (http_ip, room_ip) = (http.ip().to_canonical(), room.ip().to_canonical());
    let takes_all = http_ip.is_unspecified() && (http_ip.is_ipv6() || room_ip.is_ipv4());
    http.port() == room.port() && room.port() != 0 && (http_ip == room_ip || takes_all)
}

/// What a token looks like; shown instead of a valid example, which there cannot be.
pub const TOKEN_LIKE: &str = "the token from the Bot page of your application at https://discord.com/developers: three parts with \
                          dots between them, without quotes or spaces";
/// Valid values for the room, and why others are not.
const ROOM_LIKE: &str = "127.0.0.1:8080, or another loopback address: the room is for this machine only; or off";
/// These may hold a secret, even in a nearly right value: their values are not shown.
const SECRET: [&str; 3] = ["DISCORD_TOKEN", "DISCORD_PROXY_URL", "DATABASE_URL"];

struct Reader<F> {
    get: F,
    wrong: Vec<String>,
}

impl<F: Fn(&str) -> Option<String>> Reader<F> {
    fn value<T>(&mut self, name: &str, right: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = (self.get)(name)?.trim().to_owned();
        if text.is_empty() {
            return None;
        }
        let value = read(&text).filter(|_| !text.contains(char::REPLACEMENT_CHARACTER));
        if value.is_none() {
            let shown = if SECRET.contains(&name) { String::new() } else { format!(" is {text:?}, which") };
            self.wrong.push(format!("{name}{shown} cannot be right. A right value: {right}"));
        }
        value
    }

    /// Where the bot plays. `test`: behind a proxy there may be a test server, whose tokens can look like anything.
    fn venue(&mut self, test: bool) -> Venue {
        let fits = |token: &Token| test || token.is_discords();
        let token = self.value("DISCORD_TOKEN", TOKEN_LIKE, |text| read_token(text).filter(fits));
        let room = self.value("UPCARD_ROOM", ROOM_LIKE, read_room).unwrap_or(Some(ROOM));
        match (token, room) {
            (Some(token), _) => Venue::Discord(token),
            (None, Some(room)) => Venue::Room(room),
            (None, None) => Venue::Nowhere,
        }
    }
}

/// An address; `Some(None)` for nowhere.
fn read_http(text: &str) -> Option<Option<SocketAddr>> {
    if text.eq_ignore_ascii_case("off") { Some(None) } else { text.parse().ok().map(Some) }
}

fn read_token(text: &str) -> Option<Token> {
    let bare = text.strip_prefix("Bot ").unwrap_or(text);
    // Docker keeps quotes in an env file as part of the value.
    let printable = bare.bytes().all(|b| b.is_ascii_graphic() && b != b'"' && b != b'\'');
    (printable && bare.len() <= 200).then(|| Token::new(bare))
}

fn read_proxy(text: &str) -> Option<String> {
    let text = text.trim_end_matches('/');
    let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
    let plain = !host.contains(['/', '?', '#', ' ', '@']) && reqwest::Url::parse(text).is_ok();
    plain.then(|| text.to_owned())
}

/// The address of a page that Discord shows as a link.
fn read_page(text: &str) -> Option<String> {
    let fits = text.starts_with("https://") && text.len() <= 500 && !text.contains([' ', '(', ')', '<', '>']);
    (fits && reqwest::Url::parse(text).is_ok()).then(|| text.to_owned())
}

/// A relay of drand: over a network only where nobody can change what it says on the way.
fn read_drand(text: &str) -> Option<Option<String>> {
    if text.eq_ignore_ascii_case("off") {
        return Some(None);
    }
    let url = reqwest::Url::parse(text).ok()?;
    let safe = url.scheme() == "https" || (url.scheme() == "http" && url.host_str().is_some_and(is_this_machine));
    (safe && url.query().is_none() && url.fragment().is_none()).then(|| Some(text.to_owned()))
}

fn read_shards(text: &str) -> Option<Shards> {
    if text.eq_ignore_ascii_case("all") {
        return Some(Shards::All);
    }
    let (some, total) = text.split_once('/')?;
    let total: u32 = total.trim().parse().ok()?;
    let (first, last) = some.split_once('-').unwrap_or((some, some));
    let (first, last): (u32, u32) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last && last < total).then_some(Shards::Some(first..=last, total))
}

fn read_database(text: &str) -> Option<String> {
    let (file, _) = text.split_once('?').unwrap_or((text, ""));
    // A path that ends with a slash is a folder; if it does not exist, SQLite would create a file.
    file.strip_prefix("sqlite:").filter(|file| !file.is_empty() && !file.ends_with('/')).map(|_| text.to_owned())
}

fn read_room(text: &str) -> Option<Option<SocketAddr>> {
    if text.eq_ignore_ascii_case("off") {
        return Some(None);
    }
    text.parse().ok().filter(|address: &SocketAddr| address.ip().is_loopback()).map(Some)
}

fn read_speed(text: &str) -> Option<u32> {
    text.parse().ok().filter(|speed| (1..=100_000).contains(speed))
}

fn read_log(text: &str) -> Option<LogFormat> {
    match text {
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}

fn read_filter(text: &str) -> Option<String> {
    // A single word would be taken for a module, and a mistyped level (`inof`) for one that does not exist.
    let fits = |part: &str| {
        let word = part.trim();
        let is_level = word.parse::<tracing_subscriber::filter::LevelFilter>().is_ok();
        word.is_empty() || is_level || word.starts_with("upcard") || word.contains(['=', '[']) || word.contains("::")
    };
    let reads = tracing_subscriber::EnvFilter::try_new(text).is_ok() && text.split(',').all(fits);
    reads.then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
