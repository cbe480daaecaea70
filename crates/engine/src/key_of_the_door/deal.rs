//! Deals: how they begin, how they end, and what they score.

use crate::cards::{Card, CardSet, Rank, Suit};
use crate::{Chance, Dealing, Facts, Progress, Seat, Seats, Standings, State, Told};

use super::KeyOfTheDoor;
use super::event::Event;
use super::keys::Table;
use super::options::Options;
use super::state::{Notes, Private, Public, Secret, Turn};

/// Cards in hand for each of two players; each pile starts with as many.
const HAND_FOR_TWO: usize = 10;

/// The forty numerals, suit by suit, ace to ten.
pub(super) fn pack() -> Vec<Card> {
    let ranks = || Rank::all().filter(|&rank| rank <= Rank::TEN);
    Suit::ALL.into_iter().flat_map(|suit| ranks().map(move |rank| Card::new(rank, suit))).collect()
}

impl Dealing for KeyOfTheDoor {
    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        let sides = if options.partners { 2 } else { seats };
        let public = Public {
            options: options.clone(),
            deal: 0,
            deals: options.deals_for(seats),
            // The deal passes to the left before the first hand is dealt.
            dealer: first.prev(seats).prev(seats),
            turn: Turn::of(first),
            passes: 0,
            table: Table::empty(),
            won: Vec::new(),
            discards: Vec::new(),
            window: None,
            penalties: Seats::of(seats, |_| 0),
            totals: Seats::of(sides, |_| 0),
            over: false,
            notes: Notes::none(seats),
            epoch: 0,
        };
        State {
            public,
            own: Seats::of(seats, |_| Private::with(CardSet::EMPTY, 0)),
            secret: Secret { piles: Seats::of(seats, |_| Vec::new()) },
        }
    }

    /// Deals the next hand: all cards one at a time, starting at the dealer's left. For two players the first twenty go
    /// to the hands and the rest to the piles; the first card dealt to a pile ends up on top.
    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        let seats = state.own.count();
        let old = &state.public;
        let dealer = old.dealer.next(seats);
        let first = dealer.next(seats);
        let cleared = KeyOfTheDoor::open(&old.options, seats, first);
        state.public = Public {
            deal: old.deal + 1,
            dealer,
            table: Table::laid_out(old.options.jokers),
            totals: old.totals.clone(),
            epoch: old.epoch + 1,
            ..cleared.public
        };
        state.own = cleared.own;
        state.secret = cleared.secret;

        let pack = chance.pack(&pack());
        let to_hands = if seats == 2 { 2 * HAND_FOR_TWO } else { pack.len() };
        let mut to = first;
        for (i, &card) in pack.iter().enumerate() {
            if i < to_hands {
                state.own[to].hand.insert(card);
                chance.gave(to, i);
            } else {
                state.own[to].pile += 1;
                state.secret.piles[to].push(card);
            }
            to = to.next(seats);
        }
        state.secret.piles.iter_mut().for_each(|pile| pile.reverse());
        let (deal, of) = (state.public.deal, state.public.deals);
        facts.push(Told::everyone(Event::Dealt { deal, of, dealer, first }));
        Progress::Playing
    }
}

/// Adds up the deal and ends the match after its last one.
pub(super) fn end(state: &mut State<KeyOfTheDoor>, facts: &mut Facts<KeyOfTheDoor>) -> Progress {
    let public = &mut state.public;
    let seats = public.seats();
    public.window = None;
    let points = Seats::of(seats, |seat| public.points(seat));
    for (seat, &points) in points.enumerate() {
        let side = public.side(seat);
        public.totals[side] += points;
    }
    public.over = public.deal >= public.deals;
    let totals = public.totals.clone();
    facts.push(Told::everyone(Event::DealOver {
        deal: public.deal,
        won: public.won.clone(),
        penalties: public.penalties.clone(),
        points,
        totals: totals.clone(),
    }));
    if public.over { Progress::MatchOver(Standings::by_score(&totals)) } else { Progress::HandOver }
}
