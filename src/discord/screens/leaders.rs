//! Leaderboards.

use std::fmt::Write;
use std::sync::Arc;

use crate::engine::columns::{left, width};
use crate::engine::picture::{Screen, Sheet, Zone};
use crate::store::{Leaderboard, Rank};
use crate::tables::NAME_COLUMNS;

use super::super::press::Press;
use super::super::tastes::Look;
use super::super::ui::{Button, Draft, Limit, Message, Style, plain};
use super::{accent, shown, table};

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

    /// `this server · this season`
    fn words(&self) -> String {
        let scope = if self.scope == 's' { "this server" } else { "everywhere" };
        let period = match self.period {
            'q' => "this season",
            'm' => "this month",
            _ => "all time",
        };
        format!("{scope} · {period}")
    }

    fn press(&self, page: u32) -> Press {
        Press::Leaders(self.scope, self.game.clone(), self.period, page)
    }
}

/// A page of a leaderboard with the caller's own rank.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn leaders(what: &Leaders, title: &str, found: &Leaderboard, look: Look) -> Result<Message, Limit> {
    let screen = Arc::new(picture(what, title, found));
    shown(look, &screen, |look| draw(what, title, found, look, &screen))
}

fn draw(what: &Leaders, title: &str, found: &Leaderboard, look: Look, screen: &Arc<Screen>) -> Result<Message, Limit> {
    let draft = Draft::new().accent(accent(&what.game)).text(format!("### {title}\n-# {}", what.words()));
    let pages = u32::try_from(found.ranked.div_ceil(u64::from(Leaders::LINES))).unwrap_or(u32::MAX).max(1);
    let draft = if found.ranked == 0 {
        draft.text("Nobody has finished a rated match yet. `/play` opens a table.")
    } else if found.lines.is_empty() {
        draft.text(only(pages))
    } else {
        let draft = table(draft, look, screen, &lines(&found.lines));
        // A picture cannot be copied or searched: the ranks stand below it in small letters.
        if look.picture { draft.text_cut(format!("-# {}", ranks(&found.lines))) } else { draft }
    };
    let own = match &found.own {
        Some(own) => format!(
            "You: rank **{}** of {}, {} points.\n-# What points mean: `/help topic:ratings`",
            own.rank, found.ranked, own.points
        ),
        None if found.ranked > 0 => "You have no rated match here yet.".to_owned(),
        None => String::new(),
    };
    let mut buttons = Vec::new();
    if what.page > 1 && found.ranked > 0 {
        let before = (what.page - 1).min(pages);
        buttons.push(Button::new("◀", what.press(before).name()?, Style::Secondary));
    }
    if what.page < pages {
        buttons.push(Button::new("▶", what.press(what.page + 1).name()?, Style::Secondary));
    }
    draft.text(own).buttons(buttons).build()
}

/// What a page beyond the last says.
fn only(pages: u32) -> String {
    if pages == 1 { "There is only one page.".to_owned() } else { format!("There are only {pages} pages.") }
}

/// The page as a picture; without zones where it has no lines.
fn picture(what: &Leaders, title: &str, found: &Leaderboard) -> Screen {
    let title = format!("Leaderboard · {title}");
    if found.lines.is_empty() {
        return Screen { title, ..Screen::default() };
    }
    let own = found.own.as_ref().map(|own| own.rank);
    let head = ["", "player", "points", "won", "matches"].map(str::to_owned).to_vec();
    let row = |l: &Rank| {
        vec![l.rank.to_string(), l.name.clone(), l.points.to_string(), l.wins.to_string(), l.matches.to_string()]
    };
    let sheet = Sheet {
        head,
        rows: found.lines.iter().map(row).collect(),
        strong: found.lines.iter().position(|l| Some(l.rank) == own),
    };
    let spoken: Vec<String> =
        found.lines.iter().map(|l| format!("{}. {}, {} points", l.rank, l.name, l.points)).collect();
    let alt = format!("{title}, {}. {}.", what.words(), spoken.join("; "));
    Screen {
        color: accent(&what.game),
        title,
        headline: what.words(),
        zones: vec![Zone::Sheet(sheet)],
        alt,
        ..Screen::default()
    }
}

/// `1. Ada 1138 · 2. Ben 927`
fn ranks(lines: &[Rank]) -> String {
    let all: Vec<String> = lines.iter().map(|l| format!("{}. {} {}", l.rank, plain(&l.name), l.points)).collect();
    all.join(" · ")
}

fn lines(lines: &[Rank]) -> String {
    let wide = lines.iter().map(|l| width(&l.name)).max().unwrap_or(0).min(NAME_COLUMNS);
    let mut text = String::new();
    for l in lines {
        let name = left(&l.name, wide);
        let _ = writeln!(text, "{:>4}  {name}  {:>5}   played {}, won {}", l.rank, l.points, l.matches, l.wins);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_page_is_no_pages() {
        assert_eq!(only(1), "There is only one page.");
        assert_eq!(only(3), "There are only 3 pages.");
    }
}
