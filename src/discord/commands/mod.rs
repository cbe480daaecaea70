//! Slash commands: one file for each command.

mod board;
mod challenge;
mod daily;
mod hand;
mod help;
mod hint;
mod history;
mod leaderboard;
mod moderation;
mod moves;
mod play;
mod privacy;
mod profile;
mod replay;
mod rules;
mod settings;
mod table;
mod tables;
mod teach;
mod verify;

pub use challenge::usual as challenge;
pub use daily::{answer as answer_daily, press as press_daily};
pub use hand::show as show_hand;
pub use hint::{give as give_hint, play as play_hint, review};
pub use history::turn as turn_history;
pub use leaderboard::show as show_leaders;
pub(super) use play::find_variant;
pub use play::{alone, games, open_usual};
pub use privacy::forget;
pub use profile::show_of as show_profile;
pub use replay::step as step_replay;
pub use settings::set;
pub use table::{done, meaning, sure_to_end, sure_to_resign};
pub use teach::{answer as answer_practice, press as press_practice, run as teach};

use crate::tables::{Fault, Stage, Summary, TableId};

use super::app::App;
use super::incoming::{Incoming, Line};
use super::press::TableAct;
use super::reply::{Handled, HandlerError, Reply};
use super::screens;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Carries out a command.
///
/// # Errors
/// What to say instead.
pub async fn run(app: &App, from: &Incoming, line: &Line) -> Handled {
    match line.name.as_str() {
        "play" => play::run(app, from, line).await,
        "challenge" => challenge::run(app, from, line).await,
        "table" => table::run(app, from, line).await,
        "tables" => tables::run(app, from).await,
        "move" => moves::run(app, from, line).await,
        "hand" => hand::run(app, from).await,
        "hint" => hint::run(app, from).await,
        "board" => board::run(app, from).await,
        "leaderboard" => leaderboard::run(app, from, line).await,
        "daily" => daily::run(app, from).await,
        "history" => history::run(app, from, line).await,
        "replay" => replay::run(app, from, line).await,
        "rules" => rules::run(app, from, line).await,
        "settings" => settings::run(app, from, line).await,
        "verify" => verify::run(app, from, line).await,
        "help" => help::run(app, from, line),
        "profile" => profile::run(app, from, line).await,
        "privacy" => privacy::run(app, from, line).await,
        other => {
            Err(HandlerError::say(format!("I know no command `/{other}` (any more). `/help` shows what there is.")))
        }
    }
}

/// The table of this channel.
///
/// # Errors
/// If there is none.
pub async fn table_here(app: &App, from: &Incoming) -> Result<TableId, HandlerError> {
    app.room.at(from.place.channel).await?.ok_or_else(no_table_here)
}

/// The code of a match as people type or paste it.
pub(super) fn code_in(text: &str) -> Option<TableId> {
    text.trim().trim_matches('`').trim().to_ascii_lowercase().parse().ok()
}

/// Whether something may be posted here at this person's wish.
///
/// # Errors
/// If they are blocked here.
async fn may_post(app: &App, from: &Incoming) -> Result<(), HandlerError> {
    let blocks = app.store().blocks_of(from.person.id, from.place.guild).await;
    let unread = |error| Fault::of_store(app.store(), "whether somebody is blocked could not be read", &error);
    if blocks.map_err(unread)?.is_empty() {
        return Ok(());
    }
    Err(HandlerError::say("You are blocked here, so I post nothing of yours."))
}

/// The refusal in a channel without a table.
pub(super) fn no_table_here() -> HandlerError {
    HandlerError::say("There is no table in this channel. `/play` opens one.")
}

/// Which table is meant by somebody who does not say.
pub enum Meant {
    /// The one in the channel where they said it, or the only one at which they play.
    This(TableId),
    Several(Vec<Summary>),
    /// None: they play at these, but they said it in a server channel that has no table.
    Elsewhere(Vec<Summary>),
}

/// The one table that is meant, or the question which one.
///
/// # Errors
/// If there is none.
pub async fn one_meant(app: &App, from: &Incoming, wants: TableAct) -> Result<Result<TableId, Reply>, HandlerError> {
    let mine = match table_meant(app, from).await? {
        Meant::This(table) => return Ok(Ok(table)),
        Meant::Several(mine) | Meant::Elsewhere(mine) => mine,
    };
    match mine.as_slice() {
        [one] => Ok(Ok(one.table)),
        _ => {
            let mine = app.room.by_turn(from.person.id, mine).await;
            Ok(Err(Reply::Whisper(screens::which_table(&mine, wants)?)))
        }
    }
}

/// The table of this channel, or else those at which this person plays.
///
/// # Errors
/// If there is none.
pub async fn table_meant(app: &App, from: &Incoming) -> Result<Meant, HandlerError> {
    if from.place.guild.is_some()
        && let Some(table) = app.room.at(from.place.channel).await?
    {
        return Ok(Meant::This(table));
    }
    let mut mine = app.room.of(from.person.id).await?;
    mine.retain(|table| table.stage == Stage::Playing);
    match mine.as_slice() {
        [] => Err(HandlerError::say("You are not in a match. `/play` in a server's channel opens a table.")),
        _ if from.place.guild.is_some() => Ok(Meant::Elsewhere(mine)),
        [one] => Ok(Meant::This(one.table)),
        _ => Ok(Meant::Several(mine)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        for typed in ["k7f2xq", " K7F2XQ ", "`k7f2xq`", " ` K7f2xq` "] {
            assert_eq!(code_in(typed).map(|code| code.to_string()).as_deref(), Some("k7f2xq"), "{typed}");
        }
        for typed in ["", "``", "my last one", "k7f2xq k7f2xq"] {
            assert_eq!(code_in(typed), None, "{typed}");
        }
    }
}
