//! Why a move is refused.

use std::fmt;

use super::cards::Face;
use super::plays::{Act, Play, Source};
use super::spots::{PEGS, Peg, Spot, hole_name, letter};
use crate::engine::{Refuse, RuleRef, Seat};

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Illegal {
    NotInHand(Face),
    /// The card does no such thing here.
    NoSuchUse(Face),
    /// The card moves no peg on its own here.
    MustSplit(Face),
    NotYours(Peg),
    ColourNotYours(Seat),
    InStart(Peg),
    /// A peg at home does not go on along the track.
    StaysHome(Peg),
    /// A peg at home does not go back.
    NeverBack(Peg),
    Blocked {
        peg: Peg,
        by: Peg,
    },
    /// So many steps do not end in the peg's home.
    NotHome {
        peg: Peg,
        steps: u8,
    },
    /// So many steps would end beyond the last hole of the peg's home.
    PastHome {
        peg: Peg,
        steps: u8,
    },
    PassesInSpot(Peg),
    /// A team-mate that is hit has one of its own on its in-spot, or stands there itself.
    NoRefuge(Peg),
    SayWay(Peg),
    OnlyOneWay(Peg),
    CannotSplit(Face),
    SplitSum(Face),
    SamePeg,
    /// Both orders come to the same, and the other one is how it is written.
    OtherOrder,
    NoneInStart(Seat),
    SayColour,
    OneColour,
    NobodyThere(u8),
    StartFirst,
    /// A joker takes pegs out of start, but by that word: onto this hole, the colour named where it must be.
    SayStart {
        peg: Peg,
        named: Option<Seat>,
        hole: u8,
    },
    NotOutOfHome(Peg),
    OffTrack(Peg),
    SameColour,
    MustMove,
    MustCount,
    NoFreePeg,
    AnswerFirst,
    NothingToDoubt,
    NothingToSend,
    SendFirst(Seat),
    NotTheVictim(Peg, Seat),
    NotOut(Peg),
    MoveThat(Face),
    FaceDown,
    FaceUp,
}

impl Illegal {
    const fn anchor(&self) -> &'static str {
        match self {
            Self::NotInHand(_) => "your-turn",
            Self::NoSuchUse(_) | Self::NoneInStart(_) => "what-the-cards-do",
            Self::NotYours(_) | Self::ColourNotYours(_) => "whose-pegs-you-move",
            Self::InStart(_) | Self::NeverBack(_) | Self::Blocked { .. } => "forward-and-back",
            Self::StaysHome(_) | Self::NotHome { .. } | Self::PastHome { .. } | Self::PassesInSpot(_) => "going-home",
            Self::NoRefuge(_) => "landing-on-a-peg",
            Self::MustSplit(_) | Self::CannotSplit(_) | Self::SplitSum(_) | Self::SamePeg => "splitting-a-card",
            Self::SayWay(_)
            | Self::OnlyOneWay(_)
            | Self::OtherOrder
            | Self::SayColour
            | Self::OneColour
            | Self::SayStart { .. } => "writing-moves",
            Self::NobodyThere(_) | Self::StartFirst | Self::NotOutOfHome(_) => "jokers",
            Self::OffTrack(_) | Self::SameColour => "exchanging-pegs",
            Self::MustMove => "forced-play",
            Self::MustCount | Self::NoFreePeg => "counting-stuck-turns",
            Self::AnswerFirst | Self::NothingToDoubt | Self::FaceDown | Self::FaceUp => "bluffing",
            Self::NothingToSend | Self::SendFirst(_) | Self::NotTheVictim(..) | Self::NotOut(_) | Self::MoveThat(_) => {
                "what-a-doubt-costs"
            }
        }
    }
}

