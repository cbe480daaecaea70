//! Tickets: the right to answer an interaction, once, in time.

use crate::tables::{Cause, MessageId};

use super::answering::Waiting;
use super::api::{Api, Failure, Original};
use super::ui::{Audience, Callback, Message};

/// The right to answer one interaction. The first answer must come within 3 s; after that, messages may follow for
/// 15 minutes.
pub struct Ticket {
    api: Api,
    cause: Cause,
    token: String,
    origin: Origin,
    answered: Answered,
    /// Held until the first answer is sent.
    waiting: Option<Waiting>,
}

/// The kind of interaction, which decides the first answers it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A command, a form that a command opened, or a component whose answer is a message of its own that takes time.
    Command,
    /// A component, or a form that a component opened: there is a message to change.
    Component {
        /// Whether only the presser sees that message.
        ephemeral: bool,
    },
    /// Autocomplete: lines, and nothing else.
    Complete,
}

/// How an interaction was first answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answered {
    /// Not yet.
    Not,
    /// "Will follow", as a message that only the presser will see.
    Later,
    /// "Will follow", for everybody. Until that message comes, whatever is sent takes its place.
    LaterForAll,
    /// "Will change", the message of the component.
    LaterHere,
    Fully,
    /// Not by us: another delivery of the same interaction was first, or a request of ours that seemed lost. What
    /// the answer shows is unknown.
    Elsewhere,
}

/// An ephemeral message, and the right to change it for as long as the token lives. Only a ticket makes one, and
/// only for a message that nobody but its person sees: a hand shown through it cannot become public.
#[derive(Clone, PartialEq, Eq)]
pub struct Ephemeral {
    token: String,
    /// `None`: the answer itself.
    message: Option<MessageId>,
}

impl Ephemeral {
    /// Changes the message.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn edit(&self, api: &Api, to: &Message) -> Result<(), Failure> {
        match self.message {
            None => api.edit_original(&self.token, to).await.map(drop),
            Some(message) => api.edit_whisper(&self.token, message, to).await,
        }
    }

    /// Deletes the message.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn delete(&self, api: &Api) -> Result<(), Failure> {
        match self.message {
            None => api.delete_original(&self.token).await,
            Some(message) => api.delete_whisper(&self.token, message).await,
        }
    }
}

impl Ticket {
    /// A ticket for an interaction that was just received.
    #[must_use]
    pub fn new(api: Api, cause: Cause, token: String, origin: Origin) -> Self {
        let waiting = Some(api.answering().wait());
        Self { api, cause, token, origin, answered: Answered::Not, waiting }
    }

