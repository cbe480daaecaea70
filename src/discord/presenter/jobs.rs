//! How a change of a message is carried out, request by request. Each job knows all it needs; nothing is shared while
//! it runs.

use std::mem;
use std::sync::Arc;
use std::time::Instant;

use crate::store::{MessageKind, Posted};
use crate::tables::{ChannelId, Closing, GuildId, MessageId, TableId, UserId, now};

use super::super::api::{Api, Failure};
use super::super::picture_pool::DrawingTurn;
use super::super::screens;
use super::super::ticket::{Ephemeral, Ticket};
use super::super::ui::Message;
use super::Shared;
use super::effect::{Aside, BoardAnswer, Change, Content, IfRefused, Old, OwedAnswer, Plan, Unpainted, Which};
use super::hand::Whisper;
use super::nonce::Post;
use super::paint::within_limits;

const _: fn(engine::Language) = |engine::Language::English| ();

/// A change of one message, as far as it has got.
struct Job {
    shared: Arc<Shared>,
    table: TableId,
    change: Change,
    /// The message turned out to be gone.
    is_gone: bool,
}

/// Changes a message.
pub(super) async fn change(shared: Arc<Shared>, table: TableId, mut change: Change) -> Change {
    let (plan, results) = (mem::replace(&mut change.plan, Plan::Remove), mem::take(&mut change.results));
    let mut job = Job { shared, table, change, is_gone: false };
    let message = plan.content().and_then(|content| job.painted(content));
    if let Which::Whisper(_) = job.change.which {
        job.tell().await;
    }
    if let Some(message) = &message {
        let turn = job.change.turn.take();
        let press = job.change.press.as_mut().map(|press| &mut press.ticket);
        drawn(&job.shared.api, turn, message, press).await;
    }
    if job.answers_late(&plan, !results.is_empty()) {
        job.acknowledge().await;
    }
    let done = match (&message, plan) {
        (_, Plan::Remove) => job.remove().await,
        (None, _) => Err(Failure::Refused { status: 0, code: 0, message: "it cannot be made".to_owned() }),
        (Some(message), Plan::Show(_)) => job.show(message, &results).await,
        (Some(message), Plan::Follow(_, old, refused)) => job.follow(message, old, refused).await,
        (Some(message), Plan::End(_)) => job.end(message).await,
    };
    job.acknowledge().await;
    if let (Err(failure), Which::Board) = (&done, job.change.which) {
        tracing::warn!(%failure, %table, "a board could not be shown");
    }
    job.change.failure = done.err();
    job.change
}

impl Plan {
    const fn content(&self) -> Option<&Content> {
        match self {
            Self::Show(content) | Self::Follow(content, ..) | Self::End(content) => Some(content),
            Self::Remove => None,
        }
    }
}

impl Job {
    /// Whether other work comes before the message that answers the press. That may take longer than a press can
    /// wait.
    fn answers_late(&self, plan: &Plan, with_results: bool) -> bool {
        self.change.press.as_ref().is_some_and(|press| match press.answer {
            BoardAnswer::Changed => matches!(plan, Plan::Follow(..)),
            BoardAnswer::Posted => with_results,
            BoardAnswer::Named => true,
        })
    }

    async fn acknowledge(&mut self) {
        acknowledge(self.change.press.as_mut().map(|press| &mut press.ticket)).await;
    }

    /// Tells the presser what is theirs to know.
    async fn tell(&mut self) {
        if let Some(press) = &mut self.change.press
            && let Some(told) = press.told.take().and_then(|told| self.shared.paint(&told))
            && let Err(failure) = press.ticket.whisper(&told).await
        {
            tracing::warn!(%failure, "a typed move could not be answered");
        }
    }

