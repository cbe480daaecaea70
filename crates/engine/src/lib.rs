//! The rules. Pure: no async, no clock, no I/O, no logging, no randomness except what a seed gives.
//!
//! A game implements [`Game`] and [`Words`]; [`Match`] plays it; [`Play`] is the face of a match that the rest of
//! the program holds; [`catalog`] is the one list of games. The invariants are in ARCHITECTURE.md.
//!
//! Code outside this folder cannot open the drawers of a position:
//!
//! ```compile_fail,E0616
//! fn peek<G: engine::Game>(state: &engine::State<G>) -> &G::Secret {
//!     &state.secret
//! }
//! ```
//! ```compile_fail,E0616
//! fn peek<G: engine::Game>(state: &engine::State<G>) -> &G::Private {
//!     &state.own[engine::Seat::FIRST]
//! }
//! ```

#![warn(missing_docs)]

mod alike;
mod bidi;
#[allow(missing_docs, reason = "the world meets a game through its traits")]
pub mod brain_drain;
pub mod cards;
pub mod catalog;
mod chance;
pub mod columns;
#[allow(missing_docs, reason = "the world meets a game through its traits")]
pub mod crazy_eights;
pub mod daily;
pub mod english;
mod face;
mod game;
#[allow(missing_docs, reason = "the world meets a game through its traits")]
pub mod gin_rummy;
pub mod json;
#[allow(missing_docs, reason = "the world meets a game through its traits")]
pub mod key_of_the_door;
#[allow(missing_docs, reason = "the world meets a game through its traits")]
pub mod kings_rummy;
#[allow(missing_docs, reason = "the world meets a game through its traits")]
pub mod klaberjass;
mod lazily;
mod match_;
pub mod nearest;
mod not_offered;
mod options;
#[allow(missing_docs, reason = "the world meets a game through its traits")]
pub mod pegs_and_jokers;
mod phrases;
pub mod picture;
mod prompt;
pub mod proof;
#[doc(hidden)]
pub mod random;
mod reader;
pub mod reading;
mod record;
pub mod rules;
mod seats;
mod study;
#[cfg(test)]
mod suite;
mod teach;
mod think;
mod view;
mod words;

pub use alike::looks;
pub use alike::told_apart;
pub use bidi::isolated;
pub use bidi::{ISOLATES, leftwards};
pub use chance::{Chance, ChanceDraw, PackDraw};
pub use face::{
    AwaitingJson, AwaitingKind, Built, Fact, Forced, Happening, Judged, Listing, Makes, Play, ProgressKind, Refusal,
    RefusalCode, Seen, Status,
};
pub use game::{
    Awaiting, Choices, Choosing, Dealing, Facts, Game, Imagining, Judging, Legal, Parts, Placing, Playing, Preparing,
    Progress, Refuse, RuleRef, Standings, State, To, Told, Turns, View,
};
pub use lazily::Lazily;
pub use match_::{Match, RESIGN, Refused, SeatAct, VOID};
pub use not_offered::{Correction, NotOffered, Objection, WrongPack, WrongSeats};
pub use options::{Kind, Knob, Overrides, Typing, Variant, read_overrides, resolve};
pub use record::{Entry, Header, Record, ReplayError, seed_from_hex, seed_to_hex};
pub use seats::{MAX_SEATS, Seat, SeatSet, Seats, Side};
pub use teach::{Example, Explained, Lesson, Pictured, Teaching};
pub use think::{Better, Candidate, Level, Steps, Thinking, Thinks, Thought, Weighed};
pub use words::{
    BUTTONS, BoardText, Boards, Control, Controls, Does, Language, Late, Moment, Narration, Notation, Pick, Pictures,
    Prompt, Reader, Sketch, Study, Unreadable, Wording, Words, capital, figure,
};
