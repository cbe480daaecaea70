//! Dealing, and the draw pile.

use super::cards::packs;
use super::event::Event;
use super::options::Options;
use super::play::Table;
use super::state::{Discard, Phase, Private, Public, Secret};
use super::track::Board;
use super::{PegsAndJokers, play};
use crate::{Chance, Dealing, Facts, Progress, Seat, Seats, State, Told};

impl Dealing for PegsAndJokers {
    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        let public = Public {
            options: *options,
            board: Board::new(seats),
            first,
            turn: first,
            phase: Phase::Turn,
            due: 0,
            extra: Seats::of(seats, |_| 0),
            stuck: Seats::of(seats, |_| 0),
            pile: 0,
            discards: Vec::new(),
            last: None,
        };
        State { public, own: Seats::of(seats, |_| Private::default()), secret: Secret::default() }
    }

    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        play::Table { state, chance, facts }.deal()
    }
}

impl Table<'_> {
    /// Deals one card at a time, clockwise from the first seat on, and begins the first turn.
    pub(super) fn deal(&mut self) -> Progress {
        let public = &self.state.public;
        let (seats, first, options) = (public.seats(), public.first, public.options);
        let mut pile = self.chance.pack(&packs(options.packs(seats)));
        pile.reverse();
        for round in 0..options.hand {
            for step in 0..seats {
                let seat = first.after(step, seats);
                self.state.own[seat].hand.extend(pile.pop());
                self.chance.gave(seat, usize::from(round) * usize::from(seats) + usize::from(step));
            }
        }
        self.state.public.pile = pile.len() as u16;
        self.state.secret.pile = pile;
        self.facts.push(Told::everyone(Event::Dealt { first, hand: options.hand }));
        self.begin_turn();
        Progress::Playing
    }

    /// Draws a card; an empty pile is made again from all discards first.
    pub(super) fn draw(&mut self, seat: Seat) {
        if self.state.secret.pile.is_empty() {
            self.renew_pile();
        }
        let card = self.state.secret.pile.pop();
        let own = &mut self.state.own[seat];
        own.hand.extend(card);
        own.drawn = card;
        self.state.public.pile = self.state.secret.pile.len() as u16;
    }

    fn renew_pile(&mut self) {
        let State { public, own, secret } = &mut *self.state;
        let mut laid: Vec<_> =
            Seat::all(public.seats()).map(|seat| std::mem::take(&mut own[seat].laid).into_iter()).collect();
        let cards = public.discards.drain(..).filter_map(|discard| match discard {
            Discard::Open(card) => Some(card),
            Discard::Down(seat) => laid[seat.index()].next(),
        });
        secret.pile.extend(cards);
        if secret.pile.is_empty() {
            return;
        }
        self.chance.remake(&mut secret.pile);
        secret.pile.reverse();
        self.facts.push(Told::everyone(Event::Reshuffled { cards: secret.pile.len() as u16 }));
    }
}
