//! Why a move is refused, and the check that refuses it.

use super::PegsAndJokers;
use super::cards::{Face, Faces};
use super::mover::Mover;
use super::moves::Move;
use super::options::Options;
use super::phrases::{any_of, pegs_of, pegs_of_any};
use super::plays::{CardUse, Uses};
use super::spots::{Log, PEGS, Peg, Spot, hole_name, letter};
use super::state::{Phase, Private, Public};
use super::track::Board;
use super::turn::Turn;
use super::worth::least_useful;
use crate::english::either;
use crate::{Judging, Language, Notation, Reader, Refuse, RuleRef, Seat, SeatSet, View, capital};

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
            Self::FaceDown => "lay a card with `down`, or `drop` one",
        }
    }

    /// When no peg comes out free.
    const fn no_free_peg(self) -> &'static str {
        match self {
            Self::FaceUp => "on this turn",
            Self::FaceDown => "where cards are played face down",
        }
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    #[error("You have no {} in your hand.", .0.word())]
    NotInHand(Face),
    /// The card of the `play` is not in hand; `other` could be laid face down as it.
    #[error(
        "You have no {} in your hand, but may lay another card as one: `{}`.",
        .play.face.word(), written(*.play, Some(*.other))
    )]
    NotInHandToLay { play: CardUse, other: Face },
    #[error("{} does not do that at this table: it {}.", capital(&.0.a()), either(&uses_of(.1)))]
    NoSuchUse(Face, Uses),
    #[error(
        "{} must be split at this table: say how far each of two pegs goes, such as `{face} a1+4 a2+6`.",
        capital(&.0.a()), face = .0
    )]
    MustSplit(Face),
    /// The colours are those that the player moves.
    #[error("Peg {peg} is not yours to move now: you move {}.", pegs_of_any(*.1), peg = .0)]
    NotYours(Peg, SeatSet),
    /// The colours are those that the player moves.
    #[error("The pegs of {} are not yours to move now: you move {}.", letter(*.0), pegs_of_any(*.1))]
    ColourNotYours(Seat, SeatSet),
    #[error("Peg {0} is still in start: an ace, jack, queen, king or joker brings it out.")]
    InStart(Peg),
    /// `laid` is the card that was to be laid face down as the play's.
    #[error(
        "Peg {peg} is still in start, and {} brings a peg out by that word: write `{}`.",
        .play.face.a(), written(*.play, *.laid)
    )]
    SayOut { peg: Peg, play: CardUse, laid: Option<Face> },
    #[error("Peg {0} is home and can only go on towards the end of its home.")]
    StaysHome(Peg),
    #[error("Peg {0} is home: pegs never go back into or within a home.")]
    NeverBack(Peg),
    #[error("Peg {0} is on the main track, and pegs never go back into a home: leave the `h` out.")]
    NeverBackIn(Peg),
    #[error("Peg {0} is an opponent's, and those are never led into or inside their homes.")]
    NotLedHome(Peg),
    #[error("Peg {by} is in the way of {peg}: no peg passes or lands on its own colour.")]
    Blocked { peg: Peg, by: Peg },
    #[error(
        "Peg {peg} stands on {}, where its colour comes out: no peg can come out before it has moved on.",
        hole_name(Board::come_out(.0.colour())), peg = .0
    )]
    ComeOutTaken(Peg),
    #[error(
        "{steps} {} not bring {peg} to a hole of its home: without the `h` it goes on along the track.",
        if *.steps == 1 { "step does" } else { "steps do" }
    )]
    NotHome { peg: Peg, steps: u8 },
    #[error(
        "{steps} {} would take {peg} past {}, the last hole of its home.",
        if *.steps == 1 { "step" } else { "steps" }, Spot::home(PEGS).name(.peg.colour())
    )]
    PastHome { peg: Peg, steps: u8 },
    #[error("Peg {0} may not pass its in-spot here: it must turn in.")]
    PassesInSpot(Peg),
    /// An opponent's peg cannot be made to turn in.
    #[error("Peg {0} may not pass its in-spot here, and as an opponent's it is never led into its home.")]
    StopsAtInSpot(Peg),
    /// A team-mate that is hit has one of its own on its in-spot, or stands there itself.
    #[error(
        "That would push {peg} of your own team to its in-spot {}, and its own colour stands there.",
        hole_name(Board::in_spot(.0.colour())), peg = .0
    )]
    NoRefuge(Peg),
    #[error("Peg {0} could go home or on: put `h` (home) or `m` (main track) behind that part.")]
    SayWay(Peg),
    #[error("Peg {0} has only one way to go there: leave the `h` or `m` out.")]
    OnlyOneWay(Peg),
    #[error("{} is not split at this table: name one peg alone.", capital(&.0.a()))]
    CannotSplit(Face),
    #[error("{}", parts_of(*.0))]
    SplitSum(Face),
    #[error("The parts of a split are for two different pegs.")]
    SamePeg,
    #[error("Both orders come to the same: write the part of the lower peg first (a1 before a2 before b1).")]
    OtherOrder,
    #[error("Colour {} has no peg in start to bring out.", letter(*.0))]
    NoneInStart(Seat),
    #[error("Say whose peg comes out of start: write its letter last, such as `a`.")]
    SayColour,
    #[error("You can bring out one colour only: leave its letter out.")]
    OneColour,
    #[error("A joker needs a peg of another colour to land on, and none is on {}.", hole_name(*.0))]
    NobodyThere(u8),
    #[error("While a peg of the team is in start, a joker must take one of those.")]
    StartFirst,
    /// `laid` is the card that was to be laid face down as a joker.
    #[error(
        "Peg {peg} is in start, and a joker takes it from there by that word: write `{}`.",
        written(*.play, *.laid)
    )]
    SayStart { peg: Peg, play: CardUse, laid: Option<Face> },
    #[error("Peg {0} is home: a joker takes pegs from start or the main track, never out of a home.")]
    NotOutOfHome(Peg),
    #[error("Peg {0} is not on the main track, and only pegs there change places.")]
    OffTrack(Peg),
    #[error("An exchange is between two pegs of different colours.")]
    SameColour,
    #[error("A card of yours other than a joker can move a peg, so you must move: with {}.", any_of(*.0))]
    MustMove(Faces),
    /// `named` is the colour of the peg that comes out free, where that must be named.
    #[error(
        "Either move with {}, or bring a peg out free with this discard: write `{}`.",
        any_of(*.cards), PegsAndJokers::say(&Move::Count(*.discard, *.named))
    )]
    MustMoveOrCount { cards: Faces, discard: Face, named: Option<Seat> },
    #[error("A peg comes out free with this discard: say `count` and the card, such as `count 5`, instead of `drop`.")]
    MustCount,
    #[error("No peg comes out free {}: {}.", .0.no_free_peg(), .0.instead())]
    NoFreePeg(Laid),
    #[error("A card is face down on the table: say `doubt` or `trust`.")]
    AnswerFirst,
    /// Also at a table where nobody bluffs.
    #[error("There is nothing to doubt or trust now: {}.", .0.instead())]
    NothingToDoubt(Laid),
    #[error("No peg has to be sent back to start now: {}.", .0.instead())]
    NothingToSend(Laid),
    #[error(
        "First choose the peg of {} that goes back to start: `send` and one of {}.",
        letter(*.0), pegs_of(*.0)
    )]
    SendFirst(Seat),
    #[error("Peg {peg} does not go back: choose one of {}, which belong to whoever lost the doubt.", pegs_of(*.1), peg = .0)]
    NotTheVictim(Peg, Seat),
    /// `home_is_safe`: pegs at home are out of reach, too.
    #[error(
        "The penalty cannot reach peg {peg} where it is: choose one on the track{}.",
        if *.home_is_safe { "" } else { " or at home" }
    )]
    NotOut { peg: Peg, home_is_safe: bool },
    #[error("Your card was shown to be {}: make a move of it, or `drop {face}`.", .0.a(), face = .0)]
    MoveThat(Face),
    #[error("Cards are played face down here: write `down`, your card, `as`, and the move you declare.")]
    FaceDown,
    #[error("Cards are played face up at this table: write the card and its move alone, such as `10 a1`.")]
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
    fn says(&self, Reader { language: Language::English, .. }: &Reader) -> String {
        self.to_string()
    }

    fn rule(&self) -> RuleRef {
        RuleRef(self.anchor())
    }
}

