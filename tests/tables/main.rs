//! Tables from outside: whole matches through a room, restarts, repeated and late requests, late looks, second writers.

#![allow(clippy::unwrap_used)] // A test that cannot go on fails.

mod common;
mod lobby;
mod matches;
mod pictures;
mod restarts;
mod writers;
