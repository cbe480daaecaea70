//! Moves, the steps they are built from, and which of them are on offer.

use super::GinRummy;
use super::deadwood::{deadwood, value};
use super::melds::{LaidOff, Layout, best_lay_off, chains, layouts};
use super::state::{Phase, Spread, Table};
use crate::cards::{Card, CardSet};
use crate::game::{Choices, Choosing, View};

/// One complete decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Leaves the upcard.
    Pass,
    /// Takes the upcard, or the top discard.
    Take,
    Stock,
    Discard(Card),
    /// Discards face down and knocks; without a layout the table chooses the best.
    Knock(Card, Option<Layout>),
    /// Knocks with eleven matched cards and keeps them all.
    BigGin,
    /// Lets a knock over the limit count.
    Accept,
    /// Refuses a knock over the limit.
    Refuse,
    /// Lays cards off on the knocker's melds, perhaps none.
    LayOff(LaidOff),
}

/// One step on the way to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move that needs no further step.
    Whole(Plain),
    Discard(Card),
    /// Knocks with this card: complete, but a layout may follow.
    Knock(Card),
    /// Lays the hand out like this.
    Layout(Layout),
    /// Lays one card off on a meld (from 0): complete, but more may follow.
    LayOff(Card, u8),
}

/// The moves without cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain {
    /// [`Move::Pass`]
    Pass,
    /// [`Move::Take`]
    Take,
    /// [`Move::Stock`]
    Stock,
    /// [`Move::BigGin`]
    BigGin,
    /// [`Move::Accept`]
    Accept,
    /// [`Move::Refuse`]
    Refuse,
}

impl From<Plain> for Move {
    fn from(plain: Plain) -> Self {
        match plain {
            Plain::Pass => Self::Pass,
            Plain::Take => Self::Take,
            Plain::Stock => Self::Stock,
            Plain::BigGin => Self::BigGin,
            Plain::Accept => Self::Accept,
            Plain::Refuse => Self::Refuse,
        }
    }
}

/// What a seat on turn can see of its own decision.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    /// Where it plays.
    pub(super) table: &'a Table,
    pub(super) hand: CardSet,
    /// The card taken from the discards that may not be discarded at once.
    pub(super) stuck: Option<Card>,
    /// May a player knock over the limit?
    pub(super) honour: bool,
    pub(super) big_gin: bool,
    /// May the other player lay off against gin too?
    pub(super) gin_layoff: bool,
}

impl<'a> Turn<'a> {
    /// The decision before the viewer; `None` if there is none.
    pub(super) fn of(view: &View<'a, GinRummy>) -> Option<Self> {
        let public = view.public();
        let table = public.on_turn(view.seat()?)?;
        let stuck = match table.phase {
            Phase::Discard { taken } if !public.options.may_return_taken => taken,
            _ => None,
        };
        let honour = public.options.honour();
        let big_gin = public.options.big_gin().is_some();
        let gin_layoff = public.options.gin_layoff;
        Some(Self { table, hand: view.own()?.hand, stuck, honour, big_gin, gin_layoff })
    }

    /// The cards that may be discarded.
    pub(super) fn discards(&self) -> CardSet {
        self.stuck.map_or(self.hand, |stuck| self.hand.without(stuck))
    }

    /// The most that a legal knock may leave unmatched.
    pub(super) const fn limit(&self) -> u8 {
        if self.honour { u8::MAX } else { self.table.limit }
    }

    /// The cards with which the player may knock. No card counts more than ten, so eleven cards with a deadwood of
    /// more than ten above the limit need no closer look.
    pub(super) fn knocks(&self) -> CardSet {
        if self.honour {
            return self.discards();
        }
        let limit = self.table.limit;
        let all = deadwood(self.hand);
        if all > limit + 10 {
            return CardSet::EMPTY;
        }
        let could = |&card: &Card| all <= limit + value(card) && deadwood(self.hand.without(card)) <= limit;
        self.discards().iter().filter(could).collect()
    }

