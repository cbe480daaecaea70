//! For whom words are made.

use super::columns;
use super::seats::{Seat, SeatSet, Seats};
use crate::english::list;

/// A language that the house speaks. Moves in notation, what programs read and names are the same in all.
///
/// Whatever makes words takes it apart by `let Language::English = reader.language`, which a second language does not
/// compile with: so the compiler lists all that has to be said in it, and each place may answer in English for now. A
/// file whose functions are not told the language says the same once:
/// `const _: fn(Language) = |Language::English| ();`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// As in Britain.
    #[default]
    English,
}

/// Words that stand in a list of the rules, such as what an option does: to be had in a language only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wording(&'static str);

impl Wording {
    pub(crate) const fn new(english: &'static str) -> Self {
        Self(english)
    }

    /// The words.
    #[must_use]
    pub const fn says(self, language: Language) -> &'static str {
        let Language::English = language;
        self.0
    }
}

/// Who reads: everything that words depend on besides what they say. Nothing is put into words without one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reader {
    /// What the seats are called, already made safe for the place where it will be shown.
    pub names: Seats<String>,
    /// In which language.
    pub language: Language,
}

impl Reader {
    /// Reads English.
    #[must_use]
    pub const fn english(names: Seats<String>) -> Self {
        Self { names, language: Language::English }
    }

    /// A program: it reads English, and seats are "Seat 1" and so on.
    #[must_use]
    pub fn plain(seats: u8) -> Self {
        Self::english(Seats::of(seats, |seat| format!("Seat {}", seat.number() + 1)))
    }

    /// The name at a seat.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        &self.names[seat]
    }

    /// How wide a column of these names is, at most `most`: no wider than they need, because a phone has few columns.
    #[must_use]
    pub fn columns(&self, most: usize) -> usize {
        self.names.iter().map(|name| columns::width(name)).max().unwrap_or(0).min(most)
    }

    /// Several names: `Ada`, `Ada and Ben`, `Ada, Ben and Cyd`.
    #[must_use]
    pub fn list(&self, seats: SeatSet) -> String {
        let Language::English = self.language;
        let names: Vec<&str> = seats.iter().map(|seat| self.name(seat)).collect();
        if names.is_empty() { "nobody".to_owned() } else { list(&names) }
    }
}