    /// However far this gets, the change records it: a message that has become a result is no longer the board.
    async fn show(&mut self, message: &Message, results: &[(Post, Unpainted)]) -> Result<(), Failure> {
        for (post, scene) in results {
            if let Some(result) = self.shared.paint(scene) {
                let was = self.change.at.map(|at| at.message);
                if self.changed(&result).await? {
                    self.change.became_result = was;
                } else {
                    self.shared.api.post(self.change.of.channel(), &result, post.nonce).await?;
                }
                self.change.at = None;
            }
            self.change.posted += 1;
        }
        match (self.changed(message).await?, self.change.which) {
            (true, _) => Ok(()),
            (false, Which::Whisper(_)) => self.whispered(message).await,
            (false, _) => self.post(message).await,
        }
    }

    async fn follow(&mut self, message: &Message, old: Old, refused: IfRefused) -> Result<(), Failure> {
        let before = self.change.at;
        let posted = self.post(message).await;
        match (&posted, refused) {
            (Err(Failure::Forbidden | Failure::NoAccess), IfRefused::Shows) if self.changed(message).await? => Ok(()),
            (Ok(()), _) | (Err(Failure::NoDirect), IfRefused::Ends) => {
                self.followed(before, old).await;
                posted
            }
            _ => posted,
        }
    }

    async fn end(&mut self, message: &Message) -> Result<(), Failure> {
        self.changed(message).await?;
        self.forget().await;
        Ok(())
    }

    async fn remove(&mut self) -> Result<(), Failure> {
        let Some(at) = self.change.at else { return Ok(()) };
        if let Err(failure) = self.shared.api.delete(at.channel, at.message).await {
            tracing::debug!(%failure, "a turn notice could not be deleted");
            if failure.passes() {
                return Err(failure);
            }
        }
        self.forget().await;
        Ok(())
    }

    async fn forget(&mut self) {
        self.change.at = None;
        let which = self.change.which;
        if let Err(error) = self.shared.store.forget_message(&self.table, which.kind(), which.user()).await {
            tracing::debug!(%error, "a message could not be forgotten");
        }
    }

    /// Changes the message, as the answer to the press if that was on it. `false`: there is no message to change.
    async fn changed(&mut self, to: &Message) -> Result<bool, Failure> {
        let Change { which, at, open, press, .. } = &mut self.change;
        let is_ephemeral = matches!(which, Which::Whisper(_));
        if self.is_gone || !is_ephemeral && at.is_none() {
            return Ok(false);
        }
        if let Some(OwedAnswer { ticket, answer: BoardAnswer::Changed, .. }) = press.as_deref_mut()
            && ticket.may_update()
        {
            match ticket.update(to).await {
                Ok(made) => return Ok(self.is_open(made)),
                Err(failure) if is_ephemeral => return Err(failure),
                Err(_) => {}
            }
        }
        let api = &self.shared.api;
        let done = match (open, at) {
            (Some(open), _) => open.message.edit(api, to).await.map(|()| true),
            (None, Some(at)) => edited(api, *at, to).await,
            (None, None) => Ok(false),
        };
        let is_there = match done {
            Err(failure) if is_ephemeral && !failure.passes() => false,
            Err(Failure::NoChannel) if *which != Which::Board => false,
            other => other?,
        };
        self.is_gone = !is_there;
        Ok(is_there)
    }

    /// An ephemeral message shows the hand now, if one was made.
    fn is_open(&mut self, made: Option<Ephemeral>) -> bool {
        if let (Which::Whisper(_), Some(made)) = (self.change.which, made) {
            self.change.whisper = Some(Whisper::new(made, Instant::now()));
        }
        true
    }

    /// Answers the press with the message, for the presser only.
    async fn whispered(&mut self, message: &Message) -> Result<(), Failure> {
        self.change.whisper = None;
        if let Some(press) = &mut self.change.press {
            let made = press.ticket.whisper(message).await?;
            self.is_open(made);
        }
        Ok(())
    }

    fn painted(&self, content: &Content) -> Option<Message> {
        self.shared.painted(&self.change.of, content)
    }

