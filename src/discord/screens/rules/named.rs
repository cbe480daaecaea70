//! Options by the names that people see in a lobby.

use crate::discord::SPOKEN;
use engine::rules::{Page, Section};
use engine::{Knob, catalog};

/// In the section on notation, a word such as `schmeiss` is a move, even if an option has the same name.
const NOTATION: &str = "notation";

/// A rules page writes options as they are typed; this gives them the names used in the lobby: *Knock limit* for
/// `knock_limit`, and *Oklahoma: yes* for `oklahoma=true`.
pub(super) fn by_name(section: &Section<'_>, page: Page) -> String {
    match catalog::game(page.id) {
        Ok(game) if section.anchor != NOTATION => named(section.text, game.knobs()),
        _ => section.text.to_owned(),
    }
}

fn named(markdown: &str, knobs: &[Knob]) -> String {
    let pieces = markdown.split('`').enumerate();
    let said = pieces.map(|(at, piece)| match name_of(piece, knobs) {
        // Every second piece is between backticks.
        Some(name) if at % 2 == 1 => format!("*{name}*"),
        _ if at % 2 == 1 => format!("`{piece}`"),
        _ => piece.to_owned(),
    });
    said.collect()
}

fn name_of(code: &str, knobs: &[Knob]) -> Option<String> {
    let (key, value) = code.split_once('=').map_or((code, None), |(key, value)| (key, Some(value)));
    let knob = knobs.iter().find(|knob| knob.key == key)?;
    let Some(value) = value else { return Some(knob.title(SPOKEN)) };
    Some(format!("{}: {}", knob.title(SPOKEN), knob.words(&knob.kind.read(value)?, SPOKEN)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::rules::{page, sections};

    #[test]
    fn options_are_called_as_in_the_lobby() {
        let gin = catalog::game("gin-rummy").unwrap();
        let said = |text| named(text, gin.knobs());
        assert_eq!(
            said("At most `knock_limit`, or with `oklahoma=true` less."),
            "At most *Knock limit*, or with *Oklahoma: yes* less."
        );
        assert_eq!(
            said("Say `knock 9♦`; `oklahoma=maybe` is nothing."),
            "Say `knock 9♦`; `oklahoma=maybe` is nothing."
        );
        assert_eq!(said("```\nknock_limit\n```\n"), "```\nknock_limit\n```\n");
    }

    /// The sections of a page that are like this, as players read them.
    fn shown(game: &str, is: impl Fn(&Section<'_>) -> bool) -> String {
        let page = page(game).unwrap();
        sections(page.text).iter().filter(|section| is(section)).map(|section| by_name(section, page)).collect()
    }

    /// No page of rules shows a player an option's key where it has a name.
    #[test]
    fn no_rule_names_an_option_by_its_key() {
        for game in catalog::games() {
            let words = shown(game.id(), |section| section.anchor != NOTATION);
            for knob in game.knobs() {
                let keys = ['`', '='].map(|end| format!("`{}{end}", knob.key));
                assert!(!keys.iter().any(|key| words.contains(key)), "{}: {}", game.id(), knob.key);
            }
        }
    }

    /// Nor a value where the lobby has words for it. Where moves are written, `refuse` is one; and tables lose their
    /// backticks.
    #[test]
    fn no_rule_gives_an_option_a_value_that_no_lobby_shows() {
        let in_a_sentence = |words: &str, code: &str| words.lines().any(|l| !l.starts_with('|') && l.contains(code));
        for game in catalog::games() {
            let words = shown(game.id(), |section| section.anchor != NOTATION && !section.anchor.contains("moves"));
            for knob in game.knobs() {
                for value in knob.kind.all(25).into_iter().flatten() {
                    let worded = knob.words(&knob.kind.read(&value).unwrap(), SPOKEN) != value;
                    let bare = worded && in_a_sentence(&words, &format!("`{value}`"));
                    assert!(!bare, "{}: {} {value}", game.id(), knob.key);
                }
            }
        }
    }
}
