//! The card design: each face as SVG in a box of 100 by 140 units. The left edge alone identifies a card, because
//! that is what a fan shows: the rank large, the suit below it; suits differ in shape and in one of four colours.

mod back;
mod court;
mod emoji;
mod french;
mod keys;

use crate::scene::Area;
use engine::picture::{CardFace, Mark};

/// The box that faces are drawn in.
pub const BOX: (f32, f32) = (100.0, 140.0);

/// The same with the shadow that a card casts.
pub const WITH_SHADOW: Area = Area::new(-4.0, -2.0, 108.0, 148.0);

/// A soft shadow: two layers, the larger one fainter. It gives a card its edge on any ground and on other cards.
const SHADOW: &str = r##"<rect x="-3" y="-1" width="106" height="146" rx="12" fill="#000000" fill-opacity="0.1"/><rect x="-1" y="1" width="102" height="142" rx="10.5" fill="#000000" fill-opacity="0.16"/>"##;

/// The clip paths that the drawings refer to; they stand once in a document.
pub const DEFS: &str = r#"<clipPath id="paper"><rect x="1.8" y="1.8" width="96.4" height="136.4" rx="8.4"/></clipPath><clipPath id="inner"><rect x="11" y="11" width="78" height="118" rx="4"/></clipPath>"#;

pub use emoji::svg as emoji;

/// A card's drawing, without an outer element.
#[must_use]
pub fn svg(face: CardFace, mark: Mark) -> String {
    let art = match face {
        CardFace::French(card) => french::svg(card),
        CardFace::Keys(number, item, kingdom) => keys::svg(number, item, kingdom),
        CardFace::Back => back::svg(),
    };
    let paper = match face {
        CardFace::Back => "",
        _ => r##"<rect x="1" y="1" width="98" height="138" rx="9" fill="#fffdf6"/>"##,
    };
    format!("{SHADOW}{paper}{art}{}", edge(mark))
}

/// The card's outline, which says how it stands out.
fn edge(mark: Mark) -> &'static str {
    match mark {
        Mark::Plain => {
            r##"<rect x="1" y="1" width="98" height="138" rx="9" fill="none" stroke="#6f7a72" stroke-width="1.6"/>"##
        }
        Mark::Raised => {
            r##"<rect x="2" y="2" width="96" height="136" rx="8" fill="none" stroke="#1c8f5a" stroke-width="4"/>"##
        }
        Mark::Fresh => {
            r##"<rect x="3" y="3" width="94" height="134" rx="7" fill="none" stroke="#e39a00" stroke-width="6"/>"##
        }
        Mark::Gained => {
            r##"<rect x="3" y="3" width="94" height="134" rx="7" fill="none" stroke="#8e44ad" stroke-width="6" stroke-dasharray="14 7"/>"##
        }
        Mark::Faint => {
            r##"<rect x="1" y="1" width="98" height="138" rx="9" fill="#9aa79f" fill-opacity="0.55" stroke="#6f7a72" stroke-width="1.6"/>"##
        }
    }
}

/// A drawing made for a box from -10 to 10, placed and scaled.
fn at(x: f32, y: f32, scale: f32, drawing: &str) -> String {
    format!(r#"<g transform="translate({x} {y}) scale({scale})">{drawing}</g>"#)
}
