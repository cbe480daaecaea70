//! Who is called where: a person for whom several tables wait gets one notice, not several.

use std::collections::{HashMap, VecDeque};

use parking_lot::Mutex;

use crate::tables::{TableId, UserId};

/// Which table calls somebody, and which would.
#[derive(Default)]
pub(super) struct Calls(Mutex<HashMap<UserId, VecDeque<TableId>>>);

impl Calls {
    /// A table is to call somebody. `false`: another does, and this one waits for its turn.
    pub(super) fn claim(&self, user: UserId, table: TableId) -> bool {
        let mut calls = self.0.lock();
        let line = calls.entry(user).or_default();
        if !line.contains(&table) {
            line.push_back(table);
        }
        line.front() == Some(&table)
    }

    /// It calls them no more. Returns the table whose turn that makes it.
    pub(super) fn free(&self, user: UserId, table: TableId) -> Option<TableId> {
        let mut calls = self.0.lock();
        let line = calls.get_mut(&user)?;
        let called = line.front() == Some(&table);
        line.retain(|other| *other != table);
        let next = line.front().copied();
        if next.is_none() {
            calls.remove(&user);
        }
        next.filter(|_| called)
    }

    /// Those whom a table calls or would.
    pub(super) fn of(&self, table: TableId) -> Vec<UserId> {
        self.0.lock().iter().filter(|(_, line)| line.contains(&table)).map(|(user, _)| *user).collect()
    }
}
