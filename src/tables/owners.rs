//! The owners of the tables that are awake, and where requests to them are delivered.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};
use tokio_util::task::TaskTracker;

use super::absences::{Absences, Dues};
use super::asks::Asks;
use super::daily::Daily;
use super::film::Films;
use super::hints::HintsGiven;
use super::known::Known;
use super::nudges::Nudges;
use super::owner::{Mail, Owner};
use super::practice::Practices;
use super::rejection::Rejection;
use super::request::Fault;
use super::review::Reviews;
use super::room::RoomConfig;
use super::snapshot::Snapshot;
use super::table::Timing;
use super::thinkers::Thinkers;
use crate::store::{Cause, ChannelId, Store, StoreError, TableId, TableRow};

/// How many requests can wait at one table.
const MAILBOX: usize = 64;

/// What all owners share.
pub(super) struct Shared {
    pub(super) store: Store,
    pub(super) config: RoomConfig,
    awake: Mutex<HashMap<TableId, Mailbox>>,
    /// The live table of each channel, if its owner has reported it: asking the disk takes as long as judging a
    /// move.
    live: Mutex<HashMap<ChannelId, TableId>>,
    pub(super) thinkers: Thinkers,
    pub(super) absences: Arc<Absences>,
    pub(super) dues: Arc<Dues>,
    pub(super) asks: Asks,
    pub(super) nudges: Nudges,
    pub(super) known: Known,
    pub(super) hints: HintsGiven,
    pub(super) reviews: Reviews,
    pub(super) daily: Daily,
    pub(super) films: Films,
    pub(super) practices: Practices,
    tickets: AtomicU64,
    listeners: Mutex<Vec<mpsc::UnboundedSender<Arc<Snapshot>>>>,
    tasks: TaskTracker,
    closing: AtomicBool,
    /// How often a table was woken that does not replay.
    broken: AtomicU64,
}

/// The mailbox of an owner; the ticket tells it from a later owner of the same table.
struct Mailbox {
    ticket: u64,
    asked: Instant,
    /// It has been asked to rest since the last request.
    resting: bool,
    mail: mpsc::Sender<Mail>,
}

impl Shared {
    pub(super) fn new(store: Store, config: RoomConfig, absences: Absences, dues: Dues) -> Self {
        Self {
            absences: Arc::new(absences),
            dues: Arc::new(dues),
            thinkers: Thinkers::start(),
            store,
            config,
            awake: Mutex::default(),
            live: Mutex::default(),
            asks: Asks::default(),
            nudges: Nudges::default(),
            known: Known::default(),
            hints: HintsGiven::default(),
            reviews: Reviews::default(),
            daily: Daily::default(),
            films: Films::default(),
            practices: Practices::default(),
            tickets: AtomicU64::new(0),
            listeners: Mutex::default(),
            tasks: TaskTracker::new(),
            closing: AtomicBool::new(false),
            broken: AtomicU64::new(0),
        }
    }

    pub(super) fn timing(&self) -> Timing {
        let Self { config, absences, .. } = self;
        let moment = config.moment.as_millis() as i64 / i64::from(config.speed);
        Timing { speed: config.speed, moment, absences: Arc::clone(absences) }
    }

    /// Puts a request into a table's mailbox and waits for the reply; wakes the owner if it sleeps.
    pub(super) async fn post<T>(
        self: &Arc<Self>,
        table: TableId,
        letter: impl FnOnce(oneshot::Sender<Result<T, Rejection>>) -> Mail,
    ) -> Result<T, Rejection> {
        let (reply, answer) = oneshot::channel();
        self.deliver(table, letter(reply))?;
        match answer.await {
            Ok(answer) => answer,
            Err(gone) => {
                let fault = Fault::log("the owner of a table stopped in the middle of a request", &gone);
                Err(fault.perhaps_done().into())
            }
        }
    }

    /// Nothing is begun once it is to be stopped.
    pub(super) fn is_open(&self) -> Result<(), Rejection> {
        if self.closing.load(Ordering::Acquire) {
            return Err(Rejection::Stopping);
        }
        Ok(())
    }

