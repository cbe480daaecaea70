//! Tables: from the lobby over the match to its result.
//!
//! [`Room`] is the way in. Each table has one owner, a task that is woken on demand from its record, carries out one request
//! after the other and is put away when it was idle for a while. What is asked is a [`Request`]; what comes back is an
//! [`Answer`] or a [`Rejection`] whose words are for the person who asked, alone. Every committed change is also sent to those who
//! listen to [`Room::changes`], as a [`Snapshot`].
//!
//! **Journal first.** A request is judged, tried out in the owner's own memory, committed, and only then told to anybody, the
//! one who asked included. Where the commit fails the owner forgets the table and reads it anew, so nothing has changed.
//!
//! **Once.** A [`Cause`] (the id of an interaction) is stored with what it brought about, and delivered again it is answered
//! with [`Outcome::Repeated`], after a restart too.
//!
//! **Late.** A button names the [`Window`] it was made in; when that is no longer the seat's (or the board's) window the
//! answer is [`Rejection::TooLate`], never another move.
//!
//! # House rules of the lobby
//! - One live table (lobby or playing) a channel; a person may sit at many tables, once at each.
//! - A table without a fixed number of seats takes as many as its variant does and starts with as many as have come.
//! - Options belong to the host, and only before the match.
//! - Private: whoever was invited by the host may join. Challenge and rematch: only those asked, each keeping the seat they were
//!   asked to; it starts by itself when all have accepted. When one declines or leaves it is closed, or, where more than two were asked, it goes on as
//!   any table does, with a seat free; those who have not answered yet keep theirs, unless the table is private. What was closed so may be asked for again.
//! - Nobody leaves a match; they [resign](MatchAct::Resign) it.
//! - The first match at a table begins at a seat drawn from the operating system's randomness, unless its rules name one; a rematch at the seat after.
//! - A table that its people left to itself may be closed by others: [`Snapshot::may_end`].
//! - Ended by its host (or a moderator) before it was decided, a match leaves no result and moves no rating. Resigned matches
//!   are decided and count.

mod asks;
mod clock;
mod lobby;
mod names;
mod opening;
mod owner;
mod owners;
mod paint;
mod play;
mod recent;
mod rematch;
mod request;
mod room;
mod seeds;
mod snapshot;
mod table;
mod terms;

pub use crate::store::{Cause, ChannelId, GuildId, MessageId, NotATableId, Place, Stage, TableId, UserId};
pub use clock::now;
pub use names::{NAME_COLUMNS, Person, harmless};
pub use recent::Lately;
pub use request::{
    Act, Answer, Fault, FaultId, LobbyAct, MatchAct, More, NewTable, Outcome, Rejection, Request, RuleCited, Window,
};
pub use room::{Changes, Room, RoomConfig};
pub use seeds::Seeds;
pub use snapshot::{Ended, HandText, RatingMove, Results, SeatInfo, Snapshot, Standing, Summary};
