//! The lobby: who sits down, and when the match starts. `options`: on which terms; `door`: whom the host lets in; `end`: who
//! closes the table, and what those at a match wish of it together.

mod acts;
mod begin;
mod door;
mod end;
mod fact;
mod options;

use super::names::Person;
use super::rejection::{NoAnswer, NoSeat, NotStarted, NotYours, Rejection, Unfit, Untimely};
use super::seeds::Seeds;
use super::table::{Table, called, name_of};
use super::terms::wanted;
use super::wishes::Note;
use crate::store::{Attendee, Cause, Stage, StandIn, TableRow, UserId};
use engine::catalog::Started;

pub use begin::LONGEST_WORD;
pub(super) use begin::{adds, is_first_drawn};
pub(super) use door::seat_house;
pub use fact::{Did, LobbyFact};

/// A table as it is to be saved, and what is said about it.
pub(super) struct Edition {
    pub(super) row: TableRow,
    pub(super) told: Vec<LobbyFact>,
    /// The match, if this starts it.
    pub(super) started: Option<Started>,
    /// What it means to a match that is on.
    pub(super) note: Option<Note>,
}

impl Edition {
    /// The next revision of a row, to be changed.
    pub(super) fn of(row: &TableRow, now: i64) -> Self {
        let row = TableRow { rev: row.rev + 1, updated: now, ..row.clone() };
        Self { row, told: Vec::new(), started: None, note: None }
    }

    /// Somebody plays for another.
    pub(super) fn standing_in(mut self, stand_in: StandIn) -> Self {
        self.row.stand_ins.push(stand_in);
        Self { note: Some(Note::StandIn(stand_in)), ..self }
    }

    fn say(mut self, fact: LobbyFact) -> Self {
        self.told.push(fact);
        self
    }
}

/// Somebody asks something of a table in its lobby.
pub(super) struct Lobby<'a> {
    pub(super) table: &'a Table,
    pub(super) who: &'a Person,
    pub(super) seeds: &'a Seeds,
    /// The interaction behind it.
    pub(super) cause: Option<Cause>,
    /// What chance from outside adds to a match that this starts.
    pub(super) round: Option<String>,
    pub(super) now: i64,
}

type Edited = Result<Edition, Rejection>;