/// How a card is split.
const fn parts_of(face: Face) -> &'static str {
    match face {
        Face::SEVEN => "The two parts of a 7 both go forward and make 7, such as `7 a1+3 a2+4`.",
        Face::NINE => "Of a 9 one part goes forward and one back, 9 steps in all, such as `9 a1+4 a2-5`.",
        _ => "The two parts of a 10 make 10 steps, each forward or back, such as `10 a1+4 a2-6`.",
    }
}

/// A play as its player writes it: `J out`, or `down 4 as J out`.
fn written(play: CardUse, laid: Option<Face>) -> String {
    PegsAndJokers::say(&laid.map_or(Move::Play(play), |card| Move::Down(card, play)))
}

/// What a card does: `brings a peg out of start`, `moves a peg 8 back`.
pub(super) fn uses_of(uses: &Uses) -> Vec<String> {
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

impl Judging for PegsAndJokers {
    fn check(view: &View<'_, Self>, m: &Move) -> Result<(), Illegal> {
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
fn bluff_instead(public: &Public, seat: Seat, own: &Private, card: Face, play: &CardUse) -> Option<Illegal> {
    let would_do = card == play.face && !own.hand.is_empty() && possible(public, seat, play).is_ok();
    would_do.then(|| Illegal::NotInHandToLay { play: *play, other: least_useful(own.faces()) })
}

/// Is the play legal on the board?
pub(super) fn possible(public: &Public, seat: Seat, play: &CardUse) -> Result<(), Illegal> {
    Mover::new(public, seat).play(play, &mut Log::new()).map(|_| ())
}
