//! What a presenter knows of each message it keeps.

use std::hash::{Hash, Hasher};
use std::time::{Duration, Instant};

use siphasher::sip::SipHasher13;

use crate::store::Posted;
use crate::tables::now;

use super::super::api::Failure;
use super::super::screens::Building;
use super::super::ticket::Ephemeral;

/// A token of an interaction lives for 15 minutes; the last of them is left alone.
const TOKEN: Duration = Duration::from_secs(14 * 60);

/// Discord refuses further edits of a message that is older than an hour, after a few of them (code 30046), and only after long waits:
/// a younger one takes its place before that.
const FRESH: Duration = Duration::from_secs(55 * 60);

/// One message that is kept up to date.
#[derive(Default)]
pub(super) struct Lane {
    /// Where it stands.
    pub(super) at: Option<Posted>,
    /// A job works on it.
    pub(super) busy: bool,
    /// The revision that it shows for certain.
    pub(super) shown: u64,
    /// The revision of the last job, whether it went well or not.
    pub(super) tried: u64,
    /// Must be shown again, changed or not.
    pub(super) again: bool,
    /// Not before this: a failure is waited out.
    pub(super) not_before: Option<Instant>,
    failures: u32,
    /// The circumstances of the last post, and how many were made under the same before it.
    last: Option<(u64, u32)>,
}

/// A number for these circumstances, the same one after a crash, be it another build that comes up then.
pub(super) fn digest(of: impl Hash) -> u64 {
    let mut hasher = SipHasher13::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Under what a message is posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Post {
    circumstances: u64,
    /// What was posted under this nonce before, and forgotten by a crash, is found again instead of being made twice.
    pub(super) nonce: u64,
    /// May it have been posted before a crash? Then it shows what it showed then.
    pub(super) found: bool,
}

impl Post {
    /// For what is posted once in these circumstances.
    pub(super) fn once(of: impl Hash) -> Self {
        let circumstances = digest(of);
        Self { circumstances, nonce: circumstances, found: false }
    }

    /// For what stands there already and is to stand there once more.
    pub(super) fn anew() -> Self {
        Self { circumstances: 0, nonce: rand::random(), found: false }
    }
}

impl Lane {
    /// The next post under these circumstances. `new`: nothing of this table can have been posted before we came to know it.
    pub(super) fn post(&self, of: impl Hash, new: bool) -> Post {
        let post = Post::once(of);
        match self.last {
            Some((last, times)) if last == post.circumstances => Post { nonce: digest((last, times)), ..post },
            last => Post { found: last.is_none() && !new, ..post },
        }
    }

    /// The message stands here now.
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

    /// Is there something to do about it?
    pub(super) fn wants(&self, rev: u64) -> bool {
        !self.busy && (self.again || rev > self.tried) && self.not_before.is_none_or(|t| t <= Instant::now())
    }

    /// Is the message so old that another should take its place?
    pub(super) fn is_old(&self) -> bool {
        let age = self.at.map_or(0, |at| now() - at.posted);
        u128::try_from(age).is_ok_and(|age| age > FRESH.as_millis())
    }

    /// A time that has come is no longer waited for.
    pub(super) fn waited(&mut self, now: Instant) {
        self.not_before = self.not_before.filter(|t| *t > now);
    }

    /// A job begins.
    pub(super) fn begin(&mut self, rev: u64) {
        self.busy = true;
        self.again = false;
        self.not_before = None;
        self.tried = rev;
    }

    /// The job went well.
    pub(super) fn done(&mut self) {
        self.busy = false;
        self.failures = 0;
        self.shown = self.tried;
    }

    /// There is nowhere to show anything any more: a start need not try.
    pub(super) fn shown_for_good(&mut self) {
        self.shown = self.tried;
    }

    /// The job failed: it is tried again later, a few times; after that the next change tries again.
    pub(super) fn failed(&mut self, failure: &Failure) {
        self.busy = false;
        self.failures += 1;
        if failure.passes() && self.failures < 8 {
            self.again = true;
            let wait = Duration::from_secs(2 << self.failures.min(7)).max(failure.wait());
            self.not_before = Some(Instant::now() + wait);
        }
    }
}

/// A move half made: the message that shows it goes on showing it when others move, and is kept up to date for as long as an
/// ephemeral one can be.
pub(super) struct HalfMade {
    building: Building,
    /// Where it can be gone on with.
    window: u32,
    since: Instant,
}

impl HalfMade {
    /// Shown just now.
    pub(super) fn new(building: Building, window: u32) -> Self {
        Self { building, window, since: Instant::now() }
    }

    fn is_fresh(&self) -> bool {
        self.since.elapsed() < TOKEN
    }
}

/// One person's hand.
#[derive(Default)]
pub(super) struct HandLane {
    /// The direct message.
    pub(super) lane: Lane,
    /// No direct message shows it: they fail, or are not wanted.
    pub(super) silent: bool,
    /// The ephemeral message that shows it instead.
    whisper: Option<Whisper>,
    /// What is being built, and whether the ephemeral message shows it or the direct one.
    draft: Option<(bool, HalfMade)>,
}

/// An ephemeral message that shows a hand.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Whisper {
    pub(super) message: Ephemeral,
    since: Instant,
}

