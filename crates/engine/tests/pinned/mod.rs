//! Matches that are played the same way every time, and files that hold their results.

mod hold;

use engine::Choosing;
use engine::Judging;
use engine::brain_drain::BrainDrain;
use engine::cards::CardSet;
use engine::gin_rummy::deadwood::deadwood;
use engine::gin_rummy::{self, GinRummy};
use engine::random::{by, random_move, seed};
use engine::{Chance, Notation, Reader, View, Words};

pub use hold::hold;

/// A game whose moves are pinned: it can play at random.
pub trait Pinned: Words {
    /// A random move, the same one for the same dice.
    fn pick(view: &View<'_, Self>, dice: &mut Chance) -> Self::Move {
        random_move(view, Vec::new(), by(dice))
    }
}

impl Pinned for GinRummy {
    /// The best of a few random moves: players who discard at random never get to knock.
    fn pick(view: &View<'_, Self>, dice: &mut Chance) -> Self::Move {
        let hand = view.own().map_or(CardSet::EMPTY, |own| own.hand);
        let left = |m: &gin_rummy::Move| match m {
            gin_rummy::Move::Knock(..) | gin_rummy::Move::BigGin => -1,
            gin_rummy::Move::Discard(card) => i32::from(deadwood(hand.without(*card))),
            _ => 0,
        };
        let mut some: Vec<Self::Move> = (0..4).map(|_| random_move(view, Vec::new(), by(dice))).collect();
        some.sort_by_key(left);
        some.swap_remove(0)
    }
}

impl Pinned for engine::klaberjass::Klaberjass {}
impl Pinned for engine::key_of_the_door::KeyOfTheDoor {}
impl Pinned for engine::kings_rummy::KingsRummy {}
impl Pinned for engine::pegs_and_jokers::PegsAndJokers {}
impl Pinned for engine::crazy_eights::CrazyEights {}

impl Pinned for BrainDrain {
    /// Answers are typed: a solution, a chain of the display's numbers, or a pass.
    fn pick(view: &View<'_, Self>, dice: &mut Chance) -> Self::Move {
        let pass = Self::fallback(view);
        let Some(mut puzzle) = view.public().puzzle() else { return pass };
        let typed = match dice.below(4) {
            0 => return pass,
            1 => puzzle.solutions().into_iter().next(),
            _ => {
                dice.shuffle(&mut puzzle.values);
                let [a, b, c, d] = puzzle.values;
                Some(format!("{a}+{b}*{c}-{d}"))
            }
        };
        typed
            .and_then(|text| Self::read(view, &text, &Reader::plain(8)).ok())
            .filter(|m| Self::check(view, m).is_ok())
            .unwrap_or(pass)
    }
}

/// A generator seeded with a small number.
pub fn chance(n: u64) -> Chance {
    Chance::from_seed(seed(n))
}

/// Makes one test per game from a function that is generic over games.
#[macro_export]
macro_rules! each_game {
    ($check:ident) => {
        $crate::each_game!($check:
            gin_rummy GinRummy, klaberjass Klaberjass, key_of_the_door KeyOfTheDoor,
            kings_rummy KingsRummy, brain_drain BrainDrain, pegs_and_jokers PegsAndJokers,
            crazy_eights CrazyEights);
    };
    ($check:ident: $($module:ident $game:ident),+) => {
        $(#[test]
        fn $module() {
            $check::<engine::$module::$game>();
        })+

        #[test]
        fn no_game_is_left_out() {
            let here = [$(<engine::$module::$game as engine::Parts>::ID),+];
            let listed: Vec<&str> = engine::catalog::games().iter().map(|game| game.id()).collect();
            assert_eq!(here.as_slice(), listed);
        }
    };
}
