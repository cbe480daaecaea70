//! `upcard doctor`: checks everything that a start needs, and changes nothing.

mod matches;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::sync::Arc;

use crate::config::{Config, Shards, Token, Venue};
use crate::discord::api::Api;
use crate::discord::gateway::{self, Identity};
use crate::ops::health::{self, Health};
use crate::ops::metrics::Metrics;
use crate::store::{Found, Looked, Store, StoreError};
use local_discord::LocalDiscord;

use super::room::{self, ROOM_DATA};
use super::{Ending, run, say, sources, warnings};

/// What the bot needs in a server: bits of Discord's permissions, and their names, which README.md and
/// docs/owners.md list. Messages consist of components and attached pictures, so no permission to embed links is
/// needed; it reads no messages, so none to read their history either.
pub(super) const PERMISSIONS: [(u32, &str); 6] = [
    (10, "View Channels"),
    (11, "Send Messages"),
    (38, "Send Messages in Threads"),
    (35, "Create Public Threads"),
    // To delete a thread again if no table could be opened in it, and to write in private threads.
    (34, "Manage Threads"),
    (15, "Attach Files"),
];

const NO_TOKEN: &str = "DISCORD_TOKEN is not set: `upcard` opens the local card room";

/// Checks settings, database, addresses and Discord; the first thing that is wrong decides the exit code.
pub(super) async fn run(config: Config, all: bool) -> Result<(), Ending> {
    let mut findings = Findings { worst: None };
    findings.good("settings", &format!("every variable that is set can be right (read from {})", sources(&config)));
    for warning in warnings(&config) {
        say(format_args!("note  {warning}"));
    }
    let looked = Store::look(&config.database).await;
    // What another upcard with this database holds is not in its own way.
    let at_work = looked.as_ref().is_ok_and(|looked| looked.at_work);
    match looked {
        Ok(Looked { path, found: Found::Nothing, at_work: true }) => {
            findings.bad("database", StoreError::Missing { path }.into());
        }
        Ok(looked) => {
            findings.good("database", &outlook(&looked));
            if looked.found == Found::Current {
                matches::check(&mut findings, &config.database, all).await;
            }
        }
        Err(error) => findings.bad("database", error.into()),
    }
    if let Some(address) = config.http {
        findings.http(address, at_work).await;
    }
    match &config.venue {
        Venue::Room(address) if at_work && is_in_use(&bind(*address)) => {
            findings.good("card room", &format!("it is open at {address}"));
            findings.good("Discord", NO_TOKEN);
        }
        Venue::Room(address) => {
            findings.room(*address);
            findings.room_data(Path::new(ROOM_DATA));
            findings.good("Discord", NO_TOKEN);
        }
        Venue::Nowhere => findings.bad("Discord", run::nowhere()),
        Venue::Discord(token) => discord(&mut findings, token, config.proxy.as_deref(), &config.shards).await,
    }
    findings.worst.map_or(Ok(()), Err)
}

/// What a start would do with the database.
fn outlook(looked: &Looked) -> String {
    let found = match looked.found {
        Found::Nothing => "will be made at the start",
        Found::Older => "is of an older version: it will be migrated at the start",
        Found::Current => "is up to date",
    };
    let at_work = if looked.at_work { "; a running upcard has it" } else { "" };
    format!("{} {found}{at_work}", looked.path)
}

/// Asks a running bot whether it is well.
pub(super) async fn health(config: Config) -> Result<(), Ending> {
    let Some(address) = config.http else {
        return Err(Ending::setting("UPCARD_HTTP is not set: set it to the address that the bot serves /healthz on."));
    };
    match health::ask(address).await.map_err(Ending::other)? {
        Health::Well => {
            say("ok");
            Ok(())
        }
        Health::Ill(why) => Err(Ending::other(format!("The bot is not well: {why}."))),
    }
}

async fn discord(findings: &mut Findings, token: &Token, proxy: Option<&str>, shards: &Shards) {
    let http = Arc::new(gateway::http(token, proxy));
    let api = Api::new(http, Arc::new(Metrics::default()));
    match gateway::check(&api, proxy).await {
        Ok(Identity { id, name, .. }) => {
            findings.good("Discord", &format!("the token belongs to the bot {name} (id {id})"));
            let permissions = PERMISSIONS.iter().fold(0, |all, (bit, _)| all | 1_u64 << bit);
            say(format_args!(
                "      invite it with https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands\
                 &permissions={permissions}"
            ));
        }
        Err(error) => return findings.bad("Discord", run::refused(&error)),
    }
    if let Ok(Some(endpoint)) = api.endpoint().await {
        let words = format!(
            "Discord sends every command to {endpoint} instead of to the bot. Empty the field \"Interactions Endpoint URL\": \
             https://discord.com/developers -> your application -> General Information."
        );
        findings.bad("Discord", Ending::discord(words));
    }
    if let Some((starts, needed)) = gateway::too_few_starts(&api, shards).await {
        let words = format!(
            "Discord allows {} new connections for the next {} minutes, and the bot needs {needed}: a start waits until then.",
            starts.left,
            starts.again.as_secs().div_ceil(60)
        );
        findings.bad("Discord", Ending::discord(words));
    }
}

