//! What the black-box tests share.
#![allow(dead_code, reason = "each test uses its part")]

pub mod message;
pub mod openapi;
pub mod payload;
pub mod recorder;
pub mod world;
