//! Brain Drain: random decisions a second through `Match::act`, typed answers read and judged, and displays a second through
//! the solvers.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use upcard::engine::brain_drain::judge::Puzzle;
use upcard::engine::brain_drain::solve::reachable;
use upcard::engine::brain_drain::{BrainDrain, Move, Options, Public};
use upcard::engine::{Chance, Facts, Match, Progress, Words};

const DECISIONS: u64 = 20_000;

/// A pass, or a chain of the display's numbers in random order with random operators, as it is typed.
fn typed(public: &Public, chance: &mut Chance, text: &mut String) {
    text.clear();
    let Some(mut puzzle) = public.puzzle().filter(|_| chance.below(4) > 0) else {
        return text.push_str("pass");
    };
    chance.shuffle(&mut puzzle.values);
    for (i, n) in puzzle.values.iter().enumerate() {
        if i > 0 {
            text.push(['+', '-', '*', '/'][chance.below(4) as usize]);
        }
        text.push_str(&n.to_string());
    }
}

fn begin(options: &Options, seats: u8, seed: u64) -> Match<BrainDrain> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    Match::start(options, seats, None, Chance::from_seed(bytes), &mut Vec::new())
}

/// Plays so many random decisions, match after match: how many answers were right.
fn play(options: &Options, seats: u8, read: bool) -> usize {
    let mut dice = Chance::from_seed([9; 32]);
    let (mut seed, mut right) = (0, 0);
    let mut table = begin(options, seats, seed);
    let (mut text, mut facts) = (String::new(), Facts::<BrainDrain>::new());
    for _ in 0..DECISIONS {
        if let Progress::MatchOver(_) = table.progress() {
            seed += 1;
            table = begin(options, seats, seed);
        }
        let asked = table.awaiting().seats();
        let Some(seat) = asked.iter().nth(dice.below(u32::from(asked.len())) as usize) else { continue };
        let m = if read {
            typed(table.public(), &mut dice, &mut text);
            BrainDrain::read(&table.view(Some(seat)), &text).unwrap_or(Move::Pass)
        } else {
            Move::Pass
        };
        facts.clear();
        if table.act(seat, m, &mut facts).is_ok() {
            right += table.public().won_count();
        }
    }
    right
}

fn decisions(c: &mut Criterion) {
    let mut group = c.benchmark_group("20,000 random decisions");
    group.throughput(Throughput::Elements(DECISIONS));
    group.bench_function("two players, typed", |b| b.iter(|| play(&Options::default(), 2, black_box(true))));
    group.bench_function("four players, typed", |b| b.iter(|| play(&Options::default(), 4, black_box(true))));
    group.bench_function("four players, passes", |b| b.iter(|| play(&Options::default(), 4, black_box(false))));
    let ascent = Options { ascent: true, ..Options::default() };
    group.bench_function("ascent for two, typed", |b| b.iter(|| play(&ascent, 2, black_box(true))));
    let skip = Options { auto_skip_unsolvable: true, ..Options::default() };
    group.bench_function("four players, typed, impossible targets skipped", |b| {
        b.iter(|| play(&skip, 4, black_box(true)))
    });
    group.finish();
}

fn solvers(c: &mut Criterion) {
    let limits = Options::default().limits();
    let displays: Vec<[i64; 4]> =
        (0..1000_i64).map(|n| [n % 13 + 1, n / 7 % 13 + 1, n / 31 % 13 + 1, n / 83 + 1]).collect();
    let mut group = c.benchmark_group("1000 displays");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("every target from 1 to 100", |b| {
        b.iter(|| displays.iter().map(|values| reachable(black_box(values), limits).count_ones()).sum::<u32>());
    });
    group.bench_function("every solution for one target", |b| {
        let puzzles = || displays.iter().zip((1..=13).cycle());
        b.iter(|| {
            puzzles().map(|(&values, target)| Puzzle { values, target, limits }.solutions().len()).sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, decisions, solvers);
criterion_main!(benches);
