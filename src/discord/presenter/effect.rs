//! What a presenter wants done.

use std::sync::Arc;
use std::time::Instant;

use crate::store::{MessageKind, Posted};
use crate::tables::{ChannelId, Ended, GuildId, MessageId, UserId};

use super::super::api::Failure;
use super::super::picture_pool::{DrawingTurn, Urgency};
use super::super::screens::{Building, MoveAt, Surface};
use super::super::ticket::Ticket;
use super::super::ui::Message;
use super::hand::Whisper;
use super::nonce::Post;
use super::sight::Sight;

pub(super) enum Effect {
    /// This message wants its turn to be drawn: it has been behind since then. Whoever pressed something does not wait
    /// for that.
    Turn(Which, Arc<Sight>, Urgency, Instant, Option<Box<OwedAnswer>>),
    Change(Box<Change>),
    Answer(Ticket, Aside),
    /// A message that used to be the board shows this.
    Orphan(MessageId, Unpainted),
    Tell(UserId, Unpainted),
    /// The host is told that the board cannot be shown, unless they know.
    Complain(Failure, Arc<Sight>),
    /// A message is shown, and what it had been behind since then. If it is the board, the host hears of the next trouble.
    Showed(MessageKind, Option<Instant>),
    /// Whether this person accepts no direct messages. If not, they are tried again.
    Closed(UserId, bool),
    /// Somebody is to be called, unless another table calls them.
    Claim(UserId),
    /// They are called no more.
    Free(UserId),
    /// They have kept others waiting for long: are they still in the server?
    Missed(UserId, GuildId),
    /// The channel of this lobby is gone.
    Gone,
}

/// The answer to a press that no change of a message answers.
pub(super) enum Aside {
    /// A press is acknowledged, and whoever used a command is not left waiting.
    Nothing,
    /// To the presser only.
    Says(Unpainted),
    /// The message that was pressed shows it.
    Becomes(Unpainted),
}

/// A message that is kept up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    Board,
    Hand(UserId),
    /// The same in an ephemeral message.
    Whisper(UserId),
    Invitation(UserId),
    Notice(UserId),
}

impl Which {
    pub(super) const fn kind(self) -> MessageKind {
        match self {
            Self::Board => MessageKind::Board,
            Self::Hand(_) | Self::Whisper(_) => MessageKind::Hand,
            Self::Invitation(_) => MessageKind::Invitation,
            Self::Notice(_) => MessageKind::Notice,
        }
    }

    pub(super) const fn user(self) -> Option<UserId> {
        match self {
            Self::Board => None,
            Self::Hand(user) | Self::Whisper(user) | Self::Invitation(user) | Self::Notice(user) => Some(user),
        }
    }
}

/// What a message shows, painted when it is sent.
#[derive(Clone)]
pub(super) struct Unpainted {
    pub(super) of: Arc<Sight>,
    pub(super) what: Content,
}

#[derive(Clone)]
pub(super) enum Content {
    /// The board of its stage. Whether a lobby pings, and whom no message reached.
    Board(bool, Vec<UserId>),
    Hand(UserId, Surface, Option<Building>),
    /// How the last hand ended, on the board or for whom, as long as the next one waits.
    Between(Box<Ended>, Option<UserId>),
    /// For whom, if by direct message.
    HandOver(Option<UserId>),
    HandElsewhere,
    Invitation(UserId),
    /// For whom, if not for all.
    Result(Box<Ended>, Option<UserId>),
    /// A former board, and where the board is now.
    Moved(ChannelId, MessageId),
    /// Somebody's turn, and where they can move.
    Turn(UserId, Option<MoveAt>),
    Told(UserId),
    Welcome,
    Follows,
    Declined,
    /// Why the board cannot be shown, and whether that is elsewhere than where this is read.
    Trouble(Failure, bool),
    Ready(Box<Message>),
}

/// A change of one message, and what came of it.
pub(super) struct Change {
    pub(super) which: Which,
    /// The state that it shows from then on.
    pub(super) of: Arc<Sight>,
    pub(super) plan: Plan,
    /// How hands ended, oldest first: the first one takes the place of the message.
    pub(super) results: Vec<(Post, Unpainted)>,
    /// The ephemeral message that showed a hand.
    pub(super) open: Option<Whisper>,
    /// Whether other changes of the message wait for it.
    pub(super) alone: bool,
    pub(super) turn: Option<DrawingTurn>,
    /// The press that it answers, with whatever right to an answer is left.
    pub(super) press: Option<Box<OwedAnswer>>,
    /// How the message is posted, if it is.
    pub(super) post: Post,
    pub(super) at: Option<Posted>,
    /// The ephemeral message that shows it, as far as that can be changed.
    pub(super) whisper: Option<Whisper>,
    /// How many of the results were posted.
    pub(super) posted: usize,
    /// The message that was the board and is a result now.
    pub(super) became_result: Option<MessageId>,
    pub(super) failure: Option<Failure>,
}

impl Change {
    pub(super) fn new(which: Which, of: &Arc<Sight>, plan: Plan) -> Self {
        Self {
            which,
            of: Arc::clone(of),
            plan,
            results: Vec::new(),
            open: None,
            alone: true,
            turn: None,
            press: None,
            post: Post::anew(0),
            at: None,
            whisper: None,
            posted: 0,
            became_result: None,
            failure: None,
        }
    }
}

pub(super) enum Plan {
    /// It shows this; where it is gone, or a result took its place, another one does.
    Show(Content),
    /// Another one is posted. The old one is dealt with only once that is there, so that it is never missing.
    Follow(Content, Old, IfRefused),
    /// This is its final state.
    End(Content),
    /// It is deleted.
    Remove,
}

/// What happens to a message when another one follows it.
pub(super) enum Old {
    Says(Content),
    /// It links to the other one.
    Links,
    Goes,
}

/// What happens to a message if no other one may follow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IfRefused {
    /// The same: its person accepts no messages any more, but still has the old one, and its buttons.
    Ends,
    /// It may still be changed, though.
    Shows,
    Stays,
}

/// How the board answers a press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardAnswer {
    /// It is the message that was pressed, and is edited.
    Changed,
    /// It is posted as the answer to a command.
    Posted,
    /// It is posted elsewhere; words say where.
    Named,
}

/// A press that a message of the table answers.
pub(super) struct OwedAnswer {
    pub(super) ticket: Ticket,
    pub(super) user: UserId,
    pub(super) answer: BoardAnswer,
    /// What only the presser may see: after the board, or before an ephemeral hand.
    pub(super) told: Option<Unpainted>,
}
