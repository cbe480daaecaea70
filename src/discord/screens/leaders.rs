//! Leaderboards.

use std::fmt::Write;

use crate::store::{Leaderboard, Rank};
use crate::tables::{NAME_COLUMNS, columns};

use super::super::press::Press;
use super::super::ui::{Button, Draft, Limit, Message, Style};
use super::accent;

/// Which leaderboard is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaders {
    /// `s`: this server, `e`: everywhere.
    pub scope: char,
    /// The game's id, or `*`.
    pub game: String,
    /// `q`: season, `m`: month, `a`: all time.
    pub period: char,
    /// From 1.
    pub page: u32,
}

impl Leaders {
    /// Lines on a page.
    pub const LINES: u32 = 10;

    fn press(&self, page: u32) -> Press {
        Press::Leaders(self.scope, self.game.clone(), self.period, page)
    }
}

/// A page of a leaderboard with the caller's own rank.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn leaders(what: &Leaders, title: &str, found: &Leaderboard) -> Result<Message, Limit> {
    let scope = if what.scope == 's' { "this server" } else { "everywhere" };
    let period = match what.period {
        'q' => "this season",
        'm' => "this month",
        _ => "all time",
    };
    let draft = Draft::new().accent(accent(&what.game)).text(format!("### {title}\n-# {scope} · {period}"));
    let pages = u32::try_from(found.ranked.div_ceil(u64::from(Leaders::LINES))).unwrap_or(u32::MAX).max(1);
    let draft = if found.ranked == 0 {
        draft.text("Nobody has finished a rated match yet. `/play` opens a table.")
    } else if found.lines.is_empty() {
        draft.text(format!("There are only {pages} pages."))
    } else {
        draft.code(&table(&found.lines))
    };
    let own = match &found.own {
        Some(own) => format!("You: rank **{}** of {}, {} points.", own.rank, found.ranked, own.points),
        None if found.ranked > 0 => "You have no rated match here yet.".to_owned(),
        None => String::new(),
    };
    let mut buttons = Vec::new();
    if what.page > 1 {
        let before = (what.page - 1).min(pages);
        buttons.push(Button::new("◀", what.press(before).name()?, Style::Secondary));
    }
    if what.page < pages {
        buttons.push(Button::new("▶", what.press(what.page + 1).name()?, Style::Secondary));
    }
    draft.text(own).buttons(buttons).build()
}

fn table(lines: &[Rank]) -> String {
    let width = lines.iter().map(|l| columns(&l.name)).max().unwrap_or(0).min(NAME_COLUMNS);
    let mut text = String::new();
    for l in lines {
        let gap = " ".repeat(width.saturating_sub(columns(&l.name)));
        let matches = if l.matches == 1 { "match" } else { "matches" };
        let _ = writeln!(
            text,
            "{:>4}  {}{gap}  {:>5}   {} of {} {matches} won",
            l.rank, l.name, l.points, l.wins, l.matches
        );
    }
    text
}
