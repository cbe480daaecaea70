//! A position: what everybody may read, what one seat may read, and what nobody may.

use serde::Serialize;

use super::KeyOfTheDoor;
use crate::cards::{Card, CardSet};
use crate::{Awaiting, Seat, SeatSet, Seats, Side, Turns};

use super::keys::{KeyPlace, Laid, Opener, Table};
use super::options::{Busts, Claims, Options};

/// What everybody may read.
#[derive(Clone, PartialEq, Serialize)]
pub struct Public {
    pub options: Options,
    /// Which deal, from 1; 0 before the first.
    pub deal: u32,
    /// How many deals the match has.
    pub deals: u32,
    pub dealer: Seat,
    /// Whose turn it is, and what has happened in it.
    pub turn: Turn,
    /// How many turns in succession were passed.
    pub passes: u8,
    /// The keys.
    pub table: Table,
    /// Keys won in this deal, in order.
    pub won: Vec<Won>,
    /// Cards discarded in this deal, in order.
    pub discards: Vec<Card>,
    /// The card that may still be taken back.
    pub window: Option<Callable>,
    /// Points lost in this deal by false steals, by seat.
    pub penalties: Seats<i32>,
    /// Points of the deals before this one, by side.
    pub totals: Seats<i32>,
    pub over: bool,
    /// What anyone who has watched can know; it is shown to nobody.
    #[serde(skip)]
    pub notes: Notes,
    /// Counts everything that changes what a click means.
    #[serde(skip)]
    pub epoch: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Turn {
    /// Whose turn it is.
    pub seat: Seat,
    /// Is the seat playing again after it had to take a card back?
    pub replay: bool,
    /// Has a steal failed, so that no more are allowed this turn?
    pub barred: bool,
}

impl Turn {
    /// A new turn.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        Self { seat, replay: false, barred: false }
    }
}

/// A face-up card just played: until the next play or pass, opponents may call it bust.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Callable {
    /// Who played it.
    pub by: Seat,
    /// The key on which it is the last card.
    pub key: KeyPlace,
    pub callers: SeatSet,
    /// Did its player draw a card since?
    pub drew: bool,
}

/// A key that was won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Won {
    pub by: Seat,
    /// Where it lay.
    pub key: KeyPlace,
    pub header: Opener,
    /// How many numerals, face-down ones counted.
    pub count: u8,
    /// What it scores.
    pub points: i32,
    pub stolen: bool,
    /// Its numerals, where the options let everybody look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<Laid>>,
}

/// What follows from the cards and plays that everybody saw, kept for imagining what nobody saw.
#[derive(Clone, PartialEq)]
pub struct Notes {
    /// Numerals seen face up on keys and among the discards, this deal.
    pub played: CardSet,
    /// Cards known to be in a hand: those taken back into it.
    pub known: Seats<CardSet>,
    /// Cards known not to be in a hand: what its player would have had to play.
    pub lacks: Seats<CardSet>,
    /// For each card that a seat laid face down, the cards that it may be.
    pub buried: Seats<Vec<CardSet>>,
    /// Seats that have seen the top card of their pile: it was drawn and put back.
    pub peeked: SeatSet,
}

impl Notes {
    /// Nothing seen yet.
    #[must_use]
    pub fn none(seats: u8) -> Self {
        Self {
            played: CardSet::EMPTY,
            known: Seats::of(seats, |_| CardSet::EMPTY),
            lacks: Seats::of(seats, |_| CardSet::EMPTY),
            buried: Seats::of(seats, |_| Vec::new()),
            peeked: SeatSet::EMPTY,
        }
    }
}

impl Public {
    /// Must players claim 21 themselves? If so, sums and faults are shown nowhere.
    #[must_use]
    pub fn called(&self) -> bool {
        self.options.claims == Claims::Called
    }

    /// Are cards that go past 21 refused? They always are for a player who has taken a card back.
    #[must_use]
    pub fn strict(&self) -> bool {
        self.turn.replay || self.options.bust == Busts::Refuse
    }

