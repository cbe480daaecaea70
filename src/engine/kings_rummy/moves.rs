//! The moves, and why one may not be legal.

use std::fmt;

use super::meld::flaw;
use super::tile::{Tile, Tiles};
use crate::engine::game::{Refuse, RuleRef};

/// A meld on the table as sentences name it: its number (from 0 here) and what it holds, so that a reader does not
/// need the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named(pub u8, pub Tiles);

impl fmt::Display for Named {
    /// `meld 2 (1KG 2SR 3CY)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "meld {} ({})", self.0 + 1, self.1)
    }
}

/// One part of a turn. Melds are numbered from 0 here. Ordered as canonical text is: by kind, then meld, then cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Takes a card off a meld of four.
    Pull {
        /// Which meld.
        meld: u8,
        /// Which card.
        card: Tile,
    },
    /// Puts a card in place of another into a meld of three.
    Swap {
        /// Which meld.
        meld: u8,
        /// The card from the hand.
        card: Tile,
        /// The card that comes off the meld.
        out: Tile,
    },
    /// Moves a card from a meld of four to one of three.
    Shift {
        /// The meld that it leaves.
        from: u8,
        /// The meld that it joins.
        to: u8,
        /// Which card.
        card: Tile,
    },
    /// Adds a card to a meld of three.
    Add {
        /// Which meld.
        meld: u8,
        /// The card from the hand.
        card: Tile,
    },
    /// Lays a new meld.
    Lay(Tiles),
}

impl Part {
    /// Updates which cards lie in which meld of the table, without asking whether the part is legal.
    pub(super) fn follow(self, table: &mut [Tiles]) {
        let mut change = |meld: u8, change: &dyn Fn(Tiles) -> Tiles| {
            if let Some(cards) = table.get_mut(usize::from(meld)) {
                *cards = change(*cards);
            }
        };
        match self {
            Self::Pull { meld, card } => change(meld, &|cards| cards.without(card)),
            Self::Swap { meld, card, out } => change(meld, &|cards| cards.without(out).with(card)),
            Self::Shift { from, to, card } => {
                change(from, &|cards| cards.without(card));
                change(to, &|cards| cards.with(card));
            }
            Self::Add { meld, card } => change(meld, &|cards| cards.with(card)),
            Self::Lay(_) => {}
        }
    }

    /// Does it rearrange the melds that lie there?
    pub(super) const fn on_table(self) -> bool {
        matches!(self, Self::Pull { .. } | Self::Swap { .. } | Self::Shift { .. })
    }

    /// The cards of this hand that the part plays.
    pub(super) const fn played_from(self, hand: Tiles) -> Tiles {
        match self {
            Self::Pull { .. } | Self::Shift { .. } => Tiles::EMPTY,
            Self::Swap { card, .. } | Self::Add { card, .. } => Tiles::one(card),
            Self::Lay(cards) => cards.and(hand),
        }
    }
}

/// How a turn ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// Discards a card face up.
    Drop(Tile),
    /// Discards the last card face down.
    Out(Tile),
    /// No card is left.
    End,
}

/// The rest of a turn, after the draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// What is done on the table.
    pub parts: Vec<Part>,
    /// How it ends.
    pub finish: Finish,
}

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Draws from the pile.
    Draw,
    /// Takes the top discard.
    Take,
    /// Plays the rest of the turn.
    Turn(Turn),
}

