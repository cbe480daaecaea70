//! Tables from outside: whole matches through a room, restarts, repeated and late requests, second writers.

mod common;
mod lobby;
mod matches;
mod restarts;
mod writers;
