//! The course of the score: a line for each side.

use super::{DOT, MARGIN};
use crate::fonts;
use crate::ink::Ink;
use crate::scene::{Anchor, Area, CAPTION, Scene, Shape};
use engine::picture::Poster;

/// A lower field has no room for words.
const WORDED: f32 = 5.0 * MARGIN;

/// The winner's line is the last, so that it lies on top.
pub(super) fn lay(scene: &mut Scene, poster: &Poster, area: Area) {
    scene.field(area, 12.0, Ink::Line, 1.0);
    let caption = if area.h > WORDED { 1.6 * CAPTION } else { 7.0 };
    if area.h > WORDED {
        let words = fonts::fit(&poster.hands, CAPTION, false, area.w - 12.0);
        let (x, y) = (area.x + area.w / 2.0, area.y + area.h - 0.45 * CAPTION);
        scene.write(x, y, CAPTION, false, Anchor::Middle, Ink::Muted, words);
    }
    let paper = Area::new(area.x + 7.0, area.y + 7.0, area.w - 14.0, area.h - caption - 7.0);
    // White, on which every seat's colour is seen.
    scene.fill(paper, 7.0, Ink::OnSeat);
    let inner = Area::new(paper.x + 10.0, paper.y + 10.0, paper.w - 22.0, paper.h - 20.0);
    let all = || poster.course.iter().flatten().copied();
    let (least, most) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(1));
    let longest = poster.course.iter().map(Vec::len).max().unwrap_or(0).max(2);
    let across = |n: usize| inner.x + inner.w * n as f32 / (longest - 1) as f32;
    let up = |total: i32| inner.y + inner.h * (most - total) as f32 / (most - least) as f32;
    let zero = Area::new(inner.x, up(0), inner.w, 1.5);
    scene.fill(zero, 0.0, Ink::Line);
    for (at, totals) in poster.places.iter().zip(&poster.course).rev() {
        let ink = Ink::Seat(at.seat.number());
        let points = totals.iter().enumerate().map(|(n, total)| format!("{:.1} {:.1}", across(n), up(*total)));
        let d = format!("M{}", points.collect::<Vec<_>>().join("L"));
        let line = if at.place == 1 { 5.0 } else { 2.5 };
        scene.under.push(Shape::Path { d, fill: Ink::None, stroke: ink, line });
        let (Some(last), n) = (totals.last(), totals.len() - 1) else { continue };
        let r = if at.place == 1 { DOT } else { 0.7 * DOT };
        scene.under.push(Shape::Circle { x: across(n), y: up(*last), r, fill: ink, stroke: Ink::OnSeat, line: 1.5 });
    }
}
