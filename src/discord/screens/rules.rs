//! Rules pages, section by section.

mod markdown;
mod named;

use crate::discord::SPOKEN;
use std::sync::Arc;

use engine::catalog;
use engine::rules::{Page, Section, look_up, nearest, pages as all_pages, sections};

use super::super::preferences::Look;
use super::super::press::Press;
use super::super::ui::{Button, LINES, Limit, Message, MessageBuilder, Select, SelectLine, Style, cut, plain};
use super::teach::teach_me;
use super::{accent, shown, table};
use markdown::flow;
use named::by_name;

const _: fn(engine::Language) = |engine::Language::English| ();

/// All pages to pick from, if no game is named.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn pages() -> Result<Message, Limit> {
    let lines = all_pages().map(|page| SelectLine::new(page.title, "", page.id)).collect::<Result<_, _>>()?;
    MessageBuilder::new()
        .text("The rules of which game?")
        .select(Select::new(Press::Pages.name()?, "Which game?", lines)?)
        .build()
}

/// One section of a page with its parts (the first one if there is no such anchor), and a list of the others. A game's
/// first one opens with how a turn works.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn rules(page: Page, anchor: Option<&str>, look: Look) -> Result<Message, Limit> {
    let all = sections(page.text);
    match anchor.and_then(|a| all.iter().position(|s| s.anchor == a)).unwrap_or(0) {
        0 => turn(page, 0, look),
        at => section(page, &all, at, MessageBuilder::new(), Vec::new()),
    }
}

/// One of the pictures of how a turn of the game works, above the first section of its page.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn turn(page: Page, at: u8, look: Look) -> Result<Message, Limit> {
    let all = sections(page.text);
    let pictures = catalog::game(page.id).map(|game| game.turn(SPOKEN)).unwrap_or_default();
    // Joker roles are a page, and no game.
    let Some(picture) = pictures.get(usize::from(at)) else {
        return section(page, &all, 0, MessageBuilder::new(), Vec::new());
    };
    let screen = Arc::new(picture.screen.clone());
    shown(look, &screen, |look| {
        let head = format!("### How a turn works\n-# {} · picture {} of {}", page.title, at + 1, pictures.len());
        let draft = table(MessageBuilder::new().text(head), look, &screen, &picture.words).text(picture.says);
        let to = |n: usize, label: String, style| {
            Ok(Button::new(&label, Press::Turn(page.id.to_owned(), n as u8).name()?, style))
        };
        let (at, of) = (usize::from(at), pictures.len());
        let back = (at > 0).then(|| to(at - 1, format!("◀ Picture {at}"), Style::Secondary)).transpose()?;
        let on = (at + 1 < of).then(|| to(at + 1, format!("Picture {} ▶", at + 2), Style::Primary)).transpose()?;
        section(page, &all, 0, draft, back.into_iter().chain(on).chain([teach_me(page.id, "Teach me")?]).collect())
    })
}

/// A section below what the message already says, with these buttons before its own.
fn section(
    page: Page,
    all: &[Section<'_>],
    at: usize,
    draft: MessageBuilder,
    buttons: Vec<Button>,
) -> Result<Message, Limit> {
    let mut draft = draft.accent(accent(page.id));
    if let Some(section) = all.get(at) {
        let (heading, title) = (name(section), page.title);
        let of = if heading == title { String::new() } else { format!("\n-# {title}") };
        draft = draft.text(format!("### {heading}{of}")).text_cut(body(section, all, page));
    } else {
        draft = draft.text(format!("### {}", page.title));
    }
    let topics = near(all, at);
    if !topics.is_empty() {
        draft = draft.select(Select::new(Press::Topics(page.id.to_owned()).name()?, "Another section…", topics)?);
    }
    let leaf = |next: &Section<'_>| {
        let press = Press::Leaf(page.id.to_owned(), next.anchor.clone());
        Ok(Button::new(&cut(&format!("{} ▸", name(next)), 80), press.name()?, Style::Secondary))
    };
    draft.buttons(buttons.into_iter().chain(next(all, at).map(leaf).transpose()?)).build()
}