    /// The layouts that a knock with this card may have.
    pub(super) fn layouts(&self, discard: Card) -> Vec<Layout> {
        layouts(self.hand.without(discard), self.limit())
    }

    /// Do all eleven cards match, if that is worth something?
    pub(super) fn has_big_gin(&self) -> bool {
        self.big_gin && deadwood(self.hand) == 0
    }

    /// The discard that leaves the least deadwood (of equals, the highest card), and what it leaves.
    pub(super) fn best_discard(&self) -> Option<(Card, u8)> {
        best_discard(self.hand, self.discards())
    }

    /// Would the top discard fit into a meld?
    pub(super) fn taking_helps(&self) -> bool {
        self.table.discards.top().is_some_and(|top| deadwood(self.hand.with(top)) <= deadwood(self.hand))
    }
}

/// Of the cards that may go, the one that leaves the least deadwood (of equals, the highest), and what it leaves.
pub(super) fn best_discard(hand: CardSet, may: CardSet) -> Option<(Card, u8)> {
    let all = deadwood(hand);
    let mut best: Option<(Card, u8)> = None;
    for card in may {
        // No card takes away more than it counts.
        if best.is_some_and(|(_, least)| all.saturating_sub(value(card)) > least) {
            continue;
        }
        let left = deadwood(hand.without(card));
        if best.is_none_or(|(other, least)| (left, other.number()) < (least, card.number())) {
            best = Some((card, left));
        }
    }
    best
}

/// The least deadwood after taking the card and discarding another.
pub(super) fn after_taking(hand: CardSet, top: Card) -> u8 {
    best_discard(hand.with(top), hand).map_or(u8::MAX, |(_, left)| left)
}

/// Does the card make or lengthen a meld, or can the hand knock with it?
pub(super) fn is_worth_taking(hand: CardSet, top: Card, limit: u8) -> bool {
    let (now, all) = (deadwood(hand), deadwood(hand.with(top)));
    // It fits into no meld, and a discard takes away ten at most: too much is left to knock.
    if all > now && all > limit + 10 {
        return false;
    }
    let then = after_taking(hand, top);
    all <= now && then < now || then <= limit && then + 2 < now
}

impl Choosing for GinRummy {
    fn choices(view: &View<'_, Self>, so_far: &[Step]) -> Choices<Self> {
        let Some(turn) = Turn::of(view) else { return Choices::none() };
        match turn.table.phase {
            Phase::Upcard => whole(&[Plain::Take, Plain::Pass], so_far),
            Phase::FirstStock => whole(&[Plain::Stock], so_far),
            Phase::Draw => whole(&[Plain::Take, Plain::Stock], so_far),
            Phase::Answer => whole(&[Plain::Accept, Plain::Refuse], so_far),
            Phase::Discard { .. } => discard_choices(&turn, so_far),
            Phase::LayOff => match &turn.table.spread {
                Some(spread) => lay_off_choices(spread, turn.hand, so_far),
                None => Choices::none(),
            },
            Phase::Undealt | Phase::Over => Choices::none(),
        }
    }

    /// What is played for a seat that has resigned: it gives nothing away and keeps the hand going. It knocks with gin
    /// only.
    fn fallback(view: &View<'_, Self>) -> Move {
        let Some(turn) = Turn::of(view) else { return Move::Pass };
        match turn.table.phase {
            Phase::Upcard => Move::Pass,
            Phase::Answer => Move::Refuse,
            Phase::LayOff => {
                let best = turn.table.spread.as_ref().map(|spread| best_lay_off(&spread.melds, turn.hand).0);
                Move::LayOff(best.unwrap_or_default())
            }
            Phase::Discard { .. } => match turn.best_discard() {
                Some((card, 0)) => Move::Knock(card, None),
                Some((card, _)) => Move::Discard(card),
                None => Move::Pass,
            },
            Phase::FirstStock | Phase::Draw | Phase::Undealt | Phase::Over => Move::Stock,
        }
    }

