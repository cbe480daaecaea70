//! The moves, and which of them are on offer.

use super::Klaberjass;
use super::illegal::Illegal;
use super::options::{BellaRule, RankOrder, Schmeiss};
use super::rank::{beats, points, suit_set};
use super::sequences::{find, other_royal};
use super::state::{Phase, Public, Round};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::game::{Choices, Choosing, Judging, View};
use crate::seats::Seat;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Makes the suit turned up trumps.
    Take,
    /// Declines.
    Pass,
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
    Play {
        card: Card,
        bella: bool,
    },
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

impl Choosing for Klaberjass {
    /// Each move is one step.
    fn choices(view: &View<'_, Self>, so_far: &[Move]) -> Choices<Self> {
        match so_far {
            [] => Choices::steps(legal(view)),
            [m] if Klaberjass::check(view, m).is_ok() => Choices::done(*m),
            _ => Choices::none(),
        }
    }

    /// What is played for a seat that has resigned: passes, agrees to a schmeiss, declares nothing, and plays the card
    /// that gives least away.
    fn fallback(view: &View<'_, Self>) -> Move {
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
                    .min_by_key(|card| (points(*card, trump), card.suit() == trump, card.by_rank()));
                cheapest.map_or(Move::Pass, |card| Move::Play { card, bella: false })
            }
        }
    }

    /// The last card. Whoever has no sequence must declare nothing; but so may those who have one.
    fn goes_without_saying(view: &View<'_, Self>, m: &Move) -> bool {
        matches!(m, Move::Play { .. }) && hand_of(view).len() == 1
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

/// The suit that the hand has most of, other than the one turned up.
fn longest_other(public: &Public, hand: CardSet) -> Move {
    let turned = public.turn_up.suit();
    let others = Suit::ALL.into_iter().filter(|suit| *suit != turned);
    let longest = others.max_by_key(|suit| hand.intersection(suit_set(*suit)).len());
    longest.map_or(Move::Pass, Move::Trump)
}
