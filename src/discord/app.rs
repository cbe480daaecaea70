//! The bot as handlers see it.

use std::sync::Arc;
use std::task::Poll;

use crate::ops::metrics::Metrics;
use crate::store::Store;
use crate::tables::{
    Act, Answer, ChannelId, GuildId, LobbyAct, MatchAct, Outcome, Rejection, Request, Room, TableId, UserId, Window,
};

use super::api::Api;
use super::incoming::{ChannelKind, Incoming};
use super::preferences::Look;
use super::presenter::Presenters;

/// What handlers work with.
pub struct App {
    /// All tables.
    pub room: Room,
    /// Requests to Discord.
    pub api: Api,
    /// Shows tables in messages.
    pub presenters: Presenters,
    /// The page that says what is kept of people, where there is one.
    pub privacy: Option<String>,
    /// What is counted about the bot.
    pub metrics: Arc<Metrics>,
}

impl App {
    /// The database.
    #[must_use]
    pub fn store(&self) -> &Store {
        self.room.store()
    }

    /// The look of what only this person reads, at a table of this server.
    #[must_use]
    pub fn look(&self, from: &Incoming, server: Option<GuildId>) -> Look {
        self.presenters.preferences().personal(from.person.id, server)
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
    ) -> Result<Answer, Rejection> {
        self.presenters.acts(*table, from.person.id);
        let act = act.into();
        let plays = matches!(act, Act::Match(MatchAct::Play(_) | MatchAct::Build(_) | MatchAct::Finish(_)));
        let sits_down = matches!(act, Act::Lobby(LobbyAct::Join | LobbyAct::Accept));
        let request = Request::new(from.person.clone(), act).moderates(from.moderates).cause(from.cause);
        let request = Request { window, afar: from.place.guild.is_none(), ..request };
        let mut asked = std::pin::pin!(self.room.ask(table, request));
        let answer = match futures_util::poll!(asked.as_mut()) {
            Poll::Ready(answer) => answer,
            // It is in the table's mailbox: whoever comes next may be behind it.
            Poll::Pending => {
                from.turn.pass();
                asked.await
            }
        }?;
        if plays && matches!(answer.outcome, Outcome::Done) {
            self.metrics.moved();
        }
        if sits_down && from.kind == ChannelKind::Thread {
            self.add_to_thread(from.place.channel, from.person.id);
        }
        Ok(answer)
    }

    /// Makes somebody a member of their table's thread, so that it is in their list of channels. Nobody waits for that.
    pub fn add_to_thread(&self, thread: ChannelId, user: UserId) {
        let api = self.api.clone();
        tokio::spawn(async move {
            if let Err(failure) = api.add_to_thread(thread, user).await {
                tracing::debug!(%failure, "somebody could not be added to the thread of their table");
            }
        });
    }
}
