//! Tables in lists.

use super::table;
use crate::store::{ChannelId, GuildId, Stage, TableId, TableRow};
use engine::catalog;

/// A table in one line, for lists of tables.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Its code.
    pub table: TableId,
    /// Where it is played.
    pub guild: Option<GuildId>,
    pub channel: ChannelId,
    /// The game's name.
    pub title: String,
    /// `Lobby` or `Playing`.
    pub stage: Stage,
    /// Whether it waits for the person whose list this is, as far as that was asked ([`Room::by_turn`](super::Room::by_turn)).
    pub awaits: bool,
    /// The names of those who sit there.
    pub names: Vec<String>,
}

impl Summary {
    /// The summary of a stored table.
    pub(super) fn of(row: &TableRow) -> Self {
        let game = catalog::game(&row.game).ok();
        Self {
            table: row.id,
            guild: row.place.guild,
            channel: row.place.channel,
            title: game.map_or_else(|| row.game.clone(), |g| g.title().to_owned()),
            stage: row.stage,
            awaits: false,
            names: table::named(&row.sitters).iter().cloned().collect(),
        }
    }
}
