//! Moves compared in imagined worlds: flat Monte Carlo with the same worlds and the same luck for all candidates.

use super::{Compared, Level, Thinking, Thinks, by_standings};
use crate::chance::Chance;
use crate::game::{Facts, Legal, Progress, State, View};
use crate::seats::{Seat, SeatSet, Seats};

/// After so many worlds, and again after as many more, candidates that have fallen behind are dropped.
const ROUND: usize = 16;

/// How far, in standard errors of the difference, a candidate must be behind to be dropped, or ahead of the quick player's
/// move to be played in its place.
const ERRORS: f64 = 2.0;

/// Fewer worlds than these prove nothing: what happens in one of ten is not seen in them.
const FEWEST: usize = 8;

/// How many worlds' doubt is added: an error that a few worlds show may be far too small.
const DOUBT: f64 = 8.0;

/// What a world may still be played on.
pub struct Steps<'a> {
    left: u32,
    gone: SeatSet,
    thinker: Seat,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl Steps<'_> {
    /// Who imagines it.
    pub(crate) const fn thinker(&self) -> Seat {
        self.thinker
    }

    /// Takes one more step; `false`: there is no time left.
    pub(crate) fn more(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        (self.go_on)()
    }
}

/// One candidate and how it did in each world.
struct Tried<M> {
    m: M,
    values: Vec<f64>,
}

impl<M> Tried<M> {
    fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len().max(1) as f64
    }

    /// How far it is ahead of another in the worlds that both were tried in, in standard errors.
    fn ahead_of(&self, other: &Self) -> f64 {
        let n = self.values.len().min(other.values.len());
        if n < 2 {
            return 0.0;
        }
        let differences = || self.values.iter().zip(&other.values).map(|(a, b)| a - b);
        let mean = differences().sum::<f64>() / n as f64;
        let variance = differences().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
        let error = (variance / n as f64).sqrt();
        if error > 0.0 { mean / error } else { mean.signum() * f64::from(u8::from(mean != 0.0)) * f64::INFINITY }
    }
}

/// Compares moves, the quick player's first; without worlds to look at, that one stays first.
pub(super) fn compare<G: Thinks>(
    view: &View<'_, G>,
    gone: SeatSet,
    moves: Vec<G::Move>,
    thinking: &mut Thinking<'_>,
) -> Compared<G::Move> {
    let mut tried: Vec<Tried<G::Move>> = moves.into_iter().map(|m| Tried { m, values: Vec::new() }).collect();
    let mut dropped = Vec::new();
    let mut worlds = 0;
    if thinking.level == Level::Hard && tried.len() > 1 {
        while let Some(values) = in_one_world(view, gone, &tried, worlds, thinking) {
            worlds += 1;
            tried.iter_mut().zip(values).for_each(|(tried, value)| tried.values.push(value));
            if (worlds as usize).is_multiple_of(ROUND) {
                drop_the_worst(&mut tried, &mut dropped);
                if tried.len() == 1 {
                    break;
                }
            }
        }
    }
    if worlds == 0 {
        return as_it_stands(view, tried, thinking.seed);
    }
    let first = best(&tried);
    tried.swap(0, first);
    tried[1..].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    dropped.sort_by(|a: &Tried<G::Move>, b| b.mean().total_cmp(&a.mean()));
    tried.append(&mut dropped);
    let moves = tried.into_iter().map(|tried| (tried.mean(), tried)).map(|(value, tried)| (tried.m, value)).collect();
    Compared { worlds, moves }
}

/// The value of a seat's view in one imagined world, for all the moves alike.
fn as_it_stands<G: Thinks>(view: &View<'_, G>, tried: Vec<Tried<G::Move>>, seed: [u8; 32]) -> Compared<G::Move> {
    let world = G::imagine(view, &mut Chance::stream(seed, 1));
    let value = own_share(view, &G::shares(&world));
    Compared { worlds: 0, moves: tried.into_iter().map(|tried| (tried.m, value)).collect() }
}

/// What the quick player said, unless another is ahead by more than chance explains.
fn best<M>(tried: &[Tried<M>]) -> usize {
    let mut best = 0;
    for at in 1..tried.len() {
        let worlds = tried[at].values.len();
        let sure = worlds >= FEWEST && tried[at].ahead_of(&tried[0]) > ERRORS + DOUBT / worlds as f64;
        if sure && (best == 0 || tried[at].mean() > tried[best].mean()) {
            best = at;
        }
    }
    best
}

/// The first is kept: the others are measured against it.
fn drop_the_worst<M>(tried: &mut Vec<Tried<M>>, dropped: &mut Vec<Tried<M>>) {
    let leader = (0..tried.len()).max_by(|&a, &b| tried[a].mean().total_cmp(&tried[b].mean())).unwrap_or(0);
    let behind: Vec<bool> = tried.iter().map(|t| tried[leader].ahead_of(t) > ERRORS).collect();
    for at in (1..tried.len()).rev() {
        if behind[at] {
            dropped.push(tried.remove(at));
        }
    }
}

