//! Positions that a viewer cannot tell from the true one.

use crate::cards::{Card, CardSet};
use crate::{Chance, Imagining, Seat, Seats, State, View};

use super::KeyOfTheDoor;
use super::keys::numerals;
use super::state::{Private, Secret};

/// Where an unseen card may lie.
#[derive(Clone, Copy)]
enum Spot {
    Hand(Seat),
    Buried(Seat),
    Pile(Seat),
}

impl Imagining for KeyOfTheDoor {
    /// Deals afresh everything that the viewer cannot see. What was seen stays where it is: played cards, cards taken
    /// back into a hand, the viewer's own. Hands do not get cards that their players would have had to play.
    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        let seats = view.seats();
        let (public, viewer) = (view.public(), view.seat());
        let mut own: Seats<Private> = Seats::of(seats, |seat| match view.own() {
            Some(own) if viewer == Some(seat) => own.clone(),
            _ => Private::with(public.notes.known[seat], view.backs(seat).pile),
        });
        let mut piles: Seats<Vec<Card>> = Seats::of(seats, |_| Vec::with_capacity(10));
        let spots = spots(view);
        let held = own.iter().fold(public.notes.played, |all, own| {
            all.union(own.hand).union(own.buried).union(own.top.map_or(CardSet::EMPTY, CardSet::one))
        });
        let mut pool: Vec<Card> = numerals().minus(held).iter().collect();
        chance.shuffle(&mut pool);
        for (&(spot, _), card) in spots.iter().zip(assign(&pool, &spots)) {
            match spot {
                Spot::Hand(seat) => own[seat].hand.insert(card),
                Spot::Buried(seat) => own[seat].buried.insert(card),
                Spot::Pile(seat) => piles[seat].push(card),
            }
        }
        for seat in Seat::all(seats) {
            recall(view, seat, &mut own[seat], &mut piles[seat], chance);
        }
        State { public: public.clone(), own, secret: Secret { piles } }
    }
}

/// Every place that holds a card the viewer has not seen, and which cards it may hold.
fn spots(view: &View<'_, KeyOfTheDoor>) -> Vec<(Spot, CardSet)> {
    let notes = &view.public().notes;
    let mut all = Vec::with_capacity(40);
    for seat in Seat::all(view.seats()) {
        let backs = view.backs(seat);
        let mut pile = backs.pile;
        if let Some(own) = view.own().filter(|_| view.seat() == Some(seat)) {
            pile -= u8::from(own.top.is_some());
        } else {
            let unknown = u32::from(backs.hand).saturating_sub(notes.known[seat].len());
            let may_hold = numerals().minus(notes.lacks[seat]);
            all.extend((0..unknown).map(|_| (Spot::Hand(seat), may_hold)));
            all.extend(notes.buried[seat].iter().map(|&may_be| (Spot::Buried(seat), may_be)));
        }
        all.extend((0..pile).map(|_| (Spot::Pile(seat), numerals())));
    }
    // The most restricted spots first: most then find a card without making others move.
    all.sort_by_key(|(_, may_be)| may_be.len());
    all
}

/// Restores what depends on the cards: the top of a pile that its player has seen, and the last card drawn while it
/// may still have to go back.
fn recall(view: &View<'_, KeyOfTheDoor>, seat: Seat, own: &mut Private, pile: &mut Vec<Card>, chance: &mut Chance) {
    if view.seat() == Some(seat) {
        pile.extend(own.top);
        return;
    }
    let public = view.public();
    if public.notes.peeked.contains(seat) {
        own.top = pile.last().copied();
    }
    if public.window.is_some_and(|window| window.by == seat && window.drew) {
        let fresh = own.hand.minus(public.notes.known[seat]);
        own.drawn = (!fresh.is_empty()).then(|| chance.below(fresh.len())).and_then(|n| fresh.iter().nth(n as usize));
    }
}

/// One card for each spot, all different: each spot in turn takes the first card of the (shuffled) pool that it may
/// hold; if all of those are taken, their holders move to other cards to make room. The true position is such an
/// assignment, so there is one; if there were none, the spots left over would take the cards left over.
fn assign(pool: &[Card], spots: &[(Spot, CardSet)]) -> Vec<Card> {
    let mut holder: Vec<Option<usize>> = vec![None; pool.len()];
    for spot in 0..spots.len() {
        find(spot, pool, spots, &mut holder, &mut vec![false; pool.len()]);
    }
    let mut cards: Vec<Option<Card>> = vec![None; spots.len()];
    let mut spare = Vec::new();
    for (&card, holder) in pool.iter().zip(&holder) {
        match holder {
            Some(spot) => cards[*spot] = Some(card),
            None => spare.push(card),
        }
    }
    cards.into_iter().filter_map(|card| card.or_else(|| spare.pop())).collect()
}

fn find(
    spot: usize,
    pool: &[Card],
    spots: &[(Spot, CardSet)],
    holder: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    let free = (0..pool.len()).find(|&i| holder[i].is_none() && spots[spot].1.contains(pool[i]));
    if let Some(i) = free {
        holder[i] = Some(spot);
        return true;
    }
    for i in 0..pool.len() {
        if tried[i] || !spots[spot].1.contains(pool[i]) {
            continue;
        }
        tried[i] = true;
        if holder[i].is_none_or(|other| find(other, pool, spots, holder, tried)) {
            holder[i] = Some(spot);
            return true;
        }
    }
    false
}
