//! How the house plays it. Equations solve exactly, so strength is speed and honesty: a level takes a human time, and
//! sees as little as a person of its strength.

use super::BrainDrain;
use super::judge::Puzzle;
use super::moves::Move;
use crate::chance::Chance;
use crate::english::counted;
use crate::game::{State, View};
use crate::seats::Seats;
use crate::think::{Level, Thinks, by_points};
use crate::words::{Language, Notation, Reader};

/// The lead in cards that makes a match three to one.
const SWING: f64 = 4.0;

/// In how many of a hundred tries each level sees an answer of which there are few, and how many more for each further one.
const fn sees(level: Level) -> (u32, u32) {
    match level {
        Level::Easy => (30, 4),
        Level::Medium => (60, 5),
        Level::Hard => (92, 4),
    }
}

/// The shortest time that a level takes, and what is added to it at random, in milliseconds.
const fn pace(level: Level) -> (u32, u32) {
    match level {
        Level::Easy => (15_000, 25_000),
        Level::Medium => (8_000, 12_000),
        Level::Hard => (4_000, 6_000),
    }
}

/// Of a hundred answers of a beginner so many are wrong: they make a number beside the target.
const WRONG: u32 = 8;

impl Thinks for BrainDrain {
    const COMPARED: usize = 1;

    fn quick(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        found(view, Level::Medium, chance)
    }

    fn beginner(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        let puzzle = view.public().puzzle()?;
        let wrong = chance.below(100) < WRONG && !puzzle.solutions().is_empty();
        let beside = Puzzle { target: puzzle.target + 1, ..puzzle };
        if wrong && let Some(slip) = shortest(view, &beside) { Some(slip) } else { found(view, Level::Easy, chance) }
    }

    fn best(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        found(view, Level::Hard, chance)
    }

    fn shares(world: &State<Self>) -> Seats<f64> {
        by_points(&world.public.scores(), SWING)
    }

    fn takes(view: &View<'_, Self>, level: Level, chance: &mut Chance) -> Option<u32> {
        let ways = view.public().puzzle()?.solutions().len();
        let (least, more) = pace(level);
        let waits = least + chance.below(more);
        // Whoever sees nothing looks for longer before giving up.
        Some(if ways == 0 { 2 * waits } else { waits })
    }

    fn because(view: &View<'_, Self>, m: &Move, reader: &Reader) -> Option<String> {
        let Language::English = reader.language;
        let puzzle = view.public().puzzle()?;
        let ways = puzzle.solutions().len();
        Some(match m {
            Move::Pass if ways == 0 => format!("These four cannot make {}.", puzzle.target),
            Move::Pass => format!("It has not seen a way to make {}.", puzzle.target),
            Move::Solve(answer) if puzzle.judge(answer).is_err() => format!("It takes this for {}.", puzzle.target),
            Move::Solve(_) if ways == 1 => format!("It is the only way to make {}.", puzzle.target),
            Move::Solve(_) => {
                format!("It is the shortest of {} to make {}.", counted(ways as i64, "way"), puzzle.target)
            }
        })
    }
}

/// The shortest answer, if a player of this level sees one; the more there are, the sooner.
fn found(view: &View<'_, BrainDrain>, level: Level, chance: &mut Chance) -> Option<Move> {
    let puzzle = view.public().puzzle()?;
    let ways = puzzle.solutions().len() as u32;
    let (few, each) = sees(level);
    let seen = chance.below(100) < few + each * ways.saturating_sub(1);
    if seen && let Some(answer) = shortest(view, &puzzle) { Some(answer) } else { Some(Move::Pass) }
}

fn shortest(view: &View<'_, BrainDrain>, puzzle: &Puzzle) -> Option<Move> {
    let text = puzzle.solutions().into_iter().next()?;
    BrainDrain::read(view, &text, &Reader::plain(view.seats())).ok()
}
