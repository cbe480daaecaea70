//! What people are called now. Every interaction brings names, and the newest holds everywhere.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::names::Person;
use super::owner::Mail;
use super::owners::Shared;
use crate::store::{Blocks, Called, Cause, GuildId, StoreError, TableId, Traces, UserId};

/// If there are more people than this, all are forgotten, and compared with the database again.
const CAPACITY: usize = 50_000;

/// So soon is a table shown with a new name.
const SOON: Duration = Duration::from_secs(2);
/// And so long after that with further ones: whoever is renamed again and again is not to keep Discord busy.
const LATER: Duration = Duration::from_secs(30);

/// What the latest interaction from each place called somebody.
#[derive(Default)]
pub(super) struct Known {
    people: Mutex<HashMap<Key, (Cause, Person)>>,
    /// Tables that are shown again for a new name, or were lately; and whether there has been one since.
    renamed: Mutex<HashMap<TableId, bool>>,
}

type Key = (UserId, Option<GuildId>);

impl Known {
    /// Notes what an interaction calls somebody. Returns the newest, and whether that is news.
    fn note(&self, person: Person, guild: Option<GuildId>, cause: Cause) -> (Person, bool) {
        let mut all = self.people.lock();
        if all.len() >= CAPACITY {
            all.clear();
        }
        match all.entry((person.id, guild)) {
            Entry::Vacant(free) => {
                free.insert((cause, person.clone()));
                (person, true)
            }
            // Delivered late, or twice.
            Entry::Occupied(known) if cause <= known.get().0 => (known.get().1.clone(), false),
            Entry::Occupied(mut known) => {
                let (_, before) = known.insert((cause, person.clone()));
                let is_news = before != person;
                (person, is_news)
            }
        }
    }

    fn forget(&self, key: Key) {
        self.people.lock().remove(&key);
    }

    /// Whether the table has to be shown again for a new name. Otherwise it counts as shown.
    fn is_outdated(&self, table: TableId) -> bool {
        let mut renamed = self.renamed.lock();
        let is_outdated = renamed.insert(table, false) == Some(true);
        if !is_outdated {
            renamed.remove(&table);
        }
        is_outdated
    }
}

impl Shared {
    /// Notes what an interaction calls somebody; returns the newest that they are called.
    pub(super) async fn met(self: &Arc<Self>, person: Person, guild: Option<GuildId>, cause: Cause) -> Person {
        let (person, is_news) = self.known.note(person, guild, cause);
        if is_news && let Err(error) = self.rename(&person, guild, cause).await {
            self.known.forget((person.id, guild));
            tracing::warn!(%error, "a name was not kept");
        }
        person
    }

    /// Forgets somebody, unless they sit at a table that is not over: see [`Store::forget`](crate::store::Store::forget).
    /// Tables in memory that show them are read again, and shown.
    pub(super) async fn forget(self: &Arc<Self>, user: UserId, blocks: Blocks) -> Result<Traces, StoreError> {
        let found = self.store.forget(user, blocks).await?;
        if !found.live.is_empty() {
            return Ok(found);
        }
        self.known.people.lock().retain(|(one, _), _| *one != user);
        self.practices.forget(user);
        for table in &found.tables {
            let mailbox = self.mailbox(*table);
            let is_noted = self.is_noted(*table);
            if let Some(mail) = &mailbox {
                let _ = mail.send(Mail::Rest).await;
            }
            if mailbox.is_some() || is_noted {
                self.show_again(*table);
            }
        }
        Ok(found)
    }

    async fn rename(self: &Arc<Self>, person: &Person, guild: Option<GuildId>, seen: Cause) -> Result<(), StoreError> {
        let (name, account) = (person.name().to_owned(), person.account().to_owned());
        for table in self.store.rename(Called { user: person.id, guild, name, account, seen }).await? {
            // Whatever is asked of it next is answered with the new name.
            if let Some(mail) = self.mailbox(table) {
                let _ = mail.send(Mail::Rest).await;
            }
            self.show_again(table);
        }
        Ok(())
    }

    /// Has a table shown with its new names, soon, and once for several.
    fn show_again(self: &Arc<Self>, table: TableId) {
        if self.known.renamed.lock().insert(table, true).is_some() {
            return;
        }
        let room = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut pause = SOON;
            loop {
                tokio::time::sleep(pause).await;
                let Some(shared) = room.upgrade().filter(|shared| shared.known.is_outdated(table)) else { return };
                let _ = shared.deliver(table, Mail::Renamed);
                pause = LATER;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q04_what_comes_late_is_no_news() {
        let known = Known::default();
        let called = |name| Person::new(UserId(1), name);
        let at = Some(GuildId(1));
        assert_eq!(known.note(called("Ben"), at, Cause(10)), (called("Ben"), true));
        assert_eq!(known.note(called("Ben"), at, Cause(20)), (called("Ben"), false));
        assert_eq!(known.note(called("Benedikt"), at, Cause(30)), (called("Benedikt"), true));
        assert_eq!(known.note(called("Ben"), at, Cause(25)), (called("Benedikt"), false));
        assert_eq!(known.note(called("Benedikt"), None, Cause(25)), (called("Benedikt"), true), "from elsewhere");
        known.forget((UserId(1), at));
        assert_eq!(known.note(called("Benedikt"), at, Cause(31)), (called("Benedikt"), true));
    }
}
