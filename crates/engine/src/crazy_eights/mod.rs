//! Crazy Eights with Jokers that cost the next player a turn, for two to seven players.
//!
//! Hidden: hands, the stock, and which cards are drawn. How many cards each holds is public, and that nothing fits when a
//! turn ends by itself.

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
mod state;
mod study;
mod teach;
mod tell;
#[cfg(test)]
mod tests;
mod think;

use crate::cards::Card;
use crate::game::{Parts, usual_parts};

use event::Event;
use illegal::Illegal;
use moves::Move;
use options::Options;
use state::{Private, Public, Secret};

pub struct CrazyEights;

impl Parts for CrazyEights {
    const ID: &'static str = "crazy-eights";
    const TITLE: &'static str = "Crazy Eights";
    const ELSEWHERE: &'static [&'static str] = &["Crazy 8s", "Eights"];
    const COLOR: u32 = 0x0013_8d90;
    const FEELS: &'static str = "Light and loud: match suit or rank, and name another suit when it hurts most.";
    const MINUTES: u16 = 15;
    const EMBLEM: &'static [&'static str] = &["8S", "8H", "8D", "8C"];
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = u8;
    type Step = Move;
}
