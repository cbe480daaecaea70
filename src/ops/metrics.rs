//! What is counted, in Prometheus' text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use prometheus_client::encoding::{EncodeLabelSet, text::encode};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::link_metrics::LinkMetrics;
use super::shard_health::ShardHealth;
use serving::Traffic;

/// Everything that is counted. Counting takes no lock that is held for long, and memory does not grow with it.
pub struct Metrics {
    registry: Registry,
    interactions: Family<Kind, Counter>,
    latency: Histogram,
    drawing: Histogram,
    showing: Family<What, Histogram, fn() -> Histogram>,
    moves: Counter,
    refusals: Counter,
    faults: Counter,
    failures: Family<Reason, Counter>,
    tables: Gauge<i64, AtomicI64>,
    presenters: Gauge<i64, AtomicI64>,
    connected: Gauge<i64, AtomicI64>,
    shards: Gauge<i64, AtomicI64>,
    shards_connected: Gauge<i64, AtomicI64>,
    database: Gauge<i64, AtomicI64>,
    disk_free: Gauge<i64, AtomicI64>,
    broken_tables: Counter,
    thinking: Gauge<i64, AtomicI64>,
    thoughts: Family<What, Counter>,
    thinking_seconds: Family<What, Counter<f64, AtomicU64>>,
    connections: Family<Server, Gauge<i64, AtomicI64>>,
    connections_cut: Family<Server, Counter>,
    link: LinkMetrics,
    shard_health: Mutex<ShardHealth>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Server {
    server: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct What {
    what: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Reason {
    reason: &'static str,
}

impl Default for Metrics {
    fn default() -> Self {
        let buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0];
        let metrics = Self {
            registry: Registry::default(),
            interactions: Family::default(),
            latency: Histogram::new(buckets),
            drawing: late(),
            showing: Family::new_with_constructor(late),
            moves: Counter::default(),
            refusals: Counter::default(),
            faults: Counter::default(),
            failures: Family::default(),
            tables: Gauge::default(),
            presenters: Gauge::default(),
            connected: Gauge::default(),
            shards: Gauge::default(),
            shards_connected: Gauge::default(),
            database: Gauge::default(),
            disk_free: Gauge::default(),
            broken_tables: Counter::default(),
            thinking: Gauge::default(),
            thoughts: Family::default(),
            thinking_seconds: Family::default(),
            connections: Family::default(),
            connections_cut: Family::default(),
            link: LinkMetrics::default(),
            shard_health: Mutex::default(),
        };
        metrics.registered().zeroed()
    }
}

/// The kinds of interactions.
const KINDS: [&str; 4] = ["command", "autocomplete", "component", "form"];
/// Why requests to Discord fail.
pub const REASONS: [&str; 14] = [
    "no_message",
    "no_channel",
    "no_member",
    "no_direct",
    "archived",
    "too_old",
    "locked",
    "forbidden",
    "expired",
    "answered",
    "unauthorized",
    "limited",
    "away",
    "refused",
];
/// What the house thinks about: a move at each level, and for people.
pub const THOUGHTS: [&str; 6] = ["easy", "medium", "hard", "hint", "review", "daily"];
/// Our own servers.
const SERVERS: [&str; 2] = ["health", "room"];

/// How long people wait to see something: a minute at most, or nobody looks any more.
fn late() -> Histogram {
    Histogram::new([0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0])
}

impl Metrics {
    /// An alert on what has never happened yet needs a zero to start from.
    fn zeroed(self) -> Self {
        KINDS.iter().for_each(|kind| drop(self.interactions.get_or_create(&Kind { kind })));
        REASONS.iter().for_each(|reason| drop(self.failures.get_or_create(&Reason { reason })));
        SERVERS.iter().for_each(|server| drop(self.traffic(server)));
        THOUGHTS.iter().for_each(|what| self.thought(what, 0, Duration::ZERO));
        ["board", "hand"].iter().for_each(|what| drop(self.showing.get_or_create(&What { what })));
        self
    }

    fn registered(mut self) -> Self {
        let r = &mut self.registry;
        r.register("upcard_interactions", "Interactions received, by kind", self.interactions.clone());
        r.register(
            "upcard_answer_seconds",
            "From an interaction's arrival until its first answer was taken",
            self.latency.clone(),
        );
        r.register("upcard_drawing_seconds", "How long pictures took to draw", self.drawing.clone());
        r.register(
            "upcard_showing_seconds",
            "From a table's change until its board, or a hand in it, shows it",
            self.showing.clone(),
        );
        r.register("upcard_moves", "Moves played", self.moves.clone());
        r.register("upcard_refusals", "Requests refused, by the rules or otherwise", self.refusals.clone());
        r.register("upcard_faults", "Things that broke on our side", self.faults.clone());
        r.register("upcard_failed_requests", "Requests that Discord refused, by reason", self.failures.clone());
        r.register("upcard_tables_awake", "Tables in memory", self.tables.clone());
        r.register("upcard_connected", "Is any shard connected? 1 or 0", self.connected.clone());
        r.register("upcard_shards", "Shards that this process runs", self.shards.clone());
        r.register("upcard_shards_connected", "Shards that are connected", self.shards_connected.clone());
        r.register("upcard_database_well", "Does the database keep what is played? 1 or 0", self.database.clone());
        r.register("upcard_disk_free_bytes", "Space left for the database", self.disk_free.clone());
        r.register("upcard_broken_tables", "Tables woken that do not replay", self.broken_tables.clone());
        r.register("upcard_thinking", "Thoughts of the house under way or waiting for a thread", self.thinking.clone());
        r.register("upcard_thoughts", "What the house has thought about", self.thoughts.clone());
        r.register("upcard_thinking_seconds", "How long that took", self.thinking_seconds.clone());
        r.register("upcard_http_connections", "Connections to our own servers", self.connections.clone());
        r.register(
            "upcard_http_connections_cut",
            "Connections to our own servers that had to make room for others",
            self.connections_cut.clone(),
        );
        r.register("upcard_presenters", "Tables whose messages are kept up to date", self.presenters.clone());
        self.link.register(r);
        self
    }

    /// What is counted about the link to Discord.
    #[must_use]
    pub const fn link(&self) -> &LinkMetrics {
        &self.link
    }

    pub fn interaction(&self, kind: &'static str) {
        self.interactions.get_or_create(&Kind { kind }).inc();
    }

    /// An interaction was answered for the first time.
    pub fn answered(&self, took: Duration) {
        self.latency.observe(took.as_secs_f64());
    }

    /// A picture was drawn; `took` includes the wait for its turn.
    pub fn drew(&self, took: Duration) {
        self.drawing.observe(took.as_secs_f64());
    }

    /// A board, or a hand, shows a change that was made this long ago.
    pub fn showed(&self, board: bool, after: Duration) {
        let what = if board { "board" } else { "hand" };
        self.showing.get_or_create(&What { what }).observe(after.as_secs_f64());
    }

    pub fn moved(&self) {
        self.moves.inc();
    }

    /// Somebody was refused something.
    pub fn refused(&self) {
        self.refusals.inc();
    }

    /// Something broke on our side.
    pub fn fault(&self) {
        self.faults.inc();
    }

    /// Discord refused a request.
    pub fn failed(&self, reason: &'static str) {
        self.failures.get_or_create(&Reason { reason }).inc();
    }

    /// How many tables and presenters are in memory now.
    pub fn live(&self, tables: usize, presenters: usize) {
        set(&self.tables, tables);
        set(&self.presenters, presenters);
    }

    /// How many shards are connected now, out of those that this process runs.
    pub fn shards(&self, connected: usize, all: usize) {
        self.connected.set(i64::from(connected > 0));
        set(&self.shards, all);
        set(&self.shards_connected, connected);
        self.shard_health.lock().count(connected, all, Instant::now());
    }

    /// How many bytes are left on the disk of the database.
    pub fn disk_free(&self, bytes: u64) {
        self.disk_free.set(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// How often a table was woken that does not replay, since the start.
    pub fn broken_tables(&self, woken: u64) {
        self.broken_tables.inner().fetch_max(woken, Ordering::Relaxed);
    }

    /// How many thoughts of the house are under way or wait for a thread.
    pub fn thinking(&self, count: usize) {
        set(&self.thinking, count);
    }

    /// How often the house has thought about this since the start, and how long all of that took.
    pub fn thought(&self, what: &'static str, thoughts: u64, took: Duration) {
        let what = What { what };
        self.thoughts.get_or_create(&what).inner().store(thoughts, Ordering::Relaxed);
        let seconds = took.as_secs_f64().to_bits();
        self.thinking_seconds.get_or_create(&what).inner().store(seconds, Ordering::Relaxed);
    }

    /// Where the connections of one of our servers are counted.
    #[must_use]
    pub fn traffic(&self, server: &'static str) -> Traffic {
        let server = Server { server };
        Traffic {
            open: self.connections.get_or_create(&server).clone(),
            cut: self.connections_cut.get_or_create(&server).clone(),
        }
    }

    /// Whether the database is well.
    pub fn database(&self, is_well: bool) {
        self.database.set(i64::from(is_well));
    }

    /// Well: all shards are connected, or at least one is and the others have not been missing for long.
    ///
    /// # Errors
    /// What is wrong.
    pub fn connection(&self) -> Result<(), String> {
        self.shard_health.lock().judge(Instant::now())
    }

    /// All metrics, as Prometheus reads them.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        if encode(&mut text, &self.registry).is_err() {
            let _ = write!(text, "# the metrics could not be written");
        }
        text
    }
}

pub(super) fn set(gauge: &Gauge<i64, AtomicI64>, count: usize) {
    gauge.set(i64::try_from(count).unwrap_or(i64::MAX));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn o07_every_metric_is_there_before_anything_happens() {
        let text = Metrics::default().text();
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
        assert!(names.len() > 15, "{names:?}");
        for name in names {
            let has = |line: &str| line.starts_with(name) && !line.starts_with('#');
            assert!(text.lines().any(has), "{name} has no value in\n{text}");
        }
        for line in [
            "upcard_failed_requests_total{reason=\"forbidden\"} 0",
            "upcard_failed_requests_total{reason=\"limited\"} 0",
            "upcard_interactions_total{kind=\"form\"} 0",
            "upcard_http_connections{server=\"health\"} 0",
            "upcard_http_connections_cut_total{server=\"room\"} 0",
            "upcard_answer_seconds_bucket{le=\"3.0\"} 0",
            "upcard_broken_tables_total 0",
            "upcard_disk_free_bytes 0",
            "upcard_thoughts_total{what=\"review\"} 0",
            "upcard_thinking 0",
        ] {
            assert!(text.contains(line), "{line} is missing in\n{text}");
        }
    }

    #[test]
    fn everything_is_in_the_text() {
        let metrics = Metrics::default();
        metrics.interaction("command");
        metrics.answered(Duration::from_millis(7));
        metrics.moved();
        metrics.fault();
        metrics.failed("forbidden");
        metrics.live(3, 2);
        metrics.shards(2, 4);
        metrics.drew(Duration::from_millis(7));
        metrics.showed(true, Duration::from_secs(45));
        metrics.refused();
        metrics.database(true);
        metrics.thinking(2);
        metrics.thought("hard", 3, Duration::from_millis(2500));
        assert_eq!(metrics.connection(), Ok(()), "the others are on their way");
        let text = metrics.text();
        for line in [
            "upcard_interactions_total{kind=\"command\"} 1",
            "upcard_answer_seconds_bucket{le=\"0.01\"} 1",
            "upcard_moves_total 1",
            "upcard_faults_total 1",
            "upcard_failed_requests_total{reason=\"forbidden\"} 1",
            "upcard_tables_awake 3",
            "upcard_presenters 2",
            "upcard_drawing_seconds_count 1",
            "upcard_showing_seconds_bucket{le=\"60.0\",what=\"board\"} 1",
            "upcard_showing_seconds_bucket{le=\"30.0\",what=\"board\"} 0",
            "upcard_showing_seconds_count{what=\"hand\"} 0",
            "upcard_refusals_total 1",
            "upcard_connected 1",
            "upcard_shards 4",
            "upcard_shards_connected 2",
            "upcard_database_well 1",
            "upcard_thinking 2",
            "upcard_thoughts_total{what=\"hard\"} 3",
            "upcard_thinking_seconds_total{what=\"hard\"} 2.5",
        ] {
            assert!(text.contains(line), "{line} is missing in\n{text}");
        }
    }
}
