//! What people are called: the newest name that an interaction brought. Nicknames hold in their server, the account's
//! name wherever there is none.

use super::ids::{Cause, GuildId, UserId};
use super::leaderboard::Scope;

/// What an interaction called somebody.
#[derive(Clone, PartialEq, Eq)]
pub struct Called {
    pub user: UserId,
    /// The server it came from, if it came from one.
    pub guild: Option<GuildId>,
    pub name: String,
    pub account: String,
    /// The interaction.
    pub seen: Cause,
}

impl Called {
    /// The names to keep, each with its scope. A server's is empty where it is the account's.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Scope, &str)> {
        let nick = if self.name == self.account { "" } else { self.name.as_str() };
        let server = self.guild.map(|guild| (Scope::Server(guild), nick));
        std::iter::once((Scope::Everywhere, self.account.as_str())).chain(server)
    }
}
