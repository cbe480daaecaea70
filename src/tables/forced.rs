//! Moves that play themselves: the only one that somebody's seat has, where nothing is to be chosen and, unless the host
//! wants otherwise, nothing to be hidden. What is due follows from the position, so nothing of it is stored.

use super::clocks::Clocks;
use super::stand_ins;
use super::table::Table;
use super::wishes::OpenWish;
use crate::store::{ForcedMoves, Stage};
use engine::{Forced, Play, Seat, SeatSet};

/// The moves of people that the table is to play for them.
pub(super) fn moves(table: &Table) -> Vec<(Seat, String)> {
    let Some(play) = table.play().filter(|_| table.row.stage == Stage::Playing) else { return Vec::new() };
    let asked = play.awaiting().seats().meet(stand_ins::present(table, play));
    let plays = |forced: &Forced| match table.row.forced {
        ForcedMoves::Seen => forced.hides_nothing || is_alone(table),
        ForcedMoves::All => true,
        ForcedMoves::Never => false,
    };
    asked.iter().filter_map(|seat| Some((seat, play.forced(seat).filter(plays)?.text))).collect()
}

/// The seats of these people.
pub(super) fn seats(table: &Table) -> SeatSet {
    let shown = table.forced.iter().filter(|_| table.rests.is_none());
    shown.map(|(seat, _)| *seat).collect()
}

/// Has somebody chosen this move, so that it says that they are there and play on? Not the only one that they had: it may
/// have played itself. At a start many moves are read again, so it is asked only where somebody may be away.
pub(super) fn is_chosen(wish: Option<&OpenWish>, clocks: &Clocks, play: &dyn Play, seat: Seat, text: &str) -> bool {
    wish.is_none() && !clocks.is_late(seat) || play.forced(seat).is_none_or(|only| only.text != text)
}

/// Does one person play against the house, which does not look at the clock?
fn is_alone(table: &Table) -> bool {
    table.row.sitters.iter().filter(|one| one.who.person().is_some()).count() == 1
}
