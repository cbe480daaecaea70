//! Looks something up: on the page that is meant, or on all of them.

use super::super::catalog;
use super::search::search_all;
use super::{Page, Section, likest, pages, sections};

/// What was found.
pub struct LookUp {
    /// Sections, the likeliest first, each with its page.
    pub found: Vec<(Page, Section<'static>)>,
    /// Whether no section has what was typed, and these only have something like it.
    pub is_slip: bool,
}

/// Looks for what was typed: on the page of the game that it names, by any of the names that games have; else on the
/// page given, if there is one; and where that has nothing, on all pages. `id: topic` means that page.
#[must_use]
pub fn look_up(page: Option<Page>, typed: &str) -> LookUp {
    let (page, typed) = aimed(page, typed);
    let given: Vec<Page> = page.into_iter().collect();
    let everywhere: Vec<Page> = pages().collect();
    if typed.trim().is_empty() {
        return LookUp { found: of(&given).collect(), is_slip: false };
    }
    let tries = [given.as_slice(), &everywhere].into_iter().flat_map(|pages| [(pages, false), (pages, true)]);
    let mut all = tries.map(|(pages, is_slip)| {
        let found = if is_slip { likest(&typed, of(pages)) } else { search_all(pages, &typed) };
        LookUp { found, is_slip }
    });
    all.find(|look_up| !look_up.found.is_empty()).unwrap_or(LookUp { found: Vec::new(), is_slip: true })
}

fn of(pages: &[Page]) -> impl Iterator<Item = (Page, Section<'static>)> {
    pages.iter().flat_map(|page| sections(page.text).into_iter().map(|section| (*page, section)))
}

/// The page that is meant, and what is to be looked for there.
fn aimed(page: Option<Page>, typed: &str) -> (Option<Page>, String) {
    let by_id = |id: &str| pages().find(|page| page.id == id);
    if let Some((id, rest)) = typed.split_once(':')
        && let Some(named) = by_id(id.trim())
    {
        return (Some(named), rest.trim().to_owned());
    }
    match catalog::named_in(typed) {
        Some((game, rest)) if page.is_none_or(|page| page.id != game.id()) => (by_id(game.id()), rest),
        _ => (page, typed.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::page;
    use super::*;

    fn first(on: Option<&str>, typed: &str) -> Option<(&'static str, &'static str)> {
        let found = look_up(on.map(|id| page(id).unwrap()), typed).found;
        found.first().map(|(page, section)| (page.id, section.number))
    }

    #[test]
    fn a_game_is_found_by_any_of_its_names_from_everywhere() {
        for on in [None, Some("gin-rummy"), Some("jokers"), Some("klaberjass")] {
            for typed in ["belotte", "Bela", "Clobyosh", "klob", "klaberjass: klaberjass"] {
                assert_eq!(first(on, typed), Some(("klaberjass", "")), "{on:?} {typed}");
            }
        }
        // A slip is looked for on the page at hand first, and the Jokers' page has a word like this one.
        for on in [None, Some("gin-rummy"), Some("klaberjass")] {
            assert_eq!(first(on, "belote"), Some(("klaberjass", "")), "{on:?}");
        }
        assert_eq!(first(Some("gin-rummy"), "Marbles & Jokers"), Some(("pegs-and-jokers", "")));
        assert_eq!(first(Some("gin-rummy"), "gin"), Some(("gin-rummy", "3.5")), "on its own page it is a section");
        assert_eq!(first(None, "bela trumps"), Some(("klaberjass", "3.1")));
    }

    #[test]
    fn what_the_page_at_hand_lacks_is_found_on_another() {
        assert_eq!(first(Some("gin-rummy"), "schmeiss"), Some(("klaberjass", "3.2")));
        assert_eq!(first(None, "knocking"), Some(("gin-rummy", "3.4")));
        assert_eq!(first(None, "knok"), Some(("gin-rummy", "3.4")));
        assert_eq!(first(None, "xyzzy"), None);
    }
}
