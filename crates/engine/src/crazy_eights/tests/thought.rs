//! What the house plays, in positions that somebody who knows the game has looked at.

use super::*;
use crate::think::Thinks;

/// What the quick player plays in the first seat of two.
fn quick(pile: &str, hand: &str) -> String {
    let table = Table::at(&options("jokers", ""), pile, &[hand, "4C 5D 6C 7D QC KC"], "");
    let m = CrazyEights::quick(&table.play.view(Some(seat(0))), &mut Chance::from_seed([3; 32]));
    m.map(|m| CrazyEights::say(&m)).unwrap_or_default()
}

#[test]
fn a_joker_is_kept_where_nothing_would_follow_it() {
    // Hearts stay in force under the black joker, whatever it looks like.
    assert_eq!(quick("9H", "8S XB 2S 3S TS 5C"), "play 8S as S");
    assert_eq!(quick("9H", "8S XB 2S 3S TS 5H"), "play 5H");
    // The turn more goes to the nine.
    assert_eq!(quick("9H", "8S XB 9C"), "play 9C");
}
