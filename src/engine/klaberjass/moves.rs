//! The moves, what each needs, and why one is refused.

use std::fmt;

use super::Klaberjass;
use super::options::{BellaRule, RankOrder, Schmeiss};
use super::rank::{beats, suit_set};
use super::sequences::{find, other_royal};
use super::state::{Phase, Public, Round};
use crate::engine::cards::{Card, CardSet, Rank, Suit};
use crate::engine::game::{Choices, Refuse, RuleRef, View};
use crate::engine::seats::Seat;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Makes the suit turned up trumps.
    Take,
    /// Declines.
    Pass,
    /// Makes another suit trumps.
    Trump(Suit),
    /// Offers to throw the hand in.
    Schmeiss,
    /// Agrees to that.
    Yes,
    /// Refuses it.
    No,
    /// The declaration before the first trick.
    Declare {
        /// First swaps the seven of trumps for the card turned up.
        dix: bool,
        /// Claims sequences.
        meld: bool,
    },
    /// Plays a card.
    Play {
        /// Which.
        card: Card,
        /// Says "bella" with it.
        bella: bool,
    },
}

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// Something else is asked: what that is, and whether the table plays with schmeiss.
    NotAsked(Phase, Schmeiss),
    /// The suit turned up can be taken in the first round only.
    TooLateToTake(Suit, Schmeiss),
    /// Another suit can be named in the second round only.
    TooEarlyToName(Suit, Schmeiss),
    /// In the first round the suit turned up is taken, not named.
    NamedToTake(Suit),
    /// The suit turned up cannot be named.
    TurnedDown(Suit),
    /// The table plays without schmeiss; what is asked instead.
    NoSchmeiss(Phase),
    /// The card turned up is itself the seven.
    SevenTurnedUp,
    /// Trumps are not the suit turned up.
    OtherTrumps(Suit),
    /// The seven of trumps is not in hand.
    NoSeven(Suit),
    /// No run of three.
    NoSequence,
    /// There is a sequence only after the exchange.
    NeedsExchange,
    /// There is no sequence after the exchange.
    BrokenByExchange,
    /// Not in hand.
    NotHeld(Card),
    /// The suit led must be followed.
    Follow(Suit),
    /// A trump led must be beaten.
    Beat(Card),
    /// Without the suit led, a trump must be played.
    Ruff(Suit),
    /// At this table bella counts by itself, so it is not said.
    BellaCounts,
    /// Not the second of king and queen of trumps from one hand.
    NoBella,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked(phase, schmeiss) => f.write_str(asked(*phase, *schmeiss)),
            Self::TooLateToTake(suit, schmeiss) => {
                write!(f, "{} was passed by both: name another suit{}.", suit.sign(), schmeiss.or_pass())
            }
            Self::TooEarlyToName(suit, schmeiss) => {
                let (suit, or_pass) = (suit.sign(), schmeiss.or_pass());
                write!(f, "Other suits come in the second round; now you may take {suit}{or_pass}.")
            }
            Self::NamedToTake(suit) => {
                write!(f, "{} is the suit turned up: write `take` to make it trumps.", suit.sign())
            }
            Self::TurnedDown(suit) => write!(f, "{} was turned down: name one of the other three suits.", suit.sign()),
            Self::NoSchmeiss(phase) => {
                write!(f, "This table plays without schmeiss. {}", asked(*phase, Schmeiss::Off))
            }
            Self::SevenTurnedUp => f.write_str("The card turned up is itself the seven: there is nothing to exchange."),
            Self::OtherTrumps(suit) => {
                write!(f, "The exchange is only for the suit turned up, and trumps are {}.", suit.sign())
            }
            Self::NoSeven(suit) => write!(f, "Only the holder of 7{} may exchange; you do not hold it.", suit.sign()),
            Self::NoSequence => {
                f.write_str("You have no sequence: it takes three cards of one suit in a row, A K Q J 10 9 8 7.")
            }
            Self::NeedsExchange => f.write_str("You have a sequence only after the exchange: write `dix meld`."),
            Self::BrokenByExchange => {
                f.write_str("After the exchange you would have no sequence: write `meld` without it, or `dix nomeld`.")
            }
            Self::NotHeld(card) => write!(f, "{} is not in your hand.", card.pretty()),
            Self::Follow(suit) => write!(f, "{} was led and you hold it: you must follow suit.", suit.sign()),
            Self::Beat(card) => write!(f, "{} is a trump and you can beat it, so you must.", card.pretty()),
            Self::Ruff(suit) => write!(f, "You cannot follow suit, so you must play a trump, {}.", suit.sign()),
            Self::BellaCounts => f.write_str("At this table bella counts by itself: play the card without the word."),
            Self::NoBella => {
                f.write_str("Bella is said with the second of king and queen of trumps, when both were in your hand.")
            }
        }
    }
}

