//! Whom the host sends away, invites, and lets back in.

use super::super::names::Person;
use super::super::rejection::{NoSeat, NotInvited, NotSentAway, Untimely};
use super::super::table::{called, name_of};
use super::super::terms::wanted;
use super::{Did, Edited, Lobby, holds, sitter};
use crate::store::{Attendee, House, Level, Sitter};

/// How many people may be invited to one table.
const GUESTS: usize = 25;

/// Gives the house one more seat, under the first number that is free at its level.
pub(in crate::tables) fn seat_house(sitters: &mut Vec<Attendee>, level: Level) -> House {
    let free = |house: &House| sitters.iter().all(|one| one.who != Sitter::House(*house));
    let house = (1..=u8::MAX).map(|number| House { level, number }).find(free);
    let house = house.unwrap_or(House { level, number: u8::MAX });
    sitters.push(Attendee::house(house));
    house
}

impl Lobby<'_> {
    /// Checks that whoever asks was not sent away, or that a host has let them back in.
    pub(super) fn not_sent_away(&self) -> Result<(), NoSeat> {
        let sent_away = holds(&self.row().sent_away, self.who.id);
        if sent_away { Err(NoSeat::SentAway { host: self.host_name() }) } else { Ok(()) }
    }

    pub(in crate::tables) fn kick(&self, whom: Sitter) -> Edited {
        self.in_lobby(Untimely::NobodyIsSentAway)?;
        self.host_only()?;
        self.terms_open()?;
        if whom == self.who.id {
            return Err(NotSentAway::Yourself.into());
        }
        let seated = self.table.seat_of(whom).is_some();
        let mut all = self.row().sitters.iter().chain(&self.row().guests);
        let kicked = all.find(|p| p.who == whom).cloned();
        if kicked.is_none() {
            return Err(NotSentAway::NotHere.into());
        }
        let other = name_of(self.row(), whom).unwrap_or_default();
        let what = if seated { Did::SendAway(other) } else { Did::WaitNoLonger(other) };
        let mut edition = self.edition().say(self.did(what));
        edition.row.sitters.retain(|s| s.who != whom);
        edition.row.guests.retain(|g| g.who != whom);
        edition.row.sent_away.extend(kicked.filter(|gone| gone.who.person().is_some()));
        Ok(edition)
    }

    /// Gives the house a seat.
    pub(in crate::tables) fn add_house(&self, level: Level) -> Edited {
        self.as_host()?;
        self.terms_open()?;
        let row = self.row();
        let (_, most) = wanted(row, self.table.game)?;
        if row.sitters.len() >= usize::from(most) {
            return Err(NoSeat::Taken(most).into());
        }
        let mut edition = self.edition();
        let house = seat_house(&mut edition.row.sitters, level);
        let name = name_of(&edition.row, house).unwrap_or_default();
        Ok(edition.say(self.did(Did::Seat(name))))
    }

    /// Asks somebody to a private table, and lets in again whoever was sent away.
    pub(in crate::tables) fn invite(&self, guest: &Person) -> Edited {
        self.as_host()?;
        self.terms_open()?;
        let row = self.row();
        let comes_back = holds(&row.sent_away, guest.id);
        if !row.private && !comes_back {
            return Err(NotInvited::AnybodyMayJoin.into());
        }
        if holds(&row.sitters, guest.id) {
            return Err(NotInvited::Seated(called(row, guest)).into());
        }
        if holds(&row.guests, guest.id) {
            return Err(NotInvited::Invited(called(row, guest)).into());
        }
        if row.private && row.guests.len() >= GUESTS {
            return Err(NotInvited::Enough(GUESTS).into());
        }
        let mut edition = self.edition();
        let sent_away = row.sent_away.iter().find(|s| s.who == guest.id).cloned();
        if row.private {
            edition.row.guests.push(sent_away.unwrap_or_else(|| sitter(guest, 0)));
        }
        let name = called(&edition.row, guest);
        let what = if row.private { Did::Invite(name) } else { Did::LetBack(name) };
        edition.row.sent_away.retain(|s| s.who != guest.id);
        Ok(edition.say(self.did(what)))
    }
}
