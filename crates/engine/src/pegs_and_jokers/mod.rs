//! Pegs and Jokers: two teams bring their pegs round a board of four, six or eight sides, moved by cards.
//!
//! The rules page beside this file explains the game; its sections are what refusals cite.

mod board;
mod cards;
mod choices;
mod controls;
mod deal;
mod event;
mod fallback;
mod hand;
mod illegal;
mod imagine;
mod mover;
mod moves;
mod notation;
mod options;
mod phrases;
mod picture;
mod play;
mod plays;
mod read;
mod read_parts;
mod room;
mod split;
mod spots;
mod state;
mod study;
mod tell;
#[cfg(test)]
mod tests;
mod track;
mod turn;
mod worth;

use std::ops::RangeInclusive;

use super::cards::Card;
use super::game::usual_parts;
use super::{Awaiting, Chance, Facts, Game, Legal, Progress, Seat, Seats, Side, State};

pub use cards::Face;
pub use event::Event;
pub use illegal::Illegal;
pub use moves::{Move, Step};
pub use options::Options;
pub use plays::{Act, Part, Play, Source, Way};
pub use spots::{Moved, Peg, Spot};
pub use state::{Backs, Discard, Phase, Private, Public, Secret};
pub use track::Board;

/// Pegs and Jokers, in all its variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PegsAndJokers;

impl Game for PegsAndJokers {
    const ID: &'static str = "pegs-and-jokers";
    const TITLE: &'static str = "Pegs and Jokers";
    const COLOR: u32 = 0x00d3_5400;
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = Backs;
    type Step = Step;

    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "home_safe_from_doubt" => options.faces_down,
            "counting" => !options.faces_down,
            "joker_blocks_count" => options.free_turn().is_some(),
            // Never offered: it is for records of earlier programs.
            "drop_beside_count" => false,
            _ => true,
        }
    }

    fn seats(_options: &Options) -> RangeInclusive<u8> {
        4..=8
    }

    fn validate(options: &Options, seats: u8) -> Result<(), String> {
        options.validate(seats)
    }

    fn sides(_options: &Options, seats: u8) -> Seats<Side> {
        Seats::of(seats, state::side_of)
    }

    fn pack(options: &Options, seats: u8) -> Vec<Card> {
        cards::packs(options.packs(seats))
    }

    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        deal::open(options, seats, first)
    }

    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        play::Table { state, chance, facts }.deal()
    }

    fn awaiting(public: &Public) -> Awaiting {
        public.awaiting()
    }

    fn backs(own: &Private) -> Backs {
        Backs { hand: own.hand.len() }
    }

    fn lets_see(public: &Public, viewer: Seat, whose: Seat) -> bool {
        public.options.table_talk == options::TableTalk::Team && state::side_of(viewer) == state::side_of(whose)
    }

    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Move>,
        chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress {
        play::Table { state, chance, facts }.apply(seat, m.get())
    }

    fn hand(_public: &Public) -> u32 {
        1
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores()
    }
}
