//! What the host sets before the match: variant, options, how many seats, and who sits where.

use super::super::rejection::{NotMoved, Unfit};
use super::super::terms::{in_force, name_variant, wanted};
use super::{Did, Edited, Edition, Lobby, name_of};
use crate::store::{Sitter, TableRow};
use engine::{Overrides, Seat};

impl Lobby<'_> {
    pub(in crate::tables) fn set_options(&self, changes: &Overrides) -> Edited {
        self.as_host()?;
        let mut edition = self.edition();
        for (key, value) in changes {
            if value.is_null() {
                edition.row.options.remove(key);
            } else {
                edition.row.options.insert(key.clone(), value.clone());
            }
        }
        name_variant(&mut edition.row, self.table.game)?;
        self.terms(edition, Did::Set(changes.clone()))
    }

    pub(in crate::tables) fn set_variant(&self, variant: &str) -> Edited {
        self.as_host()?;
        if variant == self.row().variant {
            return Err(Unfit::Unchanged.into());
        }
        let mut edition = self.edition();
        variant.clone_into(&mut edition.row.variant);
        let anew = !std::mem::take(&mut edition.row.options).is_empty();
        // The number of seats set for the last variant may not suit this one.
        let fits = |seats: &u8| self.table.game.options(Some(variant), &Overrides::new(), *seats).is_ok();
        edition.row.seats = edition.row.seats.filter(fits);
        self.terms(edition, Did::Choose { variant: variant.to_owned(), anew })
    }

    pub(in crate::tables) fn set_seats(&self, seats: u8) -> Edited {
        self.as_host()?;
        let mut edition = self.edition();
        edition.row.seats = (seats > 0).then_some(seats);
        let seats = edition.row.seats;
        self.terms(edition, Did::Seats(seats))
    }

    /// Sets something on which neither the rules nor who may sit there depend.
    pub(in crate::tables) fn set(&self, what: Did, set: impl FnOnce(&mut TableRow)) -> Edited {
        self.as_host()?;
        let mut edition = self.edition();
        set(&mut edition.row);
        self.terms(edition, what)
    }

    pub(in crate::tables) fn move_up(&self, who: Sitter) -> Edited {
        self.as_host()?;
        self.terms_open()?;
        let seat = self.table.seat_of(who).map(Seat::index).ok_or(NotMoved::NoSeat)?;
        let mut edition = self.edition();
        let name = |who: Sitter| name_of(self.row(), who).unwrap_or_default();
        let Some(before) = seat.checked_sub(1) else {
            return Err(NotMoved::First(name(who)).into());
        };
        let other = name(edition.row.sitters[before].who);
        edition.row.sitters.swap(before, seat);
        Ok(edition.say(self.did(Did::MoveUp { who: name(who), seat, before: other })))
    }

    /// Checks that the people already seated can play on the new terms.
    fn terms(&self, edition: Edition, what: Did) -> Edited {
        self.terms_open()?;
        let (old, new) = (self.row(), &edition.row);
        let all = |row: &TableRow| {
            let terms = (row.hints, row.clock, row.absent, row.forced, row.next_hand);
            (row.variant.clone(), row.options.clone(), row.seats, terms)
        };
        if all(new) == all(old) {
            return Err(Unfit::Unchanged.into());
        }
        let seated = edition.row.sitters.len();
        let (_, most) = wanted(&edition.row, self.table.game)?;
        if seated > usize::from(most) {
            return Err(Unfit::Crowded { seated, most }.into());
        }
        // Options that do not go together are refused here.
        in_force(&edition.row, self.table.game)?;
        Ok(edition.say(self.did(what)))
    }
}
