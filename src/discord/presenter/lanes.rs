//! What a presenter knows of a message it keeps: where it is, what it shows, and what is being done about it.

use std::hash::{Hash, Hasher};
use std::time::{Duration, Instant};

use siphasher::sip::SipHasher13;

use crate::store::Posted;
use crate::tables::now;

use super::super::api::Failure;

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
    /// A job is working on it.
    Job,
    /// A failure is being waited out: nothing happens before this time.
    Waits(Instant),
}

/// One message that is kept up to date.
#[derive(Default)]
pub(super) struct Lane {
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
    /// The circumstances of the last post, and how many posts have been made under them.
    last: Option<(u64, u32)>,
}

/// A number for these circumstances, which stays the same after a crash, even in another build.
pub(super) fn digest(of: impl Hash) -> u64 {
    let mut hasher = SipHasher13::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// How a message is posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Post {
    circumstances: u64,
    /// Nonce of the post: a message already posted under it, but forgotten in a crash, is found again instead of
    /// being made twice.
    pub(super) nonce: u64,
    /// Whether it may have been posted before a crash. Then it still shows what it showed at that time.
    pub(super) found: bool,
}

impl Post {
    /// For a message that is posted once under these circumstances.
    pub(super) fn once(of: impl Hash) -> Self {
        let circumstances = digest(of);
        Self { circumstances, nonce: circumstances, found: false }
    }

    /// For a message that already exists and is posted once more.
    pub(super) fn anew() -> Self {
        Self { circumstances: 0, nonce: rand::random(), found: false }
    }

    /// For the same post once more: it seemed to fail, but may have been carried out.
    pub(super) fn again(self) -> Self {
        Self { found: true, ..self }
    }
}

impl Lane {
    /// The next post under these circumstances. `new`: nothing of this table can have been posted before we knew of
    /// it.
    pub(super) fn post(&self, of: impl Hash, new: bool) -> Post {
        let post = Post::once(of);
        match self.last {
            Some((last, times)) if last == post.circumstances => Post { nonce: digest((last, times)), ..post },
            last => Post { found: last.is_none() && !new, ..post },
        }
    }

    /// The message is here now.
    pub(super) fn settle(&mut self, at: Option<Posted>, post: Post) {
        let is_new = at.is_some_and(|at| self.at.is_none_or(|old| old.message != at.message));
        self.at = at;
        if is_new {
            self.posted(post);
        }
    }

    fn posted(&mut self, post: Post) {
        let times = self.last.filter(|(last, _)| *last == post.circumstances).map_or(0, |(_, times)| times);
        self.last = Some((post.circumstances, times + 1));
    }

    /// A message from before a restart.
    pub(super) fn known(posted: Posted) -> Self {
        Self { at: Some(posted), shown: posted.rev, tried: posted.rev, ..Self::default() }
    }

    /// It must be shown again, whether the table has changed or not.
    pub(super) const fn show_again(&mut self) {
        self.again = true;
    }

    /// Whether a job is working on it.
    pub(super) const fn is_busy(&self) -> bool {
        matches!(self.work, Work::Job)
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
            Work::Nothing | Work::Job => None,
        }
    }

    /// Whether the message is so old that another should replace it.
    pub(super) fn is_old(&self) -> bool {
        let age = self.at.map_or(0, |at| now() - at.posted);
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
    }

    /// The job succeeded.
    pub(super) const fn done(&mut self) {
        self.work = Work::Nothing;
        self.failures = 0;
        self.shown = self.tried;
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
    pub(super) fn hurry(&mut self) {
        if !self.is_limited {
            self.waited(Instant::now() + LONGEST);
        }
    }

    /// The job failed. What may succeed later is retried; anything else waits for the next change.
    pub(super) fn failed(&mut self, failure: &Failure) {
        self.work = Work::Nothing;
        self.failures += 1;
        if failure.passes() {
            self.again = true;
            self.is_limited = matches!(failure, Failure::Limited(_));
            let wait = Duration::from_secs(2 << self.failures.min(9)).min(LONGEST);
            // All messages failed at once, and are not to be tried again all at once.
            let wait = wait.mul_f32(rand::random_range(0.6..1.0)).max(failure.wait());
            self.work = Work::Waits(Instant::now() + wait);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MessageKind;
    use crate::tables::{ChannelId, MessageId};

    fn at(message: u64) -> Posted {
        let (channel, message) = (ChannelId(1), MessageId(message));
        Posted { kind: MessageKind::Board, user: None, channel, message, rev: 1, posted: 0, deal: 0 }
    }

    #[test]
    fn a_post_that_a_crash_forgot_has_the_same_nonce_after_it_and_no_other_has() {
        let mut lane = Lane::default();
        let first = lane.post("lobby", true);
        assert_eq!(first, lane.post("lobby", true), "what fails is posted again under the same nonce");
        lane.settle(Some(at(1)), first);
        let (second, other) = (lane.post("lobby", true), lane.post("hand 1", true));
        assert!(first.nonce != second.nonce && first.nonce != other.nonce);
        assert!(!first.found && !second.found && !other.found);
        // After a crash it may have been posted already.
        let after = Lane::known(at(1)).post("hand 1", false);
        assert_eq!((after.nonce, after.found), (other.nonce, true));
        assert_ne!(Post::anew(), Post::anew());
        assert_eq!(
            first.nonce, 8_136_582_456_627_382_513,
            "another number would post anew what the build before posted"
        );
    }

    #[test]
    fn a_failure_that_passes_is_waited_out_and_another_is_not() {
        let mut lane = Lane::default();
        lane.begin(7);
        assert!(lane.is_busy() && !lane.wants(8), "one job at a time");
        lane.failed(&Failure::Expired);
        assert!(!lane.wants(7) && lane.wants(8) && lane.retry().is_none(), "the next change tries again");
        lane.begin(8);
        lane.failed(&Failure::Limited(Duration::ZERO));
        let until = lane.retry().expect("a time");
        assert!(!lane.wants(9), "not even a change comes before it");
        lane.waited(until);
        assert!(lane.wants(8) && lane.retry().is_none(), "changed or not");
        lane.begin(8);
        lane.failed(&Failure::Limited(Duration::ZERO));
        lane.hurry();
        assert!(lane.retry().is_some(), "Discord itself said to wait");
        lane.failed(&Failure::Away(String::new()));
        lane.hurry();
        assert!(lane.wants(8) && lane.retry().is_none(), "it can be reached again");
        for _ in 0..100 {
            lane.failed(&Failure::Away(String::new()));
        }
        assert!(lane.retry().is_some_and(|until| until <= Instant::now() + LONGEST), "as long as it takes");
    }
}
