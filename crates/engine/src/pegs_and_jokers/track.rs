//! The board: who stands where, and what happens where a peg lands.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::illegal::Illegal;
use super::spots::{ALL_HOLES, ALL_PEGS, COME_OUT, IN_SPOT, Log, Moved, PEGS, Peg, SIDE, Spot};
use crate::{Seat, SeatSet};

const NOBODY: u8 = u8::MAX;

/// Where every peg is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    seats: u8,
    at: [Spot; ALL_PEGS],
    /// Who stands on each hole of the track; [`NOBODY`] on free ones.
    on: [u8; ALL_HOLES],
}

impl Board {
    /// All pegs in start.
    #[must_use]
    pub const fn new(seats: u8) -> Self {
        Self { seats, at: [Spot::START; ALL_PEGS], on: [NOBODY; ALL_HOLES] }
    }

    /// How many seats there are, and so how many colours.
    #[must_use]
    pub const fn seats(&self) -> u8 {
        self.seats
    }

    /// The holes of the track.
    #[must_use]
    pub const fn length(&self) -> u8 {
        self.seats * SIDE
    }

    #[must_use]
    pub const fn at(&self, peg: Peg) -> Spot {
        self.at[peg.index()]
    }

    /// Where the pegs of a colour are, by number.
    #[must_use]
    pub fn places(&self, colour: Seat) -> &[Spot] {
        let first = Peg::new(colour, 0).index();
        &self.at[first..first + usize::from(PEGS)]
    }

    /// Are all pegs of a colour home?
    #[must_use]
    pub fn all_home(&self, colour: Seat) -> bool {
        self.places(colour).iter().all(|spot| spot.is_home())
    }

    /// Who stands on a hole of the track.
    #[must_use]
    pub const fn on(&self, hole: u8) -> Option<Peg> {
        let peg = self.on[hole as usize];
        if peg == NOBODY { None } else { Some(Peg(peg)) }
    }

    /// Are all pegs where they are on the other board?
    #[must_use]
    pub fn same_places(&self, other: &Self) -> bool {
        self.at == other.at
    }

    /// The in-spot of a colour.
    #[must_use]
    pub const fn in_spot(colour: Seat) -> u8 {
        colour.number() * SIDE + IN_SPOT
    }

    /// The hole where a colour comes out.
    #[must_use]
    pub const fn come_out(colour: Seat) -> u8 {
        colour.number() * SIDE + COME_OUT
    }

    /// The lowest-numbered peg of a colour in start.
    #[must_use]
    pub fn in_start(&self, colour: Seat) -> Option<Peg> {
        Peg::of(colour).find(|&peg| self.at(peg).is_start())
    }

    /// How many pegs of a colour are home.
    #[must_use]
    pub fn homed(&self, colour: Seat) -> u8 {
        self.places(colour).iter().filter(|spot| spot.is_home()).count() as u8
    }

    /// Steps forward from one hole of the track to another.
    #[must_use]
    pub const fn ahead(&self, from: u8, to: u8) -> u8 {
        if to >= from { to - from } else { self.length() - (from - to) }
    }

    /// The hole this many steps forward; `steps` is less than the length of the track.
    pub(super) const fn forward(&self, from: u8, steps: u8) -> u8 {
        let to = from as u16 + steps as u16;
        (if to >= self.length() as u16 { to - self.length() as u16 } else { to }) as u8
    }

    /// The hole this many steps back; `steps` is less than the length of the track.
    pub(super) const fn backward(&self, from: u8, steps: u8) -> u8 {
        if from >= steps { from - steps } else { self.length() - (steps - from) }
    }

    /// May a peg land on this hole, as far as the pegs there, and those that they would be pushed to, allow? Who is
    /// hit as an opponent is judged by the `team` of the player who moves.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_land(&self, peg: Peg, hole: u8, team: SeatSet) -> Result<(), Illegal> {
        match self.on(hole) {
            None => Ok(()),
            Some(there) if there.colour() != peg.colour() && !team.contains(there.colour()) => Ok(()),
            Some(_) => {
                let mut trial = *self;
                trial.land(peg, hole, team, &mut Log::new())
            }
        }
    }

    /// Moves a peg into its home, start, or onto the track with all that follows from landing there.
    ///
    /// # Errors
    /// Why it may not land there. The board is then left half changed: callers try on a copy.
    pub fn go(&mut self, peg: Peg, to: Spot, team: SeatSet, log: &mut Log) -> Result<(), Illegal> {
        if let Some(hole) = to.hole() {
            return self.land(peg, hole, team, log);
        }
        self.place(peg, to, false, log);
        Ok(())
    }

    /// Puts a peg in its home, back into start, or on a hole without landing there.
    pub fn place(&mut self, peg: Peg, to: Spot, pushed: bool, log: &mut Log) {
        log.push(Moved { peg, from: self.at(peg), to, pushed });
        self.lift(peg);
        self.at[peg.index()] = to;
        if let Some(hole) = to.hole() {
            self.on[hole as usize] = peg.0;
        }
    }

    /// Lets two pegs on the track change places.
    pub fn swap(&mut self, one: Peg, two: Peg, log: &mut Log) {
        let (here, there) = (self.at(one), self.at(two));
        self.place(one, there, false, log);
        log.push(Moved { peg: two, from: there, to: here, pushed: false });
        self.at[two.index()] = here;
        if let Some(hole) = here.hole() {
            self.on[hole as usize] = two.0;
        }
    }

    fn lift(&mut self, peg: Peg) {
        if let Some(hole) = self.at(peg).hole() {
            self.on[hole as usize] = NOBODY;
        }
    }

    /// Lands a peg: an opponent there goes to start, a team-mate to its in-spot, where it lands in turn.
    fn land(&mut self, peg: Peg, hole: u8, team: SeatSet, log: &mut Log) -> Result<(), Illegal> {
        self.lift(peg);
        let (mut peg, mut hole, mut pushed) = (peg, hole, false);
        loop {
            let there = self.on(hole);
            log.push(Moved { peg, from: self.at(peg), to: Spot::track(hole), pushed });
            self.at[peg.index()] = Spot::track(hole);
            self.on[hole as usize] = peg.0;
            let Some(hit) = there else { return Ok(()) };
            if hit.colour() == peg.colour() {
                return Err(Illegal::Blocked { peg, by: hit });
            }
            if !team.contains(hit.colour()) {
                log.push(Moved { peg: hit, from: Spot::track(hole), to: Spot::START, pushed: true });
                self.at[hit.index()] = Spot::START;
                return Ok(());
            }
            let refuge = Self::in_spot(hit.colour());
            if refuge == hole || self.on(refuge).is_some_and(|own| own.colour() == hit.colour()) {
                return Err(Illegal::NoRefuge(hit));
            }
            (peg, hole, pushed) = (hit, refuge, true);
        }
    }
}

impl Serialize for Board {
    /// A list of five places for each seat.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(usize::from(self.seats)))?;
        for colour in Seat::all(self.seats) {
            let places: Vec<String> = Peg::of(colour).map(|peg| self.at(peg).name(colour)).collect();
            list.serialize_element(&places)?;
        }
        list.end()
    }
}
