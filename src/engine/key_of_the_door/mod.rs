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
mod picture;
mod play;
mod state;
mod study;
mod sums;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use serde_json::Value;

use crate::engine::cards::Card;
use crate::engine::picture::{Picture, Zone};
use crate::engine::{
    Awaiting, BoardText, Boards, Chance, Choices, Control, Controls, Facts, Game, Knob, Legal, Moment, Names,
    Narration, Notation, Pictures, Progress, Seat, Seats, Side, State, Study, Unreadable, Variant, View,
};

use event::Event;
use illegal::Illegal;
use moves::{Move, Step};
use options::{Busts, Options};
use state::{Backs, Private, Public, Secret};

/// The game.
pub struct KeyOfTheDoor;

impl Game for KeyOfTheDoor {
    const ID: &'static str = "key-of-the-door";
    const TITLE: &'static str = "Key of the Door";
    const COLOR: u32 = 0x00b0_8d2e;
    const RULES_REV: u16 = 1;
    const RULES: &'static str = include_str!("rules.md");

    type Options = Options;
    type Card = Card;
    type Public = Public;
    type Private = Private;
    type Secret = Secret;
    type Backs = Backs;
    type Move = Move;
    type Step = Step;
    type Event = Event;
    type Illegal = Illegal;

    fn variants() -> &'static [Variant<Options>] {
        &options::VARIANTS
    }

    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "false_steal" | "bent_min_cards" => options.steal,
            "deals_2p" => !options.partners && options.deals == 0,
            _ => true,
        }
    }

    fn knobs() -> &'static [Knob] {
        &options::KNOBS
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

    fn options_of(public: &Public) -> &Options {
        &public.options
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

    fn check(view: &View<'_, Self>, m: &Move) -> Result<(), Illegal> {
        moves::check(view, m)
    }

    fn choices(view: &View<'_, Self>, so_far: &[Step]) -> Choices<Self> {
        moves::choices(view, so_far)
    }

    fn fallback(view: &View<'_, Self>) -> Move {
        moves::fallback(view)
    }

    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        imagine::imagine(view, chance)
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

impl Notation for KeyOfTheDoor {
    fn say(m: &Move) -> String {
        notation::say(m)
    }

    fn read(view: &View<'_, Self>, text: &str) -> Result<Move, Unreadable> {
        notation::read(view, text)
    }

    /// A call of bust does not depend on whose turn it is.
    fn waits_with(view: &View<'_, Self>, text: &str) -> Option<Illegal> {
        let call = notation::read(view, text).ok().filter(|m| matches!(m, Move::Bust(_)))?;
        moves::check(view, &call).err()
    }

    fn describe(view: &View<'_, Self>, m: &Move) -> String {
        board::describe(view, m)
    }

    fn likelihood(view: &View<'_, Self>, m: &Move) -> i32 {
        board::likelihood(view, m)
    }

    /// Where cards past 21 are refused, no card is ever bust.
    fn is_idle(view: &View<'_, Self>, m: &Move) -> bool {
        matches!(m, Move::Bust(_)) && view.public().options.bust == Busts::Refuse
    }

    fn demonstrate(view: &View<'_, Self>) -> Option<Move> {
        board::right_claim(view)
    }
}

impl Narration for KeyOfTheDoor {
    fn name_of_a_deal(_public: &Public) -> &'static str {
        "deal"
    }

    fn house_rules(options: &Options) -> String {
        options.house_rules()
    }

    fn tell(event: &Event, names: &Names) -> String {
        event::tell(event, names)
    }

    fn moment(event: &Event) -> Moment {
        event::moment(event)
    }
}

impl Boards for KeyOfTheDoor {
    fn board(view: &View<'_, Self>, names: &Names) -> BoardText {
        board::board(view, names)
    }

    fn hand_text(view: &View<'_, Self>, names: &Names) -> String {
        let _ = names;
        board::hand(view)
    }
}

impl Pictures for KeyOfTheDoor {
    fn picture(view: &View<'_, Self>, names: &Names) -> Picture {
        picture::picture(view, names)
    }

    fn hand_picture(view: &View<'_, Self>, names: &Names) -> Vec<Zone> {
        let _ = names;
        picture::hand(view)
    }

    fn showdown(event: &Event, names: &Names) -> Vec<Zone> {
        picture::showdown(event, names)
    }
}

impl Controls for KeyOfTheDoor {
    fn controls(view: &View<'_, Self>, so_far: &[Step]) -> Vec<Control> {
        controls::controls(view, so_far)
    }

    fn shared_controls(public: &Public) -> Vec<Control> {
        controls::shared(public)
    }
}

impl Study for KeyOfTheDoor {
    fn study(question: &Value) -> Result<Value, String> {
        study::study(question)
    }
}
