//! Warnings from serenity's shards. After some closed connections it only logs a warning although it should end: then
//! this is the only way to hear of them.

use std::fmt;
use std::sync::LazyLock;

use tokio::sync::broadcast;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

/// The log target of the warnings.
const SHARDS: &str = "serenity::gateway::shard";
/// How many warnings are kept for a slow listener.
const WAITING: usize = 64;

/// It lives as long as the program, so no receiver ever finds it closed.
static LINES: LazyLock<broadcast::Sender<String>> = LazyLock::new(|| broadcast::channel(WAITING).0);

/// The warnings from now on. A slow listener misses the oldest.
pub struct Warnings(broadcast::Receiver<String>);

/// Listens for warnings.
#[must_use]
pub fn listen() -> Warnings {
    Warnings(LINES.subscribe())
}

impl Warnings {
    /// The next one.
    pub async fn next(&mut self) -> String {
        loop {
            if let Ok(line) = self.0.recv().await {
                return line;
            }
        }
    }

    /// The next one, for a thread of its own, outside the runtime.
    pub fn next_blocking(&mut self) -> String {
        loop {
            if let Ok(line) = self.0.blocking_recv() {
                return line;
            }
        }
    }
}

/// Passes the warnings on, whatever `RUST_LOG` asks for.
pub(super) fn layer<S: Subscriber + for<'a> LookupSpan<'a>>() -> impl Layer<S> {
    Overheard.with_filter(filter_fn(|line| line.target() == SHARDS && *line.level() <= Level::WARN))
}

struct Overheard;

impl<S: Subscriber> Layer<S> for Overheard {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut words = Words::default();
        event.record(&mut words);
        // There may be no listener.
        let _ = LINES.send(words.0);
    }
}

/// The message of a log line.
#[derive(Default)]
struct Words(String);

impl Visit for Words {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[test]
    fn warnings_of_shards_are_heard_and_nothing_else() {
        let mut heard = listen();
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer()), || {
            tracing::error!(target: "serenity::http", "Another part of it.");
            tracing::info!(target: "serenity::gateway::shard", "No warning.");
            tracing::warn!(target: "serenity::gateway::shard", "[{:?}] Sent invalid shard data.", (0, 1));
        });
        assert_eq!(heard.0.try_recv().as_deref(), Ok("[(0, 1)] Sent invalid shard data."));
        assert!(heard.0.try_recv().is_err());
    }
}
