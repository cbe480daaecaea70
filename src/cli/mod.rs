//! The command line.

mod doctor;
mod export;
mod forget;
mod gallery;
#[cfg(test)]
mod guides;
mod licences;
mod moderation;
mod room;
mod run;
mod study;
mod tables;
mod verify;
mod well;

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::SystemTime;

use clap::{Parser, Subcommand};
use engine::{Language, NotOffered};

use crate::config::{Config, LogFormat, strangers};
use crate::ops::logs;
use crate::store::{StoreError, is_open_to_others};

const EXIT_CODES: &str = "\
Settings come from environment variables and from a file .env (see .env.example).

Exit codes:
  0  done, or stopped by SIGTERM, SIGHUP or Ctrl-C
  1  anything else
  2  a setting or the command line is wrong
  3  the database cannot be used, or another upcard uses it
  4  Discord does not let us in, or cannot be reached
  5  an address is in use or cannot be bound";

/// The version, and the commit where whoever built the program named it (`UPCARD_COMMIT`): without that, two programs of
/// one version are not told apart.
static VERSION: LazyLock<String> = LazyLock::new(|| version(option_env!("UPCARD_COMMIT")));

fn version(commit: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    commit.filter(|commit| !commit.is_empty()).map_or_else(|| version.to_owned(), |c| format!("{version} ({c})"))
}

/// A card room for Discord. Without DISCORD_TOKEN, a card room on this machine, in the browser, unless UPCARD_ROOM=off.
#[derive(Parser)]
#[command(name = "upcard", version = &**VERSION, after_help = EXIT_CODES)]
struct Line {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot on Discord, or without DISCORD_TOKEN the local card room (this is the default; UPCARD_ROOM=off: no
    /// room)
    Run,
    /// Check settings, token, database and addresses, and say what is wrong
    Doctor {
        /// Only ask a running bot, at UPCARD_HTTP, whether it is well: for container health checks
        #[arg(long)]
        health: bool,
        /// Replay every match that was ever begun, not only those being played
        #[arg(long, conflicts_with = "health")]
        all: bool,
    },
    /// List the tables that are not over, or end some of them
    Tables {
        #[command(flatten)]
        which: tables::Filter,
        #[command(subcommand)]
        act: Option<tables::Errand>,
    },
    /// Write decided matches, records and results, as JSON lines: people are numbers, so that it can be given away
    Export(export::Extract),
    /// Check a file that /verify gave: commitment, seed, every pack, the record, and each move by the rules
    Verify(verify::WasPosted),
    /// Answer the engine protocol on standard input and output, one JSON object a line
    Engine,
    /// Ask a game's solvers something: a JSON question, answered in JSON
    Study {
        /// The game's id, such as gin-rummy
        game: String,
        /// The question, as docs/protocol.md lists them by game
        question: String,
    },
    /// Keep somebody from opening and joining tables, everywhere or on one server; what they are playing they may finish
    Block(moderation::Whom),
    /// Let somebody open and join tables again
    Unblock(moderation::Whom),
    /// Say what a server allows, or change it: games, tables at once, idle tables
    Limit(moderation::SetLimits),
    /// Say what was decided by the bot's owner and by managers of servers, newest last
    Log {
        /// Only for this server (its id)
        #[arg(long, value_name = "ID", value_parser = id)]
        server: Option<u64>,
        /// So many lines
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
        most: u32,
    },
    /// Forget a person: say what there is of them, and with --yes delete it for good
    Forget {
        /// Their id on Discord (Developer Mode → Copy User ID)
        #[arg(value_parser = id)]
        user: u64,
        /// Delete it: their names, ratings and settings; in matches they become "a former player"
        #[arg(long)]
        yes: bool,
        /// With --yes: first end the tables at which they sit, without a result
        #[arg(long, requires = "yes")]
        end: bool,
    },
    /// Whose work is in the program, on which terms: every package and font, with its licence
    Licences,
    /// Draw what every game looks like: boards, hands and results, as PNG files and a page that lists them
    Gallery(gallery::Wanted),
}

/// An id of Discord's, of a person or a server.
fn id(text: &str) -> Result<u64, &'static str> {
    let id = text.parse().ok().filter(|id| (1..1 << 63).contains(id));
    id.ok_or("an id is a number, such as 417389234875123400; with Developer Mode on, Discord's menus have Copy ID")
}

