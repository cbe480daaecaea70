//! The requests behind one change of a message. Each job knows all it needs; nothing is shared while it runs.

use std::sync::Arc;

use crate::store::{MessageKind, Posted};
use crate::tables::{ChannelId, MessageId, Snapshot, TableId, UserId, now};

use super::super::api::{Api, Failure};
use super::super::screens;
use super::super::ticket::{Ephemeral, Ticket};
use super::super::ui::Message;
use super::Shared;
use super::lanes::{Post, Whisper};

/// How a hand ended, to be posted.
#[derive(Clone)]
pub(super) struct Outcome {
    pub(super) post: Post,
    pub(super) message: Message,
}

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
        left: Vec<Outcome>,
        /// It was to be posted anew, and was not.
        anew: bool,
        /// What went wrong.
        failure: Option<Failure>,
        /// The press that was to be answered, with whatever it has left.
        press: Option<BoardPress>,
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
        kept: bool,
        /// Why it shows an older state.
        failure: Option<Failure>,
    },
    /// A notice's.
    Notice {
        /// Whose turn it is about.
        user: UserId,
        /// Where it stands now, if it does.
        up: Option<Posted>,
    },
    /// An acknowledgement's.
    Nothing,
}

/// A press that the board answers.
pub(super) struct BoardPress {
    pub(super) ticket: Ticket,
    pub(super) user: UserId,
    /// Was it on the board's message?
    pub(super) on_it: bool,
    /// What it brought about, for the presser's eyes alone.
    pub(super) told: Option<Message>,
}

/// What becomes of a board when another follows it.
pub(super) enum Old {
    /// It says where the new one is.
    Says(Message),
    /// It goes.
    Goes,
}

/// A change of the board's message.
pub(super) struct BoardJob {
    pub(super) table: TableId,
    pub(super) channel: ChannelId,
    pub(super) at: Option<Posted>,
    pub(super) rev: u64,
    /// The deal that it shows.
    pub(super) deal: u32,
    /// How hands ended, oldest first. The first takes the old board's place.
    pub(super) results: Vec<Outcome>,
    pub(super) board: Message,
    /// How the board is posted, if it is.
    pub(super) post: Post,
    /// The message that was the board and is a result now; nobody knows yet.
    pub(super) became_result: Option<MessageId>,
    /// What becomes of the old board, when the board is posted anew.
    pub(super) anew: Option<Old>,
    /// The press to be answered.
    pub(super) press: Option<BoardPress>,
}

impl BoardJob {
    pub(super) async fn run(mut self, shared: Arc<Shared>) -> Done {
        let before = self.at;
        let failure = self.paint(&shared).await.err();
        let anew = matches!(self.anew, Some(Old::Says(_))) && self.at == before;
        self.acknowledge().await;
        let Self { at, post, became_result, results: left, press, .. } = self;
        Done::Board { at, post, became_result, left, anew, failure, press }
    }

    /// Says that the press was seen, where it was not answered yet.
    async fn acknowledge(&mut self) {
        if let Some(press) = self.press.as_mut()
            && let Err(failure) = press.ticket.seen().await
        {
            tracing::warn!(%failure, "a press could not be acknowledged");
        }
    }

    /// Does other work come before the message that answers the press? That may take longer than a press can wait.
    fn answers_late(&self) -> bool {
        self.press
            .as_ref()
            .is_some_and(|press| if press.on_it { self.anew.is_some() } else { !self.results.is_empty() })
    }

