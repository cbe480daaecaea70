//! A table in its owner's memory: the stored row and the match played from its journal.

use std::collections::HashSet;
use std::sync::Arc;

use super::absences::Absences;
use super::audit::{self, Stuck};
use super::clocks::Clocks;
use super::forced;
use super::house::Asked;
use super::lobby::{Did, LobbyFact};
use super::names::Person;
use super::news::News;
use super::recent::{self, Recent};
use super::results::{Ended, Results, Share};
use super::stand_ins;
use super::wishes::{Note, OpenWish};
use crate::store::{Attendee, Cause, HOUSE, RatingChange, Sitter, Stage, Stored, TableId, TableRow};
use engine::catalog::{self, Listed};
use engine::proof::{self, Bytes, Digesting};
use engine::{
    Awaiting, Entry, Header, Language, MAX_SEATS, Play, RESIGN, Reader, ReplayError, Seat, SeatSet, Seats, VOID,
    isolated, told_apart,
};

/// A table, awake.
pub(super) struct Table {
    pub(super) row: TableRow,
    pub(super) game: &'static dyn Listed,
    pub(super) play: Course,
    /// The length of the journal.
    pub(super) entries: u32,
    pub(super) last: LastChange,
    /// When the current question was asked, as far as is known.
    pub(super) asked: Option<i64>,
    pub(super) recent: Recent,
    /// How hands ended, each with its revision.
    pub(super) results: Vec<(u64, Ended)>,
    pub(super) causes: HashSet<Cause>,
    pub(super) ratings: Vec<RatingChange>,
    /// What the house has been asked for long.
    pub(super) lingering: Vec<Asked>,
    /// The moves of people that are to play themselves.
    pub(super) forced: Vec<(Seat, String)>,
    /// The seats whose people resigned or left, the first of them first.
    pub(super) quitters: Vec<Seat>,
    /// Its host has voided a hand: the match is not rated any more.
    pub(super) voided: bool,
    /// When the match was last moved, in milliseconds since 1970, or somebody came back to it, or else when it began.
    pub(super) moved: i64,
    pub(super) tally: [Share; MAX_SEATS],
    /// What somebody wished last, as long as nobody has played on.
    pub(super) wish: Option<OpenWish>,
    pub(super) clocks: Clocks,
    /// The deal that waits to be shown.
    pub(super) rests: Option<u32>,
    pub(super) timing: Timing,
    /// The roots of the packs that were dealt.
    pub(super) roots: Vec<Bytes>,
    /// The digest of the record, once the match has begun.
    pub(super) digest: Option<Digesting>,
    /// What pictures can draw.
    draws: Draws,
    /// In which language words about it are made.
    language: Language,
}

/// How time passes.
#[derive(Clone)]
pub(super) struct Timing {
    /// So much faster than it does elsewhere.
    pub(super) speed: u32,
    /// How long the next hand waits, in milliseconds.
    pub(super) moment: i64,
    pub(super) absences: Arc<Absences>,
}

/// Can pictures draw this character?
pub(super) type Draws = fn(char) -> bool;

/// A table's match.
pub(super) enum Course {
    NotYet,
    Match(Box<dyn Play>),
    /// This program cannot continue it, for this reason.
    Stuck(Stuck),
}

/// What the last change was.
#[derive(Clone, Default)]
pub(super) struct LastChange {
    /// When, in milliseconds since 1970.
    pub(super) at: i64,
    /// Who moved; `None` if it was not a move.
    pub(super) by: Option<Seat>,
    /// A move of a person that played itself.
    pub(super) forced: bool,
    /// The windows before a move.
    pub(super) before: Option<Windows>,
    pub(super) news: News,
    /// It was made because the time of whoever had to move had run out.
    pub(super) late: bool,
}

/// The windows of the board and of each seat's hand before a move.
#[derive(Clone)]
pub(super) struct Windows {
    pub(super) board: u32,
    pub(super) hands: Seats<u32>,
    /// Those who could have made that move first.
    pub(super) raced: SeatSet,
}

impl Windows {
    pub(super) fn before(text: &str, play: &dyn Play) -> Self {
        let hands = Seats::of(play.sides().count(), |seat| play.window(Some(seat)));
        let raced = match play.awaiting() {
            // Resigning or voiding a hand answers no question.
            Awaiting::Race(seats) if text != RESIGN && text != VOID => seats,
            _ => SeatSet::EMPTY,
        };
        Self { board: play.window(None), hands, raced }
    }
}

/// The question that is being asked, of everybody.
#[derive(Clone, Copy)]
pub(super) struct Question {
    window: u32,
    raced: bool,
}

