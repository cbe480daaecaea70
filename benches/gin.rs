//! Gin rummy compared with the package gin-rummy, doing the same work in the same run: random decisions per second,
//! and hands per second through the deadwood solver.

mod random;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::cards::{Card, CardSet};
use engine::gin_rummy::deadwood::deadwood;
use engine::gin_rummy::{GinRummy, Options};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use random::{Table, walk};

/// Random hands of ten cards, the same for both packages.
fn random_hands(count: usize) -> Vec<CardSet> {
    let mut rng = SmallRng::seed_from_u64(7);
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

const DECISIONS: u64 = 20_000;

/// A round of the other package, and the state that its driver must keep.
struct Theirs {
    round: gin_rummy::Round,
    passes: u32,
    taken: Option<gin_rummy::Card>,
}

impl Theirs {
    fn deal(rng: &mut SmallRng) -> Self {
        let round = gin_rummy::Round::deal(gin_rummy::Rules::default(), gin_rummy::Player::One, rng);
        Self { round, passes: 0, taken: None }
    }

    /// One decision, with every choice equally likely.
    fn decide(&mut self, rng: &mut SmallRng) {
        use gin_rummy::Phase;
        match self.round.phase() {
            Phase::Upcard if rng.random_range(0..2) == 0 => self.taken = self.round.take_discard().ok(),
            Phase::Upcard => {
                self.passes += 1;
                let _ = black_box(self.round.pass());
            }
            Phase::Draw if self.passes == 2 || rng.random_range(0..2) == 0 => {
                self.passes = 0;
                let _ = black_box(self.round.draw_stock());
            }
            Phase::Draw => self.taken = self.round.take_discard().ok(),
            Phase::Discard => self.discard(rng),
            Phase::Layoff | Phase::Finished => {}
        }
        if self.round.phase() == Phase::Layoff {
            let _ = black_box(self.round.finish_layoffs());
        }
    }

    fn discard(&mut self, rng: &mut SmallRng) {
        let Some(turn) = self.round.turn() else { return };
        let (hand, limit, taken) = (self.round.hand(turn), self.round.knock_limit(), self.taken.take());
        let mut ways = [(None, false); 22];
        let mut count = 0;
        for card in hand.iter().filter(|&card| taken != Some(card)) {
            ways[count] = (Some(card), false);
            count += 1;
            if gin_rummy::deadwood(hand - card.into()) <= limit {
                ways[count] = (Some(card), true);
                count += 1;
            }
        }
        let done = match ways[rng.random_range(0..count)] {
            (Some(card), true) => self.round.knock(card, gin_rummy::best_melds(hand - card.into())),
            (Some(card), false) => self.round.discard(card),
            (None, _) => Ok(()),
        };
        assert!(done.is_ok(), "it was legal");
    }
}

/// Two random players of the other package, round after round.
fn theirs_at_random(rng: &mut SmallRng) -> u32 {
    let mut theirs = Theirs::deal(rng);
    let mut rounds = 1;
    for _ in 0..DECISIONS {
        if theirs.round.result().is_some() {
            theirs = Theirs::deal(rng);
            rounds += 1;
        }
        theirs.decide(rng);
    }
    rounds
}

fn decisions(c: &mut Criterion) {
    let mut group = c.benchmark_group("20,000 random decisions");
    group.throughput(Throughput::Elements(DECISIONS));
    let mut rng = SmallRng::seed_from_u64(1);
    let mut ours = Table::<GinRummy>::open(Options::default(), 2, walk);
    group.bench_function("upcard", |b| {
        b.iter(|| (0..DECISIONS).for_each(|_| ours.decide(|_, _, m| _ = black_box(m))));
    });
    group.bench_function("gin-rummy", |b| b.iter(|| theirs_at_random(&mut rng)));
    group.finish();
}

criterion_group!(benches, decisions, solver);
criterion_main!(benches);