const fn asked(phase: Phase, schmeiss: Schmeiss) -> &'static str {
    match (phase, schmeiss) {
        (Phase::Call { round: Round::First }, Schmeiss::Off) => "You are asked to take the suit turned up or to pass.",
        (Phase::Call { round: Round::First }, _) => {
            "You are asked to take the suit turned up, to pass or to offer a schmeiss."
        }
        (Phase::Call { .. }, Schmeiss::Off) => "You are asked to name another suit as trumps or to pass.",
        (Phase::Call { .. }, _) => "You are asked to name another suit as trumps, to pass or to offer a schmeiss.",
        (Phase::Answer { .. }, _) => "You are asked to answer the schmeiss: yes or no.",
        (Phase::Name, _) => "You are asked to name another suit as trumps: your schmeiss was refused.",
        (Phase::Declare, _) => "You are asked to declare: `meld` claims your sequences, `nomeld` does not.",
        (Phase::Play, _) => "You are asked to play a card.",
        (Phase::Over { .. }, _) => "The hand is over.",
    }
}

impl Refuse for Illegal {
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

/// The cards that may answer a lead.
pub(super) fn replies(hand: CardSet, lead: Card, trump: Suit, order: RankOrder) -> CardSet {
    let follow = hand.intersection(suit_set(lead.suit()));
    if follow.is_empty() {
        let trumps = hand.intersection(suit_set(trump));
        return if trumps.is_empty() { hand } else { trumps };
    }
    if lead.suit() != trump {
        return follow;
    }
    let higher: CardSet = follow.iter().filter(|card| beats(*card, lead, trump, order)).collect();
    if higher.is_empty() { follow } else { higher }
}

/// The cards that may be played now.
pub(super) fn playable(public: &Public, hand: CardSet) -> CardSet {
    match public.lead {
        Some(lead) => replies(hand, lead, public.trump_or_turned_up(), public.options.rank_order),
        None => hand,
    }
}

/// Does this card complete the king and queen of trumps from the seat's hand? It does if the other was played before.
pub(super) fn completes_bella(public: &Public, seat: Seat, card: Card) -> bool {
    other_royal(card, public.trump_or_turned_up()).is_some_and(|other| public.played(seat).contains(other))
}

/// The hand as the exchange would leave it.
///
/// # Errors
/// Why it may not be made.
pub(super) fn exchanged(public: &Public, hand: CardSet) -> Result<CardSet, Illegal> {
    let suit = public.turn_up.suit();
    let seven = Card::new(Rank::SEVEN, suit);
    if public.trump_or_turned_up() != suit {
        return Err(Illegal::OtherTrumps(public.trump_or_turned_up()));
    }
    if public.turn_up == seven {
        return Err(Illegal::SevenTurnedUp);
    }
    if !hand.contains(seven) {
        return Err(Illegal::NoSeven(suit));
    }
    Ok(hand.without(seven).with(public.turn_up))
}

/// The viewer's cards; a spectator has none.
pub(super) fn hand_of(view: &View<'_, Klaberjass>) -> CardSet {
    view.own().map_or(CardSet::EMPTY, |own| own.hand)
}

/// Is the move legal?
pub(super) fn check(view: &View<'_, Klaberjass>, m: Move) -> Result<(), Illegal> {
    let public = view.public();
    let refuse = |no: bool, why: Illegal| if no { Err(why) } else { Ok(()) };
    let (turned, schmeiss) = (public.turn_up.suit(), public.options.schmeiss);
    match (public.phase, m) {
        (Phase::Call { round }, Move::Take) => refuse(round != Round::First, Illegal::TooLateToTake(turned, schmeiss)),
        (Phase::Call { round: Round::First }, Move::Trump(suit)) if suit == turned => Err(Illegal::NamedToTake(turned)),
        (Phase::Call { round: Round::First }, Move::Trump(_)) => Err(Illegal::TooEarlyToName(turned, schmeiss)),
        (Phase::Call { .. } | Phase::Name, Move::Trump(suit)) => refuse(suit == turned, Illegal::TurnedDown(turned)),
        (Phase::Call { .. }, Move::Schmeiss) => refuse(schmeiss == Schmeiss::Off, Illegal::NoSchmeiss(public.phase)),
        (Phase::Call { .. }, Move::Pass) | (Phase::Answer { .. }, Move::Yes | Move::No) => Ok(()),
        (Phase::Declare, Move::Declare { dix, meld }) => check_declaration(public, hand_of(view), dix, meld),
        (Phase::Play, Move::Play { card, bella }) => check_play(public, hand_of(view), card, bella),
        (phase, _) => Err(Illegal::NotAsked(phase, schmeiss)),
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

/// Each move is one step.
pub(super) fn choices(view: &View<'_, Klaberjass>, so_far: &[Move]) -> Choices<Klaberjass> {
    match so_far {
        [] => Choices::steps(legal(view)),
        [m] if check(view, *m).is_ok() => Choices::done(*m),
        _ => Choices::none(),
    }
}

/// Every legal move, in the order of the rules page.
pub(super) fn legal(view: &View<'_, Klaberjass>) -> Vec<Move> {
    let public = view.public();
    let turned = public.turn_up.suit();
    let named = Suit::ALL.into_iter().filter(|s| *s != turned).map(Move::Trump);
    let schmeiss = (public.options.schmeiss != Schmeiss::Off).then_some(Move::Schmeiss);
    match public.phase {
        Phase::Call { round: Round::First } => [Move::Take, Move::Pass].into_iter().chain(schmeiss).collect(),
        Phase::Call { .. } => named.chain([Move::Pass]).chain(schmeiss).collect(),
        Phase::Answer { .. } => vec![Move::Yes, Move::No],
        Phase::Name => named.collect(),
        Phase::Declare => declarations(public, hand_of(view)),
        Phase::Play => plays(public, hand_of(view)),
        Phase::Over { .. } => Vec::new(),
    }
}

fn declarations(public: &Public, hand: CardSet) -> Vec<Move> {
    let mut all = Vec::with_capacity(4);
    for (dix, hand) in [(false, Some(hand)), (true, exchanged(public, hand).ok())] {
        let Some(hand) = hand else { continue };
        if !find(hand).is_empty() {
            all.push(Move::Declare { dix, meld: true });
        }
        all.push(Move::Declare { dix, meld: false });
    }
    all
}

fn plays(public: &Public, hand: CardSet) -> Vec<Move> {
    let mut all = Vec::with_capacity(10);
    let called = public.options.bella == BellaRule::Called;
    for card in playable(public, hand) {
        if called && completes_bella(public, public.turn, card) {
            all.push(Move::Play { card, bella: true });
        }
        all.push(Move::Play { card, bella: false });
    }
    all
}

/// What is played for a seat that has resigned: passes, agrees to a schmeiss, declares nothing, and plays the card
/// that gives least away.
pub(super) fn fallback(view: &View<'_, Klaberjass>) -> Move {
    let public = view.public();
    let hand = hand_of(view);
    match public.phase {
        Phase::Call { .. } | Phase::Over { .. } => Move::Pass,
        Phase::Answer { .. } => Move::Yes,
        Phase::Name => longest_other(public, hand),
        Phase::Declare => Move::Declare { dix: false, meld: false },
        Phase::Play => {
            let trump = public.trump_or_turned_up();
            let cheapest = playable(public, hand)
                .iter()
                .min_by_key(|card| (super::rank::points(*card, trump), card.suit() == trump, card.by_rank()));
            cheapest.map_or(Move::Pass, |card| Move::Play { card, bella: false })
        }
    }
}

/// The suit that the hand has most of, other than the one turned up.
fn longest_other(public: &Public, hand: CardSet) -> Move {
    let turned = public.turn_up.suit();
    let others = Suit::ALL.into_iter().filter(|suit| *suit != turned);
    let longest = others.max_by_key(|suit| hand.intersection(suit_set(*suit)).len());
    longest.map_or(Move::Pass, Move::Trump)
}