impl Refuse for Illegal {
    fn rule(&self) -> RuleRef {
        RuleRef(self.anchor())
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotInHand(face) => write!(f, "You have no {} in your hand.", face.name()),
            Self::NoSuchUse(face) => write!(f, "{} does not do that at this table.", a(face)),
            Self::MustSplit(face) => write!(
                f,
                "{} must be split at this table: say how far each of two pegs goes, such as `{face} a1+4 a2+6`.",
                a(face)
            ),
            Self::NotYours(peg) => write!(f, "Peg {peg} is not yours to move now."),
            Self::ColourNotYours(colour) => write!(f, "The pegs of {} are not yours to move now.", letter(colour)),
            Self::InStart(peg) => {
                write!(f, "Peg {peg} is still in start: an ace, jack, queen, king or joker brings it out.")
            }
            Self::StaysHome(peg) => write!(f, "Peg {peg} is home and can only go on towards the end of its home."),
            Self::NeverBack(peg) => write!(f, "Peg {peg} is home: pegs never go back into or within a home."),
            Self::Blocked { peg, by } => {
                write!(f, "Peg {by} is in the way of {peg}: no peg passes or lands on its own colour.")
            }
            Self::NotHome { peg, steps } => write!(
                f,
                "{steps} {} not bring {peg} to a hole of its home.",
                if steps == 1 { "step does" } else { "steps do" }
            ),
            Self::PastHome { peg, steps } => {
                let end = Spot::home(PEGS).name(peg.colour());
                write!(
                    f,
                    "{steps} {} would take {peg} past {end}, the last hole of its home.",
                    if steps == 1 { "step" } else { "steps" }
                )
            }
            Self::PassesInSpot(peg) => write!(f, "Peg {peg} may not pass its in-spot here: it must turn in."),
            Self::NoRefuge(peg) => {
                write!(f, "That would hit {peg}, a peg of the team, whose in-spot is taken by its own colour.")
            }
            Self::SayWay(peg) => {
                write!(f, "Peg {peg} could go home or on: put `h` (home) or `m` (main track) behind that part.")
            }
            Self::OnlyOneWay(peg) => write!(f, "Peg {peg} has only one way to go there: leave the `h` or `m` out."),
            Self::CannotSplit(face) => write!(f, "{} cannot be split like that at this table.", a(face)),
            Self::SplitSum(face) => write!(f, "The two parts do not make {}.", a(face).to_lowercase()),
            Self::SamePeg => f.write_str("The parts of a split are for two different pegs."),
            Self::OtherOrder => f.write_str(
                "Both orders come to the same: write the part of the lower peg first (a1 before a2 before b1).",
            ),
            Self::NoneInStart(colour) => write!(f, "{} has no peg in start to bring out.", letter(colour)),
            Self::SayColour => f.write_str("Say whose peg comes out of start, such as `K out a`."),
            Self::OneColour => f.write_str("You can bring out one colour only: leave its letter out."),
            Self::NobodyThere(hole) => {
                write!(f, "A joker needs a peg of another colour to land on, and none is on {}.", hole_name(hole))
            }
            Self::StartFirst => f.write_str("While a peg of the team is in start, a joker must take one of those."),
            Self::SayStart { peg, named, hole } => {
                let play = Play { face: Face::JOKER, act: Act::Jump(Source::Start(named), hole) };
                write!(f, "Peg {peg} is in start, and a joker takes it from there by that word: write `{play}`.")
            }
            Self::NotOutOfHome(peg) => {
                write!(f, "Peg {peg} is home: a joker takes pegs from start or the main track, never out of a home.")
            }
            Self::OffTrack(peg) => write!(f, "Peg {peg} is not on the main track."),
            Self::SameColour => f.write_str("An exchange is between two pegs of different colours."),
            Self::MustMove => f.write_str("You have a card other than a joker that can move a peg, so you must move."),
            Self::MustCount => {
                f.write_str("A peg comes out free with this discard: say `count` and the card, such as `count 5`.")
            }
            Self::NoFreePeg => f.write_str("No peg comes out free on this turn."),
            Self::AnswerFirst => f.write_str("A card is face down on the table: say `doubt` or `trust`."),
            Self::NothingToDoubt => f.write_str("No card is waiting to be doubted."),
            Self::NothingToSend => f.write_str("Nobody has to send a peg back to start now."),
            Self::SendFirst(victim) => {
                write!(f, "First choose the peg of {0} that goes back to start: `send` and the peg.", letter(victim))
            }
            Self::NotTheVictim(peg, victim) => {
                write!(f, "Peg {peg} is not one of {}'s, whose peg goes back to start.", letter(victim))
            }
            Self::NotOut(peg) => write!(f, "Peg {peg} is not out where a penalty could reach it."),
            Self::MoveThat(face) => {
                write!(f, "Your card was shown to be {}: make a move of it, or `drop {face}`.", a(face).to_lowercase())
            }
            Self::FaceDown => {
                f.write_str("Cards are played face down here: write `down`, your card, `as`, and the move you declare.")
            }
            Self::FaceUp => f.write_str("Cards are played face up at this table."),
        }
    }
}

/// `An ace`, `A 7`, `An 8`, `A king`.
fn a(face: Face) -> String {
    match face.number() {
        1 => "An ace".to_owned(),
        8 => "An 8".to_owned(),
        11 => "A jack".to_owned(),
        12 => "A queen".to_owned(),
        13 => "A king".to_owned(),
        14 => "A joker".to_owned(),
        n => format!("A {n}"),
    }
}
