//! Seats whose people have left them to the house: who may leave one, and what that makes of the result. The engine
//! knows nothing of it: what the house plays there are moves of that seat.

use std::cmp::Reverse;

use super::clock::now;
use super::lobby::{Did, Edition, LobbyFact};
use super::owner::{Owner, Written};
use super::rejection::{NotPlayed, Rejection};
use super::results::Share;
use super::table::{Table, called_at};
use crate::store::{Cause, Level, StandIn};
use engine::{Play, Seat, SeatSet, Side};

/// At which level the house plays on.
pub(super) const LEVEL: Level = Level::Medium;

/// The seats that the house plays in the place of their people.
pub(super) fn left(table: &Table) -> SeatSet {
    let seats = Seat::all(table.row.sitters.len() as u8);
    seats.filter(|seat| table.row.stands_in(*seat).is_some()).collect()
}

/// The people's seats of those who are still there.
pub(super) fn present(table: &Table, play: &dyn Play) -> SeatSet {
    let all = Seat::all(play.sides().count()).zip(&table.row.sitters);
    let people = all.filter(|(_, one)| one.who.person().is_some() && !one.who.is_nobody());
    people.map(|(seat, _)| seat).collect::<SeatSet>().minus(play.gone()).minus(left(table))
}

/// The seats that may be left to the house: others have to be there still, on more than one side.
pub(super) fn may_be_left(table: &Table, play: &dyn Play) -> SeatSet {
    let present = present(table, play);
    let sides = play.sides().iter().map(|side| side.0).max().unwrap_or_default() + 1;
    if sides > 2 && present.len() > 1 { present } else { SeatSet::EMPTY }
}

/// The place of each seat in the result, by seat: the match's own, but whoever resigned or left stands behind those who
/// were there longer, alone and not with their side.
pub(super) fn places(table: &Table, play: &dyn Play) -> Option<Vec<u8>> {
    let standings = play.standings()?;
    let own = |side: Side| standings.0.iter().find(|placing| placing.side == side).map_or(u8::MAX, |one| one.place);
    if table.quitters.is_empty() {
        return Some(play.sides().iter().map(|side| own(*side)).collect());
    }
    let when = |seat: Seat| table.quitters.iter().position(|quitter| *quitter == seat);
    let key = |(seat, &side): (Seat, &Side)| when(seat).map_or((own(side), None), |at| (u8::MAX, Some(Reverse(at))));
    let keys: Vec<_> = play.sides().enumerate().map(|of| (key(of), *of.1)).collect();
    let mut ranks = keys.clone();
    ranks.sort_by_key(|(key, side)| (*key, side.0));
    ranks.dedup();
    let rank = |key| ranks.iter().position(|(other, _)| *other == key).unwrap_or_default() as u8 + 1;
    Some(keys.iter().map(|(key, _)| rank(*key)).collect())
}

/// Who made the moves at the seats that the house took over.
pub(super) fn shares(table: &Table) -> Vec<(Seat, Share)> {
    let all = Seat::all(table.row.sitters.len() as u8).map(|seat| (seat, table.tally[seat.index()]));
    all.filter(|(_, share)| share.house > 0).collect()
}

impl Table {
    /// Somebody gave the match up, or left their seat.
    pub(super) fn note_quitter(&mut self, seat: Seat) {
        if !self.quitters.contains(&seat) {
            self.quitters.push(seat);
        }
    }

    /// Another plays this seat from now on. What had been told before stays told.
    pub(super) fn note_stand_in(&mut self, StandIn { seat, at, level, away, .. }: StandIn) {
        self.answer_wish(seat);
        let did = match level {
            Some(level) if away => Did::AwayTo(level),
            Some(level) => Did::LeaveTo(level),
            None => Did::Return,
        };
        if level.is_some() {
            self.note_quitter(seat);
        } else {
            self.quitters.retain(|quitter| *quitter != seat);
            // Nobody has waited for them yet.
            self.moved = at;
        }
        self.tell_beside(at, vec![LobbyFact::By(called_at(&self.row, seat), did)]);
    }
}

impl Owner {
    /// The house plays this seat on, in its owner's place.
    pub(super) async fn leave_to_the_house(
        &mut self,
        seat: Seat,
        away: bool,
        cause: Option<Cause>,
    ) -> Result<Written, Rejection> {
        self.stand_in(seat, Some(LEVEL), away, cause).await
    }

    /// Its owner plays it again.
    pub(super) async fn give_back(&mut self, seat: Seat, cause: Option<Cause>) -> Result<Written, Rejection> {
        self.stand_in(seat, None, false, cause).await
    }

    async fn stand_in(
        &mut self,
        seat: Seat,
        level: Option<Level>,
        away: bool,
        cause: Option<Cause>,
    ) -> Result<Written, Rejection> {
        let Some(table) = &self.table else { return Ok(Written::Again) };
        let stand_in = StandIn { seat, entries: table.entries, at: now(), level, away };
        self.save(Edition::of(&table.row, stand_in.at).standing_in(stand_in), cause).await
    }
}

/// May somebody at this seat act for it?
pub(super) fn acts(table: &Table, seat: Seat) -> Result<(), NotPlayed> {
    if table.row.stands_in(seat).is_some() { Err(NotPlayed::Left) } else { Ok(()) }
}
