//! One practice hand, as it stands: how it is dealt, what the learner plays and the house on that, and what of it they are told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::store::{Attendee, TableId, UserId};
use crate::tables::clock::now;
use crate::tables::lobby::{seat_house, sitter};
use crate::tables::names::Person;
use crate::tables::table::named;
use engine::catalog::{Listed, Setup};
use engine::picture::Screen;
use engine::{
    Awaiting, BoardText, Built, Explained, Fact, Language, Lesson, Level, NotOffered, Overrides, Play, Reader, Refusal,
    Seat, Thinking,
};

/// How many deals are tried for one in which somebody who plays sensibly does well: the first hand shall show the game.
const DEALS: u32 = 8;
/// The fewest moves of the learner by which a hand shows the game.
const SHOWS: u32 = 4;
/// The most moves of the house that are played at once.
const MOST: u32 = 400;
/// How long the house thinks about what it would do in the learner's place.
const TIME: Duration = Duration::from_millis(300);
/// Where the learner sits.
pub(super) const SEAT: Seat = Seat::FIRST;

/// Something that happened, and what it means where it is met for the first time.
#[derive(Clone)]
pub struct Met {
    pub fact: Fact,
    pub means: Option<&'static str>,
}

/// What the house would do in the learner's place. It cannot be printed.
#[derive(Clone)]
pub struct Advice {
    pub(super) text: String,
    /// The move as lists word it.
    pub says: String,
    pub why: String,
}

/// A practice hand as it stands: only for the person who plays it. It cannot be printed.
#[derive(Clone)]
pub struct Practice {
    /// What its buttons call it.
    pub id: TableId,
    pub(super) user: UserId,
    pub game: &'static dyn Listed,
    pub(super) play: Arc<dyn Play>,
    pub(super) reader: Reader,
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
    pub(super) fn deal(
        id: TableId,
        person: &Person,
        game: &'static dyn Listed,
        drawn: &Person,
        seed: [u8; 32],
        language: Language,
    ) -> Result<Self, NotOffered> {
        let lesson = game.lesson(language);
        let seats = *game.seats(Some(lesson.variant), &Overrides::new())?.start();
        let among = |learner: &Person| {
            let mut sitters: Vec<Attendee> = vec![sitter(learner, now())];
            for _ in 1..seats {
                seat_house(&mut sitters, Level::Easy);
            }
            Reader { names: named(&sitters), language }
        };
        let (reader, drawn) = (among(person), among(drawn));
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
        let mut play = self.play.copied();
        next.meet(facts);
        for turn in 0..MOST {
            let Some(seat) = houses_turn(&*play).filter(|_| !next.is_over()) else { break };
            next.meet(move_at(&mut *play, seat, Level::Easy, turn, &self.reader));
        }
        Self { play: play.into(), ..next }
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
            let mut play = played.play.copied();
            let facts = move_at(&mut *play, SEAT, Level::Medium, turn, &self.reader);
            played = Self { play: play.into(), ..played }.gone_on(facts, 1);
        }
        let scores = played.play.status().scores;
        let own = played.play.sides()[SEAT].0;
        let own = scores.get(usize::from(own)).copied().unwrap_or_default();
        // A hand that is over at once shows nothing.
        played.made >= SHOWS && own > 0 && scores.iter().all(|score| *score <= own)
    }

    /// After this move of the learner.
    pub(super) fn after(&self, text: &str) -> Result<Self, Refusal> {
        let judged = self.play.read(SEAT, text, &self.reader)?;
        let mut play = self.play.copied();
        let facts = play.carry_out(judged, &self.reader)?;
        Ok(Self { play: play.into(), ..self.clone() }.gone_on(facts, 1))
    }

    /// The same with what the house would do, if it has a thought of its own.
    pub(super) fn advised(&self) -> Option<Self> {
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
