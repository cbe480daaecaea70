//! What the house says of its moves, against all the cards.

use super::super::moves::Way;
use super::*;
use crate::game::{Facts, Preparing};
use crate::match_::Match;
use crate::random::{by, random_move, seed};
use crate::think::Thinks;
use crate::words::Reader;

#[test]
fn what_is_said_of_a_key_is_true_and_no_claim_or_steal_is_wrong() {
    let (mut said, mut stolen) = (0, 0);
    for n in 0..40_u64 {
        let variant = &KeyOfTheDoor::variants()[n as usize % KeyOfTheDoor::variants().len()];
        let mut facts = Facts::<KeyOfTheDoor>::new();
        let seats = *variant.seats.start();
        let mut play = Match::start(&(variant.options)(), seats, None, Chance::from_seed(seed(n)), &mut facts);
        let mut dice = Chance::from_seed(seed(n + 1000));
        for _ in 0..80 {
            let Some(seat) = play.awaiting().seats().iter().next() else { break };
            let view: View<'_, KeyOfTheDoor> = play.view(Some(seat));
            let (public, zeros) = (view.public(), view.public().options.zero_can_double);
            for m in KeyOfTheDoor::candidates(&view, &mut dice) {
                let why = KeyOfTheDoor::because(&view, &m, &Reader::plain(5)).unwrap();
                said += 1;
                match m {
                    Move::Steal(place) => {
                        stolen += 1;
                        assert!(fault(play.state(), place).is_some(), "{why}");
                        let points = public.table.key(place).unwrap().points();
                        assert!(why.contains(&format!("{points} point")), "{why}");
                    }
                    Move::Play(card, way @ Way::Up { claim, .. }) => {
                        let mut key = public.table.key(way.place(card).unwrap()).unwrap().clone();
                        key.push(Laid::Up(card));
                        let makes = key.counts_21(zeros);
                        assert_eq!(why.starts_with("It makes 21"), makes, "{why}");
                        assert!(!public.called() || claim == makes, "{m:?}");
                    }
                    _ => {}
                }
            }
            let quick = KeyOfTheDoor::quick(&view, &mut dice).unwrap();
            let m = if n % 2 == 0 { quick } else { random_move(&view, Vec::new(), by(&mut dice)) };
            play.act(seat, m, &mut facts).unwrap();
        }
    }
    assert!(said > 2000 && stolen > 20, "{said} {stolen}");
}
