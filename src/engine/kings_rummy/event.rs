//! What happens at the table, and how it is told.

use serde::{Serialize, Serializer};

use super::moves::Part;
use super::read::say_part;
use super::tile::{Tile, Tiles};
use crate::engine::seats::{Seat, Seats};
use crate::engine::words::{Moment, Names, counted, list, tally};

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A hand was dealt.
    Dealt {
        /// Which hand.
        hand: u32,
        /// Who dealt.
        dealer: Seat,
        /// The first discard.
        up: Option<Tile>,
    },
    /// To one seat: the cards it was dealt.
    Cards {
        /// The cards.
        cards: Tiles,
    },
    /// The discards were turned over.
    TurnedOver {
        /// How many cards the new pile has.
        cards: u8,
    },
    /// The hand is blocked: nobody scores, and the same player deals again.
    Blocked {
        /// Match scores.
        scores: Seats<i32>,
    },
    /// A card was drawn from the pile.
    Drew {
        /// By whom.
        seat: Seat,
    },
    /// To one seat: the card it drew.
    DrewCard {
        /// The card.
        card: Tile,
    },
    /// The top discard was taken.
    Took {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Tile,
    },
    /// A turn was played.
    Played {
        /// By whom.
        seat: Seat,
        /// What was done on the table, in canonical notation.
        #[serde(serialize_with = "texts")]
        parts: Vec<Part>,
        /// The discard.
        dropped: Option<Tile>,
        /// Did the last card go face down?
        face_down: bool,
    },
    /// A player has few cards left.
    Few {
        /// Who.
        seat: Seat,
        /// How many.
        cards: u32,
    },
    /// A hand was won.
    Won(Box<Won>),
}

/// How a hand was won.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Won {
    /// By whom.
    pub seat: Seat,
    /// Does it count double?
    pub double: bool,
    /// The others' cards.
    pub hands: Seats<Tiles>,
    /// What the winner scores.
    pub gain: i32,
    /// Match scores.
    pub scores: Seats<i32>,
}

fn texts<S: Serializer>(parts: &[Part], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(parts.iter().map(|part| say_part(*part)))
}

/// What kind of fact it is.
pub(super) const fn moment(event: &Event) -> Moment {
    match event {
        Event::Dealt { .. } => Moment::Deal,
        Event::Won(_) | Event::Blocked { .. } => Moment::Result,
        Event::Cards { .. }
        | Event::TurnedOver { .. }
        | Event::Drew { .. }
        | Event::DrewCard { .. }
        | Event::Took { .. }
        | Event::Played { .. }
        | Event::Few { .. } => Moment::Passing,
    }
}

/// What happened, in words.
pub(super) fn tell(event: &Event, names: &Names) -> String {
    let name = |seat: &Seat| names.of(*seat);
    match event {
        Event::Dealt { hand, dealer, up } => {
            let up = up.map_or_else(String::new, |card| format!(" The first discard was {card}."));
            format!("Hand {hand}: {} dealt ten cards each.{up}", name(dealer))
        }
        // These need no words: the hand is shown above and says which card was just drawn.
        Event::Cards { .. } | Event::DrewCard { .. } => String::new(),
        Event::TurnedOver { cards } => {
            format!("The discards were shuffled into a new pile of {}.", counted(*cards, "card"))
        }
        Event::Blocked { scores } => {
            format!(
                "The pile is empty and is not made anew: the hand is blocked. Nobody scores, and the same player deals \
                 again.\n{}",
                score(scores, names)
            )
        }
        Event::Drew { seat } => format!("{} drew from the pile.", name(seat)),
        Event::Took { seat, card } => format!("{} took {card} from the discards.", name(seat)),
        Event::Played { seat, parts, dropped, face_down } => played(name(seat), parts, *dropped, *face_down),
        Event::Few { seat, cards } => format!("{} has {} left.", name(seat), counted(*cards, "card")),
        Event::Won(won) => tell_won(won, names),
    }
}

fn played(name: &str, parts: &[Part], dropped: Option<Tile>, face_down: bool) -> String {
    let mut all = parts_in_words(parts, "laid", in_words);
    match dropped {
        Some(card) => all.push(format!("discarded {card}")),
        None if face_down => all.push("put the last card face down".to_owned()),
        None => all.push("had no card left".to_owned()),
    }
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { format!("{name} {last}.") } else { format!("{name} {} and {last}.", all.join(", ")) }
}

/// The parts of a turn in words. The melds that it lays come last, under one verb: `laid 1KG 2SR 3CY and 2AB 2CB 2SB`.
pub(super) fn parts_in_words(parts: &[Part], laid: &str, in_words: fn(Part) -> String) -> Vec<String> {
    let lay = |part: &Part| if let Part::Lay(cards) = part { Some(cards.to_string()) } else { None };
    let melds: Vec<String> = parts.iter().filter_map(lay).collect();
    let others = parts.iter().filter(|part| lay(part).is_none()).map(|part| in_words(*part));
    let lays = (!melds.is_empty()).then(|| format!("{laid} {}", list(&melds)));
    others.chain(lays).collect()
}

/// `laid 1KG 2SR 3CY`.
fn in_words(part: Part) -> String {
    match part {
        Part::Pull { meld, card } => format!("took {card} off meld {}", meld + 1),
        Part::Swap { meld, card, out } => format!("put {card} into meld {} in place of {out}", meld + 1),
        Part::Shift { from, to, card } => format!("moved {card} from meld {} to meld {}", from + 1, to + 1),
        Part::Add { meld, card } => format!("added {card} to meld {}", meld + 1),
        Part::Lay(cards) => format!("laid {cards}"),
    }
}

fn tell_won(won: &Won, names: &Names) -> String {
    let why = if won.double { " because everything went down in one turn" } else { "" };
    let gained = gained(won.gain, won.double);
    let mut lines = vec![format!("{} went out and scores {gained}{why}.", names.of(won.seat))];
    for (seat, hand) in won.hands.enumerate().filter(|(seat, _)| *seat != won.seat) {
        lines.push(format!("{} was left with {hand}: {}.", names.of(seat), hand.value()));
    }
    lines.push(score(&won.scores, names));
    lines.join("\n")
}

/// `7`, or `7, doubled to 14`
pub(super) fn gained(gain: i32, double: bool) -> String {
    if double { format!("{}, doubled to {gain}", gain / 2) } else { gain.to_string() }
}

/// `Ada 84 · Ben 97`
pub(super) fn score(scores: &Seats<i32>, names: &Names) -> String {
    tally(scores.enumerate().map(|(seat, score)| (names.of(seat), *score)))
}
