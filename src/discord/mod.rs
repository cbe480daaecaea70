//! Discord: the only folder that knows serenity.

pub mod registry;
pub mod ui;

#[cfg(test)]
#[path = "../../tests/common/openapi.rs"]
mod openapi;
