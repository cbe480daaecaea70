//! Cards split between two pegs: which parts there are, and in which order they are written.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::cards::Face;
use super::illegal::Illegal;
use super::mover::{Leg, Mover, phase_colour};
use super::plays::Part;
use super::room::Room;
use super::spots::{Log, PEGS, Peg, Spot};
use super::track::Board;
use crate::{Seat, SeatSet};

/// How a card is cut in two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitKind {
    /// Both forward, together seven.
    Seven,
    /// One forward, one back, together nine.
    Nine,
    /// Each either way, together ten.
    Ten,
}

/// Whose pegs the parts may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Those of the colour that the player is moving.
    Own,
    /// Any of the team's.
    Team,
    /// Anybody's.
    Any,
}

/// A card that can be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    pub kind: SplitKind,
    /// Between whose pegs.
    pub whose: Whose,
}

impl Split {
    /// The steps that a first part may have.
    const fn firsts(self) -> &'static [i8] {
        match self.kind {
            SplitKind::Seven => &[1, 2, 3, 4, 5, 6],
            SplitKind::Nine => &[1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, -4, -5, -6, -7, -8],
            SplitKind::Ten => &[1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -2, -3, -4, -5, -6, -7, -8, -9],
        }
    }

    /// The steps that complete a first part; the second number is 0 if there is only one answer.
    pub const fn seconds(self, first: i8) -> [i8; 2] {
        match self.kind {
            SplitKind::Seven => [7 - first, 0],
            SplitKind::Nine if first > 0 => [first - 9, 0],
            SplitKind::Nine => [9 + first, 0],
            SplitKind::Ten => [10 - first.abs(), first.abs() - 10],
        }
    }

    /// May it run on to a partner's peg?
    const fn runs_on(self, mover: &Mover<'_>) -> bool {
        mover.options.split_into_partner && matches!(self.whose, Whose::Own)
    }

    const fn colours(self, mover: &Mover<'_>) -> SeatSet {
        match self.whose {
            Whose::Own => SeatSet::one(mover.colour),
            Whose::Team => mover.team,
            Whose::Any => SeatSet::first(mover.board.seats()),
        }
    }
}

/// A set of pegs, one bit each.
#[derive(Clone, Copy)]
struct Pegs(u64);

impl Pegs {
    const NONE: Self = Self(0);

    const fn of_colour(colour: Seat) -> Self {
        Self(0b1_1111 << Peg::new(colour, 0).index())
    }

    fn of_colours(colours: SeatSet) -> Self {
        colours.iter().map(Self::of_colour).fold(Self::NONE, Self::or)
    }

    const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    const fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    const fn has(self, peg: Peg) -> bool {
        self.0 >> peg.index() & 1 == 1
    }

    fn iter(self) -> impl DoubleEndedIterator<Item = Peg> {
        let used = (u64::BITS - self.0.leading_zeros()) as u8;
        Peg::all(used.div_ceil(PEGS)).filter(move |&peg| self.has(peg))
    }
}

/// A card that can be split, with the pegs that may take part.
pub struct Cut<'m> {
    mover: &'m Mover<'m>,
    split: Split,
    /// Those that could move before the first part.
    free: Pegs,
}

impl<'m> Cut<'m> {
    /// Finds the pegs that could move.
    #[must_use]
    pub fn new(mover: &'m Mover<'m>, split: Split) -> Self {
        let colours = if split.runs_on(mover) { mover.team } else { split.colours(mover) };
        let mut free = 0;
        for colour in colours.iter() {
            let places = mover.board.places(colour);
            let home: u8 = places.iter().filter_map(|spot| spot.home_number()).map(|n| 1 << n).sum();
            for (peg, spot) in Peg::of(colour).zip(places) {
                let moves_up = |n: u8| n < PEGS && home >> (n + 1) & 1 == 0 && mover.team.contains(colour);
                let moves = spot.hole().is_some() || spot.home_number().is_some_and(moves_up);
                free |= u64::from(moves) << peg.index();
            }
        }
        Self { mover, split, free: Pegs(free) }
    }

    /// The pegs that a split can begin with, in canonical order.
    pub fn beginners(&self) -> impl Iterator<Item = Peg> {
        self.free.iter().filter(|&peg| self.begins(peg, |_| ControlFlow::Break(())).is_break())
    }

