//! Identifiers: of Discord's things, as plain numbers, and of tables.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use rand::RngExt;

macro_rules! discord_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

discord_id!(
    /// A person on Discord.
    UserId
);
impl UserId {
    /// An id that no Discord user has (theirs fit into 63 bits), different from every other one made here.
    pub(super) fn nobody() -> Self {
        Self(rand::random::<u64>() | 1 << 63)
    }

    /// Whether it stands for somebody who was forgotten.
    #[must_use]
    pub const fn is_nobody(self) -> bool {
        self.0 >> 63 != 0
    }
}

discord_id!(
    /// A channel, a thread or a direct-message channel.
    ChannelId
);
discord_id!(
    /// A server.
    GuildId
);
discord_id!(MessageId);
discord_id!(
    /// What made us act: the id of an interaction. The same cause is carried out only once, however often it is
    /// delivered.
    Cause
);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    pub channel: ChannelId,
    /// Its server; `None` in direct messages.
    pub guild: Option<GuildId>,
}

/// Lower-case letters and digits without look-alikes (no 0 1 i l o).
const ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";
/// The characters of fresh codes: without vowels, codes do not spell words that anyone might mind.
const FRESH: &[u8; 28] = b"23456789bcdfghjkmnpqrstvwxyz";
/// The length of a fresh code: 28⁶ is 481,890,304 tables, so that one typed wrongly names hardly ever another match. Older
/// tables have shorter ones.
const FRESH_LENGTH: usize = 6;
const SHORTEST: usize = 4;
const LONGEST: usize = 12;

/// The code of a table, such as `k7f2xq`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(ArrayString<LONGEST>);

impl TableId {
    /// A random code; one character longer after every three attempts that met a code in use.
    #[must_use]
    pub fn random(attempt: usize) -> Self {
        let mut rng = rand::rng();
        let length = (FRESH_LENGTH + attempt / 3).min(LONGEST);
        let mut code = ArrayString::new();
        for _ in 0..length {
            code.push(char::from(FRESH[rng.random_range(0..FRESH.len())]));
        }
        Self(code)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text is not a table's code.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("A table's code is 4 to 12 small letters and digits, such as k7f2xq.")]
pub struct NotATableId;

impl FromStr for TableId {
    type Err = NotATableId;

    fn from_str(text: &str) -> Result<Self, NotATableId> {
        let fits = (SHORTEST..=LONGEST).contains(&text.len()) && text.bytes().all(|b| ALPHABET.contains(&b));
        if fits { ArrayString::from(text).map(Self).map_err(|_| NotATableId) } else { Err(NotATableId) }
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_short_and_read_back() {
        assert!("k7f2".parse::<TableId>().is_ok(), "as older tables have it");
        for attempt in 0..40 {
            let code = TableId::random(attempt);
            assert_eq!(code.as_str().parse(), Ok(code));
        }
        assert_eq!(TableId::random(0).as_str().len(), 6);
        assert_eq!(TableId::random(3).as_str().len(), 7, "a crowded room has longer codes");
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for wrong in ["", "k7f", "K7F2", "k7fo", "k7f2k7f2k7f2k", "k7 2", "ключ"] {
            assert_eq!(wrong.parse::<TableId>(), Err(NotATableId), "{wrong:?}");
        }
    }
}
