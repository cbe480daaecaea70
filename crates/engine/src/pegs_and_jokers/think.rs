//! How the house plays it: every play is seen to its end, the best of them with what it leaves in danger and what the
//! other cards can do after it.

use super::PegsAndJokers;
use super::because::because;
use super::bluff;
use super::cards::{Face, Faces};
use super::fallback::plays;
use super::merit::{Judge, distance};
use super::mover::Mover;
use super::moves::Move;
use super::plays::{Act, CardUse};
use super::spots::Log;
use super::state::{Phase, Private, Public, side_of};
use super::track::Board;
use super::turn::Turn;
use crate::chance::Chance;
use crate::think::Thinks;
use crate::words::Reader;
use crate::{Seat, Seats, State, View};

/// The most plays of one card that are looked at.
const LOOKED_AT: usize = 4000;
/// How many of them are looked at closely.
const CLOSELY: usize = 10;
/// Once in so many moves a beginner moves what is ahead, whatever else there is.
const SLIPS: u32 = 3;

impl Thinks for PegsAndJokers {
    /// A hand is never over before the match is: a few turns tell what a move leads to.
    const HORIZON: u32 = 16;
    const COMPARED: usize = 6;

    fn quick(view: &View<'_, Self>, _: &mut Chance) -> Option<Move> {
        ranked(view).into_iter().next()
    }

    /// Sees each play by itself: neither what it leaves in danger nor what the other cards could do.
    fn beginner(view: &View<'_, Self>, chance: &mut Chance) -> Option<Move> {
        let slips = chance.below(SLIPS) == 0;
        let desk = Desk::of(view)?;
        let simple =
            |seen: &Prospect| slips && !matches!(seen.m, Move::Play(CardUse { act: Act::Out(_) | Act::One(_), .. }));
        let mut all = desk.all();
        all.sort_by_key(|seen| (simple(seen), -seen.lead));
        all.into_iter().next().map(|seen| seen.m)
    }

    fn candidates(view: &View<'_, Self>, _: &mut Chance) -> Vec<Move> {
        ranked(view)
    }

    fn shares(world: &State<Self>) -> Seats<f64> {
        let public = &world.public;
        let Public { board, options, .. } = public;
        let left = |side: u8| -> f64 {
            let ours = Seat::all(public.seats()).filter(|seat| side_of(*seat).0 == side);
            f64::from(ours.map(|colour| distance(board, options, colour)).sum::<i32>())
        };
        let (first, second) = (left(0), left(1));
        // The less there is to go, the surer a lead is.
        let spread = SPREAD * (first + second).max(1.0).sqrt();
        let share = 1.0 / (1.0 + ((first - second) / spread).exp());
        Seats::of(2, |side| if side == Seat::FIRST { share } else { 1.0 - share })
    }

    fn because(view: &View<'_, Self>, m: &Move, reader: &Reader) -> Option<String> {
        because(view, m, reader)
    }
}

/// How much luck is left in a step.
const SPREAD: f64 = 7.0;

/// A move, and how it looks.
pub(super) struct Prospect {
    pub m: Move,
    /// The card that it costs.
    card: Face,
    /// Where it leaves the pegs.
    play: Option<CardUse>,
    /// How far the opponents would have to go, less the own side.
    pub lead: i32,
}

/// What somebody on turn has to choose from.
pub(super) struct Desk<'a> {
    pub public: &'a Public,
    pub own: &'a Private,
    pub seat: Seat,
    pub mover: Mover<'a>,
    pub judge: Judge<'a>,
}

impl<'a> Desk<'a> {
    pub(super) fn of(view: &View<'a, PegsAndJokers>) -> Option<Self> {
        let (public, own, seat) = (view.public(), view.own()?, view.seat()?);
        let mover = Mover::new(public, seat);
        let judge = Judge::new(&public.options, seat, mover.team);
        Some(Self { public, own, seat, mover, judge })
    }

