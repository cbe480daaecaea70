//! Forgetting a person. Their matches remain as they were played, for the people they were played with: the seat
//! now belongs to somebody who can no longer be identified.

use super::ids::TableId;

/// What the database holds about a person.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Traces {
    /// Tables at which they sit and which are not over: these prevent forgetting them.
    pub live: Vec<TableId>,
    /// Tables at which they sat, to which they were invited, or from which they were sent away.
    pub tables: u32,
    pub results: u32,
    /// Leaderboard ladders that they are on.
    pub ratings: u32,
    /// Whether they have chosen any settings.
    pub settings: bool,
    /// Where they are blocked: that is forgotten too.
    pub blocks: u32,
    /// Lines of the log of what owners and managers did that name them.
    pub deeds: u32,
}

impl Traces {
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}
