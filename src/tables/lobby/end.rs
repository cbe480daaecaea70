//! Who closes a table, and what those at a match wish of it together.

use super::super::closing::Closing;
use super::super::play::running;
use super::super::rejection::{NoWord, NotYours, Rejection, Untimely};
use super::super::stand_ins;
use super::super::wishes::{Note, OpenWish, Presence};
use super::{Did, Edited, Edition, Lobby, LobbyFact};
use crate::store::{ChannelId, Says, Stage, StandIn, WishWord, Wished};
use engine::Seat;

impl Lobby<'_> {
    /// Closes the table, or asks those without whose word that match does not end.
    pub(super) fn end(&self, moderates: Option<ChannelId>) -> Edited {
        self.live()?;
        let (presence, seat) = (Presence::of(self.table), self.table.seat_of(self.who.id));
        if !presence.may_end(seat, moderates == Some(self.row().place.channel), self.now) {
            let begun = self.row().stage != Stage::Lobby;
            return Err(NotYours::Closing { host: self.host_name(), begun }.into());
        }
        match seat.filter(|seat| !presence.asked_to_end(*seat, self.now).is_empty()) {
            Some(seat) => self.wish(presence.speaker(seat)?, Wished::End),
            None => Ok(self.closed(self.did(Did::Close))),
        }
    }

    /// What comes to pass because nobody is left whose word it waits for.
    pub(in crate::tables) fn unopposed(&self) -> Option<Edition> {
        let open = self.table.open_wish(self.now)?;
        Presence::of(self.table).is_unopposed(open).then(|| self.granted(open.what))
    }

    /// The house closes the table. Without its channel a match goes on wherever its people are, but a lobby exists only
    /// there.
    pub(super) fn close(&self, why: Closing) -> Edited {
        self.live()?;
        match self.row().stage {
            Stage::Playing if why == Closing::Unreachable => Err(Untimely::Begun.into()),
            _ => Ok(self.closed(LobbyFact::Closed(why))),
        }
    }

    fn live(&self) -> Result<(), Rejection> {
        match self.row().stage {
            Stage::Closed => Err(Rejection::Gone),
            Stage::Over => Err(Untimely::Over.into()),
            Stage::Lobby | Stage::Playing => Ok(()),
        }
    }

    fn closed(&self, told: LobbyFact) -> Edition {
        let mut edition = self.edition().say(told);
        edition.row.stage = Stage::Closed;
        edition
    }

    /// Whether this person closes tables of others. Whoever plays in a match is a player like the others.
    pub(in crate::tables) fn looks_after(&self, moderates: Option<ChannelId>) -> bool {
        let row = self.row();
        let plays = row.stage == Stage::Playing && self.table.seat_of(self.who.id).is_some();
        moderates.is_some() && self.who.id != row.host && !plays
    }

    /// Asks the others; whoever wishes what another has wished agrees.
    fn wish(&self, seat: Seat, what: Wished) -> Edited {
        match self.table.open_wish(self.now).filter(|open| open.what == what) {
            Some(open) => self.agree_to(seat, open),
            None if Presence::of(self.table).asked(&OpenWish::new(0, seat, what, self.now), self.now).is_empty() => {
                Ok(self.granted(what))
            }
            None => Ok(self.says(seat, Says::Wish(what))),
        }
    }

    /// Asks the others whether the house shall play on for somebody who has kept them waiting for a day.
    pub(super) fn let_the_house(&self) -> Edited {
        running(self.table)?;
        let presence = Presence::of(self.table);
        let seat = presence.speaker(self.table.seat_of(self.who.id).ok_or(Rejection::NotSeated)?)?;
        let absent = presence.away(seat, self.now).iter().next().ok_or(NoWord::Early)?;
        self.wish(seat, Wished::House(absent))
    }

    pub(super) fn agree(&self, number: u32) -> Edited {
        let (seat, open) = self.asked(number)?;
        self.agree_to(seat, open)
    }

    pub(super) fn play_on(&self, number: u32) -> Edited {
        let (seat, _) = self.asked(number)?;
        Ok(self.says(seat, Says::PlayOn))
    }

    /// The seat of whoever answers a wish, and the wish.
    fn asked(&self, number: u32) -> Result<(Seat, &OpenWish), Rejection> {
        running(self.table)?;
        let seat = self.table.seat_of(self.who.id).ok_or(Rejection::NotSeated)?;
        let presence = Presence::of(self.table);
        let seat = presence.speaker(seat)?;
        let open = self.table.open_wish(self.now).filter(|open| open.number == number).ok_or(NoWord::Gone)?;
        if presence.away(open.seat, self.now).contains(seat) {
            return Err(NoWord::Move.into());
        }
        Ok((seat, open))
    }

    fn agree_to(&self, seat: Seat, open: &OpenWish) -> Edited {
        if Presence::of(self.table).asked(open, self.now).without(seat).is_empty() {
            return Ok(self.granted(open.what));
        }
        if open.agreed.with(open.seat).contains(seat) {
            return Err(NoWord::Said.into());
        }
        Ok(self.says(seat, Says::Agree))
    }

    fn granted(&self, what: Wished) -> Edition {
        match what {
            Wished::End => self.closed(LobbyFact::Agreed),
            Wished::House(seat) => {
                let (entries, at) = (self.table.entries, self.now);
                self.edition().standing_in(StandIn { seat, entries, at, level: Some(stand_ins::LEVEL), away: true })
            }
        }
    }

    fn says(&self, seat: Seat, says: Says) -> Edition {
        let wish = WishWord { seat, entries: self.table.entries, at: self.now, says };
        let mut edition = self.edition();
        edition.row.wishes.push(wish);
        edition.note = Some(Note::Wish(edition.row.wishes.len() as u32, wish));
        edition
    }
}
