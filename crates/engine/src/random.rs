//! Random players, for tests and benchmarks. `pick` gives them a number below the one that it takes.

use super::{Awaiting, Chance, Choices, Game, Seat, View};

/// A seed made from a number.
#[must_use]
pub fn seed(n: u64) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&n.to_le_bytes());
    seed
}

/// Picks by these dice.
pub fn by(dice: &mut Chance) -> impl FnMut(usize) -> usize {
    |n| dice.below(n as u32) as usize
}

/// One of the seats that are asked to act.
pub fn asked_seat(awaiting: Awaiting, mut pick: impl FnMut(usize) -> usize) -> Option<Seat> {
    let asked = awaiting.seats();
    if asked.is_empty() { None } else { asked.iter().nth(pick(asked.len().into())) }
}

/// A move that begins with these steps: a uniform walk down those that follow.
///
/// # Panics
/// If the steps lead nowhere.
pub fn random_move<G: Game>(
    view: &View<'_, G>,
    mut so_far: Vec<G::Step>,
    mut pick: impl FnMut(usize) -> usize,
) -> G::Move {
    loop {
        let Choices { mut steps, done } = G::choices(view, &so_far);
        let ways = steps.len() + usize::from(done.is_some());
        assert!(ways > 0, "steps lead nowhere: {so_far:?}");
        let way = pick(ways);
        match done {
            Some(m) if way == steps.len() => return m,
            _ => so_far.push(steps.swap_remove(way)),
        }
    }
}
