//! Dealing, the beginning of a turn, and the end of a hand.

use arrayvec::ArrayVec;

use super::KingsRummy;
use super::event::{Event, Won};
use super::options::{FirstPlayer, Options};
use super::state::{Phase, Private, Public, Secret, Table};
use super::tile::{Tile, Tiles};
use crate::chance::Chance;
use crate::game::{Dealing, Facts, Progress, Standings, State, Told};
use crate::seats::{Seat, Seats};

/// Cards dealt to each player.
const DEALT: usize = 10;

impl Dealing for KingsRummy {
    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        let dealer = match options.first_player {
            FirstPlayer::Left => first.prev(seats),
            FirstPlayer::Dealer => first,
        };
        let public = Public {
            options: options.clone(),
            hand: 0,
            dealer,
            scores: Seats::of(seats, |_| 0),
            phase: Phase::Over { same_dealer: true },
            turn: first,
            table: Table::new(),
            discards: ArrayVec::new(),
            pile: 0,
            recycles: 0,
            moving: false,
            recycled: Tiles::EMPTY,
            held: Seats::of(seats, |_| Tiles::EMPTY),
            played: Seats::of(seats, |_| false),
        };
        let own = Seats::of(seats, |_| Private { hand: Tiles::EMPTY, drawn: None });
        State { public, own, secret: Secret { pile: ArrayVec::new(), buried: None } }
    }

    /// Deals a hand: ten cards each, one at a time from the dealer's left, then one face up; the rest is the draw pile.
    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        let fresh: ArrayVec<Tile, 64> = Tile::pack().collect();
        let mut pile: ArrayVec<Tile, 64> = chance.pack(&fresh).into_iter().rev().collect();
        let old = &state.public;
        let seats = old.scores.count();
        let dealer =
            if let Phase::Over { same_dealer: false } = old.phase { old.dealer.next(seats) } else { old.dealer };
        let first = match old.options.first_player {
            FirstPlayer::Left => dealer.next(seats),
            FirstPlayer::Dealer => dealer,
        };
        let cleared = KingsRummy::open(&old.options, seats, first);
        state.own = cleared.own;
        for nth in 0..DEALT * usize::from(seats) {
            let seat = dealer.after((nth % usize::from(seats)) as u8 + 1, seats);
            let hand = &mut state.own[seat].hand;
            *hand = pile.pop().map_or(*hand, |card| hand.with(card));
            chance.gave(seat, nth);
        }
        let up = pile.pop();
        let hand = old.hand + 1;
        let (scores, discards) = (old.scores.clone(), up.into_iter().collect());
        state.public = Public { hand, dealer, scores, discards, pile: pile.len() as u8, ..cleared.public };
        state.secret = Secret { pile, buried: None };
        facts.push(Told::everyone(Event::Dealt { hand, dealer, up }));
        for (seat, own) in state.own.enumerate() {
            facts.push(Told::seat(seat, Event::Cards { cards: own.hand }));
        }
        begin_turn(state, chance, facts)
    }
}

/// Begins a turn. If the draw pile is empty, the discards are turned over; if they may not be, the hand is blocked.
pub(super) fn begin_turn(
    state: &mut State<KingsRummy>,
    chance: &mut Chance,
    facts: &mut Facts<KingsRummy>,
) -> Progress {
    let public = &mut state.public;
    public.phase = Phase::Draw;
    if public.pile > 0 {
        return Progress::Playing;
    }
    let stalled = public.recycles >= public.options.max_recycles && !public.moving;
    if public.discards.len() < 2 || stalled {
        public.phase = Phase::Over { same_dealer: true };
        facts.push(Told::everyone(Event::Blocked { scores: public.scores.clone() }));
        return Progress::HandOver;
    }
    let top = public.discards.pop();
    let mut pile = std::mem::take(&mut public.discards);
    public.discards.extend(top);
    public.recycled = pile.iter().copied().collect();
    public.recycles += 1;
    public.moving = false;
    public.pile = pile.len() as u8;
    chance.remake(&mut pile);
    pile.reverse();
    state.secret.pile = pile;
    facts.push(Told::everyone(Event::TurnedOver { cards: public.pile }));
    Progress::Playing
}

/// A player is out and scores the others' cards, doubled if `double`.
pub(super) fn go_out(
    state: &mut State<KingsRummy>,
    seat: Seat,
    double: bool,
    melds: Vec<Tiles>,
    facts: &mut Facts<KingsRummy>,
) -> Progress {
    let public = &mut state.public;
    let hands =
        Seats::of(public.scores.count(), |other| if other == seat { Tiles::EMPTY } else { state.own[other].hand });
    let gain = gain(hands.iter().copied(), double);
    public.scores[seat] += gain;
    public.phase = Phase::Over { same_dealer: false };
    let won = Won { seat, double, hands, gain, scores: public.scores.clone(), melds };
    facts.push(Told::everyone(Event::Won(Box::new(won))));
    if public.scores[seat] >= public.options.target {
        return Progress::MatchOver(Standings::by_score(&public.scores));
    }
    Progress::HandOver
}

/// What the winner scores for the others' hands.
pub(super) fn gain(hands: impl Iterator<Item = Tiles>, double: bool) -> i32 {
    hands.map(Tiles::value).sum::<i32>() * if double { 2 } else { 1 }
}
