//! The cards of both packs, and what they are called where they stand as little pictures in words.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::cards::Card;
use crate::kings_rummy::Tile;
use crate::picture::CardFace;

impl CardFace {
    /// All cards of both packs, and their back.
    pub fn all() -> impl Iterator<Item = Self> {
        let french = Card::pack().chain([Card::RED_JOKER, Card::BLACK_JOKER]).map(Self::French);
        let keys = Tile::pack().map(|tile| Self::Keys(tile.number(), tile.item(), tile.kingdom()));
        french.chain(keys).chain([Self::Back])
    }

    /// As a screen reader says it, in small letters, digits and underscores: `queen_of_spades`, `red_joker`,
    /// `4_axe_red_mountain`, `card_back`. At most 32.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::French(card) => match card.rank() {
                Some(rank) => format!("{}_of_{}", rank.word(), card.suit().name()),
                None => card.pretty().to_lowercase().replace(' ', "_"),
            },
            Self::Keys(number, item, kingdom) => {
                let words = tile(number, item, kingdom).map(Tile::spelled_out).unwrap_or_default();
                format!("{number}_{}", words.replace(',', "").replace(' ', "_"))
            }
            Self::Back => "card_back".to_owned(),
        }
    }

    /// The card that these words name first: `Knock with K♣ (5 unmatched)`. `None` if they name none, or several in a row,
    /// such as a meld.
    #[must_use]
    pub fn named_in(words: &str) -> Option<Self> {
        let mut all = Self::all_in(words).into_iter();
        let (first, face) = all.next()?;
        let is_alone = all.next().is_none_or(|(next, _)| !words[first.end..next.start].trim().is_empty());
        is_alone.then_some(face)
    }

    /// Where words name cards, and which.
    #[must_use]
    pub fn all_in(words: &str) -> Vec<(Range<usize>, Self)> {
        let parts = places(words);
        let named = |at: usize, count: usize| {
            let (first, last) = (parts.get(at)?, parts.get(at + count - 1)?);
            Some((first.start..last.end, *NAMED.get(&words[first.start..last.end])?))
        };
        (0..parts.len()).filter_map(|at| named(at, 1).or_else(|| named(at, 2))).collect()
    }
}

/// Where words stand, without the signs around them.
fn places(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let place = |part: &str| {
        let start = at + part.len() - part.trim_start_matches(is_sign).len();
        at += part.len() + 1;
        start..start + part.trim_matches(is_sign).len()
    };
    text.split([' ', '\n']).map(place).collect()
}

/// What sentences name cards by: `Q♠`, `red Joker`, `4AR`.
static NAMED: LazyLock<HashMap<String, CardFace>> = LazyLock::new(|| {
    let pretty = |face| match face {
        CardFace::French(card) => Some((card.pretty(), face)),
        CardFace::Keys(number, item, kingdom) => tile(number, item, kingdom).map(|tile| (tile.to_string(), face)),
        CardFace::Back => None,
    };
    CardFace::all().filter_map(pretty).collect()
});

fn tile(number: u8, item: u8, kingdom: u8) -> Option<Tile> {
    Tile::pack().find(|tile| (tile.number(), tile.item(), tile.kingdom()) == (number, item, kingdom))
}

const fn is_sign(c: char) -> bool {
    c.is_ascii_punctuation()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_card_has_a_name_that_can_be_said() {
        let names: Vec<String> = CardFace::all().map(CardFace::name).collect();
        let fits = |name: &String| {
            (2..=32).contains(&name.len())
                && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        };
        assert!(names.iter().all(fits), "{names:?}");
        assert_eq!((names.len(), names.iter().collect::<HashSet<_>>().len()), (54 + 64 + 1, 119));
        for name in ["queen_of_spades", "10_of_hearts", "red_joker", "4_axe_red_mountain", "card_back"] {
            assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        }
    }

    #[test]
    fn the_first_card_is_found_in_words() {
        let named = |words: &str| CardFace::named_in(words).map(CardFace::name).unwrap_or_default();
        for (words, name) in [
            ("9♦", "9_of_diamonds"),
            ("Knock with K♣ (5 unmatched)", "king_of_clubs"),
            ("8♠ …", "8_of_spades"),
            ("10♥ on 7♥ 8♥ 9♥", "10_of_hearts"),
            ("black Joker", "black_joker"),
            ("Take 4AR (axe, red mountain)", "4_axe_red_mountain"),
            ("4AB to meld 2 (1KG 2SR 3CY)", "4_axe_blue_ocean"),
            ("1KG 2SR 3CY", ""),
            ("♠ (you hold 3)", ""),
            ("Draw a card", ""),
        ] {
            assert_eq!(named(words), name, "{words}");
        }
        let told = "Ben discarded Q♠.\nFollow with 10♦, 9♦ or the red Joker (4AR).";
        let all: Vec<&str> = CardFace::all_in(told).into_iter().map(|(at, _)| &told[at]).collect();
        assert_eq!(all, ["Q♠", "10♦", "9♦", "red Joker", "4AR"]);
    }
}
