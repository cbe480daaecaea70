//! Dealing, and the end of a hand.

use super::CrazyEights;
use super::event::{Event, Scored};
use super::options::{Options, StartCard};
use super::state::{Cards, Clues, Private, Public, Secret, count, is_eight, pack};
use crate::cards::{Card, CardSet};
use crate::chance::Chance;
use crate::game::{Dealing, Facts, Progress, Standings, State, Told};
use crate::seats::{Seat, Seats};

impl Dealing for CrazyEights {
    fn open(options: &Options, seats: u8, first: Seat) -> State<CrazyEights> {
        let clues = Clues {
            stock: pack(options).into_iter().collect(),
            held: Seats::of(seats, |_| CardSet::EMPTY),
            lacked: Seats::of(seats, |_| CardSet::EMPTY),
        };
        let public = Public {
            options: options.clone(),
            hand: 0,
            first,
            scores: Seats::of(seats, |_| 0),
            turn: first,
            over: false,
            pile: Cards::new(),
            stock: 0,
            buried: Cards::new(),
            suit: None,
            rank: None,
            backward: false,
            owed: 0,
            drawn: false,
            passes: 0,
            clues,
        };
        State { public, own: Seats::of(seats, |_| Private::default()), secret: Secret::default() }
    }

    /// Deals a hand, singly from the seat that plays first, and turns up the start card.
    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<CrazyEights>) -> Progress {
        let old = &state.public;
        let seats = old.seats();
        let first = if old.hand == 0 { old.first } else { old.first.next(seats) };
        let mut stock: Cards = chance.pack(&pack(&old.options)).into_iter().rev().collect();
        let mut new = Self::open(&old.options, seats, first);
        new.public.hand = old.hand + 1;
        new.public.scores = old.scores.clone();
        for n in 0..old.options.dealt(seats) * seats {
            let seat = first.after(n % seats, seats);
            stock.pop().into_iter().for_each(|card| new.own[seat].hand.insert(card));
            chance.gave(seat, n.into());
        }
        let buried = bury(&mut stock, &old.options);
        let Some(start) = stock.pop() else { return Progress::HandOver };
        new.public.pile.push(start);
        new.public.rank = start.rank();
        new.public.suit = start.rank().map(|_| start.suit());
        new.public.stock = stock.len() as u8;
        new.public.buried = buried.clone();
        new.secret.stock = stock;
        *state = new;
        let public = &state.public;
        facts.push(Told::everyone(Event::Dealt { hand: public.hand, dealer: public.dealer(), start, buried }));
        for (seat, own) in state.own.enumerate() {
            facts.push(Told::seat(seat, Event::Cards { cards: own.hand }));
        }
        Progress::Playing
    }
}

/// Puts eights and jokers on top under the stock, unless it has nothing else; returns them, lowest first.
fn bury(stock: &mut Cards, options: &Options) -> Cards {
    let stands = |card: &Card| !is_eight(*card) && !card.is_joker();
    let under = match stock.iter().rposition(stands) {
        Some(at) if options.start == StartCard::Bury => stock.len() - 1 - at,
        _ => 0,
    };
    stock.rotate_right(under);
    stock[..under].iter().copied().collect()
}

/// Counts the cards left at the end of a hand: who has least scores what the others have more.
pub(super) fn score(state: &mut State<CrazyEights>, blocked: bool, facts: &mut Facts<CrazyEights>) -> Progress {
    let State { public, own, .. } = state;
    let seats = public.seats();
    let counts = Seats::of(seats, |seat| count(own[seat].hand, &public.options));
    let least = counts.iter().copied().min().unwrap_or_default();
    let more: i32 = counts.iter().map(|count| count - least).sum();
    let gains = Seats::of(seats, |seat| if counts[seat] == least { more } else { 0 });
    public.scores = Seats::of(seats, |seat| public.scores[seat] + gains[seat]);
    let hands = Seats::of(seats, |seat| own[seat].hand);
    let scores = public.scores.clone();
    let out = Seat::all(seats).find(|seat| own[*seat].hand.is_empty()).zip(public.pile.last().copied());
    facts.push(Told::everyone(Event::Scored(Box::new(Scored { blocked, hands, counts, gains, scores, out }))));
    if !is_decided(public) {
        return Progress::HandOver;
    }
    public.over = true;
    Progress::MatchOver(Standings::by_score(&public.scores))
}

/// Has somebody the target, and one seat alone the most?
fn is_decided(public: &Public) -> bool {
    let most = public.scores.iter().copied().max().unwrap_or_default();
    let leaders = public.scores.iter().filter(|score| **score == most).count();
    most >= public.options.goal(public.seats()) && leaders == 1
}
