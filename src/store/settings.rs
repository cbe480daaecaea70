//! What people and servers have chosen. Only choices have rows, so that all of them fit into memory.

use super::ids::{GuildId, UserId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chooser {
    /// A person's, wherever they play.
    Person(UserId),
    /// A server's, for its boards and for those who have chosen nothing.
    Server(GuildId),
}

/// When somebody is told that the others wait for them. The numbers are stored; once there were only the first two.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Notices {
    Off = 0,
    #[default]
    Usual = 1,
    AtOnce = 2,
    Soon = 3,
    Late = 4,
}

impl Notices {
    /// The earliest first.
    pub const ALL: [Self; 5] = [Self::AtOnce, Self::Soon, Self::Usual, Self::Late, Self::Off];
}

/// What was chosen; `None` leaves it to the server, or to the default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Chosen {
    /// Pictures rather than text.
    pub picture: Option<bool>,
    /// Dark words on pale felt rather than light words on dark felt.
    pub light: Option<bool>,
    /// Hands by direct message rather than by a button that shows them only to their owner.
    pub direct: Option<bool>,
    /// A notice when others wait for this person's move.
    pub notices: Option<Notices>,
}

impl Chosen {
    /// These choices, and where there is none those.
    #[must_use]
    pub fn or(self, those: Self) -> Self {
        Self {
            picture: self.picture.or(those.picture),
            light: self.light.or(those.light),
            direct: self.direct.or(those.direct),
            notices: self.notices.or(those.notices),
        }
    }
}
