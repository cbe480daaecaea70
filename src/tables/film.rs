//! Matches that are over, looked at again at each of their moves, from any seat.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{OnceCell, Semaphore};

use super::audit::{Stuck, whole};
use super::frozen::Frozen;
use super::owner::Mail;
use super::owners::Shared;
use super::rejection::{NotPlayed, Rejection, Untimely};
use super::request::Fault;
use super::snapshot::Snapshot;
use super::thinkers::BrokeOff;
use crate::store::{Stage, Stored, TableId};
use engine::picture::Sheet;
use engine::{Entry, Fact, Header, Play, RESIGN, Seat, Seen, VOID, catalog};

/// The match is kept as it stood after every so many moves: a step plays no more than that.
const EVERY: usize = 16;
/// How many matches are kept ready, and how many are made ready at once.
const KEPT: usize = 32;
const AT_ONCE: usize = 2;

/// A match that is over, ready to be looked at. It cannot be printed.
pub struct Film {
    table: TableId,
    journal: Vec<Entry>,
    /// What the first deal told.
    dealt: Vec<Fact>,
    marks: Vec<Arc<dyn Play>>,
    /// After how many moves each hand began.
    hands: Vec<u32>,
    /// What there is to jump to besides: how hands ended, who gave up, what was voided; after how many moves.
    ends: Vec<(u32, Fact)>,
}

/// A match that is over, as it stood after one of its moves. Each of its hands may be shown to everybody by now.
pub struct Replayed {
    pub film: Arc<Film>,
    /// After so many moves.
    pub at: u32,
    /// Who made the last of them; `None` before the first.
    pub by: Option<Seat>,
    facts: Vec<Fact>,
    stood: Frozen,
}

impl Film {
    /// Plays a record again, once and to its end.
    fn of(table: TableId, header: &Header, journal: Vec<Entry>) -> Result<Self, Stuck> {
        let (mut play, dealt) = catalog::begin_again(header).map_err(Stuck::Rules)?;
        let (mut marks, mut hands, mut ends) = (vec![play.frozen()], vec![0], Vec::new());
        while let Some(facts) = catalog::step(&mut *play, &journal).map_err(Stuck::Rules)? {
            let at = play.moves();
            if (at as usize).is_multiple_of(EVERY) {
                marks.push(play.frozen());
            }
            // A hand that goes by within one move has no beginning to be looked at.
            hands.resize((play.status().hand as usize).max(hands.len()), at);
            let is_act = matches!(journal[at as usize - 1].text.as_str(), RESIGN | VOID);
            let is_told = |(n, fact): &(usize, Fact)| fact.is_result() || is_act && *n == 0;
            ends.extend(facts.into_iter().enumerate().filter(is_told).map(|(_, fact)| (at, fact)));
        }
        Ok(Self { table, journal, dealt, marks, hands, ends })
    }

    /// How many moves the match has.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.journal.len() as u32
    }

    /// After how many moves each hand began, from the first.
    #[must_use]
    pub fn hands(&self) -> &[u32] {
        &self.hands
    }

    /// How hands ended, who gave up, and what was voided; after how many moves.
    #[must_use]
    pub fn ends(&self) -> &[(u32, Fact)] {
        &self.ends
    }

    /// The match after so many moves, and what the last of them told.
    fn stood(&self, at: u32) -> Result<(Arc<dyn Play>, Vec<Fact>), Stuck> {
        let Some(before) = at.checked_sub(1) else { return Ok((Arc::clone(&self.marks[0]), self.dealt.clone())) };
        let mut stands = self.marks[before as usize / EVERY].copied();
        let mut facts = Vec::new();
        while stands.moves() < at {
            facts = catalog::step(&mut *stands, &self.journal).map_err(Stuck::Rules)?.unwrap_or_default();
        }
        Ok((stands.into(), facts))
    }
}

impl Replayed {
    /// Which hand was played then, from 1.
    #[must_use]
    pub fn hand(&self) -> u32 {
        self.stood.deal()
    }

    /// The score sheet; `None` before the end.
    #[must_use]
    pub fn sheet(&self) -> Option<Sheet> {
        self.stood.sheet()
    }

    /// What was seen from a seat, or by those who watched.
    #[must_use]
    pub fn seen(&self, viewer: Option<Seat>) -> Seen {
        self.stood.seen(viewer)
    }

    /// What the last move told this seat, or those who watched.
    pub fn told(&self, viewer: Option<Seat>) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| fact.to.reaches(viewer))
    }
}

/// A match that is made ready once, however many ask for it at the same time.
type Making = Arc<OnceCell<Arc<Film>>>;

/// The matches looked at last, the latest at the end.
pub(super) struct Films {
    kept: Mutex<VecDeque<(TableId, Making)>>,
    turns: Semaphore,
}

impl Default for Films {
    fn default() -> Self {
        Self { kept: Mutex::default(), turns: Semaphore::new(AT_ONCE) }
    }
}

impl Films {
    fn of(&self, table: TableId) -> Making {
        let mut kept = self.kept.lock();
        let found = kept.iter().position(|(of, _)| *of == table).and_then(|at| kept.remove(at));
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        let (_, making) = found.unwrap_or_else(|| (table, Making::default()));
        kept.push_back((table, Arc::clone(&making)));
        making
    }
}

impl Shared {
    pub(super) async fn replay(
        self: &Arc<Self>,
        film: &Arc<Film>,
        at: u32,
    ) -> Result<(Arc<Snapshot>, Replayed), Rejection> {
        let now = self.post(film.table, Mail::Look).await?;
        let at = at.min(film.moves());
        let by = at.checked_sub(1).map(|last| film.journal[last as usize].seat);
        let (play, facts) = film.stood(at).map_err(NotPlayed::NotReplayed)?;
        let stood = now.play.at(play);
        Ok((now, Replayed { film: Arc::clone(film), at, by, facts, stood }))
    }

    pub(super) async fn film(&self, table: TableId) -> Result<Arc<Film>, Rejection> {
        self.films.of(table).get_or_try_init(|| self.make_film(table)).await.cloned()
    }

    async fn make_film(&self, table: TableId) -> Result<Arc<Film>, Rejection> {
        let _turn = self.films.turns.acquire().await.ok();
        // The table is not woken for a record that does not replay: that is no fault of anybody's.
        let stored = self.store.load(table).await.map_err(|error| self.unread(&error))?.ok_or(Rejection::NoTable)?;
        let header = over(&stored)?.clone();
        let made = tokio::task::spawn_blocking(move || Film::of(table, &header, stored.journal));
        let made = made.await.map_err(|_| Fault::log("a match could not be played again", &BrokeOff("replay")))?;
        Ok(Arc::new(made.map_err(NotPlayed::NotReplayed)?))
    }
}

/// How the match of a table began that is over. Before that, whoever plays may not know what the others hold.
fn over(stored: &Stored) -> Result<&Header, Rejection> {
    let header = match (stored.row.stage, &stored.row.header) {
        (Stage::Playing, _) => return Err(Untimely::NoReplayYet.into()),
        (Stage::Lobby, _) | (_, None) => return Err(Untimely::NeverBegun.into()),
        (Stage::Over | Stage::Closed, Some(header)) => header,
    };
    whole(stored, header).map_err(NotPlayed::NotReplayed)?;
    Ok(header)
}
