//! What happens, and how it is told.

use serde::Serialize;

use crate::engine::cards::Card;
use crate::engine::words::{counted, tally};
use crate::engine::{Moment, Names, Seat, SeatSet, Seats, Side, figure};

use super::keys::{Header, Place};
use super::state::Won;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A deal begins.
    Dealt {
        /// The number of the deal, from 1.
        deal: u32,
        /// How many deals the match has.
        of: u32,
        /// Who dealt.
        dealer: Seat,
        /// Who plays first.
        first: Seat,
    },
    /// A card was played face up.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
        /// On which key.
        key: Place,
    },
    /// A card was laid face down.
    LaidDown {
        /// By whom.
        seat: Seat,
        /// On which key.
        key: Place,
    },
    /// A card was discarded.
    Discarded {
        /// By whom.
        seat: Seat,
        /// Which.
        card: Card,
    },
    /// Told to its player alone: the card drawn.
    Drew {
        /// Which.
        card: Card,
    },
    /// A seat passed: a turn without a card.
    Passed {
        /// Whose.
        seat: Seat,
    },
    /// A key was taken, claimed or stolen.
    Won {
        /// By whom.
        seat: Seat,
        /// Where it lay.
        key: Place,
        /// Its header.
        header: Header,
        /// Its cards, the header counted.
        cards: u8,
        /// What it scores.
        points: i32,
        /// Was it stolen?
        stolen: bool,
        /// If it was stolen: what was wrong with it, which is no longer a secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        fault: Option<Fault>,
    },
    /// A claim of 21 was wrong.
    WrongClaim {
        /// Whose.
        seat: Seat,
        /// On which key.
        key: Place,
    },
    /// The next key opens.
    Opened {
        /// Where.
        key: Place,
        /// Its header.
        header: Header,
    },
    /// A suit has no header left and no Joker waits.
    Closed {
        /// Which.
        key: Place,
    },
    /// A steal failed. Nothing more is said: while its last card can still be called, the key may be sound, or past
    /// 21 because of that card.
    StealFailed {
        /// Who tried.
        seat: Seat,
        /// Which key.
        key: Place,
        /// What it costs.
        penalty: i32,
        /// Can its last card still be called bust?
        callable: bool,
        /// Are there cards enough on it to be past 21? Programs can tell that from the table.
        #[serde(skip)]
        can_be_past: bool,
        /// Are there no more steals this turn?
        last: bool,
    },
    /// A card was called bust and goes back.
    TakenBack {
        /// Whose card.
        seat: Seat,
        /// Who called.
        by: Seat,
        /// Which card.
        card: Card,
        /// From which key.
        key: Place,
    },
    /// A card was called bust but is not.
    WrongCall {
        /// Who called.
        seat: Seat,
        /// On which key.
        key: Place,
    },
    /// A deal ended.
    DealOver {
        /// Which.
        deal: u32,
        /// Its keys, in the order in which they were won.
        won: Vec<Won>,
        /// Points lost by false steals, by seat.
        penalties: Seats<i32>,
        /// What each seat made.
        points: Seats<i32>,
        /// Totals, by side.
        totals: Seats<i32>,
    },
}

/// Why a key can be stolen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It counted 21, and nobody claimed that.
    Unclaimed,
    /// It is past 21.
    Bust,
    /// It can never count 21 any more.
    Bent,
}

impl Fault {
    const fn words(self) -> &'static str {
        match self {
            Self::Unclaimed => "with one card counted twice it made 21, and nobody claimed it",
            Self::Bust => "it was past 21",
            Self::Bent => "it was bent: 21 was out of reach",
        }
    }
}

/// What kind of fact it is.
pub(super) const fn moment(event: &Event) -> Moment {
    match event {
        Event::Dealt { .. } => Moment::Deal,
        Event::DealOver { .. } => Moment::Result,
        Event::Played { .. }
        | Event::LaidDown { .. }
        | Event::Discarded { .. }
        | Event::Drew { .. }
        | Event::Passed { .. }
        | Event::Won { .. }
        | Event::WrongClaim { .. }
        | Event::Opened { .. }
        | Event::Closed { .. }
        | Event::StealFailed { .. }
        | Event::TakenBack { .. }
        | Event::WrongCall { .. } => Moment::Passing,
    }
}

/// "1 point", "12 points".
pub(super) fn points(n: i32) -> String {
    counted(n, "point")
}

/// "the ♠ J key", "Joker key 1".
fn full_name(key: Place, header: Header) -> String {
    match key {
        Place::Suit(suit) => format!("the {} {} key", suit.sign(), header.letter()),
        Place::Joker(_) => key.name(),
    }
}

