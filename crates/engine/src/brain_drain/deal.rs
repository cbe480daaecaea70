//! Dealing: a new pack, the next four cards and their target, and the stock that they come from.

use std::collections::VecDeque;

use super::BrainDrain;
use super::event::Event;
use super::options::Options;
use super::play::Table;
use super::state::{Private, Public, Secret};
use crate::cards::Card;
use crate::{Chance, Dealing, Facts, Preparing, Progress, Seat, SeatSet, Seats, State};

impl Dealing for BrainDrain {
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
            gone: Vec::new(),
        };
        let own = Seats::of(seats, |_| Private::default());
        State { public, own, secret: Secret { stock: VecDeque::new() } }
    }

    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        let seats = state.public.seats();
        let fresh = Self::pack(&state.public.options, seats);
        Table::new(state, chance, facts).deal(&fresh)
    }
}

impl Table<'_> {
    /// Deals the next pack.
    pub(super) fn deal(mut self, fresh: &[Card]) -> Progress {
        let seats = self.public.seats();
        let pack = self.chance.pack(fresh);
        let old = &*self.public;
        let first = if old.pack > 0 { old.first.next(seats) } else { old.first };
        let (number, totals, window, gone) = (old.pack + 1, old.totals.clone(), old.window, old.gone.clone());
        let cleared = BrainDrain::open(&old.options, seats, first);
        *self.public = Public { pack: number, totals, window, gone, ..cleared.public };
        self.own.iter_mut().for_each(Private::begin_anew);
        self.tell(Event::Pack { number, of: self.public.options.matches });
        self.secret.stock = pack.into();
        if self.public.options.ascent {
            return self.begin_climb();
        }
        let pack = self.take_pack();
        self.set_stock(pack);
        self.deal_five();
        self.open_target()
    }

    /// Deals four cards and a target from the stock, which is remade first if it has fewer than five cards.
    pub(super) fn deal_five(&mut self) {
        if self.secret.stock.len() < 5 {
            self.remake();
        }
        for _ in 0..4 {
            if let Some(card) = self.draw() {
                self.public.display.push(card);
            }
        }
        self.public.target = self.draw();
        let public = &mut *self.public;
        let stock = self.secret.stock.len();
        public.swaps_left = if public.options.max_swaps == 0 { stock as u8 } else { public.options.max_swaps };
        public.last_five = (public.won_count() == 47).then_some(0);
        let (display, target) = (public.display.to_vec(), public.target);
        self.tell(Event::Dealt { display, target, stock: stock as u32 });
    }

    /// Puts the waste under what is left of the stock.
    pub(super) fn remake(&mut self) {
        let mut cards = std::mem::take(&mut self.public.waste);
        self.chance.remake(&mut cards);
        self.public.stock.push(cards.iter().copied().collect());
        self.secret.stock.extend(cards);
        self.tell(Event::Remade { stock: self.secret.stock.len() as u32 });
    }

    /// The top card of the stock, which everybody sees.
    pub(super) fn draw(&mut self) -> Option<Card> {
        let card = self.secret.stock.pop_front()?;
        if let Some(top) = self.public.stock.first_mut() {
            top.remove(card);
            if top.is_empty() {
                self.public.stock.remove(0);
            }
        }
        Some(card)
    }

    /// Takes the whole stock out, to lay it out.
    pub(super) fn take_pack(&mut self) -> Vec<Card> {
        std::mem::take(&mut self.secret.stock).into()
    }

    /// Puts cards into a stock that is known to hold them in an unknown order.
    pub(super) fn set_stock(&mut self, cards: Vec<Card>) {
        self.public.stock = vec![cards.iter().copied().collect()];
        self.secret.stock = cards.into();
    }
}
