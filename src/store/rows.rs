//! Rows as the rest of the program uses them.

use std::fmt;

use engine::proof::{Bytes, Seal};
use engine::{Entry, Header, Overrides, Seat};

use super::ids::{Cause, Place, TableId, UserId};
use super::ratings::RatingChange;
use super::sitters::{House, Level, Sitter};

/// The database stores these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// People sit down; options may change.
    Lobby = 0,
    /// The match is being played.
    Playing = 1,
    /// The match was decided.
    Over = 2,
    /// Closed without a decided match.
    Closed = 3,
}

impl Stage {
    pub(super) const fn stored(self) -> i64 {
        self as i64
    }

    /// From the database; `None` for a number that was never stored.
    pub(super) const fn from_stored(n: i64) -> Option<Self> {
        match n {
            0 => Some(Self::Lobby),
            1 => Some(Self::Playing),
            2 => Some(Self::Over),
            3 => Some(Self::Closed),
            _ => None,
        }
    }

    /// Lobby or playing: the table occupies its channel.
    #[must_use]
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Lobby | Self::Playing)
    }
}

/// How the database stores choices: by their numbers.
macro_rules! stored_as_numbers {
    ($($choice:ty),+) => {$(
        impl $choice {
            pub(super) const fn stored(self) -> i64 {
                self as i64
            }

            /// From the database; `None` for a number that was never stored.
            pub(super) fn from_stored(n: i64) -> Option<Self> {
                Self::ALL.into_iter().find(|choice| choice.stored() == n)
            }
        }
    )+};
}

stored_as_numbers!(Hints, Clock, ForcedMoves, Absent, NextHand);

/// Who is given hints at a table. The database stores these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hints {
    /// Whoever plays against the house, or after a voided hand: not in a match that is rated.
    Auto = 0,
    /// Everybody.
    On = 1,
    /// Nobody.
    Off = 2,
}

impl Hints {
    pub const ALL: [Self; 3] = [Self::Auto, Self::On, Self::Off];
}

/// How long a person may take over a move. The database stores the seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// As long as they like.
    None = 0,
    Minute = 60,
    ThreeMinutes = 180,
    TenMinutes = 600,
    Hour = 3600,
    Day = 86_400,
    ThreeDays = 259_200,
}

impl Clock {
    pub const ALL: [Self; 7] =
        [Self::None, Self::Minute, Self::ThreeMinutes, Self::TenMinutes, Self::Hour, Self::Day, Self::ThreeDays];

    /// In seconds; `None`: as long as they like.
    #[must_use]
    pub fn seconds(self) -> Option<i64> {
        Some(self as i64).filter(|seconds| *seconds > 0)
    }

    /// How much longer a person may take in all of a match, in seconds: people who play a live match sit there.
    #[must_use]
    pub fn bank(self) -> i64 {
        self.seconds().filter(|seconds| *seconds <= Self::TenMinutes as i64).map_or(0, |seconds| 2 * seconds)
    }
}

/// Which moves of people play themselves at a table because there is no other. The database stores these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcedMoves {
    /// Those that hide nothing; where only one person plays, there is nobody to hide anything from.
    Seen = 0,
    All = 1,
    Never = 2,
}

impl ForcedMoves {
    pub const ALL: [Self; 3] = [Self::Seen, Self::All, Self::Never];
}

/// When the next hand is shown. The database stores these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextHand {
    /// Once somebody wants to see it, or a moment later.
    Waits = 0,
    AtOnce = 1,
}

impl NextHand {
    pub const ALL: [Self; 2] = [Self::Waits, Self::AtOnce];
}

/// What becomes of the seat of somebody whose time has run out again and again. The database stores these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    /// The house takes it, until they are back.
    House = 0,
    /// It stays theirs, and the table moves for them each time.
    Table = 1,
    /// They resign.
    Resigns = 2,
}

impl Absent {
    pub const ALL: [Self; 3] = [Self::House, Self::Table, Self::Resigns];
}

/// Somebody at a table, under the name they had at the time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attendee {
    pub who: Sitter,
    /// The name, already made harmless.
    pub name: String,
    /// The name of their account, which may differ.
    pub account: String,
    /// When they sat down, in milliseconds since 1970; 0 for those who have not.
    pub joined: i64,
    /// What they added to the chance as they sat down.
    pub adds: Option<String>,
}

