//! Pieces of sentences about what fits.

use super::state::Public;
use crate::cards::{Rank, Suit};
use crate::english::{counted, either};

const _: fn(crate::Language) = |crate::Language::English| ();

/// `hearts, K, 8 or Joker`: what fits on a pile that nothing is owed on.
pub(super) fn what_fits(suit: Option<Suit>, rank: Option<Rank>, jokers: bool) -> String {
    let rank = rank.filter(|rank| *rank != Rank::EIGHT);
    let in_force = suit.map(|suit| suit.name().to_owned()).into_iter().chain(rank.map(|rank| rank.pretty().to_owned()));
    let always = ["8", "Joker"].into_iter().take(if jokers { 2 } else { 1 }).map(str::to_owned);
    either(&in_force.chain(always).collect::<Vec<_>>())
}

/// What may be played now, whatever anybody holds.
pub(super) fn playable(public: &Public) -> String {
    let jokers = public.options.jokers > 0;
    match (public.suit, public.owed) {
        (_, 1..) if jokers => "2 or Joker".to_owned(),
        (_, 1..) => "2".to_owned(),
        (None, 0) => "any card".to_owned(),
        (suit, 0) => what_fits(suit, public.rank, jokers),
    }
}

/// What the seat on turn may do besides playing a card, as far as everybody can tell.
pub(super) fn otherwise(public: &Public) -> String {
    match (public.owed, public.drawn) {
        (1.., _) => format!(", or draw {}", counted(public.owed, "card")),
        (0, true) if public.options.forced() => String::new(),
        (0, true) => ", or pass".to_owned(),
        (0, false) if !public.has_cards() => ", or pass if nothing fits".to_owned(),
        (0, false) if public.options.force_play => ", or draw if nothing fits".to_owned(),
        (0, false) => ", or draw".to_owned(),
    }
}
