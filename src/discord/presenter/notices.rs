//! Notices that it is one person's turn: each stays up while that person alone keeps others waiting.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::store::Posted;
use crate::tables::UserId;

/// A notice that could not be posted or removed, after several tries, is tried again after this long.
const RETRY_AFTER: Duration = Duration::from_secs(60);

/// One person's notice, from when the others start to wait for them until it is gone.
enum Notice {
    /// To be posted at this time.
    Due(Instant),
    /// A job is posting it.
    Posting {
        /// What it asks for; empty if it only says that the others are waiting.
        about: String,
    },
    /// It is up.
    Up {
        /// Where.
        at: Posted,
        /// What it asks for. `None`: nobody remembers.
        about: Option<String>,
    },
    /// A job is removing it.
    Going {
        /// Where it is.
        at: Posted,
        /// The same turn goes on, and nobody is called twice in one turn.
        same_turn: bool,
    },
    /// It could not be removed, which is tried again later.
    Left {
        /// Where it is.
        at: Posted,
        /// As in `Going`.
        same_turn: bool,
        /// When.
        again: Instant,
    },
    /// It was posted, or cannot be: once per turn is enough.
    Spent,
}

impl Notice {
    /// When it is to be posted, or its removal tried again, if either is due.
    const fn wake(&self) -> Option<Instant> {
        match self {
            Self::Due(at) | Self::Left { again: at, .. } => Some(*at),
            _ => None,
        }
    }
}

/// Whether a notice may no longer say what is asked in revision `rev`. If nobody remembers what it says, all that
/// is known is whether the table has changed since it was posted.
fn is_outdated(at: Posted, about: &mut Option<String>, rev: u64, asked: &str) -> bool {
    if at.rev == rev {
        about.get_or_insert_with(|| asked.to_owned());
    }
    about.as_deref().is_none_or(|about| !about.is_empty() && about != asked)
}

/// What has to be done about a notice.
#[derive(Debug, PartialEq)]
pub(super) enum Errand {
    /// Post it.
    Post(UserId),
    /// Remove it from there.
    TakeAway(UserId, Posted),
}

/// How an [`Errand`] ended.
#[derive(Clone, Copy)]
pub(super) enum Outcome {
    /// The notice is up there.
    Posted(Posted),
    /// It is not up, and need not be.
    Gone,
    /// It was neither posted nor removed: that is tried again.
    Later,
}

/// The notices of one table.
#[derive(Default)]
pub(super) struct Notices(HashMap<UserId, Notice>);

impl Notices {
    /// A notice from before a restart.
    pub(super) fn recall(&mut self, user: UserId, at: Posted) {
        self.0.insert(user, Notice::Up { at, about: None });
    }

    /// When the next one is to be posted, or its removal tried again.
    pub(super) fn wake(&self) -> Option<Instant> {
        self.0.values().filter_map(Notice::wake).min()
    }

    /// Somebody keeps the others waiting: a notice is due at this time, unless there was one in this turn.
    pub(super) fn call(&mut self, user: UserId, due: Instant) {
        self.0.entry(user).or_insert(Notice::Due(due));
    }

    /// Nobody can move for a while: every notice that is due later is due now.
    pub(super) fn hurry(&mut self, now: Instant) {
        for notice in self.0.values_mut() {
            if let Notice::Due(due) = notice {
                *due = now;
            }
        }
    }

