//! Gin rummy beside the package gin-rummy, the same work in the same run: hands a second through the deadwood solver.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use upcard::engine::cards::{Card, CardSet};
use upcard::engine::gin_rummy::deadwood::deadwood;

/// Random hands of ten cards, the same for both.
fn random_hands(count: usize) -> Vec<CardSet> {
    let mut rng = rand::rngs::SmallRng::seed_from_u64(7);
    let mut pack: Vec<Card> = Card::pack().collect();
    (0..count)
        .map(|_| {
            for i in 0..10 {
                let j = rng.random_range(i..52);
                pack.swap(i, j);
            }
            pack[..10].iter().copied().collect()
        })
        .collect()
}

/// The same hand in the other package's type.
fn theirs(hand: CardSet) -> gin_rummy::Hand {
    let mut cards = gin_rummy::Hand::EMPTY;
    for card in hand {
        let suit =
            [gin_rummy::Suit::Spades, gin_rummy::Suit::Hearts, gin_rummy::Suit::Diamonds, gin_rummy::Suit::Clubs]
                [card.suit() as usize];
        cards.insert(gin_rummy::Card { suit, rank: gin_rummy::Rank::new(card.number()) });
    }
    cards
}

fn solver(c: &mut Criterion) {
    let ours = random_hands(10_000);
    let theirs: Vec<gin_rummy::Hand> = ours.iter().map(|&hand| theirs(hand)).collect();
    for (our, their) in ours.iter().zip(&theirs) {
        assert_eq!(deadwood(*our), gin_rummy::deadwood(*their), "the two disagree about {our:?}");
    }
    let mut group = c.benchmark_group("deadwood of 10,000 random hands");
    group.throughput(Throughput::Elements(10_000));
    group.bench_function("upcard", |b| b.iter(|| ours.iter().map(|&h| u32::from(deadwood(black_box(h)))).sum::<u32>()));
    group.bench_function("gin-rummy", |b| {
        b.iter(|| theirs.iter().map(|&h| u32::from(gin_rummy::deadwood(black_box(h)))).sum::<u32>());
    });
    group.finish();
}

criterion_group!(benches, solver);
criterion_main!(benches);
