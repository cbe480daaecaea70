//! What a player on turn may do with their hand: forced play, discards, and the count of stuck turns.

use std::ops::ControlFlow;

use super::cards::{Face, Faces};
use super::illegal::{Illegal, Laid};
use super::mover::{Begin, Mover};
use super::plays::{Act, Source};
use super::spots::Log;
use super::state::{Private, Public};
use crate::Seat;

/// A player on turn, with their hand.
pub struct Turn<'a> {
    public: &'a Public,
    own: &'a Private,
    /// Which pegs the player may move, and how.
    pub mover: Mover<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offers {
    /// The ranks that have a legal move.
    pub plays: Faces,
    /// May a card be discarded without a move?
    pub drop: bool,
    /// May a card be discarded and a peg come out free?
    pub count: bool,
    /// Is this a stuck turn?
    pub stuck: bool,
}

impl<'a> Turn<'a> {
    /// The player's turn.
    #[must_use]
    pub fn new(public: &'a Public, player: Seat, own: &'a Private) -> Self {
        Self { public, own, mover: Mover::new(public, player) }
    }

    #[must_use]
    pub fn offers(&self) -> Offers {
        let plays: Faces = self.own.faces().iter().filter(|&face| self.mover.can_play(face)).collect();
        let forced = !plays.without(Face::JOKER).is_empty();
        let kept_joker = plays.contains(Face::JOKER) && self.public.options.joker_blocks_count;
        let stuck = !forced && !kept_joker;
        let free = self.is_free_turn() && self.free_colours().next().is_some();
        let count = free && (stuck || self.only_drawn_leaves(plays));
        // Who uses the privilege comes out; who does not, moves.
        let drop = !forced && (!count || !stuck && self.public.options.drop_beside_count);
        Offers { plays, drop, count, stuck }
    }

    /// Would a stuck turn now be the one that frees a peg?
    fn is_free_turn(&self) -> bool {
        self.public.options.free_turn().is_some_and(|turn| self.public.stuck[self.mover.player] + 1 == turn)
    }

    /// The colours that have a peg which could come out free.
    pub fn free_colours(&self) -> impl Iterator<Item = Seat> {
        self.mover.colours.iter().filter(|&colour| self.mover.can_come_out(colour))
    }

    /// The first of those colours, as a discard with a free come-out names it.
    #[must_use]
    pub fn free_name(&self) -> Option<Seat> {
        self.free_colours().next().and_then(|colour| self.mover.named(colour))
    }

    /// Is the card just drawn the only one that can be played, and does it only bring pegs out of start?
    fn only_drawn_leaves(&self, plays: Faces) -> bool {
        self.own.drawn.map(Face::of).is_some_and(|drawn| {
            plays == Faces::one(drawn) && self.own.count(drawn) == 1 && self.only_leaves_start(drawn)
        })
    }

    fn only_leaves_start(&self, face: Face) -> bool {
        let leaves = |begin| match begin {
            Begin::Whole(Act::Out(_)) | Begin::Joker(Source::Start(_)) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        self.mover.starts(face, leaves).is_continue()
    }

    /// Is the card in the hand?
    ///
    /// # Errors
    /// That it is not.
    pub fn holds(&self, face: Face) -> Result<(), Illegal> {
        if self.own.faces().contains(face) { Ok(()) } else { Err(Illegal::NotInHand(face)) }
    }

    /// May the card be discarded without a move?
    ///
    /// # Errors
    /// Why not.
    pub fn may_drop(&self, face: Face) -> Result<(), Illegal> {
        self.holds(face)?;
        let offers = self.offers();
        match (offers.drop, offers.count) {
            (true, _) => Ok(()),
            (false, true) if offers.stuck => Err(Illegal::MustCount),
            (false, true) => {
                Err(Illegal::MustMoveOrCount { cards: offers.plays, discard: face, named: self.free_name() })
            }
            (false, false) => Err(Illegal::MustMove(offers.plays)),
        }
    }

    /// May the card be discarded while a peg of the named colour comes out free?
    ///
    /// # Errors
    /// Why not.
    pub fn may_count(&self, face: Face, named: Option<Seat>) -> Result<(), Illegal> {
        self.holds(face)?;
        if !self.offers().count {
            return Err(Illegal::NoFreePeg(Laid::at(&self.public.options)));
        }
        self.mover.come_out(named, &mut Log::new()).map(|_| ())
    }
}
