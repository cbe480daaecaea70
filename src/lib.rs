//! Upcard: a card room for Discord.
//!
//! [`engine`] holds the rules and depends on nothing of ours; what stands on it is described in ARCHITECTURE.md.

pub mod cli;
pub mod config;
pub mod discord;
pub mod engine;
pub mod ops;
pub mod playground;
pub mod protocol;
pub mod render;
pub mod store;
pub mod tables;
