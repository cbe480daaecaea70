//! The whole bot in a whole card room: people press buttons, type commands and fill in forms.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

mod absence;
mod between;
mod choose;
mod clocks;
#[path = "../common/mod.rs"]
mod common;
mod daily;
mod emoji;
mod hands;
mod hints;
mod house;
mod matches;
mod moderation;
mod names;
mod pictures;
mod play;
mod privacy;
mod profile;
mod proofs;
mod replays;
mod review;
mod sitters;
mod tables;
mod teach;
mod tidy;
mod typed;
