//! Pegs and Jokers: two teams bring their pegs round a board of four, six or eight sides, moved by cards.
//!
//! The rules page beside this file explains the game; its sections are what refusals cite.

mod because;
mod bluff;
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
mod merit;
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
mod teach;
mod tell;
#[cfg(test)]
mod tests;
mod think;
mod track;
mod turn;
mod worth;

use super::cards::Card;
use super::game::{Parts, usual_parts};

pub use cards::Face;
pub use event::Event;
pub use illegal::Illegal;
pub use moves::{Move, Step};
pub use options::Options;
pub use plays::{Act, CardUse, Part, Source, Way};
pub use spots::{Moved, Peg, Spot};
pub use state::{Backs, Discard, Phase, Private, Public, Secret};
pub use track::Board;

/// Pegs and Jokers, in all its variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PegsAndJokers;

impl Parts for PegsAndJokers {
    const ID: &'static str = "pegs-and-jokers";
    const TITLE: &'static str = "Pegs and Jokers";
    const ELSEWHERE: &'static [&'static str] = &["Jokers and Pegs", "Marbles and Jokers", "Jokers and Marbles"];
    const COLOR: u32 = 0x00d3_5400;
    const FEELS: &'static str = "A family race in teams: home with five pegs, and woe to whoever meets a Joker.";
    const MINUTES: u16 = 45;
    const EMBLEM: &'static [&'static str] = &["KS", "XR", "AD"];
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = Backs;
    type Step = Step;
}
