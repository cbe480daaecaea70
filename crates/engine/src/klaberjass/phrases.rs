//! Pieces of sentences about cards.

use crate::cards::Card;
pub(super) use crate::cards::pretty;

const _: fn(crate::Language) = |crate::Language::English| ();

/// What to say of a card that is not one of the 32.
pub(super) fn not_in_pack(card: Card) -> String {
    format!("{} is not in this game's pack, which has A K Q J 10 9 8 7 of each suit.", card.pretty())
}
