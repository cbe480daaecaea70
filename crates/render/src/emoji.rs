//! A card as an emoji: two or three signs that are told apart at the size of a letter, on a square without ground.

use engine::picture::CardFace;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use super::fonts::OPTIONS;
use super::png::DrawError;
use super::{cards, png, svg};

/// How many pixels wide and high: what Discord keeps.
const SIZE: u32 = 128;

/// The drawing as SVG.
#[must_use]
pub fn emoji_svg(face: CardFace) -> String {
    svg::square(SIZE as f32, &cards::emoji(face))
}

/// The card as a PNG file, transparent around it.
///
/// # Errors
/// As [`png()`](super::png()).
pub fn emoji(face: CardFace) -> Result<Vec<u8>, DrawError> {
    let tree = Tree::from_str(&emoji_svg(face), &OPTIONS)?;
    let mut canvas = Pixmap::new(SIZE, SIZE).ok_or(DrawError::Size)?;
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    png::transparent(&canvas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_emoji_is_small_and_no_two_look_alike() {
        let all: Vec<Vec<u8>> = CardFace::all().map(|face| emoji(face).expect("it is drawn")).collect();
        let largest = all.iter().map(Vec::len).max().expect("there are some");
        assert!(largest < 16 << 10, "{largest} bytes");
        let mut different = all.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), all.len());
        if let Some(dir) = std::env::var_os("UPCARD_EMOJI") {
            for (face, file) in CardFace::all().zip(&all) {
                std::fs::write(std::path::Path::new(&dir).join(format!("{}.png", face.name())), file).expect("written");
            }
        }
    }
}
