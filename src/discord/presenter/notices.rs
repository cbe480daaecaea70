//! Notices that it is one person's turn: each stays up while that person alone keeps others waiting.

use std::sync::Arc;
use std::time::Instant;

use crate::store::Posted;
use crate::tables::UserId;

use super::effect::{Content, Plan, Which};
use super::kept::Kept;
use super::sight::{Outside, Sight};
use super::state::State;

/// One person's notice, from when the others start to wait for them until it is gone.
pub(super) struct Notice {
    pub(super) kept: Kept,
    /// When it is to be posted.
    pub(super) due: Instant,
    /// What it asks for; empty if it only says that the others are waiting. `None`: nobody remembers.
    about: Option<String>,
    /// It was posted in this turn, or cannot be: once is enough.
    is_spent: bool,
    /// It is being removed.
    leaves: bool,
}

impl Notice {
    fn new(kept: Kept, due: Instant) -> Self {
        Self { kept, due, about: None, is_spent: false, leaves: false }
    }

    /// A notice from before a restart.
    pub(super) fn known(posted: Posted, now: Instant) -> Self {
        Self::new(Kept::known(posted), now)
    }

    /// When it has to be posted, or what failed is tried again.
    pub(super) fn wake(&self) -> Option<Instant> {
        let is_due = self.kept.at.is_none() && !self.is_spent && !self.kept.is_busy();
        self.kept.retry().or(is_due.then_some(self.due))
    }

    /// Whether it may no longer say what is asked in revision `rev`. If nobody remembers what it says, all that is known
    /// is whether the table has changed since it was posted.
    fn is_outdated(&mut self, at: Posted, rev: u64, asked: &str) -> bool {
        if at.rev == rev {
            self.about.get_or_insert_with(|| asked.to_owned());
        }
        self.about.as_deref().is_none_or(|about| !about.is_empty() && about != asked)
    }

    /// What happens to it now that its person is asked this; `None`: they are not to be called.
    fn next(&mut self, asked: Option<&str>, rev: u64, now: Instant) -> Next {
        let at = self.kept.at;
        match at {
            _ if self.kept.is_busy() => Next::Stays,
            // A player who has moved is called again in another turn, but not while this one goes on.
            Some(at) if self.leaves || asked.is_none_or(|asked| self.is_outdated(at, rev, asked)) => {
                if !self.leaves {
                    (self.leaves, self.is_spent) = (true, asked.is_some());
                }
                if self.kept.retry().is_some() { Next::Stays } else { Next::Removed }
            }
            Some(_) => Next::Stays,
            None if asked.is_none() || self.leaves && !self.is_spent => Next::Forgotten,
            None if self.is_spent || self.due > now || self.kept.retry().is_some() => Next::Stays,
            None => {
                (self.is_spent, self.about) = (true, asked.map(str::to_owned));
                Next::Posted
            }
        }
    }
}

enum Next {
    Stays,
    Posted,
    Removed,
    Forgotten,
}

impl State {
    /// Posts and removes notices.
    pub(super) fn call(&mut self, newest: &Arc<Sight>, out: &Outside<'_>) {
        let asked = |user| newest.asked(user).filter(|_| (out.reach)(user, newest.guild).notices);
        let users: Vec<UserId> = self.notices.keys().copied().collect();
        for user in users {
            let next = self.notices.get_mut(&user).map(|notice| notice.next(asked(user), newest.rev, out.now));
            let board = self.board.kept.at.map(|board| (board.channel, board.message));
            let plan = match next {
                Some(Next::Posted) => Plan::Show(Content::Turn(user, board)),
                Some(Next::Removed) => Plan::Remove,
                Some(Next::Forgotten) => {
                    self.notices.remove(&user);
                    continue;
                }
                Some(Next::Stays) | None => continue,
            };
            self.change(Which::Notice(user), newest, plan, None);
        }
        for user in newest.waited_for.iter().map(|(user, _)| *user).filter(|user| asked(*user).is_some()) {
            self.notices.entry(user).or_insert_with(|| Notice::new(Kept::default(), out.now + self.patience));
        }
    }

    /// A notice could be neither posted nor removed, which is tried again.
    pub(super) fn not_called(&mut self, user: UserId) {
        if let Some(notice) = self.notices.get_mut(&user) {
            notice.is_spent &= notice.leaves;
        }
    }
}
