//! Upcard: a card room for Discord.
//!
//! [`engine`] holds the rules and depends on no other module of ours; ARCHITECTURE.md describes what is built on
//! it.

pub mod cli;
pub mod config;
pub mod discord;
pub mod engine;
pub mod ops;
pub mod playground;
pub mod protocol;
pub mod render;
pub mod serving;
pub mod store;
pub mod tables;
pub mod vitals;
