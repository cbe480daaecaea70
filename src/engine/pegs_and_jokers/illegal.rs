//! Why a move is refused.

use std::fmt;

use super::board::Board;
use super::cards::{Face, Faces};
use super::moves::Move;
use super::options::Options;
use super::plays::{Play, Uses};
use super::say::say;
use super::spots::{PEGS, Peg, Spot, hole_name, letter};
use crate::engine::{Refuse, RuleRef, Seat, SeatSet, capital, either};

/// How cards are laid at a table, which decides what its players may do instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laid {
    /// Face up, as what they are.
    FaceUp,
    /// Face down, as what is declared.
    FaceDown,
}

impl Laid {
    pub(super) const fn at(options: &Options) -> Self {
        if options.faces_down { Self::FaceDown } else { Self::FaceUp }
    }

    /// What a player on turn may do. Face up, they must move if they can.
    const fn instead(self) -> &'static str {
        match self {
            Self::FaceUp => "play a card, or `drop` one if none can move a peg",
            Self::FaceDown => "lay a card by `down`, or `drop` one",
        }
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Illegal {
    NotInHand(Face),
    /// The card of the `play` is not in hand; `other` could be laid face down as it.
    NotInHandToLay {
        play: Play,
        other: Face,
    },
    /// The card does not do that here; what it does instead.
    NoSuchUse(Face, Uses),
    /// The card moves no peg on its own here.
    MustSplit(Face),
    /// The peg is not the player's to move; the colours that are.
    NotYours(Peg, SeatSet),
    /// The colour is not the player's to move; the colours that are.
    ColourNotYours(Seat, SeatSet),
    InStart(Peg),
    /// The card brings pegs out of start, but only by the word `out`. `laid` is the card that was to be laid face
    /// down as it.
    SayOut {
        peg: Peg,
        play: Play,
        laid: Option<Face>,
    },
    /// A peg at home does not go on along the track.
    StaysHome(Peg),
    /// A peg at home does not go back.
    NeverBack(Peg),
    /// A peg on the track does not go back into its home.
    NeverBackIn(Peg),
    /// An opponent's peg is not led into its home.
    NotLedHome(Peg),
    Blocked {
        peg: Peg,
        by: Peg,
    },
    /// A peg of the same colour, on the hole where its pegs come out.
    ComeOutTaken(Peg),
    /// This many steps do not end in the peg's home.
    NotHome {
        peg: Peg,
        steps: u8,
    },
    /// This many steps would end beyond the last hole of the peg's home.
    PastHome {
        peg: Peg,
        steps: u8,
    },
    PassesInSpot(Peg),
    /// An opponent's peg may not pass its in-spot, and cannot be made to turn in.
    StopsAtInSpot(Peg),
    /// A team-mate that is hit has one of its own on its in-spot, or stands there itself.
    NoRefuge(Peg),
    SayWay(Peg),
    OnlyOneWay(Peg),
    CannotSplit(Face),
    SplitSum(Face),
    SamePeg,
    /// Both orders come to the same; the notation uses the other one.
    OtherOrder,
    NoneInStart(Seat),
    SayColour,
    OneColour,
    NobodyThere(u8),
    StartFirst,
    /// A joker takes a peg out of start, but only by the word `start`. `laid` is the card that was to be laid face
    /// down as a joker.
    SayStart {
        peg: Peg,
        play: Play,
        laid: Option<Face>,
    },
    NotOutOfHome(Peg),
    OffTrack(Peg),
    SameColour,
    /// The player must move, with one of these cards.
    MustMove(Faces),
    /// The player must move with one of these cards, or bring a peg out free with this discard; `named` is its colour
    /// where that must be named.
    MustMoveOrCount {
        cards: Faces,
        discard: Face,
        named: Option<Seat>,
    },
    MustCount,
    NoFreePeg(Laid),
    AnswerFirst,
    /// There is nothing to doubt or trust; also at a table where nobody bluffs.
    NothingToDoubt(Laid),
    NothingToSend(Laid),
    SendFirst(Seat),
    NotTheVictim(Peg, Seat),
    NotOut {
        /// The peg.
        peg: Peg,
        /// Are pegs at home out of reach, too?
        home_is_safe: bool,
    },
    MoveThat(Face),
    FaceDown,
    FaceUp,
}

impl Illegal {
    /// The same refusal where the card was to be laid face down: the text it suggests then begins with that.
    pub(super) const fn laid(self, card: Face) -> Self {
        match self {
            Self::SayOut { peg, play, .. } => Self::SayOut { peg, play, laid: Some(card) },
            Self::SayStart { peg, play, .. } => Self::SayStart { peg, play, laid: Some(card) },
            why => why,
        }
    }

