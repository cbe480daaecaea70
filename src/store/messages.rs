//! The messages that show tables: where each board, hand, notice and invitation is.

use super::ids::{ChannelId, MessageId, UserId};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MessageKind {
    Board,
    /// A person's hand, in their direct messages.
    Hand,
    /// The notice that it is a person's turn.
    Notice,
    /// The invitation sent to a person.
    Invitation,
}

/// One message of a table. A table has at most one of each kind for each user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posted {
    pub kind: MessageKind,
    /// Whose it is; `None` for the board.
    pub user: Option<UserId>,
    pub channel: ChannelId,
    pub message: MessageId,
    /// The revision of the table that it shows.
    pub rev: u64,
    /// When it was posted, in milliseconds since 1970.
    pub posted: i64,
    /// The deal in which a hand or a board was posted; 0: none, or unknown.
    pub deal: u32,
}
