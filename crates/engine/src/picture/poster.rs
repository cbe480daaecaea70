//! The end of a match for those who were not there: who won, by how much, and how it came about.

use serde::Serialize;

use super::Zone;
use crate::seats::Seat;

/// What a result says.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug, Serialize)]
pub struct Poster {
    /// Who won, and the seats whose discs stand for them.
    pub winners: Vec<(Seat, String)>,
    /// By how much, or that it was shared.
    pub margin: String,
    /// Every side, the best first.
    pub places: Vec<PosterPlace>,
    /// The totals of each of these sides after every hand, from nothing on, in the same order.
    pub course: Vec<Vec<i32>>,
    /// What the course is told by: `the score, hand by hand`.
    pub hands: String,
    /// What the match is remembered by.
    pub feat: Option<Feat>,
    /// Below all of it: when that was, and where. Added by whoever knows.
    pub foot: String,
}

/// What a match is remembered by: the greatest thing that those who won brought off.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Feat {
    /// In a line or two.
    pub words: String,
    /// As a small board: groups of cards, an equation or a ring.
    pub shown: Zone,
}

/// Where a side ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct PosterPlace {
    /// From 1 on; sides that tie share it.
    pub place: u8,
    /// Its first seat, which gives its colour.
    pub seat: Seat,
    /// Its players.
    pub name: String,
    /// What it has.
    pub score: String,
    /// A few words: who resigned, how a rating changed. Usually empty.
    pub note: String,
}
