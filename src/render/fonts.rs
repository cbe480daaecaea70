//! The embedded fonts: which one draws a character, and how wide a text comes out.

use std::sync::{Arc, LazyLock};

use resvg::usvg;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use unicode_segmentation::UnicodeSegmentation;

use usvg::fontdb;

use crate::engine::ISOLATES;

/// The preferred font family, for everything that it has a glyph for.
pub const FAMILY: &str = "Inter";

/// The fonts, the preferred first: a character is drawn by the first font that has it. Sources and licences:
/// `assets/fonts/`.
///
/// Signs have a font without letters because the renderer gives a whole text to another font if that font has all of
/// its characters: words with a suit sign in them would change their typeface and width.
static FILES: [&[u8]; 9] = [
    include_bytes!("../../assets/fonts/Inter-Regular.otf"),
    include_bytes!("../../assets/fonts/Inter-Bold.otf"),
    include_bytes!("../../assets/fonts/UpcardSigns.ttf"),
    include_bytes!("../../assets/fonts/DejaVuSans.ttf"),
    include_bytes!("../../assets/fonts/NotoSansThai.ttf"),
    include_bytes!("../../assets/fonts/NotoSansDevanagari.ttf"),
    include_bytes!("../../assets/fonts/UpcardHangul.ttf"),
    include_bytes!("../../assets/fonts/DroidSansFallback.ttf"),
    include_bytes!("../../assets/fonts/NotoEmoji-Bold.ttf"),
];
const BOLD: usize = 1;

/// The fonts opened for measuring, one face each.
static FACES: LazyLock<Vec<FontRef<'static>>> =
    LazyLock::new(|| FILES.iter().filter_map(|data| FontRef::new(data).ok()).collect());

/// The outlines of the preferred font, regular and bold.
static OUTLINES: LazyLock<Vec<OutlineGlyphCollection<'static>>> =
    LazyLock::new(|| FACES.iter().take(BOLD + 1).map(FontRef::outline_glyphs).collect());

/// The widths of the printable ASCII characters at size 1: most of what is measured.
static ASCII: LazyLock<[[f32; 95]; 2]> =
    LazyLock::new(|| [false, true].map(|bold| std::array::from_fn(|i| advance((b' ' + i as u8) as char, bold))));

/// The fonts as the SVG reader wants them.
static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    for data in FILES {
        database.load_font_source(fontdb::Source::Binary(Arc::new(data)));
    }
    database.set_serif_family(FAMILY);
    database.set_sans_serif_family(FAMILY);
    Arc::new(database)
});

/// How SVG is read: with these fonts and no others. Made once, because it holds them.
pub static OPTIONS: LazyLock<usvg::Options<'static>> = LazyLock::new(|| usvg::Options {
    fontdb: Arc::clone(&DATABASE),
    font_family: FAMILY.to_owned(),
    ..usvg::Options::default()
});

/// Which of the fonts draws a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Font(usize);

impl Font {
    /// Regular or bold: what nearly all words are drawn in.
    pub const PREFERRED: Self = Self(0);
    const SIGNS: Self = Self(2);
    /// The emoji font, which is bold as it is.
    const EMOJI: Self = Self(8);

    /// The first font that has the character.
    pub fn of(c: char) -> Self {
        let has = |face: &FontRef<'_>| face.charmap().map(c).is_some();
        match FACES.iter().position(has) {
            Some(0 | BOLD) => Self::PREFERRED,
            Some(at) => Self(at),
            None => Self(FACES.len()),
        }
    }

    /// Is each of its characters as wide beside others as it is alone?
    pub fn is_simple(self) -> bool {
        matches!(self, Self::PREFERRED | Self::SIGNS)
    }

    /// Does it have no bold characters, though text beside it may be bold?
    pub fn is_thin(self) -> bool {
        !self.is_simple() && self != Self::EMOJI
    }
}

/// How wide a text is at this size, in the same unit.
#[must_use]
pub fn width(text: &str, size: f32, bold: bool) -> f32 {
    let sum: f32 = text
        .chars()
        .map(|c| match c {
            ' '..='~' => ASCII[usize::from(bold)][c as usize - ' ' as usize],
            c => advance(c, bold),
        })
        .sum();
    sum * size
}

/// The width of one character at size 1. One that no font has is drawn as a box, about an em wide.
fn advance(c: char, bold: bool) -> f32 {
    if ISOLATES.contains(&c) {
        return 0.0;
    }
    let preferred = if bold { [BOLD, 0] } else { [0, BOLD] };
    let order = preferred.into_iter().chain(2..FACES.len());
    order
        .filter_map(|at| FACES.get(at))
        .find_map(|face| {
            let glyph = face.charmap().map(c)?;
            face.glyph_metrics(Size::new(1.0), LocationRef::default()).advance_width(glyph)
        })
        .unwrap_or(1.0)
}

/// Draws one character in the preferred font, with the pen at its origin, and returns its width; `None` if that font
/// lacks it.
pub fn draw(c: char, size: f32, bold: bool, pen: &mut impl OutlinePen) -> Option<f32> {
    let at = if bold { BOLD } else { 0 };
    let glyph = FACES.get(at)?.charmap().map(c)?;
    let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
    OUTLINES.get(at)?.get(glyph)?.draw(settings, pen).ok()?;
    Some(width(c.encode_utf8(&mut [0; 4]), size, bold))
}

