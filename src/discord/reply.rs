//! What a handler brings about: an answer, or why there is none.

use std::sync::Arc;

use crate::tables::{Fault, Rejection, Snapshot};

use super::api::Failure;
use super::presenter::{Hold, On, Opening};
use super::screens::Building;
use super::ui::{Choice, Limit, Message, Modal};

/// What is to be answered.
pub enum Reply {
    /// A message for that person alone.
    Whisper(Message),
    /// The message that was pressed changes.
    Update(Message),
    /// A hand.
    Hand(HandReply),
    /// A press that came too late: why nothing was played, and the hand as it is now in the ephemeral message that was pressed.
    Late(Rejection, Message, Arc<Snapshot>),
    /// Lines of autocomplete.
    Choices(Vec<Choice>),
    /// A form.
    Form(Modal),
    /// The table has changed: the message that was pressed shows it.
    Table(Arc<Snapshot>, Hold, On),
    /// A table was opened: the command's answer is its lobby, or says where that is.
    Opened(Arc<Snapshot>, Opening),
}

/// A hand for an answer.
pub struct HandReply {
    /// As it is drawn.
    pub message: Message,
    /// Of what.
    pub snapshot: Arc<Snapshot>,
    /// In the message that was pressed where nobody else sees that, or else in an ephemeral message of its own.
    pub here: bool,
    /// The move that it shows half made.
    pub building: Option<Building>,
}

impl Reply {
    /// For that person alone: in the ephemeral message that was pressed (`here`), or in one of its own.
    pub fn alone(message: Message, here: bool) -> Self {
        if here { Self::Update(message) } else { Self::Whisper(message) }
    }
}

/// Why there is no such answer.
#[derive(Debug)]
pub enum HandlerError {
    /// What the room said.
    Rejection(Rejection),
    /// In our words (Markdown).
    Say(String),
    /// Our fault: a message that cannot be sent.
    Limit(Limit),
    /// Discord refused something.
    Failure(Failure),
}

/// What a handler brings about.
pub type Handled = Result<Reply, HandlerError>;

impl From<Rejection> for HandlerError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejection(rejection)
    }
}

impl From<Fault> for HandlerError {
    fn from(fault: Fault) -> Self {
        Self::Rejection(Rejection::Fault(fault))
    }
}

impl From<Limit> for HandlerError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<Failure> for HandlerError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl HandlerError {
    /// In our own words.
    pub fn say(words: impl Into<String>) -> Self {
        Self::Say(words.into())
    }
}
