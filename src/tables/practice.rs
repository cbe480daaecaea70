//! Practice hands: one person alone with the house, to learn a game. They stand in memory only, are of no table and no
//! channel, and nothing comes of them: whoever stops the bot ends them, and another one is dealt.
//!
//! What somebody sees is a [`Practice`]. A move makes a new one of it, which takes its place unless another has done so
//! before.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::clock::now;
use super::lobby::{seat_house, sitter};
use super::names::Person;
use super::request::{Fault, MatchAct};
use super::room::Room;
use super::table::reader;
use super::thinkers::BrokeOff;
use crate::store::{Attendee, TableId, UserId};
use engine::catalog::{Listed, Setup};
use engine::picture::Screen;
use engine::{
    Awaiting, BoardText, Built, Explained, Fact, Language, Lesson, Level, Makes, NotOffered, Overrides, Play, Reader,
    Refusal, Seat, Thinking,
};

/// How many are remembered; nobody has more than one.
const REMEMBERED: usize = 1000;
/// How many deals are tried for one in which somebody who plays sensibly does well: the first hand shall show the game.
const DEALS: u32 = 8;
/// The fewest moves of the learner by which a hand shows the game.
const SHOWS: u32 = 4;
/// The most moves of the house that are played at once.
const MOST: u32 = 400;
/// How long the house thinks about what it would do in the learner's place.
const TIME: Duration = Duration::from_millis(300);
/// Where the learner sits.
const SEAT: Seat = Seat::FIRST;

/// Something that happened, and what it means where it is met for the first time.
#[derive(Clone)]
pub struct Met {
    pub fact: Fact,
    pub means: Option<&'static str>,
}

/// What the house would do in the learner's place. It cannot be printed.
#[derive(Clone)]
pub struct Advice {
    text: String,
    /// The move as lists word it.
    pub says: String,
    pub why: String,
}

/// A practice hand as it stands: only for the person who plays it. It cannot be printed.
#[derive(Clone)]
pub struct Practice {
    /// What its buttons call it.
    pub id: TableId,
    user: UserId,
    pub game: &'static dyn Listed,
    play: Arc<dyn Play>,
    reader: Reader,
    drawn: Reader,
    /// What has happened since the learner was last asked.
    pub met: Vec<Met>,
    known: Vec<&'static str>,
    /// How many moves the learner has made.
    pub made: u32,
    /// How the hand ended; nothing as long as it goes on.
    pub result: Vec<Fact>,
    pub advice: Option<Advice>,
}

/// Why nothing was done.
pub enum NotPractised {
    /// There is no such practice hand (any more).
    Gone,
    /// The button was from before the latest move: what stands now.
    Late(Arc<Practice>),
    /// The house has no thought of its own on what is asked now.
    NoAdvice(Arc<Practice>),
    /// By the rules of the game.
    Refused(Arc<Practice>, Refusal),
    Fault(Fault),
}

/// The latest practice hands, oldest first.
#[derive(Default)]
pub(super) struct Practices(Mutex<VecDeque<Arc<Practice>>>);

impl Practices {
    fn begin(&self, new: Arc<Practice>) {
        let mut all = self.0.lock();
        all.retain(|one| one.user != new.user);
        if all.len() >= REMEMBERED {
            all.pop_front();
        }
        all.push_back(new);
    }

    fn find(&self, user: UserId, id: TableId) -> Option<Arc<Practice>> {
        self.0.lock().iter().find(|one| (one.user, one.id) == (user, id)).cloned()
    }

    /// Whoever began from what no longer stands is told what does.
    fn replace(&self, old: &Arc<Practice>, new: Arc<Practice>) -> Result<Arc<Practice>, NotPractised> {
        let mut all = self.0.lock();
        let stands = all.iter_mut().find(|one| (one.user, one.id) == (old.user, old.id)).ok_or(NotPractised::Gone)?;
        if !Arc::ptr_eq(stands, old) {
            return Err(NotPractised::Late(Arc::clone(stands)));
        }
        *stands = Arc::clone(&new);
        Ok(new)
    }

    pub(super) fn forget(&self, user: UserId) {
        self.0.lock().retain(|one| one.user != user);
    }
}

impl Practice {
    pub fn lesson(&self) -> Lesson {
        self.game.lesson(self.reader.language)
    }

