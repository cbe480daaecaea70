//! Presenters: one for each live table that somebody looks at, which keeps the table's messages up to date.
//!
//! A presenter never waits for Discord: it starts jobs, at most one at a time for each message, and each job shows
//! the state that is newest when it starts. So intermediate states are skipped, an older state never overwrites a
//! newer one, and a slow direct message holds nobody up. A press on a board or a hand is answered by changing that
//! message, in one request, if no other change of it is under way; otherwise it is acknowledged at once and the
//! change follows.
//!
//! A presenter is a function (`state`): what it knows and what it hears (`event`) make what it knows then, and what it
//! wants done (`effect`). It waits for nothing and asks nobody. Each message that it keeps is one thing (`kept`) that
//! changes in one way: what comes first is posted, the first of it in the message's place; then the message is changed
//! where it is or, where it is gone, another one is posted. `board`, `hands` and `notices` say which message changes to
//! what, `answer` which of them answers a press. `desk` carries out what follows, with `jobs` for the requests and
//! `paint` for what messages look like; it knows no rules.

mod answer;
mod board;
mod calls;
mod desk;
mod effect;
mod event;
mod hand;
mod hands;
mod jobs;
mod kept;
mod nonce;
mod notices;
mod paint;
mod people;
mod results;
mod sight;
mod state;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use crate::store::Store;
use crate::tables::{ChannelId, GuildId, MessageId, Results, Room, Snapshot, TableId, UserId};

use super::api::{Api, Failure};
use super::preferences::Preferences;
use super::screens::{Building, Delivery};
use super::ticket::Ephemeral;
use super::ui::Message;

use calls::Calls;
use event::{Event, HandShown};
pub use event::{On, Pressed};
use people::People;
use sight::Sight;

/// How long what shows and looks after tables takes its time.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// How long somebody usually keeps the others waiting, and does nothing at the table, before a notice says that it is
    /// their turn.
    pub patience: Duration,
    /// A presenter ends after this long without work.
    pub idle: Duration,
    /// A server that Discord says we are not in is asked about again after this long, before its tables are closed.
    pub again: Duration,
}

impl Default for Manners {
    fn default() -> Self {
        Self { patience: Duration::from_secs(45), idle: Duration::from_secs(60), again: Duration::from_secs(1800) }
    }
}

/// All presenters. Cheap to clone.
#[derive(Clone)]
pub struct Presenters(Arc<Shared>);

struct Shared {
    api: Api,
    room: Room,
    store: Store,
    preferences: Preferences,
    manners: Manners,
    people: People,
    calls: Calls,
    /// Tables whose hosts were told that the board cannot be shown.
    complained: Mutex<HashSet<TableId>>,
    tables: Mutex<Option<HashMap<TableId, mpsc::UnboundedSender<Event>>>>,
    /// Channels where a table is being opened, and what has happened there in the meantime.
    opening: Mutex<HashMap<ChannelId, Vec<Arc<Snapshot>>>>,
    running: TaskTracker,
}

impl Shared {
    /// The board of a table cannot be shown. Returns whether that is news.
    fn is_new_trouble(&self, table: TableId) -> bool {
        self.complained.lock().insert(table)
    }

    /// A table calls somebody no more: the next may that would.
    fn called(&self, user: UserId, mut table: TableId) {
        while let Some(next) = self.calls.free(user, table) {
            let tables = self.tables.lock();
            let to = tables.as_ref().and_then(|tables| tables.get(&next));
            if to.is_some_and(|to| to.send(Event::MayCall { user, waited: true }).is_ok()) {
                return;
            }
            table = next;
        }
    }

    /// The board of a table is shown.
    fn no_trouble(&self, table: TableId) {
        self.complained.lock().remove(&table);
    }
}

/// What was being done when something broke may be hidden from those who read the log.
#[derive(Debug, thiserror::Error)]
#[error("it broke off")]
struct Broke;

/// While it lives, changes of the table wait, so that the one made by a press can be its answer.
pub struct Hold {
    to: Option<mpsc::UnboundedSender<Event>>,
}

