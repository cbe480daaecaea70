//! Phrases that several texts share: a meld by its number, parts as instructions, lists, scores.

use std::fmt::{self, Display};

use super::moves::{Finish, Part};
use super::state::Public;
use super::tile::Tiles;
use crate::english::list;
use crate::seats::Seats;
use crate::words::{Reader, tally};

const _: fn(crate::Language) = |crate::Language::English| ();

/// The most melds or parts that a line lists.
const MOST_LISTED: usize = 6;

/// A meld on the table as sentences name it: its number (from 0 here) and what it holds, so that a reader does not
/// need the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named(pub u8, pub Tiles);

impl Display for Named {
    /// `meld 2 (1KG 2SR 3CY)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "meld {} ({})", self.0 + 1, self.1)
    }
}

/// The parts of a turn in words. The melds that it lays come last, under one verb: `laid 1KG 2SR 3CY and 2AB 2CB 2SB`.
pub(super) fn parts_in_words(parts: &[Part], laid: &str, in_words: fn(Part) -> String) -> Vec<String> {
    let lay = |part: &Part| if let Part::Lay(cards) = part { Some(cards.to_string()) } else { None };
    let melds: Vec<String> = parts.iter().filter_map(lay).collect();
    let others = parts.iter().filter(|part| lay(part).is_none()).map(|part| in_words(*part));
    let lays = (!melds.is_empty()).then(|| format!("{laid} {}", list(&melds)));
    others.chain(lays).collect()
}

/// How a turn ends, as an instruction; `None` if no card is left to discard.
pub(super) fn end_in_words(finish: Finish) -> Option<String> {
    match finish {
        Finish::Drop(card) => Some(format!("discard {card}")),
        Finish::Out(card) => Some(format!("put {card} face down")),
        Finish::End => None,
    }
}

/// `add 4AB to meld 2`
pub(super) fn instruction(part: Part) -> String {
    match part {
        Part::Pull { meld, card } => format!("take {card} off meld {}", meld + 1),
        Part::Swap { meld, card, out } => format!("put {card} into meld {} in place of {out}", meld + 1),
        Part::Shift { from, to, card } => format!("move {card} from meld {} to meld {}", from + 1, to + 1),
        Part::Add { meld, card } => format!("add {card} to meld {}", meld + 1),
        Part::Lay(cards) => format!("lay {cards}"),
    }
}

/// `leaves 3 cards that count 7`
pub(super) fn leaves(hand: Tiles) -> String {
    match hand.len() {
        0 => "leaves no card".to_owned(),
        1 => format!("leaves 1 card that counts {}", hand.value()),
        n => format!("leaves {n} cards that count {}", hand.value()),
    }
}

/// Melds or parts on one line; of many, the first few.
pub(super) fn listed(what: &str, all: &[impl Display]) -> Option<String> {
    let first: Vec<String> = all.iter().take(MOST_LISTED).map(ToString::to_string).collect();
    let more = match all.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!all.is_empty()).then(|| format!("{what}: {}{more}", first.join(" · ")))
}

/// How often the discards were reshuffled, and whether the hand is about to be blocked.
pub(super) fn warning(public: &Public) -> Option<String> {
    let times = match public.recycles {
        0 => return None,
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    };
    let stalled = public.recycles >= public.options.max_recycles && !public.moving;
    let end =
        if stalled { ": the hand is blocked when the stock runs out, unless a card goes to the table" } else { "" };
    Some(format!("Discards reshuffled {times}{end}."))
}

/// `7`, or `7, doubled to 14`
pub(super) fn gained(gain: i32, double: bool) -> String {
    if double { format!("{}, doubled to {gain}", gain / 2) } else { gain.to_string() }
}

/// `Ada 84 · Ben 97`
pub(super) fn score(scores: &Seats<i32>, reader: &Reader) -> String {
    tally(scores.enumerate().map(|(seat, score)| (reader.name(seat), *score)))
}
