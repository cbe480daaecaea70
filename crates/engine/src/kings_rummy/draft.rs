//! A turn while it is put together: the table and the hand as its parts leave them.

use arrayvec::ArrayVec;

use super::illegal::{Illegal, Use};
use super::meld::{fourth, is_meld};
use super::moves::{Finish, Part};
use super::options::Rearrange;
use super::phrases::Named;
use super::state::{Public, Table};
use super::tile::{Tile, Tiles};

/// The most parts of a turn.
pub(super) const MOST_PARTS: usize = 32;

/// The parts of a turn.
pub(super) type TurnParts = ArrayVec<Part, MOST_PARTS>;

/// A turn so far.
#[derive(Clone)]
pub(super) struct Draft<'a> {
    pub public: &'a Public,
    /// The melds that lay there when the turn began, as they are now.
    pub table: Table,
    pub hand: Tiles,
    /// Cards that came off melds and are not in a new one yet.
    pub pending: Tiles,
    /// Cards that came to melds in this turn.
    pub moved: Tiles,
    /// Has a card come off a meld for a new one?
    pub used: bool,
    /// Has a card moved between melds?
    pub shifted: bool,
    /// What has been done.
    pub parts: TurnParts,
}

impl<'a> Draft<'a> {
    pub(super) fn new(public: &'a Public, hand: Tiles) -> Self {
        Self {
            public,
            table: public.table.clone(),
            hand,
            pending: Tiles::EMPTY,
            moved: Tiles::EMPTY,
            used: false,
            shifted: false,
            parts: TurnParts::new(),
        }
    }

    /// Makes a part, if it is legal now.
    ///
    /// # Errors
    /// Why it is not; nothing has changed.
    pub(super) fn make(&mut self, part: Part) -> Result<(), Illegal> {
        if self.parts.is_full() {
            return Err(Illegal::TooLong);
        }
        if self.public.options.table_rearrange == Rearrange::Simple && !matches!(part, Part::Add { .. } | Part::Lay(_))
        {
            return Err(Illegal::LayAndAddOnly);
        }
        match part {
            Part::Pull { meld, card } => self.pull(meld, card)?,
            Part::Swap { meld, card, out } => self.swap(meld, card, out)?,
            Part::Shift { from, to, card } => self.shift(from, to, card)?,
            Part::Add { meld, card } => self.add(meld, card)?,
            Part::Lay(cards) => self.lay(cards)?,
        }
        self.parts.push(part);
        Ok(())
    }

    fn meld(&self, meld: u8) -> Result<Tiles, Illegal> {
        self.table.get(usize::from(meld)).copied().ok_or_else(|| self.no_such(meld))
    }

    /// Why no part can touch a meld that did not lie there when the turn began.
    fn no_such(&self, meld: u8) -> Illegal {
        let new = usize::from(meld) - self.table.len();
        if new < self.lays().len() { Illegal::NewMeld(meld) } else { Illegal::NoSuchMeld(meld, self.table.len() as u8) }
    }

    fn put(&mut self, meld: u8, cards: Tiles) {
        self.table[usize::from(meld)] = cards;
    }

    fn held(&self, card: Tile, to: Use) -> Result<(), Illegal> {
        match card {
            card if self.hand.contains(card) => Ok(()),
            card if self.has_played(card) => Err(Illegal::Played(card, to)),
            card if self.pending.contains(card) => Err(Illegal::Pending(Tiles::one(card))),
            card => Err(Illegal::NotHeld(card, to, self.hand)),
        }
    }

