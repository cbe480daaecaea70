//! How people and servers want things shown: their choices, held in memory, and the defaults where nothing was
//! chosen.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::RwLock;

use crate::store::{Chooser, Chosen, Notices, Store, StoreError};
use crate::tables::{GuildId, UserId};
use render::Theme;

/// How a message is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// With a picture, or as text.
    pub picture: bool,
    /// The picture's colours.
    pub theme: Theme,
}

impl Look {
    /// Text only.
    pub const TEXT: Self = Self { picture: false, theme: Theme::Dark };
}

/// The settings of anyone who has chosen nothing, on a server that has chosen nothing.
const USUAL: Chosen =
    Chosen { picture: Some(true), light: Some(false), direct: Some(true), notices: Some(Notices::Usual) };

fn look(now: Chosen) -> Look {
    let theme = if now.light == Some(true) { Theme::Light } else { Theme::Dark };
    Look { picture: now.picture == Some(true), theme }
}

/// The choices. Cheap to clone; loaded at the start, and written through.
#[derive(Clone)]
pub struct Preferences {
    store: Store,
    known: Arc<RwLock<HashMap<Chooser, Chosen>>>,
    /// Serializes changes: each one builds on the choices just written.
    changing: Arc<tokio::sync::Mutex<()>>,
}

impl Preferences {
    /// Reads what was chosen.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn load(store: Store) -> Result<Self, StoreError> {
        let known = store.settings().await?.into_iter().collect();
        Ok(Self { store, known: Arc::new(RwLock::new(known)), changing: Arc::default() })
    }

    /// What this person or server has chosen.
    #[must_use]
    pub fn chosen(&self, chooser: Chooser) -> Chosen {
        self.known.read().get(&chooser).copied().unwrap_or_default()
    }

    /// Changes what this person or server has chosen. Returns whether anything changed.
    ///
    /// # Errors
    /// If it cannot be stored; then nothing has changed.
    pub async fn choose(&self, chooser: Chooser, change: impl FnOnce(Chosen) -> Chosen) -> Result<bool, StoreError> {
        let _alone = self.changing.lock().await;
        let before = self.chosen(chooser);
        let chosen = change(before);
        if chosen == before {
            return Ok(false);
        }
        self.store.put_setting(chooser, chosen).await?;
        let mut known = self.known.write();
        if chosen == Chosen::default() {
            known.remove(&chooser);
        } else {
            known.insert(chooser, chosen);
        }
        Ok(true)
    }

    /// Somebody's choices are stored no more: they were forgotten.
    pub async fn forget(&self, user: UserId) {
        let _alone = self.changing.lock().await;
        self.known.write().remove(&Chooser::Person(user));
    }

    /// The look of messages that a whole server reads.
    #[must_use]
    pub fn public(&self, server: Option<GuildId>) -> Look {
        look(self.of_server(server))
    }

    /// The look of messages that only one person reads.
    #[must_use]
    pub fn personal(&self, user: UserId, server: Option<GuildId>) -> Look {
        look(self.of(user, server))
    }

    /// Whether this person wants hands by direct message.
    #[must_use]
    pub fn direct(&self, user: UserId, server: Option<GuildId>) -> bool {
        self.of(user, server).direct == Some(true)
    }

    /// How long others wait for this person before that is said, if that is usually so long; `None`: it is not said.
    #[must_use]
    pub fn patience(&self, user: UserId, server: Option<GuildId>, usual: Duration) -> Option<Duration> {
        Some(match self.of(user, server).notices.unwrap_or_default() {
            Notices::AtOnce => Duration::ZERO,
            Notices::Soon => Duration::from_secs(15),
            Notices::Usual => usual,
            Notices::Late => Duration::from_secs(180),
            Notices::Off => return None,
        })
    }

    /// The settings in force for this person (on this server) or this server: what was chosen, and the defaults
    /// otherwise.
    #[must_use]
    pub fn in_force(&self, chooser: Chooser, server: Option<GuildId>) -> Chosen {
        match chooser {
            Chooser::Person(user) => self.of(user, server),
            Chooser::Server(guild) => self.of_server(Some(guild)),
        }
    }

    fn of(&self, user: UserId, server: Option<GuildId>) -> Chosen {
        self.chosen(Chooser::Person(user)).or(self.of_server(server))
    }

    /// The settings in force on this server for those who have chosen nothing.
    #[must_use]
    pub fn of_server(&self, server: Option<GuildId>) -> Chosen {
        server.map_or(USUAL, |guild| self.chosen(Chooser::Server(guild)).or(USUAL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_chosen_is_still_so_after_a_restart() {
        let (_dir, store) = Store::temporary().await;
        let preferences = Preferences::load(store.clone()).await.unwrap();
        let (ada, server) = (Chooser::Person(UserId(1)), Chooser::Server(GuildId(1)));
        let light = |chosen| Chosen { light: Some(true), ..chosen };
        let plain = |chosen| Chosen { picture: Some(false), ..chosen };
        assert!(preferences.choose(ada, light).await.unwrap() && preferences.choose(server, plain).await.unwrap());
        assert!(!preferences.choose(ada, light).await.unwrap(), "it is so already");
        let again = Preferences::load(store.clone()).await.unwrap();
        assert_eq!([ada, server].map(|of| again.chosen(of)), [light(Chosen::default()), plain(Chosen::default())]);
        // Who chooses nothing any more leaves the choices of others alone, even those of a server with that number.
        assert!(preferences.choose(ada, |_| Chosen::default()).await.unwrap());
        let again = Preferences::load(store.clone()).await.unwrap();
        assert_eq!([ada, server].map(|of| again.chosen(of)), [Chosen::default(), plain(Chosen::default())]);
        store.close().await;
    }
}