/// What each of the moves is worth in one world; `None` if time ran out.
fn in_one_world<G: Thinks>(
    view: &View<'_, G>,
    gone: SeatSet,
    tried: &[Tried<G::Move>],
    number: u32,
    thinking: &mut Thinking<'_>,
) -> Option<Vec<f64>> {
    let seat = view.seat()?;
    let stream = 2 + 2 * u64::from(number);
    if !(thinking.go_on)(number) {
        return None;
    }
    let world = G::believe(view, &mut Chance::stream(thinking.seed, stream));
    let mut go_on = || (thinking.go_on)(number);
    let worth = |tried: &Tried<G::Move>| {
        let mut steps = Steps { left: G::HORIZON, gone, thinker: seat, go_on: &mut go_on };
        let mut luck = Chance::stream(thinking.seed, stream + 1);
        let shares = play_out(world.clone(), seat, tried.m.clone(), &mut steps, &mut luck)?;
        Some(own_share(view, &shares))
    };
    tried.iter().map(worth).collect()
}

fn own_share<G: Thinks>(view: &View<'_, G>, shares: &Seats<f64>) -> f64 {
    let sides = G::sides(G::options_of(view.public()), view.seats());
    view.seat().map_or(0.0, |seat| shares[sides[seat]])
}

/// Plays a move in an imagined world, and the world on.
fn play_out<G: Thinks>(
    mut world: State<G>,
    seat: Seat,
    m: G::Move,
    steps: &mut Steps<'_>,
    chance: &mut Chance,
) -> Option<Seats<f64>> {
    match play(&mut world, seat, Some(m), chance) {
        Progress::Playing => G::play_on(&mut world, steps, chance),
        over => Some(ended(&world, &over)),
    }
}

/// What each side has of a match or hand that is over.
pub(crate) fn ended<G: Thinks>(world: &State<G>, progress: &Progress) -> Seats<f64> {
    match progress {
        Progress::MatchOver(standings) => by_standings(standings, G::scores(&world.public).count()),
        Progress::HandOver | Progress::Playing => G::shares(world),
    }
}

/// Plays one move, or where there is none that is legal what is played for those who resigned.
pub(crate) fn play<G: Thinks>(world: &mut State<G>, seat: Seat, m: Option<G::Move>, chance: &mut Chance) -> Progress {
    let view = View::new(world, Some(seat));
    let legal = m.and_then(|m| Legal::checked(&view, m).ok());
    let legal = legal.unwrap_or_else(|| Legal::fallback(&view));
    G::apply(world, seat, legal, chance, &mut Facts::<G>::new())
}

/// Plays a world on with quick players, each from its own view, to the end of the hand or the horizon.
pub(crate) fn roll<G: Thinks>(world: &mut State<G>, steps: &mut Steps<'_>, chance: &mut Chance) -> Option<Seats<f64>> {
    let over = roll_until(world, steps, chance, |_| false)?;
    Some(over.unwrap_or_else(|| G::shares(world)))
}

/// The same, until something is true of it: then there are no shares yet. `None`: there was no time.
pub(crate) fn roll_until<G: Thinks>(
    world: &mut State<G>,
    steps: &mut Steps<'_>,
    chance: &mut Chance,
    until: impl Fn(&G::Public) -> bool,
) -> Option<Option<Seats<f64>>> {
    while steps.left > 0 && !until(&world.public) {
        if !steps.more() {
            return None;
        }
        let asked: Vec<Seat> = G::awaiting(&world.public).seats().iter().collect();
        if asked.is_empty() {
            break;
        }
        let seat = asked[chance.below(asked.len() as u32) as usize];
        let m = if steps.gone.contains(seat) { None } else { G::quick(&View::new(world, Some(seat)), chance) };
        match play(world, seat, m, chance) {
            Progress::Playing => {}
            over => return Some(Some(ended(world, &over))),
        }
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(values: &[f64]) -> Tried<u8> {
        Tried { m: 0, values: values.to_vec() }
    }

    #[test]
    fn the_quick_players_move_is_left_only_after_worlds_enough() {
        let even = |n| tried(&vec![0.5; n]);
        let better = |n: usize, doubt: f64| {
            tried(&(0..n).map(|at| 0.6 + if at % 2 == 0 { doubt } else { -doubt }).collect::<Vec<_>>())
        };
        for n in 1..FEWEST {
            assert_eq!(best(&[even(n), better(n, 0.0)]), 0, "{n} worlds say nothing");
        }
        assert_eq!(best(&[even(8), better(8, 0.0)]), 1);
        // Two and a half standard errors: too little after eight worlds, enough after many.
        let error = |n: usize| 0.1 / 2.5 * ((n - 1) as f64).sqrt();
        assert_eq!(best(&[even(8), better(8, error(8))]), 0);
        assert_eq!(best(&[even(128), better(128, error(128))]), 1);
        assert_eq!(best(&[even(128), tried(&[0.4; 128])]), 0);
    }
}
