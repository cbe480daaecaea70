//! `/help`.

use super::super::dispatch::{Handled, Reply};
use super::super::incoming::Line;
use super::super::screens;

/// Says where to start.
///
/// # Errors
/// Never in practice.
pub fn run(line: &Line) -> Handled {
    Ok(Reply::Whisper(screens::help(line.text("topic"))?))
}