    /// Every play of a card.
    pub(super) fn plays(&self, face: Face, take: &mut dyn FnMut(CardUse, &Board)) {
        plays(&self.mover, face, LOOKED_AT, &mut |play| {
            if let Ok(after) = self.mover.play(&play, &mut Log::new()) {
                take(play, &after);
            }
        });
    }

    /// Every move.
    pub(super) fn all(&self) -> Vec<Prospect> {
        match self.public.phase {
            Phase::Turn if self.public.options.faces_down => bluff::lays(self),
            Phase::Turn => self.turn(),
            Phase::Again { face } => {
                let mut all = self.of_cards(Faces::one(face));
                all.push(self.idle(Move::Drop(face), face));
                all
            }
            Phase::Doubt { claim, .. } => bluff::answers(self, claim),
            Phase::Send { victim, .. } => bluff::sends(self, victim),
        }
    }

    fn of_cards(&self, faces: Faces) -> Vec<Prospect> {
        let mut all = Vec::new();
        for card in faces.iter() {
            self.plays(card, &mut |play, after| {
                all.push(Prospect { m: Move::Play(play), card, play: Some(play), lead: self.judge.lead(after) });
            });
        }
        all
    }

    pub(super) fn seen(&self, m: Move, card: Face, lead: i32) -> Prospect {
        Prospect { m, card, play: None, lead }
    }

    fn idle(&self, m: Move, card: Face) -> Prospect {
        self.seen(m, card, self.judge.lead(self.mover.board))
    }

    fn turn(&self) -> Vec<Prospect> {
        let mut all = self.of_cards(self.own.faces());
        let forced = all.iter().any(|seen| seen.card != Face::JOKER);
        if forced && self.public.options.free_turn().is_none() {
            return all;
        }
        let turn = Turn::new(self.public, self.seat, self.own);
        let offers = turn.offers();
        if offers.drop {
            all.extend(self.own.faces().iter().map(|face| self.idle(Move::Drop(face), face)));
        }
        if offers.count {
            for colour in turn.free_colours() {
                let named = self.mover.named(colour);
                let Ok(after) = self.mover.come_out(named, &mut Log::new()) else { continue };
                let lead = self.judge.lead(&after);
                let counts = self.own.faces().iter().map(|card| Move::Count(card, named)).zip(self.own.faces().iter());
                all.extend(counts.map(|(m, card)| Prospect { m, card, play: None, lead }));
            }
        }
        all
    }

    /// The hand without a card that was played.
    fn without(&self, card: Face) -> Faces {
        let faces = self.own.faces();
        if self.own.count(card) > 1 { faces } else { faces.without(card) }
    }

    fn after(&self, seen: &Prospect) -> Board {
        let mut log = Log::new();
        let after = match (seen.m, seen.play) {
            (Move::Count(_, named), _) => self.mover.come_out(named, &mut log).ok(),
            (_, Some(play)) => self.mover.play(&play, &mut log).ok(),
            _ => None,
        };
        after.unwrap_or(*self.mover.board)
    }

    /// A close look: with what it leaves in danger, and what the other cards could do then.
    fn closely(&self, seen: &Prospect) -> i32 {
        let after = self.after(seen);
        self.judge.standing(&after) + self.judge.promise(&after, self.without(seen.card))
    }
}

/// The moves that look best, the best first.
fn ranked(view: &View<'_, PegsAndJokers>) -> Vec<Move> {
    let Some(desk) = Desk::of(view) else { return Vec::new() };
    let mut all = desk.all();
    all.sort_by_key(|seen| -seen.lead);
    all.truncate(CLOSELY);
    if matches!(desk.public.phase, Phase::Turn | Phase::Again { .. }) && !desk.public.options.faces_down {
        all.sort_by_cached_key(|seen| -desk.closely(seen));
    }
    all.into_iter().map(|seen| seen.m).collect()
}
