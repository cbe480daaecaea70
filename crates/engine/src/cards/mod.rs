//! Packs and cards: the French pack with jokers, its notation, and sets of cards as bits.

mod card;
mod set;

pub use card::{Card, Rank, Suit, pretty};
pub use set::CardSet;

use super::picture::CardFace;

/// A card that can be written and read: what stacked packs and records need.
pub trait CardText: Copy + PartialEq + Send + Sync + 'static {
    /// Its canonical code, such as `TD` or `2AR`.
    fn code(self) -> String;
    /// What it shows in pictures.
    fn face(self) -> CardFace;
    /// Reads a code, leniently.
    fn parse(text: &str) -> Option<Self>;
    /// Reads a card from several words (`10 of hearts`), as a form that [`parse`](Self::parse) takes. `letters_apart`:
    /// two letters by themselves name one, too (`k h`).
    fn in_words(_words: &[&str], _letters_apart: bool) -> Option<String> {
        None
    }
}
