//! Brain Drain, after David Parlett: make the fifth card from four others by arithmetic; and its climb, Ascent.
//!
//! Nothing is hidden except the order of the stock, sealed answers, and the slips that a seat was forgiven. The
//! rules page for players is `rules.md`.

mod ascent;
mod board;
mod controls;
pub(crate) mod daily;
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
mod teach;
mod tell;
#[cfg(test)]
mod tests;
mod think;

pub use event::Event;
pub use illegal::Illegal;
pub use moves::{Move, Step};
pub use options::{Means, Mode, Options, Reading, Scheme, Score};
pub use state::{Backs, Climb, Laid, Past, Private, Public, Secret};

use super::cards::Card;
use super::game::{Parts, usual_parts};

/// The game.
pub struct BrainDrain;

impl Parts for BrainDrain {
    const ID: &'static str = "brain-drain";
    const TITLE: &'static str = "Brain Drain";
    const COLOR: u32 = 0x002e_86c1;
    const FEELS: &'static str = "A race of wits: make the target out of four numbers before anybody else does.";
    const MINUTES: u16 = 15;
    const EMBLEM: &'static [&'static str] = &["8S", "5H", "TD", "3C"];
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = Backs;
    type Step = Step;
}