/// One step on the way to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Draws from the pile.
    Draw,
    /// Takes the top discard.
    Take,
    /// Turns to the melds on the table: a pull, a swap or a shift follows.
    Rearrange,
    /// Makes a part.
    Part(Part),
    /// Ends the turn.
    Finish(Finish),
}

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

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// A card must be drawn first; holds the top discard.
    DrawFirst(Option<Tile>),
    /// A card has been drawn already.
    Drawn,
    /// The card is not in hand; also what it was to be used for, and what is in hand.
    NotHeld(Tile, Use, Tiles),
    /// The card was put on the table in this turn already; also what it was to be used for.
    Played(Tile, Use),
    /// The card is neither in hand nor taken off a meld.
    NotAtHand(Tile),
    /// The card is meant for a new meld, but has not been taken off the meld that it lies in.
    OnTable(Tile, Named),
    /// The cards are not a meld.
    NoMeld(Tiles),
    /// Too few or too many cards for a meld.
    MeldSize(Tiles),
    /// A new meld without a card from the hand.
    NothingFromHand(Tiles),
    /// There is no such meld: which was asked for, and how many lay there when the turn began.
    NoSuchMeld(u8, u8),
    /// The meld was laid in this turn.
    NewMeld(u8),
    /// The card is not in that meld.
    NotInMeld(Tile, Named),
    /// The meld has four cards and must have three.
    NeedsThree(Named),
    /// The meld has three cards and must have four.
    NeedsFour(Named),
    /// The card came to the table in this turn.
    MovedTwice(Tile),
    /// The change would spoil the meld; also what it would then hold.
    Spoils(u8, Tiles),
    /// The card cannot be the fourth of the meld; also the one that can.
    DoesNotFit(Tile, Named, Option<Tile>),
    /// A shift from a meld to itself.
    SameMeld(u8),
    /// This table plays without rearranging.
    LayAndAddOnly,
    /// Cards taken off melds that are in no new meld.
    Pending(Tiles),
    /// A card was shifted, but no table card went into a new meld.
    IdleShift,
    /// The card just taken cannot be discarded.
    JustTaken(Tile),
    /// No card would be left but the one just taken.
    OnlyTaken(Tile),
    /// Only the last card goes face down.
    NotLast,
    /// Cards are left.
    CardsLeft(u32),
    /// The same turn has a shorter or earlier text.
    Written(Vec<Part>),
    /// More parts than a turn can have.
    TooLong,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DrawFirst(None) => f.write_str("First draw a card from the pile."),
            Self::DrawFirst(Some(top)) => write!(f, "First draw: from the pile, or take {top} from the discards."),
            Self::Drawn => f.write_str("You have drawn already: now lay or add what you like, and discard."),
            Self::NotHeld(card, _, hand) if hand.is_empty() => write!(f, "{card} is not in your hand, which is empty."),
            Self::NotHeld(card, _, hand) => write!(f, "{card} is not in your hand, which holds {hand}."),
            Self::Played(card, _) => write!(f, "{card} has gone to the table in this turn already."),
            Self::NotAtHand(card) => write!(f, "{card} is neither in your hand nor taken off a meld in this turn."),
            Self::OnTable(card, meld) => {
                write!(f, "{card} lies in {meld}: before it goes into a new meld, `pull` or `swap` takes it off.")
            }
            Self::NoMeld(cards) => write!(f, "{cards} is no meld: {}.", flaw(*cards)),
            Self::MeldSize(cards) => {
                write!(f, "A meld has three or four cards, and {cards} {}.", too_many(cards.len()))
            }
            Self::NothingFromHand(cards) => write!(f, "{cards} has no card from your hand; a new meld needs one."),
            Self::NoSuchMeld(_, 0) => f.write_str("No meld lay on the table when your turn began."),
            Self::NoSuchMeld(meld, 1) => write!(f, "There is no meld {}: only meld 1 lies on the table.", meld + 1),
            Self::NoSuchMeld(meld, melds) => {
                write!(f, "There is no meld {}: those on the table are numbered 1 to {melds}.", meld + 1)
            }
            Self::NewMeld(meld) => {
                write!(f, "Meld {} is new in this turn and stays as it is laid: lay all its cards at once.", meld + 1)
            }
            Self::NotInMeld(card, meld) => write!(f, "{card} is not in {meld}."),
            Self::NeedsThree(meld) => {
                write!(f, "No card can be added to or swapped into {meld}: it has four already.")
            }
            Self::NeedsFour(meld) => {
                write!(f, "No card can just leave {meld}: it needs three. `swap` puts one of your hand in its place.")
            }
            Self::MovedTwice(card) => write!(f, "{card} came to its meld in this turn and stays there."),
            Self::Spoils(meld, left) => {
                write!(f, "Then meld {} would hold {left}, which is no meld: {}.", meld + 1, flaw(*left))
            }
            Self::DoesNotFit(card, meld, Some(right)) => {
                write!(f, "{card} does not go with {meld}; only {right} does.")
            }
            Self::DoesNotFit(card, meld, None) => write!(f, "{card} does not go with {meld}."),
            Self::SameMeld(meld) => write!(f, "A card moves to another meld, not within meld {}.", meld + 1),
            Self::LayAndAddOnly => f.write_str("At this table melds are laid and added to, not rearranged."),
            Self::Pending(cards) => write!(
                f,
                "{cards} came off the table and must go into a new meld in this turn, with a card of your hand."
            ),
            Self::IdleShift => {
                f.write_str("A card may move between melds only in a turn that puts a table card into a new meld.")
            }
            Self::JustTaken(card) => write!(f, "You have just taken {card}; it cannot be this turn's discard."),
            Self::OnlyTaken(card) => write!(
                f,
                "Only {card} would be left, which you have just taken and may not discard: play it too, or keep another card."
            ),
            Self::NotLast => f.write_str("Only your very last card goes face down; `drop` discards one face up."),
            Self::CardsLeft(1) => f.write_str("You have a card left: discard it."),
            Self::CardsLeft(n) => write!(f, "You have {n} cards left: discard one."),
            Self::Written(_) => f.write_str("The same turn is written shorter or in another order."),
            Self::TooLong => f.write_str("A turn has fewer parts than that."),
        }
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

impl Refuse for Illegal {
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
