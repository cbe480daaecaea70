//! How far a peg can go before its own colour is in the way, and where that brings it.

use std::cell::Cell;

use super::illegal::Illegal;
use super::spots::{ALL_PEGS, PEGS, Peg, Spot};
use super::track::Board;

/// What lies around a peg that is out of start: looked up once, whatever the number of steps.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    from: Spot,
    /// Steps forward to its own in-spot.
    turn: u8,
    /// Free steps forward along the track; none in a home.
    ahead: u8,
    /// Free steps back.
    behind: u8,
    /// The deepest hole of its home that it can reach before its own colour is in the way.
    home: u8,
}

impl Room {
    /// The room of a peg; `None` in start.
    #[must_use]
    pub fn of(board: &Board, peg: Peg) -> Option<Self> {
        let from = board.at(peg);
        if from.is_start() {
            return None;
        }
        let colour = peg.colour();
        let Some(hole) = from.hole() else { return Some(Self::within_home(board, peg, from)) };
        let most = board.length() - 1;
        let turn = board.ahead(hole, Board::in_spot(colour));
        let mut room = Self { from, turn, ahead: most, behind: most, home: PEGS };
        for spot in board.places(colour) {
            if let Some(there) = spot.hole() {
                let away = board.ahead(hole, there);
                if away > 0 {
                    room.ahead = room.ahead.min(away - 1);
                    room.behind = room.behind.min(most - away);
                }
            } else if let Some(n) = spot.home_number() {
                room.home = room.home.min(n - 1);
            }
        }
        Some(room)
    }

    fn within_home(board: &Board, peg: Peg, from: Spot) -> Self {
        let number = |spot: Spot| spot.home_number().unwrap_or(0);
        let beyond = board.places(peg.colour()).iter().map(|&spot| number(spot)).filter(|&n| n > number(from));
        Self { from, turn: 0, ahead: 0, behind: 0, home: beyond.min().map_or(PEGS, |n| n - 1) }
    }

    /// The hole of its home in which this many steps forward end, if they do.
    #[must_use]
    pub const fn home(&self, steps: u8) -> Option<Spot> {
        let number = match self.from.home_number() {
            Some(n) => n + steps,
            None if steps > self.turn && self.turn <= self.ahead => steps - self.turn,
            None => return None,
        };
        if number <= self.home { Some(Spot::home(number)) } else { None }
    }

    /// The hole of the track this many steps forward, if the way is free; `passing` says whether it may pass its
    /// in-spot.
    #[must_use]
    pub fn on(&self, board: &Board, steps: u8, passing: bool) -> Option<u8> {
        let free = steps <= self.ahead && (passing || steps <= self.turn);
        self.from.hole().filter(|_| free).map(|hole| board.forward(hole, steps))
    }

    /// The hole of the track this many steps back, if the way is free.
    #[must_use]
    pub fn back(&self, board: &Board, steps: u8) -> Option<u8> {
        self.from.hole().filter(|_| steps <= self.behind).map(|hole| board.backward(hole, steps))
    }
}

/// The rooms on one board, each looked up when it is first asked for.
pub struct Rooms<'b> {
    board: &'b Board,
    known: [Cell<Known>; ALL_PEGS],
}

#[derive(Clone, Copy)]
enum Known {
    NotYet,
    Is(Option<Room>),
}

impl<'b> Rooms<'b> {
    /// Nothing looked up yet.
    #[must_use]
    pub const fn new(board: &'b Board) -> Self {
        Self { board, known: [const { Cell::new(Known::NotYet) }; ALL_PEGS] }
    }

    /// The room of a peg; `None` in start.
    #[must_use]
    pub fn of(&self, peg: Peg) -> Option<Room> {
        let known = &self.known[peg.index()];
        if let Known::Is(room) = known.get() {
            return room;
        }
        let room = Room::of(self.board, peg);
        known.set(Known::Is(room));
        room
    }
}

/// Why this many steps do not end in a peg's home.
pub(super) fn why_not_home(board: &Board, peg: Peg, steps: u8) -> Illegal {
    let (first, last) = match (board.at(peg).hole(), board.at(peg).home_number()) {
        (_, Some(n)) => (n + 1, n + steps),
        (Some(hole), _) => {
            let turn = board.ahead(hole, Board::in_spot(peg.colour()));
            if steps <= turn {
                // The steps do not lead past the in-spot, so pegs in between do not matter.
                return Illegal::NotHome { peg, steps };
            }
            if let Some(by) = nearest(board, peg, turn, |there| board.ahead(hole, there)) {
                return Illegal::Blocked { peg, by };
            }
            (1, steps - turn)
        }
        _ => return Illegal::InStart(peg),
    };
    let in_way = |own: &Peg| board.at(*own).home_number().is_some_and(|n| first <= n && n <= last);
    match Peg::of(peg.colour()).filter(|own| *own != peg).find(in_way) {
        _ if last > PEGS => Illegal::PastHome { peg, steps },
        Some(by) => Illegal::Blocked { peg, by },
        None => Illegal::NotHome { peg, steps },
    }
}

/// Why a peg cannot go this many steps along the track, as far as its own colour, home and in-spot are concerned.
pub(super) fn why_not_on(board: &Board, peg: Peg, steps: i8, passing: bool) -> Option<Illegal> {
    let count = steps.unsigned_abs();
    let Some(hole) = board.at(peg).hole() else {
        let home = if steps > 0 { Illegal::StaysHome(peg) } else { Illegal::NeverBack(peg) };
        return Some(if board.at(peg).is_start() { Illegal::InStart(peg) } else { home });
    };
    if steps > 0 && !passing && count > board.ahead(hole, Board::in_spot(peg.colour())) {
        return Some(Illegal::PassesInSpot(peg));
    }
    let away = |there| if steps > 0 { board.ahead(hole, there) } else { board.ahead(there, hole) };
    nearest(board, peg, count, away).map(|by| Illegal::Blocked { peg, by })
}

/// The nearest peg of the same colour on the track, at most this many steps away.
fn nearest(board: &Board, peg: Peg, steps: u8, away: impl Fn(u8) -> u8) -> Option<Peg> {
    Peg::of(peg.colour())
        .filter(|&own| own != peg)
        .filter_map(|own| Some((away(board.at(own).hole()?), own)))
        .filter(|(distance, _)| *distance <= steps)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, own)| own)
}
