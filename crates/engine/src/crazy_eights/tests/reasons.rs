//! What the house says of its moves, against the cards themselves.

use super::super::moves::{hand_of, legal};
use super::*;
use crate::random::{by, random_move, seed};
use crate::think::Thinks;

/// The numbers in a sentence that stand by themselves.
fn numbers(sentence: &str) -> Vec<i64> {
    sentence.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

fn is_true(view: &View<'_, CrazyEights>, m: &Move, why: &str) -> bool {
    let (public, hand) = (view.public(), hand_of(view));
    let plain = |card: &Card| card.rank().is_some_and(|rank| rank.number() != 8);
    let left = |card: Card, suit: Suit| {
        let others = hand.iter().filter(|other| *other != card && plain(other) && other.suit() == suit);
        others.count() as i64
    };
    let fitting =
        hand.iter().filter(|card| legal(view).iter().any(|m| matches!(m, Move::Play { card: c, .. } if c == card)));
    match *m {
        Move::Play { card, .. } if hand.len() == 1 => why == format!("{} is your last card.", card.pretty()),
        Move::Play { card, suit: Some(suit) } => numbers(why) == [left(card, suit)] && why.contains(suit.sign()),
        Move::Play { card, .. } if public.skips(card) => why.contains(Reader::plain(7).name(public.next())),
        Move::Play { card, .. } => {
            let worth = i64::from(card.rank().map_or(50, |rank| rank.number().min(10)));
            numbers(why) == [worth, left(card, card.suit())] && why.contains(card.suit().sign())
        }
        Move::Draw | Move::Pass => match fitting.count() as i64 {
            0 => why == "None of your cards fits.",
            fits => numbers(why) == [fits],
        },
    }
}

#[test]
fn every_reason_is_true_of_the_cards() {
    let mut said = 0;
    for n in 0..40 {
        let variant = &CrazyEights::variants()[n as usize % CrazyEights::variants().len()];
        let mut facts = Facts::<CrazyEights>::new();
        let mut play =
            Match::start(&(variant.options)(), 2 + n as u8 % 6, None, Chance::from_seed(seed(n)), &mut facts);
        let mut dice = Chance::from_seed(seed(n + 1000));
        for _ in 0..60 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let view = play.view(Some(seat));
            for m in legal(&view) {
                let why = CrazyEights::because(&view, &m, &Reader::plain(7)).unwrap();
                assert!(is_true(&view, &m, &why), "{m:?}: {why}");
                said += 1;
            }
            let m = random_move(&view, Vec::new(), by(&mut dice));
            play.act(seat, m, &mut facts).unwrap();
        }
    }
    assert!(said > 1000);
}
