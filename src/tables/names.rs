//! People, and how their names are made harmless.

use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;

use super::plain::plainly;
use crate::store::{HOUSE, UserId};
use engine::columns::{char_width, cut};

/// The most columns that a name takes up on a board.
pub const NAME_COLUMNS: usize = 32;
/// The most combining marks on one letter; real writing needs two at most.
const MARKS: usize = 2;
/// Joins pictures into one, or shows a syllable joined.
const JOINER: char = '\u{200D}';
/// Shows a sign as a picture.
const AS_PICTURE: char = '\u{FE0F}';
/// The combining class of the marks that take a letter's vowel away.
const VIRAMA: u8 = 9;

/// Somebody on Discord, under a harmless name.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Person {
    /// Who.
    pub id: UserId,
    name: String,
    account: String,
}

impl Person {
    /// A person under the name that Discord shows, whatever is in it: it goes through [`harmless`].
    #[must_use]
    pub fn new(id: UserId, name: &str) -> Self {
        let name = match harmless(name) {
            empty if empty.is_empty() => format!("Player {:04}", id.0 % 10_000),
            name => name,
        };
        Self { id, account: name.clone(), name }
    }

    /// Who closes tables when nobody at them does.
    pub(super) fn house() -> Self {
        Self::new(UserId(0), "house")
    }

    /// The same person under a server's nickname.
    #[must_use]
    pub fn nicknamed(self, nick: &str) -> Self {
        match harmless(nick) {
            empty if empty.is_empty() => self,
            name => Self { name, ..self },
        }
    }

    /// The name to show.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name as pictures show it, which can draw only some characters: where nothing is left, a number.
    #[must_use]
    pub fn drawn(&self, draws: fn(char) -> bool) -> String {
        let is_drawn = |sign: &&str| sign.chars().next().is_some_and(draws);
        let drawn: String = self.name.graphemes(true).filter(is_drawn).collect();
        Self::new(self.id, &drawn).name
    }