/// The section to read next, after the parts of this one, which are shown with it.
fn next<'a>(all: &'a [Section<'a>], at: usize) -> Option<&'a Section<'a>> {
    let this = all.get(at)?;
    let is_new = |section: &&Section<'_>| {
        let known = all[..=at].iter().any(|known| known.anchor == section.anchor);
        !section.anchor.is_empty() && !known && !section.is_part_of(this)
    };
    all[at + 1..].iter().find(is_new)
}

/// The text of a section, followed by each of its parts under its name: many sections consist of parts only.
fn body(section: &Section<'_>, all: &[Section<'_>], page: Page) -> String {
    let said = |section: &Section<'_>| flow(&by_name(section, page));
    let parts = all.iter().filter(|part| part.is_part_of(section));
    let parts = parts.map(|part| format!("**{}**\n{}", name(part), said(part)));
    let own = Some(said(section)).filter(|text| !text.is_empty());
    own.into_iter().chain(parts).collect::<Vec<_>>().join("\n\n")
}

/// Says that there is no section by the name typed, and offers those that may be meant, then the others.
///
/// # Errors
/// If one of Discord's limits is exceeded.
pub fn no_section(page: Page, typed: &str) -> Result<Message, Limit> {
    let near = nearest(page.text, typed);
    let names: Vec<String> = near.iter().take(4).map(|s| format!("**{}**", plain(&name(s)))).collect();
    let meant = if names.is_empty() { String::new() } else { format!("\nNearest: {}.", names.join(", ")) };
    let words = format!("{} has no section “{}”.{meant}", page.title, plain(&cut(typed, 100)));
    let mut seen = std::collections::HashSet::new();
    let all = near.into_iter().chain(sections(page.text));
    let topics: Vec<SelectLine> = all
        .filter(|s| !s.anchor.is_empty() && seen.insert(s.anchor.clone()))
        .take(LINES)
        .map(|s| SelectLine::new(&name(&s), "", s.anchor.as_str()))
        .collect::<Result<_, _>>()?;
    let list = Select::new(Press::Topics(page.id.to_owned()).name()?, "Which section?", topics)?;
    MessageBuilder::new().accent(accent(page.id)).text(words).select(list).build()
}

/// All sections; for a long page only its chapters, and the parts of the current one.
fn listed<'a>(all: &'a [Section<'a>], at: usize) -> Vec<(usize, &'a Section<'a>)> {
    let chapter = |section: &Section<'a>| section.number.split('.').next();
    let is_near = |section: &Section<'a>| {
        all.len() <= LINES || !section.number.contains('.') || all.get(at).map(chapter) == Some(chapter(section))
    };
    let mut seen = std::collections::HashSet::new();
    let near = all.iter().enumerate().filter(|(_, section)| is_near(section) && !section.anchor.is_empty());
    near.filter(|(_, section)| seen.insert(section.anchor.as_str())).take(LINES).collect()
}