    /// Has the card gone into a meld in this turn?
    fn has_played(&self, card: Tile) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Lay(cards) => cards.contains(card),
            Part::Add { card: added, .. } | Part::Swap { card: added, .. } => *added == card,
            Part::Pull { .. } | Part::Shift { .. } => false,
        })
    }

    /// The meld without a card that lay in it when the turn began.
    fn leave(&self, meld: u8, card: Tile) -> Result<Tiles, Illegal> {
        let cards = self.meld(meld)?;
        if !cards.contains(card) {
            return Err(Illegal::NotInMeld(card, Named(meld, cards)));
        }
        if self.moved.contains(card) { Err(Illegal::MovedTwice(card)) } else { Ok(cards.without(card)) }
    }

    fn take_off(&self, meld: u8, card: Tile) -> Result<Tiles, Illegal> {
        let left = self.leave(meld, card)?;
        if left.len() < 3 {
            return Err(Illegal::NeedsFour(Named(meld, left.with(card))));
        }
        if is_meld(left) { Ok(left) } else { Err(Illegal::Spoils(meld, left)) }
    }

    fn join(&self, meld: u8, card: Tile) -> Result<Tiles, Illegal> {
        let cards = self.meld(meld)?;
        let named = Named(meld, cards);
        if cards.len() > 3 {
            return Err(Illegal::NeedsThree(named));
        }
        if fourth(cards) == Some(card) { Ok(cards.with(card)) } else { Err(Illegal::DoesNotFit(card, named)) }
    }

    fn pull(&mut self, meld: u8, card: Tile) -> Result<(), Illegal> {
        let left = self.take_off(meld, card)?;
        self.put(meld, left);
        self.pending = self.pending.with(card);
        self.used = true;
        Ok(())
    }

    fn swap(&mut self, meld: u8, card: Tile, out: Tile) -> Result<(), Illegal> {
        let left = self.leave(meld, out)?;
        self.held(card, Use::Swap)?;
        if left.len() > 2 {
            return Err(Illegal::NeedsThree(Named(meld, left.with(out))));
        }
        if self.public.options.swap_needs_valid_four {
            self.join(meld, card)?;
        }
        let cards = left.with(card);
        if !is_meld(cards) {
            return Err(Illegal::Spoils(meld, cards));
        }
        self.put(meld, cards);
        self.hand = self.hand.without(card);
        self.moved = self.moved.with(card);
        self.pending = self.pending.with(out);
        self.used = true;
        Ok(())
    }

    fn shift(&mut self, from: u8, to: u8, card: Tile) -> Result<(), Illegal> {
        if from == to {
            return Err(Illegal::SameMeld(from));
        }
        let left = self.take_off(from, card)?;
        let joined = self.join(to, card)?;
        self.put(from, left);
        self.put(to, joined);
        self.moved = self.moved.with(card);
        self.shifted = true;
        Ok(())
    }

    fn add(&mut self, meld: u8, card: Tile) -> Result<(), Illegal> {
        self.held(card, Use::Add)?;
        let joined = self.join(meld, card)?;
        self.put(meld, joined);
        self.hand = self.hand.without(card);
        self.moved = self.moved.with(card);
        Ok(())
    }

    fn lay(&mut self, cards: Tiles) -> Result<(), Illegal> {
        if let Some(card) = cards.minus(self.hand.or(self.pending)).first() {
            return Err(self.out_of_reach(card));
        }
        if !(3..=4).contains(&cards.len()) {
            return Err(Illegal::MeldSize(cards));
        }
        if !is_meld(cards) {
            return Err(Illegal::NoMeld(cards));
        }
        if !cards.meets(self.hand) {
            return Err(Illegal::NothingFromHand(cards));
        }
        self.hand = self.hand.minus(cards);
        self.pending = self.pending.minus(cards);
        Ok(())
    }

    /// Why a card that is neither in hand nor taken off a meld cannot go into a new one.
    fn out_of_reach(&self, card: Tile) -> Illegal {
        match self.table.iter().position(|cards| cards.contains(card)) {
            _ if self.has_played(card) => Illegal::Played(card, Use::Lay),
            Some(_) if self.moved.contains(card) => Illegal::MovedTwice(card),
            Some(_) if self.public.options.table_rearrange == Rearrange::Simple => Illegal::LayAndAddOnly,
            Some(meld) => Illegal::OnTable(card, Named(meld as u8, self.table[meld])),
            None => Illegal::NotAtHand(card),
        }
    }

    /// May the turn end like this now?
    ///
    /// # Errors
    /// Why not.
    pub(super) fn finish(&self, finish: Finish) -> Result<(), Illegal> {
        if !self.pending.is_empty() {
            return Err(Illegal::Pending(self.pending));
        }
        if self.shifted && !self.used {
            return Err(Illegal::IdleShift);
        }
        if let Some(card) = self.hand.first().filter(|_| self.hand.is_within(self.public.stuck())) {
            return Err(Illegal::OnlyTaken(card));
        }
        match finish {
            Finish::End if self.hand.is_empty() => Ok(()),
            Finish::End => Err(Illegal::CardsLeft(self.hand.len())),
            Finish::Drop(card) | Finish::Out(card) => {
                self.held(card, Use::Discard)?;
                if self.public.stuck().contains(card) {
                    return Err(Illegal::JustTaken(card));
                }
                let last = self.hand.len() == 1;
                if matches!(finish, Finish::Out(_)) && !last { Err(Illegal::NotLast) } else { Ok(()) }
            }
        }
    }

    /// The new melds, lowest card first.
    pub(super) fn lays(&self) -> ArrayVec<Tiles, 12> {
        let mut lays: ArrayVec<Tiles, 12> = ArrayVec::new();
        for part in &self.parts {
            if let Part::Lay(cards) = part {
                // There is room for all: each lay takes at least one of the eleven cards in hand.
                lays.push(*cards);
            }
        }
        lays.sort_unstable_by_key(|cards| cards.first());
        lays
    }
}