    /// The name of the account, for places where the server's nicknames are unknown.
    #[must_use]
    pub fn account(&self) -> &str {
        &self.account
    }
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

/// A name that cannot affect the message it is in: nothing that Discord reads as markup, a mention or a link,
/// nothing invisible or reordering, few marks on each letter, at most [`NAME_COLUMNS`] wide. Letters in fancy dress are
/// written plainly. Special characters, and the face of the house, are replaced by look-alikes rather than escaped,
/// because a backslash would show inside a code block. May be empty; applying it twice changes nothing.
#[must_use]
pub fn harmless(name: &str) -> String {
    // Composed before, because some characters are others by another number, and after, for what taming brings together.
    let name: String = name.nfc().collect();
    let tamed: String = name.graphemes(true).flat_map(tamed).nfc().collect();
    let mut clean = String::new();
    let mut marks = 0;
    for c in tamed.chars() {
        marks = if char_width(c) == 0 { marks + 1 } else { 0 };
        let dangling = marks > 0 && (clean.is_empty() || clean.ends_with(' '));
        let doubled = c == ' ' && (clean.is_empty() || clean.ends_with(' '));
        if marks <= MARKS && !dangling && !doubled {
            clean.push(c);
        }
    }
    if clean.starts_with('-') {
        clean.replace_range(..1, "‐");
    }
    cut(clean.trim_end(), NAME_COLUMNS)
}

/// A sign, tamed. What joins pictures, or the letters of a syllable, into one sign stays.
fn tamed(sign: &str) -> Vec<char> {
    let plain: Vec<char> = plainly(sign).chars().collect();
    let joins = |at: usize| {
        let is_within = plain.get(at + 1).is_some_and(|next| char_width(*next) > 0);
        let after_virama = || at > 0 && canonical_combining_class(plain[at - 1]) == VIRAMA;
        plain[at] == JOINER && (is_within || after_virama())
    };
    let tame = |(at, c): (usize, &char)| {
        let stays = joins(at) || *c == AS_PICTURE && plain.get(at + 1) == Some(&JOINER) && joins(at + 1);
        if stays { Some(*c) } else { tame(*c) }
    };
    plain.iter().enumerate().filter_map(tame).collect()
}

/// The replacement of a character; `None` for an invisible one.
fn tame(c: char) -> Option<char> {
    Some(match c {
        '*' => '∗',
        '_' => 'ˍ',
        '`' => 'ˋ',
        '~' => '∼',
        '|' => 'ǀ',
        '\\' => '⧵',
        '<' => '‹',
        '>' => '›',
        '@' => '＠',
        '#' => '♯',
        '[' => '⁅',
        ']' => '⁆',
        ':' => '꞉',
        HOUSE => '🏡',
        _ if c.is_whitespace() || blank(c) => ' ',
        _ if c.is_control() || unseen(c) => return None,
        _ => c,
    })
}

/// Letters that draw nothing.
const fn blank(c: char) -> bool {
    matches!(c, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' | '\u{2800}')
}

/// Format characters (bidirectional overrides, joiners, tags), private use, circles round letters, what joins or varies other characters without
/// a sign of its own, and what is no character at all.
fn unseen(c: char) -> bool {
    let varies = matches!(c,
        '\u{034F}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{2065}' | '\u{FE00}'..='\u{FE0F}'
        | '\u{FFF0}'..='\u{FFF8}' | '\u{E0000}'..='\u{E0FFF}');
    let is_none = matches!(c, '\u{FDD0}'..='\u{FDEF}') || u32::from(c) & 0xfffe == 0xfffe;
    let is_odd = || {
        let category = c.general_category();
        matches!(category, GeneralCategory::Format | GeneralCategory::PrivateUse | GeneralCategory::EnclosingMark)
    };
    !c.is_ascii() && (varies || is_none || is_odd())
}

#[cfg(test)]
mod tests {
    use engine::columns::width;

    use super::*;

    #[test]
    fn plain_names_stay_as_they_are() {
        for name in ["Ada", "Jean-Paul", "Zoë Ångström", "李小龙", "Đặng Thị", "สมชาย", "Ann O'Neil", "मोहन"]
        {
            assert_eq!(harmless(name), name);
        }
    }

    #[test]
    fn nothing_of_discords_markup_survives() {
        for name in [
            "**bold** _it_ ~~s~~ ||sp||",
            "```rs\nfn main```",
            "@everyone",
            "<@123> <#4> <:e:5> <t:0:R>",
            "# Title",
            "> quote",
            "[x](https://example.com)",
            "- item",
            "a\\b",
        ] {
            let clean = harmless(name);
            assert!(!clean.contains(['*', '_', '`', '~', '|', '@', '<', '>', '#', '[', ']', ':', '\\', '\n']));
            assert!(!clean.starts_with('-'));
            assert!(!clean.is_empty());
        }
    }

    #[test]
    fn nothing_unseen_or_reordering_survives() {
        assert_eq!(harmless("A\u{202E}da\u{200D}\u{2066}\u{7}\u{E0041}\u{FEFF}"), "Ada");
        assert_eq!(harmless("  A \u{3164}\u{2800}\t da \n"), "A da");
        assert_eq!(harmless("\u{3164}\u{200B}"), "");
        assert_eq!(harmless("A\u{FDD0}d\u{1FFFE}a\u{E000}\u{100000}"), "Ada", "what is no character");
    }

    #[test]
    fn marks_do_not_pile_up() {
        let zalgo: String = std::iter::once('Z').chain(std::iter::repeat_n('\u{0335}', 50)).collect();
        assert_eq!(harmless(&zalgo).chars().count(), 1 + MARKS);
        assert_eq!(harmless("\u{0301}\u{0301}a"), "a", "a mark needs a letter");
    }

    #[test]
    fn long_and_wide_names_are_cut() {
        for name in ["界".repeat(32), "a".repeat(99), "🂡".repeat(40), format!("{} b", "a".repeat(30))] {
            let clean = harmless(&name);
            assert!(width(&clean) <= NAME_COLUMNS, "{clean}");
            assert_eq!(harmless(&clean), clean);
        }
        assert_eq!(harmless(&"界".repeat(16)), "界".repeat(16));
    }

    #[test]
    fn harmless_twice_is_harmless_once() {
        for code in 0..=0x10_FFFF_u32 {
            if let Some(c) = char::from_u32(code) {
                let once = harmless(&format!("a{c}b"));
                assert_eq!(harmless(&once), once, "U+{code:04X}");
            }
        }
    }

    #[test]
    fn q14_what_joins_pictures_and_syllables_stays_and_nothing_else_unseen_does() {
        for name in ["👨‍👩‍👧‍👦", "🏳️‍🌈 Ada", "👩🏽‍🚀", "ශ්‍රීමාලි", "क्‍ष"]
        {
            assert_eq!(harmless(name), name);
        }
        assert_eq!(harmless("A\u{200D}d\u{FE0F}\u{200D}a\u{200D}"), "Ada");
        assert_eq!(harmless("1\u{FE0F}\u{20E3}"), "1");
        assert!(width(&harmless(&"👨‍👩‍👧‍👦".repeat(40))) <= NAME_COLUMNS);
    }

    #[test]
    fn q14_what_pictures_cannot_draw_is_left_out_and_a_name_of_nothing_else_is_a_number() {
        let drawn = |name: &str| Person::new(UserId(123_456_789), name).drawn(|c| c.is_ascii());
        assert_eq!(drawn("Ada"), "Ada");
        assert_eq!(drawn("\u{17000} Ada \u{17001}"), "Ada");
        assert_eq!(drawn("\u{17000}\u{17001}"), "Player 6789");
    }

    #[test]
    fn nobody_has_the_face_of_the_house() {
        assert_eq!(harmless("🏠 Easy House"), "🏡 Easy House");
    }

    #[test]
    fn the_nameless_get_a_number() {
        assert_eq!(Person::new(UserId(123_456_789), "\u{200B}").name(), "Player 6789");
        assert_eq!(format!("{:?}", Person::new(UserId(5), "Ada")), "5", "names stay out of logs");
    }
}
