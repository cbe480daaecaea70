//! A Brain Drain table in its three drawers.

use std::collections::VecDeque;

use super::BrainDrain;
use arrayvec::ArrayVec;
use serde::Serialize;

use super::expr::Answer;
use super::judge::Puzzle;
use super::moves::Move;
use super::options::{Mode, Options, Score};
use crate::cards::{Card, CardSet};
use crate::{Awaiting, Seat, SeatSet, Seats, Turns};

/// What only Ascent has.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Climb {
    /// The number to be made, from 1.
    pub target: u8,
    /// The seats that have failed at it.
    pub failed: SeatSet,
    /// Points scored in this pack.
    pub points: Seats<i32>,
    /// Who made each number so far, and what it scored. For pictures only: programs were told when it happened.
    #[serde(skip)]
    pub made: Vec<(Seat, i32)>,
}

/// The cards that a puzzle was made of, for pictures.
#[derive(Clone, PartialEq, Debug)]
pub struct Laid {
    /// The four that answers use.
    pub display: ArrayVec<Card, 4>,
    /// The card to be made; none in Ascent.
    pub target: Option<Card>,
    /// Are the same four to make the next target? Then nobody may read how they make this one.
    pub stays: bool,
}

/// How a target ended, for pictures.
#[derive(Clone, PartialEq, Debug)]
pub struct Past {
    /// Who took it; nobody if it was missed.
    pub by: Option<Seat>,
    /// The equation; none if nobody made it.
    pub answer: Option<Answer>,
    /// What was to be made.
    pub puzzle: Puzzle,
    /// The cards.
    pub laid: Laid,
}

/// What everybody may read: everything except the order of the stock, sealed answers, and the slips that a seat was
/// forgiven.
#[derive(Clone, PartialEq, Serialize)]
pub struct Public {
    /// The knobs of this table.
    pub options: Options,
    /// Which pack, from 1; 0 before the first deal.
    pub pack: u32,
    /// Who begins this pack.
    pub first: Seat,
    /// Points of the packs that are over.
    pub totals: Seats<i32>,
    pub over: bool,
    /// The cards that answers use; in Ascent the tops of the piles, S H D C.
    pub display: ArrayVec<Card, 4>,
    /// The card to be made and won; none in Ascent.
    pub target: Option<Card>,
    /// The stock as far as it is known, from the top: each set lies in unknown order, so a set of one is a known card.
    pub stock: Vec<CardSet>,
    /// The waste, in Ascent the covered cards, in the order in which they were laid away.
    pub waste: Vec<Card>,
    /// The cards that each seat has won.
    pub won: Seats<Vec<Card>>,
    /// The seats that may not answer any more for this target, after a wrong answer.
    pub barred: SeatSet,
    /// The seats that have passed.
    pub passed: SeatSet,
    /// The seats whose sealed answer is in, in the order of sending.
    pub sent: ArrayVec<Seat, 8>,
    /// Whose turn it is, if there are turns.
    pub turn: Seat,
    /// How many more targets this display may be given.
    pub swaps_left: u8,
    /// With only five cards left: how many of them have failed as targets.
    pub last_five: Option<u8>,
    /// Who made the last equation.
    pub last_maker: Option<Seat>,
    /// Targets in a row that nobody made, including those given away for a wrong answer; in Ascent, failures in a row.
    pub fruitless: u8,
    /// Grows with each change of target or turn.
    pub window: u32,
    pub climb: Option<Climb>,
    /// How the last target ended. For pictures only: programs were told when it happened.
    #[serde(skip)]
    pub past: Option<Past>,
    /// Cards that lay open before, the last ones last. By them an answer that comes too late is known.
    #[serde(skip)]
    pub gone: Vec<Puzzle>,
}

