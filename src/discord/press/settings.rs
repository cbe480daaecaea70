//! Which setting a select list changes.

use std::fmt;

use crate::store::Chosen;

use super::super::preferences::InForce;

/// Whose settings a panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Panel {
    /// Those of the person who reads it.
    Me,
    /// Those of the server where it is read.
    Server,
}

/// One thing that people and servers choose, from two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Pictures or text.
    Boards,
    /// Dark or light.
    Theme,
    Hands,
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

    /// The value that sets it to `way`.
    #[must_use]
    pub const fn value(self, way: bool) -> &'static str {
        match (self, way) {
            (Self::Boards, true) => "picture",
            (Self::Boards, false) => "text",
            (Self::Theme, true) => "light",
            (Self::Theme, false) => "dark",
            (Self::Hands, true) => "direct",
            (Self::Hands, false) => "button",
            (Self::Notices, true) => "on",
            (Self::Notices, false) => "off",
        }
    }

    /// The field that holds it.
    pub const fn of(self, chosen: &mut Chosen) -> &mut Option<bool> {
        match self {
            Self::Boards => &mut chosen.picture,
            Self::Theme => &mut chosen.light,
            Self::Hands => &mut chosen.direct,
            Self::Notices => &mut chosen.notices,
        }
    }

    /// The way it is set now.
    #[must_use]
    pub const fn holds(self, now: InForce) -> bool {
        match self {
            Self::Boards => now.picture,
            Self::Theme => now.light,
            Self::Hands => now.direct,
            Self::Notices => now.notices,
        }
    }

    /// What a value chooses; `None`: nothing, so that the server's setting applies.
    pub(in crate::discord) fn meaning(self, value: &str) -> Option<bool> {
        [true, false].into_iter().find(|&way| self.value(way) == value)
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