    const fn anchor(&self) -> &'static str {
        match self {
            Self::NotInHand(_) => "your-turn",
            Self::NoSuchUse(..) | Self::NoneInStart(_) => "what-the-cards-do",
            Self::NotYours(..) | Self::ColourNotYours(..) => "whose-pegs-you-move",
            Self::NeverBack(_) | Self::NeverBackIn(_) | Self::Blocked { .. } => "forward-and-back",
            Self::InStart(_) | Self::ComeOutTaken(_) => "coming-out",
            Self::StaysHome(_)
            | Self::NotHome { .. }
            | Self::PastHome { .. }
            | Self::PassesInSpot(_)
            | Self::StopsAtInSpot(_) => "going-home",
            Self::NoRefuge(_) => "landing-on-a-peg",
            Self::MustSplit(_) | Self::CannotSplit(_) | Self::SplitSum(_) | Self::SamePeg | Self::NotLedHome(_) => {
                "splitting-a-card"
            }
            Self::SayWay(_)
            | Self::OnlyOneWay(_)
            | Self::OtherOrder
            | Self::SayColour
            | Self::OneColour
            | Self::SayOut { .. }
            | Self::SayStart { .. } => "writing-moves",
            Self::NobodyThere(_) | Self::StartFirst | Self::NotOutOfHome(_) => "jokers",
            Self::OffTrack(_) | Self::SameColour => "exchanging-pegs",
            Self::MustMove(_) => "forced-play",
            Self::MustMoveOrCount { .. } | Self::MustCount | Self::NoFreePeg(_) => "counting-stuck-turns",
            Self::NotInHandToLay { .. }
            | Self::AnswerFirst
            | Self::NothingToDoubt(_)
            | Self::FaceDown
            | Self::FaceUp => "bluffing",
            Self::NothingToSend(_)
            | Self::SendFirst(_)
            | Self::NotTheVictim(..)
            | Self::NotOut { .. }
            | Self::MoveThat(_) => "what-a-doubt-costs",
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
            Self::NotInHand(face) => write!(f, "You have no {} in your hand.", face.word()),
            Self::NotInHandToLay { play, other } => write!(
                f,
                "You have no {} in your hand, but may lay another card as one: `{}`.",
                play.face.word(),
                written(play, Some(other))
            ),
            Self::NoSuchUse(face, uses) => {
                write!(f, "{} does not do that at this table: it {}.", capital(&face.a()), either(&uses_of(&uses)))
            }
            Self::MustSplit(face) => write!(
                f,
                "{} must be split at this table: say how far each of two pegs goes, such as `{face} a1+4 a2+6`.",
                capital(&face.a())
            ),
            Self::NotYours(peg, yours) => {
                write!(f, "Peg {peg} is not yours to move now: you move {}.", pegs_of_any(yours))
            }
            Self::ColourNotYours(colour, yours) => {
                write!(f, "The pegs of {} are not yours to move now: you move {}.", letter(colour), pegs_of_any(yours))
            }
            Self::InStart(peg) => {
                write!(f, "Peg {peg} is still in start: an ace, jack, queen, king or joker brings it out.")
            }
            Self::SayOut { peg, play, laid } => write!(
                f,
                "Peg {peg} is still in start, and {} brings a peg out by that word: write `{}`.",
                play.face.a(),
                written(play, laid)
            ),
            Self::StaysHome(peg) => write!(f, "Peg {peg} is home and can only go on towards the end of its home."),
            Self::NeverBack(peg) => write!(f, "Peg {peg} is home: pegs never go back into or within a home."),
            Self::NeverBackIn(peg) => {
                write!(f, "Peg {peg} is on the main track, and pegs never go back into a home: leave the `h` out.")
            }
            Self::NotLedHome(peg) => {
                write!(f, "Peg {peg} is an opponent's, and those are never led into or inside their homes.")
            }
            Self::Blocked { peg, by } => {
                write!(f, "Peg {by} is in the way of {peg}: no peg passes or lands on its own colour.")
            }
            Self::ComeOutTaken(by) => {
                let hole = hole_name(Board::come_out(by.colour()));
                write!(
                    f,
                    "Peg {by} stands on {hole}, where its colour comes out: no peg can come out before it has moved on."
                )
            }
            Self::NotHome { peg, steps } => write!(
                f,
                "{steps} {} not bring {peg} to a hole of its home: without the `h` it goes on along the track.",
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
            Self::StopsAtInSpot(peg) => write!(
                f,
                "Peg {peg} may not pass its in-spot here, and as an opponent's it is never led into its home."
            ),
            Self::NoRefuge(peg) => {
                let refuge = hole_name(Board::in_spot(peg.colour()));
                write!(
                    f,
                    "That would push {peg} of your own team to its in-spot {refuge}, and its own colour stands there."
                )
            }
            Self::SayWay(peg) => {
                write!(f, "Peg {peg} could go home or on: put `h` (home) or `m` (main track) behind that part.")
            }
            Self::OnlyOneWay(peg) => write!(f, "Peg {peg} has only one way to go there: leave the `h` or `m` out."),
            Self::CannotSplit(face) => {
                write!(f, "{} is not split at this table: name one peg alone.", capital(&face.a()))
            }
            Self::SplitSum(face) => f.write_str(match face {
                Face::SEVEN => "The two parts of a 7 both go forward and make 7, such as `7 a1+3 a2+4`.",
                Face::NINE => "Of a 9 one part goes forward and one back, 9 steps in all, such as `9 a1+4 a2-5`.",
                _ => "The two parts of a 10 make 10 steps, each forward or back, such as `10 a1+4 a2-6`.",
            }),
            Self::SamePeg => f.write_str("The parts of a split are for two different pegs."),
            Self::OtherOrder => f.write_str(
                "Both orders come to the same: write the part of the lower peg first (a1 before a2 before b1).",
            ),
            Self::NoneInStart(colour) => write!(f, "{} has no peg in start to bring out.", letter(colour)),
            Self::SayColour => f.write_str("Say whose peg comes out of start: write its letter last, such as `a`."),
            Self::OneColour => f.write_str("You can bring out one colour only: leave its letter out."),
            Self::NobodyThere(hole) => {
                write!(f, "A joker needs a peg of another colour to land on, and none is on {}.", hole_name(hole))
            }
            Self::StartFirst => f.write_str("While a peg of the team is in start, a joker must take one of those."),
            Self::SayStart { peg, play, laid } => write!(
                f,
                "Peg {peg} is in start, and a joker takes it from there by that word: write `{}`.",
                written(play, laid)
            ),
            Self::NotOutOfHome(peg) => {
                write!(f, "Peg {peg} is home: a joker takes pegs from start or the main track, never out of a home.")
            }
            Self::OffTrack(peg) => {
                write!(f, "Peg {peg} is not on the main track, and only pegs there change places.")
            }
            Self::SameColour => f.write_str("An exchange is between two pegs of different colours."),
            Self::MustMove(cards) => {
                write!(f, "A card of yours other than a joker can move a peg, so you must move: with {}.", names(cards))
            }
            Self::MustMoveOrCount { cards, discard, named } => write!(
                f,
                "Either move with {}, or bring a peg out free with this discard: write `{}`.",
                names(cards),
                say(&Move::Count(discard, named))
            ),
            Self::MustCount => {
                f.write_str("A peg comes out free with this discard: say `count` and the card, such as `count 5`.")
            }
            Self::NoFreePeg(laid) => {
                let when = if laid == Laid::FaceUp { "on this turn" } else { "where cards are played face down" };
                write!(f, "No peg comes out free {when}: {}.", laid.instead())
            }
            Self::AnswerFirst => f.write_str("A card is face down on the table: say `doubt` or `trust`."),
            Self::NothingToDoubt(laid) => {
                write!(f, "There is nothing to doubt or trust now: {}.", laid.instead())
            }
            Self::NothingToSend(laid) => write!(f, "No peg has to be sent back to start now: {}.", laid.instead()),
            Self::SendFirst(victim) => {
                write!(
                    f,
                    "First choose the peg of {} that goes back to start: `send` and one of {}.",
                    letter(victim),
                    pegs_of(victim)
                )
            }
            Self::NotTheVictim(peg, victim) => {
                write!(
                    f,
                    "Peg {peg} does not go back: choose one of {}, which belong to whoever lost the doubt.",
                    pegs_of(victim)
                )
            }
            Self::NotOut { peg, home_is_safe } => {
                let or_home = if home_is_safe { "" } else { " or at home" };
                write!(f, "The penalty cannot reach peg {peg} where it is: choose one on the track{or_home}.")
            }
            Self::MoveThat(face) => {
                write!(f, "Your card was shown to be {}: make a move of it, or `drop {face}`.", face.a())
            }
            Self::FaceDown => {
                f.write_str("Cards are played face down here: write `down`, your card, `as`, and the move you declare.")
            }
            Self::FaceUp => f.write_str(
                "Cards are played face up at this table: write the card and its move alone, such as `10 a1`.",
            ),
        }
    }
}

/// `2, 9 or Joker`.
pub(super) fn names(cards: Faces) -> String {
    either(&cards.iter().map(Face::name).collect::<Vec<_>>())
}

/// A play as its player writes it: `J out`, or `down 4 as J out`.
fn written(play: Play, laid: Option<Face>) -> String {
    say(&laid.map_or(Move::Play(play), |card| Move::Down(card, play)))
}

/// `a1–a5`.
pub(super) fn pegs_of(colour: Seat) -> String {
    format!("{0}1–{0}5", letter(colour).to_ascii_lowercase())
}

/// `a1–a5 or c1–c5`.
fn pegs_of_any(colours: SeatSet) -> String {
    either(&colours.iter().map(pegs_of).collect::<Vec<_>>())
}

/// What a card does: `brings a peg out of start`, `moves a peg 8 back`.
fn uses_of(uses: &Uses) -> Vec<String> {
    let mut all = Vec::new();
    all.extend(uses.out.then(|| "brings a peg out of start".to_owned()));
    let way =
        |steps: &i8| format!("moves a peg {} {}", steps.unsigned_abs(), if *steps < 0 { "back" } else { "forward" });
    all.extend(uses.singles.iter().map(way));
    all.extend(uses.split.map(|_| "is split between two pegs".to_owned()));
    all.extend(uses.swap.then(|| "exchanges two pegs".to_owned()));
    all.extend(uses.jump.then(|| "takes a peg onto one of another colour, such as `X a1>D12`".to_owned()));
    all
}
