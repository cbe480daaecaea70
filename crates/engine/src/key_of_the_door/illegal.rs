//! Why a move is refused, and the check that finds it out. The words are neutral: they never tell what a key counts.

use std::fmt;

use crate::cards::{Card, CardSet, Suit};
use crate::{Judging, Language, Reader, Refuse, RuleRef, View, capital};

use super::KeyOfTheDoor;
use super::keys::{Fits, KeyPlace, numerals};
use super::moves::{Duty, Move, Way};
use super::options::{Busts, Claims, Idle};
use super::state::Public;

/// What a hand may do instead of what was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// Play a card that fits, face up.
    Play,
    /// Lay a card face down on the key of its suit.
    LayOnSuit,
    /// Lay a card face down on a Joker key.
    LayOnJoker,
    Discard,
    Pass,
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Play => "play a card that fits",
            Self::LayOnSuit => "lay a card face down on the key of its suit, with `?` behind it as in `7S?`",
            Self::LayOnJoker => "lay a card face down on a Joker key, as in `7S>X1?`",
            Self::Discard => "discard a card, as in `discard 7S`",
            Self::Pass => "pass",
        })
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    #[error("It is not your turn: until the next card you may only call the last one bust.")]
    OnlyCalls,
    /// At a table that refuses cards past 21: there is never anything to call.
    #[error("It is not your turn.")]
    NotOnTurn,
    #[error("{} is not in your hand.", .0.pretty())]
    NotHeld(Card),
    #[error("{} is never in a hand: courts and Jokers are headers, which open keys.", .0.pretty())]
    Header(Card),
    #[error(
        "{} have no open key any more: the suit is closed, and its cards go on Joker keys only.",
        capital(.0.name())
    )]
    SuitClosed(Suit),
    #[error("{}", not_open(*.0))]
    NotOpen(KeyPlace),
    /// This table refuses cards past 21, or the player has just taken a card back.
    #[error("{} does not fit on {}, as it would go past 21: {}.", .0.pretty(), .1.name(), .2)]
    NoFit(Card, KeyPlace, Instead),
    #[error("One of your cards fits on the key of its own suit: play that first, a Joker key must wait.")]
    SuitFirst,
    #[error("One of your cards fits on a key, so you must play such a card, face up.")]
    CanPlay,
    #[error(
        "{} could lie face down on {} only, and that suit is closed: {}.",
        .0.pretty(), KeyPlace::Suit(.0.suit()).name(), .1
    )]
    DownElsewhere(Card, Instead),
    #[error("You hold a card whose suit is open: {}.", Instead::LayOnSuit)]
    MustLayOnSuit,
    #[error("At this table no card goes face down on a Joker key: {0}.")]
    DownOnJoker(Instead),
    #[error("At this table nobody passes while a Joker key is open: {}.", Instead::LayOnJoker)]
    MustLayDown,
    #[error("At this table cards are not discarded: {0}.")]
    NoDiscards(Instead),
    #[error("At this table nobody passes: {}.", Instead::Discard)]
    MustDiscard,
    #[error("At this table 21 is claimed for you: leave out the `!`.")]
    AutoClaims,
    #[error("At this table keys cannot be stolen: {0}.")]
    StealsOff(Instead),
    #[error("You took a card back, so there are no steals for you this turn: {0}.")]
    StealInReplay(Instead),
    #[error("Your steal failed, so there are no more steals for you this turn: {0}.")]
    OneFailed(Instead),
    #[error("Nothing lies on {} yet: a bare header cannot be stolen.", .0.name())]
    BareKey(KeyPlace),
    #[error("At this table cards that go past 21 are refused, so there is never one to call bust.")]
    NeverBust,
    #[error("No card can be called bust now: only the last one can, face up, until the next is played.")]
    NothingToCall,
    #[error("Only opponents may call a card bust, and this one is your own or your partner's.")]
    OwnSide,
    #[error("Only the last card can be called bust, and it lies on {}: `bust {}`.", .0.name(), .0)]
    OtherKey(KeyPlace),
    #[error("You have called this card already: there is one call for each card.")]
    CalledAlready,
}

