//! From an interaction to its answer.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use crate::ops::metrics::Metrics;
use crate::store::Store;
use crate::tables::{Act, Answer, Cause, Fault, GuildId, MatchAct, Request, Room, Snapshot, Sorry, TableId, Window};

use super::api::{Api, Failure};
use super::incoming::{Incoming, Wish};
use super::preferences::Look;
use super::presenter::{Hold, On, Opening, Presenters, Press};
use super::screens::Building;
use super::ticket::{Origin, Ticket};
use super::ui::{Callback, Choice, Limit, Message, Modal};
use super::{commands, complete, presses, screens};

/// Work that takes longer is announced first: Discord waits for 3 s, part of which the way here took.
const SOON: Duration = Duration::from_millis(1500);

/// The bot, as handlers see it.
pub struct App {
    /// All tables.
    pub room: Room,
    /// Requests to Discord.
    pub api: Api,
    /// Messages of tables.
    pub presenters: Presenters,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    stopping: AtomicBool,
    under_way: AtomicUsize,
    /// The interactions that came last.
    lately: Mutex<Lately>,
}

/// Counts an interaction while it is being answered, however that ends.
struct UnderWay<'a>(&'a AtomicUsize);

impl<'a> UnderWay<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The interactions that came last: Discord delivers some twice, one shortly after the other.
#[derive(Default)]
struct Lately(VecDeque<Cause>);

impl Lately {
    const REMEMBERED: usize = 1024;

    /// Remembers one; `false` where it came before.
    fn is_new(&mut self, cause: Cause) -> bool {
        if self.0.contains(&cause) {
            return false;
        }
        if self.0.len() >= Self::REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back(cause);
        true
    }
}

/// What is to be answered.
pub enum Reply {
    /// A message for that person alone.
    Whisper(Message),
    /// The message that was pressed changes.
    Update(Message),
    /// A hand.
    Hand(HandReply),
    /// A press that came too late: why nothing was played, and the hand as it is now in the ephemeral message that was pressed.
    Late(Sorry, Message, Arc<Snapshot>),
    /// Lines of autocomplete.
    Choices(Vec<Choice>),
    /// A form.
    Form(Modal),
    /// The table has changed: the message that was pressed shows it.
    Table(Arc<Snapshot>, Hold, On),
    /// A table was opened: the command's answer is its lobby.
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
pub enum Trouble {
    /// What the room said.
    Sorry(Sorry),
    /// In our words (Markdown).
    Say(String),
    /// Our fault: a message that cannot be sent.
    Limit(Limit),
    /// Discord refused something.
    Failure(Failure),
}

/// What a handler brings about.
pub type Handled = Result<Reply, Trouble>;

impl From<Sorry> for Trouble {
    fn from(sorry: Sorry) -> Self {
        Self::Sorry(sorry)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Sorry(Sorry::Fault(fault))
    }
}

impl From<Limit> for Trouble {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl Trouble {
    /// In our own words.
    pub fn say(words: impl Into<String>) -> Self {
        Self::Say(words.into())
    }
}

impl App {
    /// A bot over a room.
    #[must_use]
    pub fn new(room: Room, api: Api, presenters: Presenters, metrics: Arc<Metrics>) -> Self {
        Self {
            room,
            api,
            presenters,
            metrics,
            stopping: AtomicBool::new(false),
            under_way: AtomicUsize::new(0),
            lately: Mutex::default(),
        }
    }

    /// The database.
    #[must_use]
    pub fn store(&self) -> &Store {
        self.room.store()
    }

    /// Takes nothing new in.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::SeqCst);
    }

    /// How many interactions are being answered.
    #[must_use]
    pub fn under_way(&self) -> usize {
        self.under_way.load(Ordering::SeqCst)
    }

    /// Answers an interaction, unless it is under way or answered already.
    pub async fn handle(&self, incoming: Incoming) {
        if !self.lately.lock().is_new(incoming.cause) {
            return tracing::debug!("an interaction was delivered twice");
        }
        let _under_way = UnderWay::new(&self.under_way);
        self.answer(&incoming).await;
    }

    /// How this person is shown what they alone read, at a table of this server.
    #[must_use]
    pub fn look(&self, from: &Incoming, server: Option<GuildId>) -> Look {
        self.presenters.preferences().personal(from.person.id, server)
    }

    async fn answer(&self, incoming: &Incoming) {
        let (kind, origin) = match &incoming.wish {
            Wish::Command(_) => ("command", Origin::Command),
            Wish::Complete { .. } => ("autocomplete", Origin::Complete),
            Wish::Press { shown, .. } => ("component", Origin::Component { ephemeral: shown.ephemeral }),
            Wish::Submit { shown: Some(shown), .. } => ("form", Origin::Component { ephemeral: shown.ephemeral }),
            Wish::Submit { shown: None, .. } => ("form", Origin::Command),
        };
        self.metrics.interaction(kind);
        let mut ticket = Ticket::new(self.api.clone(), incoming.cause, incoming.token.clone(), origin);
        let work = self.work(incoming);
        tokio::pin!(work);
        let handled = match tokio::time::timeout(SOON, &mut work).await {
            Ok(handled) => handled,
            Err(_) => {
                // However long Discord takes to hear of it, the work goes on: tables wait for it.
                let (seen, handled) = tokio::join!(ticket.seen(), work);
                if let Err(failure) = seen {
                    tracing::warn!(%failure, kind, "an interaction could not be acknowledged");
                }
                handled
            }
        };
        match self.finish(incoming, ticket, handled).await {
            Ok(()) => {}
            // Discord delivered it twice, and the other delivery was answered first.
            Err(Failure::Answered) => tracing::debug!(kind, "an interaction was answered before"),
            Err(failure) => tracing::warn!(%failure, kind, "an interaction could not be answered"),
        }
    }

