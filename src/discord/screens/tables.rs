//! Lists of somebody's tables.

use crate::store::Posted;
use crate::tables::{Stage, Summary};
use engine::english::list;

use super::super::press::{Press, TableAct};
use super::super::ui::{Button, Limit, Message, MessageBuilder, Style, cut, plain};
use super::{PLAIN, message_address};

const _: fn(engine::Language) = |engine::Language::English| ();

/// More would be longer than a message may be.
const MOST: usize = 20;

/// What a list of somebody's tables says of one: that it waits for them, or has not begun.
fn state(table: &Summary) -> &'static str {
    match (table.stage, table.awaits) {
        (Stage::Lobby, _) => " · not begun yet",
        (_, true) => " · your turn",
        _ => "",
    }
}

/// Somebody's tables everywhere, each with its board.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn tables(all: &[(Summary, Option<Posted>)]) -> Result<Message, Limit> {
    let waiting = all.iter().filter(|(table, _)| table.awaits).count();
    let waiting = match waiting {
        0 => "None of them waits for you.".to_owned(),
        1 => "One of them waits for you.".to_owned(),
        more => format!("{more} of them wait for you."),
    };
    let lines: Vec<String> = all.iter().take(MOST).map(|(table, board)| line(table, *board)).collect();
    let more = all.len().saturating_sub(MOST);
    let more = if more == 0 { String::new() } else { format!("-# and {more} more") };
    let draft = MessageBuilder::new().accent(PLAIN).text(format!("### Your tables\n-# {waiting}"));
    draft.text_cut(lines.join("\n")).text_cut(more).build()
}

/// Where, which game, who plays, and whether it waits.
fn line(table: &Summary, board: Option<Posted>) -> String {
    let title = match board {
        Some(at) => format!("[{}]({})", table.title, message_address(table.guild, (at.channel, at.message))),
        None => table.title.clone(),
    };
    let place = table.guild.map_or_else(|| "direct messages".to_owned(), |_| format!("<#{}>", table.channel));
    let who = plain(&cut(&list(&table.names), 60));
    format!("- {title} `{}` in {place} · {who}{}", table.table, state(table))
}

/// Asks at which of several tables somebody wants this: a hand, or a hint.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn which_table(tables: &[Summary], wants: TableAct) -> Result<Message, Limit> {
    let buttons = tables
        .iter()
        .take(25)
        .map(|t| {
            let state = state(t);
            let label = cut(&format!("{} · {}", t.title, t.names.join(", ")), 70 - state.len());
            let id = Press::Table(t.table, wants).name()?;
            Ok(Button::new(&format!("{label} ({}){state}", t.table), id, Style::Secondary))
        })
        .collect::<Result<Vec<_>, Limit>>()?;
    MessageBuilder::new().text(format!("You sit at several tables. Which {}?", wants.word())).buttons(buttons).build()
}