    /// All of this happens under the lock, so an owner cannot be put away between being found and being sent to.
    pub(super) fn deliver(self: &Arc<Self>, table: TableId, mut letter: Mail) -> Result<(), Rejection> {
        let mut awake = self.awake.lock();
        self.is_open()?;
        if let Some(owner) = awake.get_mut(&table) {
            (owner.asked, owner.resting) = (Instant::now(), false);
            match owner.mail.try_send(letter) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::TrySendError::Full(_)) => return Err(Rejection::Busy),
                // The owner broke down; its successor reads the table again.
                Err(mpsc::error::TrySendError::Closed(back)) => letter = back,
            }
        }
        let (mail, mailbox) = mpsc::channel(MAILBOX);
        mail.try_send(letter).map_err(|_| Rejection::Busy)?;
        let ticket = self.tickets.fetch_add(1, Ordering::Relaxed);
        if awake.len() >= self.config.most_awake {
            rest_one(&mut awake);
        }
        awake.insert(table, Mailbox { ticket, asked: Instant::now(), resting: false, mail });
        let owner = Owner {
            id: table,
            shared: Arc::clone(self),
            table: None,
            shown: None,
            untold: Vec::new(),
            pondered: Vec::new(),
        };
        self.tasks.spawn(owner.work(ticket, mailbox, self.config.idle));
        Ok(())
    }

    /// The way to the owner of a table that is awake.
    pub(super) fn mailbox(&self, table: TableId) -> Option<mpsc::Sender<Mail>> {
        self.awake.lock().get(&table).map(|owner| owner.mail.clone())
    }

    /// Forgets an owner, unless something is in its mailbox. Returns whether it was forgotten.
    pub(super) fn put_away(&self, table: TableId, ticket: u64, mailbox: &mpsc::Receiver<Mail>) -> bool {
        let mut awake = self.awake.lock();
        if !mailbox.is_empty() {
            return false;
        }
        if awake.get(&table).is_some_and(|owner| owner.ticket == ticket) {
            awake.remove(&table);
        }
        true
    }

    pub(super) fn count_broken(&self) {
        self.broken.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn broken(&self) -> u64 {
        self.broken.load(Ordering::Relaxed)
    }

    pub(super) fn awake(&self) -> usize {
        self.awake.lock().len()
    }

    /// The newest rematch of a table, unless it was declined.
    pub(super) async fn rematch_after(&self, table: TableId) -> Result<Option<TableId>, Fault> {
        self.store.rematch_after(table).await.map_err(|error| self.unread(&error))
    }

    /// The table that an interaction changed.
    pub(super) async fn changed_by(&self, cause: Option<Cause>) -> Result<Option<TableId>, Fault> {
        let Some(cause) = cause else { return Ok(None) };
        self.store.table_of(cause).await.map_err(|error| self.unread(&error))
    }

    pub(super) fn unread(&self, error: &StoreError) -> Fault {
        Fault::of_store(&self.store, "a table could not be read", error)
    }

    /// The live table of a channel.
    pub(super) async fn live_at(&self, channel: ChannelId) -> Result<Option<TableId>, StoreError> {
        let known = self.live.lock().get(&channel).copied();
        match known {
            Some(table) => Ok(Some(table)),
            // What was read may be outdated by now, so only the table's owner may note it.
            None => self.store.live_at(channel).await,
        }
    }

    /// Notes a table as it was written: only its owner knows when that changes.
    pub(super) fn note(&self, row: &TableRow) {
        let mut live = self.live.lock();
        let channel = row.place.channel;
        if row.stage.is_live() {
            live.insert(channel, row.id);
        } else if live.get(&channel) == Some(&row.id) {
            live.remove(&channel);
        }
    }

    /// Whether it is noted as the live table of its channel.
    pub(super) fn is_noted(&self, table: TableId) -> bool {
        self.live.lock().values().any(|noted| *noted == table)
    }

    pub(super) fn listen(&self) -> mpsc::UnboundedReceiver<Arc<Snapshot>> {
        let (listener, changes) = mpsc::unbounded_channel();
        self.listeners.lock().push(listener);
        changes
    }

    pub(super) fn publish(&self, snapshot: &Arc<Snapshot>) {
        self.listeners.lock().retain(|listener| listener.send(Arc::clone(snapshot)).is_ok());
    }

    /// Accepts nothing new, lets every owner finish what is in its mailbox, and waits for them.
    pub(super) async fn close(&self) {
        {
            let mut awake = self.awake.lock();
            self.closing.store(true, Ordering::Release);
            awake.clear();
        }
        self.tasks.close();
        self.tasks.wait().await;
        self.listeners.lock().clear();
        // Whatever else fails now, what was noted before stands.
        let _ = self.lives().await;
        self.store.close().await;
    }
}

/// Asks the least recently used owner to rest. It does so unless it is busy, so the limit of tables awake may be
/// exceeded for a moment.
fn rest_one(awake: &mut HashMap<TableId, Mailbox>) {
    // A closed mailbox belongs to an owner that broke down.
    awake.retain(|_, owner| !owner.mail.is_closed());
    if let Some(longest) = awake.values_mut().filter(|owner| !owner.resting).min_by_key(|owner| owner.asked) {
        // A full mailbox means a busy owner.
        longest.resting = longest.mail.try_send(Mail::Rest).is_ok();
    }
}
