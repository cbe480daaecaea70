//! Words in plain letters: each letter is drawn once, straight from the font's outlines, and copied from then on. Most
//! words are plain, and the SVG reader takes many times as long to shape them; words in other scripts, with signs or
//! with marks above letters are left to it.

use std::sync::{Arc, LazyLock};

use parking_lot::Mutex;
use resvg::tiny_skia::{FillRule, Mask, Path, PathBuilder, Pixmap, PremultipliedColorU8, Transform};
use skrifa::outline::OutlinePen;

use super::fonts;
use super::ink::{Backdrop, Ink};
use super::scene::Shape;
use super::sprites::Sprites;

/// How many bytes of letters a generation holds: those of all languages that are written in them, at all sizes.
const GENERATION: usize = 2 << 20;
/// A letter begins at a multiple of this fraction of a pixel, so that a line of them looks even.
const STEPS: f32 = 4.0;

/// The letters drawn lately.
static LETTERS: LazyLock<Mutex<Sprites<Key, Letter>>> = LazyLock::new(|| Mutex::new(Sprites::new(GENERATION)));

/// Which letter, whether it is bold, its size in 64ths of a pixel, and where in a pixel it begins.
type Key = (char, bool, u32, [u8; 2]);

/// How much of each pixel a letter covers, from its upper left corner, which lies so far from where the letter begins.
struct Letter {
    left: i32,
    top: i32,
    wide: usize,
    cover: Vec<u8>,
}

/// Words as letters at their places.
pub(super) struct Lettering {
    letters: Vec<(Arc<Letter>, i32, i32)>,
    ink: Ink,
}

/// Does the letter stand by itself, whatever its neighbours are?
const fn is_plain(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a1}'..='\u{2ff}' | '\u{2010}'..='\u{2027}' | '→')
}

/// Do all letters of a text stand by themselves?
pub(super) fn are_plain(text: &str) -> bool {
    text.chars().all(is_plain)
}

/// A text as letters, in a picture of this scale; `None` for other shapes and for words that are not plain.
pub(super) fn placed(shape: &Shape, scale: f32) -> Option<Lettering> {
    let Shape::Text { x, y, size, bold, anchor, ink, text } = shape else { return None };
    if !are_plain(text) {
        return None;
    }
    let mut x = anchor.left(*x, fonts::width(text, *size, *bold));
    let mut letters = Vec::with_capacity(text.len());
    for c in text.chars() {
        letters.push(letter(c, size * scale, *bold, (x * scale, y * scale))?);
        x += fonts::width(c.encode_utf8(&mut [0; 4]), *size, *bold);
    }
    Some(Lettering { letters, ink: *ink })
}

/// The same at the scene's own scale.
#[cfg(test)]
pub(super) fn outline(shape: &Shape) -> Option<Lettering> {
    placed(shape, 1.0)
}

impl Lettering {
    /// Lays the words on the canvas.
    pub(super) fn write(&self, canvas: &mut Pixmap, look: Backdrop) {
        let ink = self.ink.rgb(look);
        self.letters.iter().for_each(|(letter, x, y)| letter.write(canvas, x + letter.left, y + letter.top, ink));
    }
}

impl Letter {
    fn drawn(path: &Path) -> Option<Self> {
        let bounds = path.bounds();
        let (left, top) = (bounds.left().floor(), bounds.top().floor());
        let (wide, tall) = ((bounds.right() - left).ceil(), (bounds.bottom() - top).ceil());
        let mut mask = Mask::new(wide.max(1.0) as u32, tall.max(1.0) as u32)?;
        mask.fill_path(path, FillRule::Winding, true, Transform::from_translate(-left, -top));
        let wide = mask.width() as usize;
        Some(Self { left: left as i32, top: top as i32, wide, cover: mask.take() })
    }

    fn write(&self, canvas: &mut Pixmap, left: i32, top: i32, ink: [u8; 3]) {
        let (across, down) = (canvas.width() as usize, canvas.height() as usize);
        let pixels = canvas.pixels_mut();
        for (covers, y) in self.cover.chunks_exact(self.wide.max(1)).zip(top..) {
            let Some(y) = usize::try_from(y).ok().filter(|y| *y < down) else { continue };
            for (&cover, x) in covers.iter().zip(left..) {
                let inside = usize::try_from(x).ok().filter(|x| cover > 0 && *x < across);
                if let Some(below) = inside.and_then(|x| pixels.get_mut(y * across + x)) {
                    *below = mixed(ink, cover, *below);
                }
            }
        }
    }
}

