//! Who is connected, and who has to make room.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::Traffic;

/// The places for connections. Cheap to clone.
#[derive(Clone)]
pub(super) struct Places {
    free: Arc<Semaphore>,
    waiting: Arc<Mutex<Waiting>>,
    traffic: Traffic,
}

/// Those who ask for nothing just now, in the order in which they began to wait.
#[derive(Default)]
struct Waiting {
    next: u64,
    cuts: BTreeMap<u64, Arc<Notify>>,
}

impl Waiting {
    fn add(&mut self, cut: Arc<Notify>) -> u64 {
        self.next += 1;
        self.cuts.insert(self.next, cut);
        self.next
    }
}

impl Places {
    pub(super) fn new(most: usize, traffic: Traffic) -> Self {
        Self { free: Arc::new(Semaphore::new(most)), waiting: Arc::default(), traffic }
    }

    /// A place for a new connection, which waits. If all are taken, the one that has waited longest is cut off; if
    /// nobody waits, there is no place.
    pub(super) async fn take(&self) -> Option<Slot> {
        let permit = match Arc::clone(&self.free).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                self.traffic.cut.inc();
                let (_, longest) = self.waiting.lock().cuts.pop_first()?;
                longest.notify_one();
                Arc::clone(&self.free).acquire_owned().await.ok()?
            }
        };
        self.traffic.open.inc();
        let place = Slot { places: self.clone(), cut: Arc::default(), since: Mutex::default(), _permit: permit };
        place.waits();
        Some(place)
    }
}

/// The place of one connection, until this is dropped.
pub(super) struct Slot {
    places: Places,
    cut: Arc<Notify>,
    /// Its number among those who wait.
    since: Mutex<Option<u64>>,
    _permit: OwnedSemaphorePermit,
}

impl Slot {
    /// Notified when the connection is to be cut off.
    pub(super) fn cut(&self) -> Arc<Notify> {
        Arc::clone(&self.cut)
    }

    /// From now on it asks for nothing.
    pub(super) fn waits(&self) {
        let number = self.places.waiting.lock().add(self.cut());
        *self.since.lock() = Some(number);
    }

    /// It has asked for something.
    pub(super) fn works(&self) {
        let number = self.since.lock().take();
        if let Some(number) = number {
            self.places.waiting.lock().cuts.remove(&number);
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.works();
        self.places.traffic.open.dec();
    }
}