impl From<Ephemeral> for Whisper {
    /// A message made just now.
    fn from(message: Ephemeral) -> Self {
        Self { message, since: Instant::now() }
    }
}

impl HandLane {
    /// A message from before a restart.
    pub(super) fn known(posted: Posted) -> Self {
        Self { lane: Lane::known(posted), ..Self::default() }
    }

    /// A job for the ephemeral message ended. One that had not taken the lane leaves it to whoever has, and what it did not show to the
    /// next.
    pub(super) fn whispered(&mut self, failure: Option<&Failure>, took_lane: bool) {
        match failure {
            Some(failure) if took_lane => self.lane.failed(failure),
            None if took_lane => self.lane.done(),
            Some(_) => self.lane.again |= self.silent,
            None => {}
        }
    }

    /// The ephemeral message, while it can be changed.
    pub(super) fn whisper(&self) -> Option<&Whisper> {
        self.whisper.as_ref().filter(|w| w.since.elapsed() < TOKEN)
    }

    /// When the ephemeral message can no longer be changed, and what was half made is forgotten.
    pub(super) fn let_go(&self) -> Option<Instant> {
        let draft = self.draft.as_ref().map(|(_, draft)| draft).filter(|draft| draft.is_fresh());
        let since = self.whisper().map(|whisper| whisper.since).max(draft.map(|draft| draft.since));
        since.map(|since| since + TOKEN)
    }

    /// What the message shows of a move half made, where that can be gone on with in this window.
    pub(super) fn draft(&self, ephemeral: bool, window: u32) -> Option<&Building> {
        let (whispered, draft) = self.draft.as_ref()?;
        (*whispered == ephemeral && draft.window == window && draft.is_fresh()).then_some(&draft.building)
    }

    /// The ephemeral message, or the direct one, shows this now. What the other shows stays, unless both showed one.
    pub(super) fn set_draft(&mut self, ephemeral: bool, draft: Option<HalfMade>) {
        if draft.is_some() || self.draft.as_ref().is_some_and(|(whispered, _)| *whispered == ephemeral) {
            self.draft = draft.map(|draft| (ephemeral, draft));
        }
    }

    /// In another window the move begins anew.
    pub(super) fn drop_draft_unless(&mut self, window: Option<u32>) {
        self.draft = self.draft.take().filter(|(_, draft)| Some(draft.window) == window);
    }

    /// Another ephemeral message shows it now, or none, unless yet another one came to show it since it was this one.
    pub(super) fn replace_whisper(&mut self, was: Option<&Whisper>, whisper: Option<Whisper>) {
        if self.whisper().is_none_or(|now| Some(now) == was) {
            self.whisper = whisper;
        }
    }

    /// Another ephemeral message shows it now, or none.
    pub(super) fn set_whisper(&mut self, whisper: Option<Whisper>) {
        self.whisper = whisper;
    }
}

/// The notice that it is one person's turn, from when they are waited for until it is gone.
#[derive(Default)]
pub(super) struct Notice {
    /// Where it stands.
    pub(super) up: Option<Posted>,
    /// What it says is asked: nothing in particular where it only says that the others wait. `None`: nobody remembers.
    pub(super) about: Option<String>,
    /// It was posted, or could not be: once is enough.
    pub(super) tried: bool,
    /// When to post it.
    pub(super) due: Option<Instant>,
    /// A job works on it.
    pub(super) busy: bool,
}

