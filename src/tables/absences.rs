//! When nobody could have moved, because the bot or Discord was away: that time is nobody's. And when tables are due.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::{Mutex, RwLock};
use tokio::sync::Notify;

use super::clock::now;
use super::owner::Mail;
use super::owners::Shared;
use crate::store::{Store, StoreError, TableId};

/// So long after a start time still is nobody's, in milliseconds: Discord has to be reached first.
const GRACE: i64 = 10_000;
/// How often it is noted that the bot is alive while a clock runs, in milliseconds.
const HEARTBEAT: u64 = 10_000;
/// How long after one table the next is woken, when many are due at once.
const PACE: Duration = Duration::from_millis(20);
/// How soon what could not be done is tried again, in milliseconds.
const AGAIN: i64 = 2000;
/// The longest that nobody looks at the time.
const LOOK: Duration = Duration::from_secs(60);

/// No absence goes on.
const NONE: i64 = i64::MAX;

/// When nobody could have moved, in milliseconds since 1970, in order.
#[derive(Default)]
pub(super) struct Absences {
    known: RwLock<Vec<(i64, i64)>>,
    /// When the one that goes on began.
    since: AtomicI64,
}

impl Absences {
    pub(super) fn new(known: Vec<(i64, i64)>) -> Self {
        Self { known: RwLock::new(known), since: AtomicI64::new(NONE) }
    }

    /// How much of this time was nobody's.
    pub(super) fn within(&self, from: i64, to: i64) -> i64 {
        self.known.read().iter().map(|(began, ended)| (to.min(*ended) - from.max(*began)).max(0)).sum()
    }

    /// When somebody who is asked `since` has had so much time.
    pub(super) fn after(&self, since: i64, time: i64) -> i64 {
        let mut at = since + time;
        for (began, ended) in self.known.read().iter() {
            if *ended > since && *began < at {
                at += ended - since.max(*began);
            }
        }
        at
    }

    /// Can nobody move just now?
    pub(super) fn are_on(&self) -> bool {
        self.since.load(Ordering::Acquire) != NONE
    }
}

/// Which tables are due, and when.
#[derive(Default)]
pub(super) struct Dues {
    known: Mutex<Known>,
    changed: Notify,
}

#[derive(Default)]
struct Known {
    by_time: BTreeSet<(i64, TableId)>,
    of: HashMap<TableId, i64>,
}

impl Dues {
    pub(super) fn set(&self, table: TableId, due: Option<i64>) {
        let mut known = self.known.lock();
        let old = match due {
            Some(due) => known.of.insert(table, due),
            None => known.of.remove(&table),
        };
        if old == due {
            return;
        }
        old.map(|old| known.by_time.remove(&(old, table)));
        let sooner = due.is_some_and(|due| known.by_time.first().is_none_or(|(first, _)| due < *first));
        known.by_time.extend(due.map(|due| (due, table)));
        if sooner {
            self.changed.notify_one();
        }
    }

    /// It could not be done.
    pub(super) fn again(&self, table: TableId, now: i64) {
        self.set(table, Some(now + AGAIN));
    }

    /// The table that is due for longest, which is due no more; or how long until one is.
    fn next(&self, now: i64) -> Result<TableId, Duration> {
        let mut known = self.known.lock();
        match known.by_time.first() {
            Some((due, table)) if *due <= now => {
                let (due, table) = (*due, *table);
                known.by_time.remove(&(due, table));
                known.of.remove(&table);
                Ok(table)
            }
            Some((due, _)) => Err(Duration::from_millis(due.abs_diff(now)).min(LOOK)),
            None => Err(LOOK),
        }
    }

    fn is_empty(&self) -> bool {
        self.known.lock().of.is_empty()
    }
}

/// What was kept of clocks when the bot was last stopped.
pub(super) async fn kept(store: &Store, speed: u32) -> Result<(Absences, Dues), StoreError> {
    let (alive, began) = (store.last_alive().await?, now());
    if let Some(alive) = alive {
        store.put_absence(alive, began + GRACE / i64::from(speed)).await?;
    }
    let dues = Dues::default();
    for (table, due) in store.dues().await? {
        dues.set(table, Some(due));
    }
    Ok((Absences::new(store.absences().await?), dues))
}

/// Wakes the tables that are due, in their order. Ends with the room.
pub(super) async fn wake(room: Weak<Shared>, dues: Arc<Dues>) {
    loop {
        let Some(shared) = room.upgrade() else { return };
        let next = if shared.absences.are_on() { Err(LOOK) } else { dues.next(now()) };
        let wait = match next {
            Ok(table) => {
                if shared.deliver(table, Mail::Due).is_err() {
                    dues.again(table, now());
                }
                PACE
            }
            Err(wait) => wait,
        };
        drop(shared);
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = dues.changed.notified() => {}
        }
    }
}

/// Notes that the bot is alive, as long as a clock runs. Ends with the room.
pub(super) async fn live(room: Weak<Shared>) {
    loop {
        let Some(shared) = room.upgrade() else { return };
        if let Err(StoreError::Closed) = shared.lives().await {
            return;
        }
        let pause = Duration::from_millis(HEARTBEAT) / shared.config.speed;
        drop(shared);
        tokio::time::sleep(pause).await;
    }
}

impl Shared {
    /// Notes that the bot is alive, if a clock runs.
    pub(super) async fn lives(&self) -> Result<(), StoreError> {
        if self.dues.is_empty() || self.absences.are_on() {
            return Ok(());
        }
        let noted = self.store.alive(now()).await;
        if let Err(error) = &noted {
            tracing::debug!(%error, "that the bot is alive could not be noted");
        }
        noted
    }

    /// Discord can be reached no more, or again: as long as it cannot, nobody's time runs.
    pub(super) async fn reach(&self, there: bool) {
        let absences = &self.absences;
        if !there {
            let _ = absences.since.compare_exchange(NONE, now(), Ordering::AcqRel, Ordering::Acquire);
            return;
        }
        let (began, ended) = (absences.since.swap(NONE, Ordering::AcqRel), now());
        if began == NONE || self.dues.is_empty() {
            return;
        }
        absences.known.write().push((began, ended));
        if let Err(error) = self.store.put_absence(began, ended).await {
            tracing::warn!(%error, "that Discord could not be reached could not be noted");
        }
        self.dues.changed.notify_one();
    }
}
