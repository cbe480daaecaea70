//! Positions that a viewer cannot tell from the true one.

use arrayvec::ArrayVec;

use super::Klaberjass;
use super::rank::pack;
use super::sequences::{Sequence, best, cards_of, find, runs_within};
use super::state::{Melds, Private, Public, Secret};
use crate::cards::{Card, CardSet};
use crate::chance::Chance;
use crate::game::{Imagining, State, View};
use crate::seats::{Seat, Seats};

/// How many times hands are drawn purely at random, before sequences that were declared are put into them first.
const PLAIN_TRIES: usize = 60;
/// How many times hands are drawn in all; if none of them fits, the last is taken.
const TRIES: usize = 600;

/// What is known of a hand out of sight.
#[derive(Clone, Copy)]
struct Hidden {
    seat: Seat,
    size: usize,
    /// Cards known to be in it.
    known: CardSet,
    /// Cards known not to be in it.
    barred: CardSet,
    /// Cards that have been played from it.
    played: CardSet,
}

impl Imagining for Klaberjass {
    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        let public = view.public();
        let hidden: ArrayVec<Hidden, 2> =
            Seat::all(2).filter(|seat| Some(*seat) != view.seat()).map(|seat| hide(view, seat)).collect();
        let mut free: CardSet = pack().collect();
        free = free.without(public.turn_up);
        for seat in Seat::all(2) {
            free = free.minus(public.played(seat));
        }
        for gone in [view.own().map(|own| own.hand), public.bottom.map(CardSet::one)].into_iter().flatten() {
            free = free.minus(gone);
        }
        let hands = draw_all(public, &hidden, free, chance);
        let own = Seats::of(2, |seat| {
            let at = hidden.iter().position(|h| h.seat == seat);
            at.map_or_else(|| view.own().cloned(), |at| Some(Private { hand: hands[at] }))
                .unwrap_or(Private { hand: CardSet::EMPTY })
        });
        let mut stock: ArrayVec<Card, 32> = hands.iter().fold(free, |free, hand| free.minus(*hand)).iter().collect();
        chance.shuffle(&mut stock);
        stock.extend(public.bottom);
        State { public: public.clone(), own, secret: Secret { stock } }
    }
}

fn hide(view: &View<'_, Klaberjass>, seat: Seat) -> Hidden {
    let public = view.public();
    let played = public.played(seat);
    let mut known = CardSet::EMPTY;
    if let Some(exchange) = public.exchange.filter(|e| e.seat == seat) {
        known.insert(exchange.card);
    }
    if let Melds::Better { seat: better, shown: Some(cards) } = &public.melds
        && *better == seat
    {
        known = known.union(*cards);
    }
    let size = usize::from(view.backs(seat));
    Hidden { seat, size, known: known.minus(played), barred: public.barred(seat), played }
}

/// A hand for each, at random among those that fit what is known.
fn draw_all(public: &Public, hidden: &[Hidden], free: CardSet, chance: &mut Chance) -> [CardSet; 2] {
    let mut last = least_in_the_way(hidden, free);
    for attempt in 0..TRIES {
        let Some(hands) = draw_once(public, hidden, free, attempt >= PLAIN_TRIES, chance) else { continue };
        if hidden.iter().zip(hands).all(|(h, hand)| plausible(public, h, hand)) {
            return hands;
        }
        last = hands;
    }
    last
}

fn draw_once(
    public: &Public,
    hidden: &[Hidden],
    free: CardSet,
    runs_first: bool,
    chance: &mut Chance,
) -> Option<[CardSet; 2]> {
    let mut hands = [CardSet::EMPTY; 2];
    let known = hidden.iter().fold(CardSet::EMPTY, |all, h| all.union(h.known));
    let mut left = free.minus(known);
    for (h, hand) in hidden.iter().zip(&mut hands) {
        let mut h = *h;
        if runs_first {
            h.known = h.known.union(some_run(public, &h, left, chance));
        }
        *hand = draw(&h, left.minus(h.known), chance)?;
        left = left.minus(*hand);
    }
    Some(hands)
}

/// Random cards in addition to those known.
fn draw(h: &Hidden, free: CardSet, chance: &mut Chance) -> Option<CardSet> {
    let mut cards: ArrayVec<Card, 32> = free.minus(h.barred).iter().collect();
    let missing = h.size.checked_sub(h.known.len() as usize)?;
    if cards.len() < missing {
        return None;
    }
    let mut hand = h.known;
    for at in 0..missing {
        let other = at + chance.below((cards.len() - at) as u32) as usize;
        cards.swap(at, other);
        hand.insert(cards[at]);
    }
    Some(hand)
}

/// The missing cards of a random run that would explain what the seat has declared.
fn some_run(public: &Public, h: &Hidden, free: CardSet, chance: &mut Chance) -> CardSet {
    if public.declared[h.seat] != Some(true) {
        return CardSet::EMPTY;
    }
    let trump = public.trump_or_turned_up();
    let could_hold = free.minus(h.barred).union(h.known).union(h.played);
    let room = h.size - h.known.len() as usize;
    let missing = |run: &Sequence| run.cards().collect::<CardSet>().minus(h.known).minus(h.played);
    let runs: ArrayVec<CardSet, 84> = runs_within(could_hold)
        .filter(|run| public.said[h.seat].fits(*run, trump))
        .map(|run| missing(&run))
        .filter(|cards| cards.len() as usize <= room)
        .collect();
    if runs.is_empty() { CardSet::EMPTY } else { runs[chance.below(runs.len() as u32) as usize] }
}

/// Does a hand fit what its seat has declared and shown?
fn plausible(public: &Public, h: &Hidden, hand: CardSet) -> bool {
    if public.declared[h.seat] != Some(true) {
        return true;
    }
    let nine = hand.union(h.played);
    if let Melds::Better { seat, shown: Some(cards) } = &public.melds
        && *seat == h.seat
    {
        return cards_of(&find(nine)) == *cards;
    }
    let trump = public.trump_or_turned_up();
    best(nine, trump, &public.options).is_some_and(|best| public.said[h.seat].fits(best, trump))
}

/// Hands that fit what is known of voids, in case no random ones do: each seat first takes what the other cannot hold.
fn least_in_the_way(hidden: &[Hidden], free: CardSet) -> [CardSet; 2] {
    let mut hands = [CardSet::EMPTY; 2];
    let known = hidden.iter().fold(CardSet::EMPTY, |all, h| all.union(h.known));
    let mut left = free.minus(known);
    for (at, h) in hidden.iter().enumerate() {
        let others = hidden[at + 1..].iter().fold(CardSet::EMPTY, |all, other| all.union(other.barred));
        let may = left.minus(h.barred);
        let in_order = may.intersection(others).iter().chain(may.minus(others));
        hands[at] = in_order.take(h.size.saturating_sub(h.known.len() as usize)).fold(h.known, CardSet::with);
        left = left.minus(hands[at]);
    }
    hands
}
