//! A line of words, run by run: each run is drawn in one font. The SVG reader gives a whole text to another font if
//! that font has all of it, so that one name in another script would change the typeface and the weight of every word
//! beside it.

use std::borrow::Cow;

use super::fonts::{self, Font, OPTIONS};
use super::letters;
use super::scene::{Anchor, Shape};
use super::svg;
use crate::engine::{ISOLATES, leftwards};
use resvg::usvg::{Group, Node, Tree};
use unicode_segmentation::UnicodeSegmentation;

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
    let placed = |x: f32, text: String| {
        let (y, size, bold, ink) = (*y, *size, *bold, *ink);
        Shape::Text { x, y, size, bold, anchor: Anchor::Start, ink, text }
    };
    let runs: Vec<(f32, String)> = runs(text)
        .into_iter()
        .map(|(font, text)| {
            let width = if font.is_simple() { None } else { shaped(&placed(0.0, text.clone())) };
            (width.unwrap_or_else(|| fonts::width(&text, *size, *bold)), text)
        })
        .collect();
    let all: f32 = runs.iter().map(|(width, _)| width).sum();
    let mut left = anchor.left(*x, all);
    let place = |(width, text): (f32, String)| {
        let run = placed(left, text);
        left += width;
        run
    };
    Some(runs.into_iter().map(place).collect())
}

/// How wide a run is whose letters change with their neighbours.
fn shaped(run: &Shape) -> Option<f32> {
    let tree = Tree::from_str(&svg::layer(std::iter::once(run), (100.0, 100.0), super::Theme::Dark), &OPTIONS).ok()?;
    first_text(tree.root())
}

fn first_text(group: &Group) -> Option<f32> {
    group.children().iter().find_map(|node| match node {
        Node::Text(text) => Some(text.bounding_box().width()),
        Node::Group(inner) => first_text(inner),
        _ => None,
    })
}

/// The text in runs of one font each. What stands between right-to-left words of one name goes with them; otherwise
/// their order would be reversed.
fn runs(text: &str) -> Vec<(Font, String)> {
    let mut runs: Vec<(Font, String)> = Vec::new();
    // What may still turn out to stand between two right-to-left words.
    let mut between: Option<String> = None;
    for sign in text.graphemes(true) {
        let Some(c) = sign.chars().next() else { continue };
        if ISOLATES.contains(&c) {
            push(&mut runs, Font::PREFERRED, &between.take().unwrap_or_default());
            continue;
        }
        let font = Font::of(c);
        let ends_leftwards = runs.last().is_some_and(|(_, run)| run.chars().any(leftwards));
        if ends_leftwards && !leftwards(c) && !c.is_alphabetic() && font == Font::PREFERRED {
            between.get_or_insert_default().push_str(sign);
        } else {
            let gap = between.take().unwrap_or_default();
            let last = runs.last().map(|(font, _)| *font);
            let with = if leftwards(c) && last == Some(font) { font } else { Font::PREFERRED };
            push(&mut runs, with, &gap);
            push(&mut runs, font, sign);
        }
    }
    push(&mut runs, Font::PREFERRED, &between.unwrap_or_default());
    runs
}

fn push(runs: &mut Vec<(Font, String)>, font: Font, text: &str) {
    match runs.last_mut() {
        _ if text.is_empty() => {}
        Some((last, run)) if *last == font => run.push_str(text),
        _ => runs.push((font, text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::isolated;
    use crate::render::Theme;
    use crate::render::ink::Ink;

    fn line(text: &str, anchor: Anchor) -> Shape {
        Shape::Text { x: 400.0, y: 50.0, size: 20.0, bold: true, anchor, ink: Ink::Text, text: text.to_owned() }
    }

    fn words(text: &str) -> Vec<String> {
        runs(text).into_iter().map(|(_, run)| run).collect()
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
                Tree::from_str(&svg::layer(std::iter::once(&shape), (800.0, 800.0), Theme::Dark), &OPTIONS).unwrap();
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
    fn a_name_from_right_to_left_is_one_run_and_two_names_are_two() {
        assert_eq!(words("מישהו עם שם 7 ארוך won"), ["מישהו עם שם 7 ארוך", " won"]);
        let two = format!("{}, {} and Ada", isolated("محمد"), isolated("فاطمة"));
        assert_eq!(words(&two), ["محمد", ", ", "فاطمة", " and Ada"]);
        assert_eq!(words("👩‍👧 9♦"), ["👩‍👧", " 9", "♦"]);
    }
}
