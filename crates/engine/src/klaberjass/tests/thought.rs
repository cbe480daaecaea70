//! The solver against plain search, and what the house says against the cards.

use super::super::moves::{Move, exchanged, hand_of, legal, replies};
use super::super::options::RankOrder;
use super::super::rank::{beats, pack, points, suit_set};
use super::super::sequences::{find, points_of};
use super::super::solve::Solver;
use super::super::state::Phase;
use super::super::think::solved;
use super::super::{Klaberjass, Public, sees_all};
use crate::cards::{Card, CardSet, Suit};
use crate::chance::Chance;
use crate::game::{Facts, Preparing, View};
use crate::match_::Match;
use crate::random::{by, random_move, seed};
use crate::think::Thinks;
use crate::words::Reader;

/// What player 0 gains of the tricks to come, by looking at every line of play.
fn plain(hands: [CardSet; 2], leader: usize, trump: Suit, order: RankOrder) -> i32 {
    let best =
        |values: Vec<i32>, mover: usize| if mover == 0 { values.into_iter().max() } else { values.into_iter().min() };
    let after_lead = |lead: Card| {
        let mut hands = hands;
        hands[leader].remove(lead);
        let replier = 1 - leader;
        let replies = replies(hands[replier], lead, trump, order).iter().map(|card| {
            let mut left = hands;
            left[replier].remove(card);
            let winner = if beats(card, lead, trump, order) { replier } else { leader };
            let last = if left[0].is_empty() { 10 } else { 0 };
            let worth = points(lead, trump) + points(card, trump) + last;
            if winner == 0 { worth } else { 0 }.wrapping_add(plain(left, winner, trump, order))
        });
        best(replies.collect(), replier).unwrap_or(0)
    };
    best(hands[leader].iter().map(after_lead).collect(), leader).unwrap_or(0)
}

#[test]
fn the_solver_finds_what_plain_search_finds() {
    let mut chance = Chance::from_seed(seed(77));
    for n in 0..120 {
        let mut cards: Vec<Card> = pack().collect();
        chance.shuffle(&mut cards);
        let size = 2 + n % 3;
        let hands: [CardSet; 2] =
            [cards[..size].iter().copied().collect(), cards[size..2 * size].iter().copied().collect()];
        let trump = Suit::ALL[n % 4];
        for order in [RankOrder::Book, RankOrder::Standard] {
            for leader in 0..2 {
                let solved = Solver::new(trump, order, &mut || true).value(hands, leader, None);
                assert_eq!(solved, Some(plain(hands, leader, trump, order)), "deal {n}, {leader} leads");
            }
        }
    }
    assert_eq!(
        Solver::new(Suit::Spades, RankOrder::Book, &mut || false).value(
            [CardSet::one(Card::new(crate::cards::Rank::ACE, Suit::Spades)); 2],
            0,
            None
        ),
        None
    );
}

/// Is there a card out that is higher in its suit than this one?
fn is_beaten(public: &Public, hand: CardSet, card: Card) -> bool {
    let trump = public.trump_or_turned_up();
    let gone = crate::Seat::all(2).fold(hand, |gone, seat| gone.union(public.played(seat)));
    let out = suit_set(card.suit()).iter().filter(|other| !gone.contains(*other) && Some(*other) != public.bottom);
    out.into_iter().any(|other| beats(other, card, trump, public.options.rank_order))
}

