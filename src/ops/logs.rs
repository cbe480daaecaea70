//! Logs: to standard error, as text or JSON.

use tracing::{Level, Metadata};
use tracing_subscriber::filter::{EnvFilter, FilterExt, filter_fn};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Config, LogFormat};

/// What is logged unless `RUST_LOG` says otherwise.
const DEFAULT: &str = "info";

/// Starts logging. Does nothing when logging was started before.
pub fn start(config: &Config) {
    let wanted = if config.filter.is_empty() { DEFAULT } else { &config.filter };
    let filter = EnvFilter::try_new(wanted).unwrap_or_else(|_| EnvFilter::new(DEFAULT)).and(filter_fn(harmless));
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    // Where standard error is closed, saying so there would end the program.
    let lines =
        tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours).log_internal_errors(false);
    let layer = match config.log {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let _ = tracing_subscriber::registry().with(layer.with_filter(filter)).try_init();
}

/// Other libraries write whole requests and messages to their finer lines, and a message may hold a hand: of those only
/// what is coarse enough is let through, whatever `RUST_LOG` asks for.
fn harmless(line: &Metadata<'_>) -> bool {
    let target = line.target();
    let most = if target.starts_with("upcard") {
        return true;
    } else if target.starts_with("serenity::gateway::ws") || target.starts_with("usvg") {
        // The drawing library warns of every letter that it finds in our second font, as it should.
        Level::ERROR
    } else if target.starts_with("serenity") {
        Level::WARN
    } else {
        Level::INFO
    };
    *line.level() <= most
}
