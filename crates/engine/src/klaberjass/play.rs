//! Moves carried out: calls, declarations, tricks.

use super::Klaberjass;
use super::deal::{claim_out, dead, make, settle};
use super::event::{Call, Event};
use super::moves::{Move, completes_bella, exchanged};
use super::options::{BellaRule, SeqTie};
use super::rank::{beats, points};
use super::sequences::{alone, best, cards_of, compare, find, points_of};
use super::state::{Exchange, Melds, Phase, Public, Round, Trick};
use crate::Chance;
use crate::cards::{Card, Rank};
use crate::game::{Facts, Legal, Playing, Progress, State, Told};
use crate::seats::Seat;

/// Points for the ninth trick.
pub(super) const LAST_TRICK: i32 = 10;
/// Points for king and queen of trumps.
pub(super) const BELLA: i32 = 20;
/// Points to each side for equal sequences, if the options say so.
const TEN: i32 = 10;

impl Playing for Klaberjass {
    fn apply(state: &mut State<Self>, seat: Seat, m: Legal<Move>, _: &mut Chance, facts: &mut Facts<Self>) -> Progress {
        let call = |call| Told::everyone(Event::Called { seat, call });
        match m.get() {
            Move::Take => make(state, seat, state.public.turn_up.suit(), facts),
            Move::Trump(suit) => make(state, seat, suit, facts),
            Move::Pass => {
                facts.push(call(Call::Pass));
                pass(&mut state.public, facts)
            }
            Move::Schmeiss => {
                facts.push(call(Call::Schmeiss));
                if let Phase::Call { round } = state.public.phase {
                    state.public.phase = Phase::Answer { round };
                }
                state.public.turn = Public::other(seat);
                Progress::Playing
            }
            Move::Yes => {
                facts.push(call(Call::Yes));
                dead(&mut state.public, facts)
            }
            Move::No => {
                facts.push(call(Call::No));
                refuse(state, seat, facts)
            }
            Move::Declare { dix, meld } => declare(state, seat, dix, meld, facts),
            Move::Play { card, bella } => play(state, seat, card, bella, facts),
        }
    }
}

fn pass(public: &mut Public, facts: &mut Facts<Klaberjass>) -> Progress {
    let was_dealer = public.turn != public.nondealer;
    public.turn = Public::other(public.turn);
    match public.phase {
        Phase::Call { round: Round::First } if was_dealer => public.phase = Phase::Call { round: Round::Second },
        Phase::Call { .. } if was_dealer => return dead(public, facts),
        _ => {}
    }
    Progress::Playing
}

/// A schmeiss was refused by `seat`.
fn refuse(state: &mut State<Klaberjass>, seat: Seat, facts: &mut Facts<Klaberjass>) -> Progress {
    let turned = state.public.turn_up.suit();
    match state.public.maker_if_refused() {
        Some(maker) => make(state, maker, turned, facts),
        None => {
            state.public.phase = Phase::Name;
            state.public.turn = Public::other(seat);
            Progress::Playing
        }
    }
}

fn declare(
    state: &mut State<Klaberjass>,
    seat: Seat,
    dix: bool,
    meld: bool,
    facts: &mut Facts<Klaberjass>,
) -> Progress {
    let public = &mut state.public;
    if dix && let Ok(hand) = exchanged(public, state.own[seat].hand) {
        state.own[seat].hand = hand;
        let card = public.turn_up;
        public.exchange = Some(Exchange { seat, card });
        public.turn_up = Card::new(Rank::SEVEN, card.suit());
        facts.push(Told::everyone(Event::Exchanged { seat, card }));
    }
    public.declared[seat] = Some(meld);
    facts.push(Told::everyone(Event::Declared { seat, meld }));
    public.turn = Public::other(seat);
    if seat != public.nondealer {
        show_bottom(state, facts);
        compare_sequences(state, facts);
        state.public.phase = Phase::Play;
    }
    Progress::Playing
}

fn show_bottom(state: &mut State<Klaberjass>, facts: &mut Facts<Klaberjass>) {
    if let Some(&card) = state.secret.stock.last() {
        state.public.bottom = Some(card);
        facts.push(Told::everyone(Event::Bottom { card }));
    }
}

