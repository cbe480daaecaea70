//! Rules pages, section by section.

use crate::engine::catalog::Listed;
use crate::engine::rules::{Section, sections};

use super::super::press::Press;
use super::super::ui::{Draft, Limit, Message, Pick, Select};
use super::accent;

/// One section of a game's rules (the first one if there is no such anchor), and a list of the others.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn rules(game: &dyn Listed, anchor: Option<&str>) -> Result<Message, Limit> {
    let all = sections(game.rules());
    let at = anchor.and_then(|a| all.iter().position(|s| s.anchor == a)).unwrap_or(0);
    let mut draft = Draft::new().accent(accent(game.id()));
    if let Some(section) = all.get(at) {
        draft = draft.text(format!("### {}\n-# {}", name(section), game.title())).text_cut(section.text);
    } else {
        draft = draft.text(format!("### {}", game.title()));
    }
    let topics = near(&all, at);
    if !topics.is_empty() {
        draft = draft.select(Select::new(Press::Topics(game.id().to_owned()).name()?, "Another section…", topics)?);
    }
    draft.build()
}

/// The 25 sections around one.
fn near(all: &[Section<'_>], at: usize) -> Vec<Pick> {
    let first = at.saturating_sub(12).min(all.len().saturating_sub(25));
    let mut seen = std::collections::HashSet::new();
    all.iter()
        .enumerate()
        .skip(first)
        .take(25)
        .filter(|(_, s)| !s.anchor.is_empty() && seen.insert(s.anchor.as_str()))
        .filter_map(|(n, s)| Some(Pick::new(&name(s), "", s.anchor.as_str()).ok()?.chosen(n == at)))
        .collect()
}

fn name(section: &Section<'_>) -> String {
    format!("{} {}", section.number, section.title).trim().to_owned()
}

/// Sections whose name or text has what is typed, those named so first: name and anchor.
#[must_use]
pub fn page_topics(game: &dyn Listed, typed: &str) -> Vec<(String, String)> {
    let typed = typed.trim().to_lowercase();
    let all = sections(game.rules());
    let named = |s: &&Section<'_>| name(s).to_lowercase().contains(&typed);
    let inside = |s: &&Section<'_>| s.text.to_lowercase().contains(&typed);
    let first = all.iter().filter(named);
    let then = all.iter().filter(|s| !named(s) && inside(s));
    first.chain(then).filter(|s| !s.anchor.is_empty()).map(|s| (name(s), s.anchor.clone())).take(25).collect()
}
