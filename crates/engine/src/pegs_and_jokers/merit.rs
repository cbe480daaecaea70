//! What a position is worth to a side: how far its pegs have to go, how far the opponents' have, and what may be lost
//! before the next turn. Counted in tenths of a step.

use std::ops::ControlFlow;

use super::cards::{Face, Faces};
use super::mover::{Begin, Mover};
use super::options::{AcePlus, Options, Split9, Ten};
use super::plays::{Act, CardUse};
use super::spots::{COME_OUT, IN_SPOT, Log, PEGS, Peg, SIDE, Spot};
use super::track::Board;
use crate::{Seat, SeatSet};

const STEP: i32 = 10;
/// What waiting for a card that brings a peg out costs.
const WAITING: i32 = 12 * STEP;
/// What waiting for the exact card that leads home costs.
const ENTERING: i32 = 5 * STEP;
/// What it costs that a peg at home has to move up once more.
const MOVING_UP: i32 = 3 * STEP;
/// What a turn is worth.
pub(super) const TURN: i32 = 7 * STEP;

/// In a thousand, how often an opponent holds a certain rank, a card that goes ten, one that brings a peg out, a joker.
const RANK: i32 = 350;
const TENS: i32 = 850;
const OUTS: i32 = 850;
const JOKERS: i32 = 150;
/// How much more often a peg is reached by a part of a split.
const BY_SEVEN: i32 = 80;
const BY_NINE: i32 = 120;
const BY_TEN: i32 = 250;

/// The farthest that one card goes.
const REACH: usize = 12;

/// In hundredths: how much of what an opponent could take counts as lost, and how much of what could be done next counts
/// as done.
const DANGER: i32 = 60;
const NEXT: i32 = 35;
const AFTER_NEXT: i32 = 15;

/// How a side looks at boards.
pub(super) struct Judge<'a> {
    options: &'a Options,
    player: Seat,
    team: SeatSet,
    ahead: [i32; REACH],
    behind: [i32; REACH],
}

impl<'a> Judge<'a> {
    pub(super) fn new(options: &'a Options, player: Seat, team: SeatSet) -> Self {
        let (ahead, behind) = reaches(options);
        Self { options, player, team, ahead, behind }
    }

    /// How much further the opponents have to go than this side.
    pub(super) fn lead(&self, board: &Board) -> i32 {
        let signed = |colour: Seat| {
            let cost = distance(board, self.options, colour);
            if self.team.contains(colour) { -cost } else { cost }
        };
        Seat::all(board.seats()).map(signed).sum()
    }

    /// The lead less what is in danger.
    pub(super) fn standing(&self, board: &Board) -> i32 {
        self.lead(board) - DANGER * self.danger(board) / 100
    }

    /// What this side may expect to lose if every opponent hits what can be hit.
    fn danger(&self, board: &Board) -> i32 {
        let ours = self.team.iter().flat_map(Peg::of);
        let of = |peg: Peg| {
            let hole = board.at(peg).hole()?;
            Some(self.odds(board, hole) * self.loss(board, peg) / 1000)
        };
        ours.filter_map(of).sum()
    }

    /// What a peg of the track loses if it is sent back.
    pub(super) fn loss(&self, board: &Board, peg: Peg) -> i32 {
        let of = |spot| cost(board, self.options, peg.colour(), spot);
        (of(Spot::START) - of(board.at(peg))).max(0)
    }

    /// In a thousand: how likely an opponent can hit this hole with the next card.
    fn odds(&self, board: &Board, hole: u8) -> i32 {
        let mut safe = 1000 - JOKERS;
        for colour in Seat::all(board.seats()).filter(|colour| !self.team.contains(*colour)) {
            for spot in board.places(colour) {
                if let Some(there) = spot.hole() {
                    let odds = self.reach(board.ahead(there, hole), board.ahead(hole, there));
                    safe = safe * (1000 - odds) / 1000;
                }
            }
            if hole == Board::come_out(colour) && board.in_start(colour).is_some() {
                safe = safe * (1000 - OUTS) / 1000;
            }
        }
        1000 - safe
    }

    fn reach(&self, ahead: u8, behind: u8) -> i32 {
        let odds = |table: &[i32; REACH], steps: u8| table.get(usize::from(steps)).copied().unwrap_or(0);
        odds(&self.ahead, ahead).max(odds(&self.behind, behind))
    }