    /// Whether the first answer is still to be given.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.answered == Answered::Not
    }

    /// Whether it may change the message that was pressed.
    #[must_use]
    pub fn may_update(&self) -> bool {
        let component = matches!(self.origin, Origin::Component { .. });
        component && matches!(self.answered, Answered::Not | Answered::LaterHere)
    }

    async fn respond(&mut self, callback: &Callback, told: bool) -> Result<Option<MessageId>, Failure> {
        let waited = self.waiting.take().map(Waiting::end);
        let made = self.api.respond(self.cause.0, &self.token, callback, told).await;
        self.answered = match callback {
            _ if made == Err(Failure::Answered) => Answered::Elsewhere,
            Callback::Later(Audience::Caller) => Answered::Later,
            Callback::Later(Audience::Everybody) => Answered::LaterForAll,
            Callback::LaterHere => Answered::LaterHere,
            _ => Answered::Fully,
        };
        if let (Some(since), Ok(_)) = (waited, &made) {
            self.api.metrics().answered(since.elapsed());
        }
        made
    }

    /// Sends the very first answer, whatever it is; does nothing if there was one.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn answer(&mut self, callback: &Callback) -> Result<(), Failure> {
        if self.answered != Answered::Not {
            return Ok(());
        }
        match self.respond(callback, false).await {
            Err(Failure::Answered) => Ok(()),
            other => other.map(drop),
        }
    }

    /// Says it to that person only. Returns which message shows it, if that is known.
    ///
    /// # Errors
    /// What went wrong; `Answered` if everybody would see it.
    pub async fn whisper(&mut self, message: &Message) -> Result<Option<Ephemeral>, Failure> {
        self.gain_time(message).await?;
        match self.answered {
            Answered::Not => match self.respond(&Callback::ephemeral(message.clone()), false).await {
                Ok(_) => Ok(Some(self.ephemeral(None))),
                // Whoever answered first has said it.
                Err(Failure::Answered) => Ok(None),
                Err(failure) => Err(failure),
            },
            Answered::Later => {
                self.api.edit_original(&self.token, message).await?;
                self.answered = Answered::Fully;
                Ok(Some(self.ephemeral(None)))
            }
            Answered::LaterForAll => Err(Failure::Answered),
            // Refused as well if the answer is unknown and may be public.
            Answered::Elsewhere if !self.api.original(&self.token).await.is_ok_and(Original::admits_whispers) => {
                Err(Failure::Answered)
            }
            Answered::LaterHere | Answered::Fully | Answered::Elsewhere => {
                self.api.whisper(&self.token, message).await.map(|id| Some(self.ephemeral(Some(id))))
            }
        }
    }

    /// Changes the message of the component that was pressed. Returns it if it is ephemeral.
    ///
    /// # Errors
    /// What went wrong; `Answered` if the interaction was answered elsewhere and the message must be changed in
    /// another way.
    pub async fn update(&mut self, message: &Message) -> Result<Option<Ephemeral>, Failure> {
        self.gain_time(message).await?;
        match self.answered {
            Answered::Not => drop(self.respond(&Callback::Update(message.clone()), false).await?),
            Answered::Elsewhere => return Err(Failure::Answered),
            _ => drop(self.api.edit_original(&self.token, message).await?),
        }
        let ephemeral = self.origin == Origin::Component { ephemeral: true };
        Ok(ephemeral.then(|| self.ephemeral(None)))
    }

    fn ephemeral(&self, message: Option<MessageId>) -> Ephemeral {
        Ephemeral { token: self.token.clone(), message }
    }

    /// Posts it for everybody as the answer to a command. Returns the message's id.
    ///
    /// # Errors
    /// What went wrong; `Answered` if there was already an answer.
    pub async fn post(&mut self, message: &Message) -> Result<MessageId, Failure> {
        if self.answered != Answered::Not {
            return Err(Failure::Answered);
        }
        let promised = self.api.takes_time(message);
        let all = Audience::Everybody;
        let first = if promised { Callback::Later(all) } else { Callback::Message(message.clone(), all) };
        match self.respond(&first, !promised).await {
            Ok(_) if promised => self.keep_promise(message).await,
            Ok(id) => self.which(id).await,
            Err(Failure::Answered) => self.posted_elsewhere(message).await,
            Err(failure) => {
                if promised && failure.passes() {
                    // Discord may have received it all the same.
                    self.withdraw().await;
                }
                Err(failure)
            }
        }
    }

    /// Sends what was promised to everybody, or withdraws the promise.
    async fn keep_promise(&mut self, message: &Message) -> Result<MessageId, Failure> {
        match self.api.edit_original(&self.token, message).await {
            Ok(id) => {
                self.answered = Answered::Fully;
                self.which(id).await
            }
            Err(failure) => {
                self.withdraw().await;
                Err(failure)
            }
        }
    }

    /// The message that is the answer; it is looked up if the response did not say.
    async fn which(&self, said: Option<MessageId>) -> Result<MessageId, Failure> {
        match said {
            Some(id) => Ok(id),
            None => self.api.original(&self.token).await.map(|original| original.id),
        }
    }

    /// The message that is the answer, if a request of ours only seemed lost, or another delivery was first.
    async fn posted_elsewhere(&mut self, message: &Message) -> Result<MessageId, Failure> {
        let original = self.api.original(&self.token).await?;
        match original {
            Original { ephemeral: true, .. } => Err(Failure::Answered),
            Original { loading: false, .. } => {
                self.answered = Answered::Fully;
                Ok(original.id)
            }
            Original { loading: true, .. } => {
                self.answered = Answered::LaterForAll;
                self.keep_promise(message).await
            }
        }
    }

    /// Deletes the "will follow", which would otherwise stay for ever.
    async fn withdraw(&self) {
        if let Err(failure) = self.api.delete_original(&self.token).await {
            tracing::debug!(%failure, "an answer that was promised could not be taken back");
        }
    }

    /// Acknowledges first if the message takes time to draw, so that drawing never delays an answer.
    async fn gain_time(&mut self, message: &Message) -> Result<(), Failure> {
        if self.is_open() && self.api.takes_time(message) { self.seen().await } else { Ok(()) }
    }

    /// Whether it is for a command.
    #[must_use]
    pub fn is_command(&self) -> bool {
        self.origin == Origin::Command
    }

    /// Whether somebody who used a command still waits for words.
    #[must_use]
    pub fn owes_words(&self) -> bool {
        self.is_command() && matches!(self.answered, Answered::Not | Answered::Later)
    }

    /// Acknowledges the interaction: more will follow. Does nothing if there was an answer.
    ///
    /// # Errors
    /// What went wrong.
    pub async fn seen(&mut self) -> Result<(), Failure> {
        match self.origin {
            Origin::Command => self.answer(&Callback::Later(Audience::Caller)).await,
            Origin::Component { .. } => self.answer(&Callback::LaterHere).await,
            Origin::Complete => self.answer(&Callback::Choices(Vec::new())).await,
        }
    }
}

#[cfg(test)]
impl Ephemeral {
    /// One that nobody answered with.
    pub fn of(token: &str) -> Self {
        Self { token: token.to_owned(), message: None }
    }
}

#[cfg(test)]
impl Ticket {
    /// It was answered.
    pub fn settle(&mut self) {
        self.answered = Answered::Fully;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::config::Token;
    use crate::discord::gateway;
    use crate::discord::screens;
    use crate::ops::metrics::Metrics;

    /// Discord shows whatever follows in place of the "will follow", to everybody.
    #[tokio::test]
    async fn nothing_is_whispered_in_place_of_what_was_promised_to_everybody() {
        let sent = Arc::new(parking_lot::Mutex::new(Vec::new()));
        let noted = Arc::clone(&sent);
        let answer = move |body: axum::body::Bytes| async move {
            noted.lock().push(String::from_utf8_lossy(&body).into_owned());
            axum::Json(serde_json::json!({"id": "5", "flags": 64}))
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(answer)).await });
        let http = gateway::http(&Token::new("x"), Some(&base));
        http.set_application_id(serenity::model::id::ApplicationId::new(1));
        let api = Api::new(Arc::new(http), Arc::new(Metrics::default()));
        let psst = screens::note("psst").unwrap();
        for (promised_to, whispered) in [(Audience::Caller, true), (Audience::Everybody, false)] {
            let mut ticket = Ticket::new(api.clone(), Cause(1), "token".to_owned(), Origin::Command);
            ticket.answer(&Callback::Later(promised_to)).await.unwrap();
            let said = ticket.whisper(&psst).await;
            assert!(said.is_ok() == whispered && (whispered || said == Err(Failure::Answered)));
            let heard = std::mem::take(&mut *sent.lock());
            assert_eq!(heard.iter().any(|body| body.contains("psst")), whispered, "{heard:?}");
        }
    }
}
