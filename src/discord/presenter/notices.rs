//! Notices that it is one person's turn: each stays up while that person alone keeps others waiting.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::store::Posted;
use crate::tables::UserId;

use super::super::screens::MoveAt;
use super::effect::{Content, Effect, Plan, Which};
use super::kept::Kept;
use super::sight::Sight;
use super::state::PresenterState;

/// One person's notice, from when the others start to wait for them until it is gone.
pub(super) struct Notice {
    pub(super) kept: Kept,
    /// When it is to be posted, unless its person acts before.
    pub(super) due: Instant,
    /// What it asks for; empty if it only says that the others are waiting. `None`: nobody remembers.
    about: Option<String>,
    /// It calls to a race that others may win, without a sound.
    is_silent: bool,
    /// It was posted in this turn, or cannot be: once is enough.
    is_spent: bool,
    /// It is being removed.
    leaves: bool,
    /// Its person is called once more, as their time runs out.
    pub(super) is_reminder: bool,
    claim: Claim,
}

/// Whether this table may call its person: only one does at a time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Unasked,
    /// Another table calls them.
    Waits,
    Granted,
}

impl Notice {
    fn new(kept: Kept, due: Instant) -> Self {
        Self {
            kept,
            due,
            about: None,
            is_silent: false,
            is_spent: false,
            leaves: false,
            is_reminder: false,
            claim: Claim::Unasked,
        }
    }

    /// Its person's time runs out: it is posted anew.
    fn remind(&mut self, now: Instant) {
        (self.due, self.is_spent, self.is_reminder) = (now, false, true);
        self.leaves |= self.kept.at.is_some();
    }

    /// A notice from before a restart.
    pub(super) fn known(posted: Posted, now: Instant) -> Self {
        Self { claim: Claim::Waits, ..Self::new(Kept::known(posted), now) }
    }

    /// Only we know that its person is to be called.
    pub(super) fn is_ahead(&self) -> bool {
        self.claim == Claim::Waits && self.kept.at.is_none()
    }

    /// Nothing more is to be posted: other tables may call its person. Says whether that is news.
    fn lets_others(&mut self) -> bool {
        let over = self.kept.at.is_none() && !self.kept.is_busy() && self.is_spent;
        over && std::mem::replace(&mut self.claim, Claim::Unasked) != Claim::Unasked
    }

    /// When it has to be posted, or what failed is tried again.
    pub(super) fn wake(&self) -> Option<Instant> {
        let waits = self.claim == Claim::Waits && !self.is_reminder;
        let is_due = self.kept.at.is_none() && !self.is_spent && !self.kept.is_busy() && !waits;
        self.kept.retry().or(is_due.then_some(self.due))
    }

    /// Whether it may no longer say what is asked in revision `rev`. If nobody remembers what it says, all that is known
    /// is whether the table has changed since it was posted.
    fn is_outdated(&mut self, at: Posted, rev: u64, asked: &str, silent: bool) -> bool {
        if self.about.is_none() && at.rev == rev {
            (self.about, self.is_silent) = (Some(asked.to_owned()), silent);
        }
        self.is_silent != silent || self.about.as_deref().is_none_or(|about| !about.is_empty() && about != asked)
    }

    /// What happens to it now that its person is asked this; `None`: they are not to be called.
    fn next(&mut self, asked: Option<&str>, silent: bool, newest: &Sight, now: Instant) -> Next {
        let (at, rev) = (self.kept.at, newest.rev);
        match at {
            _ if self.kept.is_busy() => Next::Stays,
            // A player who has moved is called again in another turn, but not while this one goes on.
            Some(at) if self.leaves || asked.is_none_or(|asked| self.is_outdated(at, rev, asked, silent)) => {
                if !self.leaves {
                    // What is raced for is another race each time, and whoever is the last to answer is called anew.
                    (self.leaves, self.is_spent) = (true, asked.is_some() && !newest.races);
                }
                if self.kept.retry().is_some() { Next::Stays } else { Next::Removed }
            }
            Some(_) => Next::Stays,
            None if asked.is_none() || self.leaves && !self.is_spent && !self.is_reminder => Next::Forgotten,
            None if self.is_spent || self.due > now || self.kept.retry().is_some() => Next::Stays,
            // Whose time runs out has to hear of it.
            None if self.claim != Claim::Granted && !self.is_reminder => {
                if std::mem::replace(&mut self.claim, Claim::Waits) == Claim::Unasked {
                    Next::Claimed
                } else {
                    Next::Stays
                }
            }
            None => {
                (self.is_spent, self.leaves, self.about) = (true, false, asked.map(str::to_owned));
                self.is_silent = silent;
                Next::Posted
            }
        }
    }
}

