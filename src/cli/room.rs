//! The local card room: a server that behaves like Discord, for the bot without a token.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::config::{Shards, Token};
use crate::discord::gateway::Connection;
use crate::discord::presenter::Manners;
use crate::playground::{Playground, PlaygroundConfig, PlaygroundError};
use crate::serving::Traffic;
use crate::vitals::Vitals;

use super::Ending;

/// Where the room keeps its messages.
pub(super) const ROOM_DATA: &str = "data/room";

/// Opens the room.
pub(super) async fn open(address: SocketAddr, traffic: Traffic, vitals: Vitals) -> Result<Playground, Ending> {
    let settings = PlaygroundConfig {
        bot_name: "Upcard".to_owned(),
        guild_name: "Card room".to_owned(),
        channels: vec!["card-room".to_owned(), "side-table".to_owned()],
        traffic,
        vitals,
        ..PlaygroundConfig::new(address, PathBuf::from(ROOM_DATA))
    };
    Playground::start(settings).await.map_err(|error| refused(&error))
}

/// How the bot reaches it.
pub(super) fn connection(room: &Playground) -> Connection {
    Connection {
        token: Token::new(room.token()),
        proxy: Some(room.api_base().to_owned()),
        shards: Shards::All,
        manners: Manners::default(),
    }
}

/// Only what is wrong with the address gets the exit code for addresses.
pub(super) fn refused(error: &PlaygroundError) -> Ending {
    match error {
        PlaygroundError::AddrInUse(address) => Ending::address(format!(
            "The card room cannot open at {address}: something else uses that address. Set UPCARD_ROOM to another \
             port, such as 127.0.0.1:8081."
        )),
        PlaygroundError::NotLoopback(_) | PlaygroundError::Listen { .. } => Ending::address(error.to_string()),
        PlaygroundError::DataDir { .. } if std::env::current_dir().is_err() => Ending::other(format!(
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
            PlaygroundError::AddrInUse(address),
            PlaygroundError::NotLoopback(address),
            PlaygroundError::Listen { addr: address, source: failed() },
        ] {
            assert_eq!(refused(&wrong).code, 5, "{wrong}");
            assert!(refused(&wrong).words.ends_with('.'), "{wrong}");
        }
        let path = PathBuf::from(ROOM_DATA);
        for other in [
            PlaygroundError::DataDir { path: path.clone(), source: failed() },
            PlaygroundError::DataDirInUse(path.clone()),
            PlaygroundError::DataUnreadable { path, line: 1, reason: "no".to_owned() },
            PlaygroundError::BadToken,
        ] {
            assert_eq!(refused(&other).code, 1, "{other}");
            assert!(refused(&other).words.ends_with('.'), "{other}");
        }
    }
}
