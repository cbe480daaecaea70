//! Positions that a viewer cannot tell from the true one.

use arrayvec::ArrayVec;

use super::KingsRummy;
use super::state::{Phase, Private, Secret, hand_of};
use super::tile::{Tile, Tiles};
use crate::chance::Chance;
use crate::game::{Imagining, State, View};
use crate::seats::{Seat, Seats};

impl Imagining for KingsRummy {
    /// Deals afresh what the viewer does not see. Cards taken in sight stay where they went, and once the discards have
    /// been turned over, the draw pile holds only cards from them.
    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        let public = view.public();
        let others: ArrayVec<Seat, 4> = Seat::all(view.seats()).filter(|seat| Some(*seat) != view.seat()).collect();
        let seen = public.table.iter().fold(hand_of(view), |all, meld| all.or(*meld));
        let seen = public.discards.iter().fold(seen, |all, card| all.with(*card));
        let mut hands =
            Seats::of(view.seats(), |seat| if Some(seat) == view.seat() { hand_of(view) } else { public.held[seat] });
        let known = hands.iter().fold(Tiles::EMPTY, |all, hand| all.or(*hand));
        let unseen = Tiles(!seen.or(known).0);
        // Certainly in hands: unseen cards that were not in the pile when it was remade.
        let never_piled = if public.recycles > 0 { unseen.minus(public.recycled) } else { Tiles::EMPTY };
        let mut cards = shuffled(never_piled, chance);
        let mut rest = shuffled(unseen.minus(never_piled), chance);
        for card in cards.drain(..) {
            let room = |seat: &&Seat| hands[**seat].len() < u32::from(view.backs(**seat));
            let open: ArrayVec<Seat, 4> = others.iter().filter(room).copied().collect();
            if open.is_empty() {
                rest.push(card);
            } else {
                let seat = open[chance.below(open.len() as u32) as usize];
                hands[seat] = hands[seat].with(card);
            }
        }
        for seat in &others {
            while hands[*seat].len() < u32::from(view.backs(*seat)) {
                let Some(card) = rest.pop() else { break };
                hands[*seat] = hands[*seat].with(card);
            }
        }
        let buried = if rest.len() > usize::from(public.pile) { rest.pop() } else { None };
        let own = Seats::of(view.seats(), |seat| match view.own() {
            Some(own) if Some(seat) == view.seat() => own.clone(),
            _ => Private { hand: hands[seat], drawn: drawn(view, seat, hands[seat], chance) },
        });
        State { public: public.clone(), own, secret: Secret { pile: rest, buried } }
    }
}

/// The card that a seat may have drawn in this turn.
fn drawn(view: &View<'_, KingsRummy>, seat: Seat, hand: Tiles, chance: &mut Chance) -> Option<Tile> {
    let public = view.public();
    match public.phase {
        Phase::Play { taken } if public.turn == seat => taken.or_else(|| {
            let may: ArrayVec<Tile, 64> = hand.minus(public.held[seat]).iter().collect();
            if may.is_empty() { None } else { Some(may[chance.below(may.len() as u32) as usize]) }
        }),
        _ => None,
    }
}

fn shuffled(cards: Tiles, chance: &mut Chance) -> ArrayVec<Tile, 64> {
    let mut cards: ArrayVec<Tile, 64> = cards.iter().collect();
    chance.shuffle(&mut cards);
    cards
}
