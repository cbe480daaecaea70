//! `/help`: where to start, or one topic.

use super::super::app::App;
use super::super::incoming::{Incoming, Line};
use super::super::reply::{Handled, Reply};
use super::super::screens;

/// Helps with a topic, or says where to start.
///
/// # Errors
/// Never in practice.
pub fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    Ok(Reply::Whisper(screens::help(line.text("topic"), from.place.guild.is_none(), app.privacy.as_deref())?))
}
