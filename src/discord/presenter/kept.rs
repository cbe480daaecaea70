//! A message that is kept: where it is, what it shows, and what is being done about it.

use std::time::{Duration, Instant};

use crate::store::Posted;

use super::super::api::Failure;
use super::nonce::{Circumstances, Past, Post};

/// Discord refuses further edits of a message older than an hour, after a few of them (code 30046) and only after
/// long waits. A younger message replaces it before that.
const FRESH: Duration = Duration::from_secs(55 * 60);

/// After each further failure the wait is twice as long, up to this: nothing else might trigger showing what is
/// still due.
const LONGEST: Duration = Duration::from_secs(600);

/// What is being done about a message.
#[derive(Default)]
enum Work {
    #[default]
    Nothing,
    /// Its picture waits for its turn. Then the state that is newest at that time is drawn.
    Turn,
    /// A job is working on it.
    Job,
    /// A failure is being waited out: nothing happens before this time.
    Waits(Instant),
}

/// One message that is kept up to date.
#[derive(Default)]
pub(super) struct Kept {
    /// Where it is.
    pub(super) at: Option<Posted>,
    work: Work,
    /// The newest revision that it is known to show.
    shown: u64,
    /// The revision of the last job, successful or not.
    tried: u64,
    /// It must be shown again, whether the table has changed or not.
    again: bool,
    /// How many jobs have failed since the last success.
    failures: u32,
    /// Whether the last failure was a limit, so that Discord itself said how long to wait.
    is_limited: bool,
    past: Past,
    /// Since when it has been behind the table, as far as no job is under way that changes that.
    behind: Option<Instant>,
    /// The same of what the job under way shows.
    showing: Option<Instant>,
}

impl Kept {
    /// The next post under these circumstances. `new`: nothing of this table can have been posted before we knew of
    /// it.
    pub(super) fn post(&self, of: &Circumstances, new: bool) -> Post {
        self.past.next(of, new)
    }

    /// The message is here now.
    pub(super) fn settle(&mut self, at: Option<Posted>, post: Post) {
        let is_new = at.is_some_and(|at| self.at.is_none_or(|old| old.message != at.message));
        self.at = at;
        if is_new {
            self.past.posted(post);
        }
    }

    /// A message from before a restart.
    pub(super) fn known(posted: Posted) -> Self {
        Self { at: Some(posted), shown: posted.rev, tried: posted.rev, ..Self::default() }
    }

    /// It must be shown again, whether the table has changed or not.
    pub(super) const fn show_again(&mut self) {
        self.again = true;
    }

    /// Nothing is to be done about it because the table is at this revision.
    pub(super) fn stays(&mut self, rev: u64) {
        self.tried = self.tried.max(rev);
    }

    /// Whether a job is working on it, or about to.
    pub(super) const fn is_busy(&self) -> bool {
        matches!(self.work, Work::Job | Work::Turn)
    }

    /// The table is at this revision. Returns since when the message has been behind it, if it is.
    pub(super) fn behind(&mut self, rev: u64, now: Instant) -> Option<Instant> {
        if rev > self.tried {
            self.behind.get_or_insert(now);
        }
        self.behind
    }

    /// Its picture waits for its turn.
    pub(super) const fn queue(&mut self) {
        self.work = Work::Turn;
    }

    /// The turn has come: whatever is due can be done.
    pub(super) const fn turn_came(&mut self) {
        if matches!(self.work, Work::Turn) {
            self.work = Work::Nothing;
        }
    }

    /// Whether there was ever a job for it.
    pub(super) const fn was_tried(&self) -> bool {
        self.tried > 0
    }

    /// Whether there is something to do about it, now that the table is at this revision.
    pub(super) const fn wants(&self, rev: u64) -> bool {
        matches!(self.work, Work::Nothing) && (self.again || rev > self.tried)
    }

    /// Whether it is due even if nothing changes: never tried, or to be shown again.
    pub(super) const fn is_owed(&self) -> bool {
        self.again || !self.was_tried()
    }

    /// When a failure will have been waited out.
    pub(super) const fn retry(&self) -> Option<Instant> {
        match self.work {
            Work::Waits(until) => Some(until),
            Work::Nothing | Work::Turn | Work::Job => None,
        }
    }

    /// Whether the message is so old that another should replace it.
    pub(super) fn is_old(&self, clock: i64) -> bool {
        let age = self.at.map_or(0, |at| clock - at.posted);
        // Nobody knows how old a message from the future is: the clock was set back.
        u128::from(age.unsigned_abs()) > FRESH.as_millis()
    }

    /// Ends a wait whose time has come.
    pub(super) fn waited(&mut self, now: Instant) {
        if self.retry().is_some_and(|until| until <= now) {
            self.work = Work::Nothing;
        }
    }

    /// A job begins.
    pub(super) const fn begin(&mut self, rev: u64) {
        self.work = Work::Job;
        self.again = false;
        self.tried = rev;
        self.showing = self.behind.take();
    }

    /// The job succeeded. Returns since when the message had been behind what it shows now.
    pub(super) const fn done(&mut self) -> Option<Instant> {
        self.work = Work::Nothing;
        self.failures = 0;
        self.shown = self.tried;
        self.showing.take()
    }

    /// There is nowhere left to show anything: a start need not try.
    pub(super) const fn shown_for_good(&mut self) {
        self.shown = self.tried;
    }

    /// Where it is and what it shows, if that is not on record yet. It counts as recorded from then on.
    pub(super) fn unrecorded(&mut self) -> Option<Posted> {
        let at = self.at.as_mut().filter(|at| at.rev < self.shown)?;
        at.rev = self.shown;
        Some(*at)
    }

    /// Discord can be reached: failures to reach it are waited out no longer. What it told us to wait for itself is.
    pub(super) fn hurry(&mut self, now: Instant) {
        if !self.is_limited {
            self.waited(now + LONGEST);
        }
    }

    /// The job failed. What may succeed later is retried; anything else waits for the next change.
    pub(super) fn failed(&mut self, failure: &Failure, now: Instant, chance: u64) {
        self.work = Work::Nothing;
        self.failures += 1;
        self.behind = self.showing.take().or(self.behind);
        if failure.passes() {
            self.again = true;
            self.is_limited = matches!(failure, Failure::Limited(_));
            if !self.is_limited {
                self.past.failed();
            }
            let wait = Duration::from_secs(2 << self.failures.min(9)).min(LONGEST);
            // All messages failed at once, and are not to be tried again all at once.
            let wait = wait.mul_f64(0.6 + 0.4 * (chance as f64 / u64::MAX as f64)).max(failure.wait());
            self.work = Work::Waits(now + wait);
        }
    }
}
