//! The moves, and how one is put together step by step.

use super::KingsRummy;
use super::draft::Draft;
use super::generate::Builder;
use super::state::{Phase, hand_of};
use super::tile::{Tile, Tiles};
use crate::game::{Choices, Choosing, View};

/// One part of a turn. Melds are numbered from 0 here. Ordered as canonical text is: by kind, then meld, then cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Takes a card off a meld of four.
    Pull { meld: u8, card: Tile },
    /// Puts a card in place of another into a meld of three.
    Swap {
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
        card: Tile,
    },
    /// Adds a card to a meld of three.
    Add {
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
    Draw,
    /// Takes the top discard.
    Take,
    /// Plays the rest of the turn.
    Turn(Turn),
}

/// One step on the way to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Draw,
    /// Takes the top discard.
    Take,
    /// Turns to the melds on the table: a pull, a swap or a shift follows.
    Rearrange,
    Part(Part),
    /// Ends the turn.
    Finish(Finish),
}

impl Choosing for KingsRummy {
    fn choices(view: &View<'_, Self>, so_far: &[Step]) -> Choices<Self> {
        match (view.public().phase, so_far) {
            (Phase::Draw, []) => Choices::steps(vec![Step::Draw, Step::Take]),
            (Phase::Draw, [Step::Draw]) => Choices::done(Move::Draw),
            (Phase::Draw, [Step::Take]) => Choices::done(Move::Take),
            (Phase::Play { .. }, _) => turn_choices(view, so_far).unwrap_or_else(Choices::none),
            _ => Choices::none(),
        }
    }

    /// What is played for a seat that has resigned: draws, plays nothing and discards what counts most.
    fn fallback(view: &View<'_, Self>) -> Move {
        let public = view.public();
        if public.phase == Phase::Draw {
            return Move::Draw;
        }
        let hand = hand_of(view);
        let dearest = hand.minus(public.stuck()).iter().max_by_key(|card| (card.number(), card.place()));
        let finish = dearest.map_or(Finish::End, Finish::Drop);
        Move::Turn(Turn { parts: Vec::new(), finish })
    }
}

/// The choices within a turn; `None` if the steps were not offered.
fn turn_choices(view: &View<'_, KingsRummy>, so_far: &[Step]) -> Option<Choices<KingsRummy>> {
    let (builder, rearranging, finish) = built(view, so_far)?;
    if let Some(finish) = finish {
        builder.draft.finish(finish).ok()?;
        let parts = builder.draft.parts.to_vec();
        return Some(Choices::done(Move::Turn(Turn { parts, finish })));
    }
    Some(Choices::steps(if rearranging { builder.rearrangements() } else { builder.steps() }))
}

/// The draft that the steps make, whether the table is being rearranged, and how the turn ends, if it does.
pub(super) fn built<'a>(view: &View<'a, KingsRummy>, so_far: &[Step]) -> Option<(Builder<'a>, bool, Option<Finish>)> {
    let mut builder = Builder::new(Draft::new(view.public(), hand_of(view)));
    let (mut rearranging, mut finish) = (false, None);
    for step in so_far {
        if finish.is_some() {
            return None;
        }
        match *step {
            Step::Rearrange if !rearranging => rearranging = true,
            Step::Part(part) => {
                if part.on_table() != rearranging {
                    return None;
                }
                rearranging = false;
                builder.push(part)?;
            }
            Step::Finish(end) if !rearranging => finish = Some(end),
            _ => return None,
        }
    }
    builder.is_canonical().then_some((builder, rearranging, finish))
}

/// The numbers of the steps that make these parts; `None` if one of them is not offered.
pub(super) fn path(view: &View<'_, KingsRummy>, parts: impl Iterator<Item = Part>) -> Option<Vec<usize>> {
    let (mut path, mut so_far) = (Vec::new(), Vec::new());
    for part in parts {
        for step in part.on_table().then_some(Step::Rearrange).into_iter().chain([Step::Part(part)]) {
            path.push(KingsRummy::choices(view, &so_far).steps.iter().position(|offered| *offered == step)?);
            so_far.push(step);
        }
    }
    Some(path)
}
