//! Hints, and what a table says about them.

use crate::tables::{Hint, Hints, Snapshot};
use engine::capital;

use super::super::press::Press;
use super::super::ui::{Button, Limit, Message, Style, plain};
use super::about;

const _: fn(engine::Language) = |engine::Language::English| ();

/// A move, why, and the button that plays it. Must only ever be sent to the person who asked.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn hint(snapshot: &Snapshot, hint: &Hint) -> Result<Message, Limit> {
    let play = Press::Hinted(snapshot.table, hint.window, hint.code).name()?;
    about(snapshot, &format!("hint · table {}", snapshot.table))
        .text_cut(format!("**{}**", plain(&capital(&hint.says))))
        .text_cut(plain(&hint.why))
        .buttons([Button::new("Play it", play, Style::Primary)])
        .build()
}

/// Who gets hints, in a few words.
pub(super) const fn who(hints: Hints) -> &'static str {
    match hints {
        Hints::Auto => "with the house only",
        Hints::On => "for everybody",
        Hints::Off => "for nobody",
    }
}

/// The same for a line about a table; empty as long as it is as usual.
pub(super) fn unusual(hints: Hints) -> String {
    if hints == Hints::Auto { String::new() } else { format!("Hints: {}.", who(hints)) }
}
