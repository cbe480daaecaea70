//! What a handler produces: an answer, or the reason why there is none.

use crate::discord::SPOKEN;
use std::sync::Arc;

use crate::tables::{Fault, Rejection, Snapshot};
use engine::NotOffered;

use super::api::Failure;
use super::incoming::Incoming;
use super::presenter::{Hold, On, Opening};
use super::screens::Building;
use super::ui::{Choice, Limit, Message, Modal};

/// The answer.
pub enum Reply {
    /// A message for that person only.
    Whisper(Message),
    /// A message for everybody in the channel.
    Post(Message),
    /// The message that was pressed changes.
    Update(Message),
    Hand(HandReply),
    /// A press that came too late: why nothing was played, and the current hand for the ephemeral message that was
    /// pressed.
    Late(HandlerError, Message, Arc<Snapshot>),
    /// Lines of autocomplete.
    Choices(Vec<Choice>),
    Form(Modal),
    /// The table has changed: the message that was pressed shows it.
    Table(Arc<Snapshot>, Hold, On),
    /// A table was opened: the command's answer is its lobby, or says where that is.
    Opened(Arc<Snapshot>, Opening),
}

/// A hand as an answer.
pub struct HandReply {
    /// The hand as drawn.
    pub message: Message,
    /// The state that it shows.
    pub snapshot: Arc<Snapshot>,
    /// Show it in the message that was pressed if nobody else sees that, instead of in an ephemeral message of its
    /// own.
    pub here: bool,
    /// The half-made move that it shows.
    pub building: Option<Building>,
}

impl Reply {
    /// For that person only: in the ephemeral message that was pressed, or in a new one.
    pub fn alone(from: &Incoming, message: Message) -> Self {
        if from.is_in_ephemeral() { Self::Update(message) } else { Self::Whisper(message) }
    }
}

/// Why there is no such answer.
#[derive(Debug)]
pub enum HandlerError {
    /// What the room said.
    Rejection(Rejection),
    /// What the room said to what somebody typed, which is not to be lost.
    Typed(Rejection, String),
    /// In our own words (Markdown).
    Say(String),
    /// A message that cannot be sent, which is our mistake.
    Limit(Limit),
    /// Discord refused something.
    Failure(Failure),
}

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

impl From<NotOffered> for HandlerError {
    fn from(why: NotOffered) -> Self {
        Self::Say(why.says(SPOKEN))
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
    /// Whether what was asked for may have been done all the same.
    pub const fn may_have_opened(&self) -> bool {
        matches!(self, Self::Rejection(rejection) if rejection.may_be_done())
    }

    pub fn say(words: impl Into<String>) -> Self {
        Self::Say(words.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c06_a_thread_stays_where_its_table_may_be_open() {
        let fault = Fault::log("a test broke something", &std::fmt::Error);
        let says = |rejection: Rejection| HandlerError::from(rejection).may_have_opened();
        assert!(says(Rejection::Unseen) && says(fault.perhaps_done().into()));
        assert!(!says(Rejection::Busy) && !says(fault.into()) && !HandlerError::say("No.").may_have_opened());
    }
}
