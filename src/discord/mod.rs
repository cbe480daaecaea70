//! Discord: the only folder that knows serenity.

pub mod api;
pub mod incoming;
pub mod press;
pub mod registry;
pub mod screens;
pub mod ticket;
pub mod ui;

#[cfg(test)]
#[path = "../../tests/common/openapi.rs"]
mod openapi;
