//! Every turn there is.
//!
//! The search begins at the end: with the new melds, and then with what becomes of the melds that they take cards
//! from. That way almost every choice leads to a turn; going forwards, part by part, most tables lead nowhere.

use std::ops::ControlFlow;

use super::KingsRummy;
use super::canonical::{Without, parts_between};
use super::draft::MOST_PARTS;
use super::generate::finishes;
use super::lays::Lays;
use super::moves::{Move, Part, Turn};
use super::notation::may_begin;
use super::state::{Public, Table, hand_of};
use super::tile::Tiles;
use crate::game::View;

/// Offers every turn of the viewer whose parts may begin with the text, until `take` says stop; turns that use few
/// cards of the table come first. Were all seen?
pub(super) fn every_turn(
    view: &View<'_, KingsRummy>,
    prefix: &str,
    wanted: usize,
    take: &mut dyn FnMut(Move) -> bool,
) -> bool {
    let (public, hand) = (view.public(), hand_of(view));
    let mut all_seen = true;
    let mut offer = |laid: &[Tiles], table: &Table, left: Tiles| {
        let parts = match parts(public, hand, laid, table) {
            Ok(parts) => parts,
            Err(without) => {
                all_seen &= without == Without::AnOrder;
                return ControlFlow::Continue(());
            }
        };
        if !prefix.is_empty() && !may_begin(&parts, prefix) {
            return ControlFlow::Continue(());
        }
        let mut turns = finishes(left, public.stuck()).map(|finish| Turn { parts: parts.clone(), finish });
        if turns.all(|turn| take(Move::Turn(turn))) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    Lays::new(public, hand, wanted).each(&mut offer).is_continue() && all_seen
}

/// The parts that lay these melds and leave this table.
pub(super) fn parts(public: &Public, hand: Tiles, laid: &[Tiles], table: &Table) -> Result<Vec<Part>, Without> {
    let changed = public.table.iter().zip(table).map(|(was, is)| was.minus(*is).or(is.minus(*was)).len());
    if changed.sum::<u32>() as usize + laid.len() > MOST_PARTS {
        return Err(Without::Patience);
    }
    let on_table = parts_between(public, table, hand)?;
    Ok(on_table.into_iter().chain(laid.iter().copied().map(Part::Lay)).collect())
}
