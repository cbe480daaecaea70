//! Brain Drain, after David Parlett: make the fifth card from four others by arithmetic; and its climb, Ascent.
//!
//! Nothing is hidden except the order of the stock, sealed answers, and the slips that a seat was forgiven. The
//! rules page for players is `rules.md`.

mod ascent;
mod board;
pub mod expr;
mod illegal;
pub mod judge;
mod options;
mod picture;
mod play;
pub mod read;
pub mod solve;
mod state;
mod study;
mod tell;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::ops::RangeInclusive;

pub use illegal::Illegal;
pub use options::{Limits, Mode, Options, Reading, Scheme, Score};
pub use state::{Backs, Climb, Event, Laid, Move, Past, Private, Public, Secret, Step};

use super::cards::{Card, CardSet};
use super::options::{Knob, Variant};
use super::{Awaiting, Chance, Choices, Facts, Game, Legal, Progress, Seat, SeatSet, Seats, State, View};
use play::Table;

/// The game.
pub struct BrainDrain;

impl Game for BrainDrain {
    const ID: &'static str = "brain-drain";
    const TITLE: &'static str = "Brain Drain";
    const COLOR: u32 = 0x002e_86c1;
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
        options::VARIANTS
    }

    fn matters(options: &Options, key: &str) -> bool {
        match key {
            "mode" | "win_cards" | "score" | "max_swaps" | "auto_skip_unsolvable" => !options.ascent,
            "ascent_last" => options.ascent,
            _ => true,
        }
    }

    fn knobs() -> &'static [Knob] {
        options::KNOBS
    }

    fn seats(_: &Options) -> RangeInclusive<u8> {
        2..=8
    }

    fn pack(_: &Options, _: u8) -> Vec<Card> {
        Card::pack().collect()
    }

    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        let public = Public {
            options: options.clone(),
            pack: 0,
            first,
            totals: Seats::of(seats, |_| 0),
            over: false,
            display: Default::default(),
            target: None,
            stock: Vec::new(),
            waste: Vec::new(),
            won: Seats::of(seats, |_| Vec::new()),
            barred: SeatSet::EMPTY,
            passed: SeatSet::EMPTY,
            sent: Default::default(),
            turn: first,
            swaps_left: 0,
            last_five: None,
            last_maker: None,
            fruitless: 0,
            window: 0,
            climb: None,
            past: None,
        };
        let own = Seats::of(seats, |_| Private::default());
        State { public, own, secret: Secret { stock: VecDeque::new() } }
    }

    fn options_of(public: &Public) -> &Options {
        &public.options
    }

    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        let seats = state.public.seats();
        let fresh = Self::pack(&state.public.options, seats);
        Table::new(state, chance, facts).deal(&fresh)
    }

    fn awaiting(public: &Public) -> Awaiting {
        public.awaiting()
    }

    fn waits(public: &Public, seat: Seat) -> Option<Illegal> {
        illegal::waits(public, seat)
    }

    fn window(public: &Public, _: Option<Seat>, _: u32) -> u32 {
        public.window
    }

    fn backs(own: &Private) -> Backs {
        Backs { answered: own.sealed.is_some() }
    }

    fn check(view: &View<'_, Self>, m: &Move) -> Result<(), Illegal> {
        illegal::check(view.public(), m)
    }

    fn choices(view: &View<'_, Self>, so_far: &[Step]) -> Choices<Self> {
        let asked = view.seat().is_some_and(|seat| Self::may_act(view.public(), seat));
        match so_far {
            [] if asked => Choices::steps(vec![Step::Pass]),
            [Step::Pass] if asked => Choices::done(Move::Pass),
            _ => Choices::none(),
        }
    }

    fn fallback(_: &View<'_, Self>) -> Move {
        Move::Pass
    }

    /// The stock is shuffled anew within what is known of its order; other seats' slips and sealed answers could be
    /// anything.
    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        let public = view.public().clone();
        let mut stock = VecDeque::new();
        for set in &public.stock {
            let mut cards: Vec<Card> = CardSet::iter(*set).collect();
            chance.shuffle(&mut cards);
            stock.extend(cards);
        }
        let grace = u32::from(public.options.typo_grace);
        let own = Seats::of(public.seats(), |seat| match view.own() {
            Some(own) if view.seat() == Some(seat) => own.clone(),
            _ => Private {
                slips: chance.below(grace + 1) as u8,
                sealed: public.sent.contains(&seat).then(|| some_move(&public, chance)),
            },
        });
        State { public, own, secret: Secret { stock } }
    }

    fn apply(
        state: &mut State<Self>,
        seat: Seat,
        m: Legal<Move>,
        chance: &mut Chance,
        facts: &mut Facts<Self>,
    ) -> Progress {
        Table::new(state, chance, facts).act(seat, m.get())
    }

    fn hand(public: &Public) -> u32 {
        public.pack
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores()
    }
}

/// What a seat may have sent: a pass, or a sum of the display in some order.
fn some_move(public: &Public, chance: &mut Chance) -> Move {
    let mut values: Vec<i64> = public.display.iter().map(|&card| public.options.values.value(card)).collect();
    chance.shuffle(&mut values);
    if chance.below(2) == 0 {
        return Move::Pass;
    }
    let sum = values.into_iter().map(|n| expr::Expr::Number(expr::Number::Small(n))).reduce(|a, b| {
        let op = if chance.below(2) == 0 { expr::Op::Add } else { expr::Op::Sub };
        expr::Expr::Apply(op, Box::new(a), Box::new(b))
    });
    sum.map_or(Move::Pass, |sum| Move::Solve(expr::Answer::new(sum)))
}
