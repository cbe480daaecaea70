//! Positions that a viewer cannot tell from the true one.

use super::CrazyEights;
use super::state::{Cards, Private, Secret, pack};
use crate::cards::CardSet;
use crate::chance::Chance;
use crate::game::{Imagining, State, View};
use crate::seats::{Seat, Seats};

/// A place for a card out of sight.
#[derive(Clone, Copy)]
struct Slot {
    /// In whose hand; `None` is the stock.
    seat: Option<Seat>,
    /// Cards known not to lie here.
    barred: CardSet,
}

impl Imagining for CrazyEights {
    fn imagine(view: &View<'_, CrazyEights>, chance: &mut Chance) -> State<CrazyEights> {
        let (public, mut free) = (view.public(), unplaced(view));
        let clues = &public.clues;
        let mut own = Seats::of(view.seats(), |seat| Private { hand: clues.held[seat] });
        let mut slots: Vec<Slot> = Vec::new();
        for seat in Seat::all(view.seats()) {
            match view.shown(seat) {
                Some(shown) => own[seat] = shown.clone(),
                None => {
                    let unknown = usize::from(view.backs(seat)) - clues.held[seat].len() as usize;
                    let slot = Slot { seat: Some(seat), barred: clues.lacked[seat] };
                    slots.extend(std::iter::repeat_n(slot, unknown));
                }
            }
        }
        let barred = free.iter().copied().filter(|card| !clues.stock.contains(*card)).collect();
        slots.resize(free.len(), Slot { seat: None, barred });
        chance.shuffle(&mut free);
        put_right(&mut free, &slots);
        let mut stock = public.buried.clone();
        for (slot, card) in slots.iter().zip(free) {
            match slot.seat {
                Some(seat) => own[seat].hand.insert(card),
                None => stock.push(card),
            }
        }
        State { public: public.clone(), own, secret: Secret { stock } }
    }
}

/// The cards that the viewer cannot place.
fn unplaced(view: &View<'_, CrazyEights>) -> Cards {
    let public = view.public();
    let held = public.clues.held.iter().flat_map(|held| held.iter());
    let seen = public.pile.iter().chain(&public.buried).copied();
    let placed: CardSet = seen.chain(held).chain(view.own().into_iter().flat_map(|own| own.hand)).collect();
    pack(&public.options).into_iter().filter(|card| !placed.contains(*card)).collect()
}

/// Changes places with another card for each that cannot lie where it does. Where no such change helps, it stays: what
/// is known by what others could not play is then not heeded.
fn put_right(cards: &mut Cards, slots: &[Slot]) {
    let may = |card, at: usize| !slots[at].barred.contains(card);
    for at in 0..cards.len() {
        let card = cards[at];
        if may(card, at) {
            continue;
        }
        let other = (0..cards.len()).find(|other| may(card, *other) && may(cards[*other], at));
        other.into_iter().for_each(|other| cards.swap(at, other));
    }
}
