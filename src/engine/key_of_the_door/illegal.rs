//! Why a move is not legal. The words are neutral: they never tell what a key counts.

use std::fmt;

use crate::engine::cards::{Card, Suit};
use crate::engine::{Refuse, RuleRef};

use super::keys::Place;

/// What a hand may do instead of what was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instead {
    /// Play a card that fits, face up.
    Play,
    /// Lay a card face down on the key of its suit.
    LayOnSuit,
    /// Lay a card face down on a Joker key.
    LayOnJoker,
    /// Discard a card.
    Discard,
    /// Pass.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// Not on turn: all the player may do is call the last card bust.
    OnlyCalls,
    /// Not on turn, at a table that refuses cards past 21: there is never anything to call.
    NotOnTurn,
    /// The card is not in the hand.
    NotHeld(Card),
    /// A court card, which no hand ever holds.
    Header(Card),
    /// The suit has no open key.
    SuitClosed(Suit),
    /// There is no such key.
    NotOpen(Place),
    /// The card would go past 21, and this table refuses that, or the player has just taken a card back.
    NoFit(Card, Place, Instead),
    /// A card fits on the key of its suit, so no Joker key may be used.
    SuitFirst,
    /// A card fits somewhere, so one that fits must be played.
    CanPlay,
    /// A card whose suit is closed: it could only lie face down on the key of its suit.
    DownElsewhere(Card, Instead),
    /// A card of an open suit must be laid face down.
    MustLayOnSuit,
    /// Idle cards do not go face down on Joker keys here.
    DownOnJoker(Instead),
    /// An idle card must go face down on a Joker key here.
    MustLayDown,
    /// Cards are not discarded here.
    NoDiscards(Instead),
    /// An idle card must be discarded here.
    MustDiscard,
    /// 21 is claimed automatically here.
    AutoClaims,
    /// There is no stealing here.
    StealsOff(Instead),
    /// No steals by a player who replays after taking a card back.
    StealInReplay(Instead),
    /// A steal has failed this turn.
    OneFailed(Instead),
    /// Nothing lies on the key.
    BareKey(Place),
    /// No card can be called bust.
    NothingToCall,
    /// The last card was played by the caller's own side.
    OwnSide,
    /// The last card was played to another key.
    OtherKey(Place),
    /// The caller has already called this card: there is one call for each card.
    CalledAlready,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::OnlyCalls => {
                f.write_str("It is not your turn: until the next card you may only call the last one bust.")
            }
            Self::NotOnTurn => f.write_str("It is not your turn."),
            Self::NotHeld(card) => write!(f, "{} is not in your hand.", card.pretty()),
            Self::Header(card) => {
                write!(f, "{} is never in a hand: courts and Jokers are headers, which open keys.", card.pretty())
            }
            Self::SuitClosed(suit) => {
                write!(
                    f,
                    "{0} has no open key any more: the suit is closed, and {0} cards go on Joker keys only.",
                    suit.sign()
                )
            }
            Self::NotOpen(Place::Joker(n)) => {
                write!(f, "Joker key {n} is not open: the board shows the keys that are.")
            }
            Self::NotOpen(place) => {
                write!(f, "There is no {} key: the suit is closed. The board shows the open keys.", place.short())
            }
            Self::NoFit(card, place, instead) => {
                write!(f, "{} does not fit on {}, as it would go past 21: {instead}.", card.pretty(), place.name())
            }
            Self::SuitFirst => f.write_str(
                "One of your cards fits on the key of its own suit: play that first, a Joker key must wait.",
            ),
            Self::CanPlay => f.write_str("One of your cards fits on a key, so you must play such a card, face up."),
            Self::DownElsewhere(card, instead) => {
                let (card, suit) = (card.pretty(), card.suit().sign());
                write!(f, "{card} could lie face down on the {suit} key only, and that suit is closed: {instead}.")
            }
            Self::MustLayOnSuit => write!(f, "You hold a card whose suit is open: {}.", Instead::LayOnSuit),
            Self::DownOnJoker(instead) => {
                write!(f, "At this table no card goes face down on a Joker key: {instead}.")
            }
            Self::MustLayDown => {
                write!(f, "At this table nobody passes while a Joker key is open: {}.", Instead::LayOnJoker)
            }
            Self::NoDiscards(instead) => write!(f, "At this table cards are not discarded: {instead}."),
            Self::MustDiscard => write!(f, "At this table nobody passes: {}.", Instead::Discard),
            Self::AutoClaims => f.write_str("At this table 21 is claimed for you: leave out the `!`."),
            Self::StealsOff(instead) => write!(f, "At this table keys cannot be stolen: {instead}."),
            Self::StealInReplay(instead) => {
                write!(f, "You took a card back, so there are no steals for you this turn: {instead}.")
            }
            Self::OneFailed(instead) => {
                write!(f, "Your steal failed, so there are no more steals for you this turn: {instead}.")
            }
            Self::BareKey(place) => write!(f, "Nothing lies on {} yet: a bare header cannot be stolen.", place.name()),
            Self::NothingToCall => {
                f.write_str("No card can be called bust now: only the last one can, face up, until the next is played.")
            }
            Self::OwnSide => {
                f.write_str("Only opponents may call a card bust, and this one is your own or your partner's.")
            }
            Self::OtherKey(place) => {
                write!(f, "Only the last card can be called bust, and it lies on {}: `bust {place}`.", place.name())
            }
            Self::CalledAlready => f.write_str("You have called this card already: there is one call for each card."),
        }
    }
}

impl Refuse for Illegal {
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
            Self::OwnSide | Self::OtherKey(_) | Self::CalledAlready => "calling-a-card-bust",
        })
    }
}
