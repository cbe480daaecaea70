//! Seats, sets of seats, sides, and one value per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The largest table: Pegs and Jokers and Brain Drain seat eight.
pub const MAX_SEATS: usize = 8;

/// A place at a table, counted from 0, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// Seat number `n` (0–7).
    #[must_use]
    pub const fn new(n: u8) -> Option<Self> {
        if (n as usize) < MAX_SEATS { Some(Self(n)) } else { None }
    }

    /// The seats of a table for `count`, in order.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count.min(MAX_SEATS as u8)).map(Self)
    }

    /// The first seat.
    pub const FIRST: Self = Self(0);

    /// Its number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number, from 0, as it is stored.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat `steps` places clockwise at a table for `count`.
    #[must_use]
    pub const fn after(self, steps: u8, count: u8) -> Self {
        Self((self.0 + steps) % count)
    }

    /// The next seat clockwise.
    #[must_use]
    pub const fn next(self, count: u8) -> Self {
        self.after(1, count)
    }

    /// The seat before this one.
    #[must_use]
    pub const fn prev(self, count: u8) -> Self {
        self.after(count - 1, count)
    }
}

impl TryFrom<u64> for Seat {
    type Error = String;
    fn try_from(n: u64) -> Result<Self, String> {
        u8::try_from(n).ok().and_then(Self::new).ok_or_else(|| format!("seats are numbered 0 to 7, not {n}"))
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat.0
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(into = "Vec<Seat>")]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Just this seat.
    #[must_use]
    pub const fn one(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Every seat of a table for `count`.
    #[must_use]
    pub const fn first(count: u8) -> Self {
        Self(if count >= 8 { 0xff } else { (1 << count) - 1 })
    }

    /// Is the seat in it?
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// With this seat too.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | (1 << seat.0))
    }

    /// Without this seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The seats of either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The seats of both.
    #[must_use]
    pub const fn meet(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Is a seat in both?
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How many seats.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Is nobody in it?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(8).filter(move |&s| self.contains(s))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Self {
        set.iter().collect()
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

/// Those who win together: one seat, or a partnership. Counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Side(pub u8);

impl Side {
    /// Its number, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One value per seat (or side), in seat order; never on the heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Seats<T>(ArrayVec<T, MAX_SEATS>);

impl<T> Seats<T> {
    /// A value for each of `count` seats.
    pub fn of(count: u8, value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::all(count).map(value).collect())
    }

    /// How many seats.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.0.len() as u8
    }

    /// The value of a seat that may be beyond this table.
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The values in seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values in seat order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Seats with their values.
    pub fn enumerate(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::all(self.count()).zip(self.0.iter())
    }
}

impl<T> Index<Seat> for Seats<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for Seats<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

impl<T> Index<Side> for Seats<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for Seats<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}

impl<'a, T> IntoIterator for &'a Seats<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
