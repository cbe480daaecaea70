//! Moves, which of them are legal, and how they are built.

use crate::engine::cards::{Card, CardSet};
use crate::engine::{Choices, View};

use super::KeyOfTheDoor;
use super::illegal::{Illegal, Instead};
use super::keys::{Fits, Place, numerals};
use super::options::{Busts, Claims, Idle};
use super::state::Public;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A card leaves the hand.
    Play(Card, Way),
    /// Tries to take a key as faulty.
    Steal(Place),
    /// Calls the last card bust, on the key it was played to.
    Bust(Place),
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
    pub const fn place(self, card: Card) -> Option<Place> {
        match self {
            Self::Up { joker: Some(n), .. } | Self::Down { joker: Some(n) } => Some(Place::Joker(n)),
            Self::Up { joker: None, .. } | Self::Down { joker: None } => Some(Place::Suit(card.suit())),
            Self::Away => None,
        }
    }
}

/// One step of building a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Play this card.
    Card(Card),
    /// Play it in this way.
    Way(Way),
    /// Steal this key.
    Steal(Place),
    /// Call this key bust.
    Bust(Place),
    /// Pass.
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

/// What legality is judged from: the table and one hand.
struct Judge<'a> {
    public: &'a Public,
    hand: CardSet,
    fits: Fits,
    duty: Duty,
}

impl<'a> Judge<'a> {
    fn new(view: &View<'a, KeyOfTheDoor>) -> Self {
        let public = view.public();
        let hand = view.own().map_or(CardSet::EMPTY, |own| own.hand);
        let fits = public.table.fits();
        Self { public, hand, fits, duty: Duty::of(hand, &fits) }
    }

    fn play(&self, card: Card, way: Way) -> Result<(), Illegal> {
        if !numerals().contains(card) {
            return Err(Illegal::Header(card));
        }
        if !self.hand.contains(card) {
            return Err(Illegal::NotHeld(card));
        }
        match way {
            Way::Up { claim: true, .. } if self.public.options.claims == Claims::Auto => Err(Illegal::AutoClaims),
            Way::Up { joker: None, .. } => self.up_on_suit(card),
            Way::Up { joker: Some(n), .. } => self.up_on_joker(card, n),
            Way::Down { joker: None } => self.down_on_suit(card),
            Way::Down { joker: Some(n) } => self.down_on_joker(n),
            Way::Away => self.away(),
        }
    }

    fn up_on_suit(&self, card: Card) -> Result<(), Illegal> {
        if !self.fits.open.contains(card) {
            Err(Illegal::SuitClosed(card.suit()))
        } else if self.public.strict() && !self.fits.suit.contains(card) {
            Err(Illegal::NoFit(card, Place::Suit(card.suit()), self.instead()))
        } else {
            Ok(())
        }
    }

    fn up_on_joker(&self, card: Card, n: u8) -> Result<(), Illegal> {
        let place = Place::Joker(n);
        let key = self.public.table.key(place).ok_or(Illegal::NotOpen(place))?;
        if self.duty == Duty::Suit {
            Err(Illegal::SuitFirst)
        } else if self.public.strict() && card.number() > key.room() {
            Err(Illegal::NoFit(card, place, self.instead()))
        } else {
            Ok(())
        }
    }

    fn down_on_suit(&self, card: Card) -> Result<(), Illegal> {
        if self.duty < Duty::Stuck {
            Err(Illegal::CanPlay)
        } else if !self.fits.open.contains(card) {
            Err(Illegal::DownElsewhere(card, self.instead()))
        } else {
            Ok(())
        }
    }

    fn down_on_joker(&self, n: u8) -> Result<(), Illegal> {
        if self.public.options.p4 != Idle::FacedownJoker {
            Err(Illegal::DownOnJoker(self.instead()))
        } else if self.public.table.key(Place::Joker(n)).is_none() {
            Err(Illegal::NotOpen(Place::Joker(n)))
        } else {
            self.idle()
        }
    }

    fn away(&self) -> Result<(), Illegal> {
        if self.public.options.p4 == Idle::Discard { self.idle() } else { Err(Illegal::NoDiscards(self.instead())) }
    }

    fn pass(&self) -> Result<(), Illegal> {
        self.idle()?;
        match self.instead() {
            Instead::Discard => Err(Illegal::MustDiscard),
            Instead::LayOnJoker => Err(Illegal::MustLayDown),
            _ => Ok(()),
        }
    }

