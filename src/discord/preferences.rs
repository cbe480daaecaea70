//! How people and servers want to be shown things: what was chosen, in memory, and what follows where nothing was.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;

use crate::render::Theme;
use crate::store::{Chooser, Chosen, Store, StoreError};
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

/// What holds: every choice made, by whomever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InForce {
    /// Pictures rather than text.
    pub picture: bool,
    /// Dark words on pale felt.
    pub light: bool,
    /// Hands by direct message.
    pub direct: bool,
    /// A mention when others wait for one's move.
    pub notices: bool,
}

/// What everybody gets who has chosen nothing, on a server that has chosen nothing.
const USUAL: InForce = InForce { picture: true, light: false, direct: true, notices: true };

impl InForce {
    /// The same, but for what was chosen.
    fn but(self, chosen: Chosen) -> Self {
        Self {
            picture: chosen.picture.unwrap_or(self.picture),
            light: chosen.light.unwrap_or(self.light),
            direct: chosen.direct.unwrap_or(self.direct),
            notices: chosen.notices.unwrap_or(self.notices),
        }
    }

    const fn look(self) -> Look {
        Look { picture: self.picture, theme: if self.light { Theme::Light } else { Theme::Dark } }
    }
}

/// What was chosen. Cheap to clone; read at the start, and written through.
#[derive(Clone)]
pub struct Preferences {
    store: Store,
    known: Arc<RwLock<HashMap<Chooser, Chosen>>>,
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
    pub fn chosen(&self, chooser: Chooser) -> Chosen {
        self.known.read().get(&chooser).copied().unwrap_or_default()
    }

    /// Changes what this one has chosen. Was anything changed?
    ///
    /// # Errors
    /// Where it cannot be stored; then nothing has changed.
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

    /// What holds for messages that all of a server read.
    #[must_use]
    pub fn public(&self, server: Option<GuildId>) -> Look {
        self.of_server(server).look()
    }

    /// What holds for messages that one person alone reads.
    #[must_use]
    pub fn personal(&self, user: UserId, server: Option<GuildId>) -> Look {
        self.of(user, server).look()
    }

    /// Does this person want hands by direct message?
    #[must_use]
    pub fn direct(&self, user: UserId, server: Option<GuildId>) -> bool {
        self.of(user, server).direct
    }

    /// Does this person want to be mentioned when others wait for their move?
    #[must_use]
    pub fn notices(&self, user: UserId, server: Option<GuildId>) -> bool {
        self.of(user, server).notices
    }

    /// All that holds for this one: what was chosen, and what follows where nothing was. A person's, on this server.
    #[must_use]
    pub fn in_force(&self, chooser: Chooser, server: Option<GuildId>) -> InForce {
        match chooser {
            Chooser::Person(user) => self.of(user, server),
            Chooser::Server(guild) => self.of_server(Some(guild)),
        }
    }

    fn of(&self, user: UserId, server: Option<GuildId>) -> InForce {
        self.of_server(server).but(self.chosen(Chooser::Person(user)))
    }

    /// All that holds on this server for those who have chosen nothing.
    #[must_use]
    pub fn of_server(&self, server: Option<GuildId>) -> InForce {
        server.map_or(USUAL, |guild| USUAL.but(self.chosen(Chooser::Server(guild))))
    }
}
