//! The match of a table as it stood after a change, put into words and pictures when somebody looks. Whoever has moved
//! does not wait for that, and of moves in quick succession most states are never looked at.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use super::audit::Stuck;
use super::news::News;
use super::recent::Recent;
use super::request::Fault;
use super::results::{Ended, Placed};
use super::snapshot::HandText;
use super::stand_ins;
use super::table::{Course, Table};
use engine::picture::{Screen, Sheet};
use engine::{
    Awaiting, BoardText, Control, Fact, Header, Lazily, Placing, Play, Reader, Refusal, Seat, SeatSet, Seen, Thinking,
    Thought,
};

/// A match as it stood; in the lobby there is none. Of each hand only its [owner](super::Snapshot::hand_of) may know.
#[derive(Clone)]
pub struct Frozen {
    stood: Stood,
    moves: u32,
    reader: Reader,
    /// The names that pictures show.
    drawn: Arc<Reader>,
    recent: Recent,
    /// The seats that the house plays in the place of whoever can look at their hands.
    left: SeatSet,
    board: OnceLock<BoardText>,
    /// The board as a picture, described when somebody looks; the score sheet once the match is over.
    pub screen: Lazily<Arc<Screen>>,
    /// By seat.
    hands: Vec<OnceLock<HandText>>,
}

/// As in [`Course`].
#[derive(Clone)]
enum Stood {
    NotYet,
    Match(Arc<dyn Play>),
    Stuck(Stuck),
}

impl Frozen {
    pub(super) fn of(table: &Table, reader: Reader) -> Self {
        let stood = match &table.play {
            Course::NotYet => Stood::NotYet,
            Course::Match(play) => Stood::Match(play.frozen()),
            Course::Stuck(why) => Stood::Stuck(why.clone()),
        };
        let hands = vec![OnceLock::new(); usize::from(reader.names.count())];
        let (drawn, recent) = (Arc::new(table.drawn()), table.recent.clone());
        let left = stand_ins::left(table);
        Self {
            stood,
            moves: table.entries,
            reader,
            drawn,
            recent,
            left,
            board: OnceLock::new(),
            screen: Lazily::default(),
            hands,
        }
        .with_screen()
    }

    /// With its picture: the table, or the score sheet of the match.
    fn with_screen(self) -> Self {
        let screen = self.draw(|play, reader| play.result_screen(reader).unwrap_or_else(|| play.screen(None, reader)));
        Self { screen, ..self }
    }

    /// The same match as it stood at another time.
    pub(super) fn at(&self, play: Arc<dyn Play>) -> Self {
        let Self { reader, drawn, hands, .. } = self;
        Self {
            moves: play.moves(),
            stood: Stood::Match(play),
            reader: reader.clone(),
            drawn: Arc::clone(drawn),
            recent: Recent::default(),
            left: SeatSet::EMPTY,
            board: OnceLock::new(),
            screen: Lazily::default(),
            hands: vec![OnceLock::new(); hands.len()],
        }
        .with_screen()
    }

    fn play(&self) -> Option<&Arc<dyn Play>> {
        match &self.stood {
            Stood::Match(play) => Some(play),
            Stood::NotYet | Stood::Stuck(_) => None,
        }
    }

    /// Is there a match that goes on here?
    pub(super) fn is_on(&self) -> bool {
        self.play().is_some()
    }

    /// Why this program cannot continue the match, if it cannot.
    #[must_use]
    pub const fn stuck(&self) -> Option<&Stuck> {
        match &self.stood {
            Stood::Stuck(why) => Some(why),
            Stood::NotYet | Stood::Match(_) => None,
        }
    }

    /// How many entries the journal has.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// Which hand is being played, from 1; 0 in the lobby.
    #[must_use]
    pub fn deal(&self) -> u32 {
        self.play().map_or(0, |play| play.status().hand)
    }

    /// The window that the controls of this seat's hand (`None`: the board's buttons) name.
    #[must_use]
    pub fn window(&self, seat: Option<Seat>) -> u32 {
        self.play().map_or(0, |play| play.window(seat))
    }

    pub(super) fn awaiting(&self) -> Awaiting {
        self.play().map_or(Awaiting::Nobody, |play| play.awaiting())
    }

    /// A move of this seat as lists word it.
    pub(super) fn describe(&self, seat: Seat, text: &str) -> String {
        self.play().and_then(|play| play.describe(seat, text, &self.reader)).unwrap_or_else(|| text.to_owned())
    }

    /// Why this seat has no move now; `None` if it may have one.
    pub(super) fn waits(&self, seat: Seat) -> Option<Refusal> {
        self.play()?.waits(seat)
    }

    /// What the house would do at this seat.
    pub(super) fn think(&self, seat: Seat, thinking: &mut Thinking<'_>) -> Option<Thought> {
        self.play()?.think(seat, thinking, &self.reader)
    }

    pub(super) fn says(&self, refusal: &Refusal) -> String {
        refusal.says(&self.reader)
    }

    pub(super) fn voidable(&self) -> Option<u32> {
        self.play()?.voidable()
    }

    pub(super) fn shared(&self) -> Vec<Control> {
        self.play().map(|play| play.shared_controls(&self.reader)).unwrap_or_default()
    }

    /// The score sheet, as text boards show it; `None` until the match is over.
    #[must_use]
    pub fn sheet(&self) -> Option<Sheet> {
        self.play()?.score_sheet(&self.reader)
    }