fn near(all: &[Section<'_>], at: usize) -> Vec<SelectLine> {
    let pick =
        |(n, s): (usize, &Section<'_>)| Some(SelectLine::new(&name(s), "", s.anchor.as_str()).ok()?.chosen(n == at));
    listed(all, at).into_iter().filter_map(pick).collect()
}

/// The section of a page about this variant only, if there is one.
#[must_use]
pub fn section_of(page: Page, variant: &str) -> Option<String> {
    sections(page.text).into_iter().find(|s| s.title.eq_ignore_ascii_case(variant)).map(|s| s.anchor)
}

fn name(section: &Section<'_>) -> String {
    format!("{} {}", section.number, section.title).trim().to_owned()
}

/// What may be asked of the rules, the likeliest first: each with the text that asks for it. On a page they are its
/// sections; what stands on another is named with it. Before anything is typed, the list that the page itself shows, or
/// without a page the pages.
#[must_use]
pub fn topics(page: Option<Page>, typed: &str) -> Vec<(String, String)> {
    if let (None, "") = (page, typed.trim()) {
        return all_pages().map(|page| (page.title.to_owned(), format!("{}:", page.id))).collect();
    }
    let line = |(of, s): &(Page, Section<'_>)| match name(s) {
        name if page == Some(*of) => (name, s.anchor.clone()),
        name if name == of.title => (name, format!("{}: {}", of.id, s.anchor)),
        name => (format!("{} · {name}", of.title), format!("{}: {}", of.id, s.anchor)),
    };
    let all = page.map(|page| sections(page.text)).unwrap_or_default();
    let found = match page {
        Some(page) if typed.trim().is_empty() => listed(&all, 0).into_iter().map(|(_, s)| (page, s.clone())).collect(),
        page => look_up(page, typed).found,
    };
    found.iter().filter(|(_, s)| !s.anchor.is_empty()).map(line).take(LINES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::ui::Audience;
    use engine::rules::{page, search};

    #[test]
    fn a_section_that_is_not_there_is_answered_by_the_nearest() {
        let page = page("gin-rummy").unwrap();
        let message = no_section(page, "knokcing").unwrap().reply(Audience::Caller);
        let blocks = &message["components"][0]["components"];
        let words = blocks[0]["content"].as_str().unwrap();
        assert!(words.starts_with("Gin Rummy has no section “knokcing”.\nNearest: **"), "{words}");
        assert!(words.contains("Knocking"), "{words}");
        let lines = blocks[1]["components"][0]["options"].as_array().unwrap();
        assert!(lines[0]["label"].as_str().unwrap().contains("nock"), "{}", lines[0]);
        let none = no_section(page, "*xyzzy*").unwrap().reply(Audience::Caller);
        assert_eq!(none["components"][0]["components"][0]["content"], "Gin Rummy has no section “\\*xyzzy\\*”.");
    }

    #[test]
    fn every_game_opens_with_three_pictures_of_a_turn_that_their_words_describe() {
        for game in catalog::games() {
            let (page, pictures) = (page(game.id()).unwrap(), game.turn(SPOKEN));
            assert_eq!(pictures.len(), 3, "{}", game.id());
            for (n, picture) in (0..).zip(pictures) {
                assert!(picture.screen.alt.contains("Ada") && !picture.words.is_empty(), "{}", picture.screen.alt);
                let with = Look { picture: true, ..Look::TEXT };
                let drawn = turn(page, n, with).unwrap();
                assert_eq!(drawn.art().unwrap().screen.alt, picture.screen.alt);
                let said = drawn.reply(Audience::Caller).to_string();
                assert!(said.contains(&format!("picture {} of 3", n + 1)) && said.contains("Teach me"), "{said}");
                assert_eq!(said.contains(&format!("1turn:{}:{}", page.id, n + 1)), n < 2);
                assert!(turn(page, n, Look::TEXT).unwrap().art().is_none());
            }
        }
        let opens = rules(page("gin-rummy").unwrap(), None, Look::TEXT).unwrap().reply(Audience::Caller).to_string();
        assert!(opens.find("How a turn works") < opens.find("Also called Gin"), "{opens}");
    }

    #[test]
    fn every_section_can_be_picked_by_way_of_its_chapter() {
        for page in engine::rules::pages() {
            let all = sections(page.text);
            let listed = |at| listed(&all, at).into_iter().map(|(_, s)| s.anchor.clone()).collect::<Vec<_>>();
            for (at, section) in all.iter().enumerate() {
                let chapter = all.iter().position(|c| section.is_part_of(c)).filter(|_| all.len() > LINES).unwrap_or(0);
                assert!(listed(0).contains(&all[chapter].anchor), "{} {}", page.id, section.anchor);
                assert!(listed(chapter).contains(&section.anchor), "{} {}", page.id, section.anchor);
                assert!(listed(at).contains(&section.anchor), "{} {}", page.id, section.anchor);
            }
        }
        assert_eq!(section_of(page("brain-drain").unwrap(), "Ascent").as_deref(), Some("ascent"));
        assert_eq!(section_of(page("gin-rummy").unwrap(), "Classic"), None);
    }

    #[test]
    fn a_page_is_read_through_from_section_to_section() {
        for page in engine::rules::pages() {
            let all = sections(page.text);
            let (mut at, mut read) = (0, Vec::new());
            loop {
                read.extend(all.iter().filter(|s| s.anchor == all[at].anchor || s.is_part_of(&all[at])));
                let message =
                    rules(page, Some(&all[at].anchor), Look::TEXT).unwrap().reply(Audience::Caller).to_string();
                let Some(section) = next(&all, at) else {
                    assert!(!message.contains(" ▸"), "{message}");
                    break;
                };
                assert!(message.contains(&format!("1n:{}:{}", page.id, section.anchor)), "{message}");
                at = all.iter().position(|s| s.anchor == section.anchor).unwrap();
            }
            assert!(all.iter().all(|section| read.contains(&section)), "{}", page.id);
        }
    }

    #[test]
    fn before_anything_is_typed_the_list_of_topics_is_that_under_the_page() {
        for page in engine::rules::pages() {
            let all: Vec<String> = sections(page.text).into_iter().map(|s| s.anchor).collect();
            for typed in ["", " "] {
                let topics = topics(Some(page), typed);
                let at = |anchor: &String| all.iter().position(|a| a == anchor).unwrap();
                let places: Vec<usize> = topics.iter().map(|(_, anchor)| at(anchor)).collect();
                assert!(places.is_sorted() && places[0] == 0, "{}: {topics:?}", page.id);
                assert!(topics.len() == all.len() || all.len() > LINES, "{}: {topics:?}", page.id);
            }
        }
    }

    #[test]
    fn topics_keep_within_what_discord_shows() {
        for page in engine::rules::pages() {
            for typed in ["", "the", "c", "how to play", "card", "turn"] {
                let topics = topics(Some(page), typed);
                assert!(topics.len() <= LINES);
                assert!(topics.iter().all(|(name, anchor)| name.chars().count().max(anchor.len()) <= 100));
            }
        }
        let first = |typed: &str| topics(page("gin-rummy").ok(), typed).swap_remove(0);
        assert_eq!(first("how to win"), ("1 The aim".to_owned(), "the-aim".to_owned()));
    }

    #[test]
    fn every_section_of_every_page_says_something_and_is_not_cut() {
        for page in engine::rules::pages() {
            assert!(rules(page, None, Look::TEXT).is_ok());
            for section in sections(page.text) {
                let message = rules(page, Some(&section.anchor), Look::TEXT).unwrap().reply(Audience::Caller);
                let blocks = message["components"][0]["components"].as_array().unwrap();
                let texts: Vec<&str> = blocks.iter().filter_map(|block| block["content"].as_str()).collect();
                let [.., _, text] = texts[..] else { panic!("{} {} is empty", page.id, section.anchor) };
                assert!(!text.ends_with('…'), "{} {} is cut", page.id, section.anchor);
                for part in sections(page.text).iter().filter(|part| part.is_part_of(&section)) {
                    assert!(text.contains(&format!("**{}**\n", name(part))), "{} {}", page.id, part.anchor);
                }
            }
        }
    }

    /// Slips too, other names of games, and any word.
    #[test]
    fn q17_whatever_sending_finds_is_offered_while_typing() {
        for page in engine::rules::pages() {
            for section in sections(page.text) {
                let mut typed = section.title.to_owned();
                typed.remove(1);
                let near = nearest(page.text, &typed);
                let first = search(page.text, &typed).first().or(near.first()).map(|s| s.anchor.clone());
                let offered = topics(Some(page), &typed).first().map(|(_, anchor)| anchor.clone());
                assert!(first.is_none() || offered == first, "{}: {typed}", page.id);
            }
        }
        let gin = page("gin-rummy").ok();
        assert_eq!(topics(gin, "knok")[0], ("3.4 Knocking".to_owned(), "knocking".to_owned()));
        assert!(topics(gin, "undrcut")[0].0.contains("4.2"));
        let elsewhere = ("Klaberjass · 3.2 Schmeiss".to_owned(), "klaberjass: schmeiss".to_owned());
        assert_eq!(topics(gin, "schmeiss")[0], elsewhere);
        for at in [None, gin] {
            assert_eq!(topics(at, "belotte")[0], ("Klaberjass".to_owned(), "klaberjass: klaberjass".to_owned()));
        }
        assert_eq!(topics(None, "knok")[0].1, "gin-rummy: knocking");
        assert_eq!(topics(None, "").len(), engine::rules::pages().count());
    }
}
