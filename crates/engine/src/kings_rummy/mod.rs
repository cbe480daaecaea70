//! King's Rummy: a rummy with the 64 cards of the King's Keys, in which the melds on the table may be rearranged.
//!
//! Scope: everything on the rules page `rules.md`. Hidden: hands and the order of the pile. A turn is one move, however
//! many melds it makes or changes.

mod arranged;
mod asides;
mod because;
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
mod teach;
mod tell;
#[cfg(test)]
mod tests;
mod think;
mod tile;
mod turns;
mod way_out;

use super::game::{Parts, usual_parts};

pub use event::{Event, Won};
pub use illegal::{Illegal, Use};
pub use moves::{Finish, Move, Part, Step, Turn};
pub use options::Options;
pub use state::{Phase, Private, Public, Secret};
pub use tile::{Tile, Tiles};

/// The rules of King's Rummy.
pub struct KingsRummy;

impl Parts for KingsRummy {
    const ID: &'static str = "kings-rummy";
    const TITLE: &'static str = "King's Rummy";
    const ELSEWHERE: &'static [&'static str] = &["King's Keys"];
    const COLOR: u32 = 0x007d_3c98;
    const FEELS: &'static str = "For tinkerers: everything on the table may be taken apart and put together anew.";
    const MINUTES: u16 = 30;
    const EMBLEM: &'static [&'static str] = &["1KY", "2KY", "3KY", "4KY"];
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Tile;
    type Backs = u8;
    type Step = Step;
}