impl Hold {
    /// Answers the press with the change.
    pub fn answer(mut self, snapshot: Arc<Snapshot>, press: Pressed) {
        let answer = Event::Answer(Sight::of(snapshot), Box::new(press));
        let unsent = match self.to.take() {
            Some(to) => to.send(answer).err().map(|mpsc::error::SendError(order)| order),
            None => Some(answer),
        };
        unsent.into_iter().for_each(give_up);
    }
}

/// There is nobody to carry it out: whoever pressed something is not left waiting.
fn give_up(order: Event) {
    if let Event::Answer(_, press) = order {
        tokio::spawn(jobs::give_up(press.ticket));
    }
}

/// While it lives, changes of tables in its channel are not shown.
pub struct Opening {
    presenters: Presenters,
    channel: ChannelId,
}

impl Opening {
    /// Answers the command with the new table.
    pub fn answer(self, snapshot: Arc<Snapshot>, press: Pressed) {
        let table = snapshot.table;
        let answer = Event::Answer(Sight::of(snapshot), Box::new(press));
        self.presenters.send(table, answer).err().into_iter().for_each(give_up);
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        let waiting = {
            let mut opening = self.presenters.0.opening.lock();
            opening.remove(&self.channel).unwrap_or_default()
        };
        for snapshot in waiting {
            self.presenters.show(snapshot);
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if let Some(to) = self.to.take() {
            let _ = to.send(Event::Release);
        }
    }
}

impl Presenters {
    /// Presenters that send through this client and remember their messages in the room's store.
    #[must_use]
    pub fn new(api: Api, room: Room, preferences: Preferences, manners: Manners) -> Self {
        Self(Arc::new(Shared {
            api,
            store: room.store().clone(),
            room,
            preferences,
            manners,
            people: People::default(),
            calls: Calls::default(),
            complained: Mutex::default(),
            tables: Mutex::new(Some(HashMap::new())),
            opening: Mutex::default(),
            running: TaskTracker::new(),
        }))
    }

    /// Shows a change. Changes of a table that is being opened wait for the command that opens it.
    pub fn show(&self, snapshot: Arc<Snapshot>) {
        {
            let mut opening = self.0.opening.lock();
            if let Some(waiting) = opening.get_mut(&snapshot.place.channel) {
                return waiting.push(snapshot);
            }
        }
        let table = snapshot.table;
        let _ = self.send(table, Event::Show(Sight::of(snapshot)));
    }

    /// A command is about to open a table in this channel: the table's first state may be the command's answer.
    /// `None` if another command is about to do the same.
    #[must_use]
    pub fn opening(&self, channel: ChannelId) -> Option<Opening> {
        let mut opening = self.0.opening.lock();
        if opening.contains_key(&channel) {
            return None;
        }
        opening.insert(channel, Vec::new());
        Some(Opening { presenters: self.clone(), channel })
    }

    /// Shows what a table's people missed while the program did not run.
    pub fn missed(&self, snapshot: Arc<Snapshot>, results: Results) {
        let table = snapshot.table;
        let _ = self.send(table, Event::Missed(Sight::of(snapshot), results));
    }

    /// A button of an earlier turn was pressed on this public message. If it is no longer the board, it loses its
    /// buttons.
    pub fn pressed_late(&self, snapshot: Arc<Snapshot>, message: MessageId) {
        let table = snapshot.table;
        let _ = self.send(table, Event::Late(Sight::of(snapshot), message));
    }

    /// Somebody is about to do something at the table: its changes wait until the hold is used or dropped.
    #[must_use]
    pub fn hold(&self, table: TableId) -> Hold {
        Hold { to: self.send(table, Event::Hold).ok() }
    }

    /// Somebody does something at the table, or looks at their hand there: while they do, they are not called.
    pub fn acts(&self, table: TableId, user: UserId) {
        let tables = self.0.tables.lock();
        if let Some(to) = tables.as_ref().and_then(|tables| tables.get(&table)) {
            let _ = to.send(Event::Acts(user));
        }
    }

