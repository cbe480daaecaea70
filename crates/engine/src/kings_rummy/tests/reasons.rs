//! What the house says of its moves, against the cards themselves; and that it plays nothing absurd.

use super::super::meld::is_meld;
use super::super::moves::Part;
use super::*;
use crate::random::{by, random_move, seed};
use crate::seats::Seats;
use crate::think::Thinks;
use crate::{Match, Preparing};

/// The numbers in a sentence that stand by themselves.
fn numbers_of(sentence: &str) -> Vec<i32> {
    sentence.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.parse().ok()).collect()
}

fn pairs(hand: Tiles) -> Vec<Tiles> {
    hand.iter().flat_map(|a| hand.after(a).iter().map(move |b| Tiles::one(a).with(b))).collect()
}

fn top_is_true(view: &View<'_, KingsRummy>, why: &str) -> bool {
    let (public, hand) = (view.public(), hand_of(view));
    let top = *public.discards.last().unwrap();
    let melds = pairs(hand).iter().filter(|pair| is_meld(pair.with(top))).count() as i32;
    let fits = public.table.iter().position(|meld| meld.len() == 3 && is_meld(meld.with(top)));
    let named = why.starts_with(&top.to_string());
    named
        && match fits {
            Some(at) => numbers_of(why) == [at as i32 + 1],
            None if melds == 0 => why.contains("no meld"),
            None => numbers_of(why) == [melds],
        }
}

fn turn_is_true(view: &View<'_, KingsRummy>, turn: &super::super::Turn, why: &str) -> bool {
    let (public, hand) = (view.public(), hand_of(view));
    let mut left = hand;
    for part in &turn.parts {
        left = match part {
            Part::Lay(cards) => left.minus(*cards),
            Part::Add { card, .. } | Part::Swap { card, .. } => left.without(*card),
            Part::Pull { .. } | Part::Shift { .. } => left,
        };
    }
    let played = hand.minus(left).len() as i32;
    if let Finish::Drop(card) | Finish::Out(card) = turn.finish {
        left = left.without(card);
    }
    let (many, value) = (left.len() as i32, left.iter().map(|card| i32::from(card.number())).sum::<i32>());
    if many == 0 {
        let others = Seats::of(view.seats(), |seat| if Some(seat) == view.seat() { 0 } else { view.backs(seat) });
        return numbers_of(why) == [others.iter().map(|n| i32::from(*n)).sum::<i32>()];
    }
    if played > 0 {
        return numbers_of(why) == [played, many, value];
    }
    let seen = |card: &Tile| {
        hand.contains(*card) || public.discards.contains(card) || public.table.iter().any(|meld| meld.contains(*card))
    };
    let outs = Tile::pack().filter(|card| !seen(card) && pairs(left).iter().any(|pair| is_meld(pair.with(*card))));
    numbers_of(why) == [many, value, outs.count() as i32]
}

#[test]
fn every_reason_is_true_of_the_cards() {
    let mut said = 0;
    for n in 0..12 {
        let variant = &KingsRummy::variants()[n as usize % KingsRummy::variants().len()];
        let mut facts = Facts::<KingsRummy>::new();
        let chance = Chance::from_seed(seed(n));
        let mut play = Match::<KingsRummy>::start(&(variant.options)(), 2 + n as u8 % 3, None, chance, &mut facts);
        let mut dice = Chance::from_seed(seed(n + 1000));
        for _ in 0..40 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let view = play.view(Some(seat));
            for m in KingsRummy::candidates(&view, &mut dice) {
                assert!(KingsRummy::check(&view, &m).is_ok(), "{m:?} is not legal");
                let why = KingsRummy::because(&view, &m, &Reader::plain(4)).unwrap();
                let is_true = match &m {
                    Move::Turn(turn) => turn_is_true(&view, turn, &why),
                    _ => top_is_true(&view, &why),
                };
                assert!(is_true, "{m:?}: {why}");
                said += 1;
            }
            let m = match KingsRummy::quick(&view, &mut dice) {
                Some(m) if dice.below(4) > 0 => m,
                _ => random_move(&view, Vec::new(), by(&mut dice)),
            };
            play.act(seat, m, &mut facts).unwrap();
        }
    }
    assert!(said > 1000, "only {said}");
}

#[test]
fn a_meld_is_never_thrown_away_and_who_can_go_out_does() {
    for n in 0..40 {
        let mut facts = Facts::<KingsRummy>::new();
        let chance = Chance::from_seed(seed(n));
        let options = (KingsRummy::variants()[0].options)();
        let mut play = Match::<KingsRummy>::start(&options, 2, None, chance, &mut facts);
        let mut dice = Chance::from_seed(seed(n));
        for _ in 0..12 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let view = play.view(Some(seat));
            let m = KingsRummy::quick(&view, &mut dice).unwrap();
            if let Move::Turn(turn) = &m {
                let kept = super::super::think::played(hand_of(&view), &turn.parts);
                let left = hand_of(&view).minus(kept);
                let melds = pairs(left).into_iter().flat_map(|pair| left.iter().map(move |card| pair.with(card)));
                assert!(!melds.into_iter().any(is_meld), "{left:?} holds a meld after {m:?}");
            }
            play.act(seat, m, &mut facts).unwrap();
        }
    }
}
