//! Short messages: refusals, questions, notices.

use crate::tables::{Fault, Snapshot, Sorry, TableId, UserId};

use super::super::press::{Press, TableAct};
use super::super::ui::{Button, Draft, Limit, Message, Style, plain};
use super::{accent, link, title};

/// A short message in our own words (Markdown).
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn note(words: &str) -> Result<Message, Limit> {
    Draft::new().text_cut(words).build()
}

/// Why not, with the rule, a way to read it, and what may be done instead. For one person.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn refusal(sorry: &Sorry) -> Result<Message, Limit> {
    let Sorry::Refused { message, rule, nearest } = sorry else { return note(&plain_words(sorry)) };
    let mut draft = Draft::new().text_cut(plain(message));
    let mut buttons = Vec::new();
    if let Some(rule) = rule {
        let (number, title) = match rule.title.split_once(' ') {
            Some((number, title)) if number.starts_with(|c: char| c.is_ascii_digit()) => (number, title),
            _ => ("", rule.title.as_str()),
        };
        let place = format!("{} {number}", rule.game);
        draft = draft.accent(accent(rule.game)).text(format!("-# Rule: {} ({}).", plain(title), place.trim()));
        let id = Press::Rules(rule.game.to_owned(), rule.anchor.to_owned()).name()?;
        buttons.push(Button::new("Rules", id, Style::Secondary));
    }
    if !nearest.is_empty() {
        let may: Vec<String> = nearest.iter().map(|m| format!("`{}`", m.replace('`', "'"))).collect();
        draft = draft.text_cut(format!("You may: {}", may.join(", ")));
    }
    draft.buttons(buttons).build()
}

/// Our own sentences hold commands in code marks, which stay; what a person or a game said is escaped at its source.
fn plain_words(sorry: &Sorry) -> String {
    match sorry {
        Sorry::TooLate(words) => plain(words),
        other => other.to_string(),
    }
}

/// Something broke on our side.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn fault(fault: Fault) -> Result<Message, Limit> {
    note(&fault.to_string())
}

/// Asks before something that cannot be undone.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn sure(table: TableId, question: &str, yes: &str, act: TableAct) -> Result<Message, Limit> {
    let yes = Button::new(yes, Press::Table(table, act).name()?, Style::Danger);
    let no = Button::new("No", Press::Table(table, TableAct::More).name()?, Style::Secondary);
    Draft::new().text(question).buttons([yes, no]).build()
}

/// The notice that it is somebody's turn. It pings.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn turn(snapshot: &Snapshot, user: UserId) -> Result<Message, Limit> {
    Draft::new().mention(user.0).text(format!("<@{user}>, it is your turn: {}.", title(snapshot))).build()
}

/// Somebody was invited.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn invited(snapshot: &Snapshot, name: &str) -> Result<Message, Limit> {
    note(&format!("**{name}** is invited to table {} in {}.", snapshot.table, link(snapshot)))
}

/// A table was opened somewhere else than where it was asked for.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn welcome(snapshot: &Snapshot) -> Result<Message, Limit> {
    note(&format!("Table {} is open in {}.", snapshot.table, link(snapshot)))
}
