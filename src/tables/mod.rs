//! Tables: from the lobby through the match to its result.
//!
//! [`Room`] is the way in. Each table has one owner, a task that is woken on demand from the stored record, carries
//! out one request after another, and is put away after being idle for a while. What is asked is a [`Request`];
//! what comes back is an [`Answer`], or a [`Rejection`], which is only for the person who asked. Every
//! committed change is also sent to the listeners of [`Room::changes`], as a [`Snapshot`].
//!
//! **Journal first.** A request is judged, tried out in the owner's own memory, committed, and only then told to
//! anybody, including the person who asked. If the commit fails, the owner forgets the table and reads it again, so
//! nothing has changed.
//!
//! **Once.** A [`Cause`] (the id of an interaction) is stored with what it brought about. If it is delivered again,
//! the answer is [`Outcome::Repeated`], even after a restart.
//!
//! **Late.** A button names the [`Window`] it was made in. If that is no longer the window of the seat (or the
//! board), the answer is [`Rejection::TooLate`], never another move.
//!
//! # House rules of the lobby
//! - One live table (lobby or playing) per channel; a person may sit at many tables, once at each.
//! - A table without a fixed number of seats takes as many people as its variant does, and starts with those who
//!   have come.
//! - Only the host sets options, and only before the match.
//! - Private: anybody whom the host invited may join.
//! - Challenge and rematch: only those asked may join, and each keeps the seat they were asked to. It starts by
//!   itself when all have accepted. If one of two declines or leaves, it is closed; for more people it goes on
//!   like any other table, with a seat free, and those who have not answered yet keep theirs, unless the table is
//!   private. A challenge or rematch closed in this way may be asked for again.
//! - Hints are for those whose match is not rated, against the house or after a voided hand, unless the host gives
//!   them to everybody, or to nobody.
//! - A move that is somebody's only one plays itself where that tells nobody anything, unless the host wants it of all
//!   such moves, or of none.
//! - The house sits like a person, but never hosts a table, is not asked to a rematch, and no match with it is rated.
//! - Nobody leaves a match; they [resign](MatchAct::Resign) it. Where more than two sides play they may instead
//!   [leave their seat to the house](MatchAct::Leave), which plays on; the match stays rated, with them behind those who
//!   were there longer.
//! - A table commits itself to a secret as it is opened; whoever sits down adds to the chance, and so does the press that
//!   starts the match ([`engine::proof`]). Once the match has ended the secret is published, also where nobody won it.
//! - The first match at a table begins at a seat drawn by that same chance, unless its rules name one; a rematch begins
//!   at the seat after that.
//! - A table that its people have abandoned may be closed by others: [`Snapshot::may_end`].
//! - A match that is ended before it is decided leaves no result and changes no rating. Once every side has moved twice,
//!   that takes the word of all who are there; only a moderator who does not play needs nobody's. Resigned matches are
//!   decided, and count.

mod absences;
mod asks;
mod audit;
mod beacon;
mod between;
mod clock;
mod clocks;
mod closing;
mod daily;
mod doors;
mod film;
mod forced;
mod frozen;
mod hints;
mod house;
mod known;
mod lobby;
mod names;
mod news;
mod nudges;
mod opening;
mod owner;
mod owners;
mod paint;
mod plain;
mod play;
mod practice;
mod proofs;
mod recent;
mod rejection;
mod rematch;
mod request;
mod results;
mod review;
mod room;
mod seeds;
mod snapshot;
mod stand_ins;
mod summary;
mod table;
mod terms;
mod thinkers;
mod wishes;

pub use crate::store::{
    Absent, Cause, ChannelId, Clock, FaultId, ForcedMoves, GuildId, Hints, House, Level, MessageId, NextHand,
    NotATableId, Place, Sitter, Stage, TableId, UserId, Wished,
};
pub use audit::{Stuck, replays};
pub use beacon::Beacon;
pub use clock::now;
pub use closing::Closing;
pub use film::{Film, Replayed};
pub use frozen::Frozen;
pub use hints::Hint;
pub use lobby::{Did, LONGEST_WORD, LobbyFact};
pub use names::{NAME_COLUMNS, Person, harmless};
pub use news::News;
pub use practice::{Advice, Met, NotPractised, Practice};
pub use proofs::{Evidence, Verified};
pub use recent::Lately;
pub use rejection::{
    Barred, Missed, More, NoAnswer, NoSeat, NoWord, NotInvited, NotMoved, NotNudged, NotOpened, NotPlayed, NotSentAway,
    NotStarted, NotYours, RefusedMove, Rejection, TooLate, Unfit, Untimely,
};
pub use request::{Act, Answer, Fault, LobbyAct, MatchAct, NewTable, Outcome, Request, Window, causes};
pub use results::{Ended, Placed, RatingMove, Results, Share};
pub use review::{Reasoned, Review, ReviewedMove};
pub use room::{Changes, Room, RoomConfig};
pub use seeds::Seeds;
pub use snapshot::{Disclosed, HandText, Occasion, Pledge, SeatInfo, Seating, Snapshot, Terms, TimeLeft, Unrated};
pub use summary::Summary;
pub use wishes::{OpenWish, Presence};
