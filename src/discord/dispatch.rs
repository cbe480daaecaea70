//! From an interaction to its answer.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use parking_lot::Mutex;
use serde_json::Value;
use tokio::task::unconstrained;
use tokio_util::task::TaskTracker;

use crate::tables::{Fault, Rejection};

use super::api::Failure;
use super::app::App;
use super::arrivals::{Arrived, DiscordTime, Lines};
use super::incoming::{Incoming, Shown, Wish};
use super::presenter::{On, Pressed};
use super::refusals::Refusals;
use super::reply::{HandReply, Handled, HandlerError, Reply};
use super::ticket::{Origin, Ticket};
use super::ui::{Callback, Limit, Message};
use super::{commands, complete, presses, screens};

const _: fn(engine::Language) = |engine::Language::English| ();

/// Work that takes longer is acknowledged first: Discord waits for 3 s, and the interaction's way here took part of
/// that.
const ACKNOWLEDGE_AFTER: Duration = Duration::from_millis(1500);

/// Takes in interactions, and answers each once.
pub struct Dispatch {
    app: Arc<App>,
    /// The interactions that are being answered. Closed: nothing new is accepted.
    under_way: TaskTracker,
    /// The latest interactions.
    seen: Mutex<Arrived>,
    time: Mutex<DiscordTime>,
    lines: Lines,
    refusals: Refusals,
}

/// A handler panicked. What it said about that may hold anything, so nobody is told.
#[derive(Debug, thiserror::Error)]
#[error("it panicked")]
struct Panicked;

impl Dispatch {
    /// Hands what comes in to the bot's handlers.
    #[must_use]
    pub fn new(app: Arc<App>) -> Self {
        let (seen, time, lines) = (Mutex::default(), Mutex::default(), Lines::default());
        Self { app, under_way: TaskTracker::new(), seen, time, lines, refusals: Refusals::default() }
    }

    /// Accepts nothing new, and waits until what is being answered is answered, within `patience`.
    pub async fn stop(&self, patience: Duration) {
        self.under_way.close();
        let _ = tokio::time::timeout(patience, self.under_way.wait()).await;
    }

    /// Takes in an interaction as the gateway sends it. To be called in the order in which they come. `resumed`: its
    /// link has just gone on after it broke, so that it may be old.
    pub fn hear(self: &Arc<Self>, event: Value, resumed: bool) {
        let kind = event["type"].as_u64();
        match Incoming::read(event) {
            Ok(Some(incoming)) => self.arrive(incoming, resumed),
            unreadable => {
                self.app.metrics.link().dropped("unreadable");
                let why = unreadable.err().and_then(|error| missing(&error.to_string()));
                let why = why.unwrap_or_else(|| "not as Discord describes it".to_owned());
                tracing::error!(kind, why, "an interaction could not be read, and nobody answers it");
            }
        }
    }

    /// Answers an interaction, unless it is being answered or has been, or nobody waits for the answer any more.
    ///
    /// What it asks of a table is in the table's mailbox before this returns, or stands in line for its channel: so
    /// interactions are judged in the order of their arrival, whichever thread goes on with them.
    fn arrive(self: &Arc<Self>, incoming: Incoming, resumed: bool) {
        let link = self.app.metrics.link();
        if !self.seen.lock().is_new(incoming.cause) {
            link.dropped("twice");
            return tracing::debug!("an interaction was delivered twice");
        }
        let Some(age) = self.time.lock().age(incoming.cause, Instant::now(), resumed) else {
            link.dropped("too_old");
            return tracing::warn!(
                "an interaction came so late that its person was told that it failed: it is dropped"
            );
        };
        let patience = ACKNOWLEDGE_AFTER.saturating_sub(age);
        let (this, is_judged) = (Arc::clone(self), incoming.wish.is_judged());
        let mut work = Box::pin(self.under_way.track_future(async move { this.answer(&incoming, patience).await }));
        if !is_judged || unconstrained(&mut work).now_or_never().is_none() {
            tokio::spawn(work);
        }
    }

