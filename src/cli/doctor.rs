//! `upcard doctor`: checks everything that a start needs, and changes nothing.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::config::{Config, Token};
use crate::discord::api::Api;
use crate::discord::gateway;
use crate::ops::health;
use crate::ops::metrics::Metrics;
use crate::store::{Found, Store};

use super::{Ending, run, say};

/// What the bot needs in a server: bits of Discord's permissions, and their names, which README.md and docs/owners.md list. Messages are
/// made of components and of pictures that are attached: no links are embedded.
const PERMISSIONS: [(u32, &str); 7] = [
    (10, "View Channels"),
    (11, "Send Messages"),
    (38, "Send Messages in Threads"),
    (35, "Create Public Threads"),
    // To delete a thread again, when no table could be opened in it.
    (34, "Manage Threads"),
    (15, "Attach Files"),
    (16, "Read Message History"),
];

/// Checks settings, database, addresses and Discord; the first thing that is wrong decides the exit code.
pub(super) async fn run(config: Config) -> Result<(), Ending> {
    let mut findings = Findings { worst: None };
    findings.good("settings", "every variable that is set can be right");
    match Store::look(&config.database).await {
        Ok((path, found)) => findings.good("database", &format!("{path} {}", outlook(found))),
        Err(error) => findings.bad("database", Ending::database(error.to_string())),
    }
    if let Some(address) = config.http {
        findings.address("UPCARD_HTTP", address);
    }
    match &config.token {
        None => {
            findings.address("UPCARD_ROOM", config.room);
            findings.good("Discord", "DISCORD_TOKEN is not set: `upcard` opens the local card room");
        }
        Some(token) => discord(&mut findings, token, config.proxy.as_deref()).await,
    }
    findings.worst.map_or(Ok(()), Err)
}

/// What a start would do with the database.
fn outlook(found: Found) -> &'static str {
    match found {
        Found::Nothing => "will be made at the start",
        Found::Older => "is of an older version: it will be migrated at the start",
        Found::Current => "is up to date",
    }
}

/// Asks a running bot whether it is well.
pub(super) async fn health(config: Config) -> Result<(), Ending> {
    let Some(address) = config.http else {
        return Err(Ending::setting("UPCARD_HTTP is not set: set it to the address that the bot serves /healthz on."));
    };
    health::ask(address).await.map_err(Ending::other)?;
    say("ok");
    Ok(())
}

async fn discord(findings: &mut Findings, token: &Token, proxy: Option<&str>) {
    let http = Arc::new(gateway::http(token, proxy));
    let api = Api::new(http, Arc::new(Metrics::default()));
    match gateway::check(&api, proxy).await {
        Ok((id, name)) => {
            findings.good("Discord", &format!("the token belongs to the bot {name} (id {id})"));
            let permissions = PERMISSIONS.iter().fold(0, |all, (bit, _)| all | 1_u64 << bit);
            say(format_args!(
                "      invite it with https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands\
                 &permissions={permissions}"
            ));
        }
        Err(error) => findings.bad("Discord", run::refused(&error)),
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

    fn address(&mut self, name: &str, address: SocketAddr) {
        match std::net::TcpListener::bind(address) {
            Ok(_) => self.good(name, &format!("{address} can be bound")),
            Err(error) => {
                let words = format!("{address} cannot be bound: {error}. Set {name} to another address.");
                self.bad(name, Ending::address(words));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PERMISSIONS;

    #[test]
    fn the_guides_list_the_permissions_that_the_invitation_asks_for() {
        for guide in [include_str!("../../README.md"), include_str!("../../docs/owners.md")] {
            let words = guide.split_whitespace().collect::<Vec<_>>().join(" ");
            for (_, name) in PERMISSIONS {
                assert!(words.contains(&format!("*{name}*")), "{name}");
            }
        }
    }
}
