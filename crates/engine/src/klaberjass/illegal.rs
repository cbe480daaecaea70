//! Why a move is refused, and the check that finds it out.

use super::Klaberjass;
use super::moves::{Move, completes_bella, exchanged, hand_of, playable};
use super::options::{BellaRule, Schmeiss};
use super::sequences::find;
use super::state::{Phase, Public, Round};
use crate::cards::{Card, CardSet, Suit};
use crate::game::{Judging, Refuse, RuleRef, View};
use crate::words::{Language, Reader, capital};

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Something else is asked.
    #[error("{}", asked(*.0, *.1))]
    NotAsked(Phase, Schmeiss),
    /// The suit turned up can be taken in the first round only.
    #[error("{} were passed by both: make another suit trumps{}.", capital(.0.name()), .1.or_pass())]
    TooLateToTake(Suit, Schmeiss),
    #[error("Other suits come in the second round; now you may make {} trumps{}.", .0.name(), .1.or_pass())]
    TooEarlyToName(Suit, Schmeiss),
    #[error("{} are the suit turned up: write `take` to make them trumps.", capital(.0.name()))]
    NamedToTake(Suit),
    #[error("{} were turned down: make one of the other three suits trumps.", capital(.0.name()))]
    TurnedDown(Suit),
    #[error("This table plays without schmeiss. {}", asked(*.0, Schmeiss::Off))]
    NoSchmeiss(Phase),
    #[error("The card turned up is itself the seven: there is nothing to exchange.")]
    SevenTurnedUp,
    #[error("The exchange is only for the suit turned up, and trumps are {}.", .0.name())]
    OtherTrumps(Suit),
    #[error("Only the holder of 7{} may exchange; you do not hold it.", .0.sign())]
    NoSeven(Suit),
    #[error("You have no sequence: it takes three cards of one suit in a row, A K Q J 10 9 8 7.")]
    NoSequence,
    #[error("You have a sequence only after the exchange: write `dix meld`.")]
    NeedsExchange,
    #[error("After the exchange you would have no sequence: write `meld` without it, or `dix nomeld`.")]
    BrokenByExchange,
    #[error("{} is not in your hand.", .0.pretty())]
    NotHeld(Card),
    #[error("{} were led and you hold some: you must follow suit.", capital(.0.name()))]
    Follow(Suit),
    #[error("{} is a trump and you can beat it, so you must.", .0.pretty())]
    Beat(Card),
    #[error("You cannot follow suit, so you must play a trump ({}).", .0.name())]
    Ruff(Suit),
    #[error("At this table bella counts by itself: play the card without the word.")]
    BellaCounts,
    #[error("Bella is said with the second of king and queen of trumps, when both were in your hand.")]
    NoBella,
}

/// What is asked in this phase, at a table with this kind of schmeiss.
const fn asked(phase: Phase, schmeiss: Schmeiss) -> &'static str {
    match (phase, schmeiss) {
        (Phase::Call { round: Round::First }, Schmeiss::Off) => {
            "You are asked to make the suit turned up trumps or to pass."
        }
        (Phase::Call { round: Round::First }, _) => {
            "You are asked to make the suit turned up trumps, to pass or to offer a schmeiss."
        }
        (Phase::Call { .. }, Schmeiss::Off) => "You are asked to make another suit trumps or to pass.",
        (Phase::Call { .. }, _) => "You are asked to make another suit trumps, to pass or to offer a schmeiss.",
        (Phase::Answer { .. }, _) => "You are asked to answer the schmeiss: yes or no.",
        (Phase::Name, _) => "You are asked to make another suit trumps: your schmeiss was refused.",
        (Phase::Declare, _) => "You are asked to declare: `meld` claims your sequences, `nomeld` does not.",
        (Phase::Play, _) => "You are asked to play a card.",
        (Phase::Over { .. }, _) => "The hand is over.",
    }
}

impl Refuse for Illegal {
    fn says(&self, Reader { language: Language::English, .. }: &Reader) -> String {
        self.to_string()
    }

