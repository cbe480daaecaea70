//! Upcard: a card room for Discord.
//!
//! The rules are the package [`engine`], pictures [`render`]; ARCHITECTURE.md describes what is built on them.

pub mod cli;
pub mod config;
pub mod discord;
pub mod ops;
pub mod protocol;
pub mod store;
pub mod tables;
pub mod vitals;