    /// Posts the message. One that was posted before shows what it showed then, or is gone: it counts once it shows this
    /// state.
    async fn post(&mut self, message: &Message) -> Result<(), Failure> {
        loop {
            let place = self.made(message).await?;
            let (kind, user) = (self.change.which.kind(), self.change.which.user());
            let deal = if matches!(kind, MessageKind::Board | MessageKind::Hand) { self.change.of.deal } else { 0 };
            let new = Posted { deal, ..posted(kind, user, place, self.change.of.shown_rev(), now()) };
            let found = if self.change.post.found { edited(&self.shared.api, new, message).await } else { Ok(true) };
            match found {
                Ok(true) => {
                    self.change.at = Some(new);
                    save(&self.shared, &self.table, new).await;
                    return Ok(());
                }
                Ok(false) => self.change.post = self.change.post.instead(),
                Err(failure) => {
                    self.found(new).await;
                    return Err(failure);
                }
            }
        }
    }

    /// The message is here, but shows an older state. Unless the one before it is still there, that is worth
    /// remembering beyond a crash: but not if results were posted, which would then be posted again.
    async fn found(&mut self, at: Posted) {
        if self.change.at.is_none() || self.is_gone {
            let outdated = Posted { rev: at.rev.saturating_sub(1), ..at };
            self.change.at = Some(outdated);
            if self.change.posted == 0 {
                save(&self.shared, &self.table, outdated).await;
            }
        }
    }

    /// Makes the message, as the answer to a command if there is one. Returns where.
    async fn made(&mut self, message: &Message) -> Result<(ChannelId, MessageId), Failure> {
        let (api, channel, nonce) = (&self.shared.api, self.change.of.channel(), self.change.post.nonce);
        let in_private = |user| self.shared.people.post(api, user, message, nonce);
        match self.change.which {
            Which::Board => {
                if let Some(OwedAnswer { ticket, answer: BoardAnswer::Posted, .. }) = self.change.press.as_deref_mut()
                    && ticket.is_command()
                    && ticket.is_open()
                    && let Ok(id) = ticket.post(message).await
                {
                    return Ok((channel, id));
                }
                Ok((channel, api.post(channel, message, nonce).await?))
            }
            Which::Hand(user) | Which::Whisper(user) | Which::Invitation(user) => in_private(user).await,
            Which::Notice(user)
                if let Some(guild) = self.change.of.guild
                    && !is_here(&self.shared, &self.table, guild, user).await =>
            {
                Err(Failure::NoMember)
            }
            Which::Notice(user) => match api.post(channel, message, nonce).await {
                Ok(id) => Ok((channel, id)),
                Err(failure) if failure.passes() => Err(failure),
                // The match goes on by direct message, where hands change without a sound.
                Err(failure) => match self.painted(&Content::Turn(user, None)) {
                    Some(message) => self.shared.people.post(api, user, &message, nonce).await,
                    None => Err(failure),
                },
            },
        }
    }

    /// Another message follows this one. If this one cannot be changed or deleted, its buttons are outdated by now, and
    /// pressing them says so.
    async fn followed(&self, old: Option<Posted>, becomes: Old) {
        let (api, Some(old)) = (&self.shared.api, old) else { return };
        let content = match (becomes, self.change.at) {
            (Old::Says(content), _) => Some(content),
            (Old::Links, Some(new)) => Some(Content::Moved(new.channel, new.message)),
            (Old::Links, None) | (Old::Goes, _) => None,
        };
        let done = match content.and_then(|content| self.painted(&content)) {
            Some(words) => edited(api, old, &words).await.map(drop),
            None => api.delete(old.channel, old.message).await,
        };
        if let Err(failure) = done {
            tracing::debug!(%failure, "a message keeps its buttons that another follows");
        }
    }
}

/// Edits a message. `false`: it is gone, or takes no more edits; in that case it is deleted, so that its buttons do
/// not remain beside those of the message that follows it.
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

