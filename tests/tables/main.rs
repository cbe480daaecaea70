//! Tables from outside, through a room: one file a thing that people do there, or that happens to it.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

mod absence;
#[cfg(unix)]
mod astray;
mod between;
mod broken;
mod clocks;
mod common;
mod ends;
#[cfg(target_os = "linux")]
mod faults;
mod forced;
mod forgotten;
mod house;
mod invitations;
mod lobby;
mod matches;
mod moderation;
mod names;
mod pictures;
mod presses;
mod program;
mod proofs;
mod races;
mod rematches;
mod replays;
mod restarts;
mod review;
mod sitters;
mod stand_ins;
mod terms;
mod writers;
