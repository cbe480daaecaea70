//! The outcomes of jobs, and what they hand back undone.

use crate::store::{MessageKind, Posted};
use crate::tables::{MessageId, UserId};

use super::super::api::Failure;
use super::super::picture_pool::Turn;
use super::super::ticket::Ticket;
use super::super::ui::Message;
use super::hand_lane::Whisper;
use super::nonce::Post;
use super::notices::Outcome;
use super::turns::Whose;
use super::under_way::About;

/// The outcome of a job.
pub(super) enum Done {
    /// Of a job for the board.
    Board {
        /// Where the board is now; `None`: nowhere.
        at: Option<Posted>,
        /// How it was posted, if it was.
        post: Post,
        /// The message that was the board and is a result now.
        became_result: Option<MessageId>,
        /// Results that could not be posted.
        left: Vec<HandResult>,
        /// It was to be posted again, and was not.
        anew: bool,
        /// What went wrong.
        failure: Option<Failure>,
        /// The press that was to be answered, with whatever right to answer it has left.
        press: Option<Box<BoardPress>>,
    },
    /// Of a job for a direct message.
    Direct {
        /// Whose.
        user: UserId,
        /// Whether it is a hand or an invitation.
        kind: MessageKind,
        /// Where it is now, or what went wrong.
        at: Result<Option<Posted>, Failure>,
        /// Where it was found, if it could not be brought up to date there.
        found: Option<Posted>,
        /// How it was posted, if it was.
        post: Post,
    },
    /// Of a job for an ephemeral hand.
    Whisper {
        /// Whose.
        user: UserId,
        /// What showed it before.
        was: Option<Whisper>,
        /// What shows it now; `None`: it can no longer be changed.
        whisper: Option<Whisper>,
        /// Whether the hand's lane was taken for it.
        took_lane: bool,
        /// Why it still shows an older state.
        failure: Option<Failure>,
    },
    /// Of a job for a notice.
    Notice {
        /// Whose turn it is about.
        user: UserId,
        /// How its errand ended.
        how: Outcome,
    },
    /// Of waiting for a turn to draw.
    Turn {
        /// What is drawn.
        whose: Whose,
        /// The turn.
        turn: Turn,
    },
    /// Of a job that broke.
    Broke(Option<About>),
    /// Of an acknowledgement or a message that is not kept.
    Nothing,
}

impl Done {
    /// Whether Discord did what the job asked of it.
    pub(super) const fn went_well(&self) -> bool {
        match self {
            Self::Board { failure, .. } | Self::Whisper { failure, .. } => failure.is_none(),
            Self::Direct { at, .. } => at.is_ok(),
            Self::Notice { how, .. } => !matches!(how, Outcome::Later),
            Self::Turn { .. } | Self::Broke(_) | Self::Nothing => false,
        }
    }
}

/// How a hand ended, to be posted.
#[derive(Clone)]
pub(super) struct HandResult {
    pub(super) post: Post,
    pub(super) message: Message,
}

/// How the board answers a press.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardAnswer {
    /// It is the message that was pressed, and is edited.
    Changed,
    /// It is posted as the answer to a command.
    Posted,
    /// It is posted elsewhere; words say where.
    Named,
}

/// A press that the board answers.
pub(super) struct BoardPress {
    pub(super) ticket: Ticket,
    pub(super) user: UserId,
    pub(super) answer: BoardAnswer,
    /// What the press brought about that only the presser may see.
    pub(super) told: Option<Message>,
}
