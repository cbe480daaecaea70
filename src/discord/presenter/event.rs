//! What a presenter hears.

use std::sync::Arc;

use crate::store::Posted;
use crate::tables::{ChannelId, MessageId, Results, UserId};

use super::super::picture_pool::DrawingTurn;
use super::super::screens::Building;
use super::super::ticket::{Ephemeral, Ticket};
use super::super::ui::Message;
use super::effect::{Change, OwedAnswer, Which};
use super::sight::Sight;

pub(super) enum Event {
    /// Which messages there are from before, and how hands ended that the board does not show.
    Recall(Vec<Posted>, Results),
    /// Somebody pressed something: changes wait, so that the one it makes can be the answer.
    Hold,
    /// Somebody does something, or looks at their hand.
    Acts(UserId),
    /// This table may call somebody. `waited`: another did until now.
    MayCall {
        user: UserId,
        waited: bool,
    },
    /// The press changed nothing.
    Release,
    Show(Arc<Sight>),
    /// The state after a start, and how the hands ended that were played since the board was last posted.
    Missed(Arc<Sight>, Results),
    /// The change made by a press, with the right to answer it.
    Answer(Arc<Sight>, Box<Pressed>),
    /// A button of an earlier turn was pressed on this public message.
    Late(Arc<Sight>, MessageId),
    /// A hand was shown as an answer.
    Shown(Box<HandShown>),
    /// The turn of a message has come. `waited`: not at once.
    Turn {
        which: Which,
        turn: Option<DrawingTurn>,
        waited: bool,
        press: Option<Box<OwedAnswer>>,
    },
    /// A change of a message has ended, and says how.
    Done(Box<Change>),
    /// What was under way for this message broke off.
    Broke(Which),
    /// The program is about to stop.
    Closing,
    Tick,
    /// What nobody expects.
    #[cfg(test)]
    Break,
}

pub(super) struct HandShown {
    pub(super) user: UserId,
    pub(super) rev: u64,
    /// The ephemeral message that shows it, if one does.
    pub(super) whisper: Option<Ephemeral>,
    /// The direct message that shows it, if one does.
    pub(super) direct: Option<(ChannelId, MessageId)>,
    /// The half-made move on it, and the window in which that can be continued.
    pub(super) draft: Option<(Building, u32)>,
}

/// A press to be answered by a message of the table.
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
