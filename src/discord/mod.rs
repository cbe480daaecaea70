//! Discord: the only folder that knows serenity.

mod answering;
pub mod api;
pub mod app;
pub mod commands;
pub mod complete;
pub mod dispatch;
mod failure;
pub mod gateway;
pub mod incoming;
pub mod panels;
mod picture_pool;
pub mod preferences;
pub mod presenter;
pub mod press;
pub mod presses;
pub mod registry;
pub mod reply;
pub mod screens;
pub mod ticket;
pub mod ui;
mod uploads;

#[cfg(test)]
#[path = "../../tests/common/openapi.rs"]
mod openapi;