    /// However far this comes, `at` and `results` say how far: a message that has become a result is the board's no more.
    async fn paint(&mut self, shared: &Shared) -> Result<(), Failure> {
        let api = &shared.api;
        if self.answers_late() {
            self.acknowledge().await;
        }
        if !self.results.is_empty() {
            let Outcome { post, message } = self.results[0].clone();
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
        let message = self.post(api).await?;
        let new = Posted { deal: self.deal, ..posted(MessageKind::Board, None, self.channel, message, self.rev) };
        let old = self.at.replace(new);
        save(shared, &self.table, new).await;
        if self.post.found {
            edited(api, new, &self.board).await?;
        }
        let left = match (old, &self.anew) {
            (Some(old), Some(Old::Says(moved))) => edited(api, old, moved).await.map(drop),
            (Some(old), Some(Old::Goes)) => api.delete(old.channel, old.message).await,
            _ => Ok(()),
        };
        if let Err(failure) = left {
            tracing::debug!(%failure, "the old board keeps its buttons");
        }
        Ok(())
    }

    /// Changes the board's message, by answering the press where it was on it. `false`: there is no message to change.
    async fn change(&mut self, api: &Api, to: &Message) -> Result<bool, Failure> {
        let Some(at) = self.at else { return Ok(false) };
        if let Some(BoardPress { ticket, on_it: true, .. }) = self.press.as_mut()
            && ticket.is_open()
            && ticket.update(to).await.is_ok()
        {
            return Ok(true);
        }
        edited(api, at, to).await
    }

    /// Posts the board, as the answer to a command where there is one.
    async fn post(&mut self, api: &Api) -> Result<MessageId, Failure> {
        if let Some(BoardPress { ticket, on_it: false, .. }) = self.press.as_mut()
            && ticket.is_command()
            && ticket.is_open()
            && let Ok(message) = ticket.post(&self.board).await
        {
            return Ok(message);
        }
        api.post(self.channel, &self.board, self.post.nonce).await
    }
}

/// A change of a message in somebody's direct messages.
pub(super) struct DirectJob {
    pub(super) table: TableId,
    pub(super) kind: MessageKind,
    pub(super) user: UserId,
    pub(super) rev: u64,
    /// The deal, of a hand.
    pub(super) deal: u32,
    pub(super) at: Option<Posted>,
    /// How the message is posted, if it is.
    pub(super) post: Post,
    /// What is to be shown; `None` where the message at `at` only comes to its end.
    pub(super) message: Option<Message>,
    /// What the message at `at` becomes at its end. Beside a new message: the one at `at` is to go.
    pub(super) end: Option<Message>,
    /// The press on that message, to be answered.
    pub(super) press: Option<Ticket>,
}

impl DirectJob {
    pub(super) async fn run(mut self, shared: Arc<Shared>) -> Done {
        let outcome = self.deliver(&shared).await;
        if let Some(ticket) = self.press.as_mut() {
            let _ = ticket.seen().await;
        }
        match &outcome {
            Err(Failure::NoDirect) => shared.people.close(self.user),
            Ok(Some(at)) if self.at.map(|old| old.message) != Some(at.message) => save(&shared, &self.table, *at).await,
            Ok(None) => {
                if let Err(error) = shared.store.forget_message(&self.table, self.kind, Some(self.user)).await {
                    tracing::error!(%error, "a message could not be forgotten");
                }
            }
            _ => {}
        }
        Done::Direct { user: self.user, kind: self.kind, at: outcome, post: self.post }
    }

    async fn deliver(&mut self, shared: &Shared) -> Result<Option<Posted>, Failure> {
        let api = &shared.api;
        match (self.at, self.message.take(), self.end.take()) {
            (Some(at), Some(message), None) => {
                if self.change(api, at, &message).await? {
                    return Ok(Some(Posted { rev: self.rev, ..at }));
                }
                self.post(shared, &message).await.map(Some)
            }
            (at, Some(message), end) => {
                // A post may take longer than a press can wait.
                if let Some(ticket) = self.press.as_mut() {
                    ticket.seen().await?;
                }
                let new = self.post(shared, &message).await?;
                if let (Some(at), Some(_)) = (at, end)
                    && let Err(failure) = api.delete(at.channel, at.message).await
                {
                    // Its buttons are too late by now, and say so.
                    tracing::debug!(%failure, "the hand of an earlier deal could not be deleted");
                }
                Ok(Some(new))
            }
            (Some(at), None, Some(end)) => self.change(api, at, &end).await.map(|_| None),
            (_, None, _) => Ok(None),
        }
    }

    async fn change(&mut self, api: &Api, at: Posted, to: &Message) -> Result<bool, Failure> {
        if let Some(ticket) = self.press.as_mut()
            && ticket.is_open()
            && ticket.update(to).await.is_ok()
        {
            return Ok(true);
        }
        match edited(api, at, to).await {
            Err(Failure::NoChannel) => Ok(false),
            other => other,
        }
    }