    #[must_use]
    pub fn seats(&self) -> u8 {
        self.penalties.count()
    }

    /// The side of a seat: partners sit opposite each other.
    #[must_use]
    pub fn side(&self, seat: Seat) -> Side {
        side(&self.options, seat)
    }

    /// The last card, while somebody may call it bust.
    #[must_use]
    pub fn callable(&self) -> Option<Callable> {
        self.window.filter(|window| self.options.bust == Busts::Honour && !window.callers.is_empty())
    }

    /// Could that many cards on a key, whichever they are, come to more than 21? Two numerals never do.
    #[must_use]
    pub fn can_be_past(&self, place: KeyPlace) -> bool {
        self.table.key(place).is_some_and(|key| key.cards.len() > 2)
    }

    /// Are cards called bust at this table? Where those that go past 21 are refused there is nothing to call.
    #[must_use]
    pub fn has_calls(&self) -> bool {
        self.options.bust == Busts::Honour || self.options.idle_calls
    }

    /// May this seat call the last card bust?
    #[must_use]
    pub fn may_call(&self, seat: Seat) -> bool {
        self.has_calls() && self.window.is_some_and(|window| window.callers.contains(seat))
    }

    /// What a seat has made in this deal so far: its keys, less its penalties.
    #[must_use]
    pub fn points(&self, seat: Seat) -> i32 {
        let keys: i32 = self.won.iter().filter(|won| won.by == seat).map(|won| won.points).sum();
        keys - self.penalties[seat]
    }
}

/// The side of a seat.
#[must_use]
pub fn side(options: &Options, seat: Seat) -> Side {
    Side(if options.partners { seat.number() % 2 } else { seat.number() })
}

/// What one seat may read.
#[derive(Clone, PartialEq, Serialize)]
pub struct Private {
    pub hand: CardSet,
    /// Cards that this seat laid face down in this deal, on open keys or keys won since.
    pub buried: CardSet,
    /// How many cards lie on its draw pile.
    pub pile: u8,
    /// The card drawn after the last play.
    pub drawn: Option<Card>,
    /// The top card of its pile, if it was drawn and had to be put back.
    pub top: Option<Card>,
}

impl Private {
    /// A hand, and a pile of this many cards.
    #[must_use]
    pub const fn with(hand: CardSet, pile: u8) -> Self {
        Self { hand, buried: CardSet::EMPTY, pile, drawn: None, top: None }
    }
}

/// What nobody may read: the draw piles, each with its top card last.
#[derive(Clone, PartialEq)]
pub struct Secret {
    /// By seat; empty unless two play.
    pub piles: Seats<Vec<Card>>,
}

/// What everybody sees of a seat's cards.
#[derive(PartialEq, Eq, Serialize)]
pub struct Backs {
    /// How many are in the hand.
    pub hand: u8,
    /// How many are on the draw pile.
    pub pile: u8,
}

impl Turns for KeyOfTheDoor {
    fn options_of(public: &Public) -> &Options {
        &public.options
    }

    fn awaiting(public: &Public) -> Awaiting {
        if public.over { Awaiting::Nobody } else { Awaiting::Turn(public.turn.seat) }
    }

    /// The seat on turn, and every opponent of the last card's player who may still call it bust.
    fn may_act(public: &Public, seat: Seat) -> bool {
        !public.over && (public.turn.seat == seat || public.may_call(seat))
    }

    /// A wrong call of bust leaves everybody else's buttons valid; only the caller's own moves have changed.
    fn window(public: &Public, seat: Option<Seat>, _moves: u32) -> u32 {
        2 * public.epoch + u32::from(seat.is_some_and(|seat| public.may_call(seat)))
    }

    fn backs(own: &Private) -> Backs {
        Backs { hand: own.hand.len() as u8, pile: own.pile }
    }

    fn hand(public: &Public) -> u32 {
        public.deal
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.totals.clone()
    }
}
