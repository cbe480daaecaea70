//! Tickets: the right to answer an interaction, once, in time.

use crate::tables::{Cause, MessageId};

use super::api::{Api, Failure};
use super::ui::{Callback, Message};

/// The right to answer one interaction. The first answer must come within 3 s; after it, messages may follow for 15 minutes.
pub struct Ticket {
    api: Api,
    cause: Cause,
    token: String,
    origin: Origin,
    answered: Answered,
    received: std::time::Instant,
    first: bool,
}

/// What kind of interaction it is: which first answers it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A command, or a form that a command opened.
    Command,
    /// A component, or a form that a component opened: there is a message to change.
    Component,
    /// Autocomplete: lines, and nothing else.
    Complete,
}

/// How an interaction was answered first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// Not yet.
    Not,
    /// "Will follow", as a message of its own.
    Later,
    /// "Will change", the message of the component.
    LaterHere,
    /// In full.
    Fully,
}

impl Ticket {
    /// A ticket for an interaction that was just received.
    #[must_use]
    pub fn new(api: Api, cause: Cause, token: String, origin: Origin) -> Self {
        Self { api, cause, token, origin, answered: Answered::Not, received: std::time::Instant::now(), first: false }
    }

    /// How it was answered so far.
    #[must_use]
    pub const fn answered(&self) -> Answered {
        self.answered
    }

    /// Is the first answer still to be given?
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.answered == Answered::Not
    }

    /// The interaction.
    #[must_use]
    pub const fn cause(&self) -> Cause {
        self.cause
    }

    /// The key for messages that follow.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    async fn respond(&mut self, callback: &Callback, told: bool) -> Result<Option<MessageId>, Failure> {
        let made = self.api.respond(self.cause.0, &self.token, callback, told).await;
        self.answered = match callback {
            Callback::Later(_) => Answered::Later,
            Callback::LaterHere => Answered::LaterHere,
            _ => Answered::Fully,
        };
        if !self.first {
            self.first = true;
            self.api.metrics().answered(self.received.elapsed());
        }
        match made {
            // A repeated request whose first answer got lost.
            Err(Failure::Answered) => Ok(None),
            other => other,
        }
    }

    /// Sends the very first answer, whatever it is; does nothing where there was one.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn answer(&mut self, callback: &Callback) -> Result<(), Failure> {
        if self.answered != Answered::Not {
            return Ok(());
        }
        self.respond(callback, false).await.map(drop)
    }

    /// Says it to that person alone.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn whisper(&mut self, message: &Message) -> Result<(), Failure> {
        self.gain_time(message).await?;
        match self.answered {
            Answered::Not => self.respond(&Callback::ephemeral(message.clone()), false).await.map(drop),
            Answered::Later => {
                self.answered = Answered::Fully;
                self.api.edit_original(&self.token, message).await
            }
            Answered::LaterHere | Answered::Fully => self.api.whisper(&self.token, message).await.map(drop),
        }
    }

    /// Changes the message of the component that was pressed.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn update(&mut self, message: &Message) -> Result<(), Failure> {
        self.gain_time(message).await?;
        match self.answered {
            Answered::Not => self.respond(&Callback::Update(message.clone()), false).await.map(drop),
            _ => self.api.edit_original(&self.token, message).await,
        }
    }

    /// Posts it for all as the answer to a command: which message it is.
    ///
    /// # Errors
    /// What went wrong; `Answered` where the answer was given already.
    pub async fn post(&mut self, message: &Message) -> Result<MessageId, Failure> {
        if self.answered != Answered::Not {
            return Err(Failure::Answered);
        }
        if self.api.takes_time(message) {
            self.respond(&Callback::Later(false), false).await?;
            self.answered = Answered::Fully;
            self.api.edit_original(&self.token, message).await?;
            return self.api.original(&self.token).await;
        }
        match self.respond(&Callback::Message(message.clone(), false), true).await? {
            Some(id) => Ok(id),
            None => self.api.original(&self.token).await,
        }
    }

    /// Says "seen" where the message takes time to draw, so that drawing never holds an answer up.
    async fn gain_time(&mut self, message: &Message) -> Result<(), Failure> {
        if self.is_open() && self.api.takes_time(message) { self.seen().await } else { Ok(()) }
    }

    /// Is it a command's?
    #[must_use]
    pub fn is_command(&self) -> bool {
        self.origin == Origin::Command
    }

    /// "Seen": more will follow. Nothing where there was an answer.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn seen(&mut self) -> Result<(), Failure> {
        match self.origin {
            Origin::Command => self.answer(&Callback::Later(true)).await,
            Origin::Component => self.answer(&Callback::LaterHere).await,
            Origin::Complete => self.answer(&Callback::Choices(Vec::new())).await,
        }
    }
}
