//! What the house plays, in positions that somebody who knows the game has looked at.

use super::scenes::{Pack, Scene, seat};
use super::solver::cards;
use crate::chance::Chance;
use crate::gin_rummy::{GinRummy, Move};
use crate::think::Thinks;

#[test]
fn three_are_knocked_with_however_late_it_is() {
    let pack = Pack("AS AH AD 2S 2D 2C 4S 4H 4C 3H", "5S 5H 6D 7C 8S 9H TD JC QS KH", "KD", "3S");
    let scene = Scene::new("classic", "", &[pack]).moves("0 pass, 1 pass, 0 stock");
    for gone in
        ["", "6S 6H 7D 8C 9S TH JD QC KS", "6S 6H 6C 7S 7H 7D 8H 8D 8C 9S 9D 9C TS TH TC JS JH JD QH QD QC KS KC"]
    {
        let mut state = scene.play.state().clone();
        state.public.tables[0].discards.cards.extend(cards(gone));
        let play = scene.play.with_state(state);
        let m = GinRummy::quick(&play.view(Some(seat(0))), &mut Chance::from_seed([3; 32]));
        assert!(matches!(m, Some(Move::Knock(card, None)) if card.number() == 3), "{m:?} after {gone}");
    }
}
