//! Discord: the only folder that uses serenity.

mod answering;
pub mod api;
mod app;
mod arrivals;
mod commands;
mod complete;
mod dispatch;
mod emojis;
mod failure;
pub mod gateway;
mod incoming;
mod panels;
mod picture_pool;
mod preferences;
pub mod presenter;
mod press;
mod presses;
mod refusals;
mod registry;
mod reply;
mod rivals;
mod screens;
mod ticket;
mod ui;
mod uploads;

/// The language that the bot speaks to everybody.
pub const SPOKEN: engine::Language = engine::Language::English;

pub use screens::{ending, kept_in_words, limits_in_words, news, why_not};

#[cfg(test)]
#[path = "../../tests/common/openapi.rs"]
mod openapi;
