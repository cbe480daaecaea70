//! Why the house plays a move: one sentence from what its seat can count.

use super::KingsRummy;
use super::moves::{Finish, Move, Turn};
use super::state::{Public, hand_of};
use super::think::{fits, melds_with, others_hold, outs, played, unseen};
use super::tile::Tiles;
use crate::english::counted;
use crate::game::View;
use crate::words::{Language, Reader};

pub(super) fn because(view: &View<'_, KingsRummy>, m: &Move, reader: &Reader) -> Option<String> {
    let Language::English = reader.language;
    let (public, hand) = (view.public(), hand_of(view));
    match m {
        Move::Draw | Move::Take => of_top(public, hand, *m == Move::Take),
        Move::Turn(turn) => Some(of_turn(view, turn)),
    }
}

/// What the top discard is good for.
fn of_top(public: &Public, hand: Tiles, takes: bool) -> Option<String> {
    let top = *public.discards.last()?;
    let melds = melds_with(top, hand);
    Some(match fits(public, top) {
        Some(at) => format!("{top} fits meld {}.", at + 1),
        None if melds == 0 && takes => format!("{top} makes no meld with your cards yet, and fits none on the table."),
        None if melds == 0 => format!("{top} makes no meld with your cards and fits none on the table."),
        None if takes => format!("{top} makes {} with your cards.", counted(melds, "meld")),
        None => format!("{top} makes only {} with your cards.", counted(melds, "meld")),
    })
}

fn of_turn(view: &View<'_, KingsRummy>, turn: &Turn) -> String {
    let (public, hand) = (view.public(), hand_of(view));
    let played = played(hand, &turn.parts);
    let left = match turn.finish {
        Finish::Drop(card) | Finish::Out(card) => hand.minus(played).without(card),
        Finish::End => hand.minus(played),
    };
    if left.is_empty() {
        return format!("You are out, and the others still hold {}.", counted(others_hold(view), "card"));
    }
    let many = counted(left.len(), "card");
    let count = format!("{} {}", if left.len() == 1 { "counts" } else { "count" }, left.value());
    if played.is_empty() {
        let outs = counted(outs(left, unseen(public, hand)).len(), "card");
        return format!("It keeps {many} that {count}, and {outs} you cannot see would make a meld with two of them.");
    }
    format!("It plays {} and leaves {many} that {count}.", counted(played.len(), "card"))
}