fn is_true(view: &View<'_, Klaberjass>, m: &Move, why: &str) -> bool {
    let (public, hand) = (view.public(), hand_of(view));
    let trump = public.trump_or_turned_up();
    let number: Option<i32> =
        why.split(|c: char| !c.is_ascii_digit()).rfind(|word| !word.is_empty()).and_then(|word| word.parse().ok());
    let says = |points: i32| if points == 0 { why.contains("no points") } else { number == Some(points) };
    match *m {
        Move::Take | Move::Trump(_) => {
            let suit = if let Move::Trump(suit) = *m { suit } else { public.turn_up.suit() };
            number == Some(hand.iter().filter(|card| card.suit() == suit).count() as i32)
        }
        Move::Play { card, .. } => match public.lead {
            Some(lead) if beats(card, lead, trump, public.options.rank_order) => {
                says(points(card, trump) + points(lead, trump))
            }
            Some(_) => says(points(card, trump)),
            None if why.starts_with("No card") => !is_beaten(public, hand, card),
            None => says(points(card, trump)) && is_beaten(public, hand, card),
        },
        Move::Declare { dix, meld } => {
            let after = if dix { exchanged(public, hand).unwrap() } else { hand };
            let worth = points_of(&find(after), &public.options);
            let quiet = why.starts_with("You say nothing") == (!dix && !meld && worth > 0);
            let empty = why.starts_with("You have nothing") == (worth == 0 && exchanged(public, hand).is_err());
            quiet && empty && (!why.contains("may count") || number == Some(worth))
        }
        Move::Pass => number.is_none_or(|n| {
            let suit = Suit::ALL.into_iter().find(|suit| why.contains(suit.sign())).unwrap();
            n == hand.iter().filter(|card| card.suit() == suit).count() as i32
        }),
        Move::Yes | Move::No => {
            let praised = why.contains("worth playing");
            let quick = Klaberjass::quick(view, &mut Chance::from_seed(seed(0)));
            quick == Some(if praised { Move::No } else { Move::Yes })
        }
        Move::Schmeiss => true,
    }
}

#[test]
fn every_reason_is_true_of_the_cards_and_no_winner_is_thrown_away() {
    let mut said = 0;
    for n in 0..60 {
        let variant = &Klaberjass::variants()[n as usize % 2];
        let mut facts = Facts::<Klaberjass>::new();
        let mut play = Match::start(&(variant.options)(), 2, None, Chance::from_seed(seed(n)), &mut facts);
        let mut dice = Chance::from_seed(seed(n + 1000));
        for _ in 0..80 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let view = play.view(Some(seat));
            for m in legal(&view) {
                let why = Klaberjass::because(&view, &m, &Reader::plain(2)).unwrap();
                assert!(is_true(&view, &m, &why), "{m:?}: {why}");
                said += 1;
            }
            if let (Phase::Play, Some(lead)) = (view.public().phase, view.public().lead) {
                let (trump, order) = (view.public().trump_or_turned_up(), view.public().options.rank_order);
                let wins = |m: &Move| matches!(*m, Move::Play { card, .. } if beats(card, lead, trump, order));
                let quick = Klaberjass::quick(&view, &mut dice).unwrap();
                assert!(wins(&quick) || !legal(&view).iter().any(wins), "it could win {lead:?} and plays {quick:?}");
            }
            let m = random_move(&view, Vec::new(), by(&mut dice));
            play.act(seat, m, &mut facts).unwrap();
        }
    }
    assert!(said > 2000);
}

#[test]
fn who_sees_all_gets_what_the_cards_promise_whatever_the_other_plays() {
    for n in 0..6 {
        let mut facts = Facts::<Klaberjass>::new();
        let options = (Klaberjass::variants()[n as usize % 2].options)();
        let mut play = Match::<Klaberjass>::start(&options, 2, None, Chance::from_seed(seed(n)), &mut facts);
        let mut dice = Chance::from_seed(seed(n + 1000));
        while play.public().phase != Phase::Play {
            let turn = play.public().turn;
            let m = Klaberjass::quick(&play.view(Some(turn)), &mut dice).unwrap();
            play.act(turn, m, &mut facts).unwrap();
        }
        let (seer, hand) = (crate::Seat::FIRST, play.public().hand);
        let promised = solved(play.state(), &mut || true).unwrap()[seer];
        while play.public().hand == hand {
            let turn = play.public().turn;
            let m = if turn == seer {
                sees_all(&play, seer).unwrap()
            } else {
                random_move(&play.view(Some(turn)), Vec::new(), by(&mut dice))
            };
            play.act(turn, m, &mut facts).unwrap();
        }
        let got = Klaberjass::shares(play.state())[seer];
        assert!(got >= promised - 1e-9, "deal {n}: {got} of the match where {promised} was sure");
    }
}
