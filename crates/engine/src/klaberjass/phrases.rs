//! Pieces of sentences about cards.

use crate::cards::Card;

/// Cards one after another.
pub(super) fn pretty(cards: impl IntoIterator<Item = Card>) -> String {
    let all: Vec<String> = cards.into_iter().map(Card::pretty).collect();
    all.join(" ")
}

/// What to say of a card that is not one of the 32.
pub(super) fn not_in_pack(card: Card) -> String {
    format!("{} is not in this game's pack, which has A K Q J 10 9 8 7 of each suit.", card.pretty())
}
