//! The deal.

use arrayvec::ArrayVec;

use super::event::{Dealt, Event};
use super::options::{Options, SpadeDoubles};
use super::state::{HAND, Phase, Private, Public, Roles, Secret, Table};
use super::{Facts, GinRummy};
use crate::cards::{Card, CardSet, Suit};
use crate::chance::Chance;
use crate::game::{Dealing, Progress, State, To, Told};
use crate::{Seat, Seats};

impl Dealing for GinRummy {
    /// A table before its first deal. `first` plays first at its own table.
    fn open(options: &Options, seats: u8, first: Seat) -> State<Self> {
        let mut tables = ArrayVec::new();
        let mut roles = None;
        match seats {
            4 => {
                let team = (first.number() + u8::from(first.number() >= 2)) % 2;
                for at in 0..2_u8 {
                    let [even, odd] = [Seat::FIRST.after(2 * at, 4), Seat::FIRST.after(2 * at + 1, 4)];
                    let even_first = team == at;
                    let (first, dealer) = if even_first { (even, odd) } else { (odd, even) };
                    tables.push(Table::new(first, dealer, options));
                }
            }
            3 => {
                let solo = first.prev(3);
                roles = Some(Roles { solo, on_deck: first, rester: first.next(3), on_deck_deals: false });
                tables.push(Table::new(first, solo, options));
            }
            _ => tables.push(Table::new(first, first.prev(seats), options)),
        }
        let sides = if seats == 4 { 2 } else { seats };
        State {
            own: Seats::of(seats, |_| Private::default()),
            secret: Secret { stocks: tables.iter().map(|_| ArrayVec::new()).collect() },
            public: Public {
                options: *options,
                hand: 0,
                totals: Seats::of(sides, |_| 0),
                won: Seats::of(sides, |_| 0),
                finals: None,
                roles,
                tables,
            },
        }
    }

    /// Deals at every table that waits for it: one card at a time beginning with the non-dealer, then the upcard, then
    /// the stock.
    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts) -> Progress {
        let undealt = |table: &Table| table.phase == Phase::Undealt;
        // A table of four that is dealt again is still in the same round; `next_round` counts the next one.
        if state.public.tables.len() == 1 || state.public.hand == 0 {
            state.public.hand += 1;
        }
        let fresh: ArrayVec<Card, 52> = Card::pack().collect();
        for at in 0..state.public.tables.len() {
            if undealt(&state.public.tables[at]) {
                deal_table(state, at, &chance.pack(&fresh), facts);
                let table = &state.public.tables[at];
                for (from, seat) in [table.first(), table.dealer()].into_iter().enumerate() {
                    (from..2 * HAND).step_by(2).for_each(|place| chance.gave(seat, place));
                }
            }
        }
        Progress::Playing
    }

    /// With four players the even team deals at table 1, the odd one at table 2.
    fn first(seats: u8) -> Option<Seat> {
        (seats == 4).then(|| Seat::FIRST.next(seats))
    }
}

fn deal_table(state: &mut State<GinRummy>, at: usize, pack: &[Card], facts: &mut Facts) {
    let options = state.public.options;
    let table = &mut state.public.tables[at];
    let (first, dealer, upcard) = (table.first(), table.dealer(), pack[2 * HAND]);
    (table.limit, table.doubled) = if options.oklahoma {
        let limit = match upcard.number() {
            1 => u8::from(!options.ace_gin_only),
            n => n.min(10),
        };
        (limit, upcard.suit() == Suit::Spades && options.okla_spade_doubles != SpadeDoubles::Off)
    } else {
        (options.knock_limit, false)
    };
    table.phase = Phase::Upcard;
    table.turn = first;
    table.upcard = Some(upcard);
    table.discards.cards = ArrayVec::from_iter([upcard]);
    table.spread = None;
    table.net = 0;
    table.ended = None;
    table.moves += 1;
    let stock: ArrayVec<Card, 31> = pack[2 * HAND + 1..].iter().rev().copied().collect();
    table.stock = stock.len() as u8;
    state.secret.stocks[at] = stock;
    let dealt = Dealt {
        hand: state.public.hand,
        first,
        dealer,
        upcard,
        limit: table.limit,
        doubled: table.doubled,
        oklahoma: options.oklahoma,
        roles: state.public.roles,
    };
    facts.push(Told::everyone(Event::Dealt(Box::new(dealt)).at(at, &state.public.tables)));
    if let Some(roles) = state.public.roles {
        state.own[roles.rester] = Private::default();
    }
    for (from, seat) in [first, dealer].into_iter().enumerate() {
        let cards: CardSet = pack[from..2 * HAND].iter().step_by(2).copied().collect();
        state.own[seat] = Private { hand: cards, ..Private::default() };
        facts.push(Told { to: To::Only(state.public.watchers(seat)), event: Event::Hand { seat, cards } });
    }
}