    async fn answer(&self, incoming: &Incoming, patience: Duration) {
        let component = |shown: &Shown| Origin::Component { ephemeral: shown.ephemeral };
        let shown = incoming.wish.shown().filter(|_| !incoming.wish.is_thought_about());
        let from = shown.map_or(Origin::Command, component);
        let (kind, origin) = match &incoming.wish {
            Wish::Command(_) => ("command", from),
            Wish::Complete { .. } => ("autocomplete", Origin::Complete),
            Wish::Press(_) => ("component", from),
            Wish::Submit { .. } => ("form", from),
        };
        self.app.metrics.interaction(kind);
        let ticket = || Ticket::new(self.app.api.clone(), incoming.cause, incoming.token.clone(), origin);
        match self.answered(incoming, patience, ticket(), self.work(incoming), ticket, kind).await {
            Ok(()) => {}
            // Discord delivered it twice, and the other delivery was answered first.
            Err(Failure::Answered) => tracing::debug!(kind, "an interaction was answered before"),
            Err(failure) => tracing::warn!(%failure, kind, "an interaction could not be answered"),
        }
    }

    /// Answers with what `work` makes; if that takes longer than `patience`, acknowledges first. If it panics, or what follows, the person is told with `another` ticket.
    async fn answered(
        &self,
        incoming: &Incoming,
        patience: Duration,
        mut ticket: Ticket,
        work: impl Future<Output = Handled>,
        another: impl Fn() -> Ticket,
        kind: &'static str,
    ) -> Result<(), Failure> {
        let work = caught(work).map(|handled| handled.unwrap_or_else(|fault| Err(fault.into())));
        tokio::pin!(work);
        let handled = match tokio::time::timeout(patience, &mut work).await {
            Ok(handled) => handled,
            Err(_) => {
                // However long the acknowledgement takes, the work goes on: tables wait for it.
                let (seen, handled) = tokio::join!(ticket.seen(), work);
                if let Err(failure) = seen {
                    tracing::warn!(%failure, kind, "an interaction could not be acknowledged");
                }
                handled
            }
        };
        incoming.turn.pass();
        match caught(self.finish(incoming, ticket, handled)).await {
            Ok(finished) => finished,
            Err(fault) => self.finish(incoming, another(), Err(fault.into())).await,
        }
    }

    async fn work(&self, incoming: &Incoming) -> Handled {
        if self.under_way.is_closed() {
            return Err(HandlerError::say("I am being restarted. Please try again in a moment: nothing is lost."));
        }
        if incoming.wish.is_judged() {
            self.lines.queue(incoming.place.channel, &incoming.turn).await;
        }
        let incoming = &self.met(incoming).await;
        match &incoming.wish {
            Wish::Command(line) => commands::run(&self.app, incoming, line).await,
            Wish::Complete { line, option, typed } => {
                let lines = complete::lines(&self.app, incoming, line, option, typed).await;
                Ok(Reply::Choices(lines))
            }
            Wish::Press(used) => presses::pressed(&self.app, incoming, used).await,
            Wish::Submit { id, filled, .. } => presses::submitted(&self.app, incoming, id, filled).await,
        }
    }

    /// The interaction with the newest names of those it is about, which others may have brought.
    async fn met(&self, incoming: &Incoming) -> Incoming {
        let mut incoming = incoming.clone();
        let (guild, cause) = (incoming.place.guild, incoming.cause);
        for person in incoming.people() {
            *person = self.app.room.met(person.clone(), guild, cause).await;
        }
        incoming
    }

    async fn finish(&self, from: &Incoming, mut ticket: Ticket, handled: Handled) -> Result<(), Failure> {
        let reply = match handled {
            Ok(reply) => reply,
            Err(_) if matches!(from.wish, Wish::Complete { .. }) => return ticket.seen().await,
            Err(trouble) => return self.refuse(from, &mut ticket, trouble).await,
        };
        match reply {
            Reply::Whisper(message) => ticket.whisper(&message).await.map(drop),
            Reply::Update(message) => ticket.update(&message).await.map(drop),
            Reply::Hand(hand) => self.show_hand(from, &mut ticket, hand).await,
            Reply::Late(trouble, hand, snapshot) => {
                match ticket.update(&hand).await {
                    Ok(shown) => self.app.presenters.shown(&snapshot, from.person.id, shown, None, None),
                    Err(failure) => tracing::debug!(%failure, "a hand of an earlier turn could not be renewed"),
                }
                self.refuse(from, &mut ticket, trouble).await
            }
            Reply::Choices(lines) => ticket.answer(&Callback::choices(lines)).await,
            Reply::Form(modal) if ticket.is_open() => ticket.answer(&Callback::Form(modal)).await,
            Reply::Post(message) if ticket.is_open() => ticket.post(&message).await.map(drop),
            Reply::Form(_) | Reply::Post(_) => match screens::note("That took too long. Please press again.") {
                Ok(message) => ticket.whisper(&message).await.map(drop),
                Err(_) => Ok(()),
            },
            Reply::Table(snapshot, hold, on) => {
                hold.answer(snapshot, Pressed { ticket, user: from.person.id, on, aside: None });
                Ok(())
            }
            Reply::Opened(snapshot, opening) => {
                let on = if snapshot.place.channel == from.place.channel { On::Command } else { On::Thread };
                let aside = if from.writable { None } else { screens::cannot_write().ok() };
                opening.answer(snapshot, Pressed { ticket, user: from.person.id, on, aside });
                Ok(())
            }
        }
    }