impl Question {
    pub(super) fn of(play: &dyn Play) -> Self {
        Self { window: play.window(None), raced: matches!(play.awaiting(), Awaiting::Race(_)) }
    }
}

/// The game of a table is not one that this program has.
#[derive(Debug, thiserror::Error)]
#[error("table {table} cannot be woken: {why}")]
pub(super) struct Unknown {
    table: TableId,
    why: ReplayError,
}

impl Table {
    /// Builds a table from what is stored.
    pub(super) fn wake(stored: Stored, draws: Draws, language: Language, timing: Timing) -> Result<Self, Unknown> {
        let whole = stored.row.header.as_ref().map_or(Ok(()), |header| audit::whole(&stored, header));
        let Stored { row, journal, missing: _, causes, ratings } = stored;
        let game = catalog::game(&row.game).map_err(|why| Unknown { table: row.id, why: why.into() })?;
        // Also where the match cannot be replayed.
        let at = journal.last().map_or(row.updated, |entry| entry.at);
        let last = LastChange { at, ..LastChange::default() };
        let mut table = Self {
            game,
            play: Course::NotYet,
            entries: journal.len() as u32,
            last,
            asked: None,
            recent: Recent::default(),
            results: Vec::new(),
            causes: causes.into_iter().collect(),
            ratings,
            lingering: Vec::new(),
            forced: Vec::new(),
            quitters: Vec::new(),
            voided: false,
            moved: at,
            tally: Default::default(),
            wish: None,
            clocks: Clocks::default(),
            rests: None,
            timing,
            roots: Vec::new(),
            digest: None,
            draws,
            language,
            row,
        };
        if let Some(header) = table.row.header.clone() {
            table.play = match whole.and_then(|()| table.replay(&header, &journal)) {
                Ok(play) => Course::Match(play),
                Err(why) => Course::Stuck(why),
            };
        }
        table.forced = forced::moves(&table);
        table.digest = table.row.header.as_ref().map(Digesting::new);
        journal.iter().for_each(|entry| table.note_deals(Some(entry)));
        table.note_deals(None);
        Ok(table)
    }

    /// Keeps what proves the deals so far, and this entry of the journal.
    pub(super) fn note_deals(&mut self, entry: Option<&Entry>) {
        if let (Some(digest), Some(entry)) = (&mut self.digest, entry) {
            digest.add(entry);
        }
        if let Course::Match(play) = &self.play {
            self.roots.extend(proof::roots(play.as_ref(), self.roots.len()));
        }
    }

    fn replay(&mut self, header: &Header, journal: &[Entry]) -> Result<Box<dyn Play>, Stuck> {
        let (mut play, facts) = catalog::begin_again(header).map_err(Stuck::Rules)?;
        let begun = self.row.rev - self.saves_since_start();
        let mut notes = self.notes().into_iter().peekable();
        let mut came = 0;
        self.last.news = News::of(play.status().hand, &facts);
        self.recent.note(None, &facts);
        // While the match is on, its row's last update is when it began, unless it was saved since.
        self.asked = (self.row.stage == Stage::Playing && notes.len() == 0).then_some(self.row.updated);
        self.moved = self.asked.unwrap_or(self.row.created);
        // If it was, nothing says when it began but the first move.
        let first = journal.first().map_or(self.row.updated, |entry| entry.at);
        self.tick(None, &*play, self.asked.unwrap_or(first));
        for (i, entry) in journal.iter().enumerate() {
            while let Some(note) = notes.next_if(|one| one.when().0 as usize <= i) {
                self.note(note);
                self.note_times(note, &*play);
                came += 1;
            }
            let lately = i + recent::CAPACITY >= journal.len();
            let before = lately.then(|| Windows::before(&entry.text, play.as_ref()));
            let (hand, question) = (play.status().hand, Question::of(&*play));
            let chosen = forced::is_chosen(self.wish.as_ref(), &self.clocks, &*play, entry.seat, &entry.text);
            // Without the refusal's words, which may mention cards that are not for everybody.
            let facts = catalog::step(&mut *play, journal).map_err(|_| Stuck::Entry(i + 1))?.unwrap_or_default();
            if lately {
                self.recent.note(Some(entry.seat), &facts);
            }
            // Every change is kept: it may still be the last that everybody was told of, however many moves ago.
            let mut news = News::of(hand, &facts);
            let late = self.note_time(entry, &*play, chosen, &mut news);
            let news = self.timed(news, question, play.window(None), entry.at).after(&self.last.news);
            self.last = LastChange { at: entry.at, by: Some(entry.seat), forced: false, before, news, late };
            self.note_act(entry, i as u32, chosen);
            self.note_results(begun + came + i as u64 + 1);
        }
        for note in notes {
            self.note(note);
            self.note_times(note, &*play);
        }
        audit::ended(self.row.stage, play.as_ref())?;
        if self.row.stage == Stage::Closed {
            self.last.news = News::default();
        }
        if self.saves_since_end() > 0 {
            // The last change was not a move: how the last hand ended was told with the change before.
            self.last.news.results.clear();
        }
        Ok(play)
    }

