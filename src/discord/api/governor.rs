//! Decides when a request is sent: no sooner than Discord's limits allow, and what somebody waits for first.
//!
//! Every request first waits for the limit of its route, which holds up no other route, and then in one queue for the
//! overall pace. Two kinds do not: the first answer to an interaction is never held back, because it is worth nothing
//! three seconds later; and what is sent with an interaction's token counts for that token alone, not for the bot
//! (Discord: "interaction endpoints are not bound to the bot's global rate limit").

mod invalid;
mod pace;
mod routes;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde_json::Value;
use serenity::http::{LightMethod, Route};
use tokio::sync::Notify;
use tokio::time::timeout_at;

use super::Failure;
use crate::ops::metrics::Metrics;
use invalid::Invalid;
use pace::{Later, Pace};
use routes::{Key, Routes, text};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeper {
    We,
    /// A proxy between us and Discord: what it refuses is waited for, and no more. After it has refused everything, the
    /// overall pace is ours for a while.
    Proxy,
}

/// What decides when a request is sent.
pub(super) struct Governor {
    keeper: Keeper,
    metrics: Arc<Metrics>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    pace: Pace,
    routes: Routes,
    invalid: Invalid,
    /// Who waits for the pace, in the order in which they go.
    queue: BTreeMap<Place, Arc<Notify>>,
    number: u64,
}

/// A place in the queue: what is urgent first, then who came first.
type Place = (Urgency, u64);

/// What a request waits for, and whom it lets go first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Urgency {
    /// The first answer to an interaction: nothing.
    First,
    /// Sent with an interaction's token: its own limit only.
    Token,
    /// Somebody waits for it.
    Awaited,
    /// Nobody asked for it: boards, hands, notices.
    Unasked,
}

impl Urgency {
    const fn of(route: Route<'_>) -> Self {
        match route {
            Route::InteractionResponse { .. } => Self::First,
            Route::WebhookFollowupMessages { .. }
            | Route::WebhookFollowupMessage { .. }
            | Route::WebhookOriginalInteractionResponse { .. } => Self::Token,
            Route::ChannelMessages { .. } | Route::ChannelMessage { .. } | Route::UserMeDmChannels => Self::Unasked,
            _ => Self::Awaited,
        }
    }
}

/// Whose limit was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// This route's, for us.
    User,
    /// The bot's.
    Global,
    /// This resource's, for everybody: does not count against us.
    Shared,
    /// The address's, by what stands before Discord: no code of Discord's, a page instead of its answer.
    Address,
}

impl Scope {
    fn of(headers: &HeaderMap, body: &[u8]) -> Self {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let said = text(headers, "x-ratelimit-scope").unwrap_or_default();
        if said == "global" || text(headers, "x-ratelimit-global").is_some() || body["global"] == true {
            Self::Global
        } else if said == "shared" {
            Self::Shared
        } else if said == "user"
            || headers.contains_key("x-ratelimit-bucket")
            || body.get("global").or(body.get("code")).is_some()
        {
            Self::User
        } else {
            Self::Address
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Address => "address",
        }
    }
}

/// The right to send one request. What its answer says about limits is handed back to it.
pub(super) struct Permit<'a> {
    governor: &'a Governor,
    asked: Key,
    counted: Option<Key>,
    /// It counts for the overall pace.
    paced: bool,
    /// It finds out whether a pause is over.
    tries: bool,
}

/// A request waits while this lives.
struct Waits<'a> {
    governor: &'a Governor,
    place: Option<Place>,
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.governor.metrics.link().waits(false);
        if let Some(place) = self.place.take() {
            self.governor.leave(place);
        }
    }
}

impl Governor {
    pub(super) fn new(keeper: Keeper, metrics: Arc<Metrics>) -> Self {
        let pace = if keeper == Keeper::Proxy { Pace::of_proxy() } else { Pace::default() };
        Self { keeper, metrics, state: Mutex::new(State { pace, ..State::default() }) }
    }

