//! Cards and names as people and programs write them.

use super::melds::Layout;
use super::state::members;
use crate::cards::{Card, CardSet};
use crate::english::outcome;
use crate::seats::{SeatSet, Side};
use crate::words::Reader;

const _: fn(crate::Language) = |crate::Language::English| ();

/// Cards as people read them, by rank: `3♦ 2♣`.
pub(super) fn pretty(cards: CardSet) -> String {
    joined(cards, " ")
}

/// Unmatched cards as people read them, the highest first: `K♠ 6♦ 5♣`.
pub(super) fn pretty_rest(cards: CardSet) -> String {
    let all: Vec<String> = cards.by_rank().into_iter().rev().map(Card::pretty).collect();
    all.join(" ")
}

/// A meld as people read it, without spaces: `4♠5♠6♠`.
pub(super) fn pretty_meld(cards: CardSet) -> String {
    joined(cards, "")
}

fn joined(cards: CardSet, between: &str) -> String {
    let all: Vec<String> = cards.by_rank().into_iter().map(Card::pretty).collect();
    all.join(between)
}

/// Melds as people read them: `4♠5♠6♠  Q♥Q♦Q♣`.
pub(super) fn pretty_layout(layout: &Layout, between: &str) -> String {
    let all: Vec<String> = layout.melds().iter().map(|&meld| pretty_meld(meld)).collect();
    all.join(between)
}

/// What a knock needs: `7 or less`, or `gin`.
pub(super) fn needs(limit: u8) -> String {
    if limit == 0 { "gin".to_owned() } else { format!("{limit} or less") }
}

/// What a move leaves in the hand: `leaves 15 unmatched`.
pub(super) fn leaves(left: u8) -> String {
    format!("leaves {left} unmatched")
}

/// How a hand's limit is put at its beginning: `knock with 7 or less`, `knock with gin only`.
pub(super) fn to_knock(limit: u8) -> String {
    if limit == 0 { "knock with gin only".to_owned() } else { format!("knock with {}", needs(limit)) }
}

/// The names of a side: `Ada`, or `Ada and Cyd`.
pub(super) fn side_name(reader: &Reader, side: Side) -> String {
    reader.list(members(reader.names.count(), side))
}

/// `Ada scores`, `Ben and Cyd each score`.
pub(super) fn who(reader: &Reader, seats: SeatSet, verb: &str) -> String {
    match seats.len() {
        1 => format!("{} {verb}s", reader.list(seats)),
        _ => format!("{} each {verb}", reader.list(seats)),
    }
}

/// How a match ended: `Ada wins the match.`
pub(super) fn won_by(reader: &Reader, winners: &[Side]) -> String {
    let members = |&side: &Side| members(reader.names.count(), side).iter().map(|seat| reader.name(seat)).collect();
    outcome(&winners.iter().map(members).collect::<Vec<_>>())
}
