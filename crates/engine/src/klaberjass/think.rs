//! How the house plays it: calls by what a suit promises, and in the play of an imagined world every card exactly.

use super::Klaberjass;
use super::moves::{Move, completes_bella, exchanged, hand_of, legal, playable};
use super::options::{BellaRule, RankOrder};
use super::play::{BELLA, LAST_TRICK};
use super::rank::{beats, points, strength, suit_set};
use super::sequences::{find, points_of};
use super::solve::Solver;
use super::state::{Melds, Phase, Public, Round};
use super::{deal, state};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::chance::Chance;
use crate::english::counted;
use crate::game::{Facts, State, View};
use crate::seats::{Seat, Seats};
use crate::think::{Steps, Thinks, by_points, ended, roll_until};
use crate::words::{Language, Reader};

/// What a suit must promise to be called in the first round with six cards in hand, in points.
const CALLS: i32 = 44;
/// In the second, where otherwise the hand may be dead or the other call.
const NAMES: i32 = 40;
/// Under this a hand is better thrown in.
const POOR: i32 = 26;
/// The lead that makes a match three to one, of so many points to play for.
const SWING: f64 = 0.35;
/// Once in so many moves a beginner plays what comes to hand.
const SLIPS: u32 = 3;

impl Thinks for Klaberjass {
    fn quick(view: &View<'_, Self>, _: &mut Chance) -> Option<Move> {
        let (public, hand) = (view.public(), hand_of(view));
        Some(match public.phase {
            Phase::Call { round } => match (round, callable(public, hand)) {
                (_, None) => Move::Pass,
                (Round::First, Some(_)) => Move::Take,
                (Round::Second, Some(suit)) => Move::Trump(suit),
            },
            Phase::Over { .. } => Move::Pass,
            Phase::Answer { .. } if poor(public, hand) => Move::Yes,
            Phase::Answer { .. } => Move::No,
            Phase::Name => Move::Trump(best_other(public, hand).0),
            Phase::Declare => declaration(public, hand),
            Phase::Play => play(public, hand),
        })
    }

    /// Somebody new calls on any good card, and forgets now and then to count what is out.
    fn beginner(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        let public = view.public();
        if chance.below(SLIPS) != 0 || !matches!(public.phase, Phase::Play | Phase::Call { .. }) {
            return Self::quick(view, chance);
        }
        let moves: Vec<Move> = legal(view).into_iter().filter(|m| *m != Move::Schmeiss).collect();
        let any = chance.below(moves.len().max(1) as u32) as usize;
        moves.get(any).copied().map(|m| with_bella(public, m))
    }

    fn candidates(view: &View<'_, Self>, _: &mut Chance) -> Vec<Move> {
        let mut all = legal(view);
        // To keep quiet about bella never helps.
        all.retain(|m| *m == with_bella(view.public(), *m));
        all
    }

    fn play_on(world: &mut State<Self>, steps: &mut Steps<'_>, chance: &mut Chance) -> Option<Seats<f64>> {
        let playing = |public: &Public| public.phase == Phase::Play;
        match roll_until(world, steps, chance, playing)? {
            Some(shares) => Some(shares),
            None => solved(world, &mut || steps.more()),
        }
    }

    fn shares(world: &State<Self>) -> Seats<f64> {
        let public = &world.public;
        by_points(&public.scores, f64::from(public.options.target) * SWING)
    }

    fn because(view: &View<'_, Self>, m: &Move, reader: &Reader) -> Option<String> {
        let Language::English = reader.language;
        let (public, hand) = (view.public(), hand_of(view));
        let trump = public.trump_or_turned_up();
        let trumps = |suit: Suit| counted(i64::from(hand.intersection(suit_set(suit)).len()), "trump");
        Some(match *m {
            Move::Take => {
                format!("You would have {} with {}.", trumps(public.turn_up.suit()), public.turn_up.suit().sign())
            }
            Move::Trump(suit) => format!("You would have {} with {}.", trumps(suit), suit.sign()),
            Move::Pass => match callable(public, hand) {
                Some(suit) => format!("You leave {} alone, with {} in it.", suit.sign(), trumps(suit)),
                None => "Your hand promises too little to make trumps.".to_owned(),
            },
            Move::Schmeiss => "You offer to throw the hand in.".to_owned(),
            Move::Yes if poor(public, hand) => "Your hand promises little: nobody scores.".to_owned(),
            Move::Yes => "Nobody scores, though your hand is worth playing.".to_owned(),
            Move::No if poor(public, hand) => "The hand is played, though yours promises little.".to_owned(),
            Move::No => "Your hand is worth playing.".to_owned(),
            Move::Declare { dix, meld } => declared(public, hand, dix, meld),
            Move::Play { card, .. } => match public.lead {
                Some(lead) if beats(card, lead, trump, public.options.rank_order) => {
                    format!("It wins the trick, for {}.", worth(points(card, trump) + points(lead, trump)))
                }
                Some(lead) => {
                    format!("The trick goes to {}; it gives {} away.", lead.pretty(), worth(points(card, trump)))
                }
                None if is_highest(public, hand, card) => {
                    format!("No card of {} that is out beats it.", card.suit().sign())
                }
                None => format!("It risks {}.", worth(points(card, trump))),
            },
        })
    }
}

