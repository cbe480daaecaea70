//! The limits of single routes, as the headers of Discord's answers tell them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;
use serenity::http::LightMethod;
use tokio::sync::Notify;

/// From so many on, limits that are over are forgotten: every interaction has one of its own.
const CAPACITY: usize = 512;

/// What a request counts for: the method and the kind of path, and the channel, server or webhook in it, for each of
/// which the limit counts anew.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    kind: String,
    major: String,
}

impl Key {
    pub(super) fn of(method: LightMethod, path: &str) -> Self {
        let path = path.split_once("/api/v").map_or(path, |(_, path)| path);
        let mut parts = path.split('/').skip(1);
        let first = parts.next().unwrap_or_default();
        let named = match first {
            "channels" | "guilds" => 1,
            "webhooks" | "interactions" => 2,
            _ => 0,
        };
        let major: Vec<&str> = parts.by_ref().take(named).collect();
        let mut kind = format!("{method:?} {first}");
        for part in parts {
            let is_id = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            kind.push('/');
            kind.push_str(if is_id { ":id" } else { part });
        }
        Self { kind, major: major.join("/") }
    }
}

/// All limits.
#[derive(Default)]
pub(super) struct Routes {
    /// Routes that Discord counts together have the same bucket.
    buckets: HashMap<String, String>,
    limits: HashMap<Key, Limit>,
}

struct Limit {
    /// Whether an answer has told what the limit is. Until then one request at a time is sent.
    known: bool,
    /// How many may still be sent before it counts anew; `None`: as many as anybody likes.
    left: Option<u32>,
    /// When it counts anew, if that is known.
    anew: Option<Instant>,
    /// How many are under way.
    flying: u32,
    /// Tells those who wait that an answer is there.
    told: Arc<Notify>,
}

/// Why a request has to wait: until this time, or an answer to another.
pub(super) struct Wait {
    pub(super) until: Option<Instant>,
    pub(super) told: Arc<Notify>,
}

impl Limit {
    fn new(known: bool) -> Self {
        Self { known, left: None, anew: None, flying: 0, told: Arc::default() }
    }

    fn take(&mut self, now: Instant) -> Result<(), Option<Instant>> {
        if self.anew.is_some_and(|anew| anew <= now) {
            // How many it is this time, the next answer tells.
            (self.anew, self.left, self.known) = (None, None, false);
        }
        match self.left {
            Some(0) => return Err(self.anew),
            None if !self.known && self.flying > 0 => return Err(None),
            Some(left) => self.left = Some(left - 1),
            None => {}
        }
        self.flying += 1;
        Ok(())
    }

    fn is_over(&self, now: Instant) -> bool {
        self.flying == 0 && Arc::strong_count(&self.told) == 1 && self.anew.is_none_or(|anew| anew <= now)
    }
}

impl Routes {
    /// Routes that Discord counts together are one.
    pub(super) fn shared(&self, key: &Key) -> Key {
        let kind = self.buckets.get(&key.kind).unwrap_or(&key.kind).clone();
        Key { kind, major: key.major.clone() }
    }

    /// Takes the right to send a request. `ours`: nobody else keeps the limits for us.
    pub(super) fn take(&mut self, key: &Key, ours: bool, now: Instant) -> Result<(), Wait> {
        if self.limits.len() >= CAPACITY && !self.limits.contains_key(key) {
            self.limits.retain(|_, limit| !limit.is_over(now));
        }
        let limit = self.limits.entry(key.clone()).or_insert_with(|| Limit::new(!ours));
        limit.take(now).map_err(|until| Wait { until, told: Arc::clone(&limit.told) })
    }

    /// A request is back, or was given up.
    pub(super) fn back(&mut self, key: &Key) {
        if let Some(limit) = self.limits.get_mut(key) {
            limit.flying = limit.flying.saturating_sub(1);
            limit.told.notify_waiters();
        }
    }

    /// An answer told what is left, or nothing about a limit. `counted` is what the request counted for, `asked` what
    /// it asked for.
    pub(super) fn hear(&mut self, counted: &Key, asked: &Key, headers: &HeaderMap, now: Instant) {
        let said = Said::read(headers);
        if let Some(bucket) = text(headers, "x-ratelimit-bucket") {
            self.buckets.insert(asked.kind.clone(), bucket.to_owned());
        }
        let key = self.shared(asked);
        let under_way = self.limits.get(counted).map_or(0, |limit| limit.flying.saturating_sub(1));
        let limit = self.limits.entry(key).or_insert_with(|| Limit::new(true));
        match said {
            // Others are on their way: whether the answer counts them already is unknown.
            Some(said) => {
                let left = said.left.saturating_sub(under_way);
                limit.left =
                    Some(if limit.anew.is_some() { limit.left.map_or(left, |old| old.min(left)) } else { left });
                limit.anew = Some(now + said.anew);
            }
            None if limit.anew.is_none() => limit.left = None,
            None => {}
        }
        limit.known = true;
    }

