//! What is kept of a person: a copy of it, and what becomes of it when they are forgotten.

use std::sync::Arc;

use crate::store::{Blocks, Traces};
use crate::tables::Summary;
use engine::english::list;

use super::super::press::Press;
use super::super::ui::{Attached, Button, Limit, Message, MessageBuilder, Style};
use super::PLAIN;

const _: fn(engine::Language) = |engine::Language::English| ();

/// Where whoever runs the bot says more, if anywhere.
pub fn page_of(privacy: Option<&str>) -> String {
    privacy.map_or_else(String::new, |page| format!("-# More: [what is kept, and by whom]({page})"))
}

/// One part of somebody's export, out of so many.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn export_part(part: Vec<u8>, (number, of): (usize, usize), privacy: Option<&str>) -> Result<Message, Limit> {
    let (name, which) = match of {
        1 => ("upcard.json".to_owned(), String::new()),
        _ => (format!("upcard-{number}.json"), format!(", part {number} of {of}")),
    };
    let says = format!(
        "### What I keep about you{which}\nEverything, by the tables of the database; times are UTC. Other people, and the cards \
         of matches, are not in it. `/help topic:privacy` says it in words, `/privacy forget` has it forgotten."
    );
    let file = Attached { name, bytes: Arc::new(part) };
    MessageBuilder::new().accent(PLAIN).text(says).file(file).text(page_of(privacy)).build()
}

/// Asks before somebody is forgotten.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn sure_forget(found: &Traces, privacy: Option<&str>) -> Result<Message, Limit> {
    let goes = Traces { blocks: 0, ..found.clone() };
    let block = if found.blocks == 0 {
        ""
    } else {
        "\n- That you are blocked, by your id alone, until whoever did it lifts it."
    };
    let words = format!(
        "### Forget you?\nI keep {}. **What goes, for good:** your id and names wherever they stand, words that you added to a shuffle, your \
         places on leaderboards and ratings (should you play again, you begin anew), your settings, where my messages to you are. What you were \
         invited to counts as declined.\n**What stays:**\n- Your matches as they were played, for those you played them with: you are “a former \
         player” there.\n- Messages in channels, and those I sent you: they are Discord's.{block}\nCopies in the file are \
         overwritten too; backups of whoever runs me are theirs to delete. This cannot be undone.",
        kept_in_words(&goes)
    );
    let forget = Button::new("Forget me", Press::Forget.name()?, Style::Danger);
    MessageBuilder::new().accent(PLAIN).text(words).buttons([forget]).text(page_of(privacy)).build()
}

/// Where somebody still sits, so that they cannot be forgotten yet.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn in_the_way(tables: &[Summary]) -> Result<Message, Limit> {
    let line = |table: &Summary| {
        let place = table.guild.map_or_else(|| "direct messages".to_owned(), |_| format!("<#{}>", table.channel));
        format!("- {} `{}` in {place}", table.title, table.table)
    };
    let lines: Vec<String> = tables.iter().map(line).collect();
    let words = "### Not while you play\nOthers wait for you at these tables. Get up first, with `/table leave` before a match and \
                 `/table resign` in one; a match that goes on without you has to end. Then `/privacy forget` goes on.";
    MessageBuilder::new().accent(PLAIN).text(words).text_cut(lines.join("\n")).build()
}

/// What was forgotten.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn forgotten(found: &Traces) -> Result<Message, Limit> {
    let words = if found.is_none_but(Blocks::Stay) {
        "Nothing is kept about you.".to_owned()
    } else {
        let gone = Traces { blocks: 0, ..found.clone() };
        format!(
            "### Forgotten\nThat was {}. In the matches of others you are “a former player” now.",
            kept_in_words(&gone)
        )
    };
    MessageBuilder::new().accent(PLAIN).text(words).build()
}

/// `3 tables, 2 results, 8 places on leaderboards and settings`.
#[must_use]
pub fn kept_in_words(found: &Traces) -> String {
    let count = |n: usize, one: &str, more: &str| (n > 0).then(|| format!("{n} {}", if n == 1 { one } else { more }));
    let all = [
        count(found.tables.len(), "table", "tables"),
        count(found.results as usize, "result", "results"),
        count(found.ratings as usize, "place on leaderboards", "places on leaderboards"),
        found.settings.then(|| "settings".to_owned()),
        count(found.blocks as usize, "block", "blocks"),
        count(found.deeds as usize, "line of the log", "lines of the log"),
        count(found.daily as usize, "puzzle of a day", "puzzles of a day"),
    ];
    list(&all.into_iter().flatten().collect::<Vec<_>>())
}