    /// The draw after two passes. That nothing fits a knocker's melds, say, is not known before.
    fn goes_without_saying(_: &View<'_, Self>, m: &Move) -> bool {
        *m == Move::Stock
    }
}

fn whole(offered: &[Plain], so_far: &[Step]) -> Choices<GinRummy> {
    match so_far {
        [] => Choices::steps(offered.iter().copied().map(Step::Whole).collect()),
        [Step::Whole(plain)] if offered.contains(plain) => Choices::done((*plain).into()),
        _ => Choices::none(),
    }
}

fn discard_choices(turn: &Turn<'_>, so_far: &[Step]) -> Choices<GinRummy> {
    match so_far {
        [] => {
            let (discards, knocks) = (turn.discards(), turn.knocks());
            let mut steps = Vec::with_capacity((discards.len() + knocks.len()) as usize + 1);
            steps.extend(discards.iter().map(Step::Discard));
            steps.extend(knocks.iter().map(Step::Knock));
            if turn.has_big_gin() {
                steps.push(Step::Whole(Plain::BigGin));
            }
            Choices::steps(steps)
        }
        [Step::Discard(card)] if turn.discards().contains(*card) => Choices::done(Move::Discard(*card)),
        [Step::Whole(Plain::BigGin)] if turn.has_big_gin() => Choices::done(Move::BigGin),
        [Step::Knock(card)] if turn.knocks().contains(*card) => {
            let steps = turn.layouts(*card).into_iter().map(Step::Layout).collect();
            Choices { steps, done: Some(Move::Knock(*card, None)) }
        }
        [Step::Knock(card), Step::Layout(layout)] if turn.knocks().contains(*card) => {
            let offered = turn.layouts(*card).contains(layout);
            if offered { Choices::done(Move::Knock(*card, Some(layout.clone()))) } else { Choices::none() }
        }
        _ => Choices::none(),
    }
}

/// Lay-offs in an order in which every beginning of the list is legal too: meld by meld, first down from it, then up.
fn lay_off_choices(spread: &Spread, hand: CardSet, so_far: &[Step]) -> Choices<GinRummy> {
    let mut pairs = Vec::with_capacity(so_far.len());
    for step in so_far {
        match step {
            Step::LayOff(card, meld) if next_lay_offs(spread, hand, &pairs).contains(&(*card, *meld)) => {
                pairs.push((*card, *meld));
            }
            _ => return Choices::none(),
        }
    }
    let steps = next_lay_offs(spread, hand, &pairs).into_iter().map(|(card, meld)| Step::LayOff(card, meld)).collect();
    Choices { steps, done: LaidOff::new(pairs).map(Move::LayOff) }
}

/// What may be laid off next.
fn next_lay_offs(spread: &Spread, hand: CardSet, so_far: &[(Card, u8)]) -> Vec<(Card, u8)> {
    let free = hand.minus(so_far.iter().map(|(card, _)| *card).collect());
    let at = so_far.last().map_or(0, |&(_, meld)| meld);
    let mut next = Vec::new();
    for (number, &meld) in spread.melds.melds().iter().enumerate().skip(usize::from(at)) {
        let number = number as u8;
        let laid: CardSet = so_far.iter().filter(|&&(_, on)| on == number).map(|(card, _)| *card).collect();
        let [down, up] = chains(meld.union(laid), free);
        let went_up = so_far.last().is_some_and(|&(card, on)| on == number && above(meld, card));
        next.extend(down.first().filter(|_| !went_up).map(|&card| (card, number)));
        next.extend(up.first().map(|&card| (card, number)));
    }
    next
}

/// Is the card higher than the meld (in its suit), or the fourth of its rank?
fn above(meld: CardSet, card: Card) -> bool {
    meld.iter().next().is_some_and(|low| low.number() <= card.number())
}
