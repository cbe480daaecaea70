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
mod seer;
mod sequences;
mod solve;
mod state;
mod study;
mod teach;
mod tell;
#[cfg(test)]
mod tests;
mod think;

use super::cards::Card;
use super::game::{Parts, usual_parts};

pub use event::{Event, Settled};
pub use illegal::Illegal;
pub use moves::Move;
pub use options::Options;
pub use seer::sees_all;
pub use state::{Phase, Private, Public, Secret};

pub struct Klaberjass;

impl Parts for Klaberjass {
    const ID: &'static str = "klaberjass";
    const TITLE: &'static str = "Klaberjass";
    const ELSEWHERE: &'static [&'static str] = &["Klob", "Clobyosh", "Clabber", "Kalabrias", "Bela", "Belotte"];
    const COLOR: u32 = 0x00c0_392b;
    const FEELS: &'static str =
        "Sharp: few cards, many decisions. Make trumps, show your sequences, win the last trick.";
    const MINUTES: u16 = 30;
    const EMBLEM: &'static [&'static str] = &["JH", "9H", "AH", "TH"];
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = u8;
    type Step = Move;
}