    async fn work(&self, incoming: &Incoming) -> Handled {
        if self.stopping.load(Ordering::SeqCst) {
            return Err(Trouble::say("I am being restarted. Please try again in a moment: nothing is lost."));
        }
        match &incoming.wish {
            Wish::Command(line) => commands::run(self, incoming, line).await,
            Wish::Complete { line, option, typed } => {
                let lines = complete::lines(self, incoming, line, option, typed).await;
                Ok(Reply::Choices(lines))
            }
            Wish::Press { id, values, people, shown } => {
                presses::pressed(self, incoming, id, values, people, *shown).await
            }
            Wish::Submit { id, text, shown } => presses::submitted(self, incoming, id, text, *shown).await,
        }
    }

    async fn finish(&self, from: &Incoming, mut ticket: Ticket, handled: Handled) -> Result<(), Failure> {
        let reply = match handled {
            Ok(reply) => reply,
            Err(_) if matches!(from.wish, Wish::Complete { .. }) => return ticket.seen().await,
            Err(trouble) => return self.refuse(&mut ticket, trouble).await,
        };
        match reply {
            Reply::Whisper(message) => ticket.whisper(&message).await.map(drop),
            Reply::Update(message) => ticket.update(&message).await.map(drop),
            Reply::Hand(HandReply { message, snapshot, here, building }) => {
                let here = here && from.is_in_private();
                let shown = if here { ticket.update(&message).await? } else { ticket.whisper(&message).await? };
                let direct = from.direct_message().filter(|_| here);
                if direct.is_some()
                    && let Ok(now) = self.room.look(&snapshot.table).await
                    && now.rev > snapshot.rev
                {
                    // Whoever keeps the table's messages may have gone to rest since, and has to know.
                    self.presenters.show(now);
                }
                self.presenters.shown(&snapshot, from.person.id, shown, direct, building);
                Ok(())
            }
            Reply::Late(sorry, hand, snapshot) => {
                match ticket.update(&hand).await {
                    Ok(shown) => self.presenters.shown(&snapshot, from.person.id, shown, None, None),
                    Err(failure) => tracing::debug!(%failure, "a hand of an earlier turn could not be renewed"),
                }
                self.refuse(&mut ticket, Trouble::Sorry(sorry)).await
            }
            Reply::Choices(lines) => match Callback::choices(lines) {
                Ok(callback) => ticket.answer(&callback).await,
                Err(limit) => {
                    tracing::error!(%limit, "autocomplete makes no answer");
                    ticket.seen().await
                }
            },
            Reply::Form(modal) if ticket.is_open() => ticket.answer(&Callback::Form(modal)).await,
            Reply::Form(_) => match screens::note("That took too long for a form to open. Please press again.") {
                Ok(message) => ticket.whisper(&message).await.map(drop),
                Err(_) => Ok(()),
            },
            Reply::Table(snapshot, hold, on) => {
                hold.answer(snapshot, Press { ticket, user: from.person.id, on });
                Ok(())
            }
            Reply::Opened(snapshot, opening) => {
                opening.answer(snapshot, Press { ticket, user: from.person.id, on: On::Command });
                Ok(())
            }
        }
    }

    /// Says why not, to that person alone.
    async fn refuse(&self, ticket: &mut Ticket, trouble: Trouble) -> Result<(), Failure> {
        self.metrics.refused();
        match self.explain(trouble) {
            Ok(message) => ticket.whisper(&message).await.map(drop),
            Err(limit) => {
                tracing::error!(%limit, "an explanation makes no message");
                ticket.seen().await
            }
        }
    }

    fn explain(&self, trouble: Trouble) -> Result<Message, Limit> {
        match trouble {
            Trouble::Sorry(Sorry::Fault(fault)) => {
                self.metrics.fault();
                screens::fault(fault)
            }
            Trouble::Sorry(sorry) => screens::refusal(&sorry),
            Trouble::Say(words) => screens::note(&words),
            Trouble::Limit(limit) => {
                self.metrics.fault();
                screens::fault(Fault::log("a message broke a limit", &limit))
            }
            Trouble::Failure(Failure::Forbidden) => {
                screens::note("I may not do that here: a permission is missing. Ask whoever looks after this server.")
            }
            Trouble::Failure(failure) if failure.passes() => {
                screens::note("Discord is slow to answer just now. Please try again in a moment.")
            }
            Trouble::Failure(failure) => {
                self.metrics.fault();
                screens::fault(Fault::log("Discord refused a request", &failure))
            }
        }
    }

    /// Asks something of a table for the person behind an interaction.
    ///
    /// # Errors
    /// What the room says.
    pub async fn ask(
        &self,
        from: &Incoming,
        table: &TableId,
        window: Option<Window>,
        act: impl Into<Act>,
    ) -> Result<Answer, Sorry> {
        let act = act.into();
        let plays = matches!(act, Act::Match(MatchAct::Play(_) | MatchAct::Build(_) | MatchAct::Finish(_)));
        let request = Request::new(from.person.clone(), act).moderator(from.moderator).cause(from.cause);
        let request = Request { window, afar: from.place.guild.is_none(), ..request };
        let answer = self.room.ask(table, request).await?;
        if plays && matches!(answer.outcome, crate::tables::Outcome::Done) {
            self.metrics.moved();
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interaction_is_new_once() {
        let mut lately = Lately::default();
        assert!((0..2000).all(|n| lately.is_new(Cause(n))));
        assert!((1000..2000).all(|n| !lately.is_new(Cause(n))), "delivered twice");
        assert_eq!(lately.0.len(), Lately::REMEMBERED);
    }
}
