//! Who may play where, and what owners and managers have decided about it.

use super::ids::{GuildId, UserId};

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// The ids of games that are not played there.
    pub forbidden: Vec<String>,
    /// The most tables at once; `None`: as many as people like.
    pub most: Option<u32>,
    /// After so many days without a change a table is closed; `None`: never.
    pub idle: Option<u32>,
}

/// Something that an owner or a manager decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// This person may open and join no tables.
    Block(UserId),
    Unblock(UserId),
    /// What a server allows from now on, and what changes with that, in words.
    Limit(Limits, String),
    /// Something that was done already, in words, and whom it concerned.
    Note(String, Option<UserId>),
}

/// A decision, and who made it for which server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// For which server; `None`: everywhere.
    pub guild: Option<GuildId>,
    pub who: Option<UserId>,
    pub what: Decision,
}

/// A line of the log of such decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// For which server; `None`: everywhere.
    pub guild: Option<GuildId>,
    pub who: Option<UserId>,
    /// What, in words.
    pub what: String,
    pub user: Option<UserId>,
}

/// Where somebody is blocked, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocked {
    /// Everywhere, by whoever runs the bot.
    Everywhere,
    /// On this server, by whoever runs the bot: those who manage it cannot lift that.
    HereByOwner,
    /// On this server, by those who manage it.
    Here,
}