impl Notice {
    pub(super) fn known(at: Posted) -> Self {
        Self { up: Some(at), tried: true, ..Self::default() }
    }

    /// May its words be untrue by now, where this is asked in that revision? Whoever has rested since it was posted knows only whether the
    /// table has changed.
    pub(super) fn is_outdated(&mut self, rev: u64, asked: &str) -> bool {
        let Some(up) = self.up else { return false };
        if up.rev == rev {
            self.about.get_or_insert_with(|| asked.to_owned());
        }
        self.about.as_deref().is_none_or(|about| !about.is_empty() && about != asked)
    }

    /// When it is to be posted, if it still is.
    pub(super) fn wake(&self) -> Option<Instant> {
        self.due.filter(|_| !self.tried)
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
    fn a_notice_whose_words_nobody_remembers_goes_with_the_next_change() {
        let posted = Posted { kind: MessageKind::Notice, rev: 7, ..at(1) };
        let mut known = Notice::known(posted);
        assert!(known.is_outdated(8, "to discard"), "who has drawn meanwhile is asked something else");
        // Nothing has changed while nobody looked: from now on it is remembered.
        let mut known = Notice::known(posted);
        assert!(!known.is_outdated(7, "to draw") && !known.is_outdated(8, "to draw"));
        assert!(known.is_outdated(9, "to discard"));
        // That the others wait stays true whatever is asked.
        let mut waited = Notice { about: Some(String::new()), ..Notice::known(posted) };
        assert!(!waited.is_outdated(9, "to discard"));
        assert!(!Notice::default().is_outdated(9, "to draw"), "none stands");
    }

    #[test]
    fn what_is_half_made_stays_in_its_message_until_its_window_closes() {
        let half = |page, window| {
            let building = Building { path: Vec::new(), built: None, page };
            Some(HalfMade::new(building, window))
        };
        let page = |hand: &HandLane, ephemeral, window| hand.draft(ephemeral, window).map(|draft| draft.page);
        let mut hand = HandLane::default();
        hand.set_draft(false, half(1, 7));
        assert_eq!((page(&hand, false, 7), page(&hand, true, 7), page(&hand, false, 8)), (Some(1), None, None));
        // A hand asked for beside it is a message of its own.
        hand.set_draft(true, None);
        assert_eq!(page(&hand, false, 7), Some(1));
        assert!(hand.let_go().is_some(), "only we know of it");
        // Others move: it stays; the owner does: it goes.
        hand.drop_draft_unless(Some(7));
        assert_eq!(page(&hand, false, 7), Some(1));
        hand.drop_draft_unless(Some(8));
        assert_eq!((page(&hand, false, 7), hand.let_go()), (None, None));
        // Back to the start.
        hand.set_draft(false, half(1, 8));
        hand.set_draft(false, None);
        assert_eq!(page(&hand, false, 8), None);
        // The last one shown is the one that is kept.
        hand.set_draft(false, half(1, 8));
        hand.set_draft(true, half(2, 8));
        assert_eq!((page(&hand, false, 8), page(&hand, true, 8)), (None, Some(2)));
    }

    #[test]
    fn an_answer_that_failed_frees_no_lane_that_others_have_taken() {
        let mut hand = HandLane::default();
        hand.lane.begin(7);
        hand.whispered(Some(&Failure::Expired), false);
        assert!(hand.lane.busy && !hand.lane.wants(8), "the direct message is still on its way");
        hand.lane.done();
        assert!(hand.lane.wants(8) && !hand.lane.wants(7));
        hand.lane.begin(8);
        hand.whispered(None, true);
        assert!(!hand.lane.busy);
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
        // Known again after a crash, before which it may have been posted already.
        let after = Lane::known(at(1)).post("hand 1", false);
        assert_eq!((after.nonce, after.found), (other.nonce, true));
        assert_ne!(Post::anew(), Post::anew());
        assert_eq!(
            first.nonce, 8_136_582_456_627_382_513,
            "another number would post anew what the build before posted"
        );
    }
}
