//! Gin rummy for two, three and four.
//!
//! Scope: everything on the rules page `rules.md`, including knocks on one's honour and lay-offs by hand.
//! Hidden: hands and stocks. A turn is two moves, a draw and a discard or knock; when four play, two such tables go
//! on side by side.

mod board;
mod controls;
pub(crate) mod daily;
pub mod deadwood;
mod deal;
mod event;
mod illegal;
mod imagine;
pub mod melds;
mod moves;
mod notation;
mod options;
mod phrases;
mod picture;
mod play;
mod race;
mod read;
mod scoring;
mod state;
mod study;
mod teach;
mod tell;
mod think;

#[cfg(test)]
mod tests;

pub use event::{AtTable, Dealt, EndBonus, Ending, Event, HandResult, HandScore, KnockRefused, RoundResult};
pub use illegal::Illegal;
pub use moves::{Move, Plain, Step};
pub use options::{BigGin, IllegalKnock, LayOffs, NextDealer, Options, SpadeDoubles, ThreeDealer, ThreeScoring};
pub use state::{Backs, Discards, How, Knock, Phase, Player, Private, Public, Roles, Secret, Spread, Table};

use super::cards::Card;
use super::game::{Parts, usual_parts};

/// The facts of a gin table.
type Facts = super::Facts<GinRummy>;

#[derive(Clone, Copy, Debug)]
pub struct GinRummy;

impl Parts for GinRummy {
    const ID: &'static str = "gin-rummy";
    const TITLE: &'static str = "Gin Rummy";
    const ELSEWHERE: &'static [&'static str] = &["Gin"];
    const COLOR: u32 = 0x002e_8b57;
    const FEELS: &'static str = "Tense and quick to learn: collect sets and runs, and knock before the other does.";
    const MINUTES: u16 = 25;
    const EMBLEM: &'static [&'static str] = &["5S", "6S", "7S", "QH", "QD", "QC"];
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = Backs;
    type Step = Step;
}