    /// What happened before the last change, since the players whose turn it is last moved.
    #[must_use]
    pub fn earlier(&self) -> Vec<Fact> {
        self.play().map(|play| self.recent.before(play.awaiting())).unwrap_or_default()
    }

    /// The public board; empty without a match that goes on.
    #[must_use]
    pub fn board(&self) -> &BoardText {
        self.board.get_or_init(|| match &self.stood {
            Stood::Match(play) => play.board(None, &self.reader),
            Stood::NotYet | Stood::Stuck(_) => BoardText::default(),
        })
    }

    /// The final standings, best first; `None` until the match is over.
    #[must_use]
    pub fn standings(&self) -> Option<Vec<Placed>> {
        let play = self.play()?;
        let names = |placing: &Placing| {
            let on_it = play.sides().enumerate().filter(|(_, side)| **side == placing.side);
            on_it.map(|(seat, _)| name_at(&self.reader, seat)).collect()
        };
        let standing = |placing: &Placing| Placed {
            place: placing.place,
            side: placing.side,
            score: placing.score,
            names: names(placing),
        };
        Some(play.standings()?.0.iter().map(standing).collect())
    }

    /// Does this seat hold cards that others may not see?
    pub(super) fn has_cards(&self, seat: Seat) -> bool {
        match self.hands.get(seat.index()).and_then(OnceLock::get) {
            Some(hand) => hand.has_cards(),
            None => self.play().is_some_and(|play| !play.hand_text(seat, &self.reader).is_empty()),
        }
    }

    /// What a seat sees, or with `None` everybody.
    pub(super) fn seen(&self, viewer: Option<Seat>) -> Seen {
        let Some(seat) = viewer else {
            return Seen { board: self.board().clone(), text: String::new(), screen: self.screen.clone() };
        };
        let words = |play: &Arc<dyn Play>| (play.board(viewer, &self.reader), play.hand_text(seat, &self.reader));
        let (board, text) = self.play().map(words).unwrap_or_default();
        Seen { board, text, screen: self.draw(move |play, reader| play.screen(viewer, reader)) }
    }

    /// What a seat sees, with this as the last change.
    pub(super) fn hand(&self, seat: Seat, news: &News) -> Option<&HandText> {
        let play = self.play()?;
        let hand = || HandText {
            seat,
            seen: self.seen(Some(seat)),
            controls: (!self.left.contains(seat))
                .then(|| play.build(seat, &[], &self.reader))
                .flatten()
                .map(|built| built.controls)
                .unwrap_or_default(),
            window: play.window(Some(seat)),
            told: news.own_of(seat).cloned().collect(),
            lately: self.recent.since_move_of(seat, play.awaiting().seats().contains(seat), play.apart(seat)),
        };
        self.hands.get(seat.index()).map(|made| made.get_or_init(hand))
    }

    /// For whom words about the match are made.
    #[must_use]
    pub const fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The cards that were laid out when a hand ended; empty if there is nothing to see.
    #[must_use]
    pub fn laid_out(&self, ended: &Ended) -> Lazily<Arc<Screen>> {
        let results: Vec<Fact> = ended.facts.iter().filter(|fact| fact.is_result()).cloned().collect();
        self.draw(move |play, reader| {
            let screens = results.iter().filter_map(|fact| play.showdown_screen(fact, reader));
            screens.reduce(Screen::above).unwrap_or_default()
        })
    }

    /// A picture that cannot be described is empty, so that words are shown in its place.
    fn draw(&self, draw: impl FnOnce(&dyn Play, &Reader) -> Screen + Send + 'static) -> Lazily<Arc<Screen>> {
        let Some(play) = self.play().cloned() else { return Lazily::default() };
        let reader = Arc::clone(&self.drawn);
        Lazily::new(move || {
            let described = catch_unwind(AssertUnwindSafe(|| draw(&*play, &reader)));
            described.map_or_else(|_| nothing(play.header()), Arc::new)
        })
    }
}

pub(super) fn name_at(reader: &Reader, seat: Seat) -> String {
    reader.names.get(seat).cloned().unwrap_or_default()
}

/// What is shown of a table whose game could not describe it.
fn nothing(of: &Header) -> Arc<Screen> {
    let _ = Fault::log("a picture could not be described", &Undescribed(of.game.clone()));
    Arc::default()
}

/// Which game it was; what exactly broke may be hidden from those who read the log.
#[derive(Debug, thiserror::Error)]
#[error("{0} broke off")]
struct Undescribed(String);

#[cfg(test)]
mod tests {
    use super::*;
    use engine::catalog::{self, Setup};

    #[test]
    fn r2_a_picture_that_cannot_be_described_is_empty_each_time() {
        let (play, _) = catalog::game("gin-rummy").and_then(|game| game.start(Setup::default())).unwrap();
        let frozen = Frozen {
            moves: 0,
            stood: Stood::Match(play.frozen()),
            reader: Reader::plain(2),
            drawn: Arc::new(Reader::plain(2)),
            recent: Recent::default(),
            left: SeatSet::EMPTY,
            board: OnceLock::new(),
            screen: Lazily::default(),
            hands: Vec::new(),
        };
        let broken = frozen.draw(|_, _| panic!("a game breaks while it describes its table"));
        assert!(broken.is_empty() && broken.clone().is_empty());
        assert!(!frozen.draw(|play, reader| play.screen(None, reader)).is_empty());
    }
}