fn compare_sequences(state: &mut State<Klaberjass>, facts: &mut Facts<Klaberjass>) {
    let public = &mut state.public;
    let (trump, nondealer) = (public.trump_or_turned_up(), public.nondealer);
    let mut declared = [nondealer, Public::other(nondealer)].into_iter().filter_map(|seat| {
        let hand = state.own[seat].hand;
        Some((seat, best(hand, trump, &public.options)?)).filter(|_| public.declared[seat] == Some(true))
    });
    let (better, said) = match (declared.next(), declared.next()) {
        (Some(ours), Some(theirs)) => {
            let (better, said) = compare(ours, theirs, trump, &public.options);
            (better, vec![(ours.0, said[0]), (theirs.0, said[1])])
        }
        (Some(ours), None) => (Some(ours.0), vec![(ours.0, alone(ours.1, trump, &public.options))]),
        _ => {
            public.melds = Melds::Nobody;
            return;
        }
    };
    for (seat, words) in &said {
        public.said[*seat] = *words;
    }
    let tie = public.options.seq_tie;
    let equal = better.is_none();
    let better = better.or((tie == SeqTie::Nondealer).then_some(nondealer));
    let ten_each = better.is_none() && tie == SeqTie::TenEach;
    public.melds = match better {
        Some(seat) => Melds::Better { seat, shown: None },
        None if ten_each => Melds::TenEach,
        None => Melds::Nobody,
    };
    if ten_each {
        for count in public.counts.iter_mut() {
            count.sequences = TEN;
        }
    }
    facts.push(Told::everyone(Event::Compared { better, equal, said, ten_each }));
}

fn play(state: &mut State<Klaberjass>, seat: Seat, card: Card, said: bool, facts: &mut Facts<Klaberjass>) -> Progress {
    let public = &mut state.public;
    facts.push(Told::everyone(Event::Played { seat, card }));
    if (said || public.options.bella == BellaRule::Auto) && completes_bella(public, seat, card) {
        public.counts[seat].bella = BELLA;
        facts.push(Told::everyone(Event::Bella { seat }));
    }
    state.own[seat].hand.remove(card);
    public.turn = Public::other(seat);
    match public.lead.take() {
        Some(lead) => {
            let (leader, order) = (Public::other(seat), public.options.rank_order);
            let winner = if beats(card, lead, public.trump_or_turned_up(), order) { seat } else { leader };
            finish_trick(state, Trick { leader, lead, reply: card, winner }, facts)
        }
        None => {
            public.lead = Some(card);
            Progress::Playing
        }
    }
}

/// Both cards of the trick have been played.
fn finish_trick(state: &mut State<Klaberjass>, trick: Trick, facts: &mut Facts<Klaberjass>) -> Progress {
    let public = &mut state.public;
    let trump = public.trump_or_turned_up();
    let count = &mut public.counts[trick.winner];
    count.taken += 1;
    count.tricks += points(trick.lead, trump) + points(trick.reply, trump);
    let Trick { lead, reply, winner: seat, .. } = trick;
    facts.push(Told::everyone(Event::Taken { seat, tricks: count.taken, lead, reply }));
    public.tricks.push(trick);
    public.turn = trick.winner;
    match public.tricks.len() {
        9 => {
            public.counts[trick.winner].last = LAST_TRICK;
            return settle(public, facts);
        }
        1 => show_sequences(state, facts),
        _ => {}
    }
    if state.public.options.claim_out {
        return claim_out(&mut state.public, facts);
    }
    Progress::Playing
}

/// After the first trick the better sequences are shown and count.
fn show_sequences(state: &mut State<Klaberjass>, facts: &mut Facts<Klaberjass>) {
    let public = &mut state.public;
    let Melds::Better { seat, shown } = &mut public.melds else { return };
    let seat = *seat;
    let trick = public.tricks.first();
    let gone = trick.map(|t| if t.leader == seat { t.lead } else { t.reply });
    let nine = gone.map_or(state.own[seat].hand, |card| state.own[seat].hand.with(card));
    let found = find(nine);
    *shown = Some(cards_of(&found));
    let points = points_of(&found, &public.options);
    public.counts[seat].sequences = points;
    let sequences = found.iter().map(|s| s.cards().collect()).collect();
    facts.push(Told::everyone(Event::Shown { seat, sequences, points }));
}
