//! A line of words, run by run: each run is drawn in one font and one direction. The SVG reader gives a whole text to
//! another font if that font has all of it, so that one name in another script would change the typeface and the
//! weight of every word beside it; and it knows nothing of isolates, so runs come in the order in which they are seen.

use std::borrow::Cow;

use unicode_bidi::{BidiInfo, Level};
use unicode_segmentation::UnicodeSegmentation;

use super::fonts::{self, Font};
use super::letters;
use super::scene::{Anchor, Shape};
use engine::{ISOLATES, leftwards};

/// Drawn where no font has a sign. Names have been rid of such signs before ([`fonts::draws`]).
const UNKNOWN: &str = "?";

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    font: Font,
    text: String,
}

impl Run {
    /// How wide it is at this size.
    pub(super) fn width(&self, size: f32, bold: bool) -> f32 {
        let simple = self.font.is_simple().then(|| fonts::plain(&self.text, bold)).flatten();
        simple.unwrap_or_else(|| self.font.shaped(&self.text)) * size
    }

    /// The run as it is seen among words that are read from right to left.
    fn mirrored(self) -> Self {
        if self.text.chars().any(leftwards) {
            return self;
        }
        let text = self.text.graphemes(true).rev().flat_map(str::chars).map(mirror).collect();
        Self { text, ..self }
    }
}

/// The shapes, with every text that is not plain split into its runs, each at its own place.
pub(super) fn apart<'a>(shapes: impl Iterator<Item = &'a Shape>) -> impl Iterator<Item = Cow<'a, Shape>> {
    shapes.flat_map(|shape| {
        split(shape).map_or_else(|| vec![Cow::Borrowed(shape)], |runs| runs.into_iter().map(Cow::Owned).collect())
    })
}

/// The runs of a text from left to right; `None` if it needs no splitting, or is not a text.
fn split(shape: &Shape) -> Option<Vec<Shape>> {
    let Shape::Text { x, y, size, bold, anchor, ink, text } = shape else { return None };
    if letters::are_plain(text) {
        return None;
    }
    let runs = runs(text);
    let all: f32 = runs.iter().map(|run| run.width(*size, *bold)).sum();
    let mut left = anchor.left(*x, all);
    let place = |run: Run| {
        let (x, y, size, bold, anchor, ink) = (left, *y, *size, *bold, Anchor::Start, *ink);
        left += run.width(size, bold);
        Shape::Text { x, y, size, bold, anchor, ink, text: run.text }
    };
    Some(runs.into_iter().map(place).collect())
}

/// The text in runs, from left to right.
pub(super) fn runs(text: &str) -> Vec<Run> {
    let in_order = |(part, leftwards): (&str, bool)| {
        let runs = in_fonts(part);
        if leftwards { runs.into_iter().rev().map(Run::mirrored).collect() } else { runs }
    };
    directions(text).into_iter().flat_map(in_order).collect()
}

/// The parts of a line that are read in one direction, from left to right, and whether that is leftwards.
fn directions(text: &str) -> Vec<(&str, bool)> {
    if !text.chars().any(leftwards) {
        return vec![(text, false)];
    }
    let bidi = BidiInfo::new(text, Some(Level::ltr()));
    let parts = bidi.paragraphs.iter().flat_map(|paragraph| {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        runs.into_iter().map(move |run| (&text[run.clone()], levels[run.start].is_rtl()))
    });
    parts.collect()
}

/// The text in runs of one font each, in reading order.
fn in_fonts(text: &str) -> Vec<Run> {
    let signs = text.graphemes(true).filter(|sign| !sign.contains(ISOLATES)).map(drawn);
    let signs: Vec<(Font, &str)> = signs.collect();
    let mut runs: Vec<Run> = Vec::new();
    for word in signs.chunk_by(|(one, _), (next, _)| one.is_simple() == next.is_simple()) {
        // A word whose letters join is drawn in one font, even where an earlier one has most of it.
        let is_simple = word.iter().all(|(font, _)| font.is_simple());
        let whole: String = word.iter().map(|(_, sign)| *sign).collect();
        let font = Font::of(&whole).filter(|_| !is_simple);
        for (own, sign) in word {
            push(&mut runs, font.unwrap_or(*own), sign);
        }
    }
    runs
}