    /// What the player must or may do with this hand, as refusals tell it.
    fn instead(&self) -> Instead {
        match (self.duty, self.public.options.p4) {
            (Duty::Suit | Duty::Joker, _) => Instead::Play,
            (Duty::Stuck, _) => Instead::LayOnSuit,
            (Duty::Idle, Idle::Discard) => Instead::Discard,
            (Duty::Idle, Idle::FacedownJoker) if self.public.table.open_jokers().next().is_some() => {
                Instead::LayOnJoker
            }
            (Duty::Idle, _) => Instead::Pass,
        }
    }

    fn idle(&self) -> Result<(), Illegal> {
        match self.duty {
            Duty::Idle => Ok(()),
            Duty::Stuck => Err(Illegal::MustLayOnSuit),
            _ => Err(Illegal::CanPlay),
        }
    }

    fn steal(&self, place: Place) -> Result<(), Illegal> {
        if !self.public.options.steal {
            return Err(Illegal::StealsOff(self.instead()));
        }
        let key = self.public.table.key(place).ok_or(Illegal::NotOpen(place))?;
        if self.public.turn.replay {
            Err(Illegal::StealInReplay(self.instead()))
        } else if self.public.turn.barred {
            Err(Illegal::OneFailed(self.instead()))
        } else if key.cards.is_empty() && self.public.options.bent_min_cards > 0 {
            Err(Illegal::BareKey(place))
        } else {
            Ok(())
        }
    }

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

fn check_call(view: &View<'_, KeyOfTheDoor>, place: Place) -> Result<(), Illegal> {
    let (public, seat) = (view.public(), view.seat());
    let window = public.window.ok_or(Illegal::NothingToCall)?;
    if seat.is_none_or(|seat| public.side(seat) == public.side(window.by)) {
        Err(Illegal::OwnSide)
    } else if !seat.is_some_and(|seat| window.callers.contains(seat)) {
        Err(Illegal::CalledAlready)
    } else if window.key != place {
        Err(Illegal::OtherKey(window.key))
    } else {
        Ok(())
    }
}

/// Is the move legal, as far as the viewer can know?
pub(super) fn check(view: &View<'_, KeyOfTheDoor>, m: &Move) -> Result<(), Illegal> {
    let on_turn = || match view.public() {
        public if view.seat() == Some(public.turn.seat) => Ok(Judge::new(view)),
        public if public.options.bust == Busts::Honour => Err(Illegal::OnlyCalls),
        _ => Err(Illegal::NotOnTurn),
    };
    match *m {
        Move::Bust(place) => check_call(view, place),
        Move::Play(card, way) => on_turn()?.play(card, way),
        Move::Steal(place) => on_turn()?.steal(place),
        Move::Pass => on_turn()?.pass(),
    }
}

/// The next steps of a move.
pub(super) fn choices(view: &View<'_, KeyOfTheDoor>, so_far: &[Step]) -> Choices<KeyOfTheDoor> {
    let legal = |m: Move| if check(view, &m).is_ok() { Choices::done(m) } else { Choices::none() };
    match *so_far {
        [] => Choices::steps(openings(view)),
        [Step::Card(card)] if view.seat() == Some(view.public().turn.seat) => Judge::new(view).card(card),
        [Step::Card(card), Step::Way(way)] => match choices(view, &so_far[..1]) {
            Choices { steps, .. } if steps.contains(&so_far[1]) => Choices::done(Move::Play(card, way)),
            _ => Choices::none(),
        },
        [Step::Steal(place)] => legal(Move::Steal(place)),
        [Step::Bust(place)] => legal(Move::Bust(place)),
        [Step::Pass] => legal(Move::Pass),
        _ => Choices::none(),
    }
}

fn openings(view: &View<'_, KeyOfTheDoor>) -> Vec<Step> {
    let public = view.public();
    let Some(seat) = view.seat() else { return Vec::new() };
    let mut steps = if seat == public.turn.seat { Judge::new(view).opening() } else { Vec::new() };
    steps.extend(public.window.filter(|_| public.may_call(seat)).map(|window| Step::Bust(window.key)));
    steps
}

/// What is played for a seat that has resigned: its lowest card that fits, or else what its duty leaves it.
pub(super) fn fallback(view: &View<'_, KeyOfTheDoor>) -> Move {
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

const fn on_joker(place: Place) -> Way {
    let joker = if let Place::Joker(n) = place { Some(n) } else { None };
    Way::Up { joker, claim: false }
}

impl Way {
    /// Face up?
    #[must_use]
    pub const fn is_up(self) -> bool {
        matches!(self, Self::Up { .. })
    }
}
