//! Why a table is closed by the house.

/// Why the house closes a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// Nobody can reach its channel any more; only a lobby is closed for that.
    Unreachable,
    /// Whoever runs the bot wants it closed.
    Owner,
    /// The bot was sent away from its server.
    SentAway,
    /// Nothing has happened for so many days, and its server wants such tables closed.
    Idle(u32),
}

impl Closing {
    /// What everybody at the table is told.
    pub(super) fn told(self) -> String {
        match self {
            Self::Unreachable => "The channel is gone, and the table is closed.".to_owned(),
            Self::Owner => "Whoever runs this bot closed the table.".to_owned(),
            Self::SentAway => "The bot was sent away from the server, and the table is closed.".to_owned(),
            Self::Idle(1) => "Nothing happened here for a day, and the table is closed.".to_owned(),
            Self::Idle(days) => format!("Nothing happened here for {days} days, and the table is closed."),
        }
    }
}