    /// The answer to a question that several raced for says how long it took. `window`: the one that is open now.
    pub(super) fn timed(&mut self, mut news: News, before: Question, window: u32, at: i64) -> News {
        if before.window == window {
            return news;
        }
        news.took = self.asked.replace(at).filter(|_| before.raced).map(|asked| at - asked);
        news
    }

    /// Sets the clocks after a move, and says whether it was made because somebody's time had run out.
    pub(super) fn note_time(&mut self, entry: &Entry, play: &dyn Play, chosen: bool, news: &mut News) -> bool {
        let late = self.tick(Some((entry.seat, chosen)), play, entry.at);
        self.clocks.wait(entry.at, self.moment(!news.results.is_empty()));
        if late {
            news.lobby = vec![LobbyFact::By(called_at(&self.row, entry.seat), Did::RunOut)];
        }
        late
    }

    /// Sets the clocks after a save.
    pub(super) fn note_times(&mut self, note: Note, play: &dyn Play) {
        if let Note::StandIn(stand_in) = note {
            self.tick_anew(stand_in.seat, play, stand_in.at);
        }
    }

    /// Does something with the clocks that asks the match.
    pub(super) fn retime<T>(&mut self, what: impl FnOnce(&mut Self, &dyn Play) -> T) -> Option<T> {
        let course = std::mem::replace(&mut self.play, Course::NotYet);
        let done = if let Course::Match(play) = &course { Some(what(self, play.as_ref())) } else { None };
        self.play = course;
        done
    }

    /// How often the row was saved after the match had begun.
    fn saves_since_start(&self) -> u64 {
        (self.row.stand_ins.len() + self.row.wishes.len()) as u64 + self.saves_since_end()
    }

    /// How often that was when a rematch was opened, and when the table was closed.
    fn saves_since_end(&self) -> u64 {
        u64::from(self.row.rematch.is_some()) + u64::from(self.row.stage == Stage::Closed)
    }

    /// Keeps what an entry of the journal, the one after so many others, means beyond its game.
    pub(super) fn note_act(&mut self, Entry { seat, text, at }: &Entry, entries: u32, chosen: bool) {
        self.moved = *at;
        if chosen {
            self.answer_wish(*seat);
        }
        match text.as_str() {
            RESIGN => self.note_quitter(*seat),
            VOID => self.voided = true,
            _ => {
                let Share { own, house } = &mut self.tally[seat.index()];
                *(if self.row.stood_in(*seat, entries).is_some() { house } else { own }) += 1;
            }
        }
    }

    /// Tells of the table, beside what was told of the match.
    pub(super) fn tell_beside(&mut self, at: i64, lobby: Vec<LobbyFact>) {
        let News { facts, took, .. } = std::mem::take(&mut self.last.news);
        let news = News { lobby, facts, took, ..News::default() };
        self.last = LastChange { at, news, ..LastChange::default() };
    }

    /// Keeps the results of hands that ended in the last change.
    pub(super) fn note_results(&mut self, rev: u64) {
        self.results.extend(self.last.news.results.iter().map(|ended| (rev, ended.clone())));
    }

    /// How the hands ended after a revision, with the revisions in which that was told.
    pub(super) fn results_after(&self, rev: u64) -> Results {
        let changes = self.results.chunk_by(|(one, _), (next, _)| one == next);
        let later = changes.filter(|change| change[0].0 > rev);
        later.map(|change| (change[0].0, change.iter().map(|(_, ended)| ended.clone()).collect())).collect()
    }

    /// The revision that people see: it grows with every save and every move.
    pub(super) fn rev(&self) -> u64 {
        self.row.rev + u64::from(self.entries)
    }

    /// The match, if it is being played or was.
    pub(super) fn play(&self) -> Option<&dyn Play> {
        match &self.play {
            Course::Match(play) => Some(play.as_ref()),
            Course::NotYet | Course::Stuck(_) => None,
        }
    }

