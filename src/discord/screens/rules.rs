//! Rules pages, section by section.

use crate::engine::rules::{Page, Section, sections};

use super::super::press::Press;
use super::super::ui::{Draft, Limit, Message, Pick, Select};
use super::accent;

/// One section of a page (the first one if there is no such anchor), and a list of the others.
///
/// # Errors
/// Where a limit of Discord's is broken.
pub fn rules(page: Page, anchor: Option<&str>) -> Result<Message, Limit> {
    let all = sections(page.text);
    let at = anchor.and_then(|a| all.iter().position(|s| s.anchor == a)).unwrap_or(0);
    let mut draft = Draft::new().accent(accent(page.id));
    if let Some(section) = all.get(at) {
        let (heading, title) = (name(section), page.title);
        let of = if heading == title { String::new() } else { format!("\n-# {title}") };
        draft = draft.text(format!("### {heading}{of}")).text_cut(flow(section.text));
    } else {
        draft = draft.text(format!("### {}", page.title));
    }
    let topics = near(&all, at);
    if !topics.is_empty() {
        draft = draft.select(Select::new(Press::Topics(page.id.to_owned()).name()?, "Another section…", topics)?);
    }
    draft.build()
}

/// Markdown as Discord shows it: the lines of a paragraph or list item joined (a line's end would break it), tables as one
/// line a row.
fn flow(markdown: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for line in markdown.lines() {
        let text = line.trim();
        fenced ^= text.starts_with("```");
        let item = text.starts_with(['-', '*', '>', '#']) && !text.starts_with("**")
            || text.split_once(". ").is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        if fenced || text.starts_with("```") {
            lines.push(line.to_owned());
            open = false;
        } else if text.starts_with('|') {
            let cells: Vec<&str> = text.trim_matches('|').split('|').map(str::trim).collect();
            let ruler = cells.iter().all(|cell| !cell.is_empty() && cell.trim_matches([':', '-']).is_empty());
            if !ruler {
                lines.push(cells.join("  ·  "));
            }
            open = false;
        } else if open && !text.is_empty() && !item {
            if let Some(last) = lines.last_mut() {
                last.push(' ');
                last.push_str(text);
            }
        } else {
            lines.push(line.trim_end().to_owned());
            open = !text.is_empty();
        }
    }
    lines.join("\n")
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
pub fn page_topics(page: Page, typed: &str) -> Vec<(String, String)> {
    let typed = typed.trim().to_lowercase();
    let all = sections(page.text);
    let named = |s: &&Section<'_>| name(s).to_lowercase().contains(&typed);
    let inside = |s: &&Section<'_>| s.text.to_lowercase().contains(&typed);
    let first = all.iter().filter(named);
    let then = all.iter().filter(|s| !named(s) && inside(s));
    first.chain(then).filter(|s| !s.anchor.is_empty()).map(|s| (name(s), s.anchor.clone())).take(25).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_flow_and_tables_become_lines() {
        let page = "One two\nthree.\n\n- a\n  b\n- c\n1. d\n\n| x | y |\n|---|:-:|\n| 1 | 2 |\n\n```\nk\n  l\n```";
        assert_eq!(flow(page), "One two three.\n\n- a b\n- c\n1. d\n\nx  ·  y\n1  ·  2\n\n```\nk\n  l\n```");
    }

    #[test]
    fn every_section_of_every_page_is_a_message_that_is_not_cut() {
        for page in crate::engine::rules::pages() {
            assert!(rules(page, None).is_ok());
            for section in sections(page.text) {
                let message = rules(page, Some(&section.anchor)).unwrap().reply(true);
                let texts = message["components"][0]["components"].as_array().unwrap();
                let last = texts.iter().rev().find_map(|block| block["content"].as_str()).unwrap();
                assert!(!last.ends_with('…'), "{} {} is cut", page.id, section.anchor);
            }
        }
    }
}