enum Next {
    Stays,
    /// If no other table calls its person.
    Claimed,
    Posted,
    Removed,
    Forgotten,
}

impl PresenterState {
    /// Posts and removes notices.
    pub(super) fn call(&mut self, newest: &Arc<Sight>) {
        let board = self.board.kept.at.map(|board| MoveAt::Board(board.channel, board.message));
        let users: Vec<UserId> = self.notices.keys().copied().collect();
        for user in users {
            let (asked, now) = (self.asked(user, newest), self.out.now);
            let silent = newest.racing.iter().any(|(of, _)| *of == user);
            match self.notices.get_mut(&user).map(|notice| notice.next(asked, silent, newest, now)) {
                Some(Next::Posted) => {
                    let hand = self.hands.get(&user).and_then(|hand| hand.kept.at);
                    let at = hand.map(|hand| MoveAt::Hand(hand.channel, hand.message)).or(board);
                    self.change(Which::Notice(user), newest, Plan::Show(Content::Turn(user, at)), None);
                }
                Some(Next::Removed) => {
                    self.change(Which::Notice(user), newest, Plan::Remove, None);
                }
                Some(Next::Claimed) => self.push(Effect::Claim(user)),
                Some(Next::Forgotten) => {
                    let gone = self.notices.remove(&user);
                    if gone.is_some_and(|notice| notice.claim != Claim::Unasked) {
                        self.push(Effect::Free(user));
                    }
                }
                Some(Next::Stays) | None => {}
            }
            if self.notices.get_mut(&user).is_some_and(Notice::lets_others) {
                self.push(Effect::Free(user));
            }
        }
        self.wait(newest);
    }

    /// Others begin to wait for somebody, or a race begins.
    fn wait(&mut self, newest: &Sight) {
        let patience = |user| self.reach(user, newest).patience;
        let called = newest.called(|user| patience(user) == Some(Duration::ZERO));
        let called: Vec<_> = called.filter_map(|(user, _)| Some((*user, self.out.now + patience(*user)?))).collect();
        for (user, due) in called {
            self.notices.entry(user).or_insert_with(|| Notice::new(Kept::default(), due));
        }
    }

    /// Calls those once more whose time runs out.
    pub(super) fn remind(&mut self, sight: &Sight) {
        self.wait(sight);
        for user in &sight.reminded {
            let now = self.out.now;
            self.notices.get_mut(user).into_iter().for_each(|notice| notice.remind(now));
        }
    }

    /// No other table calls somebody. `waited`: one did, where they have just been seen.
    pub(super) fn may_call(&mut self, user: UserId, waited: bool) {
        match self.notices.get_mut(&user) {
            Some(notice) => notice.claim = Claim::Granted,
            None => return self.push(Effect::Free(user)),
        }
        if waited {
            self.acts(user);
        }
    }

    /// Whoever is seen at the table need not be called to it: their waiting time begins anew.
    pub(super) fn acts(&mut self, user: UserId) {
        let patience = self.newest.as_ref().and_then(|newest| self.reach(user, newest).patience);
        if let (Some(patience), Some(notice)) = (patience, self.notices.get_mut(&user)) {
            notice.due = self.out.now + patience;
        }
    }

    /// What this person is asked to do, if they are to be called: to a race only whoever is called at once.
    fn asked<'a>(&self, user: UserId, newest: &'a Sight) -> Option<&'a str> {
        let patience = self.reach(user, newest).patience?;
        let asked = newest.called(|_| patience.is_zero()).find(|(of, _)| *of == user);
        asked.map(|(_, asked)| asked.as_str())
    }

    /// A notice could be neither posted nor removed, which is tried again.
    pub(super) fn not_called(&mut self, user: UserId) {
        if let Some(notice) = self.notices.get_mut(&user) {
            notice.is_spent &= notice.leaves;
        }
    }
}
