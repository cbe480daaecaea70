//! How the house plays it: of all turns, the one that leaves the least in the hand, and what is left fit for the next.

use super::KingsRummy;
use super::because::because;
use super::lays::Lays;
use super::meld::{fourth, is_meld, third};
use super::moves::{Finish, Move, Part, Turn};
use super::options::Rearrange;
use super::state::{Phase, Public, Table, hand_of};
use super::tile::{Tile, Tiles};
use super::turns::parts;
use crate::chance::Chance;
use crate::game::{State, View};
use crate::seats::{Seat, Seats};
use crate::think::{Thinks, by_points};
use crate::words::Reader;
use std::ops::ControlFlow;

/// How many turns are looked for, at once and where there is time.
const HASTY: usize = 60;
const THOROUGH: usize = 1000;
/// How many of the best are kept.
const KEPT: usize = 12;
/// Once in so many turns a beginner does not look at the table's melds at all.
const SLIPS: u32 = 2;

/// More than any turn that does not go out.
const IS_OUT: i32 = 1_000_000;
/// What a card in the hand costs, beside what it counts; in tenths of a point.
const CARD: i32 = 40;
const POINT: i32 = 10;
/// What a card that would make a meld is worth.
const OUT: i32 = 2;
/// The part of the target that is a lead of three to one.
const SWING: f64 = 0.35;

impl Thinks for KingsRummy {
    const HORIZON: u32 = 80;
    const COMPARED: usize = 6;

    fn quick(view: &View<'_, Self>, _: &mut Chance) -> Option<Move> {
        ranked(view, HASTY).into_iter().next()
    }

    /// Lays what the hand has and adds to what fits; to take melds of the table apart is seen only now and then, and
    /// what is discarded is what counts most.
    fn beginner(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        let public = view.public();
        if public.phase == Phase::Draw {
            return Some(if chance.below(SLIPS) == 0 { Move::Draw } else { ranked(view, HASTY).swap_remove(0) });
        }
        let mut simple = public.clone();
        simple.options.table_rearrange = Rearrange::Simple;
        let mut best = turns(&simple, hand_of(view), HASTY);
        let Move::Turn(turn) = best.drain(..).next()? else { return None };
        Some(Move::Turn(dearest_dropped(public, hand_of(view), turn)))
    }

    fn best(view: &View<'_, Self>, _: &mut Chance) -> Option<Move> {
        ranked(view, THOROUGH).into_iter().next()
    }

    fn candidates(view: &View<'_, Self>, _: &mut Chance) -> Vec<Move> {
        let mut all = ranked(view, THOROUGH);
        if let Phase::Play { .. } = view.public().phase {
            // To keep everything in the hand is worth a thought, above all while the hand could still count double.
            let held = kept(view.public(), hand_of(view));
            all.insert(all.len().min(2), Move::Turn(held));
        }
        all
    }

    fn shares(world: &State<Self>) -> Seats<f64> {
        let public = &world.public;
        by_points(&public.scores, f64::from(public.options.target) * SWING)
    }

    fn because(view: &View<'_, Self>, m: &Move, reader: &Reader) -> Option<String> {
        because(view, m, reader)
    }
}

/// The moves that look best, the best first.
fn ranked(view: &View<'_, KingsRummy>, wanted: usize) -> Vec<Move> {
    let (public, hand) = (view.public(), hand_of(view));
    match public.phase {
        Phase::Draw => draws(public, hand, wanted),
        Phase::Play { .. } => turns(public, hand, wanted),
        Phase::Over { .. } => Vec::new(),
    }
}

/// Takes the top discard where it leaves less in the hand than that card itself adds.
fn draws(public: &Public, hand: Tiles, wanted: usize) -> Vec<Move> {
    let Some(top) = public.discards.last() else { return vec![Move::Draw] };
    let mut taking = public.clone();
    taking.discards.pop();
    taking.phase = Phase::Play { taken: Some(*top) };
    let best = |public: &Public, hand| Best::of(public, hand, wanted, 1).found.first().map(|found| found.score);
    let with = best(&taking, hand.with(*top));
    taking.phase = Phase::Play { taken: None };
    let without = best(&taking, hand);
    // An unknown card from the pile is of some use too, by as much as an average card lets go of.
    if with > without.map(|score| score + CARD) { vec![Move::Take, Move::Draw] } else { vec![Move::Draw, Move::Take] }
}

/// The best turns, the best first.
fn turns(public: &Public, hand: Tiles, wanted: usize) -> Vec<Move> {
    let best = Best::of(public, hand, wanted, KEPT);
    let turn = |found: Found| {
        let parts = parts(public, hand, &found.laid, &found.table).ok()?;
        Some(Move::Turn(Turn { parts, finish: found.finish }))
    };
    let mut all: Vec<Move> = best.found.into_iter().filter_map(turn).collect();
    if all.is_empty() {
        all.push(Move::Turn(kept(public, hand)));
    }
    all
}

