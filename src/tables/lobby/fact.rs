//! What happens to a table and its seats.

use super::super::closing::Closing;
use crate::store::{Absent, Clock, ForcedMoves, Hints, Level, NextHand};
use engine::Overrides;

/// Something that happened to a table. People are called as they are there.
#[derive(Clone, PartialEq)]
pub enum LobbyFact {
    /// Somebody did it.
    By(String, Did),
    /// A seat that was kept for somebody is free now, and whether it takes another number of seats to play without one.
    Freed { fewer: bool },
    /// All who are there agreed to end the match without a result.
    Agreed,
    /// The house closed the table.
    Closed(Closing),
}

/// What somebody did at a table.
#[derive(Clone, PartialEq)]
pub enum Did {
    Open,
    Challenge(String),
    AskForRematch,
    Join,
    Accept,
    Decline,
    Leave,
    /// During the match, so that the house plays on at this level.
    LeaveTo(Level),
    /// So that the house plays on at this level, as they are away.
    AwayTo(Level),
    /// Has the seat again that the house played.
    Return,
    /// Whoever was host left.
    BecomeHost,
    Close,
    /// To end the match without a result.
    AskToEnd,
    /// To have the house play for whoever is away.
    AskTheHouse(String),
    /// To what another asked for.
    Agree,
    /// Rather than do that.
    PlayOn,
    SendAway(String),
    /// Gives the house a seat.
    Seat(String),
    /// Comes in the place of the house.
    JoinFor(String),
    /// Adds a word to the chance.
    SayWord,
    /// Takes an invitation back.
    WaitNoLonger(String),
    Invite(String),
    LetBack(String),
    /// Gives somebody the seat of this number, and the person there the next.
    MoveUp {
        who: String,
        seat: usize,
        before: String,
    },
    /// Sets these options; `null`: back to what is usual.
    Set(Overrides),
    /// Chooses this variant; `anew`: options had been set, and hold no longer.
    Choose {
        variant: String,
        anew: bool,
    },
    /// Sets the number of seats, or leaves it open.
    Seats(Option<u8>),
    Hints(Hints),
    /// Sets how long a person may take over a move.
    Clock(Clock),
    /// Says what becomes of the seat of whoever runs out of time again and again.
    Absent(Absent),
    /// Has no time left.
    RunOut,
    Forced(ForcedMoves),
    NextHand(NextHand),
}