    /// What the cards that are left promise for the next turns.
    pub(super) fn promise(&self, board: &Board, hand: Faces) -> i32 {
        let mover = Mover::on(board, self.options, self.player);
        let now = self.lead(board);
        let (mut best, mut second) = (None, None);
        for face in hand.iter() {
            let gain = self.best_of(&mover, face).map(|lead| lead - now);
            if gain > best {
                (best, second) = (gain, best);
            } else if gain > second {
                second = gain;
            }
        }
        (NEXT * best.unwrap_or(-TURN) + AFTER_NEXT * second.unwrap_or(0)) / 100 + self.kept(&mover, hand)
    }

    /// The best lead after one peg's move with a card.
    fn best_of(&self, mover: &Mover<'_>, face: Face) -> Option<i32> {
        let mut best = None;
        let mut look = |act| {
            if let Ok(after) = mover.play(&CardUse { face, act }, &mut Log::new()) {
                best = best.max(Some(self.lead(&after)));
            }
        };
        let _all_seen = mover.plain_starts(face, |begin| {
            match begin {
                Begin::Whole(act) => look(act),
                Begin::Joker(source) => mover.targets(source).for_each(|hole| look(Act::Jump(source, hole))),
                Begin::Split(_) | Begin::Swap(_) => {}
            }
            ControlFlow::Continue(())
        });
        best
    }

    /// What it is worth to hold these cards, whatever they can do at once.
    fn kept(&self, mover: &Mover<'_>, hand: Faces) -> i32 {
        let waits = mover.colours.iter().any(|colour| mover.board.in_start(colour).is_some());
        let worth = |face: Face| match face.number() {
            14 => 15 * STEP,
            1 | 11..=13 if waits => 5 * STEP,
            8 => 4 * STEP,
            1 => 2 * STEP,
            7 | 9 => 2 * STEP,
            _ => STEP,
        };
        hand.iter().map(worth).sum()
    }
}

/// How far the pegs of a colour have to go.
pub(super) fn distance(board: &Board, options: &Options, colour: Seat) -> i32 {
    let places = board.places(colour);
    let home = |n: u8| places.contains(&Spot::home(n));
    let empty_beyond = |n: u8| (n + 1..=PEGS).any(|deeper| !home(deeper));
    let moving_up = (1..PEGS).filter(|&n| home(n) && empty_beyond(n)).count() as i32;
    places.iter().map(|spot| cost(board, options, colour, *spot)).sum::<i32>() + MOVING_UP * moving_up
}

/// How far a peg has to go to the middle of its home; five in their places come to nothing.
fn cost(board: &Board, options: &Options, colour: Seat, spot: Spot) -> i32 {
    let lap = i32::from(board.length()) * STEP;
    let middle = i32::from(PEGS / 2 + 1) * STEP;
    if let Some(n) = spot.home_number() {
        return middle - i32::from(n) * STEP;
    }
    let Some(hole) = spot.hole() else {
        return lap - i32::from(COME_OUT - IN_SPOT) * STEP + middle + ENTERING + WAITING;
    };
    let on = i32::from(board.ahead(hole, Board::in_spot(colour))) * STEP;
    let offset = board.ahead(colour.number() * SIDE, hole);
    let saved = if (IN_SPOT + 1..=COME_OUT + 3).contains(&offset) {
        // Eight back leads to the in-spot or in front of it, and saves nearly a lap.
        let back = i32::from(COME_OUT + IN_SPOT - offset) * STEP + TURN;
        (on - back) * by_going_back(options) / 100
    } else {
        0
    };
    on - saved + middle + ENTERING
}

/// In hundredths: how often a peg that could save a lap by going back will.
fn by_going_back(options: &Options) -> i32 {
    let nines = if options.split9 == Split9::Off { 0 } else { 8 };
    let tens = if options.ten == Ten::Split { 10 } else { 0 };
    20 + nines + tens
}

/// By steps: how often an opponent that far behind, or that far ahead, has the card to hit.
fn reaches(options: &Options) -> ([i32; REACH], [i32; REACH]) {
    let (mut ahead, mut behind) = ([0; REACH], [0; REACH]);
    for steps in 1..10 {
        let sevens = if steps < 7 { BY_SEVEN } else { 0 };
        let nines = if steps < 9 && options.split9 != Split9::Off { BY_NINE } else { 0 };
        let tens = if options.ten == Ten::Split { BY_TEN } else { 0 };
        ahead[steps] = if steps == 8 { 0 } else { RANK + sevens } + nines + tens;
        behind[steps] = if steps == 8 { RANK } else { 0 } + nines + tens;
    }
    ahead[10] = TENS;
    if options.ace_plus == AcePlus::Nc {
        ahead[11] = RANK;
        behind[1] += RANK;
    }
    if options.ten == Ten::Minus1 {
        behind[1] += RANK;
    }
    (ahead, behind)
}
