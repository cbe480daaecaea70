//! What the house says of its moves, against the cards, and that it does nothing absurd.

use super::super::deadwood::deadwood;
use super::super::moves::{Move, Turn};
use super::super::state::Phase;
use super::super::{GinRummy, Public};
use crate::cards::{Card, CardSet};
use crate::chance::Chance;
use crate::game::{Choosing, Facts, Preparing, View};
use crate::match_::Match;
use crate::random::{by, random_move, seed};
use crate::seats::Seat;
use crate::think::Thinks;
use crate::words::Reader;

fn numbers(sentence: &str) -> Vec<u8> {
    // A card such as 10♦ is not one of the numbers that are said.
    let words = sentence.split_whitespace().map(|word| word.trim_end_matches(['.', ',']));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// What the seat has seen: its own hand, the discards, what others were seen to take.
fn seen(view: &View<'_, GinRummy>) -> CardSet {
    let public: &Public = view.public();
    let table = public.on_turn(view.seat().unwrap()).unwrap();
    let mut seen: CardSet = table.discards.cards.iter().copied().collect();
    for seat in Seat::all(view.seats()) {
        seen = view.shown(seat).map_or(seen, |own| seen.union(own.hand));
    }
    table.players.iter().fold(seen, |seen, player| seen.union(player.known))
}

fn is_true(view: &View<'_, GinRummy>, m: &Move, why: &str) -> bool {
    let turn = Turn::of(view).unwrap();
    let now = deadwood(turn.hand);
    match m {
        Move::Discard(card) => {
            let hand = turn.hand.without(*card);
            let seen = seen(view);
            let outs = Card::pack().filter(|c| !seen.contains(*c) && deadwood(hand.with(*c)) <= deadwood(hand));
            numbers(&why.replace("no card", "0 cards")) == [deadwood(hand), outs.count() as u8]
        }
        Move::Knock(card, _) => match deadwood(turn.hand.without(*card)) {
            0 => why.ends_with("gin."),
            left => numbers(why) == [left, turn.table.limit],
        },
        Move::Stock if turn.table.phase == Phase::FirstStock => why.ends_with("the only move."),
        Move::Take | Move::Stock | Move::Pass => {
            let Some(top) = turn.table.discards.top() else { return true };
            let eleven = turn.hand.with(top);
            let then = turn.hand.iter().map(|card| deadwood(eleven.without(card))).min().unwrap();
            let said = numbers(why);
            why.contains(&top.pretty())
                && (said.is_empty() && then >= now
                    || said == [now] && then == now
                    || said == [now, then]
                    || said == [then, now])
        }
        Move::Accept | Move::Refuse => numbers(why) == [now],
        Move::LayOff(laid) if laid.pairs().is_empty() => numbers(why).is_empty(),
        Move::LayOff(laid) => numbers(why) == [deadwood(turn.hand.minus(laid.cards())), now],
        Move::BigGin => now == 0,
    }
}

#[test]
fn every_reason_is_true_of_the_cards_and_no_meld_is_broken_for_nothing() {
    let mut said = 0;
    for n in 0..60_u64 {
        let variant = &GinRummy::variants()[n as usize % GinRummy::variants().len()];
        let seats = *variant.seats.start();
        let mut facts = Facts::<GinRummy>::new();
        let mut play = Match::start(&(variant.options)(), seats, None, Chance::from_seed(seed(n)), &mut facts);
        let mut dice = Chance::from_seed(seed(n + 1000));
        for _ in 0..60 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let view = play.view(Some(seat));
            let quick = GinRummy::quick(&view, &mut dice).unwrap();
            let turn = Turn::of(&view).unwrap();
            for m in GinRummy::candidates(&view, &mut dice).iter().chain([&quick]) {
                if crate::Judging::check(&view, m).is_ok() {
                    let why = GinRummy::because(&view, m, &Reader::plain(4)).unwrap();
                    assert!(is_true(&view, m, &why), "{m:?}: {why}");
                    said += 1;
                }
            }
            if let Move::Discard(card) = quick {
                let (best, least) = turn.best_discard().unwrap();
                let left = deadwood(turn.hand.without(card));
                assert!(left <= least + 10, "{card:?} leaves {left}, {best:?} would leave {least}");
            }
            let m = if n % 2 == 0 { quick } else { random_move(&view, Vec::new(), by(&mut dice)) };
            let m = if crate::Judging::check(&view, &m).is_ok() { m } else { GinRummy::fallback(&view) };
            play.act(seat, m, &mut facts).unwrap();
        }
    }
    assert!(said > 2000, "{said}");
}
