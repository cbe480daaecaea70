//! Forgetting a person. Their matches remain as they were played, for the people they were played with: the seat
//! now belongs to somebody who can no longer be identified.

use super::ids::TableId;

/// What the database holds about a person.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Traces {
    /// Tables at which they sit and which are not over: these prevent forgetting them.
    pub live: Vec<TableId>,
    /// Tables at which they sat, to which they were invited, or from which they were sent away.
    pub tables: Vec<TableId>,
    pub results: u32,
    /// Leaderboard ladders that they are on.
    pub ratings: u32,
    /// Whether they have chosen any settings.
    pub settings: bool,
    /// Where they are blocked: that is forgotten too.
    pub blocks: u32,
    /// Lines of the log of what owners and managers did that name them.
    pub deeds: u32,
    /// Puzzles of a day that were shown to them.
    pub daily: u32,
}

/// What becomes of the blocks on somebody who is forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocks {
    /// They stay, by the id alone: nobody lifts a block by asking to be forgotten.
    Stay,
    /// They are forgotten too.
    Go,
}

impl Traces {
    /// Whether there is nothing that can be forgotten.
    #[must_use]
    pub fn is_none_but(&self, blocks: Blocks) -> bool {
        match blocks {
            Blocks::Stay => Self { blocks: 0, ..self.clone() }.is_none(),
            Blocks::Go => self.is_none(),
        }
    }

    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}
