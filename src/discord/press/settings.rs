//! Which setting a select list changes.

use std::fmt;

use crate::store::{Chosen, Notices};

/// Whose settings a panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    /// Those of the person who reads it.
    Me,
    /// Those of the server where it is read.
    Server,
}

/// One thing that people and servers choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Pictures or text.
    Boards,
    /// Dark or light.
    Theme,
    Hands,
    /// When they come, if at all.
    Notices,
}

/// The value of a person's setting for "nothing chosen".
pub const AS_THE_SERVER: &str = "server";

impl Setting {
    pub const ALL: [Self; 4] = [Self::Boards, Self::Theme, Self::Hands, Self::Notices];

    /// Its name among the options of `/settings`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Boards => "boards",
            Self::Theme => "theme",
            Self::Hands => "hands",
            Self::Notices => "notices",
        }
    }

    /// The values it may have.
    #[must_use]
    pub const fn values(self) -> &'static [&'static str] {
        match self {
            Self::Boards => &["picture", "text"],
            Self::Theme => &["light", "dark"],
            Self::Hands => &["direct", "button"],
            Self::Notices => &["now", "soon", "on", "late", "off"],
        }
    }

    /// Which of them is chosen.
    #[must_use]
    pub fn way(self, chosen: Chosen) -> Option<usize> {
        let of_two = |first: Option<bool>| first.map(|first| usize::from(!first));
        match self {
            Self::Boards => of_two(chosen.picture),
            Self::Theme => of_two(chosen.light),
            Self::Hands => of_two(chosen.direct),
            Self::Notices => Notices::ALL.into_iter().position(|notices| chosen.notices == Some(notices)),
        }
    }

    /// Chooses a value; anything else is none, so that the server's setting applies.
    pub(in crate::discord) fn choose(self, chosen: &mut Chosen, value: &str) {
        let way = self.values().iter().position(|one| *one == value);
        let is_first = way.map(|way| way == 0);
        match self {
            Self::Boards => chosen.picture = is_first,
            Self::Theme => chosen.light = is_first,
            Self::Hands => chosen.direct = is_first,
            Self::Notices => chosen.notices = way.and_then(|way| Notices::ALL.get(way).copied()),
        }
    }

    pub(super) fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.key() == key)
    }
}

impl Panel {
    pub(super) fn parse(word: &str) -> Option<Self> {
        match word {
            "me" => Some(Self::Me),
            "server" => Some(Self::Server),
            _ => None,
        }
    }
}

impl fmt::Display for Panel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Me => "me",
            Self::Server => "server",
        })
    }
}