/// Why the program ends, with its exit code.
#[derive(Debug)]
pub struct Ending {
    code: u8,
    words: String,
}

impl Ending {
    fn other(words: impl Into<String>) -> Self {
        Self { code: 1, words: words.into() }
    }

    fn setting(words: impl Into<String>) -> Self {
        Self { code: 2, words: words.into() }
    }

    fn not_offered(why: NotOffered) -> Self {
        Self::setting(why.says(Language::English))
    }

    fn database(words: impl Into<String>) -> Self {
        Self { code: 3, words: words.into() }
    }

    fn discord(words: impl Into<String>) -> Self {
        Self { code: 4, words: words.into() }
    }

    fn address(words: impl Into<String>) -> Self {
        Self { code: 5, words: words.into() }
    }
}

impl From<StoreError> for Ending {
    fn from(error: StoreError) -> Self {
        let words = error.to_string();
        if matches!(error, StoreError::Url { .. }) { Self::setting(words) } else { Self::database(words) }
    }
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let command = Line::parse().command.unwrap_or(Command::Run);
    // The bot's words go to a log. People who give any other command read the answer.
    let is_logged = matches!(command, Command::Run);
    let outcome = match command {
        Command::Engine => {
            let stdin = io::stdin().lock();
            let stdout = BufWriter::new(io::stdout().lock());
            crate::protocol::run(stdin, stdout)
                .map_err(|e| Ending::other(format!("Standard input or output broke: {e}.")))
        }
        Command::Study { game, question } => study::run(&game, &question),
        Command::Forget { user, yes, end } => with_config(|config| forget::run(config, user, yes, end)),
        Command::Block(whom) => with_config(|config| moderation::block(config, whom, true)),
        Command::Unblock(whom) => with_config(|config| moderation::block(config, whom, false)),
        Command::Limit(wanted) => with_config(|config| moderation::limit(config, wanted)),
        Command::Log { server, most } => with_config(|config| moderation::log(config, server, most)),
        Command::Tables { which, act } => with_config(|config| tables::run(config, which, act)),
        Command::Export(wanted) => with_config(|config| export::run(config, wanted)),
        Command::Verify(posted) => verify::run(&posted),
        Command::Licences => licences::run(),
        Command::Gallery(wanted) => gallery::run(&wanted),
        Command::Run => with_config(run::run),
        Command::Doctor { health: true, .. } => with_config(doctor::health),
        Command::Doctor { health: false, all } => with_config(|config| doctor::run(config, all)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(ending) => {
            let format = if is_logged { LogFormat::from_env() } else { LogFormat::Text };
            logs::last(format, ending.code, &ending.words);
            ExitCode::from(ending.code)
        }
    }
}

/// Reads the settings, starts the runtime, and runs.
fn with_config<F>(run: impl FnOnce(Config) -> F) -> Result<(), Ending>
where
    F: Future<Output = Result<(), Ending>>,
{
    let config = Config::from_env().map_err(|error| Ending::setting(error.to_string()))?;
    is_in_our_time(SystemTime::now())?;
    logs::start(&config);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Ending::other(format!("The runtime cannot be started: {error}.")))?;
    let outcome = runtime.block_on(run(config));
    // Whatever is left has had its time: a task that never pauses must not keep the program from ending.
    runtime.shutdown_background();
    outcome
}

/// Where settings were read from.
fn sources(config: &Config) -> String {
    match &config.env_file {
        Some(file) => format!("the environment and {}", file.display()),
        None if !config.passed_over.is_empty() => "the environment alone".to_owned(),
        None => "the environment; there is no .env here or in a folder above".to_owned(),
    }
}

