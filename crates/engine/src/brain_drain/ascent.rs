//! Ascent: the tops of four suit piles make 1, then 2, and so on; each seat in turn turns a card and tries once.

use super::event::Event;
use super::moves::Move;
use super::play::Table;
use super::state::Climb;
use crate::cards::{Card, Suit};
use crate::{Progress, Seat, SeatSet, Seats};

impl Table<'_> {
    /// The first card of each suit in the pack begins its pile; the others are the stock, in their order.
    pub(super) fn begin_climb(&mut self) -> Progress {
        let mut stock: Vec<Card> = self.take_pack();
        for suit in Suit::ALL {
            if let Some(at) = stock.iter().position(|card| card.suit() == suit) {
                self.public.display.push(stock.remove(at));
            }
        }
        self.set_stock(stock);
        let seats = self.public.seats();
        let points = Seats::of(seats, |_| 0);
        self.public.climb = Some(Climb { target: 1, failed: SeatSet::EMPTY, points, made: Vec::new() });
        self.forget_slips();
        self.public.window += 1;
        let (display, stock) = (self.public.display.to_vec(), self.public.stock_count());
        self.tell(Event::Dealt { display, target: None, stock });
        Progress::Playing
    }

    /// One try of the seat on turn.
    pub(super) fn try_step(&mut self, seat: Seat, m: Move) -> Progress {
        let Some(puzzle) = self.public.puzzle() else { return Progress::Playing };
        match m {
            Move::Pass => {
                let first = self.public.climb.as_ref().is_some_and(|climb| climb.failed.is_empty());
                self.tell(Event::Passed { seat, worth: first.then_some(puzzle.target) });
            }
            Move::Solve(answer) => match puzzle.judge(&answer) {
                Ok(()) => {
                    let laid = self.end_target(Some(seat), Some(&answer), puzzle);
                    let points = self.climb_on(seat);
                    self.tell(Event::Made { seat, answer, puzzle, points: Some(points), laid });
                    return self.after_step(seat);
                }
                Err(wrong) => {
                    let laid = self.public.laid();
                    self.tell_wrong(seat, answer, puzzle, wrong, None, laid);
                }
            },
        }
        if let Some(climb) = &mut self.public.climb {
            climb.failed = climb.failed.with(seat);
        }
        self.public.fruitless += 1;
        match self.too_long() {
            Some(over) => over,
            None => self.next_try(seat),
        }
    }

    /// The target rises. Returns the points that making it scores: none if nobody had failed at it.
    fn climb_on(&mut self, seat: Seat) -> i32 {
        self.forget_slips();
        let Some(climb) = &mut self.public.climb else { return 0 };
        let points = if climb.failed.is_empty() { 0 } else { i32::from(climb.target) };
        climb.points[seat] += points;
        climb.made.push((seat, points));
        climb.target += 1;
        climb.failed = SeatSet::EMPTY;
        points
    }

    fn after_step(&mut self, seat: Seat) -> Progress {
        let last = self.public.options.ascent_last;
        match &mut self.public.climb {
            Some(climb) if climb.target > last => {
                climb.target = last;
                self.end_pack()
            }
            _ => self.next_try(seat),
        }
    }

    /// The next seat's turn: the top card of the stock is turned onto its pile.
    fn next_try(&mut self, seat: Seat) -> Progress {
        self.public.turn = seat.next(self.public.seats());
        self.public.window += 1;
        if self.public.stock.is_empty() {
            self.remake();
        }
        if let Some(card) = self.draw() {
            self.public.note_gone();
            let top = &mut self.public.display[card.suit() as usize];
            let covered = std::mem::replace(top, card);
            self.public.waste.push(covered);
            self.tell(Event::Turned { card });
        }
        Progress::Playing
    }
}