    /// A request was refused: the limit counts anew after this long.
    pub(super) fn refused(&mut self, asked: &Key, wait: Duration, now: Instant) {
        let key = self.shared(asked);
        let limit = self.limits.entry(key).or_insert_with(|| Limit::new(true));
        limit.left = Some(0);
        limit.anew = Some(limit.anew.map_or(now, |anew| anew.max(now)).max(now + wait));
    }
}

/// What an answer says about the limit of its route.
struct Said {
    left: u32,
    anew: Duration,
}

impl Said {
    fn read(headers: &HeaderMap) -> Option<Self> {
        let left = text(headers, "x-ratelimit-remaining")?.parse().ok()?;
        let anew: f64 = text(headers, "x-ratelimit-reset-after")?.parse().ok()?;
        Some(Self { left, anew: Duration::try_from_secs_f64(anew).ok()? })
    }
}

pub(super) fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(path: &str) -> Key {
        Key::of(LightMethod::Patch, &format!("https://discord.com/api/v10/{path}"))
    }

    fn said(bucket: &str, left: u32, anew: f64) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("x-ratelimit-bucket", bucket.parse().unwrap());
        headers.insert("x-ratelimit-remaining", left.into());
        headers.insert("x-ratelimit-reset-after", anew.to_string().parse().unwrap());
        headers
    }

    #[test]
    fn c1_a_limit_counts_by_kind_and_channel() {
        assert!(key("channels/1/messages/2") == key("channels/1/messages/3"));
        assert!(key("channels/1/messages/2") != key("channels/4/messages/2"));
        assert!(key("channels/1/messages/2") != key("channels/1/messages"));
        assert!(key("channels/1") != Key::of(LightMethod::Get, "https://discord.com/api/v10/channels/1"));
        assert!(key("webhooks/1/abc/messages/@original") == key("webhooks/1/abc/messages/@original"));
        assert!(key("webhooks/1/abc/messages/@original") != key("webhooks/1/abd/messages/@original"));
        assert!(key("webhooks/1/abc").kind == key("webhooks/1/abd").kind, "no token becomes a kind");
    }

    #[test]
    fn c1_a_route_waits_when_it_has_had_its_share_and_others_do_not() {
        let (mut routes, now) = (Routes::default(), Instant::now());
        let (one, other) = (key("channels/1/messages/2"), key("channels/9/messages/2"));
        assert!(routes.take(&one, true, now).is_ok());
        assert!(routes.take(&one, true, now).is_err_and(|wait| wait.until.is_none()), "the limit is not known yet");
        routes.hear(&one, &one, &said("b", 2, 4.0), now);
        routes.back(&one);
        let counts = routes.shared(&one);
        assert!((0..2).all(|_| routes.take(&counts, true, now).is_ok()));
        let later = now + Duration::from_secs(4);
        assert!(routes.take(&counts, true, now).is_err_and(|wait| wait.until == Some(later)));
        assert!(routes.take(&routes.shared(&other), true, now).is_ok());
        (0..2).for_each(|_| routes.back(&counts));
        assert!(routes.take(&counts, true, later).is_ok(), "it counts anew");
        assert!(routes.take(&counts, true, later).is_err(), "one finds out how many there are now");
    }

    #[test]
    fn c1_routes_of_one_bucket_count_together() {
        let (mut routes, now) = (Routes::default(), Instant::now());
        let (one, other) = (key("channels/1/messages/2"), key("channels/1"));
        for route in [&one, &other] {
            routes.hear(route, route, &said("b", 1, 4.0), now);
        }
        let counts = routes.shared(&one);
        assert!(counts == routes.shared(&other));
        assert!(routes.take(&counts, true, now).is_ok());
        assert!(routes.take(&counts, true, now).is_err());
    }

    #[test]
    fn c1_behind_a_proxy_only_what_was_refused_waits() {
        let (mut routes, now) = (Routes::default(), Instant::now());
        let one = key("channels/1/messages/2");
        assert!((0..20).all(|_| routes.take(&one, false, now).is_ok()));
        routes.refused(&one, Duration::from_secs(2), now);
        let until = now + Duration::from_secs(2);
        assert!(routes.take(&one, false, now).is_err_and(|wait| wait.until == Some(until)));
        (0..20).for_each(|_| routes.back(&one));
        assert!(routes.take(&one, false, until).is_ok());
    }

    #[test]
    fn c1_limits_that_are_over_are_forgotten() {
        let (mut routes, now) = (Routes::default(), Instant::now());
        for n in 0..5_000 {
            let one = key(&format!("webhooks/1/token{n}/messages/@original"));
            let now = now + Duration::from_secs(n);
            assert!(routes.take(&one, true, now).is_ok());
            routes.hear(&one, &one, &said("b", 4, 5.0), now);
            routes.back(&one);
        }
        assert!(routes.limits.len() <= 2 * CAPACITY, "{}", routes.limits.len());
        assert_eq!(routes.buckets.len(), 1);
    }
}
