//! Notices that it is one person's turn: each stands while that person alone keeps others waiting.

use std::sync::Arc;
use std::time::Instant;

use crate::store::Posted;
use crate::tables::{Snapshot, Stage, UserId};

use super::super::screens;
use super::jobs;
use super::table::Presenter;

/// One person's notice, from when they are waited for until it is gone.
#[derive(Debug, PartialEq)]
pub(super) enum Notice {
    /// To be posted then.
    Due(Instant),
    /// A job posts it.
    Posting {
        /// What it says is asked: nothing in particular where it only says that the others wait.
        about: String,
    },
    /// It stands.
    Up {
        /// Where.
        at: Posted,
        /// What it says is asked. `None`: nobody remembers.
        about: Option<String>,
    },
    /// A job takes it away.
    Going {
        /// The same turn goes on: nobody is called twice in one.
        same_turn: bool,
    },
    /// It was posted, or could not be: once is enough.
    Spent,
}

impl Notice {
    /// From before a restart.
    pub(super) const fn known(at: Posted) -> Self {
        Self::Up { at, about: None }
    }

    /// When it is to be posted, if it still is.
    pub(super) const fn wake(&self) -> Option<Instant> {
        match self {
            Self::Due(at) => Some(*at),
            _ => None,
        }
    }

    /// What becomes of it when its job ends, after which it stands there or nowhere; nothing where the next turn calls anew.
    fn after_job(self, up: Option<Posted>) -> Option<Self> {
        match (self, up) {
            (Self::Going { same_turn: false }, None) => None,
            (Self::Posting { about }, Some(at)) => Some(Self::Up { at, about: Some(about) }),
            (_, Some(at)) => Some(Self::known(at)),
            (_, None) => Some(Self::Spent),
        }
    }
}

/// May the words of a notice be untrue by now, where this is asked in that revision? Whoever has rested since it was posted knows only
/// whether the table has changed.
fn is_outdated(at: Posted, about: &mut Option<String>, rev: u64, asked: &str) -> bool {
    if at.rev == rev {
        about.get_or_insert_with(|| asked.to_owned());
    }
    about.as_deref().is_none_or(|about| !about.is_empty() && about != asked)
}

impl Presenter {
    /// Begins and ends notices as the newest state wants them.
    pub(super) fn pump_notices(&mut self, newest: &Arc<Snapshot>) {
        let Self { shared, jobs, table, notices, board, .. } = self;
        let wanted = |user: &UserId| {
            let waited_for = newest.stage == Stage::Playing && newest.waited_for.contains(user);
            waited_for && shared.preferences.notices(*user, newest.place.guild)
        };
        let now = Instant::now();
        for user in newest.waited_for.iter().filter(|user| wanted(user)) {
            notices.entry(*user).or_insert_with(|| Notice::Due(now + shared.manners.patience));
        }
        notices.retain(|&user, notice| {
            let wanted = wanted(&user);
            let asked = screens::asked_now(newest, user).unwrap_or_default();
            match notice {
                Notice::Posting { .. } | Notice::Going { .. } => {}
                Notice::Up { at, about } => {
                    // Who has moved is called again in another turn, and not while this one goes on.
                    if is_outdated(*at, about, newest.rev, asked) || !wanted {
                        jobs.spawn(jobs::unnotify(Arc::clone(shared), *table, user, *at));
                        *notice = Notice::Going { same_turn: wanted };
                    }
                }
                Notice::Due(_) | Notice::Spent if !wanted => return false,
                Notice::Due(due) if *due <= now => {
                    jobs.spawn(jobs::notify(Arc::clone(shared), Arc::clone(newest), board.at, user));
                    *notice = Notice::Posting { about: asked.to_owned() };
                }
                Notice::Due(_) | Notice::Spent => {}
            }
            true
        });
    }

    /// The job for a notice ended; it stands there now, or nowhere.
    pub(super) fn notice_done(&mut self, user: UserId, up: Option<Posted>) {
        if let Some(notice) = self.notices.remove(&user).and_then(|notice| notice.after_job(up)) {
            self.notices.insert(user, notice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MessageKind;
    use crate::tables::{ChannelId, MessageId};

    fn posted() -> Posted {
        let (channel, message) = (ChannelId(1), MessageId(1));
        Posted { kind: MessageKind::Notice, user: None, channel, message, rev: 7, posted: 0, deal: 0 }
    }

    #[test]
    fn a_notice_whose_words_nobody_remembers_goes_with_the_next_change() {
        assert!(is_outdated(posted(), &mut None, 8, "to discard"), "who has drawn meanwhile is asked something else");
        // Nothing has changed while nobody looked: from now on it is remembered.
        let mut about = None;
        assert!(!is_outdated(posted(), &mut about, 7, "to draw") && !is_outdated(posted(), &mut about, 8, "to draw"));
        assert!(is_outdated(posted(), &mut about, 9, "to discard"));
        // That the others wait stays true whatever is asked.
        assert!(!is_outdated(posted(), &mut Some(String::new()), 9, "to discard"));
    }

    #[test]
    fn nobody_is_called_twice_in_one_turn() {
        let posting = || Notice::Posting { about: "to draw".to_owned() };
        let up = Notice::Up { at: posted(), about: Some("to draw".to_owned()) };
        assert_eq!(posting().after_job(Some(posted())), Some(up));
        assert_eq!(posting().after_job(None), Some(Notice::Spent), "it could not be posted");
        assert_eq!(Notice::Going { same_turn: true }.after_job(None), Some(Notice::Spent));
        assert_eq!(Notice::Going { same_turn: false }.after_job(None), None, "the next turn calls anew");
        let now = Instant::now();
        assert_eq!((Notice::Due(now).wake(), Notice::Spent.wake()), (Some(now), None));
    }
}