/// The text if it fits, or its beginning and `…`.
#[must_use]
pub fn fit(text: &str, size: f32, bold: bool, room: f32) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut left = room - width("…", size, bold);
    let mut cut = String::new();
    for sign in text.graphemes(true) {
        left -= width(sign, size, bold);
        if left < 0.0 {
            break;
        }
        cut.push_str(sign);
    }
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

/// Splits a word that is too long for a line into a first part that fits, and the rest.
fn broken(word: &str, size: f32, bold: bool, room: f32) -> (&str, &str) {
    let mut left = room;
    for (at, sign) in word.grapheme_indices(true) {
        left -= width(sign, size, bold);
        if left < 0.0 && at > 0 {
            return word.split_at(at);
        }
    }
    (word, "")
}

/// The text in lines that fit, broken between words where possible. Short parts between ` · ` dots, such as melds,
/// stay together. Where there is no room at all, each character has a line.
#[must_use]
pub fn wrap(text: &str, size: f32, bold: bool, room: f32) -> Vec<String> {
    // Nothing is wide enough for less: a loop that waits for it would never end.
    let room = room.max(0.0);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let divided = text.split_inclusive(" · ").map(str::trim_end);
    let pieces = divided.flat_map(|part| {
        // Keeping longer parts together would leave half of the lines empty.
        let is_short = width(part, size, bold) <= room / 3.0;
        part.split(move |c| c == ' ' && !is_short)
    });
    for word in pieces {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer, size, bold) <= room {
            line = longer;
        } else {
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            let mut rest = word;
            while width(rest, size, bold) > room {
                let (part, after) = broken(rest, size, bold, room);
                lines.push(part.to_owned());
                rest = after;
            }
            line = rest.to_owned();
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The text in at most this many lines that fit; what is too long for them is cut off at the end of the last.
#[must_use]
pub fn block(text: &str, size: f32, bold: bool, room: f32, lines: usize) -> Vec<String> {
    let mut all = wrap(text, size, bold, room);
    if all.len() > lines {
        let rest = all.split_off(lines.saturating_sub(1)).join(" ");
        all.push(fit(&rest, size, bold, room));
    }
    all
}

/// Things in lines, as many as fit on each, with ` · ` between them.
#[must_use]
pub fn packed(things: &[String], size: f32, bold: bool, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for thing in things {
        let longer = lines.last().map(|line| format!("{line} · {thing}"));
        match (lines.last_mut(), longer.filter(|line| width(line, size, bold) <= room)) {
            (Some(last), Some(longer)) => *last = longer,
            _ => lines.push(thing.clone()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_is_read() {
        assert_eq!(FACES.len(), FILES.len());
        assert_eq!(DATABASE.len(), FILES.len());
    }

    #[test]
    fn names_of_many_scripts_have_their_glyphs() {
        for c in "AzÉßЖ♠♥♦♣→−مשไयあ漢가🙂🂡".chars().filter(|c| *c != '🂡') {
            let has = FACES.iter().any(|face| face.charmap().map(c).is_some());
            assert!(has, "no font draws {c}");
        }
    }

    #[test]
    fn words_keep_their_font_beside_signs() {
        let signs = &FACES[2];
        for c in "♠♣♦".chars() {
            assert!(signs.charmap().map(c).is_some(), "{c} has to come from the font of signs");
        }
        assert!((' '..='~').all(|c| signs.charmap().map(c).is_none()), "the font of signs has letters");
    }

    #[test]
    fn what_is_too_long_is_cut_to_fit() {
        let long = "漢".repeat(32);
        let cut = fit(&long, 17.0, true, 120.0);
        assert!(cut.ends_with('…') && width(&cut, 17.0, true) <= 120.0, "{cut}");
        assert_eq!(fit("Ada", 17.0, true, 120.0), "Ada");
    }

    #[test]
    fn a_sign_is_not_cut_in_two() {
        let name = "मोहिनी";
        let whole: Vec<&str> = name.grapheme_indices(true).map(|(at, _)| &name[..at]).collect();
        for room in 10..60 {
            let cut = fit(name, 17.0, true, room as f32);
            assert!(cut == name || whole.contains(&cut.trim_end_matches('…')), "{cut}");
        }
    }

    #[test]
    fn a_word_that_is_too_long_is_broken_and_loses_nothing() {
        for long in ["漢".repeat(32), "👩‍👩‍👧‍👦".repeat(9), "W".repeat(32)] {
            let lines = wrap(&long, 17.0, true, 120.0);
            assert!(lines.len() > 1 && lines.concat() == long, "{lines:?}");
            assert!(lines.iter().all(|line| width(line, 17.0, true) <= 120.0), "{lines:?}");
        }
    }

    #[test]
    fn where_there_is_no_room_wrapping_comes_to_an_end() {
        for room in [1.0, 0.0, -1.0, f32::NEG_INFINITY] {
            assert_eq!(wrap("Ada B", 20.0, true, room), ["A", "d", "a", "B"], "{room}");
            assert_eq!(block("Ada B", 20.0, true, room, 2), ["A", "…"], "{room}");
        }
    }

    #[test]
    fn words_wrap() {
        let lines = wrap("hand 3 · to 150 · knock with 7 or less", 16.0, false, 150.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, 16.0, false) <= 150.0), "{lines:?}");
        assert_eq!(lines.join(" "), "hand 3 · to 150 · knock with 7 or less");
        let lines = wrap("also: 1KR 2SB 3CY · 1AY 2SR 3KB · 2SB 3KR", 16.0, false, 330.0);
        assert_eq!(lines, ["also: 1KR 2SB 3CY · 1AY 2SR 3KB ·", "2SB 3KR"]);
    }
}
