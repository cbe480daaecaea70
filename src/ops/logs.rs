//! Logs: to standard error, as text or JSON.

use std::io::{self, Write};
use std::panic::Location;

use tracing::level_filters::LevelFilter;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::{EnvFilter, FilterExt, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{Config, LogFormat};

/// What is logged unless `RUST_LOG` says otherwise.
const DEFAULT: &str = "info";

/// Starts logging. Does nothing if logging was already started.
pub fn start(config: &Config) {
    let lines = lines(config.log, io::stderr).with_filter(filter(&config.filter).and(filter_fn(harmless)));
    let _ = tracing_subscriber::registry().with(lines).try_init();
    std::panic::set_hook(Box::new(|panic| tell(panic.location())));
}

/// A panic is told by its place: its words may hold whatever was being worked on.
fn tell(place: Option<&Location<'_>>) {
    let place = place.map(ToString::to_string);
    tracing::error!(target: "upcard", place, "something panicked");
}

/// Says why the program ends: in plain words, or for JSON logs as a line like the others, whatever `RUST_LOG` asks
/// for.
pub fn last(format: LogFormat, exit_code: u8, words: &str) {
    say_last(format, io::stderr, exit_code, words);
}

fn say_last<W>(format: LogFormat, writer: W, exit_code: u8, words: &str)
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    match format {
        LogFormat::Text => {
            let _ = writeln!(writer.make_writer(), "{words}");
        }
        LogFormat::Json => {
            let only = tracing_subscriber::registry().with(lines(format, writer));
            tracing::subscriber::with_default(only, || tracing::error!(target: "upcard", exit_code, "{words}"));
        }
    }
}

fn lines<S, W>(format: LogFormat, writer: W) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let colours = io::IsTerminal::is_terminal(&io::stderr());
    // If standard error is closed, reporting that there would end the program.
    let lines = tracing_subscriber::fmt::layer().with_writer(writer).with_ansi(colours).log_internal_errors(false);
    match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    }
}

/// What `RUST_LOG` asks for. If it only names modules, all others would log nothing, so their warnings and errors
/// are added.
fn filter(wanted: &str) -> EnvFilter {
    let mut parts: Vec<&str> = wanted.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        parts.push(DEFAULT);
    }
    if !parts.iter().any(|part| part.parse::<LevelFilter>().is_ok()) {
        parts.insert(0, "warn");
    }
    EnvFilter::try_new(parts.join(",")).unwrap_or_else(|_| EnvFilter::new(DEFAULT))
}

/// Other libraries write whole requests and messages at their finer levels, and a message may hold a hand: of
/// those, only coarse levels pass, whatever `RUST_LOG` asks for.
fn harmless(line: &Metadata<'_>) -> bool {
    let target = line.target();
    let most = if target.starts_with("upcard") {
        return true;
    } else if target.starts_with("serenity::gateway::ws") || target.starts_with("usvg") {
        // The drawing library warns of every letter that it has to take from our second font, which is intended.
        Level::ERROR
    } else if target.starts_with("serenity") {
        Level::WARN
    } else {
        Level::INFO
    };
    *line.level() <= most
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Page {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().clone()).unwrap()
        }

        fn writer(&self) -> impl Fn() -> Self + Send + Sync + use<> {
            let page = self.clone();
            move || page.clone()
        }
    }

    /// Which of a few lines are logged.
    fn logged(wanted: &str) -> Vec<String> {
        let page = Page::default();
        let lines = lines(LogFormat::Json, page.writer()).with_filter(filter(wanted));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), || {
            tracing::error!(target: "upcard::a", "error");
            tracing::warn!(target: "upcard::a", "warning");
            tracing::info!(target: "upcard::a", "news");
            tracing::debug!(target: "upcard::b", "detail");
            tracing::error!(target: "serenity", "theirs");
        });
        let message = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["message"].clone();
        page.text().lines().map(|line| message(line).as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn warnings_are_logged_unless_a_level_for_everything_says_otherwise() {
        for (wanted, lines) in [
            ("", &["error", "warning", "news", "theirs"][..]),
            ("upcard::c", &["error", "warning", "theirs"]),
            ("upcard::b=debug", &["error", "warning", "detail", "theirs"]),
            ("upcard=error", &["error", "theirs"]),
            ("upcard::b=debug, error", &["error", "detail", "theirs"]),
            ("off", &[]),
            ("OFF,upcard::b=debug", &["detail"]),
        ] {
            assert_eq!(logged(wanted), lines, "{wanted}");
        }
    }

    #[test]
    fn r3_a_panic_is_told_by_its_place() {
        let page = Page::default();
        let lines = lines(LogFormat::Json, page.writer());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), || {
            tell(Some(Location::caller()))
        });
        assert!(page.text().contains("logs.rs:") && page.text().contains("something panicked"), "{}", page.text());
    }

    #[test]
    fn the_last_line_is_one_of_the_log() {
        let (text, json) = (Page::default(), Page::default());
        say_last(LogFormat::Text, text.writer(), 2, "One is wrong.\nSo is another.");
        assert_eq!(text.text(), "One is wrong.\nSo is another.\n");
        say_last(LogFormat::Json, json.writer(), 2, "One is wrong.\nSo is another.");
        let text = json.text();
        assert_eq!(text.lines().count(), 1, "{text}");
        let line: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&line["level"], &line["exit_code"]), (&"ERROR".into(), &2.into()));
        assert_eq!(line["message"], "One is wrong.\nSo is another.");
        assert!(line["timestamp"].is_string());
    }
}
