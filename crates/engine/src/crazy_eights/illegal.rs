//! Why a move is refused, and the check that finds it out.

use super::CrazyEights;
use super::moves::{Move, hand_of};
use super::phrases::what_fits;
use super::state::Public;
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::english::counted;
use crate::game::{Judging, Refuse, RuleRef, View};
use crate::words::{Language, Reader};

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    #[error("{} is not in your hand.", .0.pretty())]
    NotHeld(Card),
    #[error("{} does not fit: play {}.", card.pretty(), what_fits(*suit, *rank, *jokers))]
    Unfit { card: Card, suit: Option<Suit>, rank: Option<Rank>, jokers: bool },
    #[error("{} are owed: play a two or a Joker, or draw them.", counted(*.0, "card"))]
    Owed(u8),
    #[error("Name a suit with {}, as in `play {card} as H`.", card.pretty())]
    Unnamed { card: Card },
    #[error("No suit is named with {}: play it without one.", .0.pretty())]
    NamesNone(Card),
    #[error("At this table no suit is named with a Joker: play it without one.")]
    JokerNamesNone,
    #[error("You have drawn in this turn: play a card that fits, or pass.")]
    Drawn,
    #[error("You have drawn a card that fits: at this table you must play.")]
    DrawnToPlay,
    #[error("You have a card that fits, and at this table whoever can play must.")]
    MustPlay,
    #[error("There is no card to draw: play one that fits.")]
    NothingToDraw,
    #[error("There is no card to draw, and none of yours fits: you must pass.")]
    OnlyPass,
    #[error("You may pass only after drawing a card.")]
    DrawFirst,
}

impl Refuse for Illegal {
    fn says(&self, Reader { language: Language::English, .. }: &Reader) -> String {
        self.to_string()
    }

    fn rule(&self) -> RuleRef {
        RuleRef(match self {
            Self::NotHeld(_) => "a-turn",
            Self::Unfit { .. } => "what-fits",
            Self::Owed(_) => "twos",
            Self::Unnamed { card } if card.is_joker() => "jokers",
            Self::JokerNamesNone => "jokers",
            Self::Unnamed { .. } | Self::NamesNone(_) => "eights",
            Self::Drawn | Self::MustPlay | Self::NothingToDraw | Self::OnlyPass => "drawing",
            Self::DrawnToPlay | Self::DrawFirst => "passing",
        })
    }
}

impl Judging for CrazyEights {
    fn check(view: &View<'_, CrazyEights>, m: &Move) -> Result<(), Illegal> {
        let (public, hand) = (view.public(), hand_of(view));
        match *m {
            Move::Play { card, suit } => check_play(public, hand, card, suit),
            Move::Draw if public.may_draw(hand) => Ok(()),
            Move::Draw => Err(no_draw(public, hand)),
            Move::Pass if public.may_pass(hand) => Ok(()),
            Move::Pass => Err(no_pass(public, hand)),
        }
    }
}

fn check_play(public: &Public, hand: CardSet, card: Card, suit: Option<Suit>) -> Result<(), Illegal> {
    match suit {
        _ if !hand.contains(card) => Err(Illegal::NotHeld(card)),
        _ if !public.fits(card) && public.owed > 0 => Err(Illegal::Owed(public.owed)),
        _ if !public.fits(card) => Err(unfit(public, card)),
        None if public.names_suit(card) => Err(Illegal::Unnamed { card }),
        Some(_) if !public.names_suit(card) && card.is_joker() => Err(Illegal::JokerNamesNone),
        Some(_) if !public.names_suit(card) => Err(Illegal::NamesNone(card)),
        _ => Ok(()),
    }
}

fn unfit(public: &Public, card: Card) -> Illegal {
    Illegal::Unfit { card, suit: public.suit, rank: public.rank, jokers: public.options.jokers > 0 }
}

fn no_draw(public: &Public, hand: CardSet) -> Illegal {
    match public.drawn {
        true if public.options.forced() => Illegal::DrawnToPlay,
        true => Illegal::Drawn,
        false if public.has_cards() => Illegal::MustPlay,
        false if public.fitting(hand).is_empty() => Illegal::OnlyPass,
        false => Illegal::NothingToDraw,
    }
}

fn no_pass(public: &Public, hand: CardSet) -> Illegal {
    match public.drawn {
        _ if public.owed > 0 => Illegal::Owed(public.owed),
        true => Illegal::DrawnToPlay,
        false if public.has_cards() => Illegal::DrawFirst,
        false => no_draw(public, hand),
    }
}
