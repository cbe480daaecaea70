//! How a game is learnt: what somebody is told who does not know it, where they meet it and in one line.

use super::catalog::Started;
use super::game::{Choosing, Game, View};
use super::picture::Screen;
use super::seats::{Seat, Seats};
use super::words::{Language, Reader};

/// Something that can be done now, and why one would.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// As its button, or the list that has it, begins.
    pub name: String,
    /// In one line.
    pub why: String,
}

impl Explained {
    /// This, for that reason.
    pub fn new(name: impl Into<String>, why: impl Into<String>) -> Self {
        Self { name: name.into(), why: why.into() }
    }
}

/// What a practice hand of a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The variant that the game is learnt by.
    pub variant: &'static str,
    /// What one is after, and how a turn goes: a few lines.
    pub aim: &'static str,
    /// It is over after so many moves of the learner, if the hand has not ended before.
    pub moves: u32,
}

/// A turn of a real match, or what little more shows how one works: seat 0 is Ada's, who plays first.
#[derive(Clone, Copy)]
pub struct Example {
    /// The last byte of the seed; the others are 0.
    pub seed: u8,
    /// In canonical notation, of whoever is asked.
    pub moves: &'static [&'static str],
    /// After so many of the moves, what Ada sees, and what it shows.
    pub shown: [(usize, &'static str); 3],
}

/// One picture of an example.
pub struct Pictured {
    /// What Ada sees, or how the hand ended.
    pub screen: Screen,
    /// The same in words.
    pub words: String,
    /// What it shows.
    pub says: &'static str,
}

impl Example {
    /// Its three pictures; `None` if a move of it is none.
    pub(super) fn pictured(self, (mut play, _): Started) -> Option<Vec<Pictured>> {
        let names = ["Ada", "Ben", "Cyd", "Dee"];
        let reader = Reader::english(Seats::of(play.sides().count(), |seat| names[seat.index() % 4].to_owned()));
        let (mut pictures, mut last) = (Vec::new(), Vec::new());
        for made in 0..=self.moves.len() {
            for (_, says) in self.shown.iter().filter(|(after, _)| *after == made) {
                let ended = last.iter().find_map(|fact| {
                    Some((play.showdown_screen(fact, &reader)?, fact.tell(&reader))).filter(|_| fact.is_result())
                });
                let now = || {
                    let words = [play.hand_text(Seat::FIRST, &reader), play.board(Some(Seat::FIRST), &reader).body];
                    (play.screen(Some(Seat::FIRST), &reader), words.join("\n").trim().to_owned())
                };
                let (screen, words) = ended.unwrap_or_else(now);
                pictures.push(Pictured { screen, words, says });
            }
            let Some(text) = self.moves.get(made) else { break };
            last = play.act(play.awaiting().seats().iter().next()?, text).ok()?;
        }
        Some(pictures)
    }
}

/// What is said to somebody who learns the game (`teach.rs`).
#[expect(unused_variables, reason = "what a default ignores keeps its name for those that do not")]
pub trait Teaching: Game {
    /// By what it is learnt.
    fn lesson(language: Language) -> Lesson;
    /// How a turn works, by an example.
    fn example(language: Language) -> Example;
    /// One step that the viewer may take: what its button begins with, and why one would.
    fn way(view: &View<'_, Self>, step: &Self::Step, reader: &Reader) -> Explained;
    /// All that the viewer can press, `so_far` steps into a move, each kind once: whatever has the same name is explained
    /// by the first of it.
    fn ways(view: &View<'_, Self>, so_far: &[Self::Step], reader: &Reader) -> Vec<Explained> {
        ways(view, so_far, reader)
    }
    /// What this happening means to somebody who meets it for the first time; `None` if its own words say it.
    fn meaning(event: &Self::Event, language: Language) -> Option<&'static str> {
        None
    }
}

/// A way for each kind of step, and for playing what the steps make.
pub(super) fn ways<G: Teaching>(view: &View<'_, G>, so_far: &[G::Step], reader: &Reader) -> Vec<Explained> {
    let Language::English = reader.language;
    let choices = <G as Choosing>::choices(view, so_far);
    let done = choices.done.filter(|_| !so_far.is_empty());
    let whole = done.map(|_| Explained::new("Play it", "nothing has been played so far; this does it."));
    let mut all: Vec<Explained> = Vec::new();
    for way in choices.steps.iter().map(|step| G::way(view, step, reader)).chain(whole) {
        if !all.iter().any(|known| known.name == way.name) {
            all.push(way);
        }
    }
    all
}