    pub(super) fn seat_of(&self, who: impl Into<Sitter>) -> Option<Seat> {
        let who = who.into();
        let at = self.row.sitters.iter().position(|s| s.who == who)?;
        u8::try_from(at).ok().and_then(Seat::new)
    }

    /// Those who were asked but have not sat down.
    pub(super) fn unanswered(&self) -> impl Iterator<Item = &Attendee> {
        self.row.guests.iter().filter(|guest| self.seat_of(guest.who).is_none())
    }

    /// Their names.
    pub(super) fn waited_for(&self) -> Vec<String> {
        self.unanswered().filter_map(|guest| name_of(&self.row, guest.who)).collect()
    }

    /// For whom words about the match are made.
    pub(super) fn reader(&self) -> Reader {
        self.marked(self.row.sitters.iter().map(shown))
    }

    /// Where the house plays for somebody, its face stands before their name.
    fn marked(&self, names: impl Iterator<Item = String>) -> Reader {
        let left = stand_ins::left(self);
        let face = |seat| if left.contains(seat) { format!("{HOUSE} ") } else { String::new() };
        Reader { names: seated(names, face), language: self.language }
    }

    /// The names that pictures show: without what they cannot draw.
    pub(super) fn drawn(&self) -> Reader {
        let drawn = |one: &Attendee| match one.who {
            Sitter::Person(user) => Person::new(user, &one.name).drawn(self.draws),
            Sitter::House(house) => house.name(),
        };
        self.marked(self.row.sitters.iter().map(drawn))
    }
}

/// The name of somebody at a table, made harmless.
fn shown(one: &Attendee) -> String {
    match one.who {
        Sitter::Person(user) => Person::new(user, &one.name).name().to_owned(),
        Sitter::House(house) => house.name(),
    }
}

/// What a person is called in public lines: as at the table, if they sit there or were asked.
pub(super) fn called(row: &TableRow, who: &Person) -> String {
    name_of(row, who.id).unwrap_or_else(|| isolated(who.name()))
}

/// What somebody who sits at a table or was asked is called there.
pub(super) fn name_of(row: &TableRow, who: impl Into<Sitter>) -> Option<String> {
    let who = who.into();
    roll(row).into_iter().find(|(known, _)| *known == who).map(|(_, name)| isolated(&name))
}

/// What whoever sits at a seat is called.
pub(super) fn called_at(row: &TableRow, seat: Seat) -> String {
    row.sitters.get(seat.index()).and_then(|one| name_of(row, one.who)).unwrap_or_default()
}

/// Everybody whom a table shows, no two under one name: those who sit there, in seat order, those who were asked, and
/// those who were sent away.
pub(super) fn roll(row: &TableRow) -> Vec<(Sitter, String)> {
    let mut all: Vec<&Attendee> = Vec::new();
    for one in row.sitters.iter().chain(&row.guests).chain(&row.sent_away) {
        if all.iter().all(|known| known.who != one.who) {
            all.push(one);
        }
    }
    let apart = told_apart(all.iter().map(|one| shown(one)));
    all.iter().map(|one| one.who).zip(apart).collect()
}

/// What these people are called who sit at one table, no two of them alike.
pub(super) fn named(sitters: &[Attendee]) -> Seats<String> {
    seated(sitters.iter().map(shown), |_| String::new())
}

fn seated(names: impl Iterator<Item = String>, face: impl Fn(Seat) -> String) -> Seats<String> {
    let given = told_apart(names);
    let name = |seat: Seat| isolated(&format!("{}{}", face(seat), given[seat.index()]));
    Seats::of(given.len().min(MAX_SEATS) as u8, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::UserId;

    #[test]
    fn q16_whoever_is_asked_is_told_from_those_who_sit_there() {
        let place = crate::store::Place { channel: crate::store::ChannelId(1), guild: None };
        let sitter = |user, name: &str| Attendee::new(UserId(user), name);
        let mut row = TableRow::lobby("k7f2".parse().unwrap(), place, "gin-rummy", "classic", UserId(1), "Ada", 0);
        row.guests = vec![sitter(1, "Ada"), sitter(2, "Аda"), sitter(3, "فاطمة"), sitter(4, "𝒜𝒹𝒶")];
        let called = |user| name_of(&row, UserId(user)).unwrap();
        assert_eq!([1, 2, 3, 4].map(called), ["Ada", "Аda 2", "\u{2068}فاطمة\u{2069}", "Ada 3"]);
        row.sitters.push(sitter(2, "Аda"));
        assert_eq!(named(&row.sitters).iter().collect::<Vec<_>>(), ["Ada", "Аda 2"]);
    }
}
