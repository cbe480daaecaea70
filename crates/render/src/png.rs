//! From a [`Scene`] to PNG. Shapes, and words that are not plain, go through the SVG reader each time; cards are
//! drawn once at each size and copied from then on, because they are most of a board and never change.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use parking_lot::Mutex;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::Tree;

use super::fonts::OPTIONS;
use super::ink::{Backdrop, Theme};
use super::palette::{self, Indexed};
use super::scene::{LaidCard, Scene, Shape};
use super::sprites::Sprites;
use super::{cards, letters, runs, svg};
use engine::picture::{CardFace, Mark};

/// Why a picture could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The SVG that we wrote is faulty.
    #[error("the picture is not valid SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// It has no size, or one beyond memory.
    #[error("the picture has no usable size")]
    Size,
    /// The encoder refused.
    #[error("the picture could not be written as PNG: {0}")]
    Png(#[from] png::EncodingError),
}

/// How hard the file is compressed, out of 9: a third of the time of the usual 6, for a quarter more bytes.
const EFFORT: u8 = 2;

/// How many bytes of cards a generation holds. All games at all sizes of table would need several times as much.
const GENERATION: usize = 8 << 20;

/// Which card, how it is marked, and how many pixels wide.
type Key = (CardFace, Mark, u32);

/// The cards drawn lately.
static CARDS: LazyLock<Mutex<Sprites<Key, Pixmap>>> = LazyLock::new(|| Mutex::new(Sprites::new(GENERATION)));

/// The picture as a PNG file, `width` pixels wide.
///
/// # Errors
/// A fault of ours; nothing a player does leads here.
pub fn png(scene: &Scene, theme: Theme, width: u32) -> Result<Vec<u8>, DrawError> {
    encode(&pixels(scene, theme, width)?)
}

/// The picture as pixels.
///
/// # Errors
/// As [`png()`].
pub fn pixels(scene: &Scene, theme: Theme, width: u32) -> Result<Pixmap, DrawError> {
    let scale = width as f32 / scene.width;
    let size = (scene.width, scene.height);
    let height = (scene.height * scale).round() as u32;
    let mut canvas = Pixmap::new(width, height).ok_or(DrawError::Size)?;
    lay(&mut canvas, &scene.under, size, Backdrop { theme, ground: scene.ground }, scale)?;
    for card in &scene.cards {
        copy(&mut canvas, card, scale)?;
    }
    Ok(canvas)
}

fn lay(canvas: &mut Pixmap, shapes: &[Shape], size: (f32, f32), look: Backdrop, scale: f32) -> Result<(), DrawError> {
    let mut words = Vec::new();
    // Words lie on top: nothing that is drawn covers them.
    let runs: Vec<Cow<'_, Shape>> = runs::apart(shapes.iter()).collect();
    let others = runs.iter().filter(|shape| letters::placed(shape, scale).map(|word| words.push(word)).is_none());
    let parts: Vec<Cow<'_, Shape>> = others.flat_map(|shape| parts(shape)).collect();
    let tree = Tree::from_str(&svg::layer(parts.iter().map(Cow::as_ref), size, look), &OPTIONS)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    words.iter().for_each(|words| words.write(canvas, look));
    Ok(())
}

/// The parts of a path that stand apart, such as the holes of a board: together they take several times as long to
/// fill, because each line of the picture then runs through many of them.
fn parts(shape: &Shape) -> Vec<Cow<'_, Shape>> {
    let Shape::Path { d, fill, stroke, line } = shape else { return vec![Cow::Borrowed(shape)] };
    let part = |d: &str| {
        let (fill, stroke, line) = (*fill, *stroke, *line);
        Cow::Owned(Shape::Path { d: format!("M{d}"), fill, stroke, line })
    };
    d.split('M').filter(|part| !part.is_empty()).map(part).collect()
}

fn copy(canvas: &mut Pixmap, card: &LaidCard, scale: f32) -> Result<(), DrawError> {
    let unit = card.area.w * scale / cards::BOX.0;
    let sprite = drawn(card.face, card.mark, (cards::WITH_SHADOW.w * unit).round() as u32)?;
    let [x, y] = [(card.area.x, cards::WITH_SHADOW.x), (card.area.y, cards::WITH_SHADOW.y)]
        .map(|(at, shadow)| (at * scale + shadow * unit).round() as usize);
    paste(canvas, &sprite, x, y);
    Ok(())
}

/// Lays a sprite on the canvas, pixel on pixel. The drawing library would send each pixel through its floating-point
/// pipeline for patterns, which took a quarter of the time of a table with a hand.
fn paste(canvas: &mut Pixmap, sprite: &Pixmap, x: usize, y: usize) {
    let (across, wide) = (canvas.width() as usize, sprite.width() as usize);
    let shown = wide.min(across.saturating_sub(x));
    let rows = canvas.pixels_mut().chunks_exact_mut(across).skip(y);
    for (row, from) in rows.zip(sprite.pixels().chunks_exact(wide)) {
        for (below, above) in row.iter_mut().skip(x).zip(&from[..shown]) {
            *below = match above.alpha() {
                u8::MAX => *above,
                0 => continue,
                _ => over(*above, *below),
            };
        }
    }
}

/// One colour on another, both multiplied by their alpha.
fn over(above: PremultipliedColorU8, below: PremultipliedColorU8) -> PremultipliedColorU8 {
    let through = u16::from(u8::MAX - above.alpha());
    let mix = |above: u8, below: u8| above.saturating_add(((u16::from(below) * through + 127) / 255) as u8);
    let [r, g, b] = [mix(above.red(), below.red()), mix(above.green(), below.green()), mix(above.blue(), below.blue())];
    PremultipliedColorU8::from_rgba(r, g, b, mix(above.alpha(), below.alpha())).unwrap_or(above)
}

fn drawn(face: CardFace, mark: Mark, width: u32) -> Result<Arc<Pixmap>, DrawError> {
    let key = (face, mark, width);
    if let Some(found) = CARDS.lock().get(key) {
        return Ok(found);
    }
    let tree = Tree::from_str(&svg::card(face, mark), &OPTIONS)?;
    let scale = width as f32 / tree.size().width();
    let mut sprite = Pixmap::new(width, (tree.size().height() * scale).round() as u32).ok_or(DrawError::Size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut sprite.as_mut());
    let sprite = Arc::new(sprite);
    CARDS.lock().keep(key, Arc::clone(&sprite), sprite.data().len());
    Ok(sprite)
}

/// Encodes a small picture that does not cover its square.
pub(super) fn transparent(canvas: &Pixmap) -> Result<Vec<u8>, DrawError> {
    let plain = canvas.pixels().iter().flat_map(|pixel| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    });
    let mut file = Vec::with_capacity(8 * 1024);
    let mut encoder = png::Encoder::new(&mut file, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&plain.collect::<Vec<u8>>())?;
    Ok(file)
}

/// Encodes the picture with a palette and without transparency: the table covers all of it.
fn encode(canvas: &Pixmap) -> Result<Vec<u8>, DrawError> {
    let Indexed { pixels, palette } = palette::index(canvas.data(), canvas.width() as usize);
    let mut file = Vec::with_capacity(96 * 1024);
    let mut encoder = png::Encoder::new(&mut file, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    // Neighbouring indices of a palette have nothing to do with each other: filters would only do harm.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_deflate_compression(png::DeflateCompression::Level(EFFORT));
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}
