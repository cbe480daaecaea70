//! Brain Drain, after David Parlett: make the fifth card from four others by arithmetic; and its climb, Ascent.
//!
//! Nothing is hidden except the order of the stock, sealed answers, and the slips that a seat was forgiven. The
//! rules page for players is `rules.md`.

mod ascent;
mod board;
mod controls;
mod deal;
mod event;
pub mod expr;
mod illegal;
mod imagine;
pub mod judge;
mod moves;
mod notation;
mod options;
mod phrases;
mod picture;
mod play;
pub mod read;
pub mod solve;
mod state;
mod study;
mod tell;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

pub use event::Event;
pub use illegal::Illegal;
pub use moves::{Move, Step};
pub use options::{Limits, Mode, Options, Reading, Scheme, Score};
pub use state::{Backs, Climb, Laid, Past, Private, Public, Secret};

use super::cards::Card;
use super::game::usual_parts;
use super::{Awaiting, Chance, Facts, Game, Legal, Progress, Seat, Seats, State};
use play::Table;

/// The game.
pub struct BrainDrain;

impl Game for BrainDrain {
    const ID: &'static str = "brain-drain";
    const TITLE: &'static str = "Brain Drain";
    const COLOR: u32 = 0x002e_86c1;
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = Backs;
    type Step = Step;

    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "mode" | "win_cards" | "score" | "max_swaps" | "auto_skip_unsolvable" => !options.ascent,
            "ascent_last" => options.ascent,
            _ => true,
        }
    }

    fn seats(_: &Options) -> RangeInclusive<u8> {
        2..=8
    }

    fn pack(_: &Options, _: u8) -> Vec<Card> {
        Card::pack().collect()
    }

    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        deal::open(options, seats, first)
    }

    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        let seats = state.public.seats();
        let fresh = Self::pack(&state.public.options, seats);
        Table::new(state, chance, facts).deal(&fresh)
    }

    fn awaiting(public: &Public) -> Awaiting {
        public.awaiting()
    }

    fn waits(public: &Public, seat: Seat) -> Option<Illegal> {
        illegal::waits(public, seat)
    }

    fn window(public: &Public, _: Option<Seat>, _: u32) -> u32 {
        public.window
    }

    fn backs(own: &Private) -> Backs {
        Backs { answered: own.sealed.is_some() }
    }

    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Move>,
        chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress {
        Table::new(state, chance, facts).act(seat, m.get())
    }

    fn hand(public: &Public) -> u32 {
        public.pack
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores()
    }
}
