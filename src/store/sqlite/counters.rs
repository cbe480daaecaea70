//! What is known of the writing: how much, whether it is well, and what is to be done about it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::checkpoint::ENOUGH_JOBS;
use super::codes::is_of_a_flush;
use super::in_place::{Astray, InPlace};
use crate::store::trouble::Troubles;
use crate::store::{FaultId, StoreError};

/// How much has been written since the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriterStats {
    /// Jobs done, each of which behaves like a transaction of its own.
    pub jobs: u64,
    pub commits: u64,
}

pub(in crate::store) struct Counters {
    path: Arc<str>,
    pub(super) in_place: InPlace,
    pub(super) jobs: AtomicU64,
    commits: AtomicU64,
    /// Notified when there is much to move out of the log, or it has to be moved at once.
    pub(super) much: Notify,
    /// Whether the log has grown so long that the writer should move the rest of it.
    pub(super) log_is_long: AtomicBool,
    /// Whether the log may hold what nobody was told, or lack what somebody was: a flush has failed since it was begun.
    pub(super) log_is_broken: AtomicBool,
    /// What kept the last write from the disk.
    trouble: Mutex<Option<StoreError>>,
    pub(super) troubles: Troubles,
    /// Whether the database was found to be damaged.
    damaged: AtomicBool,
    /// When the write under way was begun.
    writing: Mutex<Option<Instant>>,
    /// What keeps the log from being moved into the file.
    pub(super) stuck: Mutex<Option<StoreError>>,
    /// What a start would not have found when we looked last.
    astray: Mutex<Option<Astray>>,
    /// What the end could not keep.
    pub(super) loss: Mutex<Option<StoreError>>,
}

/// A write is under way while this lives.
pub(super) struct Writing<'a>(&'a Counters);

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        *self.0.writing.lock() = None;
    }
}

/// What is under way, and would be in doubt if whoever waits for it went away: then the log has to be begun anew.
pub(super) struct Doubt<'a>(&'a AtomicBool);

impl Doubt<'_> {
    pub(super) const fn settled(self) {
        std::mem::forget(self);
    }
}

impl Drop for Doubt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Counters {
    pub(super) fn new(path: Arc<str>, in_place: InPlace) -> Self {
        Self {
            path,
            in_place,
            jobs: AtomicU64::new(0),
            commits: AtomicU64::new(0),
            much: Notify::new(),
            log_is_long: AtomicBool::new(false),
            log_is_broken: AtomicBool::new(false),
            trouble: Mutex::default(),
            troubles: Troubles::default(),
            damaged: AtomicBool::new(false),
            writing: Mutex::default(),
            stuck: Mutex::default(),
            astray: Mutex::default(),
            loss: Mutex::default(),
        }
    }

    pub(super) fn write(&self) -> Writing<'_> {
        *self.writing.lock() = Some(Instant::now());
        Writing(self)
    }

    /// Something begins whose outcome has to be heard.
    pub(super) const fn doubt(&self) -> Doubt<'_> {
        Doubt(&self.log_is_broken)
    }

    /// Counts this many jobs as written, with one commit.
    pub(super) fn count(&self, jobs: usize) {
        *self.trouble.lock() = None;
        let before = self.jobs.fetch_add(jobs as u64, Ordering::Relaxed);
        self.commits.fetch_add(1, Ordering::Relaxed);
        if before / ENOUGH_JOBS < (before + jobs as u64) / ENOUGH_JOBS {
            self.much.notify_one();
        }
    }

    /// Notes that so many jobs were not written.
    pub(super) fn failed(&self, jobs: usize, error: &StoreError) {
        if error.is_of_the_disk() {
            *self.trouble.lock() = Some(error.clone());
        }
        self.note(jobs as u64, error);
    }

    /// Notes an error by which so many requests have failed.
    pub(super) fn note(&self, requests: u64, error: &StoreError) {
        if matches!(error, StoreError::Corrupt { .. } | StoreError::NotADatabase { .. }) {
            self.damaged.store(true, Ordering::Relaxed);
        }
        if error.is_our_trouble() {
            self.troubles.note(error, requests, Instant::now());
        }
    }

    /// Notes why the log was not moved into the file.
    pub(super) fn note_checkpoint(&self, error: &sqlx::Error) -> StoreError {
        if is_of_a_flush(error) {
            self.log_is_broken.store(true, Ordering::Relaxed);
        }
        let why = StoreError::of(error, &self.path);
        self.note(0, &why);
        why
    }

    /// Ends what trouble there was, if all has been well for a while.
    pub(super) fn end_trouble(&self) {
        if self.trouble.lock().is_none() && self.stuck.lock().is_none() && self.astray.lock().is_none() {
            self.troubles.end(Instant::now());
        }
    }
}

/// What is told of it.
impl Counters {
    pub fn stats(&self) -> WriterStats {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        WriterStats { jobs: read(&self.jobs), commits: read(&self.commits) }
    }

    pub fn trouble(&self) -> Option<StoreError> {
        self.trouble.lock().clone()
    }

    pub fn damage(&self) -> Option<StoreError> {
        let damaged = self.damaged.load(Ordering::Relaxed);
        damaged.then(|| StoreError::Corrupt { path: self.path.to_string() })
    }

    pub fn stuck(&self) -> Option<StoreError> {
        self.stuck.lock().clone()
    }

    pub fn writing(&self) -> Option<Duration> {
        self.writing.lock().map(|begun| begun.elapsed())
    }

    /// Looks whether a start would find what is written.
    pub fn missing(&self) -> Option<StoreError> {
        // One after the other, so that what was seen last is what is known.
        let mut known = self.astray.lock();
        let now = self.in_place.astray();
        let is_news = std::mem::replace(&mut *known, now) != now;
        drop(known);
        let error = now.map(|astray| astray.at(&self.path));
        if is_news {
            match &error {
                Some(error) => {
                    self.note(0, error);
                    // Where only the log is gone, all can still be moved into the file.
                    self.much.notify_one();
                }
                None => self.troubles.back(),
            }
        }
        error
    }

    pub fn is_in_place(&self) -> bool {
        self.in_place.astray().is_none()
    }

    pub fn is_in_trouble(&self) -> bool {
        self.troubles.is_on()
    }

    pub fn told(&self, error: &StoreError) -> Option<FaultId> {
        self.troubles.told(error)
    }

    pub fn loss(&self) -> Option<StoreError> {
        self.loss.lock().clone()
    }
}