/// What is drawn of a sign, and in which font: where none has all of it, what it begins with.
fn drawn(sign: &str) -> (Font, &str) {
    let whole = Font::of(sign).filter(|font| font.joins(sign)).map(|font| (font, sign));
    whole.unwrap_or_else(|| {
        let first = &sign[..sign.chars().next().map_or(0, char::len_utf8)];
        Font::of(first).map_or((Font::PREFERRED, UNKNOWN), |font| (font, first))
    })
}

fn push(runs: &mut Vec<Run>, font: Font, text: &str) {
    match runs.last_mut() {
        Some(last) if last.font == font => last.text.push_str(text),
        _ => runs.push(Run { font, text: text.to_owned() }),
    }
}

/// A bracket that faces the other way.
const fn mirror(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        '‹' => '›',
        '›' => '‹',
        '⁅' => '⁆',
        '⁆' => '⁅',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::OPTIONS;
    use crate::ink::{Backdrop, Ink};
    use crate::svg;
    use engine::isolated;
    use resvg::usvg::{Node, Tree};

    fn line(text: &str, anchor: Anchor) -> Shape {
        Shape::Text { x: 400.0, y: 50.0, size: 20.0, bold: true, anchor, ink: Ink::Text, text: text.to_owned() }
    }

    fn words(text: &str) -> Vec<String> {
        runs(text).into_iter().map(|run| run.text).collect()
    }

    #[test]
    fn a_foreign_name_leaves_the_face_and_the_weight_of_its_neighbours() {
        for name in ["فاطمة", "雅子", "🎲", "मनीषा", "דנה"] {
            let whole = line(&format!("Ada and {} win the match.", isolated(name)), Anchor::Start);
            let runs = split(&whole).expect("it is not plain");
            let plain: Vec<bool> = runs.iter().map(|run| letters::outline(run).is_some()).collect();
            assert_eq!(plain, [true, false, true], "{runs:?}");
            let told = |at: usize| match &runs[at] {
                Shape::Text { x, text, bold: true, .. } => (*x, text.as_str()),
                other => panic!("{other:?}"),
            };
            assert_eq!((told(0).1, told(1).1, told(2).1), ("Ada and ", name, " win the match."));
            assert!(told(0).0 < told(1).0 && told(1).0 + 10.0 < told(2).0, "{runs:?}");
        }
    }

    #[test]
    fn a_line_keeps_its_place_whatever_it_is_made_of() {
        // A text at x = 400 is held there by its beginning, its middle or its end.
        for (anchor, held) in [(Anchor::Start, 0.0), (Anchor::Middle, 0.5), (Anchor::End, 1.0)] {
            let whole = line(&format!("{} wins", isolated("محمد عبد الرحمن")), anchor);
            let runs = split(&whole).expect("it is not plain");
            let areas: Vec<_> = runs.iter().map(|run| run.text_area().expect("a text")).collect();
            let left = areas.iter().map(|area| area.x).fold(f32::INFINITY, f32::min);
            let right = areas.iter().map(|area| area.x + area.w).fold(f32::NEG_INFINITY, f32::max);
            let at = left + (right - left) * held;
            assert!((at - 400.0).abs() < 1.0, "{anchor:?} at {at}: {runs:?}");
        }
    }

    #[test]
    fn a_run_keeps_the_space_that_it_begins_with() {
        let left = |text: &str| {
            let shape = line(text, Anchor::Start);
            let tree =
                Tree::from_str(&svg::layer(std::iter::once(&shape), (800.0, 800.0), Backdrop::default()), &OPTIONS)
                    .unwrap();
            let Node::Text(text) = &tree.root().children()[0] else { panic!("a text") };
            text.flattened().abs_bounding_box().x()
        };
        let space = fonts::width(" ", 20.0, true);
        for words in ["♥ ", "Ольга"] {
            let moved = left(&format!(" {words}")) - left(words);
            assert!((moved - space).abs() < 0.5, "{words}: {moved} instead of {space}");
        }
        assert_eq!(words("♠ ♥ ♣"), ["♠", " ♥ ", "♣"]);
    }

    #[test]
    fn words_from_right_to_left_stand_in_the_order_in_which_they_are_read() {
        let name = isolated("מישהו עם שם 7 ארוך (מאוד)");
        assert_eq!(
            words(&format!("{name} won")),
            ["(", "מאוד", ") ", "ארוך", " ", "7", " ", "שם", " ", "עם", " ", "מישהו", " won"]
        );
        let two = format!("{}, {} and Ada", isolated("محمد"), isolated("فاطمة"));
        assert_eq!(words(&two), ["محمد", ", ", "فاطمة", " and Ada"]);
        assert_eq!(words("👩‍👧 9♦"), ["👩‍👧", " 9", "♦"]);
    }

    #[test]
    fn q14_a_word_is_drawn_in_one_font_and_a_sign_that_none_has_whole_as_what_it_begins_with() {
        // The first font of Arabic has most of these letters, but not all.
        for word in ["ڀاڪستان", "ܫܠܡܐ", "தமிழ்", "শ্রী"] {
            assert_eq!(words(word), [word]);
        }
        assert_eq!(words("Ada\u{17000}"), ["Ada?"]);
        assert_eq!(words("漢\u{0489}"), ["漢"]);
        for joined in ["👨‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍🚀", "🇨🇭", "👍🏿"] {
            let [run] = runs(joined).try_into().expect("one sign");
            assert!(run.width(1.0, true) < 1.6, "{run:?} is {} wide", run.width(1.0, true));
        }
        assert_eq!(words("🎲\u{200D}🎲"), ["🎲"], "what no font joins");
    }

    #[test]
    fn q15_what_was_cut_ends_where_its_reader_ends() {
        for name in ["فاطمة الزهراء عبد الرحمن", "שרה אמנו ורבקה ורחל", "ܡܪܝܡ ܡܪܝܡ ܡܪܝܡ ܡܪܝܡ", "محمد Ada 7 عبد الرحمن"]
        {
            let whole = isolated(name);
            let room = fonts::width(&whole, 20.0, true) * 0.7;
            let cut = fonts::fit(&whole, 20.0, true, room);
            let seen = words(&format!("Ada and {cut} win."));
            let at = seen.iter().position(|run| run.contains('…')).expect("it was cut");
            assert!(seen[at - 1] == "Ada and " && seen[at].starts_with('…'), "{seen:?}");
            assert_eq!(seen.last().map(String::as_str), Some(" win."));
            // Another letter would not have fitted.
            let kept = cut.trim_matches(ISOLATES).trim_end_matches('…').len();
            let longer = name.grapheme_indices(true).map(|(at, sign)| at + sign.len()).find(|end| *end > kept + 1);
            let longer = isolated(&format!("{}…", &name[..longer.expect("there is more")]));
            assert!(fonts::width(&longer, 20.0, true) > room - 12.0, "{cut} leaves room");
        }
        assert!(words(&fonts::fit("Ada Lovelace the First", 20.0, true, 100.0)).concat().ends_with('…'));
    }

    #[test]
    fn words_are_as_wide_as_they_are_measured() {
        for text in ["محمد", "தமிழ்", "មករា", "👨‍👩‍👧‍👦", "雅子", "ქართული", "ᠮᠣᠩᠭᠣᠯ"]
        {
            let shape = line(text, Anchor::Start);
            let svg = svg::layer(std::iter::once(&shape), (800.0, 100.0), Backdrop::default());
            let tree = Tree::from_str(&svg, &OPTIONS).expect("valid");
            let Node::Text(drawn) = &tree.root().children()[0] else { panic!("a text") };
            let (drawn, measured) = (drawn.bounding_box().width(), fonts::width(text, 20.0, true));
            assert!((drawn - measured).abs() < 0.1 * measured + 2.0, "{text}: {drawn} and {measured}");
        }
    }
}
