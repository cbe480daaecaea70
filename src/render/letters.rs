//! Words in plain letters, drawn straight from the font's outlines. Most words are plain, and the SVG reader takes
//! many times as long to shape them; words in other scripts, with signs or with marks above letters are left to it.

use resvg::tiny_skia::{Path, PathBuilder};
use skrifa::outline::OutlinePen;

use super::fonts;
use super::ink::Ink;
use super::scene::Shape;

/// Does the letter stand by itself, whatever its neighbours are?
const fn is_plain(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a1}'..='\u{2ff}' | '\u{2010}'..='\u{2027}' | '→')
}

/// Do all letters of a text stand by themselves?
pub(super) fn are_plain(text: &str) -> bool {
    text.chars().all(is_plain)
}

/// The outline of a text and its colour; `None` for other shapes and for words that are not plain.
pub(super) fn outline(shape: &Shape) -> Option<(Path, Ink)> {
    let Shape::Text { x, y, size, bold, anchor, ink, text } = shape else { return None };
    if !are_plain(text) {
        return None;
    }
    let w = fonts::width(text, *size, *bold);
    let mut pen = Pen { path: PathBuilder::new(), x: anchor.left(*x, w), y: *y };
    for c in text.chars() {
        pen.x += fonts::draw(c, *size, *bold, &mut pen)?;
    }
    Some((pen.path.finish()?, *ink))
}

/// Draws one letter after the other, each at its place.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
}

/// In outlines y runs upwards, in pictures downwards.
impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + cx, self.y - cy, self.x + x, self.y - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let (left, base) = (self.x, self.y);
        self.path.cubic_to(left + ax, base - ay, left + bx, base - by, left + x, base - y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::scene::Anchor;

    fn text(text: &str) -> Shape {
        let (size, anchor) = (20.0, Anchor::Middle);
        Shape::Text { x: 100.0, y: 50.0, size, bold: true, anchor, ink: Ink::Text, text: text.to_owned() }
    }

    #[test]
    fn plain_words_fill_the_place_they_are_measured_at() {
        let shape = text("Dörte · 3→7…");
        let (path, _) = outline(&shape).expect("plain");
        let (drawn, place) = (path.bounds(), shape.text_area().expect("a text"));
        assert!(drawn.left() >= place.x - 1.0 && drawn.right() <= place.x + place.w + 1.0, "{drawn:?} in {place:?}");
        assert!(drawn.width() > 0.9 * place.w && drawn.bottom() <= 56.0 && drawn.top() >= 32.0, "{drawn:?}");
    }

    #[test]
    fn other_words_are_left_to_the_svg_reader() {
        for other in ["9♦", "雅子", "فاطمة", "e\u{301}", "🎲"] {
            assert!(outline(&text(other)).is_none(), "{other}");
        }
    }
}
