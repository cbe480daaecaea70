//! Positions that a viewer cannot tell from the true one.

use super::PegsAndJokers;
use super::cards::packs;
use super::state::{Discard, Private, Secret};
use crate::cards::Card;
use crate::{Chance, Imagining, Seat, Seats, State, View};

impl Imagining for PegsAndJokers {
    /// Deals afresh what the viewer cannot see: other hands, the pile, and what others laid face down.
    fn imagine(view: &View<'_, Self>, chance: &mut Chance) -> State<Self> {
        let public = view.public().clone();
        let seats = public.seats();
        let mut unseen = packs(public.options.packs(seats));
        let mut see = |card: &Card| {
            if let Some(place) = unseen.iter().position(|other| other == card) {
                unseen.swap_remove(place);
            }
        };
        for discard in &public.discards {
            if let Discard::Open(card) = discard {
                see(card);
            }
        }
        for own in Seat::all(seats).filter_map(|seat| view.shown(seat)) {
            own.hand.iter().chain(&own.laid).for_each(&mut see);
        }
        chance.shuffle(&mut unseen);
        let own = Seats::of(seats, |seat| match view.shown(seat) {
            Some(own) => own.clone(),
            None => {
                let hand = unseen.split_off(unseen.len() - view.backs(seat).hand);
                let down = public.discards.iter().filter(|&&card| card == Discard::Down(seat)).count();
                let laid = unseen.split_off(unseen.len() - down);
                Private { drawn: None, hand, laid }
            }
        });
        State { public, own, secret: Secret { pile: unseen } }
    }
}
