//! The local card room: a server that behaves like Discord, for the bot without a token.

use std::path::PathBuf;

use crate::config::{Config, Shards, Token};
use crate::discord::gateway::Connection;
use crate::discord::presenter::Manners;
use crate::playground::{Playground, PlaygroundConfig, PlaygroundError};

use super::Ending;

/// Where the room keeps its messages.
const DATA: &str = "data/room";

/// The room, while it is open.
pub(super) struct LocalRoom(Playground);

impl LocalRoom {
    /// Opens it.
    pub(super) async fn open(config: &Config) -> Result<Self, Ending> {
        let settings = PlaygroundConfig {
            bot_name: "Upcard".to_owned(),
            ..PlaygroundConfig::new(config.room, PathBuf::from(DATA))
        };
        let settings = PlaygroundConfig { guild_name: "Card room".to_owned(), ..settings };
        let channels = vec!["card-room".to_owned(), "side-table".to_owned()];
        let settings = PlaygroundConfig { channels, ..settings };
        Playground::start(settings).await.map(Self).map_err(|error| match error {
            PlaygroundError::AddrInUse(address) => Ending::address(format!(
                "The card room cannot open at {address}: something else uses that address. Set UPCARD_ROOM to another \
                 port, such as 127.0.0.1:8081."
            )),
            other => Ending::address(other.to_string()),
        })
    }

    /// How the bot reaches it.
    pub(super) fn connection(&self) -> Connection {
        Connection {
            token: Token::new(self.0.token()),
            proxy: Some(self.0.api_base().to_owned()),
            shards: Shards::All,
            manners: Manners::default(),
        }
    }

    /// Where people open it.
    pub(super) fn page(&self) -> String {
        self.0.page_url()
    }

    /// Closes it.
    pub(super) async fn close(self) {
        self.0.shutdown().await;
    }
}
