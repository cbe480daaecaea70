//! The messages that show tables: where each board, hand, notice and invitation is.

use super::ids::{ChannelId, MessageId, UserId};

/// What a message shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MessageKind {
    /// The board, in the channel.
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
    /// What it shows.
    pub kind: MessageKind,
    /// Whose it is; `None` for the board.
    pub user: Option<UserId>,
    /// The channel it is in.
    pub channel: ChannelId,
    /// Its id.
    pub message: MessageId,
    /// The revision of the table that it shows.
    pub rev: u64,
    /// When it was posted, in milliseconds since 1970.
    pub posted: i64,
    /// The deal in which a hand or a board was posted; 0: none, or unknown.
    pub deal: u32,
}
