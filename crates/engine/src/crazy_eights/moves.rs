//! The moves, and which of them are on offer.

use super::CrazyEights;
use super::state::{Public, is_eight, worth};
use crate::cards::{Card, CardSet, Suit};
use crate::game::{Choices, Choosing, Judging, View};

/// One decision. It is also a step: a card whose suit is still to be named is one on the way to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Play {
        card: Card,
        /// The suit that is named with it.
        suit: Option<Suit>,
    },
    Draw,
    Pass,
}

/// The viewer's cards; a spectator has none.
pub(super) fn hand_of(view: &View<'_, CrazyEights>) -> CardSet {
    view.own().map_or(CardSet::EMPTY, |own| own.hand)
}

/// How many cards of a hand there would be to go on with in a suit.
pub(super) fn others_of(hand: CardSet, suit: Suit) -> usize {
    hand.iter().filter(|card| card.suit() == suit && !card.is_joker() && !is_eight(*card)).count()
}

impl Choosing for CrazyEights {
    /// A card, and the suit that is named with it.
    fn choices(view: &View<'_, CrazyEights>, so_far: &[Move]) -> Choices<CrazyEights> {
        let public = view.public();
        match *so_far {
            [] => Choices::steps(first_steps(public, hand_of(view))),
            [Move::Play { card, suit: None }] if public.names_suit(card) && hand_of(view).contains(card) => {
                Choices::steps(Suit::ALL.map(|suit| Move::Play { card, suit: Some(suit) }).to_vec())
            }
            [.., m] if so_far.len() <= 2 && Self::check(view, &m).is_ok() => Choices::done(m),
            _ => Choices::none(),
        }
    }

    /// What is played for a seat that has resigned: it passes or draws; where it has to play, it plays the least card that
    /// harms nobody, and names the suit that is in force.
    fn fallback(view: &View<'_, CrazyEights>) -> Move {
        let (public, hand) = (view.public(), hand_of(view));
        let harm = |card: Card| public.skips(card) || public.makes_draw(card) || is_eight(card);
        let least = public.fitting(hand).iter().min_by_key(|card| (harm(*card), worth(*card, &public.options)));
        match least {
            _ if public.may_pass(hand) => Move::Pass,
            Some(card) if !public.may_draw(hand) => {
                let named = public.suit.unwrap_or(card.suit());
                Move::Play { card, suit: public.names_suit(card).then_some(named) }
            }
            _ => Move::Draw,
        }
    }

    /// A pass without a draw, which nobody may choose; a draw that only those may make who cannot play; the last card.
    fn goes_without_saying(view: &View<'_, CrazyEights>, m: &Move) -> bool {
        let public = view.public();
        match m {
            Move::Pass => !public.drawn,
            Move::Draw => public.options.force_play && public.owed == 0,
            Move::Play { .. } => hand_of(view).len() == 1,
        }
    }
}

/// Every way of playing a card that fits.
pub(super) fn plays(public: &Public, hand: CardSet) -> impl Iterator<Item = Move> {
    public
        .fitting(hand)
        .into_iter()
        .flat_map(|card| suits_with(public, card).map(move |suit| Move::Play { card, suit }))
}

/// The suits that may be named with a card.
fn suits_with(public: &Public, card: Card) -> impl Iterator<Item = Option<Suit>> + use<> {
    let named = public.names_suit(card);
    let none = (!named).then_some(None);
    none.into_iter().chain(Suit::ALL.into_iter().filter(move |_| named).map(Some))
}

/// Every legal move.
pub(super) fn legal(view: &View<'_, CrazyEights>) -> Vec<Move> {
    let (public, hand) = (view.public(), hand_of(view));
    plays(public, hand).chain(others(public, hand)).collect()
}

fn first_steps(public: &Public, hand: CardSet) -> Vec<Move> {
    let plays = public.fitting(hand).into_iter().map(|card| Move::Play { card, suit: None });
    plays.chain(others(public, hand)).collect()
}

fn others(public: &Public, hand: CardSet) -> impl Iterator<Item = Move> + use<> {
    let all = [(Move::Draw, public.may_draw(hand)), (Move::Pass, public.may_pass(hand))];
    all.into_iter().filter_map(|(m, may)| may.then_some(m))
}
