//! What is counted about the link to Discord: its limits, its sessions, and the events that led to nothing.

use std::sync::atomic::{AtomicI64, AtomicU64};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// Whose limit a request has met.
pub const SCOPES: [&str; 4] = ["user", "global", "shared", "address"];
/// Why an event led to nothing.
pub const DROPS: [&str; 3] = ["too_old", "unreadable", "twice"];

/// Limits, sessions and dropped events.
#[derive(Default)]
pub struct LinkMetrics {
    limited: Family<Scope, Counter>,
    paused: Counter<f64, AtomicU64>,
    invalid: Gauge<i64, AtomicI64>,
    waiting: Gauge<i64, AtomicI64>,
    sessions: Counter,
    dropped: Family<Drop, Counter>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Scope {
    scope: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Drop {
    reason: &'static str,
}

impl LinkMetrics {
    pub(super) fn register(&self, r: &mut Registry) {
        // All of them are there from the start: an alert cannot watch what does not exist yet.
        SCOPES.iter().for_each(|scope| drop(self.limited.get_or_create(&Scope { scope })));
        DROPS.iter().for_each(|reason| drop(self.dropped.get_or_create(&Drop { reason })));
        r.register(
            "upcard_rate_limited",
            "Requests that met one of Discord's limits, by its scope",
            self.limited.clone(),
        );
        r.register(
            "upcard_paused_seconds",
            "How long all requests were held back by such a limit",
            self.paused.clone(),
        );
        r.register(
            "upcard_invalid_requests",
            "Refused requests of the last ten minutes that Discord counts against the bot: 10000 of them are a ban",
            self.invalid.clone(),
        );
        r.register("upcard_requests_waiting", "Requests that wait for a limit", self.waiting.clone());
        r.register("upcard_sessions", "Sessions begun at the gateway (IDENTIFY)", self.sessions.clone());
        r.register("upcard_dropped_events", "Events of Discord's that led to nothing, by reason", self.dropped.clone());
    }

    /// A request met a limit of this scope, one of [`SCOPES`].
    pub fn limited(&self, scope: &'static str) {
        self.limited.get_or_create(&Scope { scope }).inc();
    }

    /// All requests are held back for so much longer.
    pub fn paused(&self, longer: Duration) {
        self.paused.inc_by(longer.as_secs_f64());
    }

    /// So many refused requests of the last ten minutes count against us.
    pub fn invalid(&self, count: usize) {
        super::metrics::set(&self.invalid, count);
    }

    /// One more request waits, or (`false`) one fewer.
    pub fn waits(&self, more: bool) {
        self.waiting.inc_by(if more { 1 } else { -1 });
    }

    pub fn session(&self) {
        self.sessions.inc();
    }

    /// An event led to nothing, for one of the reasons in [`DROPS`].
    pub fn dropped(&self, reason: &'static str) {
        self.dropped.get_or_create(&Drop { reason }).inc();
    }
}

#[cfg(test)]
mod tests {
    use crate::ops::metrics::Metrics;

    #[test]
    fn everything_is_in_the_text_from_the_start() {
        let metrics = Metrics::default();
        let count = |line: &str| metrics.text().lines().filter(|l| l.starts_with(line)).count();
        assert_eq!(count("upcard_rate_limited_total{scope="), 4, "{}", metrics.text());
        assert_eq!(count("upcard_dropped_events_total{reason="), 3);
        metrics.link().paused(std::time::Duration::from_millis(1500));
        metrics.link().invalid(7);
        metrics.link().waits(true);
        metrics.link().session();
        for line in [
            "upcard_paused_seconds_total 1.5",
            "upcard_invalid_requests 7",
            "upcard_requests_waiting 1",
            "upcard_sessions_total 1",
        ] {
            assert_eq!(count(line), 1, "{line} is missing in\n{}", metrics.text());
        }
    }
}