/// Times are kept as times since 1970, and no certificate is valid before.
fn is_in_our_time(now: SystemTime) -> Result<(), Ending> {
    if now >= SystemTime::UNIX_EPOCH {
        return Ok(());
    }
    Err(Ending::other(
        "The clock of this machine stands before the year 1970. Set it, for example with `timedatectl set-ntp true`, then try again.",
    ))
}

/// What does not stop a start, but should be seen: each in a sentence.
fn warnings(config: &Config) -> Vec<String> {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let strange = |name| format!("{name} is set, but is no setting of upcard: see .env.example.");
    let mut all: Vec<String> = strangers(names).into_iter().map(strange).collect();
    all.extend(config.passed_over.iter().cloned());
    if let Some(file) = config.env_file.as_deref().filter(|file| is_open_to_others(file)) {
        all.push(format!(
            "Others on this machine may read {0}, which may hold the token: chmod 600 {0}",
            file.display()
        ));
    }
    if let Some(proxy) = config.open_proxy() {
        all.push(format!(
            "DISCORD_PROXY_URL is {proxy}: the bot's token goes to another machine as plain text, and whoever is in between can \
             read it. Run the proxy on this machine, or reach it by https."
        ));
    }
    all
}

/// Writes a line for whoever started us. It does not matter if nobody is listening: a closed pipe must not stop a
/// bot.
fn say(line: impl Display) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Resolves when the program is asked to stop.
async fn stopped() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminated() => {}
    }
    tracing::info!("stopping");
}

/// Resolves when another program ends this one, or its terminal is closed.
#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    let signalled = async |kind| match signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => std::future::pending().await,
    };
    let hung_up = async {
        // Somebody who starts us with `nohup` wants us to go on.
        if std::fs::read_to_string("/proc/self/status").is_ok_and(|status| ignores_hang_ups(&status)) {
            std::future::pending::<()>().await;
        }
        signalled(SignalKind::hangup()).await;
    };
    tokio::select! {
        () = signalled(SignalKind::terminate()) => {}
        () = hung_up => {}
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// Whether a process, given its status on Linux, ignores SIGHUP, which is the lowest bit of `SigIgn`.
#[cfg(unix)]
fn ignores_hang_ups(status: &str) -> bool {
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_program_that_was_told_to_ignore_hang_ups_does() {
        assert!(ignores_hang_ups("Name:\tupcard\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n"));
        assert!(!ignores_hang_ups("Name:\tupcard\nSigBlk:\t0000000000000001\nSigIgn:\t0000000000001000\n"));
        assert!(!ignores_hang_ups(""));
    }

    #[test]
    fn p11_a_clock_before_1970_is_answered_by_a_sentence() {
        use std::time::Duration;
        let epoch = SystemTime::UNIX_EPOCH;
        for early in [Duration::from_nanos(1), Duration::from_secs(1), Duration::from_secs(80 * 365 * 24 * 3600)] {
            let ending = is_in_our_time(epoch - early).unwrap_err();
            assert!(ending.code == 1 && ending.words.contains("clock"), "{ending:?}");
        }
        for fine in [epoch, epoch + Duration::from_secs(1), SystemTime::now()] {
            is_in_our_time(fine).unwrap();
        }
    }

    #[test]
    fn o1_the_version_names_the_commit_where_it_is_known() {
        assert_eq!(version(Some("a1b2c3d")), concat!(env!("CARGO_PKG_VERSION"), " (a1b2c3d)"));
        assert_eq!(version(None), version(Some("")));
        assert!(!version(None).contains('('));
    }

    #[test]
    fn where_settings_come_from_is_said() {
        let mut config = Config::read(|_| None).unwrap();
        assert!(sources(&config).contains("no .env"));
        config.env_file = Some("/srv/upcard/.env".into());
        assert_eq!(sources(&config), "the environment and /srv/upcard/.env");
    }
}
