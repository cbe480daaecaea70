//! Rules pages: those of the games and a few that belong to none, and their sections by anchor.

mod look_up;
mod search;

use super::catalog;
use super::nearest::{self, likeness};
use super::not_offered::NotOffered;

pub use look_up::{LookUp, look_up};
pub use search::search;

/// A page of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its id: for most pages, the game's.
    pub id: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Markdown.
    pub text: &'static str,
}

/// Pages that belong to no game.
const OTHERS: &[Page] =
    &[Page { id: "jokers", title: "The Joker in other games", text: include_str!("joker_roles.md") }];

/// Every page, the games' first.
pub fn pages() -> impl Iterator<Item = Page> {
    let of_games = catalog::games().iter().map(|game| Page { id: game.id(), title: game.title(), text: game.rules() });
    of_games.chain(OTHERS.iter().copied())
}

/// The page with this id.
///
/// # Errors
/// If there is none, with the one that may have been meant.
pub fn page(id: &str) -> Result<Page, NotOffered> {
    let meant = || nearest::nearest(id, pages().map(|page| page.id));
    let found = pages().find(|page| page.id == id);
    found.ok_or_else(|| NotOffered::Page { typed: id.to_owned(), meant: meant() })
}

/// One section of a rules page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section<'a> {
    /// The slug of its title: what a [`RuleRef`](super::RuleRef) cites.
    pub anchor: String,
    /// Its number, such as `3.4`; empty for headings without one.
    pub number: &'a str,
    /// Its title without the number.
    pub title: &'a str,
    /// 1 for `#`, 2 for `##` and so on.
    pub level: usize,
    /// What stands under it, up to the next heading.
    pub text: &'a str,
}

impl Section<'_> {
    /// Is this a part of that section, as 3.4 is of 3?
    #[must_use]
    pub fn is_part_of(&self, whole: &Section<'_>) -> bool {
        let rest = self.number.strip_prefix(whole.number).filter(|_| !whole.number.is_empty());
        rest.is_some_and(|rest| rest.starts_with('.'))
    }
}

/// The sections of a page, in order.
#[must_use]
pub fn sections(page: &str) -> Vec<Section<'_>> {
    let starts: Vec<usize> = page
        .match_indices('#')
        .map(|(at, _)| at)
        .filter(|&at| {
            (at == 0 || page.as_bytes()[at - 1] == b'\n') && page[at..].trim_start_matches('#').starts_with(' ')
        })
        .collect();
    let ends = starts.iter().skip(1).copied().chain([page.len()]);
    starts.iter().zip(ends).map(|(&start, end)| section(&page[start..end])).collect()
}

fn section(part: &str) -> Section<'_> {
    let (heading, text) = part.split_once('\n').unwrap_or((part, ""));
    let level = heading.len() - heading.trim_start_matches('#').len();
    let heading = heading[level..].trim();
    let (number, title) = match heading.split_once(' ') {
        Some((number, title)) if number.chars().all(|c| c.is_ascii_digit() || c == '.') => {
            (number.trim_end_matches('.'), title.trim())
        }
        _ => ("", heading),
    };
    Section { anchor: slug(title), number, title, level, text: text.trim() }
}

/// The section that an anchor names.
#[must_use]
pub fn find<'a>(page: &'a str, anchor: &str) -> Option<Section<'a>> {
    sections(page).into_iter().find(|section| section.anchor == anchor)
}

/// The sections whose titles, or else words, are most like what was typed, the most alike first; none if nothing is
/// alike enough.
#[must_use]
pub fn nearest<'a>(page: &'a str, typed: &str) -> Vec<Section<'a>> {
    likest(typed, sections(page).into_iter().map(|section| ((), section))).into_iter().map(|((), s)| s).collect()
}