/// So much of a colour on another one.
fn mixed([r, g, b]: [u8; 3], cover: u8, below: PremultipliedColorU8) -> PremultipliedColorU8 {
    let (cover, rest) = (u16::from(cover), u16::from(u8::MAX - cover));
    let mix = |above: u8, below: u8| ((u16::from(above) * cover + u16::from(below) * rest + 127) / 255) as u8;
    let [r, g, b] = [mix(r, below.red()), mix(g, below.green()), mix(b, below.blue())];
    PremultipliedColorU8::from_rgba(r, g, b, mix(u8::MAX, below.alpha())).unwrap_or(below)
}

/// A letter of this size in pixels that begins here, and the whole pixel that it begins in; `None` if the font lacks it.
fn letter(c: char, size: f32, bold: bool, (x, y): (f32, f32)) -> Option<(Arc<Letter>, i32, i32)> {
    let steps = [x, y].map(|at| (at * STEPS).round() as i32);
    let [(x, right), (y, down)] = steps.map(|at| (at.div_euclid(STEPS as i32), at.rem_euclid(STEPS as i32) as u8));
    let key = (c, bold, (size * 64.0) as u32, [right, down]);
    if let Some(found) = LETTERS.lock().get(key) {
        return Some((found, x, y));
    }
    let [begins, base] = [right, down].map(|step| f32::from(step) / STEPS);
    let mut pen = Pen { path: PathBuilder::new(), x: begins, y: base };
    fonts::draw(c, size, bold, &mut pen)?;
    let nothing = Letter { left: 0, top: 0, wide: 0, cover: Vec::new() };
    let drawn = Arc::new(pen.path.finish().and_then(|path| Letter::drawn(&path)).unwrap_or(nothing));
    LETTERS.lock().keep(key, Arc::clone(&drawn), size_of::<(Key, Letter)>() + drawn.cover.len());
    Some((drawn, x, y))
}

/// Draws a letter at its place.
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
    use crate::scene::{Anchor, Area};

    fn text(text: &str) -> Shape {
        let (size, anchor) = (20.0, Anchor::Middle);
        Shape::Text { x: 100.0, y: 50.0, size, bold: true, anchor, ink: Ink::Text, text: text.to_owned() }
    }

    /// The box of the pixels that are not as they were.
    fn written(canvas: &Pixmap) -> Area {
        let across = canvas.width() as usize;
        let at = canvas.pixels().iter().enumerate().filter(|(_, pixel)| pixel.alpha() > 0).map(|(at, _)| at);
        let (xs, ys): (Vec<usize>, Vec<usize>) = at.map(|at| (at % across, at / across)).unzip();
        let (left, right) = (xs.iter().min().unwrap(), xs.iter().max().unwrap());
        let (top, bottom) = (ys.iter().min().unwrap(), ys.iter().max().unwrap());
        Area::new(*left as f32, *top as f32, (right + 1 - left) as f32, (bottom + 1 - top) as f32)
    }

    #[test]
    fn plain_words_fill_the_place_they_are_measured_at() {
        let shape = text("Dörte · 3→7…");
        for scale in [1.0, 1.5, 2.0] {
            let mut canvas = Pixmap::new(400, 200).unwrap();
            placed(&shape, scale).expect("plain").write(&mut canvas, Backdrop::default());
            let (drawn, place) = (written(&canvas), shape.text_area().expect("a text"));
            let [x, w] = [place.x * scale, place.w * scale];
            assert!(drawn.x >= x - 1.0 && drawn.x + drawn.w <= x + w + 1.0, "{drawn:?} in {place:?}");
            assert!(drawn.w > 0.9 * w, "{drawn:?} in {place:?}");
            assert!(drawn.y >= 31.0 * scale && drawn.y + drawn.h <= 57.0 * scale, "{drawn:?}");
        }
    }

    #[test]
    fn letters_beyond_the_edge_are_cut_off() {
        for (x, y) in [(-10.0, 50.0), (100.0, 3.0), (199.0, 50.0), (100.0, 105.0)] {
            let (ink, text) = (Ink::Text, "Ada wins".to_owned());
            let shape = Shape::Text { x, y, size: 20.0, bold: false, anchor: Anchor::Start, ink, text };
            outline(&shape).expect("plain").write(&mut Pixmap::new(200, 100).unwrap(), Backdrop::default());
        }
    }

    #[test]
    fn other_words_are_left_to_the_svg_reader() {
        for other in ["9♦", "雅子", "فاطمة", "e\u{301}", "🎲"] {
            assert!(outline(&text(other)).is_none(), "{other}");
        }
    }
}