    async fn post(&self, shared: &Shared, message: &Message) -> Result<Posted, Failure> {
        let channel = shared.people.direct(&shared.api, self.user).await?;
        match shared.api.post(channel, message, self.post.nonce).await {
            Ok(made) => {
                let at = Posted { deal: self.deal, ..posted(self.kind, Some(self.user), channel, made, self.rev) };
                if self.post.found {
                    edited(&shared.api, at, message).await?;
                }
                Ok(at)
            }
            // In a direct message there is no permission but the person's.
            Err(Failure::Forbidden) => Err(Failure::NoDirect),
            Err(failure) => Err(failure),
        }
    }
}

/// Changes a message. `false`: it is gone, or takes no more edits; then it goes, so that its buttons do not stay beside those of
/// the message that follows it.
async fn edited(api: &Api, at: Posted, to: &Message) -> Result<bool, Failure> {
    match api.edit(at.channel, at.message, to).await {
        Ok(()) => Ok(true),
        Err(Failure::NoMessage) => Ok(false),
        Err(Failure::TooOld) => {
            if let Err(failure) = api.delete(at.channel, at.message).await {
                tracing::debug!(%failure, "a message that takes no more edits could not be deleted");
            }
            Ok(false)
        }
        Err(failure) => Err(failure),
    }
}

/// Shows a hand by an ephemeral message: changes the one there is, or makes one with the right that a press left.
pub(super) async fn whisper(
    shared: Arc<Shared>,
    user: UserId,
    old: Option<Whisper>,
    message: Message,
    fresh: Option<Ticket>,
) -> Done {
    if let Some(open) = &old {
        let failure = open.message.edit(&shared.api, &message).await.err();
        if failure.as_ref().is_none_or(Failure::passes) {
            if let Some(ticket) = fresh {
                seen(ticket).await;
            }
            return Done::Whisper { user, whisper: old.clone(), was: old, kept: true, failure };
        }
    }
    match fresh {
        Some(mut ticket) => shown(ticket.whisper(&message).await, user, old, true),
        None => Done::Whisper { user, was: old, whisper: None, kept: true, failure: None },
    }
}

/// Says what was played, and then shows the hand by the ephemeral message that is open; where that takes no more changes, by
/// one that follows.
pub(super) async fn played(
    shared: Arc<Shared>,
    user: UserId,
    open: Whisper,
    hand: Message,
    mut ticket: Ticket,
    played: Message,
) -> Done {
    if let Err(failure) = ticket.whisper(&played).await {
        tracing::warn!(%failure, "a typed move could not be answered");
    }
    whisper(shared, user, Some(open), hand, Some(ticket)).await
}

/// Answers a typed move by the hand.
pub(super) async fn typed_hand(user: UserId, mut ticket: Ticket, hand: Message, kept: bool) -> Done {
    shown(ticket.whisper(&hand).await, user, None, kept)
}

/// Answers a press on an ephemeral hand by that hand.
pub(super) async fn answer_whisper(
    user: UserId,
    was: Option<Whisper>,
    mut ticket: Ticket,
    message: Message,
    kept: bool,
) -> Done {
    shown(ticket.update(&message).await, user, was, kept)
}

/// Which ephemeral message shows a hand now: where none was made, the one that did before, if it can still be changed.
fn shown(outcome: Result<Option<Ephemeral>, Failure>, user: UserId, was: Option<Whisper>, kept: bool) -> Done {
    let (whisper, failure) = match outcome {
        Ok(made) => (made.map(Whisper::from).or_else(|| was.clone()), None),
        Err(failure) => {
            tracing::debug!(%failure, "an ephemeral hand could not be shown");
            (was.clone(), Some(failure))
        }
    };
    Done::Whisper { user, was, whisper, kept, failure }
}

/// Pings the one whose turn it is.
pub(super) async fn notify(shared: Arc<Shared>, snapshot: Arc<Snapshot>, user: UserId) -> Done {
    let Ok(message) = screens::turn(&snapshot, user) else { return Done::Notice { user, up: None } };
    let channel = snapshot.place.channel;
    let post = Post::once((snapshot.table, MessageKind::Notice, user, snapshot.rev));
    match shared.api.post(channel, &message, post.nonce).await {
        Ok(id) => {
            let at = posted(MessageKind::Notice, Some(user), channel, id, snapshot.rev);
            save(&shared, &snapshot.table, at).await;
            Done::Notice { user, up: Some(at) }
        }
        Err(failure) => {
            tracing::debug!(%failure, "a turn notice could not be posted");
            Done::Notice { user, up: None }
        }
    }
}

/// Takes a turn notice away.
pub(super) async fn unnotify(shared: Arc<Shared>, table: TableId, user: UserId, at: Posted) -> Done {
    if let Err(failure) = shared.api.delete(at.channel, at.message).await {
        tracing::debug!(%failure, "a turn notice could not be deleted");
    }
    if let Err(error) = shared.store.forget_message(&table, MessageKind::Notice, Some(user)).await {
        tracing::error!(%error, "a message could not be forgotten");
    }
    Done::Notice { user, up: None }
}

/// Says that a press was seen.
pub(super) async fn seen(mut ticket: Ticket) -> Done {
    if let Err(failure) = ticket.seen().await {
        tracing::warn!(%failure, "a press could not be acknowledged");
    }
    Done::Nothing
}

/// Puts something else in place of the message that was pressed.
pub(super) async fn replace(mut ticket: Ticket, message: Message) -> Done {
    if let Err(failure) = ticket.update(&message).await {
        tracing::debug!(%failure, "an old message could not be replaced");
    }
    Done::Nothing
}

/// Says something to somebody by direct message.
pub(super) async fn tell(shared: Arc<Shared>, user: UserId, message: Message) -> Done {
    let told = async {
        let channel = shared.people.direct(&shared.api, user).await?;
        shared.api.post(channel, &message, Post::anew().nonce).await
    };
    if let Err(failure) = told.await {
        tracing::debug!(%failure, "somebody could not be told of trouble with a board");
    }
    Done::Nothing
}

/// Says something to the presser alone.
pub(super) async fn say(mut ticket: Ticket, message: Message) -> Done {
    if let Err(failure) = ticket.whisper(&message).await {
        tracing::warn!(%failure, "a press could not be answered");
    }
    Done::Nothing
}

fn posted(kind: MessageKind, user: Option<UserId>, channel: ChannelId, message: MessageId, rev: u64) -> Posted {
    Posted { kind, user, channel, message, rev, posted: now(), deal: 0 }
}

/// Remembers where a message stands.
pub(super) async fn save(shared: &Shared, table: &TableId, at: Posted) {
    if let Err(error) = shared.store.put_message(table, at).await {
        tracing::error!(%error, %table, "a message could not be remembered");
    }
}
