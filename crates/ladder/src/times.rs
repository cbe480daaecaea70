//! How long a thought takes that was given so long: what `suggest` of the engine protocol promises. Positions of random
//! matches of every game, variant, and of its fewest and most players; one after the other, so on one core.

use std::time::{Duration, Instant};

use engine::catalog::{self, Setup};
use engine::random::seed;
use engine::{Chance, Level, Overrides, Play, Reader, Seat, Thinking};

/// The decisions of a match that are thought about: each as far on again as the one before.
const LOOKED_AT: [u32; 6] = [0, 2, 8, 24, 60, 120];

/// Prints a row for each game.
pub fn times(given: Duration) -> Result<(), String> {
    println!("| game | thoughts | median | 99 of 100 within | longest |");
    println!("|---|---|---|---|---|");
    let mut all = Vec::new();
    for game in catalog::games() {
        let mut took = Vec::new();
        for variant in game.variants() {
            let counts = game.counts(Some(variant.id), &Overrides::new()).map_err(|why| format!("{why:?}"))?;
            let ends = counts.first().into_iter().chain(counts.last().filter(|_| counts.len() > 1));
            for seats in ends {
                let (variant, seats) = (Some(variant.id.to_owned()), Some(*seats));
                let setup = Setup { variant, seats, seed: seed(7), ..Setup::default() };
                let (play, _) = game.start(setup).map_err(|why| format!("{why:?}"))?;
                through(play, given, &mut took)?;
            }
        }
        row(game.id(), &mut took);
        all.append(&mut took);
    }
    row("all", &mut all);
    Ok(())
}

fn through(mut play: Box<dyn Play>, given: Duration, took: &mut Vec<Duration>) -> Result<(), String> {
    let mut dice = Chance::from_seed(seed(11));
    while play.standings().is_none() && play.moves() <= LOOKED_AT[LOOKED_AT.len() - 1] {
        let Some(seat) = play.awaiting().seats().iter().next() else { break };
        if LOOKED_AT.contains(&play.moves()) {
            took.extend(thought(&*play, seat, given));
        }
        let text = super::any_move(&*play, seat, &mut dice);
        play.act(seat, &text).map_err(|refusal| refusal.says(&Reader::plain(8)))?;
    }
    Ok(())
}

/// How long it took; `None` where there was nothing to compare.
fn thought(play: &dyn Play, seat: Seat, given: Duration) -> Option<Duration> {
    let began = Instant::now();
    let mut go_on = |_| began.elapsed() < given;
    let thinking = &mut Thinking { level: Level::Hard, seed: seed(play.moves().into()), go_on: &mut go_on };
    let thought = play.think(seat, thinking, &Reader::plain(8))?;
    (thought.candidates.len() > 1).then(|| began.elapsed())
}

fn row(what: &str, took: &mut [Duration]) {
    took.sort();
    let at = |part: usize| took.get((took.len() * part).div_ceil(100).saturating_sub(1));
    let ms = |took: Option<&Duration>| took.map_or(0.0, |took| took.as_secs_f64() * 1000.0);
    let (half, most, longest) = (ms(at(50)), ms(at(99)), ms(took.last()));
    println!("| {what} | {} | {half:.1} ms | {most:.1} ms | {longest:.1} ms |", took.len());
}