    /// A person's hand was shown as of this snapshot. An ephemeral message that shows it is kept up to date for as
    /// long as its token lives, if it stands in for the direct message; otherwise it is only ended with the match.
    /// A half-made move stays on it while it can still be continued.
    pub fn shown(
        &self,
        snapshot: &Snapshot,
        user: UserId,
        whisper: Option<Ephemeral>,
        direct: Option<(ChannelId, MessageId)>,
        building: Option<Building>,
    ) {
        let draft = building.zip(snapshot.hand_of(user)).map(|(building, hand)| (building, hand.window));
        let shown = HandShown { user, rev: snapshot.rev, whisper, direct, draft };
        let _ = self.send(snapshot.table, Event::Shown(Box::new(shown)));
    }

    /// Whether direct messages to this person fail.
    #[must_use]
    pub fn is_closed(&self, user: UserId) -> bool {
        self.0.people.closed(user).is_some()
    }

    /// Whether this person is to be called to no table of this server.
    #[must_use]
    pub fn is_uncalled(&self, user: UserId, server: Option<GuildId>) -> bool {
        self.0.preferences.patience(user, server, self.0.manners.patience).is_none()
    }

    /// This person wants direct messages, so they may have allowed them by now.
    pub fn allowed(&self, user: UserId) {
        self.0.people.try_again(user);
    }

    /// How this person gets hands at tables of this server.
    #[must_use]
    pub fn delivery(&self, user: UserId, server: Option<GuildId>) -> Delivery {
        if self.is_closed(user) || !self.0.preferences.direct(user, server) {
            Delivery::Button
        } else {
            Delivery::Direct
        }
    }

    /// Posts a direct message. However often it is repeated within a few minutes, the same `nonce` posts it once.
    ///
    /// # Errors
    /// What went wrong; `NoDirect` where they take none.
    pub async fn direct(&self, user: UserId, message: &Message, nonce: u64) -> Result<(), Failure> {
        self.0.people.post(&self.0.api, user, message, nonce).await.map(drop)
    }

    /// How people and servers want things shown.
    #[must_use]
    pub fn preferences(&self) -> &Preferences {
        &self.0.preferences
    }

    /// How many presenters are at work.
    #[must_use]
    pub fn at_work(&self) -> usize {
        let tables = self.0.tables.lock();
        tables.as_ref().map_or(0, HashMap::len)
    }

    fn send(&self, table: TableId, mut order: Event) -> Result<mpsc::UnboundedSender<Event>, Event> {
        let mut tables = self.0.tables.lock();
        let Some(tables) = tables.as_mut() else { return Err(order) };
        if let Some(to) = tables.get(&table) {
            match to.send(order) {
                Ok(()) => return Ok(to.clone()),
                // A presenter ends under this same lock, and only if nothing was sent to it. This one broke down;
                // its successor starts afresh.
                Err(mpsc::error::SendError(back)) => order = back,
            }
        }
        let (to, orders) = mpsc::unbounded_channel();
        let _ = to.send(order);
        tables.insert(table, to.clone());
        self.0.running.spawn(desk::run(Arc::clone(&self.0), table, orders));
        Ok(to)
    }

    /// Ends all presenters; whatever is under way is finished, within `patience`.
    pub async fn shutdown(&self, patience: Duration) {
        drop(self.0.tables.lock().take());
        self.0.running.close();
        let _ = tokio::time::timeout(patience, self.0.running.wait()).await;
    }
}

impl Shared {
    /// Ends a presenter, unless something was sent to it. `over`: as far as it knows, nothing more will be played
    /// at this table.
    fn retire(&self, table: TableId, over: bool, orders: &mpsc::UnboundedReceiver<Event>) -> bool {
        if over {
            self.no_trouble(table);
        }
        let mut tables = self.tables.lock();
        let Some(tables) = tables.as_mut() else { return orders.is_empty() };
        if orders.is_empty() {
            tables.remove(&table);
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests;