    /// Is it the beginning?
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.made == 0
    }

    /// Has the hand ended, or gone on for as long as one needs to know it?
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.result.is_empty() || self.made >= self.lesson().moves || self.play.standings().is_some()
    }

    #[must_use]
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    #[must_use]
    pub fn window(&self) -> u32 {
        self.play.window(Some(SEAT))
    }

    /// What can be done after these steps; `None` if they lead nowhere (any more).
    #[must_use]
    pub fn build(&self, path: &[usize]) -> Option<Built> {
        self.play.build(SEAT, path, &self.reader)
    }

    /// The same, each kind with why one would.
    #[must_use]
    pub fn ways(&self, path: &[usize]) -> Vec<Explained> {
        self.play.ways(SEAT, path, &self.reader)
    }

    #[must_use]
    pub fn board(&self) -> BoardText {
        self.play.board(Some(SEAT), &self.reader)
    }

    #[must_use]
    pub fn prompt(&self) -> String {
        self.board().prompt.to(SEAT)
    }

    #[must_use]
    pub fn hand_text(&self) -> String {
        self.play.hand_text(SEAT, &self.reader)
    }

    /// The table and the learner's cards; or how the hand ended.
    #[must_use]
    pub fn screen(&self) -> Screen {
        let shows = |fact: &Fact| self.play.showdown_screen(fact, &self.drawn);
        let ended = self.result.iter().filter_map(shows).reduce(Screen::above);
        ended.unwrap_or_else(|| self.play.screen(Some(SEAT), &self.drawn))
    }

    /// A practice hand as it begins, of the first deal that suits.
    fn deal(
        id: TableId,
        person: &Person,
        game: &'static dyn Listed,
        drawn: &Person,
        seed: [u8; 32],
    ) -> Result<Self, NotOffered> {
        let lesson = game.lesson(Language::English);
        let seats = *game.seats(Some(lesson.variant), &Overrides::new())?.start();
        let named = |learner: &Person| {
            let mut sitters: Vec<Attendee> = vec![sitter(learner, now())];
            for _ in 1..seats {
                seat_house(&mut sitters, Level::Easy);
            }
            reader(&sitters)
        };
        let (reader, drawn) = (named(person), named(drawn));
        let mut tried = 0;
        loop {
            let mut seed = seed;
            seed[0] ^= tried as u8;
            let variant = Some(lesson.variant.to_owned());
            let setup = Setup { variant, seats: Some(seats), seed, first: Some(SEAT), ..Setup::default() };
            let (play, facts) = game.start(setup)?;
            let bare = Self {
                id,
                user: person.id,
                game,
                play: play.frozen(),
                reader: reader.clone(),
                drawn: drawn.clone(),
                met: Vec::new(),
                known: Vec::new(),
                made: 0,
                result: Vec::new(),
                advice: None,
            };
            let begun = bare.gone_on(facts, 0);
            tried += 1;
            if tried >= DEALS || begun.goes_well() {
                return Ok(begun);
            }
        }
    }

    /// The same after these facts of a move of the learner, and what the house plays on them.
    fn gone_on(&self, facts: Vec<Fact>, made: u32) -> Self {
        let mut next = Self { met: Vec::new(), made: self.made + made, advice: None, ..self.clone() };
        let mut play = self.play.frozen();
        next.meet(facts);
        if let Some(play) = Arc::get_mut(&mut play) {
            for turn in 0..MOST {
                let Some(seat) = houses_turn(play).filter(|_| !next.is_over()) else { break };
                next.meet(move_at(play, seat, Level::Easy, turn, &self.reader));
            }
        }
        Self { play, ..next }
    }

    /// What follows a result belongs to the next hand.
    fn meet(&mut self, facts: Vec<Fact>) {
        for fact in facts.into_iter().filter(|fact| fact.to.reaches(Some(SEAT))) {
            if !self.result.is_empty() && !fact.is_result() {
                return;
            }
            if fact.is_result() {
                self.result.push(fact.clone());
            }
            if fact.tell(&self.reader).is_empty() {
                continue;
            }
            let means = fact.meaning(self.reader.language).filter(|means| !self.known.contains(means));
            self.known.extend(means);
            self.met.push(Met { fact, means });
        }
    }

    /// Does somebody who plays sensibly do better than the house in this deal?
    fn goes_well(&self) -> bool {
        let mut played = self.clone();
        for turn in 0..self.lesson().moves {
            if played.is_over() {
                break;
            }
            let mut play = played.play.frozen();
            let Some(facts) =
                Arc::get_mut(&mut play).map(|play| move_at(play, SEAT, Level::Medium, turn, &self.reader))
            else {
                return true;
            };
            played = Self { play, ..played }.gone_on(facts, 1);
        }
        let scores = played.play.status().scores;
        let own = played.play.sides()[SEAT].0;
        let own = scores.get(usize::from(own)).copied().unwrap_or_default();
        // A hand that is over at once shows nothing.
        played.made >= SHOWS && own > 0 && scores.iter().all(|score| *score <= own)
    }

    /// After this move of the learner.
    fn after(&self, text: &str) -> Result<Self, Refusal> {
        let judged = self.play.read(SEAT, text, &self.reader)?;
        let mut play = self.play.frozen();
        let facts =
            Arc::get_mut(&mut play).map(|play| play.carry_out(judged, &self.reader)).unwrap_or(Ok(Vec::new()))?;
        Ok(Self { play, ..self.clone() }.gone_on(facts, 1))
    }

    fn advised(&self) -> Option<Self> {
        let since = Instant::now();
        let go_on = &mut |_| since.elapsed() < TIME;
        let thinking = &mut Thinking { level: Level::Hard, seed: rand::random(), go_on };
        let best = self.play.think(SEAT, thinking, &self.reader)?.candidates.into_iter().next()?;
        let says = self.play.describe(SEAT, &best.text, &self.reader).unwrap_or_else(|| best.text.clone());
        Some(Self { advice: Some(Advice { says, text: best.text, why: best.why }), ..self.clone() })
    }
}

