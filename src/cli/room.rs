//! The local card room: a server that behaves like Discord, for the bot without a token.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::config::{Shards, Token};
use crate::discord::gateway::Connection;
use crate::discord::presenter::Manners;
use crate::vitals::Vitals;
use local_discord::{LocalDiscord, LocalDiscordConfig, LocalDiscordError, Welcome};
use serde_json::json;
use serving::Traffic;

use super::Ending;

/// Where the room keeps its messages.
pub(super) const ROOM_DATA: &str = "data/room";

/// Opens the room.
pub(super) async fn open(address: SocketAddr, traffic: Traffic, vitals: &Vitals) -> Result<LocalDiscord, Ending> {
    let settings = LocalDiscordConfig {
        bot_name: "Upcard".to_owned(),
        guild_name: "Card room".to_owned(),
        channels: vec!["card-room".to_owned(), "side-table".to_owned()],
        welcome: Some(welcome()),
        traffic,
        ..LocalDiscordConfig::new(address, PathBuf::from(ROOM_DATA))
    };
    let room = LocalDiscord::start(settings).await.map_err(|error| refused(&error))?;
    vitals.spawn("the card room's server", room.ended());
    Ok(room)
}

/// The first minute: a hand of the best-known game against the house, by one press.
fn welcome() -> Welcome {
    let options = [("game", json!("gin-rummy")), ("computers", json!(1)), ("level", json!("easy"))];
    Welcome {
        title: "Welcome to the card room".to_owned(),
        words: "The table is yours. Play a first hand of Gin Rummy against the house: press what you want to do; your cards come \
                by direct message."
            .to_owned(),
        label: "Deal me a first hand".to_owned(),
        command: "play".to_owned(),
        options: options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}

/// How the bot reaches it.
pub(super) fn connection(room: &LocalDiscord) -> Connection {
    Connection {
        token: Token::new(room.token()),
        proxy: Some(room.api_base().to_owned()),
        shards: Shards::All,
        privacy: None,
        manners: Manners::default(),
        emoji: true,
    }
}

/// Only what is wrong with the address gets the exit code for addresses.
pub(super) fn refused(error: &LocalDiscordError) -> Ending {
    match error {
        LocalDiscordError::AddrInUse(address) => Ending::address(format!(
            "The card room cannot open at {address}: something else uses that address. Set UPCARD_ROOM to another \
             port, such as 127.0.0.1:8081."
        )),
        LocalDiscordError::NotLoopback(_) | LocalDiscordError::Listen { .. } => Ending::address(error.to_string()),
        LocalDiscordError::DataDir { .. } if std::env::current_dir().is_err() => Ending::other(format!(
            "The folder that upcard was started in is not there any more, so the card room cannot be kept in {ROOM_DATA}. Start upcard \
             in another one."
        )),
        _ => Ending::other(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_wrong_address_has_the_exit_code_of_addresses() {
        let address = crate::config::ROOM;
        let failed = || std::io::Error::other("no");
        for wrong in [
            LocalDiscordError::AddrInUse(address),
            LocalDiscordError::NotLoopback(address),
            LocalDiscordError::Listen { addr: address, source: failed() },
        ] {
            assert_eq!(refused(&wrong).code, 5, "{wrong}");
            assert!(refused(&wrong).words.ends_with('.'), "{wrong}");
        }
        let path = PathBuf::from(ROOM_DATA);
        for other in [
            LocalDiscordError::DataDir { path: path.clone(), source: failed() },
            LocalDiscordError::DataDirInUse(path.clone()),
            LocalDiscordError::DataUnreadable { path, line: 1, reason: "no".to_owned() },
            LocalDiscordError::BadToken,
        ] {
            assert_eq!(refused(&other).code, 1, "{other}");
            assert!(refused(&other).words.ends_with('.'), "{other}");
        }
    }
}
