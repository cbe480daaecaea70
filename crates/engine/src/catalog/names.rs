//! What games are called, here and elsewhere.

use super::{Listed, games};
use crate::nearest::nearest;

/// A game's name as lists offer it, where people look for it by typing: with those other names that its own does not
/// hold.
#[must_use]
pub fn offered_as(game: &dyn Listed) -> String {
    let title = game.title();
    let others: Vec<&str> = game.elsewhere().iter().copied().filter(|name| !title.contains(name)).collect();
    if others.is_empty() { title.to_owned() } else { format!("{title} ({})", others.join(", ")) }
}

/// A game's id, its title and its other names.
fn names(game: &dyn Listed) -> impl Iterator<Item = &'static str> {
    [game.id(), game.title()].into_iter().chain(game.elsewhere().iter().copied())
}

/// The words of a text, as names are compared by them.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['\'', '’'], "").replace('&', " and ");
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The game that a text names, by the longest name in it, and the other words of the text.
#[must_use]
pub fn named_in(text: &str) -> Option<(&'static dyn Listed, String)> {
    let typed = words(text);
    let found = games().iter().flat_map(|game| names(*game).map(move |name| (*game, words(name))));
    let placed = found.filter_map(|(game, name)| {
        let at = typed.windows(name.len()).position(|part| part == name)?;
        Some((game, at, name.len()))
    });
    let (game, at, len) = placed.max_by_key(|(_, at, len)| (*len, std::cmp::Reverse(*at)))?;
    let rest: Vec<&str> = typed[..at].iter().chain(&typed[at + len..]).map(String::as_str).collect();
    Some((game, rest.join(" ")))
}

/// The games of whose names a word begins like this: all of them before anything is typed.
#[must_use]
pub fn like(text: &str) -> Vec<&'static dyn Listed> {
    let typed = words(text).join(" ");
    let begun = |name: &str| format!(" {}", words(name).join(" ")).contains(&format!(" {typed}"));
    games().iter().copied().filter(|game| names(*game).any(begun)).collect()
}

/// What all games are called.
pub fn every_name() -> impl Iterator<Item = &'static str> {
    games().iter().flat_map(|game| names(*game))
}

/// The game that a mistyped name may have meant.
#[must_use]
pub fn meant(text: &str) -> Option<&'static dyn Listed> {
    let name = nearest(text, every_name())?;
    games().iter().copied().find(|game| names(*game).any(|own| own == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_one_game_and_its_page_says_it_at_the_top() {
        let all: Vec<(&str, Vec<String>)> =
            games().iter().flat_map(|game| names(*game).skip(1).map(|name| (game.id(), words(name)))).collect();
        for (n, (_, name)) in all.iter().enumerate() {
            assert!(!all[..n].iter().any(|(_, other)| other == name), "{name:?} stands twice");
        }
        for game in games() {
            let page = crate::rules::page(game.id()).unwrap();
            let intro = page.text.split("\n## ").next().unwrap_or_default().replace('\n', " ");
            assert!(game.elsewhere().iter().all(|name| intro.contains(name)), "{}: {intro}", game.id());
        }
    }

    #[test]
    fn games_are_found_by_every_name_in_every_spelling() {
        for (typed, of) in [
            ("belotte", Some("klaberjass")),
            ("BELA", Some("klaberjass")),
            ("jokers & pegs", Some("pegs-and-jokers")),
            ("Marbles and jokers", Some("pegs-and-jokers")),
            ("kings keys", Some("kings-rummy")),
            ("King’s Rummy", Some("kings-rummy")),
            ("gin", Some("gin-rummy")),
            ("jokers", None),
            ("chess", None),
            ("", None),
        ] {
            let named = named_in(typed).filter(|(_, rest)| rest.is_empty()).map(|(game, _)| game.id());
            assert_eq!(named, of, "{typed}");
        }
        for slip in ["belote", "clobiosh", "klaberjas"] {
            assert_eq!(meant(slip).map(|game| game.id()), Some("klaberjass"), "{slip}");
        }
        let named = |text| named_in(text).map(|(game, rest)| (game.id(), rest));
        assert_eq!(named("how to play Bela"), Some(("klaberjass", "how to play".to_owned())));
        assert_eq!(named("gin rummy knocking"), Some(("gin-rummy", "knocking".to_owned())));
        assert_eq!(named("the beginning"), None);
        let likes = |text| like(text).into_iter().map(|game| game.id()).collect::<Vec<_>>();
        assert_eq!(likes("clab"), ["klaberjass"]);
        assert_eq!(likes("rummy"), ["gin-rummy", "kings-rummy"]);
        assert_eq!(likes("").len(), games().len());
    }
}