impl Lobby<'_> {
    fn row(&self) -> &TableRow {
        &self.table.row
    }

    fn edition(&self) -> Edition {
        Edition::of(self.row(), self.now)
    }

    fn host_name(&self) -> Option<String> {
        name_of(self.row(), self.row().host)
    }

    /// That the person asking did this.
    fn did(&self, what: Did) -> LobbyFact {
        LobbyFact::By(called(self.row(), self.who), what)
    }

    fn in_lobby(&self, late: Untimely) -> Result<(), Rejection> {
        match self.row().stage {
            Stage::Lobby => Ok(()),
            Stage::Playing => Err(late.into()),
            Stage::Over => Err(Untimely::Over.into()),
            Stage::Closed => Err(Rejection::Gone),
        }
    }

    fn as_host(&self) -> Result<(), Rejection> {
        self.in_lobby(Untimely::Begun)?;
        self.host_only()
    }

    fn host_only(&self) -> Result<(), Rejection> {
        if self.who.id == self.row().host { Ok(()) } else { Err(NotYours::Host(self.host_name()).into()) }
    }

    /// The terms of a challenge or a rematch cannot change: it is accepted or declined as it was made.
    fn terms_open(&self) -> Result<(), Unfit> {
        let row = self.row();
        if row.challenge { Err(Unfit::Fixed { rematch: row.rematch_of.is_some() }) } else { Ok(()) }
    }

    pub(super) fn join(&self) -> Edited {
        let row = self.row();
        if self.table.seat_of(self.who.id).is_some() && matches!(row.stage, Stage::Lobby | Stage::Playing) {
            return Err(NoSeat::Seated.into());
        }
        self.in_lobby(Untimely::BegunWithout)?;
        self.not_sent_away()?;
        if (row.private || row.challenge) && !self.is_asked() {
            let waits = NoSeat::WaitsFor(self.table.waited_for());
            return Err(if row.challenge { waits } else { NoSeat::Private { host: self.host_name() } }.into());
        }
        let (_, most) = wanted(row, self.table.game)?;
        let full = row.sitters.len() + self.kept() >= usize::from(most);
        let gives_way = row.sitters.iter().rposition(|one| one.who.house().is_some()).filter(|_| full);
        if full && gives_way.is_none() {
            let taken = row.sitters.len() >= usize::from(most);
            return Err(if taken { NoSeat::Taken(most) } else { NoSeat::KeptFor(self.table.waited_for()) }.into());
        }
        let mut edition = self.edition();
        let comes = Attendee { adds: adds(self.seeds, self.cause), ..sitter(self.who, self.now) };
        if let Some(at) = gives_way {
            let house = std::mem::replace(&mut edition.row.sitters[at], comes);
            let joins = Did::JoinFor(name_of(row, house.who).unwrap_or_default());
            return Ok(edition.say(LobbyFact::By(called(row, self.who), joins)));
        }
        edition.row.sitters.push(comes);
        let everybody = edition.row.guests.iter().all(|g| edition.row.sitters.iter().any(|s| s.who == g.who));
        let name = called(&edition.row, self.who);
        if !row.challenge {
            return Ok(edition.say(LobbyFact::By(name, Did::Join)));
        }
        let mut edition = edition.say(LobbyFact::By(name, Did::Accept));
        if everybody {
            self.begin(&mut edition)?;
        }
        Ok(edition)
    }

    /// How many seats are kept for others: a table that was a challenge keeps one for each person who was asked. A
    /// private table keeps none, because more people may be invited than it has seats.
    fn kept(&self) -> usize {
        if self.row().private { 0 } else { self.table.unanswered().filter(|g| g.who != self.who.id).count() }
    }

    pub(super) fn accept(&self) -> Edited {
        self.in_lobby(Untimely::Begun)?;
        self.not_sent_away()?;
        let seated = self.table.seat_of(self.who.id).is_some();
        if seated && self.row().challenge {
            return Err(self.for_others(true).into());
        }
        if !self.is_asked() && !seated {
            return Err(self.not_asked().into());
        }
        self.join()
    }

    fn for_others(&self, accept: bool) -> NoAnswer {
        NoAnswer::ForOthers { names: self.table.waited_for(), accept, host: self.who.id == self.row().host }
    }

    fn is_asked(&self) -> bool {
        holds(&self.row().guests, self.who.id)
    }

    fn not_asked(&self) -> NoAnswer {
        if self.row().challenge { NoAnswer::OthersAsked(self.table.waited_for()) } else { NoAnswer::NotAsked }
    }

    pub(super) fn decline(&self) -> Edited {
        self.in_lobby(Untimely::Begun)?;
        if self.table.seat_of(self.who.id).is_some() {
            let asks = self.row().challenge && self.who.id == self.row().host;
            return Err(if asks { self.for_others(false) } else { NoAnswer::Seated }.into());
        }
        if !self.is_asked() {
            return Err(self.not_asked().into());
        }
        let mut edition = self.edition().say(self.did(Did::Decline));
        edition.row.guests.retain(|g| g.who != self.who.id);
        Ok(self.without_one(edition))
    }

    /// After somebody declines or leaves a challenge or rematch. With more than two people it goes on for the
    /// others, like any other table; otherwise it closes.
    fn without_one(&self, mut edition: Edition) -> Edition {
        if self.row().challenge && self.row().guests.len() > 2 {
            edition.row.challenge = false;
            let fewer = self.table.game.seats(Some(&edition.row.variant), &edition.row.options);
            let fewer = fewer.is_ok_and(|counts| edition.row.seats.is_some_and(|now| *counts.start() < now));
            edition.told.push(LobbyFact::Freed { fewer });
        } else if self.row().challenge {
            edition.row.stage = Stage::Closed;
        }
        edition
    }

    pub(super) fn leave(&self) -> Edited {
        self.in_lobby(Untimely::NobodyLeaves)?;
        if self.table.seat_of(self.who.id).is_none() {
            return if self.is_asked() { self.decline() } else { Err(Rejection::NotSeated) };
        }
        let host_leaves = self.who.id == self.row().host;
        let mut edition = self.edition().say(self.did(Did::Leave));
        edition.row.sitters.retain(|s| s.who != self.who.id);
        // A person who has just left is not asked to come.
        edition.row.guests.retain(|g| g.who != self.who.id);
        let Some(next) = edition.row.sitters.iter().find_map(|s| s.who.person()) else {
            edition.row.stage = Stage::Closed;
            return Ok(edition);
        };
        if host_leaves {
            edition.row.host = next;
            let fact = name_of(&edition.row, next).map(|name| LobbyFact::By(name, Did::BecomeHost));
            edition.told.extend(fact);
        }
        Ok(self.without_one(edition))
    }

    pub(super) fn start(&self) -> Edited {
        self.as_host()?;
        self.terms_open().map_err(|_| NotStarted::WaitsFor(self.table.waited_for()))?;
        let mut edition = self.edition();
        self.begin(&mut edition)?;
        Ok(edition)
    }
}

fn holds(people: &[Attendee], user: UserId) -> bool {
    people.iter().any(|person| person.who == user)
}

/// Somebody at a seat.
pub(super) fn sitter(who: &Person, now: i64) -> Attendee {
    Attendee { account: who.account().to_owned(), joined: now, ..Attendee::new(who.id, who.name()) }
}
