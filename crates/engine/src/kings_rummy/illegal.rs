//! Why a move is refused, and the check that refuses it.

use super::meld::flaw;
use super::moves::{Move, Part};
use super::phrases::Named;
use super::state::{Phase, hand_of};
use super::tile::{Tile, Tiles};
use super::{KingsRummy, canonical};
use crate::game::{Judging, Refuse, RuleRef, View};
use crate::words::{Language, Reader};

/// What a card of the hand is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// To be added to a meld of three.
    Add,
    /// To go into a meld in place of another card.
    Swap,
    /// To go into a new meld.
    Lay,
    /// To be discarded, face up or down.
    Discard,
}

/// Why a move is refused. Melds are numbered from 0 here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Holds the top discard.
    #[error("{}", .0.map_or_else(|| "First draw a card from the stock.".to_owned(), draw_or_take))]
    DrawFirst(Option<Tile>),
    #[error("You have drawn already: now lay or add what you like, and discard.")]
    Drawn,
    /// Also what it was to be used for, and what is in hand.
    #[error("{} is not in your hand, which {}.", .0, content(*.2))]
    NotHeld(Tile, Use, Tiles),
    /// Also what it was to be used for.
    #[error("{0} has gone to the table in this turn already.")]
    Played(Tile, Use),
    #[error("{0} is neither in your hand nor taken off a meld in this turn.")]
    NotAtHand(Tile),
    #[error("{0} lies in {1}: before it goes into a new meld, `pull` or `swap` takes it off.")]
    OnTable(Tile, Named),
    #[error("{} is no meld: {}.", .0, flaw(*.0))]
    NoMeld(Tiles),
    #[error("A meld has three or four cards, and {} {}.", .0, too_many(.0.len()))]
    MeldSize(Tiles),
    #[error("{0} has no card from your hand; a new meld needs one.")]
    NothingFromHand(Tiles),
    /// Which was asked for, and how many lay there when the turn began.
    #[error("{}", no_such_meld(*.0, *.1))]
    NoSuchMeld(u8, u8),
    #[error("Meld {} is new in this turn and stays as it is laid: lay all its cards at once.", .0 + 1)]
    NewMeld(u8),
    #[error("{0} is not in {1}.")]
    NotInMeld(Tile, Named),
    #[error("No card can be added to or swapped into {0}: it has four already.")]
    NeedsThree(Named),
    #[error("No card can just leave {0}: it needs three. `swap` puts one of your hand in its place.")]
    NeedsFour(Named),
    #[error("{0} came to its meld in this turn and stays there.")]
    MovedTwice(Tile),
    /// Also what the meld would then hold.
    #[error("Then meld {} would hold {}, which is no meld: {}.", .0 + 1, .1, flaw(*.1))]
    Spoils(u8, Tiles),
    #[error("{0} does not go with {1}.")]
    DoesNotFit(Tile, Named),
    #[error("A card moves to another meld, not within meld {}.", .0 + 1)]
    SameMeld(u8),
    #[error("At this table melds are laid and added to, not rearranged.")]
    LayAndAddOnly,
    #[error("{0} came off the table and must go into a new meld in this turn, with a card of your hand.")]
    Pending(Tiles),
    #[error("A card may move between melds only in a turn that puts a table card into a new meld.")]
    IdleShift,
    #[error("You have just taken {0}; it cannot be this turn's discard.")]
    JustTaken(Tile),
    #[error(
        "Only {0} would be left, which you have just taken and may not discard: play it too, or keep another card."
    )]
    OnlyTaken(Tile),
    #[error("Only your very last card goes face down; `drop` discards one face up.")]
    NotLast,
    #[error("You have {}.", cards_left(*.0))]
    CardsLeft(u32),
    /// Holds the parts as they are written canonically.
    #[error("The same turn is written shorter or in another order.")]
    Written(Vec<Part>),
    #[error("A turn has fewer parts than that.")]
    TooLong,
}

fn draw_or_take(top: Tile) -> String {
    format!("First draw: from the stock, or take {top} from the discards.")
}

/// What a hand that lacks a card does: `holds 1KG 2SR`.
fn content(hand: Tiles) -> String {
    if hand.is_empty() { "is empty".to_owned() } else { format!("holds {hand}") }
}

fn no_such_meld(asked: u8, melds: u8) -> String {
    let asked = asked + 1;
    match melds {
        0 => "No meld lay on the table when your turn began.".to_owned(),
        1 => format!("There is no meld {asked}: only meld 1 lies on the table."),
        _ => format!("There is no meld {asked}: those on the table are numbered 1 to {melds}."),
    }
}

/// How a wrong number of cards for a meld is put: `is one`, `are two`.
const fn too_many(cards: u32) -> &'static str {
    match cards {
        1 => "is one",
        2 => "are two",
        _ => "are more",
    }
}

fn cards_left(cards: u32) -> String {
    if cards == 1 { "a card left: discard it".to_owned() } else { format!("{cards} cards left: discard one") }
}

impl Refuse for Illegal {
    fn says(&self, Reader { language: Language::English, .. }: &Reader) -> String {
        self.to_string()
    }

    fn rule(&self) -> RuleRef {
        RuleRef(match self {
            Self::DrawFirst(_) | Self::Drawn => "drawing",
            Self::NoMeld(_) | Self::MeldSize(_) | Self::Spoils(..) => "what-a-meld-is",
            Self::NotAtHand(_)
            | Self::OnTable(..)
            | Self::NothingFromHand(_)
            | Self::NotHeld(_, Use::Lay, _)
            | Self::Played(_, Use::Lay) => "laying",
            Self::DoesNotFit(..) | Self::NeedsThree(_) | Self::NotHeld(_, Use::Add, _) | Self::Played(_, Use::Add) => {
                "adding"
            }
            Self::NotHeld(_, Use::Swap, _)
            | Self::Played(_, Use::Swap)
            | Self::LayAndAddOnly
            | Self::NotInMeld(..)
            | Self::NeedsFour(_)
            | Self::Pending(_) => "rearranging",
            Self::IdleShift | Self::SameMeld(_) => "shifting",
            Self::NoSuchMeld(..) | Self::NewMeld(_) | Self::MovedTwice(_) | Self::TooLong => "what-may-not-be-done",
            Self::NotHeld(_, Use::Discard, _)
            | Self::Played(_, Use::Discard)
            | Self::JustTaken(_)
            | Self::OnlyTaken(_)
            | Self::NotLast
            | Self::CardsLeft(_) => "ending-the-turn",
            Self::Written(_) => "notation",
        })
    }
}

impl Judging for KingsRummy {
    /// Is the move legal, and written canonically?
    fn check(view: &View<'_, Self>, m: &Move) -> Result<(), Illegal> {
        match (view.public().phase, m) {
            (Phase::Draw, Move::Draw | Move::Take) => Ok(()),
            (Phase::Draw, Move::Turn(_)) => Err(Illegal::DrawFirst(view.public().discards.last().copied())),
            (_, Move::Draw | Move::Take) => Err(Illegal::Drawn),
            (_, Move::Turn(turn)) => {
                let written = canonical::turn(view.public(), hand_of(view), turn)?;
                if written == *turn { Ok(()) } else { Err(Illegal::Written(written.parts)) }
            }
        }
    }
}
