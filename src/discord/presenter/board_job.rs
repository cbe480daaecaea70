//! A change of the board's message.

use std::sync::Arc;

use crate::store::{MessageKind, Posted};
use crate::tables::{ChannelId, MessageId, Snapshot, TableId};

use super::super::api::{Api, Failure};
use super::super::picture_pool::Turn;
use super::super::screens;
use super::super::ui::Message;
use super::Shared;
use super::jobs::{Old, acknowledge, drawn, edited, followed, posted, save};
use super::nonce::Post;
use super::outcome::{BoardAnswer, BoardPress, Done, HandResult};

/// Why a board is posted again although there is one.
pub(super) enum Anew {
    /// Somebody asked for it: the old one links to the new one.
    Asked(Arc<Snapshot>),
    /// The old one is too old, and is deleted.
    Aged,
}

/// A change of the board's message.
pub(super) struct BoardJob {
    pub(super) table: TableId,
    pub(super) channel: ChannelId,
    pub(super) at: Option<Posted>,
    pub(super) rev: u64,
    /// The deal that the board shows.
    pub(super) deal: u32,
    /// Results of hands, oldest first. The first one replaces the old board.
    pub(super) results: Vec<HandResult>,
    pub(super) board: Message,
    /// How the board is posted, if it is.
    pub(super) post: Post,
    /// The message that was the board and has become a result in this job.
    pub(super) became_result: Option<MessageId>,
    /// Why the board is posted again, if it is.
    pub(super) anew: Option<Anew>,
    /// The right to draw it now.
    pub(super) turn: Option<Turn>,
    /// The press to be answered.
    pub(super) press: Option<BoardPress>,
}

impl BoardJob {
    pub(super) async fn run(mut self, shared: Arc<Shared>) -> Done {
        let before = self.at;
        let press = self.press.as_mut().map(|press| &mut press.ticket);
        drawn(&shared.api, self.turn.take(), &self.board, press).await;
        let failure = self.paint(&shared).await.err();
        let anew = matches!(self.anew, Some(Anew::Asked(_))) && self.at == before;
        acknowledge(self.press.as_mut().map(|press| &mut press.ticket)).await;
        let Self { at, post, became_result, results: left, press, .. } = self;
        Done::Board { at, post, became_result, left, anew, failure, press: press.map(Box::new) }
    }

    /// Whether other work comes before the message that answers the press. That may take longer than a press can
    /// wait.
    fn answers_late(&self) -> bool {
        self.press.as_ref().is_some_and(|press| match press.answer {
            BoardAnswer::Changed => self.anew.is_some(),
            BoardAnswer::Posted => !self.results.is_empty(),
            BoardAnswer::Named => true,
        })
    }

    /// However far this gets, `at` and `results` record it: a message that has become a result is no longer the
    /// board.
    async fn paint(&mut self, shared: &Shared) -> Result<(), Failure> {
        let api = &shared.api;
        if self.answers_late() {
            acknowledge(self.press.as_mut().map(|press| &mut press.ticket)).await;
        }
        let with_results = !self.results.is_empty();
        if with_results {
            let HandResult { post, message } = self.results[0].clone();
            if self.change(api, &message).await? {
                self.became_result = self.at.map(|at| at.message);
            } else {
                api.post(self.channel, &message, post.nonce).await?;
            }
            self.results.remove(0);
            self.at = None;
            while !self.results.is_empty() {
                api.post(self.channel, &self.results[0].message, self.results[0].post.nonce).await?;
                self.results.remove(0);
            }
        } else if self.anew.is_none() && self.change(api, &self.board.clone()).await? {
            return Ok(());
        }
        let new = match self.place(shared, with_results).await {
            // It may still be changed, though.
            Err(Failure::Forbidden | Failure::NoAccess)
                if matches!(self.anew, Some(Anew::Aged)) && self.change(api, &self.board.clone()).await? =>
            {
                return Ok(());
            }
            made => made?,
        };
        let old = self.at.replace(new);
        save(shared, &self.table, new).await;
        if let (Some(old), Some(anew)) = (old, &self.anew) {
            let becomes = match anew {
                Anew::Asked(snapshot) => {
                    screens::moved(snapshot, (new.channel, new.message)).map_or(Old::Goes, Old::Says)
                }
                Anew::Aged => Old::Goes,
            };
            followed(api, old, &becomes).await;
        }
        Ok(())
    }

    /// Changes the board's message, as the answer to the press if that was on it. `false`: there is no message to
    /// change.
    async fn change(&mut self, api: &Api, to: &Message) -> Result<bool, Failure> {
        let Some(at) = self.at else { return Ok(false) };
        if let Some(BoardPress { ticket, answer: BoardAnswer::Changed, .. }) = self.press.as_mut()
            && ticket.may_update()
            && ticket.update(to).await.is_ok()
        {
            return Ok(true);
        }
        edited(api, at, to).await
    }

    /// Posts the board. One that was posted before shows what it showed then, or is gone: it counts once it shows this
    /// state.
    async fn place(&mut self, shared: &Shared, with_results: bool) -> Result<Posted, Failure> {
        loop {
            let message = self.post(&shared.api).await?;
            let new = Posted { deal: self.deal, ..posted(MessageKind::Board, None, self.channel, message, self.rev) };
            if !self.post.found {
                return Ok(new);
            }
            match edited(&shared.api, new, &self.board).await {
                Ok(true) => return Ok(new),
                Ok(false) => self.post = self.post.instead(),
                Err(failure) => {
                    self.found(shared, new, with_results).await;
                    return Err(failure);
                }
            }
        }
    }

    /// The board is here, but shows an older state. Unless the board before it is still there, that is worth
    /// remembering beyond a crash: but not if results were posted, which would then be posted again.
    async fn found(&mut self, shared: &Shared, at: Posted, with_results: bool) {
        let outdated = Posted { rev: at.rev.saturating_sub(1), ..at };
        if self.at.is_none() {
            self.at = Some(outdated);
            if !with_results {
                save(shared, &self.table, outdated).await;
            }
        }
    }

    /// Posts the board, as the answer to a command if there is one.
    async fn post(&mut self, api: &Api) -> Result<MessageId, Failure> {
        if let Some(BoardPress { ticket, answer: BoardAnswer::Posted, .. }) = self.press.as_mut()
            && ticket.is_command()
            && ticket.is_open()
            && let Ok(message) = ticket.post(&self.board).await
        {
            return Ok(message);
        }
        api.post(self.channel, &self.board, self.post.nonce).await
    }
}