    /// Visits the first parts that a peg can play and that can be completed, in canonical order.
    pub fn begins(&self, peg: Peg, mut visit: impl FnMut(&Half<'m>) -> ControlFlow<()>) -> ControlFlow<()> {
        let (mover, split) = (self.mover, self.split);
        let may = self.free.has(peg) && split.colours(mover).contains(peg.colour());
        let Some(room) = mover.room(peg).filter(|_| may) else { return ControlFlow::Continue(()) };
        for &steps in split.firsts() {
            for first in mover.legs(mover.board, peg, &room, steps).into_iter().flatten() {
                if let Some(half) = Half::begin(mover, split, first).filter(|half| half.can_finish(self)) {
                    visit(&half)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A split whose first part is played.
pub struct Half<'m> {
    mover: &'m Mover<'m>,
    split: Split,
    first: Leg,
    after: Board,
    /// The colours that the second part may move.
    colours: SeatSet,
    /// The colours that the first part moved or pushed.
    moved: SeatSet,
    /// Did it hit nobody?
    quiet: bool,
}

impl<'m> Half<'m> {
    /// Plays a first part.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn play(mover: &'m Mover<'m>, face: Face, split: Split, part: Part, log: &mut Log) -> Result<Self, Illegal> {
        if !split.firsts().contains(&part.steps) {
            return Err(Illegal::SplitSum(face));
        }
        if !split.colours(mover).contains(part.peg.colour()) {
            return Err(Illegal::NotYours(part.peg, split.colours(mover)));
        }
        let to = mover.resolve(mover.board, part)?;
        let mut after = *mover.board;
        after.go(part.peg, to, mover.team, log)?;
        Ok(Self::after(mover, split, Leg { part, to }, after, log))
    }

    fn after(mover: &'m Mover<'m>, split: Split, first: Leg, after: Board, log: &Log) -> Self {
        let mut colours = split.colours(mover);
        if split.runs_on(mover) && after.all_home(mover.colour) {
            colours = colours.with(phase_colour(&after, mover.player));
        }
        let moved = log.iter().map(|moved| moved.peg.colour()).collect();
        Self { mover, split, first, after, colours, moved, quiet: log.len() == 1 }
    }

    /// The first part played, where it is legal.
    fn begin(mover: &'m Mover<'m>, split: Split, first: Leg) -> Option<Self> {
        let mut log = Log::new();
        let mut after = *mover.board;
        after.go(first.part.peg, first.to, mover.team, &mut log).ok()?;
        Some(Self::after(mover, split, first, after, &log))
    }

    #[must_use]
    pub const fn first(&self) -> Part {
        self.first.part
    }

    /// The position after the first part.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.after
    }

    /// The pegs that can play the second part, in canonical order.
    pub fn second_pegs(&self, cut: &Cut<'_>) -> impl Iterator<Item = Peg> {
        self.candidates(cut).iter().filter(|&peg| self.has_second(peg))
    }

    /// Is there a second part? Higher pegs are tried first: for them, no order has to be compared.
    fn can_finish(&self, cut: &Cut<'_>) -> bool {
        self.candidates(cut).iter().rev().any(|peg| self.has_second(peg))
    }

    /// Those that could move before, and those of colours that the first part moved.
    fn candidates(&self, cut: &Cut<'_>) -> Pegs {
        cut.free.or(Pegs::of_colours(self.moved)).and(Pegs::of_colours(self.colours))
    }

    fn has_second(&self, peg: Peg) -> bool {
        let same = !self.moved.contains(peg.colour());
        let room = || if same { self.mover.room(peg) } else { Room::of(&self.after, peg) };
        self.each_second(peg, room, |_| ControlFlow::Break(())).is_break()
    }

    /// Visits the second parts of a peg that are legal and written in this order.
    fn each_second(
        &self,
        peg: Peg,
        room: impl Fn() -> Option<Room>,
        mut visit: impl FnMut(Part) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if peg == self.first.part.peg || !self.colours.contains(peg.colour()) {
            return ControlFlow::Continue(());
        }
        for steps in self.split.seconds(self.first.part.steps) {
            if steps == 0 || self.undisturbed(peg, steps) {
                continue;
            }
            let Some(room) = room() else { return ControlFlow::Continue(()) };
            for second in self.mover.legs(&self.after, peg, &room, steps).into_iter().flatten() {
                if !self.written_otherwise(second) {
                    visit(second.part)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The second parts of a peg that are legal and written in this order: two ways for each of two directions at most.
    #[must_use]
    pub fn seconds(&self, peg: Peg) -> ArrayVec<Part, 4> {
        let mut parts = ArrayVec::new();
        let _all_seen = self.each_second(
            peg,
            || Room::of(&self.after, peg),
            |part| {
                parts.push(part);
                ControlFlow::Continue(())
            },
        );
        parts
    }

    /// Plays the second part and returns the position after both.
    ///
    /// # Errors
    /// Why the split is not legal.
    pub fn finish(&self, face: Face, second: Part, log: &mut Log) -> Result<Board, Illegal> {
        let first = self.first.part;
        if first.peg == second.peg {
            return Err(Illegal::SamePeg);
        }
        if second.steps == 0 || !self.split.seconds(first.steps).contains(&second.steps) {
            return Err(Illegal::SplitSum(face));
        }
        if !self.colours.contains(second.peg.colour()) {
            return Err(Illegal::NotYours(second.peg, self.colours));
        }
        let to = self.mover.resolve(&self.after, second)?;
        if self.written_otherwise(Leg { part: second, to }) {
            return Err(Illegal::OtherOrder);
        }
        let mut end = self.after;
        end.go(second.peg, to, self.mover.team, log)?;
        Ok(end)
    }

    /// A quick no: if the second part is for a lower peg of another colour, and neither part hits anybody or ends
    /// where the other began, both orders come to the same, so that part is written first. Most pairs are like this.
    fn undisturbed(&self, peg: Peg, steps: i8) -> bool {
        let (first, began) = (self.first.part.peg, self.mover.board.at(self.first.part.peg));
        if peg > first || peg.colour() == first.colour() || !self.quiet || self.split.whose == Whose::Own {
            return false;
        }
        let Some(hole) = self.after.at(peg).hole() else { return true };
        let end = if steps < 0 {
            self.after.backward(hole, steps.unsigned_abs())
        } else {
            self.after.forward(hole, steps.unsigned_abs())
        };
        self.after.on(end).is_none() && began != Spot::track(end)
    }

    /// Do both orders come to the same, so that the lower peg's part is written first, and is that the second part?
    fn written_otherwise(&self, second: Leg) -> bool {
        second.part.peg < self.first.part.peg && self.same_reversed(second)
    }

    /// Both parts as they are written: the lower peg's first where the order is free.
    ///
    /// # Errors
    /// Why the second part cannot be played.
    pub fn written(&self, second: Part) -> Result<(Part, Part), Illegal> {
        let (mover, first) = (self.mover, self.first);
        let leg = Leg { part: second, to: mover.resolve(&self.after, second)? };
        if !self.written_otherwise(leg) {
            return Ok((first.part, second));
        }
        let mut board = *mover.board;
        let mut again = |leg: Leg| {
            let same = same_way(mover, &board, leg).unwrap_or(leg);
            board.go(same.part.peg, same.to, mover.team, &mut Log::new()).map(|()| same.part)
        };
        Ok((again(leg)?, again(first)?))
    }

    fn same_reversed(&self, second: Leg) -> bool {
        let mover = self.mover;
        let mut there = self.after;
        let mut back = *mover.board;
        let mut log = Log::new();
        self.split.colours(mover).contains(second.part.peg.colour())
            && replay(mover, &mut back, second)
            && replay(mover, &mut back, self.first)
            && there.go(second.part.peg, second.to, mover.team, &mut log).is_ok()
            && there.same_places(&back)
    }
}

/// The same steps the same way (home or on) from another position, if that is legal.
fn same_way(mover: &Mover<'_>, board: &Board, leg: Leg) -> Option<Leg> {
    let legs = mover.ways(board, leg.part.peg, leg.part.steps);
    legs.into_iter().flatten().find(|other| other.to.is_home() == leg.to.is_home())
}

/// Plays the same steps the same way; `false` where that is not legal.
fn replay(mover: &Mover<'_>, board: &mut Board, leg: Leg) -> bool {
    same_way(mover, board, leg).is_some_and(|leg| board.go(leg.part.peg, leg.to, mover.team, &mut Log::new()).is_ok())
}