impl Attendee {
    /// Somebody who has not sat down, under one name.
    #[must_use]
    pub fn new(who: impl Into<Sitter>, name: &str) -> Self {
        Self { who: who.into(), name: name.to_owned(), account: name.to_owned(), joined: 0, adds: None }
    }

    #[must_use]
    pub fn house(house: House) -> Self {
        Self::new(Sitter::House(house), &house.name())
    }
}

/// From then on the house plays a seat, or its owner does again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandIn {
    pub seat: Seat,
    /// How many entries the journal had by then.
    pub entries: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// `None`: the seat is its owner's again.
    pub level: Option<Level>,
    /// Its owner did not choose it: they were away.
    pub away: bool,
}

/// What somebody at a match wished of it, or said to a wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WishWord {
    pub seat: Seat,
    /// How many entries the journal had by then.
    pub entries: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    pub says: Says,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    Wish(Wished),
    Agree,
    /// The wish is gone.
    PlayOn,
}

/// What others have to agree to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wished {
    /// The match ends without a result.
    End,
    /// The house plays this seat, whose owner is away.
    House(Seat),
}

impl Says {
    pub(super) const fn stored(self) -> (&'static str, Option<Seat>) {
        match self {
            Self::Wish(Wished::End) => ("end", None),
            Self::Wish(Wished::House(seat)) => ("house", Some(seat)),
            Self::Agree => ("agree", None),
            Self::PlayOn => ("on", None),
        }
    }

    /// From the database; `None` for what was never stored.
    pub(super) fn from_stored(word: &str, absent: Option<Seat>) -> Option<Self> {
        match (word, absent) {
            ("end", None) => Some(Self::Wish(Wished::End)),
            ("house", Some(seat)) => Some(Self::Wish(Wished::House(seat))),
            ("agree", None) => Some(Self::Agree),
            ("on", None) => Some(Self::PlayOn),
            _ => None,
        }
    }
}

/// What a table committed itself to. Until the match is over it tells every card.
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed {
    pub seal: Seal,
    /// Which of the tables that were opened in its server (or these direct messages), from 1; the store gives it.
    pub number: u32,
    /// Which of the tables of its channel since a match was last decided there, from 1; the store gives that too.
    pub attempt: u32,
    /// What the press that started the match added, and on a line of its own what came from outside.
    pub start: Option<String>,
}

/// A table without its journal. Saved as a whole whenever anything other than a move changes it.
#[derive(Clone, PartialEq)]
pub struct TableRow {
    pub id: TableId,
    pub place: Place,
    pub game: String,
    pub variant: String,
    /// Options that differ from the variant's.
    pub options: Overrides,
    /// Exactly this many seats; `None`: as many as come.
    pub seats: Option<u8>,
    pub stage: Stage,
    pub host: UserId,
    /// Only people who are invited may join.
    pub private: bool,
    pub hints: Hints,
    pub clock: Clock,
    /// What becomes of the seat of whoever runs out of time again and again.
    pub absent: Absent,
    pub forced: ForcedMoves,
    pub next_hand: NextHand,
    /// A challenge or rematch: it starts once all guests have sat down.
    pub challenge: bool,
    /// The seat to play first; drawn at random if `None`.
    pub first: Option<Seat>,
    /// How the match began, once it has.
    pub header: Option<Header>,
    /// What its deal is proved by; `None` for tables that were opened before there was that.
    pub seal: Option<Sealed>,
    /// How many times the table was saved. The revision that people see is this plus the journal's length.
    pub rev: u64,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// When it was last saved, or when the match ended.
    pub updated: i64,
    /// The table that this one is the rematch of.
    pub rematch_of: Option<TableId>,
    /// The first rematch of this one; it stays here even if it was declined.
    pub rematch: Option<TableId>,
    /// Those who sit there, in seat order.
    pub sitters: Vec<Attendee>,
    /// Those invited, in the order in which they will sit in a challenge (its host and the house among them).
    pub guests: Vec<Attendee>,
    /// The people whom a host sent away, and whom no host has let back in.
    pub sent_away: Vec<Attendee>,
    /// Who played for them, oldest first: each came with a save of its own.
    pub stand_ins: Vec<StandIn>,
    /// What they wished of the match, oldest first: each came with a save of its own.
    pub wishes: Vec<WishWord>,
}

