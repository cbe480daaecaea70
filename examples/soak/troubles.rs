//! Between the bot and the room: requests that are late, refused or lost.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use parking_lot::Mutex;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use tokio::sync::{broadcast, watch};

use crate::link::{self, Order};
use crate::pass_on::pass_on;
use crate::program::House;

/// Of a thousand requests, how many meet each trouble.
const LATE: u32 = 20;
const LIMITED: u32 = 10;
const DOWN: u32 = 10;
const LOST: u32 = 8;

/// What has gone wrong, how often.
#[derive(Default)]
pub struct Counts {
    requests: AtomicU32,
    late: AtomicU32,
    limited: AtomicU32,
    down: AtomicU32,
    lost: AtomicU32,
    pub links: AtomicU32,
    /// How long the bot was away each time, by what had happened to it.
    away: Mutex<BTreeMap<&'static str, Vec<Duration>>>,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [requests, late, limited, down, lost, links] =
            [&self.requests, &self.late, &self.limited, &self.down, &self.lost, &self.links].map(|n| n.load(Relaxed));
        write!(
            f,
            "of {requests} requests {late} late, {limited} refused with 429, {down} with 5xx, {lost} carried out "
        )?;
        write!(f, "but answered 5xx; {links} connections to the gateway")?;
        for (what, times) in &*self.away.lock() {
            let (all, longest) = (times.iter().sum::<Duration>(), times.iter().max().copied().unwrap_or_default());
            write!(f, "\n  {what} {} times: away {all:.1?} in all, {longest:.1?} at the longest", times.len())?;
        }
        Ok(())
    }
}

pub struct Troubles {
    /// Where the bot finds its Discord.
    pub base: String,
    /// Where requests go.
    pub to: String,
    pub counts: Counts,
    /// Whether the bot is connected and known to the gateway.
    pub linked: watch::Sender<bool>,
    /// What happened to it last, and when.
    last: Mutex<Option<(&'static str, Instant)>>,
    pub orders: broadcast::Sender<Order>,
    /// Whether anything goes wrong at all.
    pub on: watch::Sender<bool>,
    http: reqwest::Client,
    chance: Mutex<ChaCha8Rng>,
}

/// What happens to a request.
enum Mishap {
    None,
    Late(u64),
    Limited { seconds: f64, everywhere: bool },
    Down(u16),
    Lost,
}

impl Troubles {
    pub async fn start(house: &House, seed: u64) -> Arc<Self> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let troubles = Arc::new(Self {
            base: format!("http://{}", listener.local_addr().unwrap()),
            to: house.room.api_base().to_owned(),
            counts: Counts::default(),
            linked: watch::Sender::new(false),
            last: Mutex::default(),
            orders: broadcast::channel(16).0,
            on: watch::Sender::new(false),
            http: house.http.clone(),
            chance: Mutex::new(ChaCha8Rng::seed_from_u64(seed)),
        });
        let gateway = get(link::relay);
        let app = Router::new().route("/gateway", gateway.clone()).route("/gateway/", gateway).fallback(forward);
        let app = app.with_state(Arc::clone(&troubles));
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        troubles
    }

    /// The bot is away, because of this.
    pub fn gone(&self, why: &'static str) {
        self.last.lock().get_or_insert_with(|| (why, Instant::now()));
        self.linked.send_replace(false);
    }

    /// It is there again.
    pub fn back(&self) {
        if let Some((why, since)) = self.last.lock().take() {
            self.counts.away.lock().entry(why).or_default().push(since.elapsed());
        }
        self.linked.send_replace(true);
    }

    fn mishap(&self, path: &str) -> Mishap {
        // A bot that is refused while it starts ends, as it should.
        let at_start = ["/gateway", "/users/@me", "/applications/"].iter().any(|part| path.contains(part));
        if !*self.on.borrow() || path.ends_with("/users/@me") || at_start && !path.ends_with("/channels") {
            return Mishap::None;
        }
        let mut chance = self.chance.lock();
        let first = path.ends_with("/callback");
        match chance.random_range(0..1000) {
            n if n < LATE => Mishap::Late(chance.random_range(100..if first { 900 } else { 3000 })),
            n if n < LATE + DOWN => Mishap::Down([500, 502, 503][chance.random_range(0..3)]),
            n if n < LATE + DOWN + LOST => Mishap::Lost,
            // Discord does not limit first answers.
            n if n < LATE + DOWN + LOST + LIMITED && !first => {
                Mishap::Limited { seconds: chance.random_range(0.2..2.0), everywhere: chance.random_bool(0.1) }
            }
            _ => Mishap::None,
        }
    }

    /// Answers as the room does, but for the gateway's address: that is ours.
    async fn pass_on(&self, request: Request) -> Response {
        pass_on(&self.http, &self.to, request, |text| self.ours(text)).await
    }

    /// With our gateway in the place of the room's.
    pub fn ours(&self, text: &str) -> String {
        let web_socket = |base: &str| format!("{}/gateway", base.replace("http://", "ws://"));
        text.replace(&web_socket(&self.to), &web_socket(&self.base))
    }
}

async fn forward(State(troubles): State<Arc<Troubles>>, request: Request) -> Response {
    let counts = &troubles.counts;
    counts.requests.fetch_add(1, Relaxed);
    match troubles.mishap(request.uri().path()) {
        Mishap::None => troubles.pass_on(request).await,
        Mishap::Late(ms) => {
            counts.late.fetch_add(1, Relaxed);
            tokio::time::sleep(Duration::from_millis(ms)).await;
            troubles.pass_on(request).await
        }
        Mishap::Limited { seconds, everywhere } => {
            counts.limited.fetch_add(1, Relaxed);
            let words = json!({"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere});
            let scope = if everywhere { "global" } else { "user" };
            let after = [("retry-after", seconds.ceil().to_string()), ("x-ratelimit-scope", scope.to_owned())];
            (StatusCode::TOO_MANY_REQUESTS, after, axum::Json(words)).into_response()
        }
        Mishap::Down(status) => {
            counts.down.fetch_add(1, Relaxed);
            (StatusCode::from_u16(status).unwrap(), "upstream connect error").into_response()
        }
        Mishap::Lost => {
            counts.lost.fetch_add(1, Relaxed);
            drop(troubles.pass_on(request).await);
            StatusCode::BAD_GATEWAY.into_response()
        }
    }
}