fn worth(points: i32) -> String {
    if points == 0 { "no points".to_owned() } else { counted(points, "point") }
}

fn declared(public: &Public, hand: CardSet, dix: bool, meld: bool) -> String {
    let after = if dix { exchanged(public, hand).unwrap_or(hand) } else { hand };
    let worth = points_of(&find(after), &public.options);
    match (dix, meld) {
        (true, true) => {
            format!("{} takes the place of your seven, and your sequences may count {worth}.", public.turn_up.pretty())
        }
        (true, false) => format!("{} takes the place of your seven.", public.turn_up.pretty()),
        (false, true) => format!("Your sequences may count {worth}."),
        (false, false) if worth > 0 => format!("You say nothing of sequences that may count {worth}."),
        (false, false) if exchanged(public, hand).is_ok() => "You keep your seven.".to_owned(),
        (false, false) => "You have nothing to declare.".to_owned(),
    }
}

/// What a hand promises with these trumps, in points.
fn promise(public: &Public, hand: CardSet, trump: Suit) -> i32 {
    let own = hand.intersection(suit_set(trump));
    let turned = public.turn_up.suit() == trump && hand.contains(Card::new(Rank::SEVEN, trump));
    let own = if turned { own.with(public.turn_up) } else { own };
    let jack = own.contains(Card::new(Rank::JACK, trump));
    let in_trumps: i32 = own.iter().map(|card| trump_worth(card, jack, own.len())).sum();
    let royal = [Rank::KING, Rank::QUEEN].into_iter().all(|rank| own.contains(Card::new(rank, trump)));
    let aside: i32 =
        hand.minus(suit_set(trump)).iter().map(|card| if card.rank() == Some(Rank::ACE) { 11 } else { 0 }).sum();
    let tens = hand.minus(suit_set(trump)).iter().filter(|card| card.rank() == Some(Rank::TEN)).count() as i32;
    let runs = points_of(&find(hand), &public.options) / 2;
    in_trumps + aside + 3 * tens + runs + if royal { 20 } else { 0 }
}

fn trump_worth(card: Card, jack: bool, length: u32) -> i32 {
    match card.rank() {
        Some(Rank::JACK) => 24,
        Some(Rank::NINE) if jack || length > 1 => 16,
        Some(Rank::NINE) => 8,
        Some(Rank::ACE) => 10,
        _ => 6,
    }
}

fn best_other(public: &Public, hand: CardSet) -> (Suit, i32) {
    let turned = public.turn_up.suit();
    let others = Suit::ALL.into_iter().filter(|suit| *suit != turned);
    let all = others.map(|suit| (suit, promise(public, hand, suit)));
    all.max_by_key(|(_, promised)| *promised).unwrap_or((turned, 0))
}

/// The suit that the hand is good enough to call in this round.
fn callable(public: &Public, hand: CardSet) -> Option<Suit> {
    let turned = public.turn_up.suit();
    if public.phase == (Phase::Call { round: Round::First }) {
        return (promise(public, hand, turned) >= CALLS).then_some(turned);
    }
    let (suit, promised) = best_other(public, hand);
    (promised >= NAMES).then_some(suit)
}

fn poor(public: &Public, hand: CardSet) -> bool {
    promise(public, hand, public.turn_up.suit()).max(best_other(public, hand).1) < POOR
}

/// Exchanges where that costs no sequence, and claims what there is.
fn declaration(public: &Public, hand: CardSet) -> Move {
    let worth = |hand: CardSet| points_of(&find(hand), &public.options);
    let after = exchanged(public, hand).ok().filter(|after| worth(*after) >= worth(hand));
    Move::Declare { dix: after.is_some(), meld: worth(after.unwrap_or(hand)) > 0 }
}