/// Draws the picture of a message while its turn lasts. Whoever pressed something does not wait for that.
async fn drawn(api: &Api, turn: Option<DrawingTurn>, message: &Message, press: Option<&mut Ticket>) {
    let Some(turn) = turn else { return };
    let acknowledged = acknowledge(press.filter(|_| api.takes_time(message)));
    let drawn = async {
        api.draw(message).await;
        drop(turn);
    };
    tokio::join!(acknowledged, drawn);
}

/// Acknowledges a press that was not answered yet.
pub(super) async fn acknowledge(ticket: Option<&mut Ticket>) {
    if let Some(ticket) = ticket
        && let Err(failure) = ticket.seen().await
    {
        tracing::warn!(%failure, "a press could not be acknowledged");
    }
}

pub(super) async fn answer(shared: Arc<Shared>, mut ticket: Ticket, aside: Aside) {
    let (Aside::Says(scene) | Aside::Becomes(scene)) = &aside else { return give_up(ticket).await };
    let done = match (shared.paint(scene), &aside) {
        (None, _) => return give_up(ticket).await,
        (Some(message), Aside::Becomes(_)) => ticket.update(&message).await,
        (Some(message), _) => ticket.whisper(&message).await,
    };
    if let Err(failure) = done {
        tracing::warn!(%failure, "a press could not be answered");
    }
}

/// Nothing else will answer this ticket.
pub(super) async fn give_up(mut ticket: Ticket) {
    const SORRY: &str = "The table cannot be shown just now. Nothing is lost: `/board` tries again.";
    let sorry = ticket.owes_words().then(|| within_limits("an excuse", || Some(screens::note(SORRY)))).flatten();
    let done = match sorry {
        Some(sorry) => ticket.whisper(&sorry).await.map(drop),
        None => ticket.seen().await,
    };
    if let Err(failure) = done {
        tracing::warn!(%failure, "a press could not be answered");
    }
}

/// Takes the buttons from a message that used to be the board.
pub(super) async fn end_orphan(shared: Arc<Shared>, message: MessageId, scene: Unpainted) {
    if let Some(moved) = shared.paint(&scene)
        && let Err(failure) = shared.api.edit(scene.of.channel(), message, &moved).await
    {
        tracing::debug!(%failure, "an old board could not be ended");
    }
}

/// Whether somebody is in the table's server, as far as that is known. If not, the match need not wait for them.
pub(super) async fn is_here(shared: &Shared, table: &TableId, guild: GuildId, user: UserId) -> bool {
    let is_here = shared.api.is_member(guild, user).await.unwrap_or(true);
    if !is_here {
        shared.room.left_the_server(table, user);
    }
    is_here
}

/// Sends somebody a direct message.
pub(super) async fn tell(shared: Arc<Shared>, user: UserId, scene: Unpainted) {
    if let Some(message) = shared.paint(&scene)
        && let Err(failure) = shared.people.post(&shared.api, user, &message, rand::random()).await
    {
        tracing::debug!(%failure, "a direct message to a host could not be sent");
    }
}

/// The channel of this lobby is gone, so that nobody can use it any more.
pub(super) async fn close(shared: Arc<Shared>, table: TableId) {
    if let Err(rejection) = shared.room.close(&table, Closing::Unreachable).await {
        tracing::warn!(%table, why = ?rejection, "a lobby whose channel is gone could not be closed");
    }
}

pub(super) fn posted(
    kind: MessageKind,
    user: Option<UserId>,
    (channel, message): (ChannelId, MessageId),
    rev: u64,
    posted: i64,
) -> Posted {
    Posted { kind, user, channel, message, rev, posted, deal: 0 }
}

/// Records where a message is.
pub(super) async fn save(shared: &Shared, table: &TableId, at: Posted) {
    if let Err(error) = shared.store.put_message(table, at).await {
        tracing::debug!(%error, %table, "a message could not be remembered");
    }
}
