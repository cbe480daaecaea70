//! Cards and signs in one row, as large as the row allows.

use super::Strip;
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, CAPTION, LaidCard, Scene};
use engine::picture::{Equation, EquationPart};

/// The width of a card where there is room; it is 1.4 times as high.
const LARGE: f32 = 92.0;
/// The width of a card in a small row.
const SMALL: f32 = 56.0;
/// The size of a sign as a multiple of a card's width.
const SIGN: f32 = 0.42;
/// The size of a number that is not a card, as a multiple of a card's width.
const NUMBER: f32 = 0.8;
/// The space between two parts as a multiple of a card's width.
const BETWEEN: f32 = 0.1;
/// The size of the text below a card.
const TAG: f32 = CAPTION;

/// Lays the row in the middle and returns its lower end.
pub(super) fn lay(scene: &mut Scene, row: &Equation, top: f32) -> f32 {
    lay_in(scene, row, Strip::WHOLE, top)
}

/// Lays it into the middle of a box.
pub(super) fn fit(scene: &mut Scene, row: &Equation, area: &Area) {
    let high = lay_in(&mut Scene::new(scene.ground), row, Strip::of(area), 0.0);
    lay_in(scene, row, Strip::of(area), area.y + (area.h - high).max(0.0) / 2.0);
}

fn lay_in(scene: &mut Scene, row: &Equation, strip: Strip, top: f32) -> f32 {
    let tokens = &row.parts;
    let most = if row.small { SMALL } else { LARGE };
    let signs = |card: f32| tokens.iter().map(|token| width(token, card)).sum::<f32>();
    let gaps = tokens.len().saturating_sub(1) as f32;
    let wide = |card: f32| signs(card) + gaps * BETWEEN * card;
    // Every part grows with the card, but signs only from the size of captions on.
    let card = (0..3).fold(most, |card, _| card * (strip.w / wide(card)).min(1.0));
    let tagged = tokens.iter().any(|token| matches!(token, EquationPart::Card(pic) if !pic.tag.is_empty()));
    let mut x = strip.x + (strip.w - wide(card)) / 2.0;
    for token in tokens {
        let w = width(token, card);
        let middle = x + w / 2.0;
        match token {
            EquationPart::Card(pic) => {
                scene.cards.push(LaidCard::new(pic, x, top, card));
                let tag = fonts::fit(&pic.tag, TAG, true, (1.0 + 3.0 * BETWEEN) * card);
                let y = top + LaidCard::TALL * card + 1.25 * TAG;
                scene.write(middle, y, TAG, true, Anchor::Middle, Ink::Muted, tag);
            }
            EquationPart::Sign(sign) => {
                let size = size(sign, card);
                let y = top + LaidCard::TALL * card / 2.0 + 0.36 * size;
                scene.write(middle, y, size, true, Anchor::Middle, Ink::Text, sign);
            }
        }
        x += w + BETWEEN * card;
    }
    top + LaidCard::TALL * card + if tagged { 1.5 * TAG } else { 0.0 }
}

fn width(token: &EquationPart, card: f32) -> f32 {
    match token {
        EquationPart::Card(_) => card,
        EquationPart::Sign(sign) => fonts::width(sign, size(sign, card), true),
    }
}

/// How large a sign is beside a card of this width.
fn size(sign: &str, card: f32) -> f32 {
    let by = if sign.starts_with(|c: char| c.is_ascii_digit()) { NUMBER } else { SIGN };
    (by * card).max(CAPTION)
}
