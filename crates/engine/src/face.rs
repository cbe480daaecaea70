//! The object-safe face of a match: what tables, the protocol and the bot hold, whatever the game.

mod fact;
mod feats;
mod judged;
mod listing;
mod live;
mod pictures;
mod refusal;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::chance::ChanceDraw;
use super::game::{Awaiting, Placing, Standings};
use super::lazily::Lazily;
use super::picture::{Screen, Sheet};
use super::record::Header;
use super::seats::{Seat, SeatSet, Seats, Side};
use super::teach::Explained;
use super::think::{Thinking, Thought, Weighed};
use super::words::{BoardText, Control, Language, Reader};

pub use fact::{Fact, Happening};
pub use judged::Judged;
pub(super) use live::Live;
pub use refusal::{Refusal, RefusalCode};

/// A match in progress, of any game.
pub trait Play: Send + Sync {
    /// How it began.
    fn header(&self) -> &Header;
    /// Where it stands.
    fn status(&self) -> Status;
    /// How many acts were played.
    fn moves(&self) -> u32;
    /// The options in force in one line of words; see [`Narration::house_rules`](super::Narration::house_rules).
    fn house_rules(&self, language: Language) -> String;
    /// Which side each seat is on.
    fn sides(&self) -> &Seats<Side>;
    /// Who is asked.
    fn awaiting(&self) -> Awaiting;
    /// Why this seat has no move now; `None` if it may have one, awaited or not.
    fn waits(&self, seat: Seat) -> Option<Refusal>;
    /// The seats whose turns are no news to this one; see [`Turns::apart`](super::Turns::apart).
    fn apart(&self, seat: Seat) -> SeatSet;
    /// The deal (from 1) that the host can void now, if the rules allow it.
    fn voidable(&self) -> Option<u32>;
    /// Are there moves that no list can hold, such as typed answers?
    fn free_text(&self) -> bool;
    /// The seats that have resigned.
    fn gone(&self) -> SeatSet;
    /// The end, once it has come.
    fn standings(&self) -> Option<&Standings>;
    /// The number that clicks of this seat (`None`: shared buttons) name, so that late ones are recognised.
    fn window(&self, seat: Option<Seat>) -> u32;

    /// Reads and judges a move (or `resign`, `void`) without playing it.
    ///
    /// # Errors
    /// The refusal to show to that seat alone.
    fn read(&self, seat: Seat, text: &str, reader: &Reader) -> Result<Judged, Refusal>;
    /// Plays what was read: what happened, in order. If the match has gone on since, it is read again.
    ///
    /// # Errors
    /// The refusal to show to that seat alone; nothing has changed.
    fn carry_out(&mut self, judged: Judged, reader: &Reader) -> Result<Vec<Fact>, Refusal>;
    /// Reads a move as programs do, and plays it.
    ///
    /// # Errors
    /// The refusal to show to that seat alone; nothing has changed.
    fn act(&mut self, seat: Seat, text: &str) -> Result<Vec<Fact>, Refusal> {
        let reader = Reader::plain(self.sides().count());
        let judged = self.read(seat, text, &reader)?;
        self.carry_out(judged, &reader)
    }
    /// The controls after the steps of `path`, and the move if it is complete. Steps are counted in the order of
    /// [`Choosing::choices`](super::Choosing::choices). `None` if the path leads nowhere (any more).
    fn build(&self, seat: Seat, path: &[usize], reader: &Reader) -> Option<Built>;
    /// What can be pressed after the steps of `path`, each kind with why one would, for somebody who learns the game; empty
    /// if the path leads nowhere.
    fn ways(&self, seat: Seat, path: &[usize], reader: &Reader) -> Vec<Explained>;
    /// A move described for its mover, judged from where the match stands: it may name hidden cards. `None` if it
    /// is not a move of the game.
    fn describe(&self, seat: Seat, text: &str, reader: &Reader) -> Option<String>;
    /// Legal moves whose canonical text starts with `prefix` (in any case), at most `limit`.
    fn legal(&self, seat: Seat, prefix: &str, limit: usize) -> Listing;
    /// The only move of a seat that is asked, if that is settled: nobody else may act before it.
    fn forced(&self, seat: Seat) -> Option<Forced>;
    /// Legal moves that contain every word typed, the most likely first: canonical text and a description for people.
    /// Of those that fit equally well, what players have to find
    /// ([`Notation::is_for_finding`](crate::Notation::is_for_finding)) comes last and unsorted: a list solves no turn.
    fn suggest(&self, seat: Seat, typed: &str, limit: usize, reader: &Reader) -> Vec<(String, String)>;
    /// The most likely move, or else what would be played for the seat; `None` if it has no move now. For programs: it is
    /// never offered to a player.
    fn likeliest(&self, seat: Seat) -> Option<String>;
    /// A move that shows the game better than the likeliest one, if there is one. It is never offered to a player.
    fn demonstrate(&self, seat: Seat) -> Option<String>;
    /// What is played for a seat that has resigned; `None` when it is not awaited.
    fn fallback(&self, seat: Seat) -> Option<String>;