/// Of sections with their pages, those that are alike enough, the most alike first.
fn likest<'a, P>(typed: &str, all: impl Iterator<Item = (P, Section<'a>)>) -> Vec<(P, Section<'a>)> {
    let rated = all.map(|(page, section)| (alike(typed, &section), page, section));
    let mut near: Vec<(f64, P, Section<'a>)> = rated.filter(|(alike, ..)| *alike >= NEAR).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().map(|(_, page, section)| (page, section)).collect()
}

/// The likeness (of at most 1) from which a section may be what was typed.
const NEAR: f64 = 0.75;
/// What a word in a section's text weighs beside one in its title.
const IN_TEXT: f64 = 0.85;
/// A word of the text with fewer letters is like too many others.
const TELLING: usize = 5;

/// How alike a section is to what was typed: the average over the typed words, each rated by the section's word that
/// is most like it.
fn alike(typed: &str, section: &Section<'_>) -> f64 {
    let title = section.title.split_whitespace().map(|word| (word.to_owned(), 1.0));
    let text = words(section.text).into_iter().filter(|word| word.chars().count() >= TELLING);
    let all: Vec<(String, f64)> = title.chain(text.map(|word| (word, IN_TEXT))).collect();
    let best = |word: &String| all.iter().map(|(other, weight)| weight * likeness(word, other)).fold(0.0, f64::max);
    let rated: Vec<f64> = words(typed).iter().filter(|word| !search::is_common(word)).map(best).collect();
    if rated.is_empty() { 0.0 } else { rated.iter().sum::<f64>() / rated.len() as f64 }
}

/// The words of a text in lower case; an apostrophe does not split one.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['\'', '’'], "");
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Lower-case words joined by hyphens.
fn slug(title: &str) -> String {
    let words: Vec<String> =
        title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_ids_of_their_own_and_sections_that_can_be_found() {
        let all: Vec<Page> = pages().collect();
        assert_eq!(all.len(), catalog::games().len() + OTHERS.len());
        for (n, one) in all.iter().enumerate() {
            assert_eq!(page(one.id), Ok(all[n]));
            let anchors: Vec<String> = sections(one.text).into_iter().map(|section| section.anchor).collect();
            for (i, anchor) in anchors.iter().enumerate() {
                assert!(!anchor.is_empty() && !anchors[..i].contains(anchor), "{}: {anchor:?}", one.id);
            }
        }
        assert!(page("joker").is_err());
    }

    #[test]
    fn the_page_of_jokers_says_what_they_count() {
        let jokers = page("jokers").map(|page| page.text).unwrap_or_default();
        let says = |anchor: &str, text: &str| {
            let found = find(jokers, anchor).is_some_and(|section| section.text.contains(text));
            assert!(found, "{anchor} says {text:?}");
        };
        for game in catalog::games() {
            says("in-this-room", &format!("**{}**", game.title()));
        }
        says("trick-games", &format!("54 cards are {} each for three and {} each for six", 54 / 3, 54 / 6));
        says("rummies-and-melding", &format!("50 + 2 × 10 = {}", 50 + 2 * 10));
        says("other-games", &format!("with it there are {}", (52 + 2) / 2));
        says("patience", "a\n  black Joker never stands for 7♥");
    }

    #[test]
    fn a_slip_in_a_title_finds_its_section() {
        let page = "# Gin\nx\n## 1 Knocking\na\n## 2 Laying off\nb\n## 3 The end of a hand\nc\n";
        let first = |typed: &str| nearest(page, typed).first().map(|section| section.title);
        assert_eq!(first("knokcing"), Some("Knocking"));
        assert_eq!(first("layng of"), Some("Laying off"));
        assert_eq!(first("hands end"), Some("The end of a hand"));
        assert_eq!((first("xyzzy"), first(" ")), (None, None));
    }

    #[test]
    fn a_slip_in_a_word_that_no_title_has_finds_the_section_that_has_it() {
        let gin = page("gin-rummy").expect("a page");
        let first = |typed: &str| nearest(gin.text, typed).first().map(|section| section.number);
        assert_eq!(first("undrcut"), Some("4.2"));
        assert_eq!(first("knokking"), Some("3.4"), "a title comes before any text");
        assert_eq!(first("xyzzy"), None);
    }

    #[test]
    fn sections_have_numbers_titles_and_anchors() {
        let page = "# Gin\nIntro #1.\n## 3.4 Knocking & gin\nYou may #knock.\n\n### Big gin\nAll eleven.\n";
        let all = sections(page);
        assert_eq!(all.len(), 3);
        assert_eq!((all[1].number, all[1].title, all[1].anchor.as_str()), ("3.4", "Knocking & gin", "knocking-gin"));
        assert_eq!(all[1].text, "You may #knock.");
        assert_eq!(all[2].level, 3);
        let numbered = |number| Section { number, ..all[1].clone() };
        assert!(numbered("3.4").is_part_of(&numbered("3")) && !numbered("3").is_part_of(&numbered("3")));
        assert!(!numbered("31.4").is_part_of(&numbered("3")) && !numbered(".4").is_part_of(&all[2]));
        assert_eq!(find(page, "big-gin").map(|s| s.text), Some("All eleven."));
        assert_eq!(find(page, "nothing"), None);
    }
}
