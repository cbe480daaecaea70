//! What presenters are told.

use std::sync::Arc;

use crate::tables::{ChannelId, MessageId, Results, Snapshot, UserId};

use super::super::ticket::{Ephemeral, Ticket};
use super::super::ui::Message;
use super::hand_lane::HalfMade;
use super::jobs;

/// What a presenter is told to do.
pub(super) enum Order {
    /// Somebody pressed something: the next change waits, so that it can be the answer.
    Hold,
    /// The press changed nothing.
    Release,
    /// A change of the table.
    Show(Arc<Snapshot>),
    /// The state after a start, and how the hands ended that were played since the board was last posted.
    Missed(Arc<Snapshot>, Results),
    /// The change made by a press, with the right to answer it.
    Answer(Arc<Snapshot>, Box<Pressed>),
    /// A button of an earlier turn was pressed on this public message.
    Late(Arc<Snapshot>, MessageId),
    /// This person's hand was shown.
    Shown(Box<HandShown>),
    /// What nobody expects.
    #[cfg(test)]
    Break,
}

impl Order {
    /// There is nobody to carry it out: whoever pressed something is not left waiting.
    pub(super) fn acknowledge(self) {
        match self {
            Self::Answer(_, press) => drop(tokio::spawn(jobs::give_up(press.ticket))),
            Self::Hold | Self::Release | Self::Show(_) | Self::Missed(..) | Self::Late(..) | Self::Shown(_) => {}
            #[cfg(test)]
            Self::Break => {}
        }
    }
}

/// A hand that was shown as an answer.
pub(super) struct HandShown {
    pub(super) user: UserId,
    /// The revision it shows.
    pub(super) rev: u64,
    /// The ephemeral message that shows it, if one does.
    pub(super) whisper: Option<Ephemeral>,
    /// The direct message that was pressed, if that shows it.
    pub(super) direct: Option<(ChannelId, MessageId)>,
    /// The half-made move that it shows.
    pub(super) draft: Option<HalfMade>,
}

/// A press, to be answered by the message it was on.
pub struct Pressed {
    /// The right to answer.
    pub ticket: Ticket,
    /// Who.
    pub user: UserId,
    /// On what.
    pub on: On,
    /// What else the presser is to know, once the board is there.
    pub aside: Option<Message>,
}

/// What was pressed.
pub enum On {
    /// A public message, usually the board.
    Board(MessageId),
    /// A message in the presser's direct messages: the hand, or an invitation.
    Direct(MessageId),
    /// An ephemeral hand.
    Whisper,
    /// Nothing: a command opened the table, and its answer may be the board.
    Command,
    /// Nothing: a command opened the table in a thread. The answer says where the table is, once its lobby is
    /// posted there.
    Thread,
    /// Nothing: a command asks for the board, and its answer is the board, posted again.
    Anew,
    /// Nothing: a move was typed by somebody who takes no direct messages. This says what was played, if an
    /// ephemeral hand shows the rest; if there is none, the answer is the hand.
    Typed(Box<Message>),
}
