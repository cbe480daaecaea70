//! Klaberjass: 32 cards, two players, trumps in which the jack is highest.
//!
//! Scope: everything on the rules page `rules.md`. Hidden: hands and the stock.
//!
//! Source: McNeely, *Ultimate Book of Card Games* (variant `book`); the options are what other books and clubs play.

mod board;
mod controls;
mod deal;
mod event;
mod illegal;
mod imagine;
mod moves;
mod notation;
mod options;
mod phrases;
mod picture;
mod play;
mod rank;
mod scoring;
mod sequences;
mod state;
mod study;
mod tell;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use super::cards::Card;
use super::chance::Chance;
use super::game::{Awaiting, Facts, Game, Legal, Progress, State, usual_parts};
use super::seats::{Seat, Seats};

pub use event::{Event, Settled};
pub use illegal::Illegal;
pub use moves::Move;
pub use options::Options;
pub use state::{Phase, Private, Public, Secret};

pub struct Klaberjass;

impl Game for Klaberjass {
    const ID: &'static str = "klaberjass";
    const TITLE: &'static str = "Klaberjass";
    const COLOR: u32 = 0x00c0_392b;
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = u8;
    type Step = Move;

    fn seats(_: &Options) -> RangeInclusive<u8> {
        2..=2
    }

    fn pack(_: &Options, _: u8) -> Vec<Card> {
        rank::pack().collect()
    }

    fn open(options: &Options, _: u8, first: Seat) -> State<Self> {
        deal::open(options, first)
    }

    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        deal::deal(state, chance, facts)
    }

    fn awaiting(public: &Public) -> Awaiting {
        match public.phase {
            Phase::Over { .. } => Awaiting::Nobody,
            _ => Awaiting::Turn(public.turn),
        }
    }

    fn backs(own: &Private) -> u8 {
        own.hand.len() as u8
    }

    fn apply(state: &mut State<Self>, seat: Seat, m: Legal<Move>, _: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        play::apply(state, seat, m.get(), facts)
    }

    fn hand(public: &Public) -> u32 {
        public.hand
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores.clone()
    }
}