impl Public {
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.won.count()
    }

    /// How many cards the stock has.
    #[must_use]
    pub fn stock_count(&self) -> u32 {
        self.stock.iter().map(|set| set.len()).sum()
    }

    /// The number to be made; 0 if there is none.
    #[must_use]
    pub fn number(&self) -> i64 {
        match (&self.climb, self.target) {
            (Some(climb), _) => i64::from(climb.target),
            (None, Some(card)) => self.options.values.value(card),
            (None, None) => 0,
        }
    }

    /// What is to be made of what; `None` between packs.
    #[must_use]
    pub fn puzzle(&self) -> Option<Puzzle> {
        let cards: [Card; 4] = self.display.as_slice().try_into().ok()?;
        let values = cards.map(|card| self.options.values.value(card));
        Some(Puzzle { values, target: self.number(), limits: self.options.limits() })
    }

    /// The cards that lie open.
    #[must_use]
    pub fn laid(&self) -> Laid {
        Laid { display: self.display.clone(), target: self.target, stays: false }
    }

    /// Notes what the cards were that lie open, before they change.
    pub(super) fn note_gone(&mut self) {
        if let Some(puzzle) = self.puzzle() {
            keep(&mut self.gone, puzzle);
        }
    }

    /// The seats that may still answer or pass for this target, regardless of whose turn it is.
    #[must_use]
    pub fn open(&self) -> SeatSet {
        let sent: SeatSet = self.sent.iter().copied().collect();
        SeatSet::first(self.seats()).minus(self.barred).minus(self.passed).minus(sent)
    }

    /// Do the seats act one after another?
    #[must_use]
    pub fn in_turns(&self) -> bool {
        self.climb.is_some() || self.options.mode == Mode::Turns
    }

    #[must_use]
    pub fn sealed(&self) -> bool {
        self.climb.is_none() && self.options.mode == Mode::Sealed
    }

    pub(super) fn awaiting(&self) -> Awaiting {
        if self.over {
            Awaiting::Nobody
        } else if self.in_turns() {
            Awaiting::Turn(self.turn)
        } else if self.sealed() {
            Awaiting::Sealed(self.open())
        } else {
            Awaiting::Race(self.open())
        }
    }

    /// What each seat has scored in this pack.
    #[must_use]
    pub fn pack_scores(&self) -> Seats<i32> {
        if let Some(climb) = &self.climb {
            return climb.points.clone();
        }
        let values = self.options.values;
        Seats::of(self.seats(), |seat| match self.options.score {
            Score::Cards => self.won[seat].len() as i32,
            Score::Face => self.won[seat].iter().map(|&card| values.value(card) as i32).sum(),
        })
    }

    /// Running totals; once the match is over, the final ones.
    #[must_use]
    pub fn scores(&self) -> Seats<i32> {
        if self.over {
            return self.totals.clone();
        }
        let pack = self.pack_scores();
        Seats::of(self.seats(), |seat| self.totals[seat] + pack[seat])
    }

    /// How many cards have been won in this pack.
    #[must_use]
    pub fn won_count(&self) -> usize {
        self.won.iter().map(Vec::len).sum()
    }
}

/// What one seat may read: its own slips and its sealed answer.
#[derive(Clone, PartialEq, Default, Serialize)]
pub struct Private {
    /// Answers with the wrong cards that it was forgiven for this target.
    pub slips: u8,
    /// Its sealed answer, until it is judged.
    pub sealed: Option<Move>,
    /// The answers that it has sent, the last ones last. By them one that is sent again is known.
    #[serde(skip)]
    pub told: Vec<Answer>,
}

impl Private {
    /// For the next target.
    pub(super) fn begin_anew(&mut self) {
        self.slips = 0;
        self.sealed = None;
    }

    pub(super) fn note(&mut self, answer: &Answer) {
        keep(&mut self.told, answer.clone());
    }
}

/// How much is kept of what was before: more than can be under way at once.
const KEPT: usize = 32;

fn keep<T>(all: &mut Vec<T>, new: T) {
    if all.len() >= KEPT {
        all.remove(0);
    }
    all.push(new);
}

/// What nobody may read.
#[derive(Clone, PartialEq)]
pub struct Secret {
    /// The stock, its top first.
    pub(super) stock: VecDeque<Card>,
}

/// What everybody sees of a seat's drawer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Backs {
    /// Is its sealed answer in?
    pub answered: bool,
}

impl Turns for BrainDrain {
    fn options_of(public: &Public) -> &Options {
        &public.options
    }

    fn awaiting(public: &Public) -> Awaiting {
        public.awaiting()
    }

    fn window(public: &Public, _: Option<Seat>, _: u32) -> u32 {
        public.window
    }

    fn backs(own: &Private) -> Backs {
        Backs { answered: own.sealed.is_some() }
    }

    fn hand(public: &Public) -> u32 {
        public.pack
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores()
    }
}