struct Findings {
    worst: Option<Ending>,
}

impl Findings {
    fn good(&self, what: &str, words: &str) {
        say(format_args!("ok    {what}: {words}"));
    }

    fn bad(&mut self, what: &str, ending: Ending) {
        say(format_args!("WRONG {what}: {}", ending.words));
        self.worst.get_or_insert(Ending { code: ending.code, words: "Not all is well: see WRONG above.".to_owned() });
    }

    /// Checks the address of health and metrics. The bot may already serve them there, if it is `at_work`.
    async fn http(&mut self, address: SocketAddr, at_work: bool) {
        let bound = bind(address);
        let advice = match health::ask(address).await {
            Ok(health) if at_work && is_in_use(&bound) => {
                return self.good("UPCARD_HTTP", &served(address, &health));
            }
            Ok(_) => "An upcard with another database is there. Set UPCARD_HTTP to another address or port.",
            Err(_) => "Set UPCARD_HTTP to another address or port.",
        };
        self.address("UPCARD_HTTP", address, bound, advice);
    }

    /// Checks the address of the card room.
    fn room(&mut self, address: SocketAddr) {
        let bound = bind(address);
        let advice = if is_in_use(&bound) {
            "A card room of upcard may be open there already: use that one, or close it. Otherwise set UPCARD_ROOM to \
             another port, such as 127.0.0.1:8081."
        } else {
            "Set UPCARD_ROOM to another loopback address or port."
        };
        self.address("UPCARD_ROOM", address, bound, advice);
    }

    /// Checks the folder of the card room.
    fn room_data(&mut self, folder: &Path) {
        match LocalDiscord::look(folder) {
            Ok(()) => self.good("card room", &format!("{} can be used", folder.display())),
            Err(error) => self.bad("card room", room::refused(&error)),
        }
    }

    fn address(&mut self, name: &str, address: SocketAddr, bound: io::Result<()>, advice: &str) {
        match bound {
            Ok(()) => self.good(name, &format!("{address} can be bound")),
            Err(error) => self.bad(name, Ending::address(format!("{address} cannot be bound: {error}. {advice}"))),
        }
    }
}

fn bind(address: SocketAddr) -> io::Result<()> {
    TcpListener::bind(address).map(drop)
}

fn is_in_use(bound: &io::Result<()>) -> bool {
    bound.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AddrInUse)
}

fn served(address: SocketAddr, health: &Health) -> String {
    match health {
        Health::Well => format!("a running upcard serves it at {address}"),
        Health::Ill(why) => format!("a running upcard serves it at {address}, and says that it is not well: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::health::Check;
    use crate::vitals::Vitals;

    fn findings() -> Findings {
        Findings { worst: None }
    }

    #[tokio::test]
    async fn an_address_that_a_running_upcard_serves_is_no_fault() {
        for said in [Ok(()), Err("not connected to Discord".to_owned())] {
            let check: Check = Arc::new(move || {
                let said = said.clone();
                Box::pin(async move { said })
            });
            let any = "127.0.0.1:0".parse().unwrap();
            let address = health::serve(any, Arc::new(Metrics::default()), check, &Vitals::default()).await.unwrap();
            let (mut own, mut others) = (findings(), findings());
            own.http(address, true).await;
            assert!(own.worst.is_none());
            others.http(address, false).await;
            assert_eq!(others.worst.map(|ending| ending.code), Some(5), "of an upcard with another database");
        }
    }

    #[tokio::test]
    async fn an_address_that_another_program_uses_is_a_fault() {
        let other = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = other.local_addr().unwrap();
        let rude = tokio::spawn(async move {
            loop {
                drop(other.accept().await);
            }
        });
        let (mut http, mut room) = (findings(), findings());
        http.http(address, true).await;
        room.room(address);
        assert_eq!(http.worst.map(|ending| ending.code), Some(5));
        assert_eq!(room.worst.map(|ending| ending.code), Some(5));
        rude.abort();
    }

    #[test]
    fn a_place_where_no_card_room_can_be_kept_is_a_fault() {
        let dir = tempfile::tempdir().unwrap();
        let (mut good, mut bad) = (findings(), findings());
        good.room_data(&dir.path().join("room"));
        assert!(good.worst.is_none());
        std::fs::write(dir.path().join("room"), "x").unwrap();
        bad.room_data(&dir.path().join("room"));
        assert_eq!(bad.worst.map(|ending| ending.code), Some(1));
    }
}
