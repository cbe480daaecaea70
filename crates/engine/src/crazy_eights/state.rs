//! The drawers of a position.

use arrayvec::ArrayVec;
use serde::Serialize;

use super::CrazyEights;
use super::options::{AfterJoker, EmptyStock, Options};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::seats::{Seat, Seats};
use crate::{Awaiting, Turns};

/// Cards in an order, the whole pack at most.
pub type Cards = ArrayVec<Card, 54>;

/// What everybody may read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Public {
    pub options: Options,
    /// Which hand, from 1.
    pub hand: u32,
    /// Who plays first in this hand; the seat before it deals.
    pub first: Seat,
    pub scores: Seats<i32>,
    pub turn: Seat,
    /// Is the match over?
    pub over: bool,
    /// The discards, first discarded first.
    pub pile: Cards,
    /// How many cards the stock has.
    pub stock: u8,
    /// Those at its bottom that were turned up to start and buried, lowest first.
    pub buried: Cards,
    /// The suit in force. Where neither it nor a rank is, any card fits.
    pub suit: Option<Suit>,
    /// The rank in force.
    pub rank: Option<Rank>,
    /// Does play go round counter-clockwise?
    pub backward: bool,
    /// How many cards are owed for twos.
    pub owed: u8,
    /// Has the seat on turn drawn in this turn?
    pub drawn: bool,
    /// Passes in a row by seats that had not drawn.
    pub passes: u8,
    #[serde(skip)]
    pub clues: Clues,
}

/// What an attentive table knows of the cards that nobody sees.
#[derive(Clone, PartialEq, Debug)]
pub struct Clues {
    /// What the rest of the stock is out of: any card, or the discards that it was made of.
    pub stock: CardSet,
    /// Cards that a seat was seen to draw and has not played.
    pub held: Seats<CardSet>,
    /// Cards that a seat has shown not to hold; forgotten when it draws.
    pub lacked: Seats<CardSet>,
}

/// What one seat may read.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Private {
    pub hand: CardSet,
}

/// What nobody may read.
#[derive(Clone, PartialEq, Default)]
pub struct Secret {
    /// The stock, its top card last.
    pub stock: Cards,
}

impl Turns for CrazyEights {
    fn options_of(public: &Public) -> &Options {
        &public.options
    }

    fn awaiting(public: &Public) -> Awaiting {
        if public.over { Awaiting::Nobody } else { Awaiting::Turn(public.turn) }
    }

    fn backs(own: &Private) -> u8 {
        own.hand.len() as u8
    }

    fn hand(public: &Public) -> u32 {
        public.hand
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores.clone()
    }
}

/// The whole pack in a fixed order.
pub(super) fn pack(options: &Options) -> Cards {
    let jokers = [Card::RED_JOKER, Card::BLACK_JOKER].into_iter().take(usize::from(options.jokers));
    Card::pack().chain(jokers).collect()
}

pub(super) fn is_eight(card: Card) -> bool {
    card.rank() == Some(Rank::EIGHT)
}

/// What a card counts at the end of a hand.
pub(super) fn worth(card: Card, options: &Options) -> i32 {
    match card.rank() {
        None => options.joker_points,
        Some(Rank::EIGHT) => 50,
        Some(rank) => i32::from(rank.number().min(10)),
    }
}

/// What some cards count together.
pub(super) fn count(cards: CardSet, options: &Options) -> i32 {
    cards.iter().map(|card| worth(card, options)).sum()
}

impl Public {
    pub(super) fn seats(&self) -> u8 {
        self.scores.count()
    }

    pub(super) fn dealer(&self) -> Seat {
        self.first.prev(self.seats())
    }

    /// The seat whose turn comes next.
    pub(super) fn next(&self) -> Seat {
        if self.backward { self.turn.prev(self.seats()) } else { self.turn.next(self.seats()) }
    }

    /// Does its player name a suit with this card?
    pub(super) fn names_suit(&self, card: Card) -> bool {
        is_eight(card) || card.is_joker() && self.options.joker_then == AfterJoker::Name
    }

    /// Does it cost the next player a turn?
    pub(super) fn skips(&self, card: Card) -> bool {
        card.is_joker() || self.options.queens_skip && card.rank() == Some(Rank::QUEEN)
    }

    /// Does it make the next player draw?
    pub(super) fn makes_draw(&self, card: Card) -> bool {
        self.options.twos_draw && card.rank() == Rank::new(2)
    }

    pub(super) fn fits(&self, card: Card) -> bool {
        let in_force = || match (self.suit, self.rank) {
            (None, None) => true,
            (suit, rank) => suit == Some(card.suit()) || rank == card.rank(),
        };
        match self.owed {
            0 => card.is_joker() || is_eight(card) || in_force(),
            _ => card.is_joker() || self.makes_draw(card),
        }
    }

    /// Those of some cards that fit.
    pub(super) fn fitting(&self, cards: impl IntoIterator<Item = Card>) -> CardSet {
        cards.into_iter().filter(|card| self.fits(*card)).collect()
    }

    /// How many of the discards a new stock is made of: not the top card, nor what lies right under the jokers there.
    pub(super) fn reusable(&self) -> usize {
        let plain = self.pile.iter().rposition(|card| !card.is_joker());
        if self.options.stock == EmptyStock::Stop { 0 } else { plain.unwrap_or(0) }
    }

    /// Is there a card to draw, now or after the stock is made again?
    pub(super) fn has_cards(&self) -> bool {
        self.stock > 0 || self.reusable() > 0
    }

    /// May the seat on turn draw, with these cards?
    pub(super) fn may_draw(&self, hand: CardSet) -> bool {
        let free = || !self.options.force_play || self.fitting(hand).is_empty();
        self.owed > 0 || !self.drawn && self.has_cards() && free()
    }

    /// May the seat on turn pass, with these cards?
    pub(super) fn may_pass(&self, hand: CardSet) -> bool {
        match self.drawn {
            _ if self.owed > 0 => false,
            true => !self.options.forced(),
            false => !self.has_cards() && self.fitting(hand).is_empty(),
        }
    }
}