    /// What has to be done now, in this revision. `wanted`: who should see a notice; `asked`: what is asked of
    /// somebody.
    pub(super) fn errands<'a>(
        &mut self,
        rev: u64,
        now: Instant,
        wanted: impl Fn(UserId) -> bool,
        asked: impl Fn(UserId) -> &'a str,
    ) -> Vec<Errand> {
        let mut errands = Vec::new();
        self.0.retain(|&user, notice| {
            let wanted = wanted(user);
            match notice {
                Notice::Posting { .. } | Notice::Going { .. } => {}
                Notice::Up { at, about } => {
                    // A player who has moved is called again in another turn, but not while this one goes on.
                    if is_outdated(*at, about, rev, asked(user)) || !wanted {
                        errands.push(Errand::TakeAway(user, *at));
                        *notice = Notice::Going { at: *at, same_turn: wanted };
                    }
                }
                Notice::Left { at, same_turn, again } if *again <= now => {
                    errands.push(Errand::TakeAway(user, *at));
                    *notice = Notice::Going { at: *at, same_turn: *same_turn };
                }
                Notice::Left { .. } => {}
                Notice::Due(_) | Notice::Spent if !wanted => return false,
                Notice::Due(due) if *due <= now => {
                    errands.push(Errand::Post(user));
                    *notice = Notice::Posting { about: asked(user).to_owned() };
                }
                Notice::Due(_) | Notice::Spent => {}
            }
            true
        });
        errands
    }

    /// An errand has ended.
    pub(super) fn done(&mut self, user: UserId, how: Outcome, now: Instant) {
        let again = now + RETRY_AFTER;
        let after = match (self.0.remove(&user), how) {
            (Some(Notice::Posting { about }), Outcome::Posted(at)) => Notice::Up { at, about: Some(about) },
            (Some(Notice::Posting { .. }), Outcome::Later) => Notice::Due(again),
            (Some(Notice::Going { at, same_turn }), Outcome::Later) => Notice::Left { at, same_turn, again },
            // The next turn calls again.
            (None | Some(Notice::Going { same_turn: false, .. }), _) => return,
            (Some(_), _) => Notice::Spent,
        };
        self.0.insert(user, after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MessageKind;
    use crate::tables::{ChannelId, MessageId};

    const ADA: UserId = UserId(1);

    fn posted() -> Posted {
        let (channel, message) = (ChannelId(1), MessageId(1));
        Posted { kind: MessageKind::Notice, user: Some(ADA), channel, message, rev: 7, posted: 0, deal: 0 }
    }

    #[test]
    fn a_notice_whose_words_nobody_remembers_goes_with_the_next_change() {
        assert!(is_outdated(posted(), &mut None, 8, "to discard"), "who has drawn meanwhile is asked something else");
        // Nothing changed while nobody was looking: from now on it is remembered.
        let mut about = None;
        assert!(!is_outdated(posted(), &mut about, 7, "to draw") && !is_outdated(posted(), &mut about, 8, "to draw"));
        assert!(is_outdated(posted(), &mut about, 9, "to discard"));
        // That the others are waiting stays true whatever is asked.
        assert!(!is_outdated(posted(), &mut Some(String::new()), 9, "to discard"));
    }

    #[test]
    fn somebody_is_called_once_a_turn_and_anew_in_the_next() {
        let (mut notices, now) = (Notices::default(), Instant::now());
        let later = now + Duration::from_secs(1);
        let errands =
            |notices: &mut Notices, now, on_turn: bool, asked| notices.errands(7, now, |_| on_turn, |_| asked);
        notices.call(ADA, later);
        assert_eq!(errands(&mut notices, now, true, "to draw"), [], "it is not due yet");
        assert_eq!(notices.wake(), Some(later));
        assert_eq!(errands(&mut notices, later, true, "to draw"), [Errand::Post(ADA)]);
        assert_eq!(errands(&mut notices, later, false, ""), [], "one errand at a time");
        notices.done(ADA, Outcome::Posted(posted()), now);
        assert_eq!(errands(&mut notices, later, true, "to draw"), []);
        // Something else is asked in the same turn.
        assert_eq!(errands(&mut notices, later, true, "to discard"), [Errand::TakeAway(ADA, posted())]);
        notices.done(ADA, Outcome::Gone, now);
        notices.call(ADA, now);
        assert_eq!(errands(&mut notices, later, true, "to discard"), [], "nobody is called twice in one turn");
        assert_eq!(errands(&mut notices, later, false, ""), []);
        // Another turn.
        notices.call(ADA, now);
        assert_eq!(errands(&mut notices, later, true, "to draw"), [Errand::Post(ADA)]);
        notices.done(ADA, Outcome::Gone, now);
        notices.call(ADA, now);
        assert_eq!(errands(&mut notices, later, true, "to draw"), [], "it cannot be posted");
    }

    #[test]
    fn what_could_not_be_posted_is_posted_later() {
        let (mut notices, now) = (Notices::default(), Instant::now());
        let errands = |notices: &mut Notices, now| notices.errands(7, now, |_| true, |_| "to draw");
        notices.call(ADA, now);
        assert_eq!(errands(&mut notices, now), [Errand::Post(ADA)]);
        notices.done(ADA, Outcome::Later, now);
        assert_eq!(errands(&mut notices, now), [], "not at once");
        let later = notices.wake().expect("it is not forgotten");
        assert_eq!(errands(&mut notices, later), [Errand::Post(ADA)]);
    }

    #[test]
    fn who_waits_to_be_called_is_called_at_once_before_a_stop() {
        let (mut notices, now) = (Notices::default(), Instant::now());
        notices.call(ADA, now + RETRY_AFTER);
        let errands = |notices: &mut Notices| notices.errands(7, now, |_| true, |_| "to draw");
        assert_eq!(errands(&mut notices), []);
        notices.hurry(now);
        assert_eq!(errands(&mut notices), [Errand::Post(ADA)]);
        notices.hurry(now);
        assert_eq!(errands(&mut notices), [], "once");
    }

    #[test]
    fn what_could_not_be_taken_away_goes_later() {
        let (mut notices, now) = (Notices::default(), Instant::now());
        let errands = |notices: &mut Notices, now, on_turn: bool| notices.errands(8, now, |_| on_turn, |_| "to draw");
        notices.recall(ADA, posted());
        assert_eq!(errands(&mut notices, now, false), [Errand::TakeAway(ADA, posted())]);
        notices.done(ADA, Outcome::Later, now);
        assert_eq!(errands(&mut notices, now, false), [], "not at once");
        notices.call(ADA, now);
        assert_eq!(errands(&mut notices, now, true), [], "the old one still calls");
        let later = notices.wake().expect("it is not forgotten");
        assert!(later > now);
        assert_eq!(errands(&mut notices, later, true), [Errand::TakeAway(ADA, posted())]);
        notices.done(ADA, Outcome::Gone, later);
        notices.call(ADA, later);
        assert_eq!(errands(&mut notices, later, true), [Errand::Post(ADA)]);
    }

    #[test]
    fn a_notice_goes_when_its_turn_is_over() {
        let (mut notices, now) = (Notices::default(), Instant::now());
        notices.recall(ADA, posted());
        assert_eq!(notices.errands(8, now, |_| false, |_| ""), [Errand::TakeAway(ADA, posted())]);
        notices.done(ADA, Outcome::Gone, now);
        notices.call(ADA, now);
        assert_eq!(notices.errands(9, now, |_| true, |_| "to draw"), [Errand::Post(ADA)]);
    }
}
