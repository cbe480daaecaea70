//! A change of a message in somebody's direct messages.

use std::sync::Arc;

use crate::store::{MessageKind, Posted};
use crate::tables::{TableId, UserId};

use super::super::api::{Api, Failure};
use super::super::picture_pool::Turn;
use super::super::ticket::Ticket;
use super::super::ui::Message;
use super::Shared;
use super::jobs::{Old, acknowledge, drawn, edited, followed, posted, save};
use super::nonce::Post;
use super::outcome::Done;

/// What happens to the message that is already there, if there is one.
pub(super) enum Task {
    /// It shows this.
    Show(Message),
    /// This one is posted after it.
    Follow(Message, Old),
    /// This is its final state.
    End(Message),
}

impl Task {
    const fn message(&self) -> &Message {
        match self {
            Self::Show(message) | Self::Follow(message, _) | Self::End(message) => message,
        }
    }
}

/// A change of a message in somebody's direct messages.
pub(super) struct DirectJob {
    pub(super) table: TableId,
    pub(super) kind: MessageKind,
    pub(super) user: UserId,
    pub(super) rev: u64,
    /// The deal that a hand belongs to.
    pub(super) deal: u32,
    pub(super) at: Option<Posted>,
    /// How the message is posted, if it is.
    pub(super) post: Post,
    /// Says where the hand is shown instead.
    pub(super) elsewhere: Option<Message>,
    /// The right to draw it now.
    pub(super) turn: Option<Turn>,
    /// Where it was found, if it could not be brought up to date there.
    pub(super) found: Option<Posted>,
    /// The press on that message that still needs an answer.
    pub(super) press: Option<Ticket>,
}

impl DirectJob {
    pub(super) async fn run(mut self, task: Task, shared: Arc<Shared>) -> Done {
        drawn(&shared.api, self.turn.take(), task.message(), self.press.as_mut()).await;
        let before = self.at;
        let outcome = self.deliver(&task, &shared).await;
        acknowledge(self.press.as_mut()).await;
        match &outcome {
            Err(Failure::NoDirect) => {
                shared.people.close(self.user);
                self.send_elsewhere().await;
            }
            Ok(Some(at)) if before.map(|old| old.message) != Some(at.message) => save(&shared, &self.table, *at).await,
            Ok(None) => {
                if let Err(error) = shared.store.forget_message(&self.table, self.kind, Some(self.user)).await {
                    tracing::debug!(%error, "a message could not be forgotten");
                }
            }
            _ => {}
        }
        Done::Direct { user: self.user, kind: self.kind, at: outcome, found: self.found, post: self.post }
    }

    /// Somebody who pressed something but accepts no messages any more is told where the hand is from now on.
    async fn send_elsewhere(&mut self) {
        if let (Some(ticket), Some(message)) = (self.press.as_mut(), &self.elsewhere)
            && let Err(failure) = ticket.whisper(message).await
        {
            tracing::debug!(%failure, "somebody could not be told where the hand is");
        }
    }

    async fn deliver(&mut self, task: &Task, shared: &Shared) -> Result<Option<Posted>, Failure> {
        let api = &shared.api;
        match (task, self.at) {
            (Task::Show(message), Some(at)) => {
                if self.change(api, at, message).await? {
                    return Ok(Some(Posted { rev: self.rev, ..at }));
                }
                // That one is gone.
                self.at = None;
                self.post(shared, message).await.map(Some)
            }
            (Task::Show(message), None) => self.follow(shared, message, None).await,
            (Task::Follow(message, becomes), old) => self.follow(shared, message, old.map(|old| (old, becomes))).await,
            (Task::End(end), Some(at)) => self.change(api, at, end).await.map(|_| None),
            (Task::End(_), None) => Ok(None),
        }
    }

    /// Posts it. The old one is dealt with only once the new one is there, so that a hand is never missing.
    async fn follow(
        &mut self,
        shared: &Shared,
        message: &Message,
        old: Option<(Posted, &Old)>,
    ) -> Result<Option<Posted>, Failure> {
        // Posting may take longer than a press can wait.
        acknowledge(self.press.as_mut()).await;
        let new = self.post(shared, message).await;
        // Somebody who accepts no messages any more still has the old one, and its buttons.
        if let (Some((old, becomes)), Ok(_) | Err(Failure::NoDirect)) = (old, &new) {
            followed(&shared.api, old, becomes).await;
        }
        new.map(Some)
    }

    async fn change(&mut self, api: &Api, at: Posted, to: &Message) -> Result<bool, Failure> {
        if let Some(ticket) = self.press.as_mut()
            && ticket.may_update()
            && ticket.update(to).await.is_ok()
        {
            return Ok(true);
        }
        match edited(api, at, to).await {
            Err(Failure::NoChannel) => Ok(false),
            other => other,
        }
    }

    /// Posts it. One that was posted before shows what it showed then, or is gone: it counts once it shows this state.
    async fn post(&mut self, shared: &Shared, message: &Message) -> Result<Posted, Failure> {
        loop {
            let (channel, made) = shared.people.post(&shared.api, self.user, message, self.post.nonce).await?;
            let at = Posted { deal: self.deal, ..posted(self.kind, Some(self.user), channel, made, self.rev) };
            if !self.post.found {
                return Ok(at);
            }
            match edited(&shared.api, at, message).await {
                Ok(true) => return Ok(at),
                Ok(false) => self.post = self.post.instead(),
                Err(failure) => {
                    // Unless another one has to end first, where it is is worth remembering beyond a crash.
                    if self.at.is_none() {
                        let outdated = Posted { rev: at.rev.saturating_sub(1), ..at };
                        self.found = Some(outdated);
                        save(shared, &self.table, outdated).await;
                    }
                    return Err(failure);
                }
            }
        }
    }
}
