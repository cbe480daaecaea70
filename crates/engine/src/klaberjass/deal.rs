//! Dealing, and the end of a hand.

use arrayvec::ArrayVec;

use super::Klaberjass;
use super::event::{ClaimedOut, Event, Settled};
use super::options::{DeadHandDealer, Options};
use super::rank::pack;
use super::scoring::share;
use super::sequences::Said;
use super::state::{Count, Melds, Phase, Private, Public, Round, Secret};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::chance::Chance;
use crate::game::{Dealing, Facts, Progress, Standings, State, Told};
use crate::seats::{Seat, Seats};

impl Dealing for Klaberjass {
    fn open(options: &Options, _: u8, first: Seat) -> State<Self> {
        let public = Public {
            options: options.clone(),
            hand: 0,
            nondealer: first,
            scores: Seats::of(2, |_| 0),
            pot: 0,
            phase: Phase::Over { same_dealer: true },
            turn: first,
            turn_up: Card::new(Rank::ACE, Suit::Spades),
            trump: None,
            maker: None,
            exchange: None,
            bottom: None,
            declared: Seats::of(2, |_| None),
            said: Seats::of(2, |_| Said::default()),
            melds: Melds::Open,
            lead: None,
            tricks: ArrayVec::new(),
            counts: Seats::of(2, |_| Count::default()),
        };
        let own = Seats::of(2, |_| Private { hand: CardSet::EMPTY });
        State { public, own, secret: Secret { stock: ArrayVec::new() } }
    }

    /// Deals a hand: three to each twice, non-dealer first, then the card turned up.
    fn deal(state: &mut State<Self>, chance: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        let fresh: ArrayVec<Card, 32> = pack().collect();
        let dealt = chance.pack(&fresh);
        state.secret.stock = dealt.iter().copied().collect();
        let old = &state.public;
        let nondealer = if let Phase::Over { same_dealer: false } = old.phase { old.dealer() } else { old.nondealer };
        let cleared = Klaberjass::open(&old.options, 2, nondealer);
        state.public = Public {
            hand: old.hand + 1,
            scores: old.scores.clone(),
            pot: old.pot,
            phase: Phase::Call { round: Round::First },
            turn_up: dealt[12],
            ..cleared.public
        };
        state.own = cleared.own;
        let dealer = state.public.dealer();
        for (nth, seat) in [nondealer, dealer, nondealer, dealer].into_iter().enumerate() {
            three(state, seat);
            (3 * nth..3 * nth + 3).for_each(|place| chance.gave(seat, place));
        }
        state.secret.stock.remove(0);
        facts.push(Told::everyone(Event::Dealt { hand: state.public.hand, dealer, turn_up: dealt[12] }));
        for seat in [nondealer, dealer] {
            facts.push(Told::seat(seat, Event::Cards { cards: state.own[seat].hand }));
        }
        Progress::Playing
    }
}

/// Deals three cards from the top of the stock.
fn three(state: &mut State<Klaberjass>, seat: Seat) -> CardSet {
    let cards: CardSet = state.secret.stock.drain(..3).collect();
    state.own[seat].hand = state.own[seat].hand.union(cards);
    cards
}

/// Trumps are made: three more cards for each.
pub(super) fn make(state: &mut State<Klaberjass>, maker: Seat, trump: Suit, facts: &mut Facts<Klaberjass>) -> Progress {
    state.public.maker = Some(maker);
    state.public.trump = Some(trump);
    facts.push(Told::everyone(Event::Made { maker, trump }));
    let nondealer = state.public.nondealer;
    for seat in [nondealer, Public::other(nondealer)] {
        let cards = three(state, seat);
        facts.push(Told::seat(seat, Event::Cards { cards }));
    }
    state.public.phase = Phase::Declare;
    state.public.turn = nondealer;
    Progress::Playing
}

/// Nobody plays the hand.
pub(super) fn dead(public: &mut Public, facts: &mut Facts<Klaberjass>) -> Progress {
    public.phase = Phase::Over { same_dealer: public.options.dead_hand_dealer == DeadHandDealer::Same };
    facts.push(Told::everyone(Event::Dead));
    Progress::HandOver
}

/// Settles the hand after the ninth trick.
pub(super) fn settle(public: &mut Public, facts: &mut Facts<Klaberjass>) -> Progress {
    let Some(maker) = public.maker else { return dead(public, facts) };
    let defender = Public::other(maker);
    let lost = Seats::of(2, |seat| public.lost(seat));
    for seat in Seat::all(2) {
        public.counts[seat].sequences -= lost[seat];
    }
    let totals = Seats::of(2, |seat| public.total(seat));
    let shares = share(totals[maker], totals[defender], public.pot, public.options.tie_rule);
    let gains = Seats::of(2, |seat| if seat == maker { shares.maker } else { shares.defender });
    for seat in Seat::all(2) {
        public.scores[seat] += gains[seat];
    }
    let settled = Settled {
        maker,
        trump: public.trump_or_turned_up(),
        counts: public.counts.clone(),
        lost,
        totals,
        gains,
        pot_before: public.pot,
        pot: shares.pot,
        scores: public.scores.clone(),
        tricks: public.tricks.clone(),
        outcome: shares.outcome,
    };
    public.pot = shares.pot;
    public.phase = Phase::Over { same_dealer: false };
    facts.push(Told::everyone(Event::Scored(Box::new(settled))));
    if won(&public.scores, public.options.target) {
        return Progress::MatchOver(Standings::by_score(&public.scores));
    }
    Progress::HandOver
}

/// Has one side reached the target, with more than the other?
fn won(scores: &Seats<i32>, target: i32) -> bool {
    scores[Seat::FIRST] != scores[Public::other(Seat::FIRST)] && scores.iter().any(|&score| score >= target)
}

/// After each of tricks one to eight with the option `claim_out`: has a player reached the target?
pub(super) fn claim_out(public: &mut Public, facts: &mut Facts<Klaberjass>) -> Progress {
    let totals = Seats::of(2, |seat| public.total(seat));
    let scores = Seats::of(2, |seat| public.scores[seat] + totals[seat]);
    if !won(&scores, public.options.target) {
        return Progress::Playing;
    }
    public.scores = scores.clone();
    let pot = std::mem::take(&mut public.pot);
    public.phase = Phase::Over { same_dealer: false };
    let seats = Seat::all(2).filter(|seat| scores[*seat] >= public.options.target).collect();
    let lost = Seats::of(2, |seat| public.lost(seat));
    let mut counts = public.counts.clone();
    for seat in Seat::all(2) {
        counts[seat].sequences -= lost[seat];
    }
    let (trump, tricks) = (public.trump_or_turned_up(), public.tricks.clone());
    let claimed = ClaimedOut { seats, counts, lost, totals, pot, scores, trump, tricks };
    facts.push(Told::everyone(Event::ClaimedOut(Box::new(claimed))));
    Progress::MatchOver(Standings::by_score(&public.scores))
}
