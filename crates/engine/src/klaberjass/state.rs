//! The drawers of a position.

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

use super::Klaberjass;
use super::options::{Options, RankOrder, Schmeiss};
use super::rank::{beats, suit_set};
use super::sequences::Said;
use crate::cards::{Card, CardSet, Suit};
use crate::seats::{Seat, Seats};
use crate::{Awaiting, Turns};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// For the suit turned up.
    First,
    /// For another suit.
    Second,
}

impl Serialize for Round {
    /// As its number.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(match self {
            Self::First => 1,
            Self::Second => 2,
        })
    }
}

/// What is being asked of the seat on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Phase {
    Call {
        round: Round,
    },
    /// Yes or no to a schmeiss.
    Answer {
        /// The round in which it was offered.
        round: Round,
    },
    /// A suit that it names, after its schmeiss in the second round was refused.
    Name,
    Declare,
    /// A card.
    Play,
    /// Nothing: the hand is over.
    Over {
        /// Does the same player deal again?
        same_dealer: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Trick {
    /// Who led.
    pub leader: Seat,
    pub lead: Card,
    /// The other player's card.
    pub reply: Card,
    /// Who took it.
    pub winner: Seat,
}

/// The tricks of a hand.
pub type Tricks = ArrayVec<Trick, 9>;

/// What a seat has made in this hand so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Count {
    /// How many tricks.
    pub taken: u8,
    /// Points of the cards in them.
    pub tricks: i32,
    /// Points for the last trick.
    pub last: i32,
    /// Points for king and queen of trumps.
    pub bella: i32,
    /// Points for sequences, once they have been shown.
    pub sequences: i32,
}

/// The exchange, if one was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Exchange {
    /// Who made it.
    pub seat: Seat,
    /// The card taken in exchange for the seven.
    pub card: Card,
}

/// How the comparison of sequences stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Melds {
    /// Not compared yet.
    Open,
    /// Nobody declared, or the best were equal and score nothing.
    Nobody,
    /// They are equal, and each side gets ten points.
    TenEach,
    /// One side's are better; it shows them after the first trick.
    Better {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        shown: Option<CardSet>,
    },
}

/// What everybody may read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Public {
    /// The table's options.
    pub options: Options,
    /// Which hand, from 1.
    pub hand: u32,
    /// Who calls, declares and leads first; the other player deals.
    pub nondealer: Seat,
    /// Match scores by side.
    pub scores: Seats<i32>,
    /// Points carried over from tied hands.
    pub pot: i32,
    /// What is asked.
    pub phase: Phase,
    pub turn: Seat,
    /// The card face up beside the stock; after an exchange the seven of trumps.
    pub turn_up: Card,
    pub trump: Option<Suit>,
    /// Who made trumps, and has to score more than the other player.
    pub maker: Option<Seat>,
    /// The exchange, if one was made.
    pub exchange: Option<Exchange>,
    /// The bottom card of the stock, once shown.
    pub bottom: Option<Card>,
    /// Who has declared sequences, or declined to.
    pub declared: Seats<Option<bool>>,
    /// What was announced of the best sequences.
    pub said: Seats<Said>,
    /// How the sequences compared.
    pub melds: Melds,
    /// The card led to the current trick.
    pub lead: Option<Card>,
    pub tricks: Tricks,
    /// What each seat has made in this hand.
    pub counts: Seats<Count>,
}

/// What one seat may read.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Private {
    pub hand: CardSet,
}

/// What nobody may read.
#[derive(Clone, PartialEq)]
pub struct Secret {
    /// The stock, top card first.
    pub stock: ArrayVec<Card, 32>,
}

impl Public {
    pub(super) const fn other(seat: Seat) -> Seat {
        seat.next(2)
    }

    pub(super) const fn dealer(&self) -> Seat {
        Self::other(self.nondealer)
    }

    /// Trumps; before they are made, the suit turned up.
    pub(super) fn trump_or_turned_up(&self) -> Suit {
        self.trump.unwrap_or(self.turn_up.suit())
    }

    /// Who will play the suit turned up if a schmeiss is refused, whether it was offered or may be now; `None` if
    /// whoever offers it will name a suit.
    pub(super) fn maker_if_refused(&self) -> Option<Seat> {
        let offers = match self.phase {
            Phase::Call { round: Round::First } => self.turn,
            Phase::Answer { round: Round::First } => Self::other(self.turn),
            _ => return None,
        };
        let refuser_makes = self.options.schmeiss == Schmeiss::OpponentMakes;
        Some(if refuser_makes { Self::other(offers) } else { offers })
    }

    /// The cards that a seat has played in this hand.
    pub(super) fn played(&self, seat: Seat) -> CardSet {
        let own = |t: &Trick| if t.leader == seat { t.lead } else { t.reply };
        let lead = self.lead.filter(|_| self.turn != seat);
        self.tricks.iter().map(own).chain(lead).collect()
    }

    /// Points for sequences that a seat loses without a trick, as things stand.
    pub(super) fn lost(&self, seat: Seat) -> i32 {
        let count = &self.counts[seat];
        if self.options.no_trick_no_meld && count.taken == 0 { count.sequences } else { 0 }
    }

    /// What a seat's hand counts as things stand.
    pub(super) fn total(&self, seat: Seat) -> i32 {
        let count = &self.counts[seat];
        count.tricks + count.last + count.bella + count.sequences - self.lost(seat)
    }

    /// Did both declare, and was nothing announced that decides between their best sequences?
    pub(super) fn best_are_equal(&self) -> bool {
        let [a, b] = [Seat::FIRST, Self::other(Seat::FIRST)].map(|seat| self.said[seat]);
        let length = self.options.length_breaks_50 && a.length != b.length;
        a.trump.is_some() && (a.class, a.top, a.trump) == (b.class, b.top, b.trump) && !length
    }

    /// Cards that a seat has shown it does not hold, by how it replied.
    pub(super) fn barred(&self, seat: Seat) -> CardSet {
        let mut barred = CardSet::EMPTY;
        for trick in self.tricks.iter().filter(|t| t.leader != seat) {
            barred =
                barred.union(shown_void(trick.lead, trick.reply, self.trump_or_turned_up(), self.options.rank_order));
        }
        barred
    }
}

/// The cards that a reply shows are not in the hand it came from.
fn shown_void(lead: Card, reply: Card, trump: Suit, order: RankOrder) -> CardSet {
    let followed = reply.suit() == lead.suit();
    let trumped = reply.suit() == trump;
    if !followed {
        let void = suit_set(lead.suit());
        return if trumped { void } else { void.union(suit_set(trump)) };
    }
    if trumped && !beats(reply, lead, trump, order) {
        return suit_set(trump).iter().filter(|card| beats(*card, lead, trump, order)).collect();
    }
    CardSet::EMPTY
}

impl Turns for Klaberjass {
    fn options_of(public: &Public) -> &Options {
        &public.options
    }

    fn awaiting(public: &Public) -> Awaiting {
        match public.phase {
            Phase::Over { .. } => Awaiting::Nobody,
            _ => Awaiting::Turn(public.turn),
        }
    }

    fn backs(own: &Private) -> u8 {
        own.hand.len() as u8
    }

    fn hand(public: &Public) -> u32 {
        public.hand
    }

    fn scores(public: &Public) -> Seats<i32> {
        public.scores.clone()
    }
}