    /// Shows a hand, and tells the table's presenter which message shows it.
    async fn show_hand(&self, from: &Incoming, ticket: &mut Ticket, hand: HandReply) -> Result<(), Failure> {
        let HandReply { message, snapshot, here, building } = hand;
        let here = here && from.is_in_private();
        let shown = if here { ticket.update(&message).await? } else { ticket.whisper(&message).await? };
        let direct = from.direct_message().filter(|_| here);
        if direct.is_some()
            && let Ok(now) = self.app.room.look(&snapshot.table).await
            && now.rev > snapshot.rev
        {
            // The presenter may have ended since, and has to know.
            self.app.presenters.show(now);
        }
        self.app.presenters.shown(&snapshot, from.person.id, shown, direct, building);
        Ok(())
    }

    /// Explains a refusal, to that person only, in place of the one before.
    async fn refuse(&self, from: &Incoming, ticket: &mut Ticket, trouble: HandlerError) -> Result<(), Failure> {
        self.app.metrics.refused();
        match self.explain(trouble) {
            Ok(message) => {
                let Some(said) = ticket.whisper(&message).await? else { return Ok(()) };
                let before = self.refusals.said(from.person.id, from.place.channel, said);
                if let Some(before) = before
                    && let Err(failure) = before.delete(&self.app.api).await
                {
                    tracing::debug!(%failure, "an earlier refusal could not be deleted");
                }
                Ok(())
            }
            Err(limit) => {
                tracing::error!(%limit, "an explanation makes no message");
                ticket.seen().await
            }
        }
    }

    fn explain(&self, trouble: HandlerError) -> Result<Message, Limit> {
        match trouble {
            HandlerError::Rejection(Rejection::Fault(fault)) => {
                self.app.metrics.fault();
                screens::note(&screens::broken(fault))
            }
            HandlerError::Rejection(rejection) => screens::refusal(&rejection, None),
            HandlerError::Typed(rejection, typed) => screens::refusal(&rejection, Some(&typed)),
            HandlerError::Say(words) => screens::note(&words),
            HandlerError::Limit(limit) => {
                self.app.metrics.fault();
                screens::note(&screens::broken(Fault::log("a message broke a limit", &limit).perhaps_done()))
            }
            HandlerError::Failure(Failure::Forbidden | Failure::NoAccess) => {
                screens::note("I may not do that here: a permission is missing. Ask whoever looks after this server.")
            }
            HandlerError::Failure(failure) if failure.passes() => {
                screens::note("Discord is slow to answer just now. Please try again in a moment.")
            }
            HandlerError::Failure(failure) => {
                self.app.metrics.fault();
                screens::note(&screens::broken(Fault::log("Discord refused a request", &failure).perhaps_done()))
            }
        }
    }
}

/// What comes of it, or if it panics, the fault that was logged.
async fn caught<T>(work: impl Future<Output = T>) -> Result<T, Fault> {
    let done = AssertUnwindSafe(work).catch_unwind().await;
    done.map_err(|_| Fault::log("a handler broke", &Panicked).perhaps_done())
}

/// The field that an event lacks, if that is what is wrong with it. Anything else that the reader of events says may
/// hold what somebody typed.
fn missing(why: &str) -> Option<String> {
    let field = why.strip_prefix("missing field `")?.split('`').next()?;
    let is_name = field.len() <= 40 && field.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    is_name.then(|| format!("without `{field}`"))
}

#[cfg(test)]
mod tests;
