//! Somebody who sees all cards: what perfect knowledge would be worth. It takes a match itself, which nobody has who was
//! not there when it was dealt: the room holds matches behind [`Play`](crate::Play), whose players see their views. Only
//! the ladder asks it (`tests/arrows.rs`).

use super::Klaberjass;
use super::moves::Move;
use super::state::Phase;
use super::think::solved;
use crate::chance::Chance;
use crate::game::{Progress, State, View};
use crate::match_::Match;
use crate::seats::Seat;
use crate::think::{Thinks, ended, play};

/// What this seat, which is on turn, does if it knows every card. Calls and declarations are tried out to the end against
/// what the quick player answers; the play is solved exactly. Of moves that are worth the same, the quick player's.
#[must_use]
pub fn sees_all(game: &Match<Klaberjass>, seat: Seat) -> Option<Move> {
    best(game.state(), seat).map(|(m, _)| m)
}

fn best(world: &State<Klaberjass>, seat: Seat) -> Option<(Move, f64)> {
    let view = View::new(world, Some(seat));
    let quick = Klaberjass::quick(&view, &mut Chance::from_seed([0; 32]))?;
    let mut best = (quick, worth_after(world, seat, seat, quick)?);
    for m in Klaberjass::candidates(&view, &mut Chance::from_seed([0; 32])) {
        let worth = worth_after(world, seat, seat, m)?;
        if worth > best.1 {
            best = (m, worth);
        }
    }
    Some(best)
}

/// What a move of `mover` brings `seer`, as a share of the match.
fn worth_after(world: &State<Klaberjass>, seer: Seat, mover: Seat, m: Move) -> Option<f64> {
    let mut after = world.clone();
    match play(&mut after, mover, Some(m), &mut Chance::from_seed([0; 32])) {
        Progress::Playing => worth(&after, seer),
        over => Some(ended(&after, &over)[seer]),
    }
}

fn worth(world: &State<Klaberjass>, seer: Seat) -> Option<f64> {
    let public = &world.public;
    if public.phase == Phase::Play {
        return Some(solved(world, &mut || true)?[seer]);
    }
    if public.turn == seer {
        return best(world, seer).map(|(_, worth)| worth);
    }
    let other = public.turn;
    let m = Klaberjass::quick(&View::new(world, Some(other)), &mut Chance::from_seed([0; 32]))?;
    worth_after(world, seer, other, m)
}