/// A turn that plays nothing and discards what is of least use.
fn kept(public: &Public, hand: Tiles) -> Turn {
    let (_, finish) = ending(hand, public.stuck(), unseen(public, hand)).unwrap_or((0, Finish::End));
    Turn { parts: Vec::new(), finish }
}

/// The same turn, but what counts most is discarded.
fn dearest_dropped(public: &Public, hand: Tiles, turn: Turn) -> Turn {
    let left = turn.parts.iter().fold(hand, |hand, part| hand.minus(part.played_from(hand)));
    let dearest = left.minus(public.stuck()).iter().max_by_key(|card| (card.number(), card.place()));
    let finish = dearest.map_or(turn.finish, Finish::Drop);
    Turn { finish, ..turn }
}

/// A turn that was found.
struct Found {
    score: i32,
    laid: Vec<Tiles>,
    table: Table,
    finish: Finish,
}

/// The best turns found so far, the best first.
struct Best {
    found: Vec<Found>,
}

impl Best {
    fn of(public: &Public, hand: Tiles, wanted: usize, kept: usize) -> Self {
        let mut best = Self { found: Vec::new() };
        let unseen = unseen(public, hand);
        let _given_up = Lays::hasty(public, hand, wanted).each(&mut |laid, table, left| {
            let Some((score, finish)) = ending(left, public.stuck(), unseen) else {
                return ControlFlow::Continue(());
            };
            best.keep(kept, score, || Found { score, laid: laid.to_vec(), table: table.clone(), finish });
            // Nothing is better than to be out.
            if left.len() <= 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }

    fn keep(&mut self, kept: usize, score: i32, found: impl FnOnce() -> Found) {
        let at = self.found.partition_point(|other| other.score >= score);
        if at < kept {
            self.found.insert(at, found());
            self.found.truncate(kept);
        }
    }
}

/// How well a turn ends with these cards left, and how.
fn ending(left: Tiles, stuck: Tiles, unseen: Tiles) -> Option<(i32, Finish)> {
    if left.is_empty() {
        return Some((IS_OUT, Finish::End));
    }
    let free = left.minus(stuck);
    if left.len() == 1 {
        return free.first().map(|card| (IS_OUT, Finish::Drop(card)));
    }
    let end = |card: Tile| (worth(left.without(card), unseen), Finish::Drop(card));
    free.iter().map(end).max_by_key(|(worth, _)| *worth)
}

/// What a hand is worth after a turn: it costs what it counts, and is worth what may still become of it.
fn worth(hand: Tiles, unseen: Tiles) -> i32 {
    let outs = outs(hand, unseen).len() as i32;
    OUT * outs - CARD * hand.len() as i32 - POINT * hand.value()
}

/// The cards of these that would make a meld of three with two of the hand.
pub(super) fn outs(hand: Tiles, of: Tiles) -> Tiles {
    let mut outs = Tiles::EMPTY;
    for a in hand {
        for b in hand.after(a) {
            outs = outs.or(third(a, b));
        }
    }
    outs.and(of).minus(hand)
}

/// The cards that somebody with this hand cannot see: in the pile, or in other hands.
pub(super) fn unseen(public: &Public, hand: Tiles) -> Tiles {
    let seen = public.table.iter().fold(hand, |all, meld| all.or(*meld));
    let seen = public.discards.iter().fold(seen, |all, card| all.with(*card));
    Tiles(!seen.0)
}

/// How many melds of three a card makes with two of the hand.
pub(super) fn melds_with(card: Tile, hand: Tiles) -> i32 {
    let hand = hand.without(card);
    let with = |a: Tile| third(card, a).and(hand).after(a).len() as i32;
    hand.iter().map(with).sum()
}

/// The meld of the table that a card can be added to.
pub(super) fn fits(public: &Public, card: Tile) -> Option<usize> {
    let takes = |meld: &Tiles| !meld.has_four() && is_meld(*meld) && fourth(*meld) == Some(card);
    public.table.iter().position(takes)
}

/// The cards of the hand that a turn plays.
pub(super) fn played(hand: Tiles, parts: &[Part]) -> Tiles {
    parts.iter().fold(Tiles::EMPTY, |all, part| all.or(part.played_from(hand)))
}

/// How many cards the others hold.
pub(super) fn others_hold(view: &View<'_, KingsRummy>) -> i32 {
    let others = Seat::all(view.seats()).filter(|seat| Some(*seat) != view.seat());
    others.map(|seat| i32::from(view.backs(seat))).sum()
}
