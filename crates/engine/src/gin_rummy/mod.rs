//! Gin rummy for two, three and four.
//!
//! Scope: everything on the rules page `rules.md`, including knocks on one's honour and lay-offs by hand.
//! Hidden: hands and stocks. A turn is two moves, a draw and a discard or knock; when four play, two such tables go
//! on side by side.

mod board;
mod controls;
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
mod read;
mod scoring;
mod state;
mod study;
mod tell;

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use serde::Serialize;

pub use event::{AtTable, Dealt, EndBonus, Ending, Event, HandResult, HandScore, Refused, RoundResult};
pub use illegal::Illegal;
pub use moves::{Move, Plain, Step};
pub use options::{BigGin, IllegalKnock, LayOffs, NextDealer, Options, SpadeDoubles, ThreeDealer, ThreeScoring};
pub use state::{Discards, How, Knock, Phase, Player, Private, Public, Roles, Secret, Spread, Table};

use super::cards::Card;
use super::chance::Chance;
use super::game::{Awaiting, Game, Legal, Progress, State, Told, usual_parts};
use super::seats::{Seat, SeatSet, Seats, Side};

/// The facts of a gin table.
type Facts = Vec<Told<Event>>;

#[derive(Clone, Copy, Debug)]
pub struct GinRummy;

/// What everybody sees of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Backs {
    pub cards: u8,
}

impl Game for GinRummy {
    const ID: &'static str = "gin-rummy";
    const TITLE: &'static str = "Gin Rummy";
    const COLOR: u32 = 0x002e_8b57;
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    usual_parts!();

    type Card = Card;
    type Backs = Backs;
    type Step = Step;

    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "next_dealer" => options.players == 2,
            "three_dealer" | "three_scoring" | "swap_on_solo_win" | "rester_sees" => options.players == 3,
            "partners_talk" | "four_replay_dead" => options.players == 4,
            "knock_limit" => !options.oklahoma,
            "okla_spade_doubles" | "ace_gin_only" => options.oklahoma,
            _ => true,
        }
    }

    fn seats(options: &Options) -> RangeInclusive<u8> {
        options.players..=options.players
    }

    fn sides(_: &Options, seats: u8) -> Seats<Side> {
        Seats::of(seats, |seat| state::side(seats, seat))
    }

    fn pack(_: &Options, _: u8) -> Vec<Card> {
        Card::pack().collect()
    }

    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        state::open(options, seats, first)
    }

    /// With four players the even team deals at table 1, the odd one at table 2.
    fn first(seats: u8) -> Option<Seat> {
        (seats == 4).then(|| Seat::FIRST.next(seats))
    }

    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts) -> Progress {
        deal::deal(state, chance, facts)
    }

    fn awaiting(public: &Public) -> Awaiting {
        let asked: SeatSet = public.tables.iter().filter(|t| t.is_playing()).map(|t| t.turn).collect();
        match asked.iter().next() {
            None => Awaiting::Nobody,
            Some(seat) if asked.len() == 1 => Awaiting::Turn(seat),
            Some(_) => Awaiting::Turns(asked),
        }
    }

    fn may_act(public: &Public, seat: Seat) -> bool {
        public.on_turn(seat).is_some()
    }

    fn waits(public: &Public, seat: Seat) -> Option<Illegal> {
        illegal::waits(public, seat)
    }

    fn apart(public: &Public, seat: Seat) -> SeatSet {
        let others = public.tables.iter().filter(|table| !table.has(seat));
        let playing = others.flat_map(|table| table.players.iter().map(|player| player.seat));
        playing.filter(|_| public.tables.len() > 1).collect()
    }

    /// The two tables of four go on independently: a move at one leaves clicks at the other valid.
    fn window(public: &Public, seat: Option<Seat>, moves: u32) -> u32 {
        match seat.and_then(|seat| public.place(seat)) {
            Some(at) if public.tables.len() > 1 => public.tables[at].moves,
            _ => moves,
        }
    }

    fn backs(own: &Private) -> Backs {
        Backs { cards: own.hand.len() as u8 }
    }

    fn lets_see(public: &Public, viewer: Seat, whose: Seat) -> bool {
        public.lets_see(viewer, whose)
    }

    fn apply(state: &mut State<Self>, seat: Seat, m: Legal<Move>, _: &mut Chance, facts: &mut Facts) -> Progress {
        play::apply(state, seat, m.get(), facts)
    }

    fn hand(public: &Public) -> u32 {
        public.hand
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.finals.clone().unwrap_or_else(|| public.totals.clone())
    }

    fn totals(public: &Public) -> Seats<i32> {
        public.totals.clone()
    }

    fn may_void(options: &Options) -> bool {
        options.misdeal_bonus
    }

    fn void(state: &mut State<Self>, facts: &mut Facts) -> Progress {
        state.public.void(facts)
    }
}
