//! What comes of jobs, and what they hand back undone.

use crate::store::{MessageKind, Posted};
use crate::tables::{MessageId, UserId};

use super::super::api::Failure;
use super::super::ticket::Ticket;
use super::super::ui::Message;
use super::hand_lane::Whisper;
use super::lanes::Post;
use super::notices::Outcome;

/// What came of a job.
pub(super) enum Done {
    /// The board's.
    Board {
        /// Where the board stands now; `None`: nowhere.
        at: Option<Posted>,
        /// How it was posted, if it was.
        post: Post,
        /// The message that was the board and is a result now.
        became_result: Option<MessageId>,
        /// Results that could not be posted.
        left: Vec<HandResult>,
        /// It was to be posted anew, and was not.
        anew: bool,
        /// What went wrong.
        failure: Option<Failure>,
        /// The press that was to be answered, with whatever it has left.
        press: Option<Box<BoardPress>>,
    },
    /// A direct message's.
    Direct {
        /// Whose.
        user: UserId,
        /// A hand's, or an invitation's.
        kind: MessageKind,
        /// Where it stands now, or what went wrong.
        at: Result<Option<Posted>, Failure>,
        /// How it was posted, if it was.
        post: Post,
    },
    /// An ephemeral hand's.
    Whisper {
        /// Whose.
        user: UserId,
        /// What showed it before.
        was: Option<Whisper>,
        /// What shows it now; `None`: it can no longer be changed.
        whisper: Option<Whisper>,
        /// Was the hand's lane taken for it?
        took_lane: bool,
        /// Why it shows an older state.
        failure: Option<Failure>,
    },
    /// A notice's.
    Notice {
        /// Whose turn it is about.
        user: UserId,
        /// How its errand ended.
        how: Outcome,
    },
    /// An acknowledgement's.
    Nothing,
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
    /// It is the message that was pressed, and changes.
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
    /// What it brought about, for the presser's eyes alone.
    pub(super) told: Option<Message>,
}
