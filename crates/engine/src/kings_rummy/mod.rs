//! King's Rummy: a rummy with the 64 cards of the King's Keys, in which the melds on the table may be rearranged.
//!
//! Scope: everything on the rules page `rules.md`. Hidden: hands and the order of the pile. A turn is one move, however
//! many melds it makes or changes.

mod asides;
mod board;
mod canonical;
mod controls;
mod deal;
mod draft;
mod event;
mod generate;
mod illegal;
mod imagine;
mod lays;
mod loose;
mod meld;
mod moves;
mod notation;
mod options;
mod outcome;
mod phrases;
mod picture;
mod play;
mod read;
mod rearrange;
mod settle;
mod shown;
mod state;
mod study;
mod tell;
#[cfg(test)]
mod tests;
mod tile;
mod turns;
mod way_out;

use std::ops::RangeInclusive;

use super::chance::Chance;
use super::game::{Awaiting, Facts, Game, Legal, Progress, State, usual_parts};
use super::seats::{Seat, Seats};

pub use event::{Event, Won};
pub use illegal::{Illegal, Use};
pub use moves::{Finish, Move, Part, Step, Turn};
pub use options::Options;
pub use state::{Phase, Private, Public, Secret};
pub use tile::{Tile, Tiles};

/// The rules of King's Rummy.
pub struct KingsRummy;

impl Game for KingsRummy {
    const ID: &'static str = "kings-rummy";
    const TITLE: &'static str = "King's Rummy";
    const COLOR: u32 = 0x007d_3c98;
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Tile;
    type Backs = u8;
    type Step = Step;

    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "double_counts_face_down" => options.double_on_one_turn,
            "swap_needs_valid_four" => options.table_rearrange == options::Rearrange::Full,
            _ => true,
        }
    }

    fn seats(_: &Options) -> RangeInclusive<u8> {
        2..=4
    }

    fn pack(_: &Options, _: u8) -> Vec<Tile> {
        Tile::pack().collect()
    }

    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        deal::open(options, seats, first)
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

    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Move>,
        chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress {
        play::apply(state, seat, m.get(), chance, facts)
    }

    fn hand(public: &Public) -> u32 {
        public.hand
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores.clone()
    }
}
