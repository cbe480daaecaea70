//! Brain Drain: displays per second through the solvers.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::brain_drain::Options;
use engine::brain_drain::judge::Puzzle;
use engine::brain_drain::solve::reachable;

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

criterion_group!(benches, solvers);
criterion_main!(benches);