    fn rule(&self) -> RuleRef {
        RuleRef(match self {
            Self::NotAsked(Phase::Declare, _) | Self::NoSequence | Self::NeedsExchange | Self::BrokenByExchange => {
                "declaring-sequences"
            }
            Self::NotAsked(Phase::Play, _) | Self::NotHeld(..) => "playing-the-tricks",
            Self::NotAsked(Phase::Answer { .. } | Phase::Name, _) | Self::NoSchmeiss(_) => "schmeiss",
            Self::NotAsked(..)
            | Self::TooLateToTake(..)
            | Self::TooEarlyToName(..)
            | Self::NamedToTake(_)
            | Self::TurnedDown(_) => "making-trumps",
            Self::SevenTurnedUp | Self::OtherTrumps(_) | Self::NoSeven(_) => "the-exchange",
            Self::Follow(..) | Self::Beat(..) | Self::Ruff(..) => "following",
            Self::BellaCounts | Self::NoBella => "bella",
        })
    }
}

impl Judging for Klaberjass {
    fn check(view: &View<'_, Self>, m: &Move) -> Result<(), Illegal> {
        let public = view.public();
        let refuse = |no: bool, why: Illegal| if no { Err(why) } else { Ok(()) };
        let (turned, schmeiss) = (public.turn_up.suit(), public.options.schmeiss);
        match (public.phase, *m) {
            (Phase::Call { round }, Move::Take) => {
                refuse(round != Round::First, Illegal::TooLateToTake(turned, schmeiss))
            }
            (Phase::Call { round: Round::First }, Move::Trump(suit)) if suit == turned => {
                Err(Illegal::NamedToTake(turned))
            }
            (Phase::Call { round: Round::First }, Move::Trump(_)) => Err(Illegal::TooEarlyToName(turned, schmeiss)),
            (Phase::Call { .. } | Phase::Name, Move::Trump(suit)) => {
                refuse(suit == turned, Illegal::TurnedDown(turned))
            }
            (Phase::Call { .. }, Move::Schmeiss) => {
                refuse(schmeiss == Schmeiss::Off, Illegal::NoSchmeiss(public.phase))
            }
            (Phase::Call { .. }, Move::Pass) | (Phase::Answer { .. }, Move::Yes | Move::No) => Ok(()),
            (Phase::Declare, Move::Declare { dix, meld }) => check_declaration(public, hand_of(view), dix, meld),
            (Phase::Play, Move::Play { card, bella }) => check_play(public, hand_of(view), card, bella),
            (phase, _) => Err(Illegal::NotAsked(phase, schmeiss)),
        }
    }
}

fn check_declaration(public: &Public, hand: CardSet, dix: bool, meld: bool) -> Result<(), Illegal> {
    let (swapped, has) = (exchanged(public, hand), |hand: CardSet| !find(hand).is_empty());
    let left = if dix { swapped? } else { hand };
    if !meld || has(left) {
        Ok(())
    } else if dix && has(hand) {
        Err(Illegal::BrokenByExchange)
    } else if !dix && swapped.is_ok_and(has) {
        Err(Illegal::NeedsExchange)
    } else {
        Err(Illegal::NoSequence)
    }
}

fn check_play(public: &Public, hand: CardSet, card: Card, bella: bool) -> Result<(), Illegal> {
    let may = playable(public, hand);
    if !hand.contains(card) {
        return Err(Illegal::NotHeld(card));
    }
    if !may.contains(card)
        && let Some(lead) = public.lead
    {
        return Err(match card.suit() {
            suit if suit == lead.suit() => Illegal::Beat(lead),
            _ if hand.iter().any(|c| c.suit() == lead.suit()) => Illegal::Follow(lead.suit()),
            _ => Illegal::Ruff(public.trump_or_turned_up()),
        });
    }
    match public.options.bella {
        BellaRule::Auto if bella => Err(Illegal::BellaCounts),
        BellaRule::Called if bella && !completes_bella(public, public.turn, card) => Err(Illegal::NoBella),
        _ => Ok(()),
    }
}