fn with_bella(public: &Public, m: Move) -> Move {
    match m {
        Move::Play { card, .. } => {
            let called = public.options.bella == BellaRule::Called && completes_bella(public, public.turn, card);
            Move::Play { card, bella: called }
        }
        other => other,
    }
}

/// The card to play, from what is out.
fn play(public: &Public, hand: CardSet) -> Move {
    let may = playable(public, hand);
    let card = match public.lead {
        Some(lead) => reply(public, may, lead),
        None => lead_of(public, hand),
    };
    card.map_or(Move::Pass, |card| with_bella(public, Move::Play { card, bella: false }))
}

/// Wins with what counts most, but with no more of a trump than it takes; else gives the least.
fn reply(public: &Public, may: CardSet, lead: Card) -> Option<Card> {
    let (trump, order) = (public.trump_or_turned_up(), public.options.rank_order);
    let wins: CardSet = may.iter().filter(|card| beats(*card, lead, trump, order)).collect();
    let height = |card: &Card| i32::from(strength(*card, card.suit() == trump, order));
    if wins.is_empty() {
        return may.iter().min_by_key(|card| (points(*card, trump), height(card)));
    }
    let ruffs = lead.suit() != trump;
    wins.iter().max_by_key(|card| if card.suit() == trump && ruffs { -height(card) } else { points(*card, trump) })
}

/// What cannot be beaten first, trumps before all if they are long; then what risks least.
fn lead_of(public: &Public, hand: CardSet) -> Option<Card> {
    let (trump, order) = (public.trump_or_turned_up(), public.options.rank_order);
    let sure: Vec<Card> = hand.iter().filter(|card| is_highest(public, hand, *card)).collect();
    let trumps = hand.intersection(suit_set(trump)).len();
    let drawn = sure.iter().copied().find(|card| card.suit() == trump && trumps > 1);
    let best = drawn.or_else(|| sure.into_iter().max_by_key(|card| (card.suit() != trump, points(*card, trump))));
    let risk = |card: &Card| (card.suit() == trump, points(*card, trump), strength(*card, card.suit() == trump, order));
    best.or_else(|| hand.iter().min_by_key(risk))
}

/// Is every card of its suit that is higher played or in the same hand?
fn is_highest(public: &Public, hand: CardSet, card: Card) -> bool {
    let (trump, order) = (card.suit() == public.trump_or_turned_up(), public.options.rank_order);
    let gone = Seat::all(2).fold(hand, |gone, seat| gone.union(public.played(seat)));
    let gone = public.bottom.map_or(gone, |bottom| gone.with(bottom));
    suit_set(card.suit()).minus(gone).iter().all(|other| !is_higher(other, card, trump, order))
}

fn is_higher(one: Card, other: Card, trump: bool, order: RankOrder) -> bool {
    strength(one, trump, order) > strength(other, trump, order)
}

/// The end of the hand, both hands being open and played as well as they can be.
pub(super) fn solved(world: &State<Klaberjass>, go_on: &mut dyn FnMut() -> bool) -> Option<Seats<f64>> {
    let mut public = world.public.clone();
    let (trump, order) = (public.trump_or_turned_up(), public.options.rank_order);
    let hands = [world.own[Seat::FIRST].hand, world.own[Public::other(Seat::FIRST)].hand];
    let leader = if public.lead.is_some() { Public::other(public.turn) } else { public.turn };
    let gains = Solver::new(trump, order, go_on).value(hands, leader.index(), public.lead)?;
    let all: i32 = hands.iter().flat_map(|hand| hand.iter()).chain(public.lead).map(|card| points(card, trump)).sum();
    let rest = all + LAST_TRICK - gains;
    for (seat, gained) in Seat::all(2).zip([gains, rest]) {
        let royal = [Rank::KING, Rank::QUEEN].map(|rank| Card::new(rank, trump));
        let nine = world.own[seat].hand.union(public.played(seat));
        let count = &mut public.counts[seat];
        count.tricks += gained;
        count.taken += u8::from(gained > 0);
        if royal.into_iter().all(|card| nine.contains(card)) {
            count.bella = BELLA;
        }
        if matches!(public.melds, Melds::Better { seat: better, shown: None } if better == seat) {
            count.sequences = points_of(&find(nine), &public.options);
        }
    }
    let progress = deal::settle(&mut public, &mut Facts::<Klaberjass>::new());
    let over = State::<Klaberjass> {
        public,
        own: world.own.clone(),
        secret: state::Secret { stock: world.secret.stock.clone() },
    };
    Some(ended(&over, &progress))
}