/// Why there is no such key.
fn not_open(place: KeyPlace) -> String {
    match place {
        KeyPlace::Joker(n) => format!("Joker key {n} is not open: the board shows the keys that are."),
        KeyPlace::Suit(_) => {
            format!("{} is closed. The board shows the open keys.", capital(&place.name()))
        }
    }
}

impl Refuse for Illegal {
    fn says(&self, Reader { language: Language::English, .. }: &Reader) -> String {
        self.to_string()
    }

    fn rule(&self) -> RuleRef {
        RuleRef(match self {
            Self::NotHeld(_) | Self::NotOnTurn => "the-turn",
            Self::Header(_) => "the-cards",
            Self::SuitClosed(_) | Self::NotOpen(_) => "the-next-key",
            Self::NoFit(..) => "going-past-21",
            Self::SuitFirst | Self::CanPlay => "what-you-must-play",
            Self::DownElsewhere(..) | Self::MustLayOnSuit => "face-down-cards",
            Self::DownOnJoker(_) | Self::MustLayDown | Self::NoDiscards(_) | Self::MustDiscard => {
                "when-you-cannot-play"
            }
            Self::AutoClaims => "claiming-21",
            Self::StealsOff(_) | Self::OneFailed(_) | Self::BareKey(_) => "stealing",
            Self::StealInReplay(_) | Self::OnlyCalls | Self::NothingToCall => "calling-a-card-bust",
            Self::OwnSide | Self::OtherKey(_) | Self::CalledAlready | Self::NeverBust => "calling-a-card-bust",
        })
    }
}

impl Judging for KeyOfTheDoor {
    fn check(view: &View<'_, Self>, m: &Move) -> Result<(), Illegal> {
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
}

fn check_call(view: &View<'_, KeyOfTheDoor>, place: KeyPlace) -> Result<(), Illegal> {
    let (public, seat) = (view.public(), view.seat());
    if !public.has_calls() {
        return Err(Illegal::NeverBust);
    }
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

/// What legality is judged from: the table and one hand.
pub(super) struct Judge<'a> {
    pub(super) public: &'a Public,
    pub(super) hand: CardSet,
    pub(super) fits: Fits,
    pub(super) duty: Duty,
}

impl<'a> Judge<'a> {
    pub(super) fn new(view: &View<'a, KeyOfTheDoor>) -> Self {
        let public = view.public();
        let hand = view.own().map_or(CardSet::EMPTY, |own| own.hand);
        let fits = public.table.fits();
        Self { public, hand, fits, duty: Duty::of(hand, &fits) }
    }

    pub(super) fn play(&self, card: Card, way: Way) -> Result<(), Illegal> {
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
            Err(Illegal::NoFit(card, KeyPlace::Suit(card.suit()), self.instead()))
        } else {
            Ok(())
        }
    }

    fn up_on_joker(&self, card: Card, n: u8) -> Result<(), Illegal> {
        let place = KeyPlace::Joker(n);
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
        } else if self.public.table.key(KeyPlace::Joker(n)).is_none() {
            Err(Illegal::NotOpen(KeyPlace::Joker(n)))
        } else {
            self.idle()
        }
    }

    fn away(&self) -> Result<(), Illegal> {
        if self.public.options.p4 == Idle::Discard { self.idle() } else { Err(Illegal::NoDiscards(self.instead())) }
    }

    pub(super) fn pass(&self) -> Result<(), Illegal> {
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

    /// May the player do what only a hand without any other duty may?
    fn idle(&self) -> Result<(), Illegal> {
        match self.duty {
            Duty::Idle => Ok(()),
            Duty::Stuck => Err(Illegal::MustLayOnSuit),
            _ => Err(Illegal::CanPlay),
        }
    }

    pub(super) fn steal(&self, place: KeyPlace) -> Result<(), Illegal> {
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
}