/// The seat of the house that the match waits for; nobody hurries the learner.
fn houses_turn(play: &dyn Play) -> Option<Seat> {
    match play.awaiting() {
        Awaiting::Nobody => None,
        awaiting if awaiting.seats().contains(SEAT) => None,
        awaiting => awaiting.seats().iter().next(),
    }
}

/// Plays a move of the house's at a seat.
fn move_at(play: &mut dyn Play, seat: Seat, level: Level, turn: u32, reader: &Reader) -> Vec<Fact> {
    let mut seed = play.header().seed;
    seed[31] ^= turn as u8;
    let thinking = &mut Thinking { level, seed, go_on: &mut |_| false };
    let thought = play.think(seat, thinking, reader).and_then(|thought| thought.candidates.into_iter().next());
    let text = thought.map(|best| best.text).or_else(|| play.fallback(seat));
    let judged = text.and_then(|text| play.read(seat, &text, reader).ok());
    judged.and_then(|judged| play.carry_out(judged, reader).ok()).unwrap_or_default()
}

impl Room {
    /// Deals somebody a practice hand, in place of the one before.
    ///
    /// # Errors
    /// If dealing broke down, or the system gave no randomness.
    pub async fn practise(&self, person: &Person, game: &'static dyn Listed) -> Result<Arc<Practice>, Fault> {
        let seed = self.0.config.seeds.draw()?;
        let (person, draws) = (person.clone(), self.0.config.draws);
        let drawn = Person::new(person.id, &person.drawn(draws));
        let dealing = tokio::task::spawn_blocking(move || {
            Practice::deal(TableId::random(6), &person, game, &drawn, seed).map(Arc::new)
        });
        let dealt = dealing.await.ok().and_then(Result::ok);
        let new = dealt.ok_or_else(|| Fault::log("a practice hand could not be dealt", &BrokeOff("practice")))?;
        self.0.practices.begin(Arc::clone(&new));
        Ok(new)
    }

    /// The practice hand of this person, in this window of it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn practice(&self, user: UserId, id: TableId, window: Option<u32>) -> Result<Arc<Practice>, NotPractised> {
        let now = self.0.practices.find(user, id).ok_or(NotPractised::Gone)?;
        let is_late = window.is_some_and(|window| window != now.window()) || now.is_over();
        if is_late { Err(NotPractised::Late(now)) } else { Ok(now) }
    }

    /// Plays a move, or goes a step on with one.
    ///
    /// # Errors
    /// Why not.
    pub async fn play_practice(
        &self,
        old: Arc<Practice>,
        act: MatchAct,
    ) -> Result<(Arc<Practice>, Option<Built>), NotPractised> {
        let text = match &act {
            MatchAct::Play(text) => text.clone(),
            MatchAct::Build(path) | MatchAct::Finish(path) => {
                let Some(built) = old.build(path) else { return Err(NotPractised::Late(old)) };
                match &built.makes {
                    Makes::WholeMove(text) => text.clone(),
                    Makes::Move(text) if matches!(act, MatchAct::Finish(_)) => text.clone(),
                    Makes::Move(_) | Makes::Nothing => return Ok((old, Some(built))),
                }
            }
            _ => return Err(NotPractised::Late(old)),
        };
        let from = Arc::clone(&old);
        let played = tokio::task::spawn_blocking(move || from.after(&text)).await;
        let played = played.map_err(|_| {
            self.0.practices.forget(old.user);
            NotPractised::Fault(Fault::log("a practice hand broke off", &BrokeOff("practice")))
        })?;
        match played {
            Ok(new) => self.0.practices.replace(&old, Arc::new(new)).map(|new| (new, None)),
            Err(refusal) => Err(NotPractised::Refused(old, refusal)),
        }
    }

    /// What the house would do in the learner's place, and why. In the same position it stays the same.
    ///
    /// # Errors
    /// Why not.
    pub async fn advise_practice(&self, old: Arc<Practice>) -> Result<Arc<Practice>, NotPractised> {
        if old.advice.is_some() {
            return Ok(old);
        }
        let from = Arc::clone(&old);
        let advised = self.0.thinkers.answer("hint", move || from.advised()).await.map_err(NotPractised::Fault)?;
        let new = advised.ok_or_else(|| NotPractised::NoAdvice(Arc::clone(&old)))?;
        self.0.practices.replace(&old, Arc::new(new))
    }

    /// Plays what the house would do.
    ///
    /// # Errors
    /// Why not.
    pub async fn play_advice(&self, old: Arc<Practice>) -> Result<Arc<Practice>, NotPractised> {
        let Some(advice) = &old.advice else { return Err(NotPractised::Late(old)) };
        let text = advice.text.clone();
        self.play_practice(old, MatchAct::Play(text)).await.map(|(new, _)| new)
    }
}

#[cfg(test)]
impl Practice {
    fn waits_for_learner(&self) -> bool {
        self.play.awaiting().seats().contains(SEAT)
    }
}

#[cfg(test)]
mod tests;
