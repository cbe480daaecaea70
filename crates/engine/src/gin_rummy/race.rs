//! The rest of an imagined hand, on bare sets of cards: nobody is told anything, and nothing is looked at but deadwood. What
//! ends the hand is left to the rules.

use super::GinRummy;
use super::deadwood::deadwood;
use super::moves::{Move, best_discard, is_worth_taking};
use super::state::{DEAD_STOCK, Phase};
use crate::game::State;
use crate::seats::Seat;
use crate::think::Steps;

/// Plays to the move that ends the hand, and says whose it is; `None`: there was no time. Whoever imagines it knocks with gin
/// only, so that a knock now is held against what the hand may still become; the other knocks as soon as they may.
pub(super) fn race(world: &mut State<GinRummy>, steps: &mut Steps<'_>) -> Option<(Seat, Move)> {
    loop {
        if !steps.more() {
            return None;
        }
        let seat = world.public.tables[0].turn;
        if !draws(world, seat) {
            continue;
        }
        if let Some(last) = discards(world, seat, seat == steps.thinker()) {
            return Some((seat, last));
        }
    }
}

/// Draws, where that is still to be done; `false`: the upcard is left.
fn draws(world: &mut State<GinRummy>, seat: Seat) -> bool {
    let (table, stock, hand) = (&mut world.public.tables[0], &mut world.secret.stocks[0], &mut world.own[seat].hand);
    if matches!(table.phase, Phase::Discard { .. }) {
        return true;
    }
    let top = table.discards.top().filter(|_| table.phase != Phase::FirstStock);
    let taken = top.filter(|top| is_worth_taking(*hand, *top, table.limit));
    if taken.is_none() && table.phase == Phase::Upcard {
        table.phase = if table.first() == seat { Phase::Upcard } else { Phase::FirstStock };
        table.turn = table.other(seat);
        return false;
    }
    let from_pile = taken.and_then(|_| table.discards.cards.pop());
    from_pile.or_else(|| stock.pop()).into_iter().for_each(|drawn| hand.insert(drawn));
    table.stock = stock.len() as u8;
    table.phase = Phase::Discard { taken };
    true
}

/// Discards, and the other is on turn; or what ends the hand.
fn discards(world: &mut State<GinRummy>, seat: Seat, waits: bool) -> Option<Move> {
    let options = &world.public.options;
    let (big_gin, may_return) = (options.big_gin().is_some(), options.may_return_taken);
    let (table, hand) = (&mut world.public.tables[0], &mut world.own[seat].hand);
    let Phase::Discard { taken } = table.phase else { return Some(Move::Pass) };
    let may = taken.filter(|_| !may_return).map_or(*hand, |stuck| hand.without(stuck));
    let Some((card, left)) = best_discard(*hand, may) else { return Some(Move::Pass) };
    let last = table.stock <= DEAD_STOCK;
    if big_gin && deadwood(*hand) == 0 {
        return Some(Move::BigGin);
    }
    if left == 0 || left <= table.limit && (last || !waits) {
        return Some(Move::Knock(card, None));
    }
    if last {
        return Some(Move::Discard(card));
    }
    hand.remove(card);
    table.discards.cards.push(card);
    (table.turn, table.phase) = (table.other(seat), Phase::Draw);
    None
}
