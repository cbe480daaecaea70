//! What those who are there decide together: that a match ends without a result, or that the house plays on for somebody
//! who is away. A wish comes to pass once everybody else who is there has agreed; it is gone when one of them plays on,
//! when whoever wished moves, or after a day.

use super::lobby::{Did, LobbyFact};
use super::rejection::NoWord;
use super::stand_ins;
use super::table::{Table, called_at};
use crate::store::{Clock, Says, Stage, StandIn, WishWord, Wished};
use engine::{Awaiting, Play, Seat, SeatSet};

const DAY: i64 = 24 * 3600 * 1000;
/// After this long without a change anybody may close a lobby, in milliseconds.
const FORSAKEN_LOBBY: i64 = 3600 * 1000;
/// After so long without a move whoever keeps the others waiting may be called once more.
const QUIET: i64 = 600 * 1000;
/// After so long somebody for whom a match waits is away, and anybody at it may have it ended.
const AWAY: i64 = DAY;
/// After each of these something more may be done about whoever keeps others waiting.
pub(super) const WAITS: [i64; 2] = [QUIET, AWAY];
/// So long a wish waits for an answer.
const OPEN: i64 = DAY;
/// Once every side has moved so often, nobody alone ends a match without a result.
const CONTESTED: u32 = 2;

/// A wish that waits for the word of others.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenWish {
    /// Tells it from the others of its match.
    pub number: u32,
    /// Whose it is.
    pub seat: Seat,
    pub what: Wished,
    /// Those who have agreed so far.
    pub agreed: SeatSet,
    at: i64,
}

impl OpenWish {
    pub(super) const fn new(number: u32, seat: Seat, what: Wished, at: i64) -> Self {
        Self { number, seat, what, agreed: SeatSet::EMPTY, at }
    }
}

/// Who is there at a table, and for how long nothing has happened.
#[derive(Clone, PartialEq, Debug)]
pub struct Presence {
    stage: Stage,
    host: Option<Seat>,
    /// The people's seats of those who have not given the match up.
    pub there: SeatSet,
    /// Those of them for whom it waits.
    awaited: SeatSet,
    /// Those of them who alone keep the others waiting.
    waited_for: SeatSet,
    /// When it was moved last, in milliseconds since 1970; in a lobby, the last change. Never yet, as far as that matters,
    /// where a clock looks after who is there.
    since: i64,
    /// So much faster than elsewhere that time passes.
    speed: u32,
    /// Every side that still plays has moved twice.
    contested: bool,
}

impl Presence {
    pub(super) fn of(table: &Table) -> Self {
        let play = table.play().filter(|_| table.row.stage == Stage::Playing);
        let there = play.map_or(SeatSet::EMPTY, |play| stand_ins::present(table, play));
        let asked =
            |whom: fn(Awaiting) -> SeatSet| play.map_or(SeatSet::EMPTY, |play| whom(play.awaiting()).meet(there));
        let is_timed = table.row.clock != Clock::None && !there.is_empty();
        Self {
            stage: table.row.stage,
            host: table.seat_of(table.row.host),
            there,
            awaited: asked(Awaiting::seats),
            waited_for: asked(Awaiting::waited_for),
            since: match play {
                None => table.last.at,
                Some(_) if is_timed => i64::MAX,
                Some(_) => table.moved,
            },
            speed: table.timing.speed,
            contested: play.is_some_and(|play| is_contested(table, play)),
        }
    }

    /// For how long nothing has happened.
    fn still(&self, now: i64) -> i64 {
        (now - self.since).saturating_mul(self.speed.into())
    }

    /// See [`Snapshot::may_end`](super::Snapshot::may_end).
    pub(super) fn may_end(&self, seat: Option<Seat>, moderates: bool, now: i64) -> bool {
        let hosts = seat.is_some() && seat == self.host;
        let host_is_gone = || self.host.is_some_and(|host| !self.there.contains(host));
        match (self.stage, seat) {
            (Stage::Lobby, _) => hosts || moderates || self.still(now) >= FORSAKEN_LOBBY,
            (Stage::Playing, None) => moderates,
            (Stage::Playing, Some(_)) => {
                hosts || self.contested || !self.there.is_empty() && host_is_gone() || self.still(now) >= AWAY
            }
            (Stage::Over | Stage::Closed, _) => false,
        }
    }

    /// Somebody at this seat, if they have a say.
    pub(super) fn speaker(&self, seat: Seat) -> Result<Seat, NoWord> {
        if self.there.contains(seat) { Ok(seat) } else { Err(NoWord::NotThere) }
    }

    /// Those without whose word somebody at this seat cannot end the match.
    #[must_use]
    pub fn asked_to_end(&self, by: Seat, now: i64) -> SeatSet {
        let is_others_too = self.contested || self.host != Some(by) && self.still(now) >= AWAY;
        if is_others_too { self.there.without(by).minus(self.away(by, now)) } else { SeatSet::EMPTY }
    }

