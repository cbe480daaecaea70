//! Who has a seat: a person, or the house.

use std::fmt;
use std::str::FromStr;

pub use engine::Level;

use super::ids::UserId;

/// The house, which may have several seats at a table. Written as `easy-1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct House {
    pub level: Level,
    /// Tells it from the others of its level at the table, from 1.
    pub number: u8,
}

/// The face of the house, which no person's name has where it is shown.
pub const HOUSE: char = '🏠';

impl House {
    /// What it is called, with its face: `🏠 Easy House`, `🏠 Easy House 2`.
    #[must_use]
    pub fn name(self) -> String {
        let level = match self.level {
            Level::Easy => "Easy",
            Level::Medium => "Medium",
            Level::Hard => "Hard",
        };
        match self.number {
            1 => format!("{HOUSE} {level} House"),
            number => format!("{HOUSE} {level} House {number}"),
        }
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.level.id(), self.number)
    }
}

/// Who has a seat. Written as a person's id, or as the house is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sitter {
    Person(UserId),
    House(House),
}

impl Sitter {
    /// Whom to ask, tell, rate and keep data of: nobody, for the house.
    #[must_use]
    pub const fn person(self) -> Option<UserId> {
        match self {
            Self::Person(user) => Some(user),
            Self::House(_) => None,
        }
    }

    #[must_use]
    pub const fn house(self) -> Option<House> {
        match self {
            Self::Person(_) => None,
            Self::House(house) => Some(house),
        }
    }

    /// Whether it stands for somebody who was forgotten.
    #[must_use]
    pub fn is_nobody(self) -> bool {
        self.person().is_some_and(UserId::is_nobody)
    }
}

impl From<UserId> for Sitter {
    fn from(user: UserId) -> Self {
        Self::Person(user)
    }
}

impl From<House> for Sitter {
    fn from(house: House) -> Self {
        Self::House(house)
    }
}

impl PartialEq<UserId> for Sitter {
    fn eq(&self, user: &UserId) -> bool {
        self.person() == Some(*user)
    }
}

impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(user) => user.fmt(f),
            Self::House(house) => house.fmt(f),
        }
    }
}

/// The text names nobody who could have a seat.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("That is neither somebody's id nor a seat of the house.")]
pub struct NotASitter;

impl FromStr for House {
    type Err = NotASitter;

    fn from_str(text: &str) -> Result<Self, NotASitter> {
        let (level, number) = text.split_once('-').ok_or(NotASitter)?;
        let level = Level::of(level).ok_or(NotASitter)?;
        number.parse().map(|number| Self { level, number }).map_err(|_| NotASitter)
    }
}

impl FromStr for Sitter {
    type Err = NotASitter;

    fn from_str(text: &str) -> Result<Self, NotASitter> {
        text.parse().map_or_else(|_| text.parse().map(Self::House), |user| Ok(Self::Person(UserId(user))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_sits_reads_back_and_nobody_else_does() {
        for level in Level::ALL {
            let house = Sitter::House(House { level, number: 2 });
            assert_eq!(house.to_string().parse(), Ok(house));
        }
        assert_eq!("123".parse(), Ok(Sitter::Person(UserId(123))));
        for none in ["", "easy", "easy-", "grand-1", "-1", "1-1", "easy-256"] {
            assert_eq!(none.parse::<Sitter>(), Err(NotASitter), "{none}");
        }
    }

    #[test]
    fn the_house_is_called_after_its_level() {
        let name = |level, number| House { level, number }.name();
        assert_eq!([name(Level::Easy, 1), name(Level::Easy, 2)], ["🏠 Easy House", "🏠 Easy House 2"]);
        assert_eq!([name(Level::Medium, 1), name(Level::Hard, 1)], ["🏠 Medium House", "🏠 Hard House"]);
    }
}
