//! The moves, how they are built, and which of them are on offer.

use crate::cards::{Card, CardSet};
use crate::{Choices, Choosing, Judging, View};

use super::KeyOfTheDoor;
use super::illegal::Judge;
use super::keys::{Fits, KeyPlace};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A card leaves the hand.
    Play(Card, Way),
    /// Tries to take a key as faulty.
    Steal(KeyPlace),
    /// Calls the last card bust, on the key it was played to.
    Bust(KeyPlace),
    /// Cannot play.
    Pass,
}

/// How a card leaves the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Face up, on the key of its suit or on a Joker key.
    Up {
        /// The number of the Joker key, from 1; `None` for the key of the card's suit.
        joker: Option<u8>,
        /// Claiming that the key counts 21.
        claim: bool,
    },
    /// Face down, on the key of its suit or on a Joker key.
    Down {
        /// The number of the Joker key, from 1; `None` for the key of the card's suit.
        joker: Option<u8>,
    },
    /// Discarded.
    Away,
}

impl Way {
    /// The key that a card goes to by this way.
    #[must_use]
    pub const fn place(self, card: Card) -> Option<KeyPlace> {
        match self {
            Self::Up { joker: Some(n), .. } | Self::Down { joker: Some(n) } => Some(KeyPlace::Joker(n)),
            Self::Up { joker: None, .. } | Self::Down { joker: None } => Some(KeyPlace::Suit(card.suit())),
            Self::Away => None,
        }
    }

    /// Face up?
    #[must_use]
    pub const fn is_up(self) -> bool {
        matches!(self, Self::Up { .. })
    }
}

/// One step of building a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Card(Card),
    /// Play it in this way.
    Way(Way),
    Steal(KeyPlace),
    /// Call this key bust.
    Bust(KeyPlace),
    Pass,
}

/// What a hand is obliged to do, strictest first. A card that would go past 21 creates no obligation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Duty {
    /// A card fits on the key of its suit: play such a card there.
    Suit,
    /// A card fits on a Joker key: play a card face up.
    Joker,
    /// No card fits, but the suit of some card is open.
    Stuck,
    /// No card fits, and no card's suit is open.
    Idle,
}

impl Duty {
    /// What this hand is obliged to do.
    #[must_use]
    pub const fn of(hand: CardSet, fits: &Fits) -> Self {
        if !hand.intersection(fits.suit).is_empty() {
            Self::Suit
        } else if !hand.intersection(fits.joker).is_empty() {
            Self::Joker
        } else if !hand.intersection(fits.open).is_empty() {
            Self::Stuck
        } else {
            Self::Idle
        }
    }

    /// The cards that a hand with this duty cannot hold: any of them would have created a stricter duty.
    #[must_use]
    pub const fn excludes(self, fits: &Fits) -> CardSet {
        match self {
            Self::Suit => CardSet::EMPTY,
            Self::Joker => fits.suit,
            Self::Stuck => fits.suit.union(fits.joker),
            Self::Idle => fits.open.union(fits.joker),
        }
    }
}

impl Judge<'_> {
    /// Every legal way of playing the card, in canonical order.
    fn ways(&self, card: Card) -> impl Iterator<Item = Way> {
        let jokers = || (1..=self.public.table.jokers.len() as u8).map(Some);
        let up = |joker| [false, true].map(|claim| Way::Up { joker, claim });
        let ups = std::iter::once(None).chain(jokers()).flat_map(up);
        let downs = std::iter::once(None).chain(jokers()).map(|joker| Way::Down { joker });
        ups.chain(downs).chain([Way::Away]).filter(move |&way| self.play(card, way).is_ok())
    }

    fn opening(&self) -> Vec<Step> {
        let cards = self.hand.iter().filter(|&card| self.ways(card).next().is_some()).map(Step::Card);
        let mut steps: Vec<Step> = Vec::with_capacity(20);
        steps.extend(cards);
        steps.extend(self.pass().is_ok().then_some(Step::Pass));
        let open = self.public.table.open().map(|(place, _)| place);
        steps.extend(open.filter(|&place| self.steal(place).is_ok()).map(Step::Steal));
        steps
    }

    fn card(&self, card: Card) -> Choices<KeyOfTheDoor> {
        let mut ways: Vec<Step> = self.ways(card).map(Step::Way).collect();
        match (ways.len(), ways.pop()) {
            (1, Some(Step::Way(only))) => Choices::done(Move::Play(card, only)),
            (_, last) => {
                ways.extend(last);
                Choices::steps(ways)
            }
        }
    }
}

impl Choosing for KeyOfTheDoor {
    fn choices(view: &View<'_, Self>, so_far: &[Step]) -> Choices<Self> {
        let legal = |m: Move| if KeyOfTheDoor::check(view, &m).is_ok() { Choices::done(m) } else { Choices::none() };
        match *so_far {
            [] => Choices::steps(openings(view)),
            [Step::Card(card)] if view.seat() == Some(view.public().turn.seat) => Judge::new(view).card(card),
            [Step::Card(card), Step::Way(way)] => match KeyOfTheDoor::choices(view, &so_far[..1]) {
                Choices { steps, .. } if steps.contains(&so_far[1]) => Choices::done(Move::Play(card, way)),
                _ => Choices::none(),
            },
            [Step::Steal(place)] => legal(Move::Steal(place)),
            [Step::Bust(place)] => legal(Move::Bust(place)),
            [Step::Pass] => legal(Move::Pass),
            _ => Choices::none(),
        }
    }

    /// What is played for a seat that has resigned: its lowest card that fits, or else what its duty leaves it.
    fn fallback(view: &View<'_, Self>) -> Move {
        let judge = Judge::new(view);
        let (table, hand) = (&judge.public.table, judge.hand);
        let lowest = |cards: CardSet| cards.iter().min_by_key(|card| card.number());
        let joker = table.open_jokers().find(|(_, key)| hand.iter().any(|card| card.number() <= key.room()));
        let play = match judge.duty {
            Duty::Suit => lowest(hand.intersection(judge.fits.suit)).zip(Some(Way::Up { joker: None, claim: false })),
            Duty::Joker => lowest(hand).zip(joker.map(|(place, _)| on_joker(place))),
            Duty::Stuck => lowest(hand.intersection(judge.fits.open)).zip(Some(Way::Down { joker: None })),
            Duty::Idle => lowest(hand).and_then(|card| Some((card, judge.ways(card).find(|way| !way.is_up())?))),
        };
        play.map_or(Move::Pass, |(card, way)| Move::Play(card, way))
    }

    /// A pass, which nobody may choose, and the last card.
    fn goes_without_saying(view: &View<'_, Self>, m: &Move) -> bool {
        match m {
            Move::Pass => true,
            Move::Play(..) => view.own().is_some_and(|own| own.hand.len() == 1),
            Move::Steal(_) | Move::Bust(_) => false,
        }
    }
}

fn openings(view: &View<'_, KeyOfTheDoor>) -> Vec<Step> {
    let public = view.public();
    let Some(seat) = view.seat() else { return Vec::new() };
    let mut steps = if seat == public.turn.seat { Judge::new(view).opening() } else { Vec::new() };
    steps.extend(public.window.filter(|_| public.may_call(seat)).map(|window| Step::Bust(window.key)));
    steps
}

const fn on_joker(place: KeyPlace) -> Way {
    let joker = if let KeyPlace::Joker(n) = place { Some(n) } else { None };
    Way::Up { joker, claim: false }
}
