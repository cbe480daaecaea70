//! Moves, and whether they are legal.

use super::PegsAndJokers;
use super::cards::Face;
use super::fallback::least_useful;
use super::illegal::{Illegal, Laid};
use super::mover::Mover;
use super::plays::Play;
use super::spots::{Log, Peg};
use super::state::{Phase, Private, Public};
use super::turn::Turn;
use crate::engine::{Seat, View};

/// One decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Move {
    /// A card and its use.
    Play(Play),
    /// A card discarded without a move.
    Drop(Face),
    /// A card discarded while a peg comes out free; its colour is named where the team's pegs may all be moved.
    Count(Face, Option<Seat>),
    /// A card laid face down, and what it is declared as.
    Down(Face, Play),
    /// The declared card is doubted.
    Doubt,
    /// The declared card is trusted.
    Trust,
    /// This peg goes back to start.
    Send(Peg),
}

/// Is the move legal?
pub(super) fn check(view: &View<'_, PegsAndJokers>, m: &Move) -> Result<(), Illegal> {
    let public = view.public();
    let (Some(seat), Some(own)) = (view.seat(), view.own()) else {
        return Err(Illegal::NothingToDoubt(Laid::at(&public.options)));
    };
    match public.phase {
        Phase::Turn => on_turn(public, seat, own, m),
        Phase::Doubt { .. } => match m {
            Move::Doubt | Move::Trust => Ok(()),
            _ => Err(Illegal::AnswerFirst),
        },
        Phase::Send { victim, .. } => match *m {
            Move::Send(peg) if peg.colour() != victim => Err(Illegal::NotTheVictim(peg, victim)),
            Move::Send(peg) if !public.exposed(peg) => {
                Err(Illegal::NotOut { peg, home_is_safe: public.options.home_safe_from_doubt })
            }
            Move::Send(_) => Ok(()),
            _ => Err(Illegal::SendFirst(victim)),
        },
        Phase::Again { face } => match m {
            Move::Drop(dropped) if *dropped == face => Ok(()),
            Move::Play(play) if play.face == face => possible(public, seat, play),
            _ => Err(Illegal::MoveThat(face)),
        },
    }
}

fn on_turn(public: &Public, seat: Seat, own: &Private, m: &Move) -> Result<(), Illegal> {
    let turn = || Turn::new(public, seat, own);
    let (down, laid) = (public.options.faces_down, Laid::at(&public.options));
    match m {
        Move::Play(_) if down => Err(Illegal::FaceDown),
        Move::Down(..) if !down => Err(Illegal::FaceUp),
        Move::Play(play) => turn().holds(play.face).and_then(|()| possible(public, seat, play)),
        Move::Down(card, play) => turn().holds(*card).map_or_else(
            |why| Err(bluff_instead(public, seat, own, *card, play).unwrap_or(why)),
            |()| possible(public, seat, play).map_err(|why| why.laid(*card)),
        ),
        Move::Drop(face) if down => turn().holds(*face),
        Move::Drop(face) => turn().may_drop(*face),
        Move::Count(..) if down => Err(Illegal::NoFreePeg(laid)),
        Move::Count(face, named) => turn().may_count(*face, *named),
        Move::Doubt | Move::Trust => Err(Illegal::NothingToDoubt(laid)),
        Move::Send(_) => Err(Illegal::NothingToSend(laid)),
    }
}

/// A player who would lay a card they do not hold, declared as what it is, may lay another one down as it.
fn bluff_instead(public: &Public, seat: Seat, own: &Private, card: Face, play: &Play) -> Option<Illegal> {
    let would_do = card == play.face && !own.hand.is_empty() && possible(public, seat, play).is_ok();
    would_do.then(|| Illegal::NotInHandToLay { play: *play, other: least_useful(own.faces()) })
}

/// Is the play legal on the board?
pub(super) fn possible(public: &Public, seat: Seat, play: &Play) -> Result<(), Illegal> {
    Mover::new(public, seat).play(play, &mut Log::new()).map(|_| ())
}
