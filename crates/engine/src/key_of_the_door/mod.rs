//! Key of the Door, David Parlett's game of making keys that count 21, for two to five players.
//!
//! Where 21 must be claimed, sums are the players' own affair: nothing public tells what a key counts. Whether a
//! claim, a steal or a call of bust is right is decided from all the cards when it is played.

mod board;
mod controls;
mod deal;
mod event;
mod illegal;
mod imagine;
mod keys;
mod moves;
mod notation;
mod options;
mod phrases;
mod picture;
mod play;
mod read;
mod state;
mod study;
mod sums;
mod teach;
mod tell;
#[cfg(test)]
mod tests;
mod think;

use crate::cards::Card;
use crate::game::{Parts, usual_parts};

use event::Event;
use illegal::Illegal;
use moves::{Move, Step};
use options::Options;
use state::{Backs, Private, Public, Secret};

pub struct KeyOfTheDoor;

impl Parts for KeyOfTheDoor {
    const ID: &'static str = "key-of-the-door";
    const TITLE: &'static str = "Key of the Door";
    const COLOR: u32 = 0x00b0_8d2e;
    const FEELS: &'static str = "Puzzling: count to 21 on shared keys, and steal what another has left one card short.";
    const MINUTES: u16 = 20;
    const EMBLEM: &'static [&'static str] = &["JH", "8H", "5C", "7S"];
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = Backs;
    type Step = Step;
}
