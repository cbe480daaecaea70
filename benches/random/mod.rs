//! Random players: every possible choice is equally likely, match after match.

use engine::random::{asked_seat, random_move, seed};
use engine::{Chance, Facts, Game, Match, Parts, Progress, Seat, View};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// Which move a seat makes.
pub type Choose<G> = fn(&View<'_, G>, &mut SmallRng) -> <G as Parts>::Move;

/// A uniform walk down the steps of a move.
pub fn walk<G: Game>(view: &View<'_, G>, rng: &mut SmallRng) -> G::Move {
    random_move(view, Vec::with_capacity(4), |n| rng.random_range(0..n))
}

/// A table whose seats play at random; when a match is over, the next one begins.
pub struct Table<G: Game> {
    pub play: Match<G>,
    options: G::Options,
    seats: u8,
    choose: Choose<G>,
    rng: SmallRng,
    facts: Facts<G>,
    /// The match's number, which is its seed.
    pub number: u64,
}

impl<G: Game> Table<G> {
    pub fn open(options: G::Options, seats: u8, choose: Choose<G>) -> Self {
        let mut facts = Facts::<G>::new();
        let play = Match::start(&options, seats, G::first(seats), Chance::from_seed(seed(0)), &mut facts);
        Self { play, options, seats, choose, rng: SmallRng::seed_from_u64(1), facts, number: 0 }
    }

    /// One decision, including view, check and events; `before` is called with it first.
    pub fn decide(&mut self, before: impl FnOnce(u64, Seat, &G::Move)) {
        if let Progress::MatchOver(_) = self.play.progress() {
            self.number += 1;
            let chance = Chance::from_seed(seed(self.number));
            self.play = Match::start(&self.options, self.seats, G::first(self.seats), chance, &mut self.facts);
        }
        self.facts.clear();
        let seat = asked_seat(self.play.awaiting(), |n| self.rng.random_range(0..n));
        let Some(seat) = seat else { return };
        let m = (self.choose)(&self.play.view(Some(seat)), &mut self.rng);
        before(self.number, seat, &m);
        assert!(self.play.act(seat, m, &mut self.facts).is_ok(), "it was offered");
    }
}
