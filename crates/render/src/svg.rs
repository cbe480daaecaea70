//! From a [`Scene`] to SVG.

use std::collections::HashMap;
use std::fmt::Write;

use super::fonts::{FAMILY, Font};
use super::ink::{Backdrop, Ink, Theme};
use super::scene::{Anchor, Area, LaidCard, Scene, Shape};
use super::{cards, runs};
use engine::ISOLATES;
use engine::picture::{CardFace, Mark};

/// How thick the line is that makes letters bold in a font without bold ones, as a fraction of their size.
const EMBOLDEN: f32 = 0.045;

/// The whole picture, self-contained except for its font: any program that draws SVG shows it.
#[must_use]
pub fn document(scene: &Scene, theme: Theme) -> String {
    let look = Backdrop { theme, ground: scene.ground };
    let mut out = head((0.0, 0.0), (scene.width, scene.height));
    let mut ids: HashMap<(CardFace, Mark), usize> = HashMap::new();
    let _ = write!(out, "<defs>{}", cards::DEFS);
    for card in &scene.cards {
        let next = ids.len();
        ids.entry((card.face, card.mark)).or_insert_with(|| {
            let _ = write!(out, r#"<g id="c{next}">{}</g>"#, cards::svg(card.face, card.mark));
            next
        });
    }
    out.push_str("</defs>");
    runs::apart(scene.under.iter()).for_each(|s| shape(&mut out, &s, look));
    for card in &scene.cards {
        let id = ids.get(&(card.face, card.mark)).copied().unwrap_or_default();
        let LaidCard { area, .. } = card;
        let scale = area.w / cards::BOX.0;
        let _ = write!(
            out,
            r##"<use href="#c{id}" transform="translate({} {}) scale({})"/>"##,
            short(area.x),
            short(area.y),
            short(scale)
        );
    }
    out.push_str("</svg>");
    out
}

/// Some shapes of a picture of this size, alone; texts must be split into runs already.
pub(super) fn layer<'a>(shapes: impl Iterator<Item = &'a Shape>, size: (f32, f32), look: Backdrop) -> String {
    let mut out = head((0.0, 0.0), size);
    shapes.for_each(|s| shape(&mut out, s, look));
    out.push_str("</svg>");
    out
}

/// One card, alone.
pub(super) fn card(face: CardFace, mark: Mark) -> String {
    let Area { x, y, w, h } = cards::WITH_SHADOW;
    format!("{}<defs>{}</defs>{}</svg>", head((x, y), (w, h)), cards::DEFS, cards::svg(face, mark))
}

/// A drawing in a square of this size, alone.
pub(super) fn square(size: f32, drawing: &str) -> String {
    format!("{}<defs>{}</defs>{drawing}</svg>", head((0.0, 0.0), (size, size)), cards::DEFS)
}

/// The opening tag. Spaces are kept, because a run of words may begin with the one that sets it apart from the last.
fn head((x, y): (f32, f32), (w, h): (f32, f32)) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="{w}" height="{h}" viewBox="{x} {y} {w} {h}" font-family="{FAMILY}, 'DejaVu Sans', sans-serif">"#
    )
}

/// A length with at most two decimals.
fn short(n: f32) -> f32 {
    (n * 100.0).round() / 100.0
}

fn shape(out: &mut String, shape: &Shape, look: Backdrop) {
    let paint = |fill: Ink, stroke: Ink, line: f32| {
        let mut paint = format!(r#"fill="{}""#, fill.css(look));
        if stroke != Ink::None {
            let _ = write!(paint, r#" stroke="{}" stroke-width="{}""#, stroke.css(look), short(line));
        }
        paint
    };
    let _ = match shape {
        Shape::Rect { area, r, fill, stroke, line } => write!(
            out,
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" {}/>"#,
            short(area.x),
            short(area.y),
            short(area.w),
            short(area.h),
            short(*r),
            paint(*fill, *stroke, *line)
        ),
        Shape::Circle { x, y, r, fill, stroke, line } => write!(
            out,
            r#"<circle cx="{}" cy="{}" r="{}" {}/>"#,
            short(*x),
            short(*y),
            short(*r),
            paint(*fill, *stroke, *line)
        ),
        Shape::Path { d, fill, stroke, line } => {
            write!(
                out,
                r#"<path d="{d}" stroke-linejoin="round" stroke-linecap="round" {}/>"#,
                paint(*fill, *stroke, *line)
            )
        }
        Shape::Text { x, y, size, bold, anchor, ink, text } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => r#" text-anchor="middle""#,
                Anchor::End => r#" text-anchor="end""#,
            };
            let weight = if *bold { r#" font-weight="700""# } else { "" };
            let font = Font::of(text).unwrap_or(Font::PREFERRED);
            let family = match font.is_simple() {
                true => String::new(),
                false => format!(r#" font-family="{}""#, font.family()),
            };
            // In a font without bold letters, a line round them stands in for bold.
            let thin = *bold && font.is_thin();
            let line = if thin { paint(*ink, *ink, EMBOLDEN * size) } else { paint(*ink, Ink::None, 0.0) };
            write!(
                out,
                r#"<text x="{}" y="{}" font-size="{size}"{family}{weight}{anchor} {line}>{}</text>"#,
                short(*x),
                short(*y),
                escaped(text)
            )
        }
    };
}

/// Text escaped for XML, without control characters, which have no place in it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // The SVG reader does not support isolates; the runs take their place.
            c if ISOLATES.contains(&c) || c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