    /// Waits until a request may be sent, for as long as `patience`.
    ///
    /// # Errors
    /// `Limited` if it would take longer.
    pub(super) async fn admit(
        &self,
        method: LightMethod,
        route: Route<'_>,
        patience: Duration,
    ) -> Result<Permit<'_>, Failure> {
        let asked = Key::of(method, &route.path());
        let urgency = Urgency::of(route);
        let mut permit = Permit { governor: self, asked, counted: None, paced: false, tries: false };
        if urgency == Urgency::First {
            return Ok(permit);
        }
        let deadline = Instant::now() + patience;
        self.metrics.link().waits(true);
        let mut waits = Waits { governor: self, place: None };
        permit.counted = Some(self.route(&permit.asked, deadline).await?);
        if urgency == Urgency::Token {
            self.open(deadline).await?;
        } else {
            permit.tries = self.turn(urgency, deadline, &mut waits).await?;
            permit.paced = true;
        }
        Ok(permit)
    }

    /// Waits for the limit of the route.
    async fn route(&self, asked: &Key, deadline: Instant) -> Result<Key, Failure> {
        loop {
            let wait = {
                let mut state = self.state.lock();
                let counts = state.routes.shared(asked);
                match state.routes.take(&counts, self.keeper == Keeper::We, Instant::now()) {
                    Ok(()) => return Ok(counts),
                    Err(wait) => wait,
                }
            };
            let told = wait.told.notified();
            let until = wait.until.unwrap_or(deadline);
            if until > deadline {
                return Err(limited(until));
            }
            // Whatever was told before we listened is seen soon enough.
            let until = until.min(Instant::now() + GLANCE);
            let _ = timeout_at(until.into(), told).await;
            if Instant::now() >= deadline {
                return Err(limited(deadline + GLANCE));
            }
        }
    }

    /// Waits while nothing at all gets through from this address.
    async fn open(&self, deadline: Instant) -> Result<(), Failure> {
        loop {
            let now = Instant::now();
            let Some(until) = self.state.lock().pace.shut(now) else { return Ok(()) };
            if until > deadline {
                return Err(limited(until));
            }
            tokio::time::sleep_until(until.into()).await;
            // Nobody tries for them, so they do not all come back at once.
            tokio::time::sleep(GLANCE.mul_f32(rand::random())).await;
        }
    }

    /// Waits in the queue for the overall pace. Returns whether the request is to find out if a pause is over.
    async fn turn(&self, urgency: Urgency, deadline: Instant, waits: &mut Waits<'_>) -> Result<bool, Failure> {
        let mine = Arc::new(Notify::new());
        let place = {
            let mut state = self.state.lock();
            state.number += 1;
            let place = (urgency, state.number);
            state.queue.insert(place, Arc::clone(&mine));
            place
        };
        waits.place = Some(place);
        loop {
            let until = match self.next(place, deadline)? {
                Ok(tries) => {
                    waits.place = None;
                    return Ok(tries);
                }
                Err(until) => until,
            };
            let _ = timeout_at(until.min(deadline).into(), mine.notified()).await;
            if Instant::now() >= deadline {
                return Err(limited(deadline + GLANCE));
            }
        }
    }

    /// Takes the turn of this place, if it has come; otherwise says until when to wait.
    fn next(&self, place: Place, deadline: Instant) -> Result<Result<bool, Instant>, Failure> {
        let now = Instant::now();
        let mut state = self.state.lock();
        if place.0 == Urgency::Unasked
            && let Some(wait) = state.invalid.too_many(now)
        {
            return Err(Failure::Limited(wait));
        }
        if let Some(until) = state.pace.paused(now).filter(|until| *until > deadline) {
            return Err(limited(until));
        }
        if state.queue.keys().next() != Some(&place) {
            return Ok(Err(deadline));
        }
        match state.pace.take(now) {
            Ok(tries) => {
                state.queue.remove(&place);
                state.call();
                Ok(Ok(tries))
            }
            Err(Later::At(at)) => Ok(Err(at)),
            Err(Later::Told) => Ok(Err(deadline)),
        }
    }

    fn leave(&self, place: Place) {
        let mut state = self.state.lock();
        state.queue.remove(&place);
        state.call();
    }

    /// How many refused requests count against us now, for the metrics.
    pub(super) fn measure(&self) {
        let count = self.state.lock().invalid.count(Instant::now());
        self.metrics.link().invalid(count);
    }
}

/// How soon somebody looks again who may have missed that an answer came.
const GLANCE: Duration = Duration::from_millis(250);

fn limited(until: Instant) -> Failure {
    Failure::Limited(until.saturating_duration_since(Instant::now()))
}

impl State {
    /// Whoever is first now looks whether their turn has come.
    fn call(&self) {
        if let Some(first) = self.queue.values().next() {
            first.notify_one();
        }
    }
}

impl Permit<'_> {
    /// What the answer says about limits.
    pub(super) fn heard(mut self, status: StatusCode, headers: &HeaderMap, body: &[u8], failure: Option<&Failure>) {
        let now = Instant::now();
        let metrics = self.governor.metrics.link();
        let is_limit = status == StatusCode::TOO_MANY_REQUESTS;
        let scope = is_limit.then(|| Scope::of(headers, body));
        let mut state = self.governor.state.lock();
        let counts = is_limit || status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN;
        if counts && scope != Some(Scope::Shared) {
            state.invalid.add(now);
        }
        metrics.invalid(state.invalid.count(now));
        if let Some(counted) = &self.counted {
            // What a proxy passes on is for the proxy.
            let (none, ours) = (HeaderMap::new(), self.governor.keeper == Keeper::We);
            state.routes.hear(counted, &self.asked, if ours { headers } else { &none }, now);
        }
        if let Some(scope) = scope {
            metrics.limited(scope.name());
        }
        match (scope, failure) {
            (Some(Scope::Global | Scope::Address), _) => {
                let address = scope == Some(Scope::Address);
                // What is sent with an interaction's token waits for no pause but this one of its own.
                if let (true, Some(Failure::Limited(wait))) = (self.counted.is_some(), failure) {
                    state.routes.refused(&self.asked, *wait, now);
                }
                metrics.paused(state.pace.refused(wait(headers, body), address, now));
            }
            // A limit may be told with another status as well, and not every 429 is one.
            (_, Some(Failure::Limited(wait))) if self.counted.is_some() => {
                state.routes.refused(&self.asked, *wait, now)
            }
            _ => {}
        }
        if std::mem::take(&mut self.tries) {
            let passed = !matches!(scope, Some(Scope::Global | Scope::Address));
            state.pace.tried(passed);
            state.call();
        }
    }
}

/// How long a refusal asks us to wait: in its body with a fraction, in its header in whole seconds.
pub(super) fn wait(headers: &HeaderMap, body: &[u8]) -> Option<Duration> {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let header = || text(headers, RETRY_AFTER.as_str())?.parse().ok();
    let seconds = body["retry_after"].as_f64().or_else(header)?;
    Duration::try_from_secs_f64(seconds).ok()
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.governor.state.lock();
        if let Some(counted) = &self.counted {
            state.routes.back(counted);
        }
        if self.tries {
            // No answer came, which says nothing about the limit.
            state.pace.tried(false);
        }
        if self.paced {
            state.pace.back();
            state.call();
        }
    }
}
