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
mod tell;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use crate::cards::Card;
use crate::game::usual_parts;
use crate::{Awaiting, Chance, Facts, Game, Legal, Progress, Seat, Seats, Side, State};

use event::Event;
use illegal::Illegal;
use moves::{Move, Step};
use options::Options;
use state::{Backs, Private, Public, Secret};

pub struct KeyOfTheDoor;

impl Game for KeyOfTheDoor {
    const ID: &'static str = "key-of-the-door";
    const TITLE: &'static str = "Key of the Door";
    const COLOR: u32 = 0x00b0_8d2e;
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = Backs;
    type Step = Step;

    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "false_steal" | "bent_min_cards" => options.steal,
            "deals_2p" => !options.partners && options.deals == 0,
            // Never offered: it is for records of earlier programs.
            "idle_calls" => false,
            _ => true,
        }
    }

    fn seats(options: &Options) -> RangeInclusive<u8> {
        if options.partners { 4..=4 } else { 2..=5 }
    }

    fn sides(options: &Options, seats: u8) -> Seats<Side> {
        Seats::of(seats, |seat| state::side(options, seat))
    }

    fn pack(_options: &Options, _seats: u8) -> Vec<Card> {
        deal::pack()
    }

    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        deal::open(options, seats, first)
    }

    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        deal::deal(state, chance, facts)
    }

    fn awaiting(public: &Public) -> Awaiting {
        if public.over { Awaiting::Nobody } else { Awaiting::Turn(public.turn.seat) }
    }

    /// The seat on turn, and every opponent of the last card's player who may still call it bust.
    fn may_act(public: &Public, seat: Seat) -> bool {
        !public.over && (public.turn.seat == seat || public.may_call(seat))
    }

    /// A wrong call of bust leaves everybody else's buttons valid; only the caller's own moves have changed.
    fn window(public: &Public, seat: Option<Seat>, _moves: u32) -> u32 {
        2 * public.epoch + u32::from(seat.is_some_and(|seat| public.may_call(seat)))
    }

    fn backs(own: &Private) -> Backs {
        Backs { hand: own.hand.len() as u8, pile: own.pile }
    }

    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Move>,
        _chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress {
        play::apply(state, seat, m.get(), facts)
    }

    fn hand(public: &Public) -> u32 {
        public.deal
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.totals.clone()
    }
}