    /// What the house would do at this seat; it sees what the seat may know. `None` if the seat has no move now.
    fn think(&self, seat: Seat, thinking: &mut Thinking<'_>, reader: &Reader) -> Option<Thought>;
    /// How this move of the seat does against another, or against all that are worth comparing; it sees what the seat
    /// may know. `None` if it is no legal move of the game now.
    fn weigh(
        &self,
        seat: Seat,
        text: &str,
        with: Option<&str>,
        thinking: &mut Thinking<'_>,
        reader: &Reader,
    ) -> Option<Weighed>;

    /// What chance did so far: it tells every card, so only a [proof](super::proof) reads it.
    fn draws(&self) -> &[ChanceDraw];
    /// The cards of a fresh pack in their order, by their codes.
    fn fresh(&self) -> Vec<String>;

    /// Everything a seat (`None`: a spectator) may know, as JSON.
    fn view_json(&self, viewer: Option<Seat>) -> Value;
    /// The board as the viewer may see it.
    fn board(&self, viewer: Option<Seat>, reader: &Reader) -> BoardText;
    /// The viewer's own cards in words; empty if there are none.
    fn hand_text(&self, viewer: Seat, reader: &Reader) -> String;
    /// The table as the viewer may see it, drawn; with the viewer's own cards below it.
    fn screen(&self, viewer: Option<Seat>, reader: &Reader) -> Screen;
    /// How a hand ended, drawn: the cards laid out. `None` for facts that show nothing.
    fn showdown_screen(&self, fact: &Fact, reader: &Reader) -> Option<Screen>;
    /// The end of the match, drawn: the score sheet by hand. `None` until then.
    fn result_screen(&self, reader: &Reader) -> Option<Screen>;
    /// What each hand brought, in columns: part of that picture, and shown as text in its place. `None` until then.
    fn score_sheet(&self, reader: &Reader) -> Option<Sheet>;
    /// The buttons on the public board.
    fn shared_controls(&self, reader: &Reader) -> Vec<Control>;
    /// A copy of the match as it stands now, which goes its own way.
    fn copied(&self) -> Box<dyn Play>;
    /// The match as it stands now, to be looked at later.
    fn frozen(&self) -> Arc<dyn Play> {
        self.copied().into()
    }
}

/// Where a match stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    /// Who is asked.
    pub awaiting: AwaitingJson,
    /// Is it still played?
    pub progress: ProgressKind,
    /// Which hand, from 1.
    pub hand: u32,
    /// Running totals by side; final once the match is over.
    pub scores: Vec<i32>,
    /// The end, best side first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standings: Option<Vec<Placing>>,
}

/// [`Awaiting`] as programs read it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AwaitingJson {
    /// In which way they are asked.
    pub kind: AwaitingKind,
    /// The seats asked.
    pub seats: SeatSet,
    /// Changes when earlier clicks lose their meaning.
    pub window: u32,
}

/// In which way seats are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AwaitingKind {
    /// One seat is on turn.
    Turn,
    /// Any of several may act first, or each is on turn at a table of its own.
    Race,
    /// Each acts unseen by the others.
    Sealed,
    /// Nobody is asked.
    Nobody,
}

/// Whether a match is still played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgressKind {
    /// It is.
    Playing,
    /// It has ended.
    MatchOver,
}

/// The controls at one point of a move.
#[derive(Clone, PartialEq)]
pub struct Built {
    /// What can be pressed.
    pub controls: Vec<Control>,
    /// What was chosen so far, in words; the whole move if the steps make one.
    pub so_far: String,
    /// The move that the steps make, if they make one.
    pub makes: Makes,
    /// What its mover would see if these steps were played; `None` if that is what they see now. It says that none of it
    /// has been played.
    pub drafted: Option<Box<Seen>>,
}

/// What some steps make; moves are canonical texts.
#[derive(Clone, PartialEq, Eq)]
pub enum Makes {
    /// No move yet.
    Nothing,
    /// This move, and more may follow.
    Move(String),
    /// This move, to which nothing can be added: it can be played at once.
    WholeMove(String),
}

/// What one viewer sees. That of a seat must not be seen by others.
#[derive(Clone, PartialEq, Default)]
pub struct Seen {
    /// The table in words.
    pub board: BoardText,
    /// The viewer's own cards in words; empty if there are none.
    pub text: String,
    /// Both, drawn; described when somebody looks.
    pub screen: Lazily<Arc<Screen>>,
}

/// The only move of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced {
    /// Canonical.
    pub text: String,
    /// It hides nothing: see [`Choosing::goes_without_saying`](super::Choosing::goes_without_saying).
    pub hides_nothing: bool,
}

/// Some legal moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Listing {
    /// Canonical texts.
    pub moves: Vec<String>,
    /// Are these all?
    pub complete: bool,
}
