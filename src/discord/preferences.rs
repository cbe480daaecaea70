//! How people and servers want to be shown things: what was chosen, in memory, and what follows where nothing was.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;

use crate::render::Theme;
use crate::store::{Chosen, Owner, Store, StoreError};
use crate::tables::{GuildId, UserId};

/// How a message is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// With a picture, or as text.
    pub picture: bool,
    /// The picture's colours.
    pub theme: Theme,
}

impl Look {
    /// Words alone.
    pub const TEXT: Self = Self { picture: false, theme: Theme::Dark };
}

/// What everybody gets who has chosen nothing, on a server that has chosen nothing.
const USUAL: Chosen = Chosen { picture: Some(true), light: Some(false), direct: Some(true), notices: Some(true) };

/// What was chosen. Cheap to clone; read at the start, and written through.
#[derive(Clone)]
pub struct Preferences {
    store: Store,
    known: Arc<RwLock<HashMap<Owner, Chosen>>>,
    /// One changes at a time: what is written keeps what was chosen just before.
    changing: Arc<tokio::sync::Mutex<()>>,
}

impl Preferences {
    /// Reads what was chosen.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn load(store: Store) -> Result<Self, StoreError> {
        let known = store.settings().await?.into_iter().collect();
        Ok(Self { store, known: Arc::new(RwLock::new(known)), changing: Arc::default() })
    }

    /// What this one has chosen.
    #[must_use]
    pub fn chosen(&self, owner: Owner) -> Chosen {
        self.known.read().get(&owner).copied().unwrap_or_default()
    }

    /// Changes what this one has chosen. Was anything changed?
    ///
    /// # Errors
    /// Where it cannot be stored; then nothing has changed.
    pub async fn choose(&self, owner: Owner, change: impl FnOnce(Chosen) -> Chosen) -> Result<bool, StoreError> {
        let _alone = self.changing.lock().await;
        let before = self.chosen(owner);
        let chosen = change(before);
        if chosen == before {
            return Ok(false);
        }
        self.store.put_setting(owner, chosen).await?;
        let mut known = self.known.write();
        if chosen == Chosen::default() {
            known.remove(&owner);
        } else {
            known.insert(owner, chosen);
        }
        Ok(true)
    }

    /// What holds for messages that all of a server read.
    #[must_use]
    pub fn public(&self, server: Option<GuildId>) -> Look {
        look(self.of_server(server))
    }

    /// What holds for messages that one person alone reads.
    #[must_use]
    pub fn personal(&self, user: UserId, server: Option<GuildId>) -> Look {
        look(self.of(user, server))
    }

    /// Does this person want hands by direct message?
    #[must_use]
    pub fn direct(&self, user: UserId, server: Option<GuildId>) -> bool {
        self.of(user, server).direct.unwrap_or(true)
    }

    /// Does this person want to be mentioned when others wait for their move?
    #[must_use]
    pub fn notices(&self, user: UserId, server: Option<GuildId>) -> bool {
        self.of(user, server).notices.unwrap_or(true)
    }

    /// All that holds for this one: what was chosen, and what follows where nothing was. A person's, on this server.
    #[must_use]
    pub fn in_force(&self, owner: Owner, server: Option<GuildId>) -> Chosen {
        match owner {
            Owner::Person(user) => self.of(user, server),
            Owner::Server(guild) => self.of_server(Some(guild)),
        }
    }

    fn of(&self, user: UserId, server: Option<GuildId>) -> Chosen {
        self.chosen(Owner::Person(user)).or(self.of_server(server))
    }

    fn of_server(&self, server: Option<GuildId>) -> Chosen {
        server.map(|guild| self.chosen(Owner::Server(guild))).unwrap_or_default().or(USUAL)
    }
}

fn look(chosen: Chosen) -> Look {
    let theme = if chosen.light == Some(true) { Theme::Light } else { Theme::Dark };
    Look { picture: chosen.picture.unwrap_or(true), theme }
}