    /// Those who have kept others waiting for ten minutes.
    #[must_use]
    pub fn quiet(&self, now: i64) -> SeatSet {
        if self.still(now) >= QUIET && self.there.len() > 1 { self.waited_for } else { SeatSet::EMPTY }
    }

    /// Those who have kept others waiting for a day.
    #[must_use]
    pub fn silent(&self, now: i64) -> SeatSet {
        let others = self.there.minus(self.awaited);
        if self.still(now) >= AWAY && !others.is_empty() { self.awaited } else { SeatSet::EMPTY }
    }

    /// Those for whom somebody at this seat has waited for a day.
    #[must_use]
    pub fn away(&self, by: Seat, now: i64) -> SeatSet {
        if self.awaited.contains(by) { SeatSet::EMPTY } else { self.silent(now) }
    }

    /// Those whose word a wish waits for.
    #[must_use]
    pub fn asked(&self, wish: &OpenWish, now: i64) -> SeatSet {
        let all = match wish.what {
            Wished::End => self.asked_to_end(wish.seat, now),
            Wished::House(absent) => self.there.without(wish.seat).without(absent).minus(self.away(wish.seat, now)),
        };
        all.minus(wish.agreed)
    }

    /// Does it wait for nobody any more? That time passes changes nothing unless somebody asks once more.
    pub(super) fn is_unopposed(&self, wish: &OpenWish) -> bool {
        self.asked(wish, wish.at).is_empty()
    }
}

/// Has every side that still plays moved twice?
fn is_contested(table: &Table, play: &dyn Play) -> bool {
    let plays = |seat: Seat| !play.gone().contains(seat);
    let mut sides = play.sides().enumerate().filter(|(seat, _)| plays(*seat)).map(|(_, side)| *side);
    sides.all(|side| {
        let on_it = play.sides().enumerate().filter(|(_, of)| **of == side);
        on_it.map(|(seat, _)| table.tally[seat.index()]).map(|share| share.own + share.house).sum::<u32>() >= CONTESTED
    })
}

/// What a save of the row meant while the match was on.
#[derive(Clone, Copy)]
pub(super) enum Note {
    StandIn(StandIn),
    /// With its number.
    Wish(u32, WishWord),
}

impl Note {
    /// When it was, in entries of the journal and by the clock.
    pub(super) const fn when(&self) -> (u32, i64) {
        match self {
            Self::StandIn(one) => (one.entries, one.at),
            Self::Wish(_, one) => (one.entries, one.at),
        }
    }
}

impl Table {
    /// What its saves meant since the match began, oldest first.
    pub(super) fn notes(&self) -> Vec<Note> {
        let stand_ins = self.row.stand_ins.iter().copied().map(Note::StandIn);
        let wishes = (1..).zip(&self.row.wishes).map(|(number, wish)| Note::Wish(number, *wish));
        let mut notes: Vec<Note> = stand_ins.chain(wishes).collect();
        notes.sort_by_key(Note::when);
        notes
    }

    pub(super) fn note(&mut self, note: Note) {
        match note {
            Note::StandIn(stand_in) => self.note_stand_in(stand_in),
            Note::Wish(number, wish) => self.note_wish(number, wish),
        }
    }

    fn note_wish(&mut self, number: u32, WishWord { seat, at, says, .. }: WishWord) {
        let name = called_at(&self.row, seat);
        let did = match says {
            Says::Wish(what) => {
                self.wish = Some(OpenWish::new(number, seat, what, at));
                match what {
                    Wished::End => Did::AskToEnd,
                    Wished::House(absent) => Did::AskTheHouse(called_at(&self.row, absent)),
                }
            }
            Says::Agree => {
                if let Some(open) = &mut self.wish {
                    open.agreed = open.agreed.with(seat);
                }
                Did::Agree
            }
            Says::PlayOn => {
                self.wish = None;
                Did::PlayOn
            }
        };
        self.tell_beside(at, vec![LobbyFact::By(name, did)]);
    }

    /// Whoever moves plays on, and whoever is back needs nobody in their place.
    pub(super) fn answer_wish(&mut self, seat: Seat) {
        self.wish = self.wish.take().filter(|wish| wish.seat != seat && wish.what != Wished::House(seat));
    }

    /// The wish that waits for an answer at `now`.
    pub(super) fn open_wish(&self, now: i64) -> Option<&OpenWish> {
        let is_open = |wish: &&OpenWish| (now - wish.at).saturating_mul(self.timing.speed.into()) < OPEN;
        self.wish.as_ref().filter(is_open).filter(|_| self.row.stage == Stage::Playing)
    }
}
