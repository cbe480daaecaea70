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
