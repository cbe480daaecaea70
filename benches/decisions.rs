//! The cost of a decision, in every game and variant at its fullest table: random decisions per second through
//! `Match::act`, each found by a walk through `choices`, including view, check and events; and how long it takes to
//! list the first 500 legal moves of the positions reached. Words after `--` choose variants: `cargo bench --bench
//! decisions -- gin-rummy "pegs-and-jokers arizona"`.

mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

use engine::brain_drain::{BrainDrain, Move};
use engine::catalog::{self, Setup};
use engine::crazy_eights::CrazyEights;
use engine::gin_rummy::GinRummy;
use engine::key_of_the_door::KeyOfTheDoor;
use engine::kings_rummy::KingsRummy;
use engine::klaberjass::Klaberjass;
use engine::pegs_and_jokers::PegsAndJokers;
use engine::random::seed;
use engine::{Judging, Notation, Overrides, Play, Reader, Variant, View, Words, resolve};
use rand::RngExt;
use rand::rngs::SmallRng;
use random::{Choose, Table, walk};

/// How long each table plays, after a warm-up round.
const AT_LEAST: Duration = Duration::from_millis(800);
const ROUND: u32 = 2_000;
/// Positions in which the legal moves are listed.
const POSITIONS: u32 = 3_000;
/// If a listing took longer than this, it is tried again.
const LONG: Duration = Duration::from_micros(300);

/// How long this program has been on a core, if the system tells: what else the machine does then does not count.
fn time_on_core() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Decisions per second at a table.
fn speed<G: Words>(options: &G::Options, seats: u8, choose: Choose<G>) -> f64 {
    let mut table = Table::open(options.clone(), seats, choose);
    let mut round = || (0..ROUND).for_each(|_| table.decide(|_, _, m| _ = black_box(m)));
    round();
    let (begun, on_core, mut rounds) = (Instant::now(), time_on_core(), 0);
    while begun.elapsed() < AT_LEAST {
        round();
        rounds += 1;
    }
    let took = time_on_core().zip(on_core).map_or(begun.elapsed(), |(now, then)| now - then);
    f64::from(rounds * ROUND) / took.as_secs_f64()
}

/// How long it took to list the first 500 moves of a position: the median, the 99th percentile, and the worst. Of
/// several tries in one position the best counts, so that the machine's other work does not.
fn listing<G: Words>(
    variant: &str,
    changes: &Overrides,
    options: &G::Options,
    seats: u8,
    choose: Choose<G>,
) -> [Duration; 3] {
    let begin = |number| -> Box<dyn Play> {
        let setup = Setup {
            variant: Some(variant.to_owned()),
            options: changes.clone(),
            seats: Some(seats),
            seed: seed(number),
            ..Setup::default()
        };
        catalog::game(G::ID)
            .and_then(|game| game.start(setup))
            .map(|(play, _)| play)
            .unwrap_or_else(|why| panic!("{why:?}"))
    };
    let mut table = Table::open(options.clone(), seats, choose);
    let (mut face, mut number) = (begin(0), 0);
    let mut times = Vec::new();
    for _ in 0..POSITIONS {
        table.decide(|match_number, seat, m| {
            if match_number != number {
                (face, number) = (begin(match_number), match_number);
            }
            let list = || {
                let begun = Instant::now();
                black_box(face.legal(seat, "", 500));
                begun.elapsed()
            };
            let once = list();
            let again = if once > LONG { 7 } else { 0 };
            times.push((0..again).map(|_| list()).fold(once, Duration::min));
            face.act(seat, &G::say(m)).unwrap_or_else(|why| panic!("{}: {why:?}", G::say(m)));
        });
    }
    times.sort_unstable();
    [times.len() / 2, times.len() * 99 / 100, times.len() - 1].map(|at| times[at])
}

fn row<G: Words>(variant: &Variant<G::Options>, changes: Overrides, choose: Choose<G>) {
    let Ok(options) = resolve(&(variant.options)(), G::knobs(), &changes) else { return };
    let seats = *variant.seats.end().min(G::seats(&options).end());
    let speed = speed::<G>(&options, seats, choose);
    let times = listing::<G>(variant.id, &changes, &options, seats, choose);
    let [middle, most, worst] = times.map(|time| time.as_secs_f64() * 1e3);
    let with: String = changes.keys().map(|key| format!(" + {key}")).collect();
    let name = format!("{}{with}", variant.id);
    println!("{:<18}{name:<34}{seats:>5}{speed:>13.0}{middle:>10.3}{most:>10.3}{worst:>10.3}", G::ID);
}

/// The variants of a game, and its first variant with each of the costliest options switched on.
fn rows<G: Words>(only: &[String], choose: Choose<G>, costly: &[&str]) {
    let wanted = |variant: &Variant<G::Options>| {
        let name = format!("{} {}", G::ID, variant.id);
        only.is_empty() || only.iter().any(|word| name.contains(word.as_str()))
    };
    for variant in G::variants().iter().filter(|variant| wanted(variant)) {
        row::<G>(variant, Overrides::new(), choose);
    }
    for key in costly.iter().filter(|_| wanted(&G::variants()[0])) {
        row::<G>(&G::variants()[0], Overrides::from_iter([((*key).to_owned(), true.into())]), choose);
    }
}

/// A pass, or a chain of the display's numbers in random order with random operators, read as it is typed.
fn typed(view: &View<'_, BrainDrain>, rng: &mut SmallRng) -> Move {
    let Some(mut puzzle) = view.public().puzzle().filter(|_| rng.random_range(0..4) > 0) else { return Move::Pass };
    let mut text = String::new();
    for last in (0..puzzle.values.len()).rev() {
        puzzle.values.swap(last, rng.random_range(0..=last));
        text.push_str(&puzzle.values[last].to_string());
        if last > 0 {
            text.push(['+', '-', '*', '/'][rng.random_range(0..4)]);
        }
    }
    BrainDrain::read(view, &text, &Reader::plain(view.seats()))
        .ok()
        .filter(|m| BrainDrain::check(view, m).is_ok())
        .unwrap_or(Move::Pass)
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("{:70}{:>30}", "", "500 moves listed, ms");
    println!(
        "{:<18}{:<34}{:>5}{:>13}{:>10}{:>10}{:>10}",
        "game", "variant", "seats", "decisions/s", "median", "99 %", "worst"
    );
    rows::<GinRummy>(&only, walk, &[]);
    rows::<Klaberjass>(&only, walk, &[]);
    rows::<KeyOfTheDoor>(&only, walk, &[]);
    rows::<KingsRummy>(&only, walk, &[]);
    rows::<PegsAndJokers>(&only, walk, &[]);
    rows::<CrazyEights>(&only, walk, &[]);
    rows::<BrainDrain>(&only, typed, &["auto_skip_unsolvable"]);
}
