//! What can happen at a gin table.

use serde::{Serialize, Serializer};

use super::melds::{LaidOff, Layout};
use super::state::{Roles, Spread, Table};
use crate::cards::{Card, CardSet};
use crate::seats::{Seat, SeatSet, Seats, Side};

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Dealt(Box<Dealt>),
    /// The cards dealt to a seat; told to that seat alone, and to those who may see its hand.
    Hand {
        seat: Seat,
        cards: CardSet,
    },
    /// A seat passed the upcard.
    Passed {
        seat: Seat,
    },
    /// A seat took the top discard.
    Took {
        seat: Seat,
        card: Card,
    },
    /// A seat drew from the stock.
    Drew {
        seat: Seat,
        /// Cards left in the stock.
        left: u8,
    },
    /// The card that a seat drew; told to that seat alone, and to those who may see its hand.
    Card {
        seat: Seat,
        card: Card,
        /// Does it need no words? Those who may see the hand see the card there as just drawn.
        #[serde(skip)]
        silent: bool,
    },
    Discarded {
        seat: Seat,
        card: Card,
    },
    /// A knock was laid out, and the other player lays off.
    Spread(Box<Spread>),
    /// A seat knocked with more than the limit.
    OverLimit {
        seat: Seat,
        answers: Seat,
    },
    /// A knock over the limit was accepted.
    Accepted {
        seat: Seat,
    },
    /// A knock over the limit was refused.
    Refused(Box<KnockRefused>),
    Result(Box<HandResult>),
    /// The stock ran out: nobody scores.
    Dead {
        players: [Seat; 2],
        /// Will these two be dealt new cards at once, by the same dealer?
        again: bool,
        /// Running totals by side; none while a round of four goes on.
        #[serde(skip_serializing_if = "Option::is_none")]
        totals: Option<Seats<i32>>,
    },
    /// A round of four ended.
    Round(Box<RoundResult>),
    /// The hand was voided.
    Misdeal {
        /// The non-dealers and those who play with them, who are paid for it.
        paid: SeatSet,
        /// What each of them scores; if losers pay, from each of the payers.
        points: i32,
        /// Who pays it, if losers pay.
        paid_by: SeatSet,
        /// Who deals again: nobody if this ends the match.
        dealers: SeatSet,
        /// Running totals by side, including this.
        totals: Seats<i32>,
    },
    /// The match is over.
    Won(Box<Ending>),
    /// Any of these events at one of two tables.
    #[serde(untagged)]
    At(Box<AtTable>),
}

impl Event {
    /// What happened, wherever it was.
    #[must_use]
    pub fn bare(&self) -> &Self {
        match self {
            Self::At(there) => there.event.bare(),
            event => event,
        }
    }

    /// The event with its table, if there are several tables; with only one nobody asks which.
    pub(super) fn at(self, table: usize, tables: &[Table]) -> Self {
        if tables.len() < 2 {
            return self;
        }
        let players = tables[table].players.iter().map(|player| player.seat).collect();
        Self::At(Box::new(AtTable { table, players, event: self }))
    }
}

/// Something that happened at one of two tables.
#[derive(Clone, PartialEq, Debug)]
pub struct AtTable {
    /// Which, from 0.
    pub table: usize,
    pub players: SeatSet,
    pub event: Event,
}

impl Serialize for AtTable {
    /// As the event itself: programs can tell from its seats where it happened.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.event.serialize(to)
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Dealt {
    /// Which hand, or round of four.
    pub hand: u32,
    pub first: Seat,
    pub dealer: Seat,
    pub upcard: Card,
    /// The most that a knocker may have unmatched.
    pub limit: u8,
    /// Do points count double?
    pub doubled: bool,
    /// Does the card turned set the limit?
    pub oklahoma: bool,
    /// Who plays whom, when three play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<Roles>,
}

/// A knock over the limit was refused: the offender plays on with an open hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KnockRefused {
    pub seat: Seat,
    pub knocker: Seat,
    /// The card discarded, now face up.
    pub card: Card,
    /// The knocker's hand, open from now on.
    pub hand: CardSet,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HandResult {
    /// What the knocker laid out.
    pub spread: Spread,
    /// The other player.
    pub defender: Seat,
    /// What was laid off on the knocker's melds.
    pub laid_off: LaidOff,
    /// The defender's own melds.
    pub melds: Layout,
    /// What the defender has left.
    pub left: CardSet,
    /// What the defender's remaining cards count.
    pub left_count: u8,
    /// Who scores; nobody if equal counts are no undercut.
    pub winner: Option<Seat>,
    /// What the hand is worth.
    pub score: HandScore,
    /// Who is credited with the score, each in full.
    pub scorers: SeatSet,
    /// Who pays it, if losers pay.
    pub paid_by: SeatSet,
    /// Running totals by side after this hand; none while a round of four goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<Seats<i32>>,
}

/// What a hand is worth, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct HandScore {
    /// The difference between the two counts.
    pub difference: u8,
    /// How many times the difference counts.
    pub factor: u8,
    /// The bonus for gin, big gin or an undercut.
    pub bonus: u16,
    /// All together.
    pub points: i32,
}

/// How a round of four ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RoundResult {
    #[serde(skip)]
    pub round: u32,
    /// How the hand at each table ended, told when that was and again now: together they are the round's result.
    #[serde(skip)]
    pub hands: Vec<Event>,
    /// What the even team (negative: the odd team) won at each table.
    pub tables: [i32; 2],
    /// Who scores.
    pub winner: Option<Side>,
    /// What they score.
    pub points: i32,
    /// Running totals by team.
    pub totals: Seats<i32>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ending {
    pub winners: Vec<Side>,
    /// Points before the end bonuses, by side.
    pub totals: Seats<i32>,
    /// Hands won, by side.
    pub won: Seats<u32>,
    pub shutout: bool,
    /// The losers who are shut out: those without a hand, if that costs them more.
    pub shut_out: Vec<Side>,
    /// What turns these points into the final totals.
    pub bonuses: Vec<EndBonus>,
    /// Final totals, by side.
    pub finals: Seats<i32>,
}

/// What a side is paid at the end of a match, and for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct EndBonus {
    /// Who is paid.
    pub to: Side,
    /// Who pays it, if losers pay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Side>,
    /// Points that count once more in a shutout.
    pub again: i32,
    /// The bonus for the match.
    pub game: i32,
    /// Hands (four players: rounds) won.
    pub hands: u32,
    /// The bonus for each of these hands.
    pub each: i32,
    /// What is deducted for the payer's own hands.
    pub less: i32,
}

impl EndBonus {
    /// All together.
    #[must_use]
    pub const fn points(&self) -> i32 {
        self.again + self.game + self.hands as i32 * self.each - self.less
    }
}