/// What happened, in words.
pub(super) fn tell(event: &Event, names: &Names) -> String {
    let of = |seat: &Seat| names.of(*seat);
    match event {
        Event::Dealt { deal, of: all, dealer, first } => {
            format!("Deal {deal} of {all}: {} dealt, {} plays first.", of(dealer), of(first))
        }
        Event::Played { seat, card, key: Place::Suit(_) } => format!("{} played {}.", of(seat), card.pretty()),
        Event::Played { seat, card, key } => format!("{} played {} on {}.", of(seat), card.pretty(), key.name()),
        Event::LaidDown { seat, key } => format!("{} laid a card face down on {}.", of(seat), key.name()),
        Event::Discarded { seat, card } => format!("{} discarded {}.", of(seat), card.pretty()),
        Event::Drew { card } => format!("You drew {}.", card.pretty()),
        Event::Passed { seat } => format!("{} passed.", of(seat)),
        Event::Won { seat, key, header, cards, points: n, stolen, fault } => {
            let how = if *stolen { "stole" } else { "made 21 and won" };
            let why = fault.map_or_else(String::new, |fault| format!(" ({})", fault.words()));
            let cards = counted(*cards, "card");
            let closed = match (key, header) {
                (Place::Suit(suit), Header::King) => format!(" {} is closed.", suit.sign()),
                _ => String::new(),
            };
            format!("{} {how} {}{why}: {cards}, {}.{closed}", of(seat), full_name(*key, *header), points(*n))
        }
        Event::WrongClaim { seat, key } => format!("{} claimed 21 on {}, wrongly.", of(seat), key.name()),
        Event::Opened { key: key @ Place::Joker(_), .. } => {
            let name = key.name();
            format!("{name} opened.")
        }
        Event::Opened { key, header } => format!("Next comes {}.", full_name(*key, *header)),
        Event::Closed { .. } => "No Joker is left to open a key.".to_owned(),
        Event::StealFailed { seat, key, penalty, callable, can_be_past, last } => {
            let unless =
                if *callable && *can_be_past { ", unless its last card is bust, which has to be called" } else { "" };
            let cost = if *penalty > 0 { format!(" That costs {}.", points(*penalty)) } else { String::new() };
            let last = if *last { " No more steals this turn." } else { "" };
            format!("{} tried to steal {}: nothing is wrong with it{unless}.{cost}{last}", of(seat), key.name())
        }
        Event::TakenBack { seat, by, card, .. } => {
            format!("{} called {} bust: {} takes it back and plays again.", of(by), card.pretty(), of(seat))
        }
        Event::WrongCall { seat, key } => format!("{} called {} bust, wrongly.", of(seat), key.name()),
        Event::DealOver { deal, won, penalties, points, totals } => {
            let (sides, seats) = (totals.count(), points.count());
            let mut made = Seats::of(sides, |_| 0);
            points.enumerate().for_each(|(seat, n)| made[side_of(seat, sides)] += n);
            let each = made.iter().zip(0..).map(|(n, side)| (side_name(Side(side), sides, seats, names), *n));
            let mut lines = vec![format!("Deal {deal} is over and brings {}.", tally(each))];
            lines.extend(points.enumerate().map(|(seat, n)| score_line(seat, *n, won, penalties[seat], names)));
            lines.push(totals_line(totals, points.count(), names));
            lines.join("\n")
        }
    }
}

/// `Ada  29: ♠J 4, ♥Q 10, Joker 15`.
fn score_line(seat: Seat, points: i32, won: &[Won], penalty: i32, names: &Names) -> String {
    let parts = parts(seat, won, penalty);
    let parts = if parts.is_empty() { "no keys".to_owned() } else { parts.join(", ") };
    format!("  {}  {}: {parts}", names.of(seat), figure(points))
}

/// What a seat's points of a deal are made of: `♠J 4`, `Joker 15`, `false steals −5`.
pub(super) fn parts(seat: Seat, won: &[Won], penalty: i32) -> Vec<String> {
    let name_of = |won: &Won| match won.key {
        Place::Suit(suit) => format!("{}{}", suit.sign(), won.header.letter()),
        Place::Joker(_) => "Joker".to_owned(),
    };
    let mut parts: Vec<String> =
        won.iter().filter(|won| won.by == seat).map(|won| format!("{} {}", name_of(won), won.points)).collect();
    if penalty > 0 {
        parts.push(format!("false steals −{penalty}"));
    }
    parts
}

/// `In all: Ada 48 · Ben 12`, or by partnerships.
fn totals_line(totals: &Seats<i32>, seats: u8, names: &Names) -> String {
    let all: Vec<String> = totals
        .iter()
        .zip(0..)
        .map(|(n, side)| format!("{} {}", side_name(Side(side), totals.count(), seats, names), figure(*n)))
        .collect();
    format!("In all: {}", all.join(" · "))
}

/// The side that this seat's points count for.
const fn side_of(seat: Seat, sides: u8) -> Side {
    Side(seat.number() % sides)
}

/// The names of a side: one, or both partners.
pub(super) fn side_name(side: Side, sides: u8, seats: u8, names: &Names) -> String {
    let members: SeatSet = Seat::all(seats).filter(|&seat| side_of(seat, sides) == side).collect();
    names.list(members)
}