impl TableRow {
    /// A table that this person has just opened: with nobody else there, the variant's own options, and open to
    /// anybody and to as many as come.
    #[must_use]
    pub fn lobby(id: TableId, place: Place, game: &str, variant: &str, host: UserId, name: &str, now: i64) -> Self {
        Self {
            id,
            place,
            game: game.to_owned(),
            variant: variant.to_owned(),
            options: Overrides::new(),
            seats: None,
            stage: Stage::Lobby,
            host,
            private: false,
            hints: Hints::Auto,
            clock: Clock::None,
            absent: Absent::House,
            forced: ForcedMoves::Seen,
            next_hand: NextHand::Waits,
            challenge: false,
            first: None,
            header: None,
            seal: None,
            rev: 1,
            created: now,
            updated: now,
            rematch_of: None,
            rematch: None,
            sitters: vec![Attendee { joined: now, ..Attendee::new(host, name) }],
            guests: Vec::new(),
            sent_away: Vec::new(),
            stand_ins: Vec::new(),
            wishes: Vec::new(),
        }
    }

    /// What the table posts as it is opened, once it has its code.
    #[must_use]
    pub fn commitment(&self) -> Option<Bytes> {
        self.seal.as_ref().map(|sealed| sealed.seal.commitment(self.id.as_str()))
    }

    /// What was added to the chance by those who sit there, in seat order, by the press that started the match, and from
    /// outside.
    #[must_use]
    pub fn entropy(&self) -> Vec<String> {
        let added = |one: &Attendee| match (&one.adds, one.who) {
            (Some(adds), _) => adds.clone(),
            (None, Sitter::House(_)) => "house".to_owned(),
            (None, Sitter::Person(_)) => "nothing".to_owned(),
        };
        let start = self.seal.as_ref().and_then(|sealed| sealed.start.as_ref());
        let start = start.into_iter().flat_map(|start| start.lines().map(str::to_owned));
        self.sitters.iter().map(added).chain(start).collect()
    }

    /// The level of the house that plays a seat in its owner's place once the journal has so many entries.
    #[must_use]
    pub fn stood_in(&self, seat: Seat, entries: u32) -> Option<Level> {
        self.last_at(seat, entries)?.level
    }

    /// The same as [`stands_in`](Self::stands_in), where its owner was away.
    #[must_use]
    pub fn is_away(&self, seat: Seat) -> bool {
        self.last_at(seat, u32::MAX).is_some_and(|one| one.away)
    }

    fn last_at(&self, seat: Seat, entries: u32) -> Option<&StandIn> {
        self.stand_ins.iter().rev().find(|one| one.seat == seat && one.entries <= entries)
    }

    /// The same, now.
    #[must_use]
    pub fn stands_in(&self, seat: Seat) -> Option<Level> {
        self.stood_in(seat, u32::MAX)
    }
}

#[derive(Clone)]
pub struct Stored {
    pub row: TableRow,
    pub journal: Vec<Entry>,
    /// The first entry that is missing from the journal, if one is.
    pub missing: Option<u32>,
    /// The interactions behind its changes so far.
    pub causes: Vec<Cause>,
    /// How ratings changed at its end.
    pub ratings: Vec<RatingChange>,
}

pub struct LiveTable {
    pub row: TableRow,
    /// When it last changed, in milliseconds since 1970.
    pub changed: i64,
}

impl fmt::Debug for TableRow {
    /// Without the header, whose seed reveals every hidden card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableRow")
            .field("id", &self.id)
            .field("stage", &self.stage)
            .field("rev", &self.rev)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_read_back_and_nothing_else_is_one() {
        for stage in [Stage::Lobby, Stage::Playing, Stage::Over, Stage::Closed] {
            assert_eq!(Stage::from_stored(stage.stored()), Some(stage));
        }
        for none in [-1, 4, i64::MAX] {
            assert_eq!(Stage::from_stored(none), None, "{none}");
        }
    }
}
